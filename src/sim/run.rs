//! Runs a scenario to its end, or to a step that can not happen, and records it.

use std::fmt;

use super::expect::Scene;
use super::says::says;
use super::scenario::{Act, Condition, PortId, Scenario, Span, Statement, Step};
use super::world::{Happened, Impossible, Numbered, Returned, World};
use crate::ids::{DeviceId, ThreadId};
use crate::machine::{Item, Limit, Move, Outcome, Place};
use crate::trace::{self, PortHead, PortState, ResultKind, ThreadResult, Trace};

/// A scenario that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What happened.
    pub trace: Trace,
    /// The expectations that did not hold, in order.
    pub failures: Vec<Failure>,
    /// The step that could not happen, after which nothing was run.
    pub stop: Option<Stop>,
}

/// An expectation that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The condition.
    pub span: Span,
    /// The number of the step before, 0 where there is none.
    pub after: usize,
    /// What was the case instead.
    pub found: String,
}

/// A step that could not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The step.
    pub span: Span,
    /// Why it could not.
    pub why: Impossible,
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

/// Runs `scenario`.
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
    let recorder = Recorder {
        scenario,
        world: World::new(scenario),
        at: vec![None; scenario.threads.len()],
        refused: false,
        run: Run { trace: heading(scenario), failures: Vec::new(), stop: None },
    };
    recorder.record()
}

fn heading(scenario: &Scenario) -> Trace {
    let limit = |asked| Limit::new(asked, scenario.processors).get();
    let ports = scenario.ports.iter();
    Trace {
        title: scenario.title.clone().unwrap_or_else(|| "A scenario".to_owned()),
        question: scenario.question.clone(),
        profile: scenario.profile,
        ports: ports
            .map(|port| PortHead { name: port.name.clone(), limit: limit(port.limit) })
            .collect(),
        threads: scenario.threads.clone(),
        devices: scenario.devices.clone(),
        steps: Vec::new(),
    }
}

struct Recorder<'a> {
    scenario: &'a Scenario,
    world: World,
    /// The step that each thread began last, as it was written.
    at: Vec<Option<String>>,
    refused: bool,
    run: Run,
}

