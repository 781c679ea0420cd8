//! The primitives: the only place that names parking_lot, crossbeam or loom.
//!
//! Both halves offer the same: a mutex that is not poisoned, a condition variable that takes and
//! gives back the guard, and a flag.

pub(super) use self::primitives::{
    Condvar, Flag, Mutex, MutexGuard, Spinner, has_passed, thread_local, wait, wait_until,
};

#[cfg(not(loom))]
mod primitives {
    use std::sync::atomic::{AtomicBool, Ordering};
    pub(crate) use std::thread_local;
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

    /// Whether there is a deadline that has passed.
    pub(crate) fn has_passed(deadline: Option<Instant>) -> bool {
        deadline.is_some_and(|deadline| Instant::now() >= deadline)
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
    pub(crate) use loom::thread_local;
    use std::sync::atomic;
    use std::time::Instant;

    pub(crate) use loom::sync::MutexGuard;
    use loom::sync::atomic::{AtomicBool, Ordering};

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

    /// Loom has no time: a deadline passes when another thread says so.
    #[derive(Debug, Default)]
    pub(crate) struct Condvar {
        signal: loom::sync::Condvar,
        /// Whether a deadline has passed and no wait has noticed it: the mutex of the waits guards
        /// it, so that loom need not watch it.
        passed: atomic::AtomicBool,
    }

    impl Condvar {
        pub(crate) fn notify_one(&self) {
            self.signal.notify_one();
        }

        /// Lets the deadline pass of the wait that is under way, or else of the next one.
        pub(crate) fn pass_deadline<T>(&self, _guard: &MutexGuard<'_, T>) {
            self.passed.store(true, atomic::Ordering::Relaxed);
            self.signal.notify_one();
        }

        fn deadline_passed<T>(&self, _guard: &MutexGuard<'_, T>) -> bool {
            self.passed.swap(false, atomic::Ordering::Relaxed)
        }
    }

    pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condvar.signal.wait(guard).expect("no thread panics under a lock")
    }

    pub(crate) fn wait_until<'a, T>(
        condvar: &Condvar,
        mut guard: MutexGuard<'a, T>,
        _: Instant,
    ) -> (MutexGuard<'a, T>, bool) {
        let mut passed = condvar.deadline_passed(&guard);
        if !passed {
            guard = wait(condvar, guard);
            passed = condvar.deadline_passed(&guard);
        }
        (guard, passed)
    }

    /// A spinning thread notices in its wait.
    pub(crate) fn has_passed(_: Option<Instant>) -> bool {
        false
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
        pub(crate) fn turn(&self) {
            loom::thread::yield_now();
        }
    }
}
