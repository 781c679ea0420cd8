//! The same steps under another limit.
//!
//! The machine runs them anew: a step that can not happen under that limit is left out, and all
//! others happen as they do.

use std::fmt;

use iocp_sim::sim::{Act, Scenario, ScenarioError, World, run};
use iocp_sim::trace::Trace;

/// A trace of the steps of another one, where a port has another limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherLimit {
    /// The port.
    pub port: String,
    /// Its limit, as it counts on these processors.
    pub limit: u32,
    /// What happens. It may stop before the first trace does: a lower limit leaves more in the
    /// queue, so that it grows too large sooner.
    pub trace: Trace,
    /// For each of its steps the number of the step that it was in the first trace.
    pub of: Vec<usize>,
}

/// Why a trace can not be told under another limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoOther {
    /// It has no port of this name.
    NoPort(String),
    /// No port was named, and it has none or several.
    WhichPort,
    /// No step can happen.
    Nothing,
    /// It can not be read as a scenario.
    Unreadable(ScenarioError),
}

/// The steps of `trace` where `port`, or its only one, has this `limit`; 0 is the number of
/// processors.
///
/// Notes are left out, because they tell of the first trace.
///
/// # Errors
///
/// [`NoOther`] when there is no such port, or nothing to tell.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Scenario, run};
/// use iocp_sim_views::limits::with_limit;
///
/// let text = "port P limit 1\nthread A B\nA: get P\nB: get P\npost P\npost P\nB: get P";
/// let trace = run(&Scenario::parse(text)?).trace;
/// let other = with_limit(&trace, None, 2).expect("it has one port");
/// assert_eq!(trace.steps[3].state[0].released, ["B"]);
/// assert_eq!(other.trace.steps[3].state[0].released, ["B", "A"]);
/// # Ok::<(), iocp_sim::sim::ScenarioError>(())
/// ```
pub fn with_limit(trace: &Trace, port: Option<&str>, limit: u32) -> Result<OtherLimit, NoOther> {
    let place = place(trace, port)?;
    let mut scenario = Scenario::parse(&text(trace, place, limit)).map_err(NoOther::Unreadable)?;
    let mut of = keep_possible(&mut scenario);
    if of.is_empty() {
        return Err(NoOther::Nothing);
    }
    let other = run(&scenario).trace;
    of.truncate(other.steps.len());
    let head = &other.ports[place];
    Ok(OtherLimit { port: head.name.clone(), limit: head.limit, of, trace: other })
}

/// The limit that a trace about one port is best held beside: two where it is one, else one.
/// `None` where there are several ports, or nothing could happen.
#[must_use]
pub fn usual(trace: &Trace) -> Option<OtherLimit> {
    let limit = if trace.ports.first()?.limit == 1 { 2 } else { 1 };
    with_limit(trace, None, limit).ok()
}

fn place(trace: &Trace, port: Option<&str>) -> Result<usize, NoOther> {
    match (port, trace.ports.len()) {
        (Some(name), _) => {
            let found = trace.ports.iter().position(|head| head.name == name);
            found.ok_or_else(|| NoOther::NoPort(name.to_owned()))
        }
        (None, 1) => Ok(0),
        (None, _) => Err(NoOther::WhichPort),
    }
}

/// The scenario of the trace, without notes, with another limit.
fn text(trace: &Trace, place: usize, limit: u32) -> String {
    let mut ports = trace.ports.clone();
    ports[place].limit = limit;
    let heading = Trace {
        title: trace.title.clone(),
        question: trace.question.clone(),
        threads: trace.threads.clone(),
        devices: trace.devices.clone(),
        steps: Vec::new(),
        stops: None,
        ports,
        ..*trace
    };
    let mut text = heading.declarations();
    for step in &trace.steps {
        text.push_str(&step.event);
        text.push('\n');
    }
    text
}

/// Leaves out the steps that can not happen, and tells the numbers of the others.
fn keep_possible(scenario: &mut Scenario) -> Vec<usize> {
    let mut world = World::new(scenario);
    let mut of = Vec::new();
    let mut number = 0;
    scenario.statements.retain(|statement| {
        number += 1;
        let Act::Step(step) = &statement.act else { return false };
        let happens = world.step(step).is_ok();
        if happens {
            of.push(number);
        }
        happens
    });
    of
}

impl fmt::Display for NoOther {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPort(name) => write!(f, "there is no port `{name}`"),
            Self::WhichPort => f.write_str("the trace has not just one port, and none was named"),
            Self::Nothing => f.write_str("no step can happen under this limit"),
            Self::Unreadable(error) => write!(f, "the trace is no scenario: {error}"),
        }
    }
}

impl std::error::Error for NoOther {}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(text: &str) -> Trace {
        run(&Scenario::parse(text).expect("it is a scenario")).trace
    }

    #[test]
    fn a_step_that_can_not_happen_is_left_out() {
        // Under a limit of two, B gets the second packet and can block; under one it still waits.
        let base = trace(
            "port P limit 2\nthread A B\nB: get P\nA: get P\npost P\npost P\nB: block\npost P\n",
        );
        let other = with_limit(&base, Some("P"), 1).expect("P is there");
        assert_eq!(other.of, [1, 2, 3, 4, 6]);
        assert_eq!(other.trace.steps.len(), 5);
        assert_eq!(other.trace.steps[4].event, base.steps[5].event);
    }

    #[test]
    fn the_same_limit_tells_the_same_story() {
        let base = trace("port P limit 1\nthread A\nA: get P\npost P key=3\nA: block\n");
        let other = with_limit(&base, None, 1).expect("P is the only port");
        assert_eq!(other.of, [1, 2, 3]);
        for (step, same) in base.steps.iter().zip(&other.trace.steps) {
            assert_eq!((&step.says, &step.state), (&same.says, &same.state));
        }
    }

    #[test]
    fn a_trace_that_is_cut_names_no_step_behind_its_end() {
        // Under a limit of two each round is done; under one B waits, and the queue grows.
        let rounds = "post P\npost P\nA: get P\nB: get P\n".repeat(2500);
        let story = format!("port P limit 2\nthread A B\nA: get P\nB: get P\n{rounds}");
        let base = trace(&story);
        let other = with_limit(&base, None, 1).expect("P is the only port");
        assert_eq!(other.of.len(), other.trace.steps.len());
        assert!(other.trace.stops.is_some() && base.stops.is_none());
    }

    #[test]
    fn no_limit_is_the_number_of_processors() {
        let base = trace("processors 3\nport P limit 1\nthread A\nA: get P\n");
        assert_eq!(with_limit(&base, None, 0).expect("P is the only port").limit, 3);
    }

    #[test]
    fn a_port_must_be_named_where_there_are_two() {
        let base = trace("port P\nport Q\nthread A\nA: get P\n");
        assert_eq!(with_limit(&base, None, 1), Err(NoOther::WhichPort));
        assert_eq!(with_limit(&base, Some("R"), 1), Err(NoOther::NoPort("R".to_owned())));
    }
}
