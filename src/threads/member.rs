//! What a thread knows of itself: the port it belongs to, and where it sleeps.

use std::cell::RefCell;
use std::sync::Arc;

use super::state::{Heard, Shared};
use super::sync::thread_local;
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
#[derive(Debug)]
pub(super) struct Home {
    pub(super) port: Arc<Shared>,
    pub(super) thread: ThreadId,
}

thread_local! {
    static MEMBER: RefCell<Member> = RefCell::default();
}

/// Lets the calling thread act as itself. Nothing user-written runs within `act`.
///
/// A thread whose thread-local values are gone already, which can still call a port from the
/// destructor of another one, comes and goes in one call.
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

    /// Leaves the port it belongs to, by `event`.
    pub(super) fn part(&mut self, event: fn(ThreadId) -> Event) {
        let Some(Home { port, thread }) = self.home.take() else { return };
        let mut heard = Heard::default();
        let mut state = port.lock();
        let answer = state.step(event(thread), None, &mut heard, None);
        let _ = answer.expect("a running thread can leave");
        state.part(thread);
        drop(state);
        heard.wake();
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.part(|thread| Event::Exit { thread });
    }
}