impl Recorder<'_> {
    fn record(mut self) -> Run {
        for statement in &self.scenario.statements {
            match &statement.act {
                Act::Note(text) => self.note(text),
                Act::Expect(conditions) => {
                    for (span, condition) in conditions {
                        self.expect(*span, condition);
                    }
                }
                Act::Step(step) => {
                    if let Err(why) = self.step(statement, step) {
                        self.run.stop = Some(Stop { span: statement.span, why });
                        break;
                    }
                }
            }
        }
        self.run
    }

    /// Words before the first step belong to no step.
    fn note(&mut self, text: &str) {
        if let Some(step) = self.run.trace.steps.last_mut() {
            step.notes.push(text.to_owned());
        }
    }

    fn expect(&mut self, span: Span, condition: &Condition) {
        let Self { scenario, ref world, refused, .. } = *self;
        if let Err(found) = (Scene { scenario, world, refused }).check(condition) {
            let after = self.run.trace.steps.len();
            self.run.failures.push(Failure { span, after, found });
        }
    }

    fn step(&mut self, statement: &Statement, step: &Step) -> Result<(), Impossible> {
        let happened = self.world.step(step)?;
        self.refused = happened.refused.is_some();
        if let Some(thread) = actor(step) {
            let written = statement.text.split_once(": ").map_or("", |(_, text)| text);
            self.at[thread.0 as usize] = Some(written.to_owned());
        }
        let recorded = trace::Step {
            n: self.run.trace.steps.len() + 1,
            at_ns: self.world.now_ns(),
            line: statement.span.line,
            text: statement.text.clone(),
            says: says(self.scenario, &self.world, step, &happened),
            notes: Vec::new(),
            refused: happened.refused,
            moves: self.moves(&happened),
            results: happened.returns.iter().map(|returned| self.result(returned)).collect(),
            state: (0..self.scenario.ports.len()).map(|port| self.state(PortId(port))).collect(),
            holds: self.holds(),
            at: self.at.clone(),
        };
        self.run.trace.steps.push(recorded);
        Ok(())
    }

    fn moves(&self, happened: &Happened) -> Vec<trace::Move> {
        let done = happened.done.iter().map(|&(thread, packet, rule)| trace::Move {
            port: String::new(),
            item: format!("p{}", packet.n),
            with: None,
            from: self.thread(thread),
            to: "done".to_owned(),
            rule,
        });
        let mut moves: Vec<trace::Move> = done.collect();
        let mut handed: Option<(ThreadId, u64)> = None;
        for &(port, moved) in &happened.moves {
            let with = match (moved.item, handed) {
                (Item::Thread(thread), Some((to, n))) if thread == to => Some(format!("p{n}")),
                _ => None,
            };
            handed = match (moved.item, moved.to) {
                (Item::Packet { n, .. }, Place::Thread(thread)) => Some((thread, n)),
                _ => None,
            };
            moves.push(self.named_move(port, moved, with));
        }
        moves
    }

    fn named_move(&self, port: PortId, moved: Move, with: Option<String>) -> trace::Move {
        let item = match moved.item {
            Item::Port => self.port(port),
            Item::Device(device) => self.device(device),
            Item::Thread(thread) => self.thread(thread),
            Item::Packet { n, .. } => format!("p{n}"),
        };
        let from = match (moved.item, moved.from) {
            (Item::Packet { .. }, Place::Outside) => "post".to_owned(),
            (_, place) => self.place(place),
        };
        trace::Move {
            port: self.port(port),
            item,
            with,
            from,
            to: self.place(moved.to),
            rule: moved.rule,
        }
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::Outside => "outside",
            Place::Devices => "devices",
            Place::Device(device) => return self.device(device),
            Place::Queue => "queue",
            Place::Waiting => "waiting",
            Place::Released => "released",
            Place::Paused => "paused",
            Place::Thread(thread) => return self.thread(thread),
            Place::Discarded => "discarded",
            Place::Open => "open",
            Place::Closed => "closed",
            Place::Destroyed => "destroyed",
        }
        .to_owned()
    }

    fn result(&self, returned: &Returned) -> ThreadResult {
        let kind = match returned.outcome {
            Some(Outcome::Packets(_)) => ResultKind::Got,
            Some(Outcome::Timeout) => ResultKind::Timeout,
            Some(Outcome::Abandoned) => ResultKind::Abandoned,
            Some(Outcome::Closed) => ResultKind::Closed,
            Some(Outcome::Apc) => ResultKind::Apc,
            None => ResultKind::Refused,
        };
        ThreadResult {
            thread: self.thread(returned.thread),
            kind,
            packets: returned.packets.iter().map(traced).collect(),
            rule: returned.rule,
        }
    }

    fn state(&self, port: PortId) -> PortState {
        let snapshot = self.world.machine(port).snapshot();
        let threads =
            |ids: &[ThreadId]| ids.iter().map(|&id| self.thread(id)).collect::<Vec<String>>();
        let devices = snapshot.devices.iter();
        PortState {
            port: self.port(port),
            limit: snapshot.limit,
            closed: snapshot.closed,
            destroyed: snapshot.destroyed,
            devices: devices.map(|&(device, key)| (self.device(device), key)).collect(),
            queue: self.world.queue(port).iter().map(traced).collect(),
            waiting: threads(&snapshot.waiting),
            released: threads(&snapshot.released),
            paused: threads(&snapshot.paused),
        }
    }

    fn holds(&self) -> Vec<Vec<trace::Packet>> {
        let threads = 0..self.scenario.threads.len() as u32;
        let held = |number| self.world.holds(ThreadId(number)).iter().map(traced).collect();
        threads.map(held).collect()
    }

    fn thread(&self, thread: ThreadId) -> String {
        self.scenario.threads[thread.0 as usize].clone()
    }

    fn device(&self, device: DeviceId) -> String {
        self.scenario.devices[device.0 as usize].clone()
    }

    fn port(&self, port: PortId) -> String {
        self.scenario.ports[port.0].name.clone()
    }
}

/// The thread that a step is about.
fn actor(step: &Step) -> Option<ThreadId> {
    match *step {
        Step::Get(thread, ..)
        | Step::Block(thread)
        | Step::Unblock(thread)
        | Step::Suspend(thread)
        | Step::Resume(thread)
        | Step::Apc(thread)
        | Step::Exit(thread) => Some(thread),
        Step::Post(by, ..) => by,
        Step::Associate(..)
        | Step::Replace(..)
        | Step::Dissociate(_)
        | Step::Complete(..)
        | Step::ClosePort(_)
        | Step::CloseDevice(_)
        | Step::Advance(_) => None,
    }
}

fn traced(&Numbered { n, packet }: &Numbered) -> trace::Packet {
    // A scenario's packets have 32 bits of information.
    let bytes = packet.information as u32;
    trace::Packet { n, key: packet.key, bytes, status: packet.status }
}
