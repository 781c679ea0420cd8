//! Where the project cites its rules: a list that `cargo xtask citations` writes, and that a test
//! holds against the code.

use super::Rule;

static LIST: &str = include_str!("citations.txt");

/// A function that acts on a rule, or a test that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, from the root of the project.
    pub file: &'static str,
    /// The function or the test in it.
    pub function: &'static str,
}

impl Place {
    /// Whether it is the rule's example, and not code that acts on it.
    #[must_use]
    pub fn is_test(self) -> bool {
        self.file.starts_with("tests/") || self.file.starts_with("win32/tests/")
    }
}

impl Rule {
    /// Where the rule is cited, in the order of the files.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::Rule;
    ///
    /// assert!(Rule::W01.citations().any(|place| place.is_test()));
    /// assert!(Rule::W01.citations().any(|place| place.file.starts_with("src/machine/")));
    /// ```
    pub fn citations(self) -> impl Iterator<Item = Place> {
        let words = LIST.lines().filter_map(|line| line.split_once(' '));
        let own = words.filter(move |&(id, _)| id == self.id()).map(|(_, place)| place);
        own.filter_map(|place| place.split_once(' '))
            .map(|(file, function)| Place { file, function })
    }
}
