//! The primitives: the only place that names parking_lot, crossbeam or loom.
//!
//! Both halves offer the same: a mutex that is not poisoned, a condition variable that takes and
//! gives back the guard, and a flag.

pub(super) use self::primitives::{Condvar, Flag, Mutex, MutexGuard, Spinner, wait, wait_until};

#[cfg(not(loom))]
mod primitives {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Instant;

    use crossbeam_utils::Backoff;
    pub(crate) use parking_lot::{Condvar, Mutex, MutexGuard};

    /// Waits for a notification.
    pub(crate) fn wait<'a, T>(
        condvar: &Condvar,
        mut guard: MutexGuard<'a, T>,
    ) -> MutexGuard<'a, T> {
        condvar.wait(&mut guard);
        guard
    }

    /// Waits for a notification until `deadline`, and says whether that passed.
    pub(crate) fn wait_until<'a, T>(
        condvar: &Condvar,
        mut guard: MutexGuard<'a, T>,
        deadline: Instant,
    ) -> (MutexGuard<'a, T>, bool) {
        let passed = condvar.wait_until(&mut guard, deadline).timed_out();
        (guard, passed)
    }

    /// Says that something was stored.
    #[derive(Debug, Default)]
    pub(crate) struct Flag(AtomicBool);

    impl Flag {
        pub(crate) fn set(&self, value: bool) {
            // What was stored is read under a mutex: the flag itself orders nothing.
            self.0.store(value, Ordering::Relaxed);
        }

        pub(crate) fn is_set(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    /// Passes a short time: on the processor at first, then by yielding it.
    #[derive(Debug, Default)]
    pub(crate) struct Spinner(Backoff);

    impl Spinner {
        pub(crate) fn turn(&self) {
            self.0.snooze();
        }
    }
}

#[cfg(loom)]
mod primitives {
    use std::time::Instant;

    use loom::sync::atomic::{AtomicBool, Ordering};
    pub(crate) use loom::sync::{Condvar, MutexGuard};

    #[derive(Debug, Default)]
    pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(loom::sync::Mutex::new(value))
        }

        pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
            self.0.lock().expect("no thread panics under a lock")
        }
    }

    pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condvar.wait(guard).expect("no thread panics under a lock")
    }

    /// Loom has no time: the deadline passes when another thread says so.
    pub(crate) fn wait_until<'a, T>(
        condvar: &Condvar,
        guard: MutexGuard<'a, T>,
        _: Instant,
    ) -> (MutexGuard<'a, T>, bool) {
        (wait(condvar, guard), false)
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
    pub(crate) struct Spinner;

    impl Spinner {
        pub(crate) fn turn(&self) {
            loom::thread::yield_now();
        }
    }
}
