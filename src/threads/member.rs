//! What a thread knows of itself: the port it belongs to, and where it sleeps.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::state::Shared;
use super::sync::{thread_local, thread_local_cell};
use super::waiter::Waiter;
use crate::ids::ThreadId;
use crate::machine::Event;

/// The calling thread as the ports know it. It leaves its port when it ends.
#[derive(Debug, Default)]
pub(super) struct Member {
    pub(super) home: Option<Home>,
    /// How many calls of [`blocking`](super::blocking) it is inside.
    pub(super) blocked: u32,
    pub(super) waiter: Arc<Waiter>,
}

/// The port that a thread belongs to, which it keeps alive, and its number there.
///
/// The port is held, not named by an address: no other port can take its place in memory.
#[derive(Clone, Debug)]
pub(super) struct Home {
    pub(super) port: Arc<Shared>,
    pub(super) thread: ThreadId,
}

thread_local! {
    static MEMBER: RefCell<Member> = RefCell::default();
}

thread_local_cell! {
    /// The address of the port that the calling thread runs at, and its number there: what
    /// [`MEMBER`] says, for those who ask often. 0 while it is blocked or at no port.
    ///
    /// No other port has this address meanwhile, for the member holds its port.
    static RUNS_AT: (usize, ThreadId) = (0, ThreadId(0));
}

/// The number of the calling thread at `port`, if it belongs to it and is not blocked.
#[inline]
pub(super) fn runs_at(port: &Arc<Shared>) -> Option<ThreadId> {
    let (address, thread) = RUNS_AT.try_with(Cell::get).ok()?;
    (address == Arc::as_ptr(port).addr()).then_some(thread)
}

/// Lets the calling thread act as itself. Nothing user-written runs within `act`.
///
/// A thread whose thread-local values are gone already, which can still call a port from the
/// destructor of another one, comes and goes in one call. After all of Rust's destructors, in one
/// of pthread's keys, the standard library does not know the thread any more, and this panics
/// before anything has moved.
#[inline]
pub(super) fn with_member<R>(act: impl FnOnce(&mut Member) -> R) -> R {
    let mut act = Some(act);
    let here = MEMBER.try_with(|member| {
        let act = act.take().expect("it acts once");
        act(&mut member.borrow_mut())
    });
    match here {
        Ok(result) => result,
        Err(_) => {
            let act = act.take().expect("it has not acted");
            act(&mut Member::default())
        }
    }
}

impl Member {
    /// The number of the thread at `port`, if it belongs to it.
    pub(super) fn at(&self, port: &Arc<Shared>) -> Option<ThreadId> {
        let home = self.home.as_ref()?;
        Arc::ptr_eq(&home.port, port).then_some(home.thread)
    }

    /// Belongs to `port` as `thread` from here on.
    pub(super) fn come(&mut self, home: Home) {
        self.home = Some(home);
        self.note_where_it_runs();
    }

    /// Belongs to no port, since another thread ended this one and took it off its port.
    pub(super) fn is_gone(&mut self) {
        self.home = None;
        self.note_where_it_runs();
    }

    /// Is inside one wait more.
    #[inline]
    pub(super) fn block(&mut self) {
        self.blocked += 1;
        let _ = RUNS_AT.try_with(|cell| cell.set((0, ThreadId(0))));
    }

    /// Is inside one wait less.
    #[inline]
    pub(super) fn unblock(&mut self) {
        self.blocked = self.blocked.saturating_sub(1);
        self.note_where_it_runs();
    }

    fn note_where_it_runs(&self) {
        let home = self.home.as_ref().filter(|_| self.blocked == 0);
        let place =
            home.map_or((0, ThreadId(0)), |home| (Arc::as_ptr(&home.port).addr(), home.thread));
        // A thread that has no such values any more asks in the longer way.
        let _ = RUNS_AT.try_with(|cell| cell.set(place));
    }

    /// Leaves the port it belongs to, if it does, for none. A suspended thread waits until it is
    /// resumed.
    pub(super) fn leave(&mut self) {
        loop {
            let waiter = Arc::clone(&self.waiter);
            let mut seat = waiter.seat.lock();
            if seat.is_suspended() {
                drop(seat);
                waiter.sleep_while_held();
                continue;
            }
            seat.part(|thread| Event::Leave { thread });
            return self.is_gone();
        }
    }

    /// Ends, as far as ports are concerned.
    pub(super) fn exit(&mut self) {
        self.waiter.seat.lock().part(|thread| Event::Exit { thread });
        self.is_gone();
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.exit();
    }
}
