//! Where a thread sleeps, and where it finds what was handed to it.

use std::time::Instant;

use super::sync::{Condvar, Flag, Mutex, Spinner, has_passed, wait, wait_until};
use crate::structures::Packet;

/// What a thread that waited is told.
#[derive(Clone, Copy, Debug)]
pub(super) enum Delivery {
    Packet(Packet),
    Timeout,
    Abandoned,
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

/// The place of one thread.
///
/// Whoever hands something over stores it while it holds the port's lock, and wakes the thread
/// after it has released that lock.
#[derive(Debug, Default)]
pub(super) struct Waiter {
    delivery: Mutex<Option<Delivery>>,
    /// Whether there is a delivery, for a thread that spins.
    stored: Flag,
    signal: Condvar,
}

impl Waiter {
    /// Stores what the thread is to find.
    pub(super) fn store(&self, delivery: Delivery) {
        let mut stored = self.delivery.lock();
        let before = stored.replace(delivery);
        assert!(before.is_none(), "a thread is in one call at a time");
        self.stored.set(true);
    }

    /// Wakes the thread, if it sleeps.
    pub(super) fn wake(&self) {
        self.signal.notify_one();
    }

    /// Waits for a delivery, until `deadline` if there is one.
    pub(super) fn wait(
        &self,
        deadline: Option<Instant>,
        strategy: WaitStrategy,
    ) -> Option<Delivery> {
        if let WaitStrategy::Spin { turns } = strategy {
            let spinner = Spinner::default();
            let mut left = turns;
            while left > 0 && !self.stored.is_set() && !has_passed(deadline) {
                spinner.turn();
                left -= 1;
            }
        }
        let mut stored = self.delivery.lock();
        while stored.is_none() {
            match deadline {
                None => stored = wait(&self.signal, stored),
                Some(deadline) => {
                    let (guard, passed) = wait_until(&self.signal, stored, deadline);
                    stored = guard;
                    if passed {
                        break;
                    }
                }
            }
        }
        self.stored.set(false);
        stored.take()
    }

    /// Lets the deadline of the thread's wait pass.
    #[cfg(loom)]
    pub(super) fn pass_deadline(&self) {
        self.signal.pass_deadline(&self.delivery.lock());
    }

    /// Takes what was stored, without waiting.
    pub(super) fn take(&self) -> Option<Delivery> {
        self.stored.set(false);
        self.delivery.lock().take()
    }
}
