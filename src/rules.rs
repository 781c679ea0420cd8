//! The rules of SPEC.md, by id, in its order.
//!
//! The book is the only copy of their text: a rule reads its sentence there, and an id that the
//! book lacks does not compile.

mod book;
mod citations;
#[cfg(any(target_family = "wasm", test))]
mod held;
mod list;

use std::fmt;
use std::str::FromStr;

pub use self::book::{Entry, read};
pub use self::citations::Place;
pub use self::list::Rule;

/// What a rule says something about, and so how a test can see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It moves something: a move carries it.
    Move,
    /// It says what a call returns: a return carries it.
    Result,
    /// It says when a call is refused: a refusal carries it.
    Refusal,
    /// It follows from other rules: nothing carries it, its example shows it.
    Consequence,
    /// No event can show it.
    Structure,
    /// It says what a call of Win32 does around the object: a case of the package `win32` shows it.
    Call,
}

impl Rule {
    /// What the book says of the rule.
    ///
    /// Built for WebAssembly the library holds only the rules that a trace can carry: those of the
    /// kinds [`Kind::Move`], [`Kind::Result`] and [`Kind::Refusal`] that are not planned. The
    /// sentence of every other one then says that SPEC.md has it.
    #[must_use]
    pub fn entry(self) -> &'static Entry {
        book::entry(self)
    }

    /// The rule in one to three sentences.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        &self.entry().sentence
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A text that is no id of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(pub String);

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.iter().find(|rule| rule.id().eq_ignore_ascii_case(id));
        known.copied().ok_or_else(|| UnknownRule(id.to_owned()))
    }
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no rule of SPEC.md", self.0)
    }
}

impl std::error::Error for UnknownRule {}
