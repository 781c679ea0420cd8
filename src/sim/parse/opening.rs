//! What a scenario opens with: headers, and the declarations of ports, threads and devices.

use std::num::NonZeroU32;

use super::Reader;
use super::fault::Fault;
use super::line::{Kind, Line, Token};
use super::names::Named;
use super::values::number;
use crate::ids::{DeviceId, ThreadId};
use crate::machine::Profile;
use crate::sim::scenario::{PortDeclaration, PortId};

/// The headers that were read, and their lines.
#[derive(Debug, Default)]
pub(super) struct Headers(Vec<(&'static str, usize)>);

impl Reader {
    /// Reads the header that `first` begins, if it begins one.
    pub(super) fn header(&mut self, line: &mut Line<'_>, first: Token<'_>) -> Result<bool, Fault> {
        match first.text {
            "title" => {
                self.once(line, first, "title")?;
                self.scenario.title = Some(line.text(first)?.to_owned());
            }
            "question" => {
                self.once(line, first, "question")?;
                self.scenario.question = Some(line.text(first)?.to_owned());
            }
            "profile" => {
                self.once(line, first, "profile")?;
                self.scenario.profile = profile(line.take())?;
            }
            "processors" => {
                self.once(line, first, "processors")?;
                self.scenario.processors = processors(line.take())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads the declaration that `first` begins, if it begins one.
    pub(super) fn declaration(
        &mut self,
        line: &mut Line<'_>,
        first: Token<'_>,
    ) -> Result<bool, Fault> {
        match first.text {
            "port" => self.port(line)?,
            "thread" => self.each(line, Self::thread)?,
            "device" => self.each(line, Self::device)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Checks that a header is the first of its name, and before all statements.
    fn once(&mut self, line: &Line<'_>, first: Token<'_>, name: &'static str) -> Result<(), Fault> {
        if let Some((_, at)) = self.headers.0.iter().find(|(other, _)| *other == name) {
            let message = format!("there is a `{name}` already, on line {at}");
            return Err(Fault::at(first, message));
        }
        if !self.scenario.statements.is_empty() {
            let message = format!("`{name}` stands before all steps, expectations and notes");
            return Err(Fault::at(first, message));
        }
        self.headers.0.push((name, line.number()));
        Ok(())
    }

    fn port(&mut self, line: &mut Line<'_>) -> Result<(), Fault> {
        let port = Named::Port(PortId(self.scenario.ports.len()));
        let name = self.names.declare(line.take(), port, line.number())?;
        let limit = if line.is_at_end() { 0 } else { limit(line)? };
        self.scenario.ports.push(PortDeclaration { name, limit });
        Ok(())
    }

    fn each(
        &mut self,
        line: &mut Line<'_>,
        declare: impl Fn(&mut Self, Token<'_>, usize) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        declare(self, line.take(), line.number())?;
        while !line.is_at_end() {
            declare(self, line.take(), line.number())?;
        }
        Ok(())
    }

    fn thread(&mut self, name: Token<'_>, line: usize) -> Result<(), Fault> {
        let thread = Named::Thread(ThreadId(numbered(self.scenario.threads.len())));
        self.scenario.threads.push(self.names.declare(name, thread, line)?);
        Ok(())
    }

    fn device(&mut self, name: Token<'_>, line: usize) -> Result<(), Fault> {
        let device = Named::Device(DeviceId(numbered(self.scenario.devices.len())));
        self.scenario.devices.push(self.names.declare(name, device, line)?);
        Ok(())
    }
}

fn profile(token: Token<'_>) -> Result<Profile, Fault> {
    let names = Profile::ALL.map(Profile::name);
    let help = format!("the profiles are {}", names.join(", "));
    if token.kind == Kind::End {
        return Err(Fault::at(token, "a profile is missing here").help(help));
    }
    token.text.parse().map_err(|_| {
        let message = format!("there is no profile {}", token.quoted());
        Fault::at(token, message).help(help).near(token, names)
    })
}

fn processors(token: Token<'_>) -> Result<NonZeroU32, Fault> {
    let count = number(token, "the count of processors")?;
    NonZeroU32::new(count).ok_or_else(|| Fault::at(token, "there is at least one processor"))
}

fn limit(line: &mut Line<'_>) -> Result<u32, Fault> {
    let word = line.take();
    if word.text != "limit" {
        return Err(Fault::unexpected(word, &["limit"]));
    }
    number(line.take(), "a limit")
}

fn numbered(count: usize) -> u32 {
    u32::try_from(count).expect("the names of fewer than 2^32 things fit into memory")
}
