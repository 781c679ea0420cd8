//! `iocp-sim fmt`: writes scenarios in the one form that they all can have.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use iocp_sim::sim::Scenario;

use crate::exit::Code;
use crate::report::{self, Source};
use crate::{input, output};

/// Writes scenarios in their canonical form; comments and meaning stay.
#[derive(Args)]
pub(crate) struct Fmt {
    /// Files that are changed in place; `-` reads standard input and prints.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Changes nothing, and ends with 1 where a file would change.
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(crate) fn run(&self) -> io::Result<Code> {
        let mut worst = Code::HOLDS;
        for file in &self.files {
            worst = worst.and(self.tidy(file)?);
        }
        Ok(worst)
    }

    fn tidy(&self, file: &Path) -> io::Result<Code> {
        let source = match input::file(file) {
            Ok(source) => source,
            Err(message) => {
                report::plain(&message);
                return Ok(Code::UNUSABLE);
            }
        };
        match canonical(&source) {
            Some(text) => self.put(file, &source, &text),
            None => Ok(Code::UNUSABLE),
        }
    }

    fn put(&self, file: &Path, source: &Source, text: &str) -> io::Result<Code> {
        let changed = source.bytes() != text.as_bytes();
        if self.check {
            if changed {
                output::print(&format!("would change {}\n", source.name()))?;
            }
            return Ok(if changed { Code::FAILS } else { Code::HOLDS });
        }
        if file.as_os_str() == input::STANDARD {
            output::print(text)?;
        } else if changed {
            if text.len() > Scenario::LARGEST {
                let name = source.name();
                report::plain(&format!("`{name}` would grow beyond 1 MiB, and is left as it is"));
                return Ok(Code::UNUSABLE);
            }
            if let Err(error) = replace(file, text) {
                report::plain(&format!("`{}` could not be written: {error}", source.name()));
                return Ok(Code::UNUSABLE);
            }
            output::print(&format!("changed {}\n", source.name()))?;
        }
        Ok(Code::HOLDS)
    }
}

/// Writes beside the file first, so that a full disk costs nothing.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    // A link stays a link: what it names is replaced.
    let file = file.canonicalize()?;
    let mut beside = file.clone().into_os_string();
    beside.push(".new");
    let written = fs::write(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(&file)?.permissions()))
        .and_then(|()| fs::rename(&beside, &file));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// The canonical form, unless the scenario cannot be read: that is reported.
fn canonical(source: &Source) -> Option<String> {
    let readable = Scenario::from_bytes(source.bytes());
    let text = readable.and_then(|_| Scenario::canonical(source.text()));
    text.inspect_err(|error| report::unreadable(source, error)).ok()
}
