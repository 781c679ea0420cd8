//! Whether a condition holds in a world, and what is the case where it does not.

use super::scenario::{Condition, Pattern, PortHas, PortId, Scenario, ThreadIs};
use super::world::{Numbered, Returned, World};
use crate::ids::{DeviceId, ThreadId};
use crate::machine::Outcome;

/// What a condition is held against.
pub(super) struct Scene<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) world: &'a World,
    /// Whether the step before was refused.
    pub(super) refused: bool,
}

impl Scene<'_> {
    /// Whether a condition holds.
    pub(super) fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Refused => self.refused,
            Condition::Thread(thread, is) => self.is(*thread, is),
            Condition::Port(port, parts) => parts.iter().all(|part| self.has(*port, part)),
        }
    }

    /// What is the case instead of a condition that does not hold.
    pub(super) fn found(&self, condition: &Condition) -> String {
        match condition {
            Condition::Refused => "the step before was not refused".to_owned(),
            Condition::Thread(thread, _) => self.found_thread(*thread),
            Condition::Port(port, parts) => {
                let wrong = parts.iter().filter(|part| !self.has(*port, part));
                wrong.map(|part| self.found_part(*port, part)).collect::<Vec<_>>().join(", ")
            }
        }
    }

    fn is(&self, thread: ThreadId, is: &ThreadIs) -> bool {
        let result = self.world.result(thread);
        let ended = |outcome: Option<Outcome>| result.is_some_and(|last| last.outcome == outcome);
        let got = match result {
            Some(Returned { outcome: Some(Outcome::Packets(_)), packets, .. }) => Some(packets),
            _ => None,
        };
        match is {
            ThreadIs::Got => got.is_some(),
            ThreadIs::GotOne(pattern) => {
                got.is_some_and(|packets| same(std::slice::from_ref(pattern), packets))
            }
            ThreadIs::GotList(patterns) => got.is_some_and(|packets| same(patterns, packets)),
            ThreadIs::Timeout => ended(Some(Outcome::Timeout)),
            ThreadIs::Abandoned => ended(Some(Outcome::Abandoned)),
            ThreadIs::Closed => ended(Some(Outcome::Closed)),
            ThreadIs::Apc => ended(Some(Outcome::Apc)),
            ThreadIs::Refused => ended(None),
            ThreadIs::Waiting => self.world.waits(thread),
        }
    }

    /// Nothing is copied that is not asked about: there may be as many expectations as packets.
    fn has(&self, port: PortId, part: &PortHas) -> bool {
        let machine = self.world.machine(port);
        match part {
            PortHas::Queue(patterns) => {
                patterns.len() == machine.depth()
                    && patterns
                        .iter()
                        .zip(self.world.queued(port))
                        .all(|(pattern, packet)| pattern.matches(&packet))
            }
            PortHas::Waiting(threads) => machine.waiting().eq(threads.iter().copied()),
            PortHas::Released(threads) => same_set(threads, machine.released()),
            PortHas::Paused(threads) => same_set(threads, machine.paused()),
            PortHas::Active(number) => *number == machine.active(),
            PortHas::Devices(devices) => same_set(devices, machine.devices()),
        }
    }

    fn found_thread(&self, thread: ThreadId) -> String {
        let name = &self.scenario.threads[thread.0 as usize];
        let last = match self.world.result(thread) {
            None => format!("no call of {name} has ended"),
            Some(Returned { outcome, packets, .. }) => match outcome {
                Some(Outcome::Packets(_)) => {
                    format!("{name} got {}", packet_list(|| packets.iter().copied()))
                }
                Some(Outcome::Timeout) => format!("{name} timeout"),
                Some(Outcome::Abandoned) => format!("{name} abandoned"),
                Some(Outcome::Closed) => format!("{name} closed"),
                Some(Outcome::Apc) => format!("{name} apc"),
                None => format!("{name} refused"),
            },
        };
        if self.world.waits(thread) { format!("{last}; {name} waiting") } else { last }
    }

    fn found_part(&self, port: PortId, part: &PortHas) -> String {
        let name = &self.scenario.ports[port.0].name;
        let machine = self.world.machine(port);
        let thread = |id: ThreadId| self.scenario.threads[id.0 as usize].clone();
        let device = |id: DeviceId| self.scenario.devices[id.0 as usize].clone();
        let found = match part {
            PortHas::Queue(_) => format!("queue {}", packet_list(|| self.world.queued(port))),
            PortHas::Waiting(_) => format!("waiting {}", list(machine.waiting().map(thread))),
            PortHas::Released(_) => format!("released {}", list(machine.released().map(thread))),
            PortHas::Paused(_) => format!("paused {}", list(machine.paused().map(thread))),
            PortHas::Active(_) => format!("active {}", machine.active()),
            PortHas::Devices(_) => format!("devices {}", list(machine.devices().map(device))),
        };
        format!("{name} {found}")
    }
}

/// The most names of a list that was found: nobody reads more, and there may be as many such lists
/// as lines.
const LISTED: usize = 100;

fn list(mut names: impl Iterator<Item = String>) -> String {
    let mut shown: Vec<String> = names.by_ref().take(LISTED).collect();
    if names.next().is_some() {
        shown.push("…".to_owned());
    }
    format!("[{}]", shown.join(" "))
}

/// Packets as an expectation writes them, and their keys.
fn packet_list<I: Iterator<Item = Numbered>>(packets: impl Fn() -> I) -> String {
    if packets().next().is_none() {
        return "[]".to_owned();
    }
    let names = list(packets().map(|packet| format!("p{}", packet.n)));
    format!("{names}, which is {}", list(packets().map(|one| format!("key={}", one.packet.key))))
}

fn same(patterns: &[Pattern], packets: &[Numbered]) -> bool {
    patterns.len() == packets.len()
        && patterns.iter().zip(packets).all(|(pattern, packet)| pattern.matches(packet))
}

fn same_set<T: PartialEq>(expected: &[T], found: impl Iterator<Item = T>) -> bool {
    let found: Vec<T> = found.take(expected.len() + 1).collect();
    expected.len() == found.len() && expected.iter().all(|item| found.contains(item))
}

impl Pattern {
    fn matches(&self, Numbered { n, packet }: &Numbered) -> bool {
        self.n.is_none_or(|expected| expected == *n)
            && self.key.is_none_or(|expected| expected == packet.key)
            && self.bytes.is_none_or(|expected| u64::from(expected) == packet.information)
            && self.status.is_none_or(|expected| expected == packet.status)
    }
}
