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
        self.step_unless_suspended(|dispatcher| {
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
        self.step_unless_suspended(|_| {
            let mut state = self.state.lock();
            let apcs = &mut state.apcs;
            if apcs.running > 0 || apcs.withdrawn {
                apcs.withdrawn = false;
                self.at_ports.run_apcs();
                apcs.pending.iter().for_each(|_| self.at_ports.queue_apc());
            }
        });
    }

    /// Takes a step of the calling thread that one which is suspended can not take: it stands still
    /// before, as at the border.
    fn step_unless_suspended<R>(&self, act: impl FnOnce(&mut Dispatcher<Outside>) -> R) -> R {
        let mut act = Some(act);
        loop {
            let result = waits::step(|dispatcher, _| match dispatcher.suspended(self.who) {
                0 => act.take().map(|act| act(dispatcher)),
                _ => None,
            });
            match result {
                Some(result) => return result,
                None => self.sleep_while_suspended(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use iocp_sim::threads::CompletionPort;
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::{Duration, Instant};

    /// How long something may take that must happen.
    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn a_thread_that_is_suspended_before_its_apcs_runs_them_when_it_is_resumed() {
        let ((knows, known), (suspends, suspended), (says, said)) =
            (channel(), channel(), channel());
        let port = CompletionPort::new(1);
        let here = port.clone();
        thread::spawn(move || {
            let me = Thread::current();
            // It is inside, so that it goes on as far as to its APCs.
            inside::enter();
            let _ = here.poll();
            knows.send(Arc::clone(&me)).expect("the test listens");
            suspended.recv_timeout(LIMIT).expect("it is suspended");
            says.send(me.run_apcs())
        });
        let thread = known.recv_timeout(LIMIT).expect("it begins");
        thread.queue_apc(Box::new(|| ())).expect("it has not ended");
        assert_eq!(thread.suspend(), Ok(0));
        suspends.send(()).expect("it listens");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(20) {
            assert!(said.try_recv().is_err(), "it stands still");
        }
        assert_eq!(thread.resume(), Ok(1));
        assert_eq!(said.recv_timeout(LIMIT), Ok(true));
    }
}
