//! Plays a scenario in one order, and records it as a trace.

use super::names::{marked, plain};
use super::says::says;
use super::scenario::{Act, Branch, BranchStep, PortId, Scenario, Span, Statement, Step, in_order};
use super::world::{Happened, Impossible, Numbered, Returned, World};
use crate::ids::{DeviceId, ThreadId};
use crate::machine::{Item, Limit, Move, Outcome, Place};
use crate::trace::{
    self, Line, PortHead, PortState, ResultKind, ThreadHead, ThreadResult, Trace, status_name,
};

/// Plays the first `count` statements of `scenario`, its groups in this `order`.
pub(super) fn record(scenario: &Scenario, count: usize, order: &[Vec<usize>]) -> Trace {
    let mut recorder = Recorder {
        scenario,
        marked: marked(scenario),
        world: World::new(scenario),
        pc: vec![0; scenario.threads.len()],
        trace: heading(scenario),
        weight: 0,
    };
    recorder.record(&scenario.statements[..count], order);
    recorder.trace
}

fn heading(scenario: &Scenario) -> Trace {
    let limit = |asked| Limit::new(asked, scenario.processors).get();
    let ports = scenario.ports.iter();
    let threads = scenario.threads.iter().zip(programs(scenario));
    Trace {
        title: scenario.title.clone().unwrap_or_else(|| "A scenario".to_owned()),
        question: scenario.question.clone(),
        profile: scenario.profile,
        processors: scenario.processors,
        ends: 1,
        more_ends: false,
        stops: None,
        ports: ports
            .map(|port| PortHead { name: port.name.clone(), limit: limit(port.limit) })
            .collect(),
        threads: threads
            .map(|(name, program)| ThreadHead { name: name.clone(), program })
            .collect(),
        devices: scenario.devices.clone(),
        steps: Vec::new(),
    }
}

/// The steps of each thread as they were written, without its name.
fn programs(scenario: &Scenario) -> Vec<Vec<Line>> {
    let mut programs = vec![Vec::new(); scenario.threads.len()];
    for (span, text, step) in scenario.steps() {
        if let Some(thread) = step.actor() {
            programs[thread.0 as usize].push(Line { line: span.line, text: own(text).to_owned() });
        }
    }
    programs
}

/// A step of a thread without the name of the thread.
pub(super) fn own(text: &str) -> &str {
    text.split_once(':').map_or(text, |(_, own)| own).trim()
}

struct Recorder<'a> {
    scenario: &'a Scenario,
    /// The same declarations, with every name in marks.
    marked: Scenario,
    world: World,
    /// The line of the step that each thread began last, 0 before the first.
    pc: Vec<usize>,
    trace: Trace,
    /// How much the steps of the trace hold, in names and packets.
    weight: usize,
}

