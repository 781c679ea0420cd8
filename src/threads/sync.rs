//! The primitives: the only place that names parking_lot, crossbeam or loom.
//!
//! Both halves offer the same: a mutex that is not poisoned, a flag, what a thread sleeps on, and
//! what the lock of a port is made of.

pub(super) use self::primitives::{
    CachePadded, Flag, Held, Lock, Mutex, Patience, Place, Signal, Spinner, Thread, has_passed,
    thread_local, thread_local_cell,
};

#[cfg(not(loom))]
mod primitives {
    use std::fmt;
    use std::hint;
    use std::mem::ManuallyDrop;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    pub(crate) use std::thread::Thread;
    pub(crate) use std::thread_local;
    use std::time::{Duration, Instant};

    pub(crate) use crossbeam_utils::CachePadded;
    use crossbeam_utils::atomic::AtomicCell;
    pub(crate) use parking_lot::Mutex;

    /// A cell of each thread.
    macro_rules! thread_local_cell {
        ($(#[$note:meta])* static $name:ident: $type:ty = $value:expr;) => {
            std::thread_local! {
                $(#[$note])*
                static $name: std::cell::Cell<$type> = const { std::cell::Cell::new($value) };
            }
        };
    }
    pub(crate) use thread_local_cell;

    /// Where the thread that made it sleeps until it is woken.
    ///
    /// It sleeps on the token that each thread has, which others use as well: so it looks whether
    /// there is a reason to go on, whatever woke it. A wake that comes first leaves the token, and
    /// is not lost.
    #[derive(Debug)]
    pub(crate) struct Signal(Thread);

    impl Default for Signal {
        fn default() -> Self {
            Self(thread::current())
        }
    }

    impl Signal {
        /// The thread that sleeps here.
        pub(crate) fn thread(&self) -> &Thread {
            &self.0
        }

        pub(crate) fn wake(&self) {
            self.0.unpark();
        }

        /// Lets the calling thread sleep until `ready`, or until `deadline` if there is one.
        pub(crate) fn sleep(&self, ready: impl Fn() -> bool, deadline: Option<Instant>) {
            while !ready() {
                let Some(deadline) = deadline else {
                    thread::park();
                    continue;
                };
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                thread::park_timeout(left);
            }
        }
    }

    /// Whether there is a deadline that has passed.
    pub(crate) fn has_passed(deadline: Option<Instant>) -> bool {
        deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Says that something was stored.
    #[derive(Debug, Default)]
    pub(crate) struct Flag(AtomicBool);

    impl Flag {
        pub(crate) fn set(&self, value: bool) {
            // What was stored is read under a mutex, and who sleeps is woken after it: the flag
            // itself orders nothing.
            self.0.store(value, Ordering::Relaxed);
        }

        pub(crate) fn is_set(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    #[cfg(not(miri))]
    pub(crate) use super::super::lock::{Held, Lock};
    /// Miri does not accept that the cell passes the address of the box on as a number, as it does
    /// with whatever has the size of one.
    #[cfg(miri)]
    pub(crate) use parking_lot::{Mutex as Lock, MutexGuard as Held};

    /// Where the value of a lock lies while nobody holds it.
    ///
    /// Dropping what the cell holds is left to this, so that putting a value back can be a store:
    /// there is nothing that it replaces.
    pub(crate) struct Place<T>(AtomicCell<Option<ManuallyDrop<Box<T>>>>);

    impl<T> Place<T> {
        pub(crate) fn new(value: Box<T>) -> Self {
            Self(AtomicCell::new(Some(ManuallyDrop::new(value))))
        }

        /// Takes the value, if it is here.
        #[inline]
        pub(crate) fn take(&self) -> Option<Box<T>> {
            self.0.swap(None).map(ManuallyDrop::into_inner)
        }

        /// Puts the value back.
        #[inline]
        pub(crate) fn put(&self, value: Box<T>) {
            self.0.store(Some(ManuallyDrop::new(value)));
        }
    }

    impl<T> Drop for Place<T> {
        fn drop(&mut self) {
            drop(self.take());
        }
    }

    impl<T> fmt::Debug for Place<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("Place").finish_non_exhaustive()
        }
    }

    /// Passes the time until it is worth trying again, a little longer each time.
    pub(crate) struct Patience(u32);

    /// How often a thread waits on the processor, for so many instructions that do nothing.
    const ON_THE_PROCESSOR: u32 = 8;
    const FIRST_PAUSES: u32 = 4;
    const PAUSES: u32 = 64;
    /// How often it yields the processor after that, before it sleeps between two tries.
    const YIELDING: u32 = 64;
    const NAP: Duration = Duration::from_micros(50);

    impl Patience {
        pub(crate) fn new() -> Self {
            Self(0)
        }

        pub(crate) fn pass(&mut self) {
            if self.0 < ON_THE_PROCESSOR {
                let pauses = if self.0 == 0 { FIRST_PAUSES } else { PAUSES };
                (0..pauses).for_each(|_| hint::spin_loop());
            } else if self.0 < ON_THE_PROCESSOR + YIELDING {
                thread::yield_now();
            } else {
                thread::sleep(NAP);
            }
            self.0 = self.0.saturating_add(1);
        }
    }

    /// Passes a short time: on the processor at first, then by yielding it.
    #[derive(Debug, Default)]
    pub(crate) struct Spinner(u32);

    /// How many turns are passed on the processor.
    const LOOKS: u32 = 32;

    impl Spinner {
        pub(crate) fn turn(&mut self) {
            if self.0 < LOOKS {
                hint::spin_loop();
                self.0 += 1;
            } else {
                thread::yield_now();
            }
        }
    }
}

#[cfg(loom)]
mod primitives {
    pub(crate) use crossbeam_utils::CachePadded;
    use loom::thread;
    pub(crate) use loom::thread::Thread;
    pub(crate) use loom::thread_local;

    /// A cell of each thread.
    macro_rules! thread_local_cell {
        ($(#[$note:meta])* static $name:ident: $type:ty = $value:expr;) => {
            loom::thread_local! {
                $(#[$note])*
                static $name: std::cell::Cell<$type> = std::cell::Cell::new($value);
            }
        };
    }
    pub(crate) use thread_local_cell;

    use std::sync::atomic;
    use std::time::Instant;

    use loom::sync::atomic::{AtomicBool, Ordering};

    /// The lock of a port has a model of its own; the others take a mutex in its place, which loom
    /// need not be told to try again.
    pub(crate) use self::Mutex as Lock;
    pub(crate) use loom::sync::MutexGuard as Held;

    #[derive(Debug, Default)]
    pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(loom::sync::Mutex::new(value))
        }

        pub(crate) fn lock(&self) -> Held<'_, T> {
            self.0.lock().expect("no thread panics under a lock")
        }
    }

    /// Loom has no time: a deadline passes when another thread says so.
    #[derive(Debug)]
    pub(crate) struct Signal {
        thread: Thread,
        /// Whether a deadline has passed and no sleep has noticed it. Who sets it wakes the thread
        /// then, so that loom need not watch it.
        passed: atomic::AtomicBool,
    }

    impl Default for Signal {
        fn default() -> Self {
            Self { thread: thread::current(), passed: atomic::AtomicBool::new(false) }
        }
    }

    impl Signal {
        pub(crate) fn thread(&self) -> &Thread {
            &self.thread
        }

        pub(crate) fn wake(&self) {
            self.thread.unpark();
        }

        /// Lets the deadline pass of the sleep that is under way, or else of the next one.
        pub(crate) fn pass_deadline(&self) {
            self.passed.store(true, atomic::Ordering::Relaxed);
            self.thread.unpark();
        }

        pub(crate) fn sleep(&self, ready: impl Fn() -> bool, deadline: Option<Instant>) {
            while !ready() {
                if deadline.is_some() && self.passed.swap(false, atomic::Ordering::Relaxed) {
                    break;
                }
                thread::park();
            }
        }
    }

    /// A spinning thread notices in its wait.
    pub(crate) fn has_passed(_: Option<Instant>) -> bool {
        false
    }

    /// As the cell of a box: taking the value is one locked instruction, putting it back a store.
    #[derive(Debug)]
    pub(crate) struct Place<T> {
        full: AtomicBool,
        /// Only who has seen that the place is full looks here.
        value: std::sync::Mutex<Option<Box<T>>>,
    }

    impl<T> Place<T> {
        pub(crate) fn new(value: Box<T>) -> Self {
            Self { full: AtomicBool::new(true), value: std::sync::Mutex::new(Some(value)) }
        }

        pub(crate) fn take(&self) -> Option<Box<T>> {
            // A swap that finds nothing writes what was there. Loom would let that write come after
            // the next store, though it read what was before it.
            let full = self.full.compare_exchange(true, false, Ordering::AcqRel, Ordering::Acquire);
            full.ok().map(|_| self.held().take().expect("one thread at a time takes the value"))
        }

        pub(crate) fn put(&self, value: Box<T>) {
            let before = self.held().replace(value);
            assert!(before.is_none(), "one thread at a time has the value");
            self.full.store(true, Ordering::Release);
        }

        fn held(&self) -> std::sync::MutexGuard<'_, Option<Box<T>>> {
            self.value.lock().expect("no thread panics here")
        }
    }

    pub(crate) struct Patience;

    impl Patience {
        pub(crate) fn new() -> Self {
            Self
        }

        pub(crate) fn pass(&mut self) {
            thread::yield_now();
        }
    }

    #[derive(Debug, Default)]
    pub(crate) struct Flag(AtomicBool);

    impl Flag {
        pub(crate) fn set(&self, value: bool) {
            self.0.store(value, Ordering::Relaxed);
        }

        pub(crate) fn is_set(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    #[derive(Debug, Default)]
    pub(crate) struct Spinner {}

    impl Spinner {
        pub(crate) fn turn(&mut self) {
            thread::yield_now();
        }
    }
}
