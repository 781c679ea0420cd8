//! What each thread does from one step to another without a change.

use iocp_sim::trace::{Packet, PortState, Step, Trace};

/// What a thread does at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// It waits for a packet.
    Waits,
    /// It runs, and is within the limit.
    Runs,
    /// It runs, and others that ran before it take up the limit.
    RunsOver,
    /// It does not count, since it waits elsewhere or is suspended.
    Pauses,
}

/// Steps after which a thread does the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The thread, by the order of declaration.
    pub(super) thread: usize,
    /// The first step after which it does so.
    pub(super) first: usize,
    /// The last one.
    pub(super) last: usize,
    pub(super) does: Does,
    /// The port that it does it at.
    pub(super) port: String,
    /// What it has in hand.
    pub(super) packets: Vec<Packet>,
}

impl Does {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Waits => "waiting",
            Self::Runs => "running",
            Self::RunsOver => "over the limit",
            Self::Pauses => "paused",
        }
    }

    /// Whether what the thread has in hand belongs to what it does.
    pub(super) fn has_packets(self) -> bool {
        match self {
            Self::Waits => false,
            Self::Runs | Self::RunsOver | Self::Pauses => true,
        }
    }
}

impl Stretch {
    pub(super) fn covers(&self, step: usize) -> bool {
        self.first <= step && step <= self.last
    }

    fn goes_on(&self, next: &Self) -> bool {
        let same = self.does == next.does && self.port == next.port;
        same && self.packets == next.packets && self.last + 1 == next.first
    }
}

/// The stretches of all threads, those of one thread in their order. A thread that belongs to no
/// port has none there.
pub(super) fn stretches(trace: &Trace) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (thread, head) in trace.threads.iter().enumerate() {
        let mut latest: Option<Stretch> = None;
        for step in &trace.steps {
            let next = stretch(step, thread, &head.name);
            match (&mut latest, next) {
                (Some(latest), Some(next)) if latest.goes_on(&next) => latest.last = next.last,
                (latest, next) => stretches.extend(std::mem::replace(latest, next)),
            }
        }
        stretches.extend(latest);
    }
    stretches
}

/// What a thread does after one step.
fn stretch(step: &Step, thread: usize, name: &str) -> Option<Stretch> {
    let (port, does) = step.state.iter().find_map(|port| Some((port, does(port, name)?)))?;
    let packets = step.holds.get(thread).cloned().unwrap_or_default();
    let (first, last) = (step.n, step.n);
    Some(Stretch { thread, first, last, does, port: port.port.clone(), packets })
}

fn does(port: &PortState, name: &str) -> Option<Does> {
    if let Some(place) = port.released.iter().position(|known| known == name) {
        let within = u32::try_from(place).is_ok_and(|place| place < port.limit);
        return Some(if within { Does::Runs } else { Does::RunsOver });
    }
    let is_in = |names: &[String]| names.iter().any(|known| known == name);
    let waits = is_in(&port.waiting).then_some(Does::Waits);
    waits.or_else(|| is_in(&port.paused).then_some(Does::Pauses))
}