impl Recorder<'_> {
    /// Tells what happens, up to the first step that can not, or until the trace is full.
    fn record(&mut self, statements: &[Statement], order: &[Vec<usize>]) {
        let mut orders = order.iter();
        for Statement { span, text, act } in statements {
            let told = match act {
                // The notes of the last step are still told.
                Act::Step(_) | Act::Group(_) if self.weight > Trace::MOST => return,
                Act::Note(text) => {
                    self.note(text);
                    Ok(())
                }
                Act::Step(step) => self.step(*span, text, step),
                Act::Group(branches) => {
                    let order = orders.next().map(Vec::as_slice).unwrap_or_default();
                    let told = self.group(branches, order);
                    if self.weight > Trace::MOST {
                        // What follows belongs to the end of the group, which is not told.
                        return;
                    }
                    told
                }
                Act::Expect(_) | Act::Outcome(..) => Ok(()),
            };
            if told.is_err() {
                return;
            }
        }
    }

    fn group(&mut self, branches: &[Branch], order: &[usize]) -> Result<(), Impossible> {
        for BranchStep { span, text, step } in in_order(branches, order) {
            self.step(*span, text, step)?;
            if self.weight > Trace::MOST {
                break;
            }
        }
        Ok(())
    }

    /// Words before the first step belong to no step.
    fn note(&mut self, text: &str) {
        if let Some(step) = self.trace.steps.last_mut() {
            step.notes.push(text.to_owned());
        }
    }

    fn step(&mut self, span: Span, text: &str, step: &Step) -> Result<(), Impossible> {
        let happened = self.world.step(step)?;
        if let Some(thread) = step.actor() {
            self.pc[thread.0 as usize] = span.line;
        }
        let (says, names) = plain(&says(&self.marked, &self.world, step, &happened));
        let recorded = trace::Step {
            n: self.trace.steps.len() + 1,
            at_ns: self.world.now_ns(),
            line: span.line,
            text: text.to_owned(),
            event: step.text(self.scenario),
            says,
            names,
            notes: Vec::new(),
            refused: happened.refused,
            moves: self.moves(&happened),
            results: happened.returns.iter().map(|returned| self.result(returned)).collect(),
            state: (0..self.scenario.ports.len()).map(|port| self.state(PortId(port))).collect(),
            holds: self.holds(),
            pc: self.pc.clone(),
        };
        self.weight += recorded.weight();
        self.trace.steps.push(recorded);
        Ok(())
    }

    fn moves(&self, happened: &Happened) -> Vec<trace::Move> {
        let done = happened.done.iter().map(|done| trace::Move {
            port: self.port(done.port),
            item: format!("p{}", done.packet.n),
            with: None,
            from: self.thread(done.thread),
            to: "done".to_owned(),
            rule: done.rule,
        });
        let mut moves: Vec<trace::Move> = done.collect();
        let mut handed: Vec<(ThreadId, u64)> = Vec::new();
        for &(port, moved) in &happened.moves {
            let with = match (moved.item, handed.as_slice()) {
                (Item::Thread(thread), &[(to, n)]) if thread == to => Some(format!("p{n}")),
                _ => None,
            };
            match (moved.item, moved.to) {
                (Item::Packet { n, .. }, Place::Thread(thread)) => handed.push((thread, n)),
                _ => handed.clear(),
            }
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
        port_state(self.scenario, &self.world, port)
    }

    fn holds(&self) -> Vec<Vec<trace::Packet>> {
        holds(self.scenario, &self.world)
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

/// What the five structures of a port hold, by name.
pub(super) fn port_state(scenario: &Scenario, world: &World, port: PortId) -> PortState {
    let snapshot = world.machine(port).snapshot();
    let threads = |ids: &[ThreadId]| {
        ids.iter().map(|id| scenario.threads[id.0 as usize].clone()).collect::<Vec<String>>()
    };
    let device = |device: DeviceId| scenario.devices[device.0 as usize].clone();
    PortState {
        port: scenario.ports[port.0].name.clone(),
        limit: snapshot.limit,
        closed: snapshot.closed,
        destroyed: snapshot.destroyed,
        devices: snapshot.devices.iter().map(|&(id, key)| (device(id), key)).collect(),
        queue: world.queue(port).iter().map(traced).collect(),
        waiting: threads(&snapshot.waiting),
        released: threads(&snapshot.released),
        paused: threads(&snapshot.paused),
    }
}

/// What each thread has in hand, in the order of declaration.
pub(super) fn holds(scenario: &Scenario, world: &World) -> Vec<Vec<trace::Packet>> {
    let threads = 0..scenario.threads.len() as u32;
    let held = |number| world.holds(ThreadId(number)).iter().map(traced).collect();
    threads.map(held).collect()
}

fn traced(&Numbered { n, packet }: &Numbered) -> trace::Packet {
    // A scenario's packets have 32 bits of information.
    let bytes = packet.information as u32;
    let (key, status) = (packet.key, packet.status);
    trace::Packet { n, key, bytes, status, status_name: status_name(status) }
}
