//! How many handles name an object.

use std::sync::atomic::{AtomicU32, Ordering};

/// The count of an object's handles. Calls under way are no part of it.
#[derive(Debug)]
pub(crate) struct HandleCount(AtomicU32);

impl HandleCount {
    pub(crate) const fn none() -> Self {
        Self(AtomicU32::new(0))
    }

    pub(crate) const fn one() -> Self {
        Self(AtomicU32::new(1))
    }

    pub(crate) fn count(&self) -> u32 {
        // For people to look at: it orders nothing.
        self.0.load(Ordering::Relaxed)
    }

    /// Adds a handle, while the caller knows that there is another, or none is needed.
    pub(crate) fn add(&self) {
        // Whoever adds holds another handle or a lock: nothing else has to be seen.
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds a handle unless the last one is closed, and says whether it did.
    pub(crate) fn add_if_open(&self) -> bool {
        let next = |count| if count == 0 { None } else { Some(count + 1) };
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok()
    }

    /// Removes a handle, and says whether it was the last.
    pub(crate) fn remove(&self) -> bool {
        // What was done through other handles must be seen by whoever closes the last.
        self.0.fetch_sub(1, Ordering::AcqRel) == 1
    }
}
