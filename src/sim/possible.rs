//! What if: the steps that could happen at some point of a trace, and the trace that goes on so.

use std::fmt;

use super::error::ScenarioError;
use super::run::{Run, run};
use super::scenario::{Act, Content, Get, PortId, Scenario, Statement, Step, Timeout};
use super::world::{Impossible, World};
use crate::ids::{DeviceId, ThreadId};
use crate::structures::Status;
use crate::trace::Trace;

/// The time-out of a get that is offered, and the most packets of a batch.
const TIMEOUT_NS: u64 = 1_000_000;
const BATCH: u32 = 4;

/// The most that is tried of each kind: steps that happen, each of which takes a copy of the world,
/// and all.
const HAPPENING: usize = 600;
const TRIED: usize = 100_000;

/// The most gets of one thread that are tried.
const GETS: usize = 60;

/// Steps that could happen at some point of a trace.
///
/// They are for people to choose from: of each kind (steps of threads, posts, steps of devices,
/// closes of ports) at most [`Choices::MOST`] are offered, and of one thread the gets at its first
/// 12 ports. [`branch`] takes every other step too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The steps that are offered.
    pub offered: Vec<Choice>,
    /// Whether none was left out for being one too many.
    pub all: bool,
}

impl Choices {
    /// The most choices of one kind.
    pub const MOST: usize = 300;
}

/// A step that could happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The step as a scenario has it.
    pub event: String,
    /// The thread or the device that it is about, or nothing where the step is about a port or the
    /// time.
    pub about: Option<String>,
}

/// The steps that could happen after the first `after` steps of `trace`, whatever happened there:
/// those that Windows refuses, the less usual forms of a get, and what is too much for a list to
/// choose from ([`Choices`]) are left out.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Scenario, choices, run};
///
/// let scenario = Scenario::parse("port P limit 1\nthread A\nA: get P\npost P key=1\n")?;
/// let trace = run(&scenario).trace;
/// let events: Vec<String> =
///     choices(&trace, 1).offered.into_iter().map(|choice| choice.event).collect();
/// assert_eq!(events, ["A: suspend", "A: apc", "A: exit", "post P key=1", "close P"]);
/// # Ok::<(), iocp_sim::sim::ScenarioError>(())
/// ```
#[must_use]
pub fn choices(trace: &Trace, after: usize) -> Choices {
    let Some((scenario, world)) = played(trace, after) else {
        return Choices { offered: Vec::new(), all: true };
    };
    let mut offered = Vec::new();
    let mut all = scenario.ports.len() * gets().count() <= GETS;
    let mut then = world.clone();
    for kind in candidates(&scenario, &world) {
        let most = offered.len() + Choices::MOST;
        let mut happening = 0;
        for (tried, step) in kind.enumerate() {
            if offered.len() == most || happening == HAPPENING || tried == TRIED {
                all = false;
                break;
            }
            // A step that can not happen leaves the world as it is.
            let Ok(happened) = then.step(&step) else { continue };
            then.clone_from(&world);
            happening += 1;
            if happened.refused.is_none() {
                let about = about(&scenario, &step);
                offered.push(Choice { event: step.text(&scenario), about });
            }
        }
    }
    Choices { offered, all }
}

/// The run that begins with the first `after` steps of `trace` and goes on with `steps`, one a
/// line. Its trace is a scenario of its own: [`Trace::scenario`] writes it.
///
/// # Errors
///
/// [`NoBranch`], which says why it can not go on so.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Scenario, branch, run};
///
/// let scenario = Scenario::parse("port P limit 1\nthread A B\nA: get P\npost P key=1\n")?;
/// let trace = run(&scenario).trace;
/// let branch = branch(&trace, 1, "B: get P\npost P key=1")?.trace;
/// assert_eq!(branch.steps[2].says, "p1 is posted. B waited last, so B gets it at once.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn branch(trace: &Trace, after: usize, steps: &str) -> Result<Run, NoBranch> {
    let text = trace.beginning(after) + steps + "\n";
    let run = run(&Scenario::parse(&text).map_err(NoBranch::Unreadable)?);
    match run.stop {
        Some(stop) => Err(NoBranch::Stopped(stop.why)),
        None if run.steps <= after.min(trace.steps.len()) => Err(NoBranch::Nothing),
        None if run.trace.steps.len() <= after.min(trace.steps.len()) => Err(NoBranch::TooLong),
        None => Ok(run),
    }
}

/// Why a trace can not go on with other steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBranch {
    /// They can not be read; lines are counted as in [`Trace::scenario`].
    Unreadable(ScenarioError),
    /// One of them can not happen.
    Stopped(Impossible),
    /// There is no step among them.
    Nothing,
    /// The trace holds as much as a trace can.
    TooLong,
}

impl fmt::Display for NoBranch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(ScenarioError { message, help: Some(help), .. }) => {
                write!(f, "{message}; {help}")
            }
            Self::Unreadable(ScenarioError { message, .. }) => f.write_str(message),
            Self::Stopped(why) => write!(f, "this can not happen: {why}"),
            Self::Nothing => f.write_str("this is no step: nothing would happen"),
            Self::TooLong => f.write_str("the trace is as long as it can be"),
        }
    }
}

