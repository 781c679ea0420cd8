//! The names of ports, threads and devices: one namespace, each declared once and before its
//! first use.

use std::collections::BTreeMap;

use super::fault::Fault;
use super::keywords::{is_keyword, is_word_of_traces};
use super::line::{Kind, Token};
use crate::ids::{DeviceId, ThreadId};
use crate::sim::scenario::{PortId, Scenario};

/// What was declared so far.
#[derive(Debug, Default)]
pub(super) struct Names {
    declared: BTreeMap<String, Declared>,
}

/// What a name stands for, and the line that says so.
#[derive(Clone, Copy, Debug)]
struct Declared {
    named: Named,
    line: usize,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    Port(PortId),
    Thread(ThreadId),
    Device(DeviceId),
}

/// What kind of thing a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Port,
    Thread,
    Device,
}

impl Names {
    /// Lets `token` stand for `named` from here on.
    pub(super) fn declare(
        &mut self,
        token: Token<'_>,
        named: Named,
        line: usize,
    ) -> Result<String, Fault> {
        check_name(token, named.sort())?;
        if let Some(first) = self.declared.get(token.text) {
            let (name, sort, line) = (token.quoted(), first.named.sort().noun(), first.line);
            let message = format!("{name} is declared already: it is a {sort}, by line {line}");
            return Err(Fault::at(token, message));
        }
        self.declared.insert(token.text.to_owned(), Declared { named, line });
        Ok(token.text.to_owned())
    }

    pub(super) fn port(&self, token: Token<'_>) -> Result<PortId, Fault> {
        match self.find(token, &[Sort::Port], &[])? {
            Named::Port(port) => Ok(port),
            other @ (Named::Thread(_) | Named::Device(_)) => Err(other.instead(token, "a port")),
        }
    }

    pub(super) fn thread(&self, token: Token<'_>) -> Result<ThreadId, Fault> {
        match self.find(token, &[Sort::Thread], &[])? {
            Named::Thread(thread) => Ok(thread),
            other @ (Named::Port(_) | Named::Device(_)) => Err(other.instead(token, "a thread")),
        }
    }

    pub(super) fn device(&self, token: Token<'_>) -> Result<DeviceId, Fault> {
        match self.find(token, &[Sort::Device], &[])? {
            Named::Device(device) => Ok(device),
            other @ (Named::Port(_) | Named::Thread(_)) => Err(other.instead(token, "a device")),
        }
    }

    /// What `token` stands for, if it was declared. Names of the `wanted` sorts and the words of
    /// `also` are what may have been meant.
    pub(super) fn find(
        &self,
        token: Token<'_>,
        wanted: &[Sort],
        also: &[&'static str],
    ) -> Result<Named, Fault> {
        self.get(token).ok_or_else(|| {
            let near = self.of(wanted).chain(also.iter().copied());
            undeclared(token, wanted).near(token, near)
        })
    }

    /// What `token` stands for, if it stands for anything.
    pub(super) fn get(&self, token: Token<'_>) -> Option<Named> {
        self.declared.get(token.text).map(|declared| declared.named)
    }

    /// The names of these sorts.
    pub(super) fn of(&self, sorts: &[Sort]) -> impl Iterator<Item = &str> {
        let declared = self.declared.iter();
        let chosen = declared.filter(|(_, declared)| sorts.contains(&declared.named.sort()));
        chosen.map(|(name, _)| name.as_str())
    }
}

impl Scenario {
    /// The most letters of a name: every state of a trace has the names of all that is in it.
    pub const LONGEST_NAME: usize = 64;

    /// Whether a port, a thread or a device can have this name: a letter, then letters, digits and
    /// `_`, all of ASCII, at most [`Scenario::LONGEST_NAME`]; no word of the language, and none
    /// that traces have for something else, such as `outside`, or `p1` for a packet.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::sim::Scenario;
    ///
    /// assert!(Scenario::is_name("worker_3"));
    /// assert!(!Scenario::is_name("worker-3"));
    /// assert!(!Scenario::is_name("post"));
    /// assert!(!Scenario::is_name("p1"));
    /// ```
    #[must_use]
    pub fn is_name(word: &str) -> bool {
        is_name(word)
            && word.len() <= Self::LONGEST_NAME
            && !is_keyword(word)
            && !is_word_of_traces(word)
    }
}

impl Named {
    pub(super) fn sort(self) -> Sort {
        match self {
            Self::Port(_) => Sort::Port,
            Self::Thread(_) => Sort::Thread,
            Self::Device(_) => Sort::Device,
        }
    }

    /// The fault of standing where something else belongs.
    pub(super) fn instead(self, token: Token<'_>, wanted: &str) -> Fault {
        let (name, sort) = (token.quoted(), self.sort().noun());
        Fault::at(token, format!("{name} is a {sort}, and {wanted} is wanted here"))
    }
}

impl Sort {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Port => "port",
            Self::Thread => "thread",
            Self::Device => "device",
        }
    }
}

fn check_name(token: Token<'_>, sort: Sort) -> Result<(), Fault> {
    let name = token.quoted();
    if token.kind == Kind::End {
        let message = format!("the name of a {} is missing here", sort.noun());
        return Err(Fault::at(token, message));
    }
    if is_keyword(token.text) {
        return Err(Fault::at(token, format!("{name} is a keyword, and cannot be a name")));
    }
    if !is_name(token.text) {
        let help = "a name is a letter, then letters, digits and `_`; blanks separate names";
        return Err(Fault::at(token, format!("{name} is no name")).help(help));
    }
    if is_word_of_traces(token.text) {
        let message = format!("{name} is a word of traces, and cannot be a name");
        return Err(Fault::at(token, message).help("a packet is called `p1`; a place, `outside`"));
    }
    let (letters, most) = (token.text.len(), Scenario::LONGEST_NAME);
    if letters > most {
        let message = format!("{name} has {letters} letters, and a name at most {most}");
        return Err(Fault::at(token, message));
    }
    Ok(())
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The fault of a token that stands for nothing, where one of the `wanted` sorts belongs.
fn undeclared(token: Token<'_>, wanted: &[Sort]) -> Fault {
    let nouns: Vec<&str> = wanted.iter().map(|sort| sort.noun()).collect();
    let (nouns, word) = (nouns.join(" or "), token.quoted());
    if token.kind == Kind::End {
        Fault::at(token, format!("a {nouns} is missing here"))
    } else if is_keyword(token.text) {
        Fault::at(token, format!("a {nouns} is wanted here, and {word} is a keyword"))
    } else if is_name(token.text) {
        Fault::at(token, format!("there is no {nouns} {word}"))
            .help("a name is declared before its first use")
    } else {
        Fault::at(token, format!("a {nouns} is wanted here, not {word}"))
    }
}
