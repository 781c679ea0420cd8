//! Where names stand in a sentence: sentences are made with names in marks, and the marks are
//! taken out.

use super::scenario::Scenario;
use crate::trace::Name;

const OPEN: char = '\u{2}';
const CLOSE: char = '\u{3}';

/// The declarations of `scenario`, with every name in marks.
pub(super) fn marked(scenario: &Scenario) -> Scenario {
    let mark = |name: &String| format!("{OPEN}{name}{CLOSE}");
    let mut ports = scenario.ports.clone();
    for port in &mut ports {
        port.name = mark(&port.name);
    }
    Scenario {
        title: None,
        question: None,
        profile: scenario.profile,
        processors: scenario.processors,
        ports,
        threads: scenario.threads.iter().map(mark).collect(),
        devices: scenario.devices.iter().map(mark).collect(),
        statements: Vec::new(),
    }
}

/// The sentence without marks, and where the names stand in it. The names of packets have no marks
/// and are found by their form.
pub(super) fn plain(marked: &str) -> (String, Vec<Name>) {
    let mut sentence = String::with_capacity(marked.len());
    let mut names = Vec::new();
    let (mut length, mut start) = (0, None);
    let mut word = Word::default();
    for letter in marked.chars() {
        match letter {
            OPEN => start = Some(length),
            CLOSE => names.extend(start.take().map(|start| Name { start, length: length - start })),
            _ => {
                if start.is_none() {
                    names.extend(word.follow(letter, length));
                }
                sentence.push(letter);
                length += 1;
            }
        }
    }
    names.extend(word.follow(' ', length));
    (sentence, names)
}

/// A word as far as it was read.
#[derive(Default)]
struct Word {
    start: usize,
    text: String,
}

impl Word {
    /// Reads a letter, and gives the name of a packet that ended before it.
    fn follow(&mut self, letter: char, at: usize) -> Option<Name> {
        if letter.is_ascii_alphanumeric() || letter == '_' {
            if self.text.is_empty() {
                self.start = at;
            }
            self.text.push(letter);
            return None;
        }
        let word = std::mem::take(&mut self.text);
        let digits = word.strip_prefix('p')?;
        let is_packet = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        is_packet.then_some(Name { start: self.start, length: word.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_packets_are_found_and_other_words_are_not() {
        let (sentence, names) = plain("\u{2}it\u{3} takes p12, so it runs pp1. \u{2}A\u{3}'s p3");
        assert_eq!(sentence, "it takes p12, so it runs pp1. A's p3");
        let found: Vec<&str> =
            names.iter().map(|name| &sentence[name.start..name.start + name.length]).collect();
        assert_eq!(found, ["it", "p12", "A", "p3"]);
    }
}
