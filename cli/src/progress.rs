//! A line that tells how far a search is, on a terminal; nothing elsewhere.

use std::io::{self, IsTerminal, Write};

pub(crate) struct Progress {
    name: String,
    shown: bool,
}

impl Progress {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), shown: false }
    }

    pub(crate) fn show(&mut self, states: usize) {
        let mut err = io::stderr();
        if err.is_terminal() {
            // A line that cannot be shown is not missed.
            let _ = write!(err, "\r{}: {states} states ", self.name);
            self.shown = true;
        }
    }

    pub(crate) fn clear(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}
