//! What is played, saved as a scenario.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use iocp_sim::sim::{Scenario, lesson};

use super::{Mode, Player};
use crate::output;
use crate::play::keys::Key;

/// The most letters of a name.
const LONGEST: usize = 200;

impl Player {
    /// A key while the name of a file is asked for, or whether that file may be replaced.
    pub(super) fn save(&mut self, mut name: String, replace: bool, key: Key) {
        match key {
            Key::Escape => return,
            // Not the key that asked: it may be held.
            Key::Char('y' | 'Y') if replace => return self.saves(name, true),
            Key::Enter if !replace && !name.is_empty() => return self.saves(name, false),
            Key::Backspace => drop(name.pop()),
            Key::Char(letter) if !replace && name.len() < LONGEST => name.push(letter),
            _ if replace => return self.mode = Mode::Save { name, replace },
            _ => {}
        }
        self.mode = Mode::Save { name, replace: false };
    }

    fn saves(&mut self, name: String, replace: bool) {
        let trace = &self.tale().trace;
        let text = trace.scenario(trace.steps.len());
        match write(Path::new(&name), &text, replace) {
            Ok(()) => self.told = Some(saved(&name, text.len())),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                self.mode = Mode::Save { name, replace: true };
            }
            Err(error) => {
                self.told = Some(format!("It can not be written: {error}"));
                self.mode = Mode::Save { name, replace: false };
            }
        }
    }
}

/// How to read what was saved, if it can be.
fn saved(name: &str, bytes: usize) -> String {
    let most = Scenario::LARGEST;
    if bytes > most {
        return format!("Saved, but it has {bytes} bytes, and a scenario is read up to {most}.");
    }
    format!("Saved: iocp-sim explain {}", argument(name))
}

/// Writes a file; one that is there is replaced only if it may be, and only by what is a file too.
fn write(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("what has this name is no file"));
    }
    if replace {
        return output::replace(path, text);
    }
    File::create_new(path)?.write_all(text.as_bytes())
}

/// The name of a file as it is typed behind a command.
fn argument(name: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._/-+,=@%".contains(letter);
    let folder = if lesson(name).is_some() || name.starts_with('-') { "./" } else { "" };
    if name.chars().all(plain) {
        return format!("{folder}{name}");
    }
    format!("'{folder}{}'", name.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_is_typed_so_that_it_names_the_file() {
        assert_eq!(argument("a.scenario"), "a.scenario");
        assert_eq!(argument("lifo"), "./lifo");
        assert_eq!(argument("-x"), "./-x");
        assert_eq!(argument("a b"), "'a b'");
        assert_eq!(argument("it's;rm"), r"'it'\''s;rm'");
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_file_is_never_written_to() {
        for path in ["/", "/dev/full"] {
            for replace in [false, true] {
                let error = write(Path::new(path), "", replace).expect_err("it is no file");
                assert!(error.to_string().contains("no file"), "{path}: {error}");
            }
        }
    }
}
