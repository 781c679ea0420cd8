//! What can happen, and what it answers, in numbers that the dispatcher and the naive model share.

use windows_sys::Win32::Foundation::NTSTATUS;

use super::{Alert, Flag, Mode, Object, Outcome, Patience};

/// Objects and waiters are named by their places in a world.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Wait { who: usize, objects: Vec<usize>, mode: Mode, alert: Alert, patience: Patience },
    WaitAt { who: usize, address: usize },
    WakeAt { address: usize, how_many: u32 },
    Waiter(usize, Happens),
    Object(usize, Change),
}

/// What happens to a waiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happens {
    TimedOut,
    Apc,
    TakesApc,
    Suspended,
    Resumed,
    Ended,
    Leaves,
    Comes,
}

/// What happens to an object.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Set,
    Unset,
    Pulse,
    Release(u32),
    ReleaseMutex {
        by: usize,
    },
    Fire,
    Arm,
    EndThread,
    Outside(bool),
    /// It goes, and another takes its place.
    Replace(Object<Flag>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    Done,
    Outcome(Option<Outcome>),
    /// A state or a count from before.
    Before(i64),
    Refused(NTSTATUS),
    EndedWait(bool),
}

/// The waits that a step has ended, in their order.
pub(super) type Told = Vec<(usize, Outcome)>;
