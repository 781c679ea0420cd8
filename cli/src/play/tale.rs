//! A trace as the player has it: what was counted up to each step, and where it left another.

use iocp_sim::Rule;
use iocp_sim::trace::{PortState, Step, Trace};

/// A trace that is played.
pub(super) struct Tale {
    pub(super) trace: Trace,
    /// What was counted up to each step, the one before the first included.
    counts: Vec<Counts>,
    /// Every port before the first step.
    before: Vec<PortState>,
    /// The step at which it left the one before, and the step that was chosen there.
    pub(super) left: Option<Left>,
}

/// Where a what if begins.
#[derive(Clone)]
pub(super) struct Left {
    pub(super) after: usize,
    pub(super) chosen: String,
}

/// What came of the steps so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    /// Packets that a call returned.
    pub(super) handed: usize,
    /// Threads that were woken.
    pub(super) woken: usize,
}

impl Tale {
    pub(super) fn new(trace: Trace, left: Option<Left>) -> Self {
        let mut counts = vec![Counts::default()];
        for step in &trace.steps {
            let mut count = counts[counts.len() - 1];
            count.handed += step.results.iter().map(|result| result.packets.len()).sum::<usize>();
            count.woken += step.moves.iter().filter(|moved| moved.rule == Rule::W01).count();
            counts.push(count);
        }
        let before = trace.start();
        Self { trace, counts, before, left }
    }

    pub(super) fn last(&self) -> usize {
        self.trace.steps.len()
    }

    /// The step with this number; there is none before the first.
    pub(super) fn step(&self, at: usize) -> Option<&Step> {
        self.trace.steps.get(at.checked_sub(1)?)
    }

    /// The ports after this many steps.
    pub(super) fn state(&self, at: usize) -> &[PortState] {
        self.step(at).map_or(&self.before, |step| &step.state)
    }

    pub(super) fn counts(&self, at: usize) -> Counts {
        self.counts[at.min(self.last())]
    }

    /// The names of the packets that a thread has in hand.
    pub(super) fn holds(&self, at: usize, name: &str) -> Vec<String> {
        let number = self.trace.threads.iter().position(|thread| thread.name == name);
        let held = number.and_then(|number| self.step(at)?.holds.get(number));
        held.into_iter().flatten().map(|packet| packet.name()).collect()
    }

    /// What a thread is after this many steps.
    pub(super) fn doing(&self, at: usize, name: &str) -> Doing {
        let has = |list: &[String]| list.iter().any(|one| one == name);
        for port in self.state(at) {
            if has(&port.waiting) {
                return Doing::Waits;
            }
            if has(&port.paused) {
                return Doing::Pauses;
            }
            if let Some(place) = port.released.iter().position(|one| one == name) {
                // Slots have no numbers: the latest are drawn beside them.
                let over = place >= port.limit as usize;
                return if over { Doing::RunsOver } else { Doing::Runs };
            }
        }
        Doing::Elsewhere
    }

    pub(super) fn queued(&self, at: usize) -> usize {
        self.state(at).iter().map(|port| port.queue.len()).sum()
    }

    fn active(&self, at: usize) -> usize {
        self.state(at).iter().map(|port| port.released.len()).sum()
    }

    /// The processors that no thread of any port runs on.
    pub(super) fn idle(&self, at: usize) -> usize {
        (self.trace.processors.get() as usize).saturating_sub(self.active(at))
    }
}

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doing {
    Waits,
    Runs,
    /// It runs, and as many as the limit allows came before it.
    RunsOver,
    Pauses,
    /// It belongs to no port.
    Elsewhere,
}
