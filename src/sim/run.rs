//! Runs a scenario to its end, in every interleaving of its groups, and checks what it expects.

use std::fmt;

use super::expect::Scene;
use super::explore::{End, Search, Way};
use super::record::record;
use super::scenario::{Act, Condition, Quantifier, Scenario, Span, Statement, Step};
use super::unfold::unfold;
use super::world::{Impossible, World};
use crate::trace::Trace;

/// A scenario that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What happened, in one of the ends.
    pub trace: Trace,
    /// How many steps there are in that end; a trace that would grow too large is cut.
    pub steps: usize,
    /// Which end is told.
    pub told: Told,
    /// In how many ends the scenario could end, as far as they were seen.
    pub ends: usize,
    /// How many states of groups were seen.
    pub states: usize,
    /// How the interleavings were searched.
    pub way: Way,
    /// Whether every interleaving was seen.
    pub complete: bool,
    /// How often each `always`, `sometimes` and `never` held, in order.
    pub tallies: Vec<Tally>,
    /// The expectations and outcomes that did not hold, in order.
    pub failures: Vec<Failure>,
    /// The step that could not happen, after which nothing was run.
    pub stop: Option<Stop>,
}

impl Run {
    /// Whether the search saw too little to say that all holds: it was cut short by its cap, or it
    /// was random and found no end for a `sometimes`.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        let missing = |tally: &Tally| tally.quantifier == Quantifier::Sometimes && tally.held == 0;
        match self.way {
            Way::Exhaustive { .. } => !self.complete,
            Way::Random { .. } => self.tallies.iter().any(missing),
        }
    }
}

/// Which end of a scenario a trace tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// There is but one.
    Only,
    /// The first in which the first `sometimes` holds.
    Witness,
    /// The first that was found, in the order of the branches.
    First,
    /// The one in which a step could not happen.
    Stopped,
}

/// How often an outcome held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The outcome's condition.
    pub span: Span,
    /// What was claimed.
    pub quantifier: Quantifier,
    /// In how many ends it held.
    pub held: usize,
    /// How many ends the group has.
    pub ends: usize,
    /// An end in which a `sometimes` holds, as a scenario without groups; for the first hundred
    /// outcomes.
    pub witness: Option<String>,
}

/// An expectation or an outcome that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The condition.
    pub span: Span,
    /// How many steps were before it.
    pub after: usize,
    /// What was the case instead.
    pub found: String,
    /// In how many of how many ends it failed, where there is more than one.
    pub of: Option<(usize, usize)>,
    /// An end in which it fails, as a scenario without groups, where there are groups; for the
    /// first hundred failures.
    pub counterexample: Option<String>,
}

/// A step that could not happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The step.
    pub span: Span,
    /// Why it could not.
    pub why: Impossible,
    /// The way to it, as a scenario without groups, where there are groups.
    pub counterexample: Option<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { line, column, .. } = self.span;
        write!(f, "line {line}, column {column}: this does not hold; found {}", self.found)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { line, column, .. } = self.span;
        write!(f, "line {line}, column {column}: this can not happen: {}", self.why)
    }
}

/// Runs `scenario`, its groups in every interleaving, up to [`Way::CAP`] states.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Scenario, run};
///
/// let scenario = Scenario::parse(
///     "port P limit 1\n\
///      thread A B\n\
///      A: get P\n\
///      B: get P\n\
///      post P key=7\n\
///      expect B got key=7 and P waiting [A]\n",
/// )?;
/// let run = run(&scenario);
/// assert!(run.failures.is_empty());
/// assert_eq!(run.trace.steps.len(), 3);
/// assert_eq!(run.trace.steps[2].says, "p1 is posted. B waited last, so B gets it at once.");
/// # Ok::<(), iocp_sim::sim::ScenarioError>(())
/// ```
#[must_use]
pub fn run(scenario: &Scenario) -> Run {
    run_with(scenario, Way::Exhaustive { cap: Way::CAP }, &mut |_| {})
}

