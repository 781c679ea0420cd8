//! The paused threads: released threads that block elsewhere or are suspended, and do not count.

use std::hash::{Hash, Hasher};

use crate::chain::Chain;
use crate::ids::ThreadId;

/// The threads that belong to this port and can not run, other than by waiting for a packet.
#[derive(Clone, Debug)]
pub(crate) struct Paused(Chain<ThreadId>);

impl Paused {
    pub(crate) fn new() -> Self {
        Self(Chain::new())
    }

    pub(crate) fn contains(&self, thread: ThreadId) -> bool {
        self.0.contains(thread)
    }

    #[inline]
    pub(crate) fn add(&mut self, thread: ThreadId) {
        self.0.add(thread);
    }

    /// Takes `thread` off the list and says whether it stood there.
    #[inline]
    pub(crate) fn remove(&mut self, thread: ThreadId) -> bool {
        self.0.remove(thread)
    }

    /// The threads, in the order of entering.
    pub(crate) fn iter(&self) -> impl Iterator<Item = ThreadId> {
        self.0.oldest_first()
    }
}

impl PartialEq for Paused {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_members(&other.0)
    }
}

impl Eq for Paused {}

impl Hash for Paused {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_members(state);
    }
}
