//! What each thread does from one step to another without a change.

use iocp_sim::trace::{Packet, Step, Trace};

use crate::does::Does;
use crate::numbers::Numbers;

/// Steps after which a thread does the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch<'a> {
    /// The first step after which it does so.
    pub(super) first: usize,
    /// The last one.
    pub(super) last: usize,
    pub(super) does: Does,
    /// The port that it does it at.
    pub(super) port: &'a str,
    /// What it has in hand.
    pub(super) packets: &'a [Packet],
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

impl Stretch<'_> {
    fn goes_on(&self, next: &Self) -> bool {
        let same = self.does == next.does && self.port == next.port;
        same && self.packets == next.packets && self.last + 1 == next.first
    }
}

/// The stretches of each thread, in their order. A thread that belongs to no port has none there.
pub(super) fn stretches<'a>(trace: &'a Trace, numbers: &Numbers<'_>) -> Vec<Vec<Stretch<'a>>> {
    let mut stretches: Vec<Vec<Stretch<'_>>> = vec![Vec::new(); trace.threads.len()];
    for step in &trace.steps {
        for (thread, next) in after(step, numbers) {
            let own = &mut stretches[thread];
            match own.last_mut() {
                Some(latest) if latest.goes_on(&next) => latest.last = next.last,
                _ => own.push(next),
            }
        }
    }
    stretches
}

/// Whether one of the stretches of a thread has this step.
pub(super) fn covers(stretches: &[Stretch<'_>], step: usize) -> bool {
    let begun = stretches.partition_point(|stretch| stretch.first <= step);
    begun.checked_sub(1).is_some_and(|latest| step <= stretches[latest].last)
}

/// What the threads at ports do after one step.
fn after<'a>(step: &'a Step, numbers: &Numbers<'_>) -> impl Iterator<Item = (usize, Stretch<'a>)> {
    let all = step.state.iter().flat_map(|port| Does::all(port).map(move |it| (port, it)));
    all.filter_map(|(port, (name, does))| {
        let thread = numbers.thread(name)?;
        let packets = step.holds.get(thread).map(Vec::as_slice).unwrap_or_default();
        let (first, last) = (step.n, step.n);
        Some((thread, Stretch { first, last, does, port: &port.port, packets }))
    })
}
