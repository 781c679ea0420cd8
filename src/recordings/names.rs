//! Names for what was recorded, such as the language of scenarios has.

use std::collections::BTreeMap;

use crate::sim::Scenario;

/// The most letters that are taken of the name of a thread or a port.
const LONGEST: usize = 24;

/// The names that were given, each with the number of those that begin with it.
#[derive(Default)]
pub(super) struct Names(BTreeMap<String, u32>);

impl Names {
    /// A name that nothing else has: this one, as far as the language has such names, or with a
    /// number behind it. Where there is none it is the letter with a number.
    pub(super) fn give(&mut self, own: Option<&str>, letter: &str) -> String {
        match own.map(spelled).filter(|name| Scenario::is_name(name)) {
            Some(name) if self.is_free(&name) => self.take(name),
            Some(name) => self.numbered(&name, "_"),
            None => self.numbered(letter, ""),
        }
    }

    fn is_free(&self, name: &str) -> bool {
        !self.0.contains_key(name)
    }

    fn take(&mut self, name: String) -> String {
        self.0.insert(name.clone(), 1);
        name
    }

    fn numbered(&mut self, stem: &str, mark: &str) -> String {
        let mut number = self.0.get(stem).copied().unwrap_or_default();
        loop {
            number += 1;
            let name = format!("{stem}{mark}{number}");
            if self.is_free(&name) {
                self.0.insert(stem.to_owned(), number);
                return self.take(name);
            }
        }
    }
}

/// The name in the letters of the language. One that looks as that of a packet gets another end.
fn spelled(own: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let name: String = own.chars().map(letter).take(LONGEST).collect();
    let name = name.trim_matches('_');
    let digits = name.strip_prefix('p').unwrap_or_default();
    let is_packet = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if is_packet { format!("{name}_") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_one_of_the_language_and_given_once() {
        let own = ["worker-3", "worker 3", "worker_3_2", "", "post", "p12", "7", "потік", "T2"];
        let mut names = Names::default();
        let given = own.map(|own| names.give(Some(own), "T"));
        let expected =
            ["worker_3", "worker_3_2", "worker_3_2_2", "T1", "T2", "p12_", "T3", "T4", "T2_2"];
        assert_eq!(given, expected);
        assert_eq!(names.give(None, "T"), "T5");
        assert!(given.iter().all(|name| Scenario::is_name(name)));
    }

    #[test]
    fn a_stem_that_is_taken_later_does_not_lose_its_numbers() {
        let mut names = Names::default();
        assert_eq!(names.give(None, "T"), "T1");
        assert_eq!(names.give(Some("T"), "T"), "T_2");
        assert_eq!(names.give(None, "T"), "T3");
        assert_eq!(names.give(Some("a very long name of a thread"), "T").len(), LONGEST);
    }
}
