//! Texts that are held once.

use std::collections::HashMap;

/// What stands in a text where a name is.
pub(super) const HOLE: char = '\u{fffc}';

/// Texts with their numbers, in the order in which they were met first.
#[derive(Default)]
pub(super) struct Table {
    numbers: HashMap<String, usize>,
    texts: Vec<String>,
}

impl Table {
    pub(super) fn number(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.numbers.insert(text.to_owned(), self.texts.len());
        self.texts.push(text.to_owned());
        self.texts.len() - 1
    }

    pub(super) fn texts(self) -> Vec<String> {
        self.texts
    }
}