impl std::error::Error for NoBranch {}

/// The scenario of the first steps, and the world after them.
fn played(trace: &Trace, after: usize) -> Option<(Scenario, World)> {
    let mut text = trace.beginning(after);
    if after.min(trace.steps.len()) == 0 {
        // A scenario has at least one step.
        text += "advance 0\n";
    }
    let scenario = Scenario::parse(&text).ok()?;
    let mut world = World::new(&scenario);
    for Statement { act, .. } in &scenario.statements {
        if let Act::Step(step) = act {
            world.step(step).ok()?;
        }
    }
    Some((scenario, world))
}

/// The steps that may be possible, kind by kind.
fn candidates<'a>(
    scenario: &'a Scenario,
    world: &'a World,
) -> [Box<dyn Iterator<Item = Step> + 'a>; 5] {
    let ports = move || (0..scenario.ports.len()).map(PortId);
    let threads = (0..scenario.threads.len() as u32).map(ThreadId);
    let of_threads = threads.flat_map(move |thread| {
        let own = [Step::Block(thread), Step::Unblock(thread), Step::Suspend(thread)];
        let others = [Step::Resume(thread), Step::Apc(thread), Step::Exit(thread)];
        let gets =
            ports().flat_map(move |port| gets().map(move |get| Step::Get(thread, port, get)));
        gets.take(GETS).chain(own).chain(others)
    });
    let number = world.entered() + 1;
    let content = Content { key: number, bytes: 0, status: Status::SUCCESS };
    let posts = ports().map(move |port| Step::Post(None, port, content));
    let devices = (0..scenario.devices.len() as u32).map(DeviceId);
    let of_devices = devices.flat_map(move |device| {
        let complete = Step::Complete(device, Content { key: 0, ..content });
        let key = u64::from(device.0) + 1;
        let associations = ports().map(move |port| Step::Associate(device, port, key));
        let ends = [Step::Dissociate(device), Step::CloseDevice(device)];
        [complete].into_iter().chain(associations).chain(ends)
    });
    let closes = ports().map(Step::ClosePort);
    let advance = world.next_deadline_in_ns().map(Step::Advance).into_iter();
    [
        Box::new(of_threads),
        Box::new(posts),
        Box::new(of_devices),
        Box::new(closes),
        Box::new(advance),
    ]
}

/// The usual gets. Those that a profile does not have can not happen there.
fn gets() -> impl Iterator<Item = Get> {
    let plain = Get { max: None, timeout: Timeout::Never, alertable: false };
    let others = [
        Get { timeout: Timeout::Poll, ..plain },
        Get { timeout: Timeout::After(TIMEOUT_NS), ..plain },
        Get { max: Some(BATCH), ..plain },
        Get { alertable: true, ..plain },
    ];
    [plain].into_iter().chain(others)
}

fn about(scenario: &Scenario, step: &Step) -> Option<String> {
    match *step {
        Step::Get(thread, ..)
        | Step::Block(thread)
        | Step::Unblock(thread)
        | Step::Suspend(thread)
        | Step::Resume(thread)
        | Step::Apc(thread)
        | Step::Exit(thread)
        | Step::Post(Some(thread), ..) => Some(scenario.threads[thread.0 as usize].clone()),
        Step::Complete(device, _)
        | Step::Associate(device, ..)
        | Step::Replace(device, ..)
        | Step::Dissociate(device)
        | Step::CloseDevice(device) => Some(scenario.devices[device.0 as usize].clone()),
        Step::Post(None, ..) | Step::ClosePort(_) | Step::Advance(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(text: &str) -> Trace {
        run(&Scenario::parse(text).expect("it is a scenario")).trace
    }

    #[test]
    fn a_step_that_can_not_happen_leaves_the_world_as_it_is() {
        let trace = trace(
            "port P limit 1\nport Q\nthread A B\ndevice D E\nassociate D P key=1\n\
             A: get P timeout 5ms\nB: get P\npost P key=1\nB: block\nA: suspend\n\
             close D\nadvance 5ms\nB: exit\nclose P\nA: resume\nA: get Q\n",
        );
        let mut impossible = 0;
        for after in 0..=trace.steps.len() {
            let (scenario, world) = played(&trace, after).expect("it was played");
            for step in candidates(&scenario, &world).into_iter().flatten() {
                let mut then = world.clone();
                if then.step(&step).is_err() {
                    assert!(then == world, "{} after step {after}", step.text(&scenario));
                    impossible += 1;
                }
            }
        }
        assert!(impossible > 100, "{impossible}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes")]
    fn of_thousands_of_threads_as_many_are_offered_as_can_be_chosen_from() {
        let names: Vec<String> = (0..4000).map(|number| format!("T{number}")).collect();
        let gets: String = names.iter().map(|name| format!("{name}: get P\n")).collect();
        let trace = trace(&format!("port P\nthread {}\n{gets}", names.join(" ")));
        let Choices { offered, all } = choices(&trace, trace.steps.len());
        assert!(!all);
        assert_eq!(offered.len(), Choices::MOST + 2);
        assert_eq!(offered[Choices::MOST].event, "post P key=1");
        assert_eq!(offered[Choices::MOST + 1].event, "close P");
    }
}
