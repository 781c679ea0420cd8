//! What if: the steps that could happen at some point of a trace, and the trace that goes on so.

use super::error::ScenarioError;
use super::run::{Run, run};
use super::scenario::{Act, Content, Get, PortId, Scenario, Statement, Step, Timeout};
use super::world::World;
use crate::ids::{DeviceId, ThreadId};
use crate::structures::Status;
use crate::trace::Trace;

/// The time-out of a get that is offered, and the most packets of a batch.
const TIMEOUT_NS: u64 = 1_000_000;
const BATCH: u32 = 4;

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
/// those that Windows refuses, and the less usual forms of a get, are left out.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Scenario, choices, run};
///
/// let scenario = Scenario::parse("port P limit 1\nthread A\nA: get P\npost P key=1\n")?;
/// let trace = run(&scenario).trace;
/// let events: Vec<String> =
///     choices(&trace, 1).into_iter().map(|choice| choice.event).collect();
/// assert_eq!(events, ["A: suspend", "A: apc", "A: exit", "post P key=1", "close P"]);
/// # Ok::<(), iocp_sim::sim::ScenarioError>(())
/// ```
#[must_use]
pub fn choices(trace: &Trace, after: usize) -> Vec<Choice> {
    let Some((scenario, world)) = played(trace, after) else { return Vec::new() };
    let mut choices = Vec::new();
    for step in candidates(&scenario, &world) {
        let mut then = world.clone();
        if then.step(&step).is_ok_and(|happened| happened.refused.is_none()) {
            choices.push(Choice { event: step.text(&scenario), about: about(&scenario, &step) });
        }
    }
    choices
}

/// The run that begins with the first `after` steps of `trace` and goes on with `steps`, one a
/// line. Its trace is a scenario of its own: [`Trace::scenario`] writes it.
///
/// # Errors
///
/// A step that can not be read; lines are counted as in [`Trace::scenario`].
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
/// # Ok::<(), iocp_sim::sim::ScenarioError>(())
/// ```
pub fn branch(trace: &Trace, after: usize, steps: &str) -> Result<Run, ScenarioError> {
    let text = trace.scenario(after) + steps + "\n";
    Ok(run(&Scenario::parse(&text)?))
}

/// The scenario of the first steps, and the world after them.
fn played(trace: &Trace, after: usize) -> Option<(Scenario, World)> {
    let mut text = trace.scenario(after);
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

fn candidates(scenario: &Scenario, world: &World) -> Vec<Step> {
    let ports = || (0..scenario.ports.len()).map(PortId);
    let mut steps = Vec::new();
    for thread in (0..scenario.threads.len() as u32).map(ThreadId) {
        for port in ports() {
            steps.extend(gets().map(|get| Step::Get(thread, port, get)));
        }
        steps.extend([Step::Block(thread), Step::Unblock(thread), Step::Suspend(thread)]);
        steps.extend([Step::Resume(thread), Step::Apc(thread), Step::Exit(thread)]);
    }
    let number = world.entered() + 1;
    let content = Content { key: number, bytes: 0, status: Status::SUCCESS };
    steps.extend(ports().map(|port| Step::Post(None, port, content)));
    for device in (0..scenario.devices.len() as u32).map(DeviceId) {
        steps.push(Step::Complete(device, Content { key: 0, ..content }));
        let key = u64::from(device.0) + 1;
        steps.extend(ports().map(|port| Step::Associate(device, port, key)));
        steps.extend([Step::Dissociate(device), Step::CloseDevice(device)]);
    }
    steps.extend(ports().map(Step::ClosePort));
    steps.extend(world.next_deadline_in_ns().map(Step::Advance));
    steps
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
