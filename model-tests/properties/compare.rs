//! The world over the machine beside the reference: after each step both must say the same.

use std::collections::BTreeSet;
use std::fmt::Debug;

use iocp_sim::sim::{Get, Happened, Numbered, PortId, Returned, Step, Timeout, World};
use iocp_sim::{Item, Ledger, Outcome, Rule, Sink};

use crate::program::Program;
use crate::reference::{Action, CallResult, Kind, Lists, Packet, Reaction, Reference};

/// The two implementations, and a ledger for each port.
pub(crate) struct Pair {
    world: World,
    reference: Reference,
    ledgers: Vec<Ledger>,
}

impl Pair {
    pub(crate) fn new(program: &Program) -> Self {
        let Program { profile, ref limits, .. } = *program;
        let reference = Reference::new(
            profile,
            limits,
            Program::PROCESSORS,
            Program::THREADS,
            Program::DEVICES,
        );
        let ledgers = vec![Ledger::default(); limits.len()];
        Self { world: program.world(), reference, ledgers }
    }

    /// Lets `step` happen in both, and says where they differ.
    pub(crate) fn step(&mut self, step: &Step, fired: &mut BTreeSet<Rule>) -> Result<(), String> {
        for (ledger, port) in self.ledgers.iter_mut().zip(0..) {
            ledger.begin(self.world.machine(PortId(port)));
        }
        let reaction = self.reference.act(action(step));
        let happened = match (self.world.step(step), reaction) {
            (Ok(happened), Reaction::Happened { refused, results }) => {
                same("refused", &happened.refused.is_some(), &refused)?;
                let returns: Vec<CallResult> = happened.returns.iter().map(result).collect();
                same("results", &returns, &results)?;
                happened
            }
            (Err(_), Reaction::Impossible) => Happened::default(),
            (Ok(_), Reaction::Impossible) => return Err("only the reference refuses it".to_owned()),
            (Err(why), _) => return Err(format!("the machine says it can not happen: {why}")),
        };
        self.record(&happened, fired);
        for port in (0..self.ledgers.len()).map(PortId) {
            self.check_port(port).map_err(|difference| format!("{port:?}: {difference}"))?;
        }
        self.reference.check_invariants().map_err(|broken| format!("reference: {broken}"))
    }

    fn record(&mut self, happened: &Happened, fired: &mut BTreeSet<Rule>) {
        for &(port, moved) in &happened.moves {
            self.ledgers[port.0].moved(moved);
            assert!(
                moved.from != moved.to || matches!(moved.item, Item::Thread(_) | Item::Device(_))
            );
        }
        fired.extend(happened.moves.iter().map(|(_, moved)| moved.rule));
        fired.extend(happened.returns.iter().map(|returned| returned.rule));
        fired.extend(happened.refused);
    }

    fn check_port(&self, port: PortId) -> Result<(), String> {
        let machine = self.world.machine(port);
        let snapshot = machine.snapshot();
        let queue = self.world.queue(port);
        let lists: Lists = self.reference.lists(port);
        let mut devices = snapshot.devices;
        devices.sort_unstable();
        let (mut released, mut paused) = (snapshot.released, snapshot.paused);
        released.sort_unstable();
        paused.sort_unstable();
        same("devices", &devices, &lists.devices)?;
        same("queue", &queue.iter().map(packet).collect(), &lists.queue)?;
        same("waiting", &snapshot.waiting, &lists.waiting)?;
        same("released", &released, &lists.released)?;
        same("paused", &paused, &lists.paused)?;
        same("closed", &snapshot.closed, &lists.closed)?;
        same("destroyed", &snapshot.destroyed, &lists.destroyed)?;
        let numbers: Vec<u64> = queue.iter().map(|packet| packet.n).collect();
        self.ledgers[port.0].check(machine, &numbers).map_err(|broken| broken.to_string())
    }
}

fn same<T: PartialEq + Debug>(what: &str, machine: &T, reference: &T) -> Result<(), String> {
    if machine == reference {
        Ok(())
    } else {
        Err(format!("{what}: the machine has {machine:?}, the reference {reference:?}"))
    }
}

fn action(step: &Step) -> Action {
    match *step {
        Step::Get(thread, port, Get { max, timeout, alertable }) => {
            let timeout_ns = match timeout {
                Timeout::Never => None,
                Timeout::Poll => Some(0),
                Timeout::After(ns) => Some(ns),
            };
            Action::Get { thread, port, max, timeout_ns, alertable }
        }
        Step::Block(thread) => Action::Block(thread),
        Step::Unblock(thread) => Action::Unblock(thread),
        Step::Suspend(thread) => Action::Suspend(thread),
        Step::Resume(thread) => Action::Resume(thread),
        Step::Apc(thread) => Action::Apc(thread),
        Step::Exit(thread) => Action::Exit(thread),
        Step::Post(by, port, content) => {
            let (key, bytes, status) = (content.key, content.bytes, content.status.0);
            Action::Post { by, port, key, bytes, status }
        }
        Step::Associate(device, port, key) => Action::Associate { device, port, key },
        Step::Replace(device, port, key) => Action::Replace { device, port, key },
        Step::Dissociate(device) => Action::Dissociate(device),
        Step::Complete(device, content) => {
            Action::Complete { device, bytes: content.bytes, status: content.status.0 }
        }
        Step::ClosePort(port) => Action::ClosePort(port),
        Step::CloseDevice(device) => Action::CloseDevice(device),
        Step::Advance(ns) => Action::Advance(ns),
    }
}

fn result(returned: &Returned) -> CallResult {
    let kind = match returned.outcome {
        Some(Outcome::Packets(_)) => Kind::Got,
        Some(Outcome::Timeout) => Kind::Timeout,
        Some(Outcome::Abandoned) => Kind::Abandoned,
        Some(Outcome::Closed) => Kind::Closed,
        Some(Outcome::Apc) => Kind::Apc,
        None => Kind::Refused,
    };
    let packets = returned.packets.iter().map(packet).collect();
    CallResult { thread: returned.thread, kind, packets }
}

fn packet(&Numbered { n, packet }: &Numbered) -> Packet {
    let bytes = u32::try_from(packet.information).expect("programs use 32 bits");
    Packet { n, key: packet.key, bytes, status: packet.status.0 }
}
