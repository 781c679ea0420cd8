//! What other threads know of a thread, and what they did to it.
//!
//! The lock of a seat is taken before that of a port, and no two seats are locked at a time.

use super::member::Home;
use super::state::Heard;
use super::waiter::{Delivery, Waiter};
use crate::ids::ThreadId;
use crate::machine::Event;

/// The place of a thread, as others see it.
#[derive(Debug, Default)]
pub(super) struct Seat {
    /// The port that the thread belongs to: what the thread itself knows as well.
    home: Option<Home>,
    /// How many user APCs are pending for the thread. The machine of its port is told of each.
    pub(super) apcs: u32,
    /// How often the thread is suspended. The machine of its port is told of each time.
    pub(super) suspended: u32,
    /// Whether the thread is in a pause that others may end, and that nobody has ended.
    pub(super) paused: bool,
}

impl Seat {
    pub(super) fn is_suspended(&self) -> bool {
        self.suspended > 0
    }

    pub(super) fn home(&self) -> Option<&Home> {
        self.home.as_ref()
    }

    /// The thread belongs to this port from here on.
    pub(super) fn come(&mut self, home: Home) {
        self.home = Some(home);
    }

    /// Sends an event about the thread to its port, if it has one.
    pub(super) fn step(&self, event: impl FnOnce(ThreadId) -> Event) {
        if let Some(Home { port, thread }) = &self.home {
            let _ = port.step(event(*thread)).expect("the seat and the port know the same");
        }
    }

    /// Takes the thread off its port if it is in a get there that has not returned, and says
    /// whether it was.
    pub(super) fn end_in_get(&mut self, waiter: &Waiter) -> bool {
        let Some(Home { port, thread }) = &self.home else { return false };
        let mut state = port.lock();
        if !state.machine.is_in_call(*thread) {
            return false;
        }
        let mut heard = Heard::default();
        let answer = state.step(Event::Exit { thread: *thread }, None, &mut heard, None);
        let _ = answer.expect("any thread can end");
        state.part(*thread);
        waiter.store(Delivery::Ended);
        drop(state);
        heard.wake();
        self.home = None;
        true
    }

    /// Takes the thread off its port, if it has one, by an event.
    pub(super) fn part(&mut self, event: impl FnOnce(ThreadId) -> Event) {
        self.paused = false;
        let Some(Home { port, thread }) = self.home.take() else { return };
        let mut heard = Heard::default();
        let mut state = port.lock();
        let answer = state.step(event(thread), None, &mut heard, None);
        let _ = answer.expect("a thread that runs can leave, and any can end");
        state.part(thread);
        drop(state);
        heard.wake();
    }
}
