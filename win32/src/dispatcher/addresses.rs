//! Waits at an address, on which WaitOnAddress and the locks of user mode stand. An address has no
//! state: a wake-up that finds nobody is lost, so a suspended waiter can be woken too.

use super::waits::{Deadline, Wait, Wake, take_out};
use super::{Dispatcher, Probe, Sink, WaiterId};

impl<P: Probe> Dispatcher<P> {
    /// Begins a wait at an address, behind all others there. No APC ends it.
    pub(crate) fn wait_at(&mut self, who: WaiterId, address: usize) {
        assert!(!self.is_waiting(who), "a waiter is in one wait at a time");
        let wait = Wait::Address { address, wake: Wake::Awaited, deadline: Deadline::Ahead };
        self.waiters[who.0].wait = Some(wait);
        self.addresses.entry(address).or_default().push_back(who);
    }

    /// Wakes so many of those who wait at an address, the oldest first, and says how many. The wait
    /// of one that is suspended ends when it is resumed.
    pub(crate) fn wake_at(&mut self, address: usize, how_many: u32, sink: &mut impl Sink) -> u32 {
        let mut woken = 0;
        while woken < how_many
            && let Some(who) = self.take_oldest_at(address)
        {
            self.wake(who, sink);
            woken += 1;
        }
        woken
    }

    fn wake(&mut self, who: WaiterId, sink: &mut impl Sink) {
        let Some(Wait::Address { wake, .. }) = &mut self.waiters[who.0].wait else {
            unreachable!("who stands at an address waits there");
        };
        *wake = Wake::Come;
        if !self.is_suspended(who) {
            let outcome = self.settle(who).expect("a wake-up ends a wait");
            sink.wait_ended(who, outcome);
        }
    }
}

impl<P> Dispatcher<P> {
    /// Who waits at an address and was not woken, the oldest first.
    pub(crate) fn waiters_at(&self, address: usize) -> impl Iterator<Item = WaiterId> {
        self.addresses.get(&address).into_iter().flatten().copied()
    }

    fn take_oldest_at(&mut self, address: usize) -> Option<WaiterId> {
        let oldest = self.waiters_at(address).next()?;
        self.take_out_at(address, oldest);
        Some(oldest)
    }

    /// Takes `who` out of the queue at an address, if it is there.
    pub(super) fn take_out_at(&mut self, address: usize, who: WaiterId) {
        let Some(queue) = self.addresses.get_mut(&address) else { return };
        take_out(queue, who);
        if queue.is_empty() {
            self.addresses.remove(&address);
        }
    }
}
