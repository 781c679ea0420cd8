//! The APCs of a thread.

use std::collections::VecDeque;

use windows_sys::Win32::Foundation::STATUS_UNSUCCESSFUL;

use super::Thread;
use crate::codes::Refused;
use crate::dispatcher::{Dispatcher, ObjectId};
use crate::inside;
use crate::waits::{self, Ends, Outside};

/// A function that is called in an alertable wait.
pub(crate) type Apc = Box<dyn FnOnce() + Send>;

/// The APCs that are pending for a thread, and those that it is in the middle of.
#[derive(Default)]
pub(super) struct Apcs {
    pending: VecDeque<Pending>,
    running: u32,
    /// Whether the port of the thread may have been told of more than are pending.
    withdrawn: bool,
}

struct Pending {
    /// The timer that it is of.
    timer: Option<ObjectId>,
    call: Apc,
}

impl Thread {
    /// Queues an APC, which ends an alertable wait.
    ///
    /// By [`Rule::U01`](iocp_sim::Rule::U01), [`Rule::U05`](iocp_sim::Rule::U05).
    pub(crate) fn queue_apc(&self, call: Apc) -> Result<(), Refused> {
        waits::step(|dispatcher, ends| {
            if self.is_over() {
                return Err(Refused(STATUS_UNSUCCESSFUL));
            }
            self.queue(Pending { timer: None, call }, dispatcher, ends);
            Ok(())
        })
    }

    /// Queues the APC of a timer, in this step, unless it is pending already. The thread has not
    /// ended.
    ///
    /// By [`Rule::U01`](iocp_sim::Rule::U01).
    pub(crate) fn queue_apc_of(
        &self,
        timer: ObjectId,
        call: impl FnOnce() -> Apc,
        dispatcher: &mut Dispatcher<Outside>,
        ends: &mut Ends<'_>,
    ) {
        if self.place_of(timer).is_none() {
            self.queue(Pending { timer: Some(timer), call: call() }, dispatcher, ends);
        }
    }

    /// Withdraws the APC of a timer, in this step, if it is pending. What this gives back must not
    /// be dropped in it.
    pub(crate) fn withdraw_apc_of(
        &self,
        timer: ObjectId,
        dispatcher: &mut Dispatcher<Outside>,
    ) -> Option<Apc> {
        let place = self.place_of(timer)?;
        dispatcher.take_apc(self.who);
        let mut state = self.state.lock();
        state.apcs.withdrawn = true;
        state.apcs.pending.remove(place).map(|pending| pending.call)
    }

    fn place_of(&self, timer: ObjectId) -> Option<usize> {
        let state = self.state.lock();
        state.apcs.pending.iter().position(|pending| pending.timer == Some(timer))
    }

    fn queue(&self, pending: Pending, dispatcher: &mut Dispatcher<Outside>, ends: &mut Ends<'_>) {
        self.state.lock().apcs.pending.push_back(pending);
        self.at_ports.queue_apc();
        dispatcher.queue_apc(self.who, ends);
    }

    /// Runs the APCs of the calling thread, in the order in which they came, and those that come
    /// meanwhile; says whether there were any. An alertable wait in one of them runs the next.
    ///
    /// By [`Rule::U01`](iocp_sim::Rule::U01).
    pub(crate) fn run_apcs(&self) -> bool {
        let mut ran = false;
        while let Some(apc) = self.next_apc() {
            ran = true;
            inside::outside(apc);
            self.state.lock().apcs.running -= 1;
        }
        ran
    }

    fn next_apc(&self) -> Option<Apc> {
        waits::step(|dispatcher, _| {
            let mut state = self.state.lock();
            let pending = state.apcs.pending.pop_front()?;
            state.apcs.running += 1;
            dispatcher.take_apc(self.who);
            self.at_ports.run_apcs();
            Some(pending.call)
        })
    }

    /// Makes the port know of the APCs that are pending, where it may know something else: while
    /// the thread is in an APC, since the port was told that all of them run, and after one was
    /// withdrawn. The thread is about to get alertably.
    pub(crate) fn tells_its_port_of_apcs(&self) {
        waits::step(|_, _| {
            let mut state = self.state.lock();
            let apcs = &mut state.apcs;
            if apcs.running > 0 || apcs.withdrawn {
                apcs.withdrawn = false;
                self.at_ports.run_apcs();
                apcs.pending.iter().for_each(|_| self.at_ports.queue_apc());
            }
        });
    }
}
