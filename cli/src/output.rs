//! What is printed: escape codes reach a terminal only, or whoever asked for them.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

/// The most links that are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// When to colour.
#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Decides for everything that is printed from here on.
    pub(crate) fn set(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Whether errors are coloured.
pub(crate) fn errors_are_coloured() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Prints `text`. A reader that has seen enough, such as `head`, is no error.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}

/// Puts `text` into a file. Whoever reads it meanwhile sees what was there, or all of `text`: it is
/// written beside the file, and then takes its name.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    // A link stays a link, and what is no file (such as /dev/stdout) can not be replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| end_of_links(path));
    if fs::metadata(&target).is_ok_and(|there| !there.is_file()) {
        return fs::write(&target, text);
    }
    target.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
    // Its own name may be as long as a name can be.
    let beside = target.with_file_name(format!(".iocp-sim.{}.part", std::process::id()));
    let written = write_beside(&beside, &target, text).and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // The error of the writing says more than one of the cleaning.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Where links lead that lead to no file yet.
fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(link) = fs::read_link(&end) else { break };
        end = end.parent().unwrap_or(Path::new("")).join(link);
    }
    end
}

/// Writes a file that was not there, with the rights of the one that it will replace.
fn write_beside(beside: &Path, target: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(beside)?;
    if let Ok(there) = fs::metadata(target) {
        file.set_permissions(there.permissions())?;
    }
    file.write_all(text.as_bytes())
}
