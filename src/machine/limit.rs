//! The concurrency limit: the only place where the active count is compared with it.

use std::num::NonZeroU32;

use super::Machine;
use super::gets::Origin;
use super::moves::{Item, Place, Sink};
use crate::rules::Rule;

/// How many threads a port lets run at a time ([`Rule::C01`], [`Rule::C02`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit(NonZeroU32);

impl Limit {
    /// The limit that was asked for; 0 asks for as many as there are processors.
    #[must_use]
    pub fn new(asked: u32, processors: NonZeroU32) -> Self {
        Self(NonZeroU32::new(asked).unwrap_or(processors))
    }

    /// The limit as a number.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0.get()
    }

    fn has_room_beside(self, active: usize) -> bool {
        active < self.0.get() as usize
    }
}

impl Machine {
    /// Whether one more thread may run.
    pub(super) fn has_free_slot(&self) -> bool {
        self.limit.has_room_beside(self.released.len())
    }

    /// Whether a thread that comes from there may run, once it has given up the slot that it may
    /// hold ([`Rule::C05`]).
    pub(super) fn has_free_slot_for(&self, from: Origin) -> bool {
        let own = usize::from(from == Origin::Here);
        self.limit.has_room_beside(self.released.len() - own)
    }

    /// A thread has stopped counting: if that left a slot free, the newest waiting thread is
    /// released with the oldest packet. At most one is, since at most one slot was freed.
    pub(super) fn slot_freed(&mut self, because: Rule, sink: &mut impl Sink) {
        if !self.has_free_slot() || self.completions.is_empty() {
            return;
        }
        let Some(thread) = self.waiting.pop() else { return };
        let (n, packet) = self.take_packet().expect("a packet is queued");
        let item = Item::Packet { n, packet };
        self.tell(sink, item, Place::Queue, Place::Thread(thread), because);
        self.release_with(thread, packet, sink);
    }
}
