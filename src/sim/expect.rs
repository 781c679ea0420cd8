//! Whether a condition holds in a world, and what is the case where it does not.

use super::scenario::{Condition, Pattern, PortHas, PortId, Scenario, ThreadIs};
use super::world::{Numbered, Returned, World};
use crate::ids::ThreadId;
use crate::machine::{Outcome, Snapshot};

/// What a condition is held against.
pub(super) struct Scene<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) world: &'a World,
    /// Whether the step before was refused.
    pub(super) refused: bool,
}

impl Scene<'_> {
    /// Checks one condition.
    ///
    /// # Errors
    ///
    /// What is the case instead.
    pub(super) fn check(&self, condition: &Condition) -> Result<(), String> {
        match condition {
            Condition::Refused if self.refused => Ok(()),
            Condition::Refused => Err("the step before was not refused".to_owned()),
            Condition::Thread(thread, is) => self.check_thread(*thread, is),
            Condition::Port(port, parts) => {
                let wrong: Vec<String> =
                    parts.iter().filter_map(|part| self.check_part(*port, part).err()).collect();
                if wrong.is_empty() { Ok(()) } else { Err(wrong.join(", ")) }
            }
        }
    }

    fn check_thread(&self, thread: ThreadId, is: &ThreadIs) -> Result<(), String> {
        let result = self.world.result(thread);
        let ended = |outcome: Option<Outcome>| result.is_some_and(|last| last.outcome == outcome);
        let got = match result {
            Some(Returned { outcome: Some(Outcome::Packets(_)), packets, .. }) => Some(packets),
            _ => None,
        };
        let holds = match is {
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
        };
        if holds { Ok(()) } else { Err(self.found_thread(thread)) }
    }

    fn check_part(&self, port: PortId, part: &PortHas) -> Result<(), String> {
        let snapshot = self.world.machine(port).snapshot();
        let queue = self.world.queue(port);
        let holds = match part {
            PortHas::Queue(patterns) => same(patterns, &queue),
            PortHas::Waiting(threads) => *threads == snapshot.waiting,
            PortHas::Released(threads) => same_set(threads, &snapshot.released),
            PortHas::Paused(threads) => same_set(threads, &snapshot.paused),
            PortHas::Active(number) => *number == snapshot.released.len(),
            PortHas::Devices(devices) => {
                let listed: Vec<_> = snapshot.devices.iter().map(|&(device, _)| device).collect();
                same_set(devices, &listed)
            }
        };
        if holds { Ok(()) } else { Err(self.found_part(port, part, &snapshot, &queue)) }
    }

    fn found_thread(&self, thread: ThreadId) -> String {
        let name = &self.scenario.threads[thread.0 as usize];
        let last = match self.world.result(thread) {
            None => format!("no call of {name} has ended"),
            Some(Returned { outcome, packets, .. }) => match outcome {
                Some(Outcome::Packets(_)) => format!("{name} got {}", packet_list(packets)),
                Some(Outcome::Timeout) => format!("{name} timeout"),
                Some(Outcome::Abandoned) => format!("{name} abandoned"),
                Some(Outcome::Closed) => format!("{name} closed"),
                Some(Outcome::Apc) => format!("{name} apc"),
                None => format!("{name} refused"),
            },
        };
        if self.world.waits(thread) { format!("{last}; {name} waiting") } else { last }
    }

    fn found_part(
        &self,
        port: PortId,
        part: &PortHas,
        snapshot: &Snapshot,
        queue: &[Numbered],
    ) -> String {
        let name = &self.scenario.ports[port.0].name;
        let threads = |ids: &[ThreadId]| {
            let names = ids.iter().map(|id| self.scenario.threads[id.0 as usize].as_str());
            format!("[{}]", names.collect::<Vec<_>>().join(" "))
        };
        let found = match part {
            PortHas::Queue(_) => format!("queue {}", packet_list(queue)),
            PortHas::Waiting(_) => format!("waiting {}", threads(&snapshot.waiting)),
            PortHas::Released(_) => format!("released {}", threads(&snapshot.released)),
            PortHas::Paused(_) => format!("paused {}", threads(&snapshot.paused)),
            PortHas::Active(_) => format!("active {}", snapshot.released.len()),
            PortHas::Devices(_) => {
                let ids = snapshot.devices.iter().map(|(device, _)| device.0 as usize);
                let names: Vec<_> = ids.map(|id| self.scenario.devices[id].as_str()).collect();
                format!("devices [{}]", names.join(" "))
            }
        };
        format!("{name} {found}")
    }
}

/// Packets as an expectation writes them, and their keys.
fn packet_list(packets: &[Numbered]) -> String {
    let names: Vec<String> = packets.iter().map(|packet| format!("p{}", packet.n)).collect();
    let keys: Vec<String> =
        packets.iter().map(|packet| format!("key={}", packet.packet.key)).collect();
    match packets {
        [] => "[]".to_owned(),
        [..] => format!("[{}], which is [{}]", names.join(" "), keys.join(" ")),
    }
}

fn same(patterns: &[Pattern], packets: &[Numbered]) -> bool {
    patterns.len() == packets.len()
        && patterns.iter().zip(packets).all(|(pattern, packet)| pattern.matches(packet))
}

fn same_set<T: PartialEq>(expected: &[T], found: &[T]) -> bool {
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
