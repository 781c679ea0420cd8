//! The system's own port where there is none: what `native.rs` offers, with no value that it could
//! be offered on.

use iocp_sim::Packet;

use crate::queues::Queue;

/// There is none.
pub(crate) enum Port {}

/// Room for packets that never come.
pub(crate) struct Room;

impl Port {
    pub(crate) fn open(_limit: u32) -> Option<Self> {
        None
    }

    pub(crate) fn take_many(&self, _: &mut Room) -> usize {
        match *self {}
    }
}

impl Room {
    pub(crate) fn new(_: usize) -> Self {
        Self
    }
}

pub(crate) fn name() -> &'static str {
    "native"
}

pub(crate) fn is_wine() -> bool {
    false
}

pub(crate) fn enough(count: u64) -> u64 {
    count
}

impl Queue for Port {
    fn put(&self, _: Packet) {
        match *self {}
    }

    fn take(&self) -> Packet {
        match *self {}
    }

    fn try_take(&self) -> Option<Packet> {
        match *self {}
    }
}
