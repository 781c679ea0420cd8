//! A thread as a kernel object.

use std::cell::OnceCell;
use std::sync::Arc;

use super::HandleCount;

/// A thread. It is known by its address, which nothing else has while a handle keeps it.
#[derive(Debug)]
pub(crate) struct Thread {
    pub(crate) handles: HandleCount,
}

thread_local! {
    static THIS: OnceCell<Arc<Thread>> = const { OnceCell::new() };
}

impl Thread {
    /// The calling thread. One that has given up its thread-local values is another each time.
    pub(crate) fn current() -> Arc<Self> {
        let new = || Arc::new(Self { handles: HandleCount::none() });
        THIS.try_with(|this| Arc::clone(this.get_or_init(new))).unwrap_or_else(|_| new())
    }
}
