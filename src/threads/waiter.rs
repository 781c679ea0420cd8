//! Where a thread sleeps, and where it finds what was handed to it.

use std::time::Instant;

use super::seat::Seat;
use super::sync::{CachePadded, Flag, Mutex, Signal, Spinner, Thread, has_passed};
use crate::structures::Packet;

/// What a thread that waited is told.
#[derive(Clone, Debug)]
pub(super) enum Delivery {
    Packet(Packet),
    /// What a batch took that went on after a suspension.
    Packets(Vec<Packet>),
    Timeout,
    Abandoned,
    Apc,
    /// Another thread ended this one.
    Ended,
}

/// How a waiting thread waits. In any case it stands among the waiting threads all the time, so
/// order and limit hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WaitStrategy {
    /// It sleeps at once. Right for pools that are idle now and then.
    #[default]
    Park,
    /// It looks so often for a packet, on the processor at first, then yielding it, before it
    /// sleeps. It is woken sooner, and costs a processor meanwhile.
    Spin {
        /// How often it looks: 64 is a fair number.
        turns: u32,
    },
}

/// The place of one thread, which makes it.
///
/// Whoever hands something over stores it while it holds the port's lock, and wakes the thread
/// after it has released that lock.
#[derive(Debug, Default)]
pub(super) struct Waiter {
    delivery: Mutex<Option<Delivery>>,
    /// Whether there is a delivery. A thread that looks again and again does not disturb those who
    /// use the rest.
    stored: CachePadded<Flag>,
    signal: Signal,
    /// Whether the thread is suspended, and whether it was ended. Set while the seat is locked.
    /// `held` is set before its port is told, and reset after that, so that a thread which finds
    /// at its port that it is suspended can sleep on this; `ended` is set before the lock of the
    /// port is taken, under which the thread looks at it.
    held: Flag,
    ended: Flag,
    pub(super) seat: Mutex<Seat>,
}

impl Waiter {
    /// The thread whose place this is.
    pub(super) fn thread(&self) -> &Thread {
        self.signal.thread()
    }

    /// Says whether the thread is to go no further until it is resumed.
    pub(super) fn hold(&self, held: bool) {
        self.held.set(held);
    }

    /// The thread is to go no further.
    pub(super) fn end(&self) {
        self.ended.set(true);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.is_set()
    }

    /// Sleeps while the thread is suspended.
    pub(super) fn sleep_while_held(&self) {
        self.signal.sleep(|| !self.held.is_set(), None);
    }

    /// Stores what the thread is to find.
    pub(super) fn store(&self, delivery: Delivery) {
        let before = self.delivery.lock().replace(delivery);
        assert!(before.is_none(), "a thread is in one call at a time");
        self.stored.set(true);
    }

    /// Wakes the thread, if it sleeps.
    pub(super) fn wake(&self) {
        self.signal.wake();
    }

    /// Waits for a delivery, until `deadline` if there is one.
    pub(super) fn wait(
        &self,
        deadline: Option<Instant>,
        strategy: WaitStrategy,
    ) -> Option<Delivery> {
        if let WaitStrategy::Spin { turns } = strategy {
            let mut spinner = Spinner::default();
            let mut left = turns;
            while left > 0 && !self.stored.is_set() && !has_passed(deadline) {
                spinner.turn();
                left -= 1;
            }
        }
        self.signal.sleep(|| self.stored.is_set(), deadline);
        self.take()
    }

    /// Lets the deadline of the thread's wait pass.
    #[cfg(loom)]
    pub(super) fn pass_deadline(&self) {
        self.signal.pass_deadline();
    }

    /// Takes what was stored, without waiting.
    pub(super) fn take(&self) -> Option<Delivery> {
        if !self.stored.is_set() {
            return None;
        }
        self.stored.set(false);
        self.delivery.lock().take()
    }
}
