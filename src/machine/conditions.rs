//! What is true of each thread apart from where it stands: its waits, suspensions, APCs and call.

use std::hash::{Hash, Hasher};

use super::event::{Call, Misuse};
use crate::ids::ThreadId;
use crate::slots::Slots;

/// The conditions of the threads that were at this port last.
#[derive(Clone, Debug)]
pub(super) struct Conditions(Slots<Condition>);

/// What is true of one thread. A thread that nothing was heard of runs, and has the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Condition {
    /// How many waits outside the port it is in, one within the other.
    pub(super) blocked: u32,
    /// How often it was suspended more than resumed.
    pub(super) suspended: u32,
    /// How many user APCs are pending.
    pub(super) apcs: u32,
    /// The call it waits in, or was suspended inside.
    pub(super) call: Option<Call>,
    /// Whether the deadline of that call passed while it was suspended.
    pub(super) expired: bool,
}

impl Conditions {
    pub(super) fn new() -> Self {
        Self(Slots::new())
    }

    #[inline]
    pub(super) fn of(&self, thread: ThreadId) -> Condition {
        self.0.get(thread.0).copied().unwrap_or_default()
    }

    #[inline]
    pub(super) fn entry(&mut self, thread: ThreadId) -> &mut Condition {
        self.0.entry(thread.0)
    }

    pub(super) fn forget(&mut self, thread: ThreadId) {
        if let Some(condition) = self.0.get_mut(thread.0) {
            *condition = Condition::default();
        }
    }

    /// The conditions that differ from the default.
    pub(super) fn iter(&self) -> impl Iterator<Item = (ThreadId, &Condition)> {
        self.0
            .iter()
            .filter(|(_, condition)| **condition != Condition::default())
            .map(|(number, condition)| (ThreadId(number), condition))
    }
}

impl Condition {
    /// Says why a thread in this condition can not act, if it can not.
    pub(super) fn must_run(&self) -> Result<(), Misuse> {
        self.must_not_be_stopped()?;
        if self.blocked > 0 { Err(Misuse::Blocked) } else { Ok(()) }
    }

    /// Says why a thread in this condition can not begin a wait, if it can not: waits nest.
    pub(super) fn must_not_be_stopped(&self) -> Result<(), Misuse> {
        if self.call.is_some() {
            Err(Misuse::InCall)
        } else if self.suspended > 0 {
            Err(Misuse::Suspended)
        } else {
            Ok(())
        }
    }
}

impl PartialEq for Conditions {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Conditions {}

impl Hash for Conditions {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|condition| condition.hash(state));
    }
}
