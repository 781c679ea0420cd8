//! What can go wrong, one small error for each operation.

use std::fmt;

use crate::structures::Packet;

/// Why a get returned no packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GetError {
    /// No packet came in time ([`Rule::G03`](crate::Rule::G03)).
    ///
    /// There may be packets in the queue: if the limit is reached a get waits, or ends, without
    /// them ([`Rule::C16`](crate::Rule::C16)). The thread counts against the limit from here on.
    Timeout,
    /// The port was closed during the call ([`Rule::G04`](crate::Rule::G04)).
    Abandoned,
    /// The port was closed before the call ([`Rule::G05`](crate::Rule::G05)).
    Closed,
    /// The thread is inside [`blocking`](super::blocking): it waits for something else.
    Blocking,
    /// The batch has room for no packet ([`Rule::E01`](crate::Rule::E01)).
    NoRoom,
    /// Windows XP has no batches ([`Rule::E13`](crate::Rule::E13)).
    NoBatches,
    /// The get was alertable, and user APCs are pending ([`Rule::E07`](crate::Rule::E07)): they are
    /// to be run.
    Apc,
    /// Another thread ended this one ([`Thread::end`](super::Thread::end)).
    Ended,
}

impl fmt::Display for GetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timeout => "no packet came in time",
            Self::Abandoned => "the port was closed during the call",
            Self::Closed => "the port is closed",
            Self::Blocking => "the thread is inside `blocking`, and can not get packets there",
            Self::NoRoom => "the batch has room for no packet",
            Self::NoBatches => "Windows XP has no batches",
            Self::Apc => "APCs are to be run",
            Self::Ended => "the thread was ended",
        })
    }
}

impl std::error::Error for GetError {}

/// A packet that was not posted, since the port is closed ([`Rule::T08`](crate::Rule::T08)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostError(pub Packet);

impl fmt::Display for PostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the port is closed, so the packet was not posted")
    }
}

impl std::error::Error for PostError {}

/// How many of several packets were posted before the port was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostManyError {
    /// How many packets were posted: the first ones.
    pub posted: usize,
}

impl fmt::Display for PostManyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the port is closed; {} packets were posted before", self.posted)
    }
}

impl std::error::Error for PostManyError {}

/// Why a device was not associated. The device is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssociateError {
    /// The port is closed ([`Rule::A20`](crate::Rule::A20)).
    PortClosed,
    /// The device has a port already ([`Rule::A03`](crate::Rule::A03)).
    Associated,
    /// The device belongs to a port that was closed ([`Rule::A21`](crate::Rule::A21)).
    PortOfDeviceClosed,
    /// Before Windows 8.1 no association can be changed ([`Rule::A13`](crate::Rule::A13)).
    NotInThisProfile,
}

impl fmt::Display for AssociateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PortClosed => "the port is closed",
            Self::Associated => "the device has a port already",
            Self::PortOfDeviceClosed => "the device still belongs to a port that was closed",
            Self::NotInThisProfile => "before Windows 8.1 no association can be changed",
        })
    }
}

impl std::error::Error for AssociateError {}
