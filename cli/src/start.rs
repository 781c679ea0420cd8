//! `iocp-sim` alone: what to try first.

use std::io;

use crate::exit::Code;
use crate::output;
use crate::paint::{self, HEAD};

const FIRST: &str = "A Windows I/O completion port at work, with the rule for every move. Try:";

/// Commands that work, in this order too, and what each shows.
const COMMANDS: [(&str, &str); 10] = [
    ("iocp-sim explain tour", "the five parts of a port: begin here"),
    ("iocp-sim play lifo", "step by step; ? shows the keys"),
    ("iocp-sim lessons", "all lessons, each with its question"),
    ("iocp-sim explain over-limit --from 5", "the end of one of them"),
    ("iocp-sim rules newest", "the rules that speak of the newest"),
    ("iocp-sim rules W01", "one rule: why, and where it is kept"),
    ("iocp-sim lessons lifo > my.scenario", "a scenario is text: change one"),
    ("iocp-sim explain my.scenario", "see what comes of it"),
    ("iocp-sim check my.scenario", "whether all that it expects holds"),
    ("iocp-sim help explain", "all that a command can do"),
];

pub(crate) fn run() -> io::Result<Code> {
    let mut text = format!("{FIRST}\n");
    for (command, what) in COMMANDS {
        text += &format!("  {}  {what}\n", paint::painted(HEAD, &format!("{command:<36}")));
    }
    output::print(&text)?;
    Ok(Code::HOLDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_fits_80_columns() {
        assert!(FIRST.len() < 80);
        let widths = COMMANDS.map(|(command, what)| 2 + command.len().max(36) + 2 + what.len());
        assert!(widths.iter().all(|width| *width <= 80), "{widths:?}");
    }
}