/// Runs `scenario`, its groups in this way; `progress` is told how many states have been seen.
#[must_use]
pub fn run_with(scenario: &Scenario, way: Way, progress: &mut dyn FnMut(usize)) -> Run {
    let world = World::new(scenario);
    let first = End { world, refused: false, order: Vec::new() };
    let mut runner = Runner {
        scenario,
        search: Search::new(way, progress),
        steps: 0,
        fronts: vec![first],
        chosen: None,
        tallies: Vec::new(),
        failures: Vec::new(),
        stop: None,
    };
    let stopped = runner.run_statements();
    runner.finish(stopped)
}

struct Runner<'a, 'b> {
    scenario: &'a Scenario,
    search: Search<'b>,
    /// How many steps happened outside groups.
    steps: usize,
    /// The states that the scenario can be in, the first found first; at least one.
    fronts: Vec<End>,
    /// The order in which the first `sometimes` held.
    chosen: Option<Vec<Vec<usize>>>,
    tallies: Vec<Tally>,
    failures: Vec<Failure>,
    stop: Option<Stop>,
}

/// The most counterexamples and witnesses: each is about as long as the scenario.
const SHOWN: usize = 100;

/// Where a run stopped: after how many statements, and in which order.
type Stopped = (usize, Vec<Vec<usize>>);

impl Runner<'_, '_> {
    fn run_statements(&mut self) -> Option<Stopped> {
        for (number, statement) in self.scenario.statements.iter().enumerate() {
            match &statement.act {
                Act::Note(_) => {}
                Act::Step(step) => {
                    if let Some(order) = self.step(number, statement, step) {
                        return Some((number, order));
                    }
                    self.steps += 1;
                }
                Act::Group(branches) => {
                    let mut fronts = std::mem::take(&mut self.fronts);
                    if let Some(chosen) = &self.chosen {
                        // Ends that are alike are told as the one that was found first.
                        fronts.sort_by_key(|front| !front.order.starts_with(chosen));
                    }
                    self.fronts = self.search.ends(fronts, branches);
                }
                Act::Expect(conditions) => {
                    for (span, condition) in conditions {
                        self.expect(number, *span, condition);
                    }
                }
                Act::Outcome(quantifier, conditions) => {
                    self.outcome(number, *quantifier, conditions);
                }
            }
        }
        None
    }

    /// Gives the order in which the step can not happen, if there is one.
    fn step(
        &mut self,
        number: usize,
        statement: &Statement,
        step: &Step,
    ) -> Option<Vec<Vec<usize>>> {
        for front in &mut self.fronts {
            match front.world.step(step) {
                Ok(happened) => front.refused = happened.refused.is_some(),
                Err(why) => {
                    let order = front.order.clone();
                    let counterexample = self.unfold(number, &order, &statement.text);
                    self.stop = Some(Stop { span: statement.span, why, counterexample });
                    return Some(order);
                }
            }
        }
        None
    }

    /// A plain expectation must hold in every state.
    fn expect(&mut self, number: usize, span: Span, condition: &Condition) {
        let fails = |&end: &usize| !self.scene(end).holds(condition);
        let failing = Ones::of((0..self.fronts.len()).filter(fails));
        let expected = format!("expect {}", condition.text(self.scenario));
        let found = |runner: &Self, end| runner.scene(end).found(condition);
        self.fail(number, span, failing, found, &expected);
    }

    fn outcome(&mut self, number: usize, quantifier: Quantifier, conditions: &[(Span, Condition)]) {
        let ends = self.fronts.len();
        let holds = |end| conditions.iter().all(|(_, condition)| self.scene(end).holds(condition));
        let holding = Ones::of((0..ends).filter(|&end| holds(end)));
        let span = whole(conditions);
        let text = self.condition_text(conditions);
        let mut witness = None;
        match quantifier {
            Quantifier::Always => {
                for (span, condition) in conditions {
                    self.expect(number, *span, condition);
                }
            }
            Quantifier::Never => {
                let found = |_: &Self, _| format!("an end in which {text} holds");
                self.fail(number, span, holding, found, &format!("expect {text}"));
            }
            Quantifier::Sometimes => match holding.first {
                Some(end) => {
                    let order = &self.fronts[end].order;
                    if self.tallies.len() < SHOWN {
                        witness = self.unfold(number, order, &format!("expect {text}"));
                    }
                    self.chosen.get_or_insert_with(|| order.clone());
                }
                None if self.search.is_complete() => {
                    let found = |_: &Self, _| "no end in which it holds".to_owned();
                    self.fail(number, span, Ones::of(0..ends), found, "");
                }
                None => {}
            },
        }
        self.tallies.push(Tally { span, quantifier, held: holding.count, ends, witness });
    }

