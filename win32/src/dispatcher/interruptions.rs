//! What happens to a waiter rather than to an object: its deadline passes, an APC comes, it is
//! suspended, resumed or ended.

use super::waits::{Deadline, Wait};
use super::{Dispatcher, Outcome, Probe, Sink, WaiterId};

impl<P: Probe> Dispatcher<P> {
    /// The deadline of the wait of `who` passes. There is an outcome if that ends the wait; a
    /// suspended waiter notices on resuming (W06, U10), and one that is in no wait is not affected.
    pub(crate) fn timed_out(&mut self, who: WaiterId) -> Option<Outcome> {
        match self.waiters[who.0].wait.as_mut()? {
            Wait::Objects { terms, .. } => terms.deadline = Deadline::Passed,
            Wait::Address { deadline, .. } => *deadline = Deadline::Passed,
        }
        match self.is_suspended(who) {
            true => None,
            false => self.settle(who),
        }
    }

    /// An APC comes for `who`. It stays pending until it is taken, also when it ends a wait, which
    /// it does if the wait is alertable and `who` is not suspended. Says whether a wait ended.
    pub(crate) fn queue_apc(&mut self, who: WaiterId, sink: &mut impl Sink) -> bool {
        self.waiters[who.0].apcs += 1;
        if self.is_suspended(who) {
            return false;
        }
        let outcome = self.settle(who);
        if let Some(outcome) = outcome {
            sink.wait_ended(who, outcome);
        }
        outcome.is_some()
    }

    /// Resumes `who` once, and returns the count of suspensions from before. When none is left a
    /// wait runs its tests from the beginning; if it goes on it is the newest of those for its
    /// objects (W07), whereas one at an address has kept its place.
    pub(crate) fn resume(&mut self, who: WaiterId, sink: &mut impl Sink) -> u32 {
        let before = self.suspended(who);
        self.waiters[who.0].suspended = before.saturating_sub(1);
        if before == 1 {
            match self.settle(who) {
                Some(outcome) => sink.wait_ended(who, outcome),
                None => self.enqueue(who),
            }
        }
        before
    }
}

impl<P> Dispatcher<P> {
    /// Suspends `who` once more, and returns the count from before. A wait for objects leaves their
    /// queues: others are served, an automatic event stays set, a pulse is missed (W07). A wait at
    /// an address keeps its place, since a wake-up that finds nobody is lost.
    pub(crate) fn suspend(&mut self, who: WaiterId) -> u32 {
        let waiter = &mut self.waiters[who.0];
        let before = waiter.suspended;
        waiter.suspended += 1;
        let wait = waiter.wait.take();
        if let Some(wait @ Wait::Objects { .. }) = &wait {
            self.take_out_of_queues(who, wait);
        }
        self.waiters[who.0].wait = wait;
        before
    }

    /// How often `who` was suspended more than resumed.
    pub(crate) fn suspended(&self, who: WaiterId) -> u32 {
        self.waiters[who.0].suspended
    }

    pub(super) fn is_suspended(&self, who: WaiterId) -> bool {
        self.suspended(who) > 0
    }

    /// How many APCs are pending for `who`.
    #[cfg(test)]
    pub(crate) fn apcs(&self, who: WaiterId) -> u32 {
        self.waiters[who.0].apcs
    }

    /// Takes the oldest pending APC, and says whether there was one.
    pub(crate) fn take_apc(&mut self, who: WaiterId) -> bool {
        let apcs = &mut self.waiters[who.0].apcs;
        let taken = *apcs > 0;
        *apcs -= u32::from(taken);
        taken
    }

    /// Ends `who` from outside: a wait under way is over, also if it is suspended inside it. It is
    /// to leave by itself.
    pub(crate) fn end(&mut self, who: WaiterId, sink: &mut impl Sink) {
        if self.take_out_of_wait(who) {
            sink.wait_ended(who, Outcome::Ended);
        }
    }
}
