//! A copy of the five structures, to be shown and compared.

use super::Machine;
use crate::ids::{DeviceId, ThreadId};
use crate::structures::Packet;

/// What the five structures of a port hold at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// How many threads the port lets run at a time.
    pub limit: u32,
    /// Whether the last handle is closed.
    pub closed: bool,
    /// Whether the port is no more.
    pub destroyed: bool,
    /// The devices with their keys, in the order of association.
    pub devices: Vec<(DeviceId, u64)>,
    /// The packets with their numbers, the next to leave first.
    pub queue: Vec<(u64, Packet)>,
    /// The waiting threads, the next to leave first.
    pub waiting: Vec<ThreadId>,
    /// The released threads, in the order of entering. Their number is the active count.
    pub released: Vec<ThreadId>,
    /// The paused threads, in the order of entering.
    pub paused: Vec<ThreadId>,
}

impl Machine {
    /// Copies the five structures, in time proportional to what they hold.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let first = self.arrived + 1 - self.completions.len() as u64;
        Snapshot {
            limit: self.limit.get(),
            closed: self.is_closed(),
            destroyed: self.is_destroyed(),
            devices: self.devices.iter().collect(),
            queue: (first..).zip(self.completions.iter().copied()).collect(),
            waiting: self.waiting.iter().collect(),
            released: self.released.iter().collect(),
            paused: self.paused.iter().collect(),
        }
    }

    /// The queued packets, the next to leave first. This and the next four copy nothing.
    pub(crate) fn packets(&self) -> impl Iterator<Item = Packet> {
        self.completions.iter().copied()
    }

    /// The waiting threads, the next to leave first.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = ThreadId> {
        self.waiting.iter()
    }

    /// The released threads, in the order of entering.
    pub(crate) fn released(&self) -> impl Iterator<Item = ThreadId> {
        self.released.iter()
    }

    /// The paused threads, in the order of entering.
    pub(crate) fn paused(&self) -> impl Iterator<Item = ThreadId> {
        self.paused.iter()
    }

    /// The devices, in the order of association.
    pub(crate) fn devices(&self) -> impl Iterator<Item = DeviceId> {
        self.devices.iter().map(|(device, _)| device)
    }
}
