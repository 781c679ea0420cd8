//! Groups: branches of steps, and the outcomes that stand behind them.

use super::fault::Fault;
use super::line::{Line, Token};
use super::names::Names;
use super::step;
use crate::sim::error::{ScenarioError, lines};
use crate::sim::scenario::{Act, Branch, BranchStep, Quantifier, Span, Statement};

/// A group whose `end` has not been read.
pub(super) struct OpenGroup {
    span: Span,
    text: String,
    branches: Vec<Branch>,
    /// The branch that is being read.
    steps: Vec<BranchStep>,
}

impl OpenGroup {
    /// Begins the group whose `concurrently` was taken from `line`.
    pub(super) fn begin(line: &Line<'_>, concurrently: Token<'_>) -> Result<Self, Fault> {
        alone(line, concurrently)?;
        let (span, text) = line.taken();
        Ok(Self { span, text: text.to_owned(), branches: Vec::new(), steps: Vec::new() })
    }

    /// Reads a line that is not empty; the `end` makes a statement of the group.
    pub(super) fn read(
        &mut self,
        line: &mut Line<'_>,
        names: &Names,
    ) -> Result<Option<Statement>, Fault> {
        let mut ahead = *line;
        let first = ahead.take();
        match first.text {
            "and" => {
                alone(&ahead, first)?;
                self.end_branch(first)?;
            }
            "end" => {
                alone(&ahead, first)?;
                return self.end(first).map(Some);
            }
            word => {
                self.check_belongs(first, word)?;
                let step = step(line, names)?;
                line.finish()?;
                let (span, text) = line.taken();
                self.steps.push(BranchStep { span, text: text.to_owned(), step });
            }
        }
        Ok(None)
    }

    /// The fault of a file, which is `text`, that is over before the group.
    pub(super) fn lacks_end(&self, text: &str) -> ScenarioError {
        let line = lines(text).nth(self.span.line - 1).unwrap_or_default();
        let help = "`end` follows its last step, on a line of its own".to_owned();
        ScenarioError::new(self.span, line, "this group has no `end`".to_owned(), Some(help))
    }

    fn end(&mut self, end: Token<'_>) -> Result<Statement, Fault> {
        self.end_branch(end)?;
        if self.branches.len() < 2 {
            let help = "a group has two or more, with `and` on a line of its own between them";
            return Err(Fault::at(end, "the group has only one branch").help(help));
        }
        let (text, branches) = (std::mem::take(&mut self.text), std::mem::take(&mut self.branches));
        Ok(Statement { span: self.span, text, act: Act::Group(branches) })
    }

    fn end_branch(&mut self, word: Token<'_>) -> Result<(), Fault> {
        if self.steps.is_empty() {
            let message = format!("the branch before this {} has no step", word.quoted());
            return Err(Fault::at(word, message).help("a branch has one step or more"));
        }
        self.branches.push(Branch { steps: std::mem::take(&mut self.steps) });
        Ok(())
    }

    /// Checks that a line does not begin with a word that stands outside of groups.
    fn check_belongs(&self, first: Token<'_>, word: &str) -> Result<(), Fault> {
        let at = self.span.line;
        let group = format!("the group that begins on line {at}");
        let help = match word {
            "concurrently" => {
                let message = "a group stands in no other group";
                let help = format!("the one that begins on line {at} has no `end` yet");
                return Err(Fault::at(first, message).help(help));
            }
            "title" | "question" | "profile" | "processors" | "port" | "thread" | "device" => {
                format!("it stands before {group}")
            }
            "expect" | "note" => format!("it stands after the `end` of {group}"),
            "always" | "sometimes" | "never" => {
                format!("it stands directly after the `end` of {group}")
            }
            _ => return Ok(()),
        };
        let message = format!("a group has only steps, and {} is none", first.quoted());
        Err(Fault::at(first, message).help(help))
    }
}

/// The quantifier that begins an outcome.
pub(super) fn quantifier(word: &str) -> Option<Quantifier> {
    match word {
        "always" => Some(Quantifier::Always),
        "sometimes" => Some(Quantifier::Sometimes),
        "never" => Some(Quantifier::Never),
        _ => None,
    }
}

/// The fault of `and` and `end` outside of a group.
pub(super) fn no_group(word: Token<'_>) -> Fault {
    let message = format!("{} belongs to a group, and none is open", word.quoted());
    Fault::at(word, message).help("a group begins with `concurrently`, on a line of its own")
}

/// Checks that nothing follows `word`.
fn alone(line: &Line<'_>, word: Token<'_>) -> Result<(), Fault> {
    let help = format!("{} stands on a line of its own", word.quoted());
    line.finish().map_err(|fault| fault.help(help))
}
