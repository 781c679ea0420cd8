//! What is printed: escape codes reach a terminal only, or whoever asked for them.

use std::io::{self, ErrorKind, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

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
