//! What can happen to a port, and what a driver is told of it.

use std::fmt;

use crate::ids::{DeviceId, ThreadId};
use crate::rules::Rule;
use crate::structures::{Packet, Status};

/// Something that happens to a port, or to a thread that is at it.
///
/// [`Machine::step`](crate::Machine::step) explains each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named by the types they have")]
pub enum Event {
    /// A device is associated with this port under a key ([`Rule::P01`]).
    Associate { device: DeviceId, key: u64, elsewhere: Elsewhere },
    /// A device's association is replaced by one with this port ([`Rule::A13`]).
    Replace { device: DeviceId, key: u64 },
    /// A device's association with this port is removed ([`Rule::A13`]).
    Remove { device: DeviceId },
    /// The last handle of an associated device is closed ([`Rule::A12`]).
    CloseDevice { device: DeviceId },
    /// An I/O request on an associated device completes; the packet takes the device's key.
    Complete { device: DeviceId, context: u64, status: Status, information: u64 },
    /// A packet is posted ([`Rule::T01`]).
    Post { packet: Packet },
    /// A thread asks for packets.
    Get { thread: ThreadId, call: Call },
    /// A thread that left another port asks for packets, after [`Machine::admit`] let it in.
    ///
    /// [`Machine::admit`]: crate::Machine::admit
    Enter { thread: ThreadId, call: Call },
    /// The deadline of a thread's [`Wait::Timed`] call has passed.
    TimedOut { thread: ThreadId },
    /// A user APC is queued to a thread.
    QueueApc { thread: ThreadId },
    /// A thread runs its pending APCs in an alertable wait that is not this port's.
    RunApcs { thread: ThreadId },
    /// A thread begins to wait for something other than a port ([`Rule::C10`]).
    Block { thread: ThreadId },
    /// Such a wait ends ([`Rule::C11`]).
    Unblock { thread: ThreadId },
    /// A thread's suspend count rises by one.
    Suspend { thread: ThreadId },
    /// A thread's suspend count falls by one.
    Resume { thread: ThreadId },
    /// A thread leaves this port for another one ([`Rule::C06`]).
    Leave { thread: ThreadId },
    /// A thread ends ([`Rule::C18`], [`Rule::C29`]).
    Exit { thread: ThreadId },
    /// The last handle to the port is closed.
    Close,
}

/// What a device that is to be associated is bound to already, other than to this port.
///
/// The driver keeps it with the device, as Windows keeps it in the file object ([`Rule::A01`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elsewhere {
    /// To no other port.
    Unbound,
    /// To another port whose handle is open.
    Open,
    /// To another port whose handle is closed.
    Closed,
}

/// One call that asks for packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// How many packets it can return.
    pub form: Form,
    /// How long it waits.
    pub wait: Wait,
}

/// How many packets a call can return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// One, as GetQueuedCompletionStatus returns it.
    Single,
    /// Up to `max`, as GetQueuedCompletionStatusEx returns them.
    Batch {
        /// The room for packets, at least 1 ([`Rule::E01`]).
        max: u32,
        /// Whether a user APC ends the wait.
        alertable: bool,
    },
}

/// How long a call waits when it finds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// Not at all: a time-out of 0.
    Poll,
    /// Until its driver sends [`Event::TimedOut`].
    Timed,
    /// Without end: INFINITE.
    Forever,
}

/// What a call returned to its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// So many packets; each was a move to the thread just before.
    Packets(u32),
    /// No packet in time.
    Timeout,
    /// No packet: the port was closed during the call.
    Abandoned,
    /// No packet: the port was closed before the call.
    Closed,
    /// No packet: user APCs ran.
    Apc,
}

/// What became of an event that can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Answer {
    /// It happened.
    Done,
    /// Windows refuses it by this rule; nothing moved.
    Refused(Rule),
    /// A time-out that came after the call had returned; nothing moved, the packet counts.
    TooLate,
}

/// What [`Machine::admit`](crate::Machine::admit) says to a thread that comes from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Admission {
    /// Leave the other port, and enter.
    Enter,
    /// The call returns this by this rule; the thread stays where it belongs.
    Returns(Outcome, Rule),
    /// Windows refuses the call by this rule; the thread stays where it belongs.
    Refused(Rule),
}

/// An event that can not happen: a mistake of the driver. Nothing moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Misuse {
    /// The thread waits in, or was suspended inside, a call.
    InCall,
    /// The thread is blocked.
    Blocked,
    /// The thread is suspended.
    Suspended,
    /// The thread is not blocked.
    NotBlocked,
    /// The thread is not suspended.
    NotSuspended,
    /// The thread belongs to this port already.
    Here,
    /// The thread's call has no deadline.
    NoDeadline,
    /// The device is not associated with this port.
    NotAssociated,
    /// Windows XP has neither batches nor alertable gets.
    NoBatches,
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InCall => "the thread is inside a get",
            Self::Blocked => "the thread is blocked",
            Self::Suspended => "the thread is suspended",
            Self::NotBlocked => "the thread is not blocked",
            Self::NotSuspended => "the thread is not suspended",
            Self::Here => "the thread belongs to this port already",
            Self::NoDeadline => "the thread's call has no deadline",
            Self::NotAssociated => "the device is not associated with this port",
            Self::NoBatches => "Windows XP has no batch and no alertable get",
        })
    }
}

impl std::error::Error for Misuse {}

impl Call {
    /// A call for one packet.
    #[must_use]
    pub fn single(wait: Wait) -> Self {
        Self { form: Form::Single, wait }
    }

    /// A call for up to `max` packets.
    #[must_use]
    pub fn batch(max: u32, alertable: bool, wait: Wait) -> Self {
        Self { form: Form::Batch { max, alertable }, wait }
    }

    pub(super) fn max(self) -> u32 {
        match self.form {
            Form::Single => 1,
            Form::Batch { max, .. } => max,
        }
    }

    /// Whether this is a call for several packets.
    #[must_use]
    pub fn is_batch(self) -> bool {
        matches!(self.form, Form::Batch { .. })
    }

    pub(super) fn is_alertable(self) -> bool {
        matches!(self.form, Form::Batch { alertable: true, .. })
    }

    /// The rule by which this call returns when the port is closed under it.
    pub(super) fn abandoned_by(self) -> Rule {
        if self.is_batch() { Rule::E12 } else { Rule::G04 }
    }
}
