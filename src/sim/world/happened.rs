//! What came of a step, and the sink that hears it.

use std::collections::VecDeque;
use std::fmt;

use super::Thread;
use crate::ids::ThreadId;
use crate::machine::{Item, Misuse, Move, Outcome, Place, Sink};
use crate::rules::Rule;
use crate::sim::scenario::PortId;
use crate::structures::Packet;

/// A packet with the number it has among all that went into any port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbered {
    /// The number, counted from 1.
    pub n: u64,
    /// The packet.
    pub packet: Packet,
}

/// What came of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    /// The rule by which the step was refused.
    pub refused: Option<Rule>,
    /// The packets that a thread was done with when it asked again.
    pub done: Vec<Done>,
    /// What moved, in which port; packets have the world's numbers.
    pub moves: Vec<(PortId, Move)>,
    /// The threads whose deadline passed while they were suspended inside their call.
    pub expired: Vec<ThreadId>,
    /// What calls returned.
    pub returns: Vec<Returned>,
}

/// A packet that a thread was done with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The port that the thread belonged to.
    pub port: PortId,
    /// The thread.
    pub thread: ThreadId,
    /// The packet.
    pub packet: Numbered,
    /// The rule by which the thread asked again.
    pub rule: Rule,
}

/// What a call returned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Returned {
    /// The thread that called.
    pub thread: ThreadId,
    /// What it was told, or `None` where Windows refused the call.
    pub outcome: Option<Outcome>,
    /// The packets it got.
    pub packets: Vec<Numbered>,
    /// The rule that says so.
    pub rule: Rule,
}

/// A step that can not happen. Nothing moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// The thread has ended.
    Exited,
    /// The device is closed.
    DeviceClosed,
    /// The time would not fit.
    TimeEnds,
    /// The port can not do it.
    Misuse(Misuse),
}

impl From<Misuse> for Impossible {
    fn from(misuse: Misuse) -> Self {
        Self::Misuse(misuse)
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited => f.write_str("the thread has ended"),
            Self::DeviceClosed => f.write_str("the device is closed"),
            Self::TimeEnds => f.write_str("the time would pass 2^64 nanoseconds"),
            Self::Misuse(misuse) => misuse.fmt(f),
        }
    }
}

impl std::error::Error for Impossible {}

/// Numbers the packets of one port and keeps what its threads are told.
pub(super) struct Recorder<'a> {
    pub(super) port: PortId,
    pub(super) queued: &'a mut VecDeque<u64>,
    pub(super) entered: &'a mut u64,
    pub(super) threads: &'a mut [Thread],
    pub(super) into: &'a mut Happened,
}

impl Sink for Recorder<'_> {
    fn moved(&mut self, mut moved: Move) {
        if let Item::Packet { n, packet } = &mut moved.item {
            *n = if moved.from == Place::Queue {
                self.queued.pop_front().expect("a packet that leaves was queued")
            } else {
                *self.entered += 1;
                *self.entered
            };
            if moved.to == Place::Queue {
                self.queued.push_back(*n);
            }
            if let Place::Thread(thread) = moved.to {
                let arriving = &mut self.threads[thread.0 as usize].arriving;
                arriving.push(Numbered { n: *n, packet: *packet });
            }
        }
        self.into.moves.push((self.port, moved));
    }

    fn returned(&mut self, thread: ThreadId, outcome: Outcome, rule: Rule) {
        let known = &mut self.threads[thread.0 as usize];
        known.deadline_ns = None;
        let packets = std::mem::take(&mut known.arriving);
        known.holds.extend_from_slice(&packets);
        let returned = Returned { thread, outcome: Some(outcome), packets, rule };
        known.result = Some(returned.clone());
        self.into.returns.push(returned);
    }
}
