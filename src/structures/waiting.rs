//! The waiting threads: those that ask for a packet, the last in being the first out.

use std::hash::{Hash, Hasher};

use crate::chain::Chain;
use crate::ids::ThreadId;

/// The threads that wait in a get of this port: a stack from which any thread can step out.
#[derive(Clone, Debug)]
pub(crate) struct Waiting(Chain<ThreadId>);

impl Waiting {
    pub(crate) fn new() -> Self {
        Self(Chain::new())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn contains(&self, thread: ThreadId) -> bool {
        self.0.contains(thread)
    }

    /// Puts `thread` on top.
    pub(crate) fn push(&mut self, thread: ThreadId) {
        self.0.add(thread);
    }

    /// Takes the thread that came last.
    pub(crate) fn pop(&mut self) -> Option<ThreadId> {
        let newest = self.0.newest()?;
        self.0.remove(newest);
        Some(newest)
    }

    /// Takes `thread` out of whatever place it has, and says whether it waited.
    pub(crate) fn remove(&mut self, thread: ThreadId) -> bool {
        self.0.remove(thread)
    }

    /// The threads, the next to leave first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = ThreadId> {
        self.0.newest_first()
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Waiting {}

impl Hash for Waiting {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
        self.iter().for_each(|thread| thread.hash(state));
    }
}
