//! A recording against the scenario that is made of it: the port of that scenario does what the
//! real one did, move by move and return by return, and ends as it did.

use std::collections::BTreeMap;

use iocp_sim::recordings::Untold;
use iocp_sim::sim::{Act, PortId, Scenario, Step, World};
use iocp_sim::threads::{Entry, Recorded};
use iocp_sim::{DeviceId, Event, Item, Move, Outcome, Packet, Place, Rule, Snapshot, ThreadId};

/// The port that was recorded.
const PORT: PortId = PortId(0);

/// What came of events, in order.
#[derive(Debug, Default)]
struct Came {
    moves: Vec<Move>,
    returns: Vec<(Outcome, Rule)>,
}

/// Says in what the scenario of a recording differs from it, if it does.
pub(crate) fn told(recorded: &Recorded) -> Result<(), String> {
    let scenario = match recorded.scenario() {
        Ok(scenario) => scenario,
        // It is a matter of time whether a thread of Windows XP comes as the port is closed.
        Err(Untold::Nothing | Untold::Door { .. }) => return Ok(()),
        Err(untold) => return Err(untold.to_string()),
    };
    let (told, world) = run(&scenario)?;
    let real = happened(recorded);
    let mut names = Names::default();
    for (number, (real, told)) in real.moves.iter().zip(&told.moves).enumerate() {
        if !names.agree(real, told) {
            return Err(format!("move {number}, {real:?}, is told as {told:?}"));
        }
    }
    for (number, (real, told)) in real.returns.iter().zip(&told.returns).enumerate() {
        if real != told {
            return Err(format!("return {number}, {real:?}, is told as {told:?}"));
        }
    }
    let [real, told] = [real, told].map(|came| (came.moves.len(), came.returns.len()));
    if real != told {
        return Err(format!("{real:?} moves and returns are told as {told:?}"));
    }
    let (real, told) = (recorded.end.snapshot(), world.machine(PORT).snapshot());
    if recorded.missed == 0 && !names.agree_in_the_end(&real, &told) {
        return Err(format!("the end {real:?} is told as {told:?}"));
    }
    Ok(())
}

/// What came of the recorded events. A thread that leaves another port and finds this one closed
/// as it enters is told as one that found it closed and stayed there: a step is one step.
fn happened(recorded: &Recorded) -> Came {
    let mut came = Came::default();
    let mut entering = None;
    for entry in recorded.entries() {
        match entry {
            Entry::Move(moved) => came.moves.push(moved),
            Entry::Return(thread, Outcome::Abandoned, _) if entering == Some(thread) => {
                came.returns.push((Outcome::Closed, Rule::G05));
            }
            Entry::Return(_, outcome, rule) => came.returns.push((outcome, rule)),
            Entry::Event(Event::Enter { thread, .. }) => entering = Some(thread),
            Entry::Event(_) => entering = None,
        }
    }
    came
}

/// What comes of a scenario at its first port, after the note that says where it begins.
fn run(scenario: &Scenario) -> Result<(Came, World), String> {
    let mut world = World::new(scenario);
    let mut came = Came::default();
    for statement in &scenario.statements {
        let step = match &statement.act {
            Act::Step(step) => step,
            Act::Note(text) => {
                if text == "Here the recording begins." {
                    came = Came::default();
                }
                continue;
            }
            other => return Err(format!("a recording has no {other:?}")),
        };
        let happened = world.step(step).map_err(|why| format!("{step:?}: {why}"))?;
        let here = happened.moves.into_iter().filter(|(port, _)| *port == PORT);
        came.moves.extend(here.map(|(_, moved)| moved));
        let elsewhere = match *step {
            Step::Get(thread, port, _) if port != PORT => Some(thread),
            _ => None,
        };
        for returned in happened.returns {
            let here = elsewhere != Some(returned.thread);
            came.returns.extend(returned.outcome.filter(|_| here).map(|it| (it, returned.rule)));
        }
    }
    Ok((came, world))
}

/// How those are called in the scenario that are at the port in the recording.
#[derive(Default)]
struct Names {
    threads: BTreeMap<ThreadId, ThreadId>,
    devices: BTreeMap<DeviceId, DeviceId>,
}

impl Names {
    fn agree(&mut self, real: &Move, told: &Move) -> bool {
        let items = match (real.item, told.item) {
            (Item::Port, Item::Port) => true,
            (Item::Device(real), Item::Device(told)) => self.device(real, told),
            (Item::Thread(real), Item::Thread(told)) => self.thread(real, told),
            (Item::Packet { packet: real, .. }, Item::Packet { packet: told, .. }) => {
                carries(real) == carries(told)
            }
            _ => false,
        };
        let places = self.place(real.from, told.from) && self.place(real.to, told.to);
        if let (Item::Thread(thread), Place::Outside) = (real.item, real.to) {
            self.threads.remove(&thread);
        }
        if let (Item::Device(device), Place::Outside) = (real.item, real.to) {
            self.devices.remove(&device);
        }
        items && places && real.rule == told.rule
    }

    fn place(&mut self, real: Place, told: Place) -> bool {
        match (real, told) {
            (Place::Thread(real), Place::Thread(told)) => self.thread(real, told),
            (Place::Device(real), Place::Device(told)) => self.device(real, told),
            _ => real == told,
        }
    }

    fn thread(&mut self, real: ThreadId, told: ThreadId) -> bool {
        *self.threads.entry(real).or_insert(told) == told
    }

    fn device(&mut self, real: DeviceId, told: DeviceId) -> bool {
        *self.devices.entry(real).or_insert(told) == told
    }

    fn agree_in_the_end(&mut self, real: &Snapshot, told: &Snapshot) -> bool {
        let life = |port: &Snapshot| (port.limit, port.closed, port.destroyed);
        let packets =
            |port: &Snapshot| port.queue.iter().map(|(_, it)| carries(*it)).collect::<Vec<_>>();
        let count = |port: &Snapshot| (port.devices.len(), port.released.len(), port.paused.len());
        let waiting = real.waiting.iter().zip(&told.waiting);
        life(real) == life(told)
            && packets(real) == packets(told)
            && count(real) == count(told)
            && real.waiting.len() == told.waiting.len()
            && waiting.into_iter().all(|(&real, &told)| self.thread(real, told))
            && real.released.iter().all(|thread| {
                self.threads.get(thread).is_none_or(|thread| told.released.contains(thread))
            })
    }
}

/// What a scenario tells of a packet.
fn carries(packet: Packet) -> (u64, u32, u32) {
    (packet.key, packet.information as u32, packet.status.0)
}
