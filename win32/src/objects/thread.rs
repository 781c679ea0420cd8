//! A thread as a kernel object: it waits, has APCs, can be suspended, and ends.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Instant;

use iocp_sim::threads;
use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{
    STATUS_PENDING, STATUS_SUSPEND_COUNT_EXCEEDED, STATUS_THREAD_IS_TERMINATING,
    STATUS_UNSUCCESSFUL, STILL_ACTIVE,
};

use super::HandleCount;
use crate::codes::{self, Refused};
use crate::dispatcher::{self, Life, ObjectId, Outcome, WaiterId};
use crate::ending;
use crate::inside;
use crate::suspension::Stop;
use crate::waits::{self, Agent};

/// How often a thread can be suspended: MAXIMUM_SUSPEND_COUNT.
const MOST_SUSPENSIONS: u32 = 127;

/// A thread. Others know it by its handles and by its number.
pub(crate) struct Thread {
    pub(crate) handles: HandleCount,
    pub(crate) id: u32,
    who: WaiterId,
    object: ObjectId,
    at_ports: threads::Thread,
    sleeper: thread::Thread,
    /// How the wait of this thread ended, in the code of an outcome; nothing has to be seen with it
    /// but what the lock of all waits guards.
    outcome: AtomicI32,
    stop: Stop,
    /// Guarded by the lock of all waits as well, under which alone it changes.
    state: Mutex<State>,
}

/// What the lock of all waits guards of a thread.
struct State {
    apcs: VecDeque<Apc>,
    /// How many of its APCs the thread is in the middle of.
    runs_apcs: u32,
    ending: Ending,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Runs,
    /// It is to end with this code, as soon as it comes to the border of the library.
    IsToEnd(u32),
    Ended(u32),
}

/// A function that is called in an alertable wait.
pub(crate) type Apc = Box<dyn FnOnce() + Send>;

/// The calling thread, which ends with this.
struct Current(Arc<Thread>);

thread_local! {
    static THIS: RefCell<Option<Current>> = const { RefCell::new(None) };
    /// The number of the calling thread, for those who ask often; 0 before it has one.
    static NUMBER: Cell<u32> = const { Cell::new(0) };
}

/// The threads that have not ended, by their numbers.
static NUMBERS: Mutex<Numbers> =
    Mutex::new(Numbers { next: FIRST_NUMBER, threads: BTreeMap::new() });

struct Numbers {
    next: u32,
    threads: BTreeMap<u32, Weak<Thread>>,
}

/// Numbers are multiples of 4, as in Windows.
const FIRST_NUMBER: u32 = 0x1000;

impl Thread {
    /// The calling thread. One that has given up its thread-local values is another each time.
    pub(crate) fn current() -> Arc<Self> {
        let known = THIS.try_with(|this| {
            let mut this = this.borrow_mut();
            let current = this.get_or_insert_with(|| {
                let thread = Self::new();
                inside::is_stopped_by((&raw const thread.stop).cast_mut());
                NUMBER.set(thread.id);
                Current(thread)
            });
            Arc::clone(&current.0)
        });
        known.unwrap_or_else(|_| Self::new())
    }

    /// The number of the calling thread.
    #[inline]
    pub(crate) fn current_id() -> u32 {
        match NUMBER.get() {
            0 => Self::current().id,
            number => number,
        }
    }

    fn new() -> Arc<Self> {
        let mut numbers = NUMBERS.lock();
        let id = numbers.next;
        numbers.next = id.checked_add(4).unwrap_or(FIRST_NUMBER);
        let (who, object) = waits::step(|dispatcher, _| {
            (dispatcher.come(), dispatcher.add(dispatcher::Object::Thread(Life::Running)))
        });
        let state = State { apcs: VecDeque::new(), runs_apcs: 0, ending: Ending::Runs };
        let thread = Arc::new(Self {
            handles: HandleCount::none(),
            id,
            who,
            object,
            at_ports: threads::Thread::current(),
            sleeper: thread::current(),
            outcome: AtomicI32::new(STATUS_PENDING),
            stop: Stop::current(),
            state: Mutex::new(state),
        });
        numbers.threads.insert(id, Arc::downgrade(&thread));
        drop(numbers);
        let agent = Arc::clone(&thread);
        waits::step(|_, ends| ends.tell(who, agent));
        thread
    }

    /// The thread of this number, if it has not ended.
    pub(crate) fn find(id: u32) -> Option<Arc<Self>> {
        NUMBERS.lock().threads.get(&id).and_then(Weak::upgrade)
    }

    /// Its number among those who wait, until it has ended.
    pub(crate) fn who(&self) -> WaiterId {
        self.who
    }

    /// What others wait for.
    pub(crate) fn object(&self) -> ObjectId {
        self.object
    }

    /// The code that it ended with, or STILL_ACTIVE.
    pub(crate) fn exit_code(&self) -> u32 {
        match self.state.lock().ending {
            Ending::Runs | Ending::IsToEnd(_) => STILL_ACTIVE.cast_unsigned(),
            Ending::Ended(code) => code,
        }
    }

