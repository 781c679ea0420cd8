//! How a thread is suspended, resumed and ended.

use std::mem;
use std::sync::Arc;
use std::thread;

use windows_sys::Win32::Foundation::{STATUS_SUSPEND_COUNT_EXCEEDED, STATUS_THREAD_IS_TERMINATING};

use super::{Apcs, Ending, NUMBERS, Thread, end};
use crate::codes::Refused;
use crate::{inside, waits};

/// How often a thread can be suspended: MAXIMUM_SUSPEND_COUNT.
const MOST_SUSPENSIONS: u32 = 127;

impl Thread {
    /// Suspends the thread once more, and says how often it was suspended before.
    ///
    /// By [`Rule::C30`](iocp_sim::Rule::C30), [`Rule::U08`](iocp_sim::Rule::U08),
    /// [`Rule::U09`](iocp_sim::Rule::U09), [`Rule::W07`](iocp_sim::Rule::W07).
    pub(crate) fn suspend(&self) -> Result<u32, Refused> {
        let (before, answers) = waits::step(|dispatcher, _| {
            if let Ending::Ended(_) | Ending::IsToEnd(_) = self.state.lock().ending {
                return Err(Refused(STATUS_THREAD_IS_TERMINATING));
            }
            if dispatcher.suspended(self.who) >= MOST_SUSPENSIONS {
                return Err(Refused(STATUS_SUSPEND_COUNT_EXCEEDED));
            }
            let before = dispatcher.suspend(self.who);
            self.at_ports.suspend();
            let interrupts = before == 0 && !self.is_current();
            Ok((before, interrupts.then(|| self.stop.hold())))
        })?;
        match answers {
            Some(answers) => self.stop.wait_for_answer(answers),
            None if self.is_current() => inside::attend(),
            None => {}
        }
        Ok(before)
    }

    /// Takes one suspension back, and says how many there were.
    ///
    /// By [`Rule::C11`](iocp_sim::Rule::C11), [`Rule::C30`](iocp_sim::Rule::C30).
    pub(crate) fn resume(&self) -> Result<u32, Refused> {
        let before = waits::step(|dispatcher, ends| {
            if let Ending::Ended(_) = self.state.lock().ending {
                return Ok(0);
            }
            let before = dispatcher.resume(self.who, ends);
            if before > 0 {
                self.at_ports.resume();
            }
            if before == 1 {
                self.stop.release();
            }
            Ok(before)
        })?;
        self.sleeper.unpark();
        Ok(before)
    }

    /// Makes the thread end: at once if it is in a wait, and else when it next comes to the border
    /// of this library.
    ///
    /// By [`Rule::C29`](iocp_sim::Rule::C29), [`Rule::H08`](iocp_sim::Rule::H08).
    pub(crate) fn terminate(&self, code: u32) {
        waits::step(|dispatcher, ends| {
            let mut state = self.state.lock();
            if let Ending::Ended(_) = state.ending {
                return;
            }
            state.ending = Ending::IsToEnd(code);
            drop(state);
            while dispatcher.suspended(self.who) > 0 {
                dispatcher.resume(self.who, ends);
            }
            self.at_ports.end();
            dispatcher.end(self.who, ends);
            self.stop.release();
            if !self.is_current() {
                self.stop.interrupt();
            }
        });
        if self.is_current() {
            inside::attend();
        }
        self.sleeper.unpark();
    }

    /// What the calling thread does at the border when it is told to look: stands still while it
    /// is suspended, ends if it is to. Whoever ends drops nothing more, so it lets go of itself.
    pub(crate) fn stops_or_ends(self: Arc<Self>) {
        self.sleep_while_suspended();
        let ending = self.state.lock().ending;
        drop(self);
        if let Ending::IsToEnd(code) = ending {
            end(code);
        }
    }

    /// Whether another thread has told it to end. The lock of all waits is held.
    pub(crate) fn is_to_end(&self) -> bool {
        matches!(self.state.lock().ending, Ending::IsToEnd(_))
    }

    /// Sleeps as long as the calling thread is suspended.
    pub(crate) fn sleep_while_suspended(&self) {
        while waits::step(|dispatcher, _| dispatcher.suspended(self.who) > 0) {
            thread::park();
        }
    }

    /// The thread has ended: it leaves its port, abandons its mutexes, loses its APCs, and is
    /// signalled.
    ///
    /// By [`Rule::C18`](iocp_sim::Rule::C18), [`Rule::H06`](iocp_sim::Rule::H06),
    /// [`Rule::U13`](iocp_sim::Rule::U13), [`Rule::U17`](iocp_sim::Rule::U17).
    pub(super) fn has_ended(&self, code: u32) {
        NUMBERS.lock().threads.remove(&self.id);
        self.at_ports.exit();
        let (apcs, agent) = waits::step(|dispatcher, ends| {
            let mut state = self.state.lock();
            if let Ending::Ended(_) = state.ending {
                return (Apcs::default(), None);
            }
            // What the host still does in this thread may come back, as another one.
            (0..dispatcher.suspended(self.who)).for_each(|_| self.at_ports.resume());
            self.at_ports.run_apcs();
            let agent = ends.forget(self.who);
            state.ending = Ending::Ended(code);
            dispatcher.leave(self.who, ends);
            let signalled = dispatcher.end_thread(self.object, ends);
            signalled.expect("it is a thread");
            (mem::take(&mut state.apcs), agent)
        });
        self.stop.has_ended();
        drop((apcs, agent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatcher::{Alert, Mode, Outcome};
    use crate::objects::end_here;
    use crate::waits::Until;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    /// How long something may take that must happen.
    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn a_thread_that_is_suspended_as_it_ends_holds_nobody_up() {
        let ((knows, known), (suspends, suspended), (says, said)) =
            (channel(), channel(), channel());
        thread::spawn(move || {
            // It is inside, so that it goes on to its end.
            inside::enter();
            knows.send(Thread::current()).expect("the test listens");
            suspended.recv_timeout(LIMIT).expect("it is suspended");
            end_here(0);
            // A destructor of something thread-local may sleep.
            let until = Until::after(Duration::from_millis(1));
            says.send(waits::wait(&[], Mode::Any, Alert::Deaf, until, |_, _| Ok(())))
        });
        let thread = known.recv_timeout(LIMIT).expect("it begins");
        assert_eq!(thread.suspend(), Ok(0));
        suspends.send(()).expect("it listens");
        let slept = said.recv_timeout(LIMIT).expect("it does not hold the lock of all waits");
        assert_eq!(slept, Ok(Outcome::Timeout));
    }
}
