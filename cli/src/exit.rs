//! How the command ends.

use anstyle::Style;
use iocp_sim::sim::Run;

use crate::paint::{ALARM, DOUBT, GOOD};

/// The exit codes, as the help tells them.
pub(crate) const CODES: &str = "\
Exit codes:
  0  all holds
  1  an expectation fails, or `fmt --check` would change a file
  2  the call is wrong, a file can not be read, a step can not happen
  3  there are more interleavings than the cap allows";

/// An exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(u8);

impl Code {
    /// All holds.
    pub(crate) const HOLDS: Self = Self(0);
    /// An expectation fails.
    pub(crate) const FAILS: Self = Self(1);
    /// A call that is not understood, a scenario that can not be read, a step that can not happen.
    pub(crate) const UNUSABLE: Self = Self(2);
    /// The exploration stopped at its cap.
    pub(crate) const INCOMPLETE: Self = Self(3);

    /// How a run ends.
    pub(crate) fn of(run: &Run) -> Self {
        if run.stop.is_some() {
            Self::UNUSABLE
        } else if !run.failures.is_empty() {
            Self::FAILS
        } else if run.is_undecided() {
            Self::INCOMPLETE
        } else {
            Self::HOLDS
        }
    }

    /// The one of two that tells more: the higher one, but a counterexample found is an answer
    /// where an exploration was cut short.
    pub(crate) fn and(self, other: Self) -> Self {
        let weight = |code: Self| match code {
            Self::HOLDS => 0,
            Self::INCOMPLETE => 1,
            Self::FAILS => 2,
            _ => 3,
        };
        if weight(other) > weight(self) { other } else { self }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::HOLDS => "holds",
            Self::FAILS => "fails",
            Self::INCOMPLETE => "incomplete",
            _ => "impossible",
        }
    }

    pub(crate) fn style(self) -> Style {
        match self {
            Self::HOLDS => GOOD,
            Self::INCOMPLETE => DOUBT,
            _ => ALARM,
        }
    }

    pub(crate) fn number(self) -> u8 {
        self.0
    }
}