    fn scene(&self, end: usize) -> Scene<'_> {
        let End { world, refused, .. } = &self.fronts[end];
        Scene { scenario: self.scenario, world, refused: *refused }
    }

    /// Records that a condition fails in these ends; the first is shown, with what was found there.
    fn fail(
        &mut self,
        number: usize,
        span: Span,
        failing: Ones,
        found: impl Fn(&Self, usize) -> String,
        expected: &str,
    ) {
        let Some(end) = failing.first else { return };
        let found = found(self, end);
        let order = &self.fronts[end].order;
        let after = self.steps + order.iter().map(Vec::len).sum::<usize>();
        let shown = !expected.is_empty() && self.failures.len() < SHOWN;
        let counterexample = if shown { self.unfold(number, order, expected) } else { None };
        let of = (self.fronts.len() > 1).then_some((failing.count, self.fronts.len()));
        self.failures.push(Failure { span, after, found, of, counterexample });
    }

    fn unfold(&self, count: usize, order: &[Vec<usize>], last: &str) -> Option<String> {
        unfold(self.scenario, count, order, last)
    }

    fn condition_text(&self, conditions: &[(Span, Condition)]) -> String {
        let texts = conditions.iter().map(|(_, condition)| condition.text(self.scenario));
        texts.collect::<Vec<_>>().join(" and ")
    }

    fn finish(self, stopped: Option<Stopped>) -> Run {
        let ends = self.fronts.len();
        let all = self.scenario.statements.len();
        let (count, order, told) = match (stopped, &self.chosen) {
            (Some((count, order)), _) => (count, order, Told::Stopped),
            (None, Some(chosen)) => (all, self.end_after(chosen), Told::Witness),
            (None, None) if ends == 1 => (all, self.end_after(&[]), Told::Only),
            (None, None) => (all, self.end_after(&[]), Told::First),
        };
        let mut trace = record(self.scenario, count, &order);
        let steps = self.scenario.played(count, &order).len();
        trace.stops = match (steps - trace.steps.len(), &self.stop) {
            (0, None) => None,
            (0, Some(stop)) => Some(self.stopped(stop)),
            (1, _) => Some("The story goes on for 1 step, too many for a trace.".to_owned()),
            (more, _) => Some(format!("The story goes on for {more} steps, too many for a trace.")),
        };
        let mut run = Run {
            trace,
            steps,
            told,
            ends,
            states: self.search.states(),
            way: self.search.way(),
            complete: self.search.is_complete(),
            tallies: self.tallies,
            failures: self.failures,
            stop: self.stop,
        };
        (run.trace.ends, run.trace.more_ends) = (ends, !run.complete);
        run
    }

    fn stopped(&self, Stop { span, why, .. }: &Stop) -> String {
        let step = self.scenario.statements.iter().find(|statement| statement.span == *span);
        let text = step.map_or("", |statement| &statement.text);
        format!("The story can not go on with `{text}`: {why}.")
    }

    /// The order of the first end that begins with these groups' orders.
    fn end_after(&self, beginning: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let found = self.fronts.iter().find(|end| end.order.starts_with(beginning));
        found.or(self.fronts.first()).map(|end| end.order.clone()).unwrap_or_default()
    }
}

/// Some of the ends: how many, and the first of them.
#[derive(Clone, Copy)]
struct Ones {
    count: usize,
    first: Option<usize>,
}

impl Ones {
    fn of(mut ends: impl Iterator<Item = usize>) -> Self {
        let first = ends.next();
        Self { count: usize::from(first.is_some()) + ends.count(), first }
    }
}

/// The stretch of all conditions of a line together.
fn whole(conditions: &[(Span, Condition)]) -> Span {
    let Some(((first, _), (last, _))) = conditions.first().zip(conditions.last()) else {
        return Span { line: 1, column: 1, length: 0 };
    };
    Span { length: last.column + last.length - first.column, ..*first }
}
