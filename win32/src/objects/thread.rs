//! A thread as a kernel object: it waits, has APCs, can be suspended, and ends.

mod apcs;
mod stopping;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Instant;

use iocp_sim::threads;
use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{STATUS_PENDING, STILL_ACTIVE};

pub(crate) use self::apcs::Apc;
use self::apcs::Apcs;
use super::HandleCount;
use crate::codes;
use crate::dispatcher::{self, Life, ObjectId, Outcome, WaiterId};
use crate::ending;
use crate::inside;
use crate::suspension::Stop;
use crate::waits::{self, Agent};

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
    apcs: Apcs,
    ending: Ending,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Runs,
    /// It is to end with this code, as soon as it comes to the border of the library.
    IsToEnd(u32),
    Ended(u32),
}

/// The calling thread, which ends with this.
struct Current(Arc<Thread>);

thread_local! {
    static THIS: RefCell<Option<Current>> = const { RefCell::new(None) };
    /// The number of the calling thread; 0 before it has one. It keeps it to the end, also where
    /// its thread-local values go: whoever leaves a lock there is the one who took it.
    static NUMBER: Cell<u32> = const { Cell::new(0) };
    /// What the thread is once its thread-local values are gone.
    static REMNANT: Cell<Option<ManuallyDrop<Arc<Thread>>>> = const { Cell::new(None) };
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

/// The number of the calling thread, which it gets if it has none.
fn number() -> u32 {
    if NUMBER.get() == 0 {
        let mut numbers = NUMBERS.lock();
        NUMBER.set(numbers.next);
        numbers.next = numbers.next.checked_add(4).unwrap_or(FIRST_NUMBER);
    }
    NUMBER.get()
}

impl Thread {
    /// The calling thread.
    pub(crate) fn current() -> Arc<Self> {
        let known = THIS.try_with(|this| {
            let mut this = this.borrow_mut();
            let current = this.get_or_insert_with(|| {
                let thread = Self::new(Stop::current());
                inside::is_stopped_by((&raw const thread.stop).cast_mut());
                NUMBERS.lock().threads.insert(thread.id, Arc::downgrade(&thread));
                Current(thread)
            });
            Arc::clone(&current.0)
        });
        known.unwrap_or_else(|_| Self::remnant())
    }

    /// The calling thread once its thread-local values are gone. Nobody is told of its end, and
    /// nobody can stop it.
    fn remnant() -> Arc<Self> {
        let known = REMNANT.take();
        let remnant = known.unwrap_or_else(|| ManuallyDrop::new(Self::new(Stop::never())));
        let thread = Arc::clone(&remnant);
        REMNANT.set(Some(remnant));
        thread
    }

    /// The number of the calling thread.
    #[inline]
    pub(crate) fn current_id() -> u32 {
        match NUMBER.get() {
            0 if THIS.try_with(|_| ()).is_ok() => Self::current().id,
            0 => number(),
            number => number,
        }
    }

    fn new(stop: Stop) -> Arc<Self> {
        let id = number();
        let (who, object) = waits::step(|dispatcher, _| {
            (dispatcher.come(), dispatcher.add(dispatcher::Object::Thread(Life::Running)))
        });
        let state = State { apcs: Apcs::default(), ending: Ending::Runs };
        let thread = Arc::new(Self {
            handles: HandleCount::none(),
            id,
            who,
            object,
            at_ports: threads::Thread::current(),
            sleeper: thread::current(),
            outcome: AtomicI32::new(STATUS_PENDING),
            stop,
            state: Mutex::new(state),
        });
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

    /// Whether it has ended.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state.lock().ending, Ending::Ended(_))
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

    fn thread(&self) -> Option<u32> {
        Some(self.id)
    }
}

/// Ends the calling thread, as far as this library knows it. If it comes back, in a destructor of
/// something thread-local, it is another one of the same number.
pub(crate) fn end_here(code: u32) {
    inside::is_stopped_by(std::ptr::null_mut());
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