    fn is_current(&self) -> bool {
        let is = |this: &RefCell<Option<Current>>| {
            this.borrow().as_ref().is_some_and(|Current(thread)| std::ptr::eq(&**thread, self))
        };
        THIS.try_with(is).unwrap_or(false)
    }
}

/// Waits.
impl Thread {
    /// Its outcome is none from here on. It holds the lock of all waits.
    pub(crate) fn prepares_to_sleep(&self) {
        self.outcome.store(STATUS_PENDING, Ordering::Relaxed);
    }

    /// Counts at its port again, since its wait has ended. The lock of all waits is held.
    ///
    /// By [`Rule::C11`](iocp_sim::Rule::C11).
    pub(crate) fn counts_again(&self) {
        self.at_ports.end_pause();
    }

    /// Sleeps until there is an outcome; none if the deadline passes before.
    pub(crate) fn outcome_until(&self, deadline: Option<Instant>) -> Option<Outcome> {
        loop {
            match self.outcome.load(Ordering::Acquire) {
                STATUS_PENDING => {}
                code => return Some(codes::outcome(code)),
            }
            let Some(deadline) = deadline else {
                thread::park();
                continue;
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            thread::park_timeout(left);
        }
    }
}

impl Agent for Thread {
    fn wait_ended(&self, outcome: Outcome) {
        self.counts_again();
        // The thread may go on from here.
        self.outcome.store(codes::of_wait(outcome), Ordering::Release);
    }

    fn wake(&self) {
        self.sleeper.unpark();
    }
}

/// APCs.
impl Thread {
    /// Queues an APC, which ends an alertable wait.
    ///
    /// By [`Rule::U01`](iocp_sim::Rule::U01), [`Rule::U05`](iocp_sim::Rule::U05).
    pub(crate) fn queue_apc(&self, apc: Apc) -> Result<(), Refused> {
        waits::step(|dispatcher, ends| {
            let mut state = self.state.lock();
            if let Ending::Ended(_) = state.ending {
                return Err(Refused(STATUS_UNSUCCESSFUL));
            }
            state.apcs.push_back(apc);
            drop(state);
            self.at_ports.queue_apc();
            dispatcher.queue_apc(self.who, ends);
            Ok(())
        })
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
            self.state.lock().runs_apcs -= 1;
        }
        ran
    }

    fn next_apc(&self) -> Option<Apc> {
        waits::step(|dispatcher, _| {
            let mut state = self.state.lock();
            let apc = state.apcs.pop_front()?;
            state.runs_apcs += 1;
            dispatcher.take_apc(self.who);
            self.at_ports.run_apcs();
            Some(apc)
        })
    }

    /// Makes the port know of the APCs that are pending while the thread is in one of them: it was
    /// told that all of them run. The thread is about to get alertably.
    pub(crate) fn tells_its_port_of_apcs(&self) {
        waits::step(|_, _| {
            let state = self.state.lock();
            if state.runs_apcs > 0 {
                self.at_ports.run_apcs();
                state.apcs.iter().for_each(|_| self.at_ports.queue_apc());
            }
        });
    }
}

/// Suspension and end.
impl Thread {
    /// Suspends the thread once more, and says how often it was suspended before.
    ///
    /// By [`Rule::C30`](iocp_sim::Rule::C30), [`Rule::U08`](iocp_sim::Rule::U08),
    /// [`Rule::W07`](iocp_sim::Rule::W07).
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
    /// is suspended, ends if it is to.
    pub(crate) fn stops_or_ends(&self) {
        self.sleep_while_suspended();
        let ending = self.state.lock().ending;
        if let Ending::IsToEnd(code) = ending {
            end(code);
        }
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
    /// By [`Rule::C18`](iocp_sim::Rule::C18), [`Rule::H06`](iocp_sim::Rule::H06).
    fn has_ended(&self, code: u32) {
        NUMBERS.lock().threads.remove(&self.id);
        self.at_ports.exit();
        let (apcs, agent) = waits::step(|dispatcher, ends| {
            let mut state = self.state.lock();
            if let Ending::Ended(_) = state.ending {
                return (VecDeque::new(), None);
            }
            let agent = ends.forget(self.who);
            state.ending = Ending::Ended(code);
            dispatcher.leave(self.who, ends);
            let signalled = dispatcher.end_thread(self.object, ends);
            signalled.expect("it is a thread");
            (std::mem::take(&mut state.apcs), agent)
        });
        drop((apcs, agent));
    }
}

/// Ends the calling thread, as far as this library knows it. If it comes back, in a destructor of
/// something thread-local, it is another one.
pub(crate) fn end_here(code: u32) {
    inside::is_stopped_by(std::ptr::null_mut());
    NUMBER.set(0);
    let current = THIS.try_with(|this| this.borrow_mut().take()).ok().flatten();
    if let Some(current) = current {
        current.0.has_ended(code);
    }
}

/// Ends the calling thread.
pub(crate) fn end(code: u32) -> ! {
    end_here(code);
    ending::end_at_the_host()
}

impl Drop for Current {
    fn drop(&mut self) {
        inside::is_stopped_by(std::ptr::null_mut());
        NUMBER.set(0);
        self.0.has_ended(0);
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        waits::remove(self.object);
    }
}

impl fmt::Debug for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thread").field("id", &self.id).finish_non_exhaustive()
    }
}
