//! The names that drivers give to threads and devices.

use crate::chain::Id;

/// A thread, by a number that its driver gave it.
///
/// Numbers are used as indexes: count them up from 0 and give a free one again, since a port
/// keeps room for every number up to the largest it has seen. `u32::MAX` is not a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u32);

/// A device (in Windows a file object: a file, a pipe, a socket), by a number that its driver
/// gave it. Numbers are used as indexes, as those of [`ThreadId`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceId(pub u32);

impl Id for ThreadId {
    fn from_number(number: u32) -> Self {
        Self(number)
    }

    fn number(self) -> u32 {
        self.0
    }
}

impl Id for DeviceId {
    fn from_number(number: u32) -> Self {
        Self(number)
    }

    fn number(self) -> u32 {
        self.0
    }
}
