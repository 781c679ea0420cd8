//! What comes out of the machine: moves between places, each with the rule that caused it.

use super::event::Outcome;
use crate::ids::{DeviceId, ThreadId};
use crate::rules::Rule;
use crate::structures::Packet;

/// Something that went from one place to another, and why.
///
/// `from` and `to` are the same where the rule decided that the item stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// What moved.
    pub item: Item,
    /// Where it was.
    pub from: Place,
    /// Where it is.
    pub to: Place,
    /// The rule that decided it.
    pub rule: Rule,
}

/// What can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// The port itself: open, then closed, then destroyed.
    Port,
    /// A device.
    Device(DeviceId),
    /// A thread.
    Thread(ThreadId),
    /// The `n`-th packet that came to this port, counted from 1.
    Packet {
        /// Its number.
        n: u64,
        /// Its four words.
        packet: Packet,
    },
}

/// Where something can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Nowhere in this port: a thread or device that does not belong to it, a packet being posted.
    Outside,
    /// The device list.
    Devices,
    /// The device on which a packet's request completed.
    Device(DeviceId),
    /// The completion queue.
    Queue,
    /// The waiting threads.
    Waiting,
    /// The released threads.
    Released,
    /// The paused threads.
    Paused,
    /// The thread that received a packet.
    Thread(ThreadId),
    /// Freed with the port, unseen.
    Discarded,
    /// A port with an open handle.
    Open,
    /// A port without a handle.
    Closed,
    /// A port that is no more.
    Destroyed,
}

/// What a driver does with the moves.
///
/// Every call comes in the order in which the step decided, before the step returns.
pub trait Sink {
    /// Something moved.
    fn moved(&mut self, moved: Move);

    /// A thread's call returned, by this rule.
    ///
    /// The thread may be the one whose event is being stepped, whose call then returns at once,
    /// or one that waits, which the driver has to wake. Packets were moved to it just before.
    fn returned(&mut self, thread: ThreadId, outcome: Outcome, rule: Rule);
}

/// A sink that drops everything.
impl Sink for () {
    #[inline]
    fn moved(&mut self, _: Move) {}

    #[inline]
    fn returned(&mut self, _: ThreadId, _: Outcome, _: Rule) {}
}

/// A sink that keeps everything, for tests and tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The moves, in order.
    pub moves: Vec<Move>,
    /// The returns, in order.
    pub returns: Vec<(ThreadId, Outcome, Rule)>,
}

impl Sink for Told {
    fn moved(&mut self, moved: Move) {
        self.moves.push(moved);
    }

    fn returned(&mut self, thread: ThreadId, outcome: Outcome, rule: Rule) {
        self.returns.push((thread, outcome, rule));
    }
}
