//! A state as a row of lists, and what changes in them from one step to the next.
//!
//! Each port has seven lists: queue, waiting, released, paused, devices, keys, and its limit with
//! whether it is closed and destroyed. Behind all ports each thread has two: the packets that it
//! holds, and its line. Threads and devices stand by their place in the declarations, packets by
//! their number, keys by their text.

use iocp_sim::trace::{Packet, PortState, Step, Trace};

use super::table::Table;
use crate::numbers::Numbers;

/// How many lists a port has.
pub(super) const OF_PORT: usize = 7;

/// How many lists a thread has.
pub(super) const OF_THREAD: usize = 2;

type Lists = Vec<Vec<u64>>;

/// The lists before the first step.
pub(super) fn first(trace: &Trace) -> Lists {
    let mut lists = vec![Vec::new(); trace.ports.len() * OF_PORT];
    for (port, head) in trace.ports.iter().enumerate() {
        lists[port * OF_PORT + 6] = vec![u64::from(head.limit), 0, 0];
    }
    for _ in &trace.threads {
        lists.extend([Vec::new(), vec![0]]);
    }
    lists
}

/// The lists after a step.
pub(super) fn after(step: &Step, numbers: &Numbers<'_>, texts: &mut Table) -> Lists {
    let mut lists = Vec::with_capacity(step.state.len() * OF_PORT + step.pc.len() * OF_THREAD);
    for port in &step.state {
        lists.extend(of_port(port, numbers, texts));
    }
    for (held, &line) in step.holds.iter().zip(&step.pc) {
        lists.push(packets(held));
        lists.push(vec![line as u64]);
    }
    lists
}

fn of_port(port: &PortState, numbers: &Numbers<'_>, texts: &mut Table) -> [Vec<u64>; OF_PORT] {
    let threads = |names: &[String]| {
        let known = names.iter().map(|name| numbers.thread(name));
        known.map(|thread| thread.expect("a thread is declared") as u64).collect()
    };
    let device = |name| numbers.device(name).expect("a device is declared") as u64;
    let devices = port.devices.iter();
    [
        packets(&port.queue),
        threads(&port.waiting),
        threads(&port.released),
        threads(&port.paused),
        devices.clone().map(|(name, _)| device(name)).collect(),
        devices.map(|(_, key)| texts.number(&key.to_string()) as u64).collect(),
        vec![u64::from(port.limit), u64::from(port.closed), u64::from(port.destroyed)],
    ]
}

fn packets(packets: &[Packet]) -> Vec<u64> {
    packets.iter().map(|packet| packet.n).collect()
}

/// What turns `before` into `after`: for each list that differs its place, where the difference
/// begins, how many items go, and the items that come.
pub(super) fn between(before: &Lists, after: &Lists) -> Vec<Vec<u64>> {
    let pairs = before.iter().zip(after).enumerate();
    let differing = pairs.filter(|(_, (old, new))| old != new);
    differing.map(|(place, (old, new))| splice(place, old, new)).collect()
}

fn splice(place: usize, old: &[u64], new: &[u64]) -> Vec<u64> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = ends.take_while(|(old, new)| old == new).count();
    let mut splice = vec![place as u64, start as u64, (old.len() - start - end) as u64];
    splice.extend(&new[start..new.len() - end]);
    splice
}
