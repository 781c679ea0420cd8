//! The released threads: those that run, and count against the limit.

use std::hash::{Hash, Hasher};

use crate::chain::Chain;
use crate::ids::ThreadId;

/// The threads that run on behalf of this port. Their number is the active count.
#[derive(Clone, Debug)]
pub(crate) struct Released(Chain<ThreadId>);

impl Released {
    pub(crate) fn new() -> Self {
        Self(Chain::new())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
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

impl PartialEq for Released {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_members(&other.0)
    }
}

impl Eq for Released {}

impl Hash for Released {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_members(state);
    }
}
