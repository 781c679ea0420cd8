//! A slow-down to plant in a copy of the sources: turns of a loop at the head of
//! `CompletionPort::post`.
//!
//! It is an edit of the text and not a patch, since it has to apply whatever the body becomes. It
//! depends on one line: the one that begins the function.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// The file that is edited.
const FILE: &str = "src/threads/port.rs";

/// How its function begins. The body follows the first `{` at the end of a line.
const BEGIN: &str = "pub fn post(&self, packet: Packet)";

/// Makes each post in the sources under `copy` idle for so many turns of a loop.
pub(crate) fn plant(copy: &Path, turns: u64) -> Result<()> {
    let path = copy.join(FILE);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {FILE}"))?;
    fs::write(&path, edited(&text, turns)?).with_context(|| format!("cannot write {FILE}"))
}

/// How many turns make a function slower by `share` at least that takes so many instructions. A
/// turn takes four or more: it stores, counts, compares and comes back.
pub(crate) fn turns(instructions: f64, share: f64) -> u64 {
    (instructions * share / 4.0).ceil() as u64
}

fn edited(text: &str, turns: u64) -> Result<String> {
    let count = text.matches(BEGIN).count();
    ensure!(count == 1, "the slow-down can not be planted: {FILE} has {count} times `{BEGIN}`");
    let (before, rest) = text.split_once(BEGIN).expect("it is there once");
    let (signature, body) = rest.split_once("{\n").context("the function has no body")?;
    // The number of turns is hidden from the compiler, else it would unroll them.
    let idle = format!(
        "        for turn in 0..std::hint::black_box({turns}_u64) {{\n            \
         std::hint::black_box(turn);\n        }}\n"
    );
    Ok(format!("{before}{BEGIN}{signature}{{\n{idle}{body}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_at_the_head_of_the_body() {
        let text = "    pub fn post(&self, packet: Packet) -> bool {\n        true\n    }\n";
        let expected = "    pub fn post(&self, packet: Packet) -> bool {
        for turn in 0..std::hint::black_box(7_u64) {
            std::hint::black_box(turn);
        }
        true
    }
";
        assert_eq!(edited(text, 7).unwrap(), expected);
    }

    #[test]
    fn it_can_be_planted_in_the_sources_as_they_are() {
        let text = fs::read_to_string(crate::root().join(FILE)).unwrap();
        let edited = edited(&text, 7).unwrap();
        assert_eq!(edited.lines().count(), text.lines().count() + 3);
    }

    #[test]
    fn it_fails_loudly_where_it_can_not_be_planted() {
        let error = edited("pub fn send(&self) {\n}\n", 7).unwrap_err();
        assert!(error.to_string().contains("can not be planted"));
    }

    #[test]
    fn the_turns_are_enough_for_the_share() {
        assert_eq!(turns(400.0, 0.1), 10);
        assert_eq!(turns(401.0, 0.1), 11);
    }
}
