//! A timer queue: the timers that are deleted with it.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{HANDLE, STATUS_INVALID_HANDLE};

use super::timer::QueueTimer;
use crate::callbacks::Callbacks;
use crate::codes::Refused;

pub(super) struct TimerQueue {
    /// Those of all its timers, also of those that are deleted.
    pub(super) callbacks: Callbacks,
    timers: Mutex<Timers>,
}

/// Its timers by their numbers, which keep it alive as it does them.
enum Timers {
    Open(BTreeMap<usize, Arc<QueueTimer>>),
    /// The queue is deleted, and gets no more.
    Closed,
}

impl TimerQueue {
    pub(super) fn new() -> Self {
        let timers = Mutex::new(Timers::Open(BTreeMap::new()));
        Self { callbacks: Callbacks::new(), timers }
    }

    pub(super) fn add(&self, ticket: HANDLE, timer: &Arc<QueueTimer>) -> Result<(), Refused> {
        match &mut *self.timers.lock() {
            Timers::Open(timers) => _ = timers.insert(ticket.addr(), Arc::clone(timer)),
            Timers::Closed => return Err(Refused(STATUS_INVALID_HANDLE)),
        }
        Ok(())
    }

    pub(super) fn remove(&self, ticket: HANDLE) {
        match &mut *self.timers.lock() {
            Timers::Open(timers) => drop(timers.remove(&ticket.addr())),
            Timers::Closed => {}
        }
    }

    /// Takes no more timers, and gives those that there are. Somebody else may be deleting one of
    /// them.
    pub(super) fn close(&self) -> BTreeMap<usize, Arc<QueueTimer>> {
        match mem::replace(&mut *self.timers.lock(), Timers::Closed) {
            Timers::Open(timers) => timers,
            Timers::Closed => BTreeMap::new(),
        }
    }
}
