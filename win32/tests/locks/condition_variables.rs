//! Condition variables.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Threading::*;

use crate::{Shared, UNTOUCHED, together, until, with_error, within_limit};

type Variable = Shared<CONDITION_VARIABLE>;

static STATIC: Variable = Shared::new(CONDITION_VARIABLE_INIT);

const fn variable() -> Variable {
    Shared::new(CONDITION_VARIABLE_INIT)
}

/// The locks that a thread can sleep with.
enum Lock {
    Section(Shared<CRITICAL_SECTION>),
    Slim(Shared<SRWLOCK>),
}

impl Lock {
    fn both() -> [Self; 2] {
        let section = Shared::new(CRITICAL_SECTION::default());
        // SAFETY: the section is there, and nobody uses it.
        unsafe { InitializeCriticalSection(section.at()) };
        [Self::Section(section), Self::Slim(Shared::new(SRWLOCK_INIT))]
    }

    fn with<R>(&self, act: impl FnOnce() -> R) -> R {
        // SAFETY: the lock is there.
        unsafe {
            match self {
                Self::Section(section) => EnterCriticalSection(section.at()),
                Self::Slim(lock) => AcquireSRWLockExclusive(lock.at()),
            }
        }
        let result = act();
        // SAFETY: the lock is there.
        let ((), error) = with_error(|| unsafe {
            match self {
                Self::Section(section) => LeaveCriticalSection(section.at()),
                Self::Slim(lock) => ReleaseSRWLockExclusive(lock.at()),
            }
        });
        assert_eq!(error, UNTOUCHED);
        result
    }

    /// Sleeps with the lock, and says what was returned, and the error.
    fn sleep(&self, variable: &Variable, timeout_ms: u32) -> (i32, u32) {
        // SAFETY: the lock and the variable are there.
        with_error(|| unsafe {
            match self {
                Self::Section(section) => {
                    SleepConditionVariableCS(variable.at(), section.at(), timeout_ms)
                }
                Self::Slim(lock) => {
                    SleepConditionVariableSRW(variable.at(), lock.at(), timeout_ms, 0)
                }
            }
        })
    }

    /// Whether another thread can have it.
    fn is_free(&self) -> bool {
        let other = || {
            // SAFETY: the lock is there.
            let is_free = unsafe {
                match self {
                    Self::Section(section) => TryEnterCriticalSection(section.at()) == TRUE,
                    Self::Slim(lock) => TryAcquireSRWLockExclusive(lock.at()),
                }
            };
            if is_free {
                // SAFETY: the lock is there, and this thread has it.
                unsafe {
                    match self {
                        Self::Section(section) => LeaveCriticalSection(section.at()),
                        Self::Slim(lock) => ReleaseSRWLockExclusive(lock.at()),
                    }
                }
            }
            is_free
        };
        thread::scope(|scope| scope.spawn(other).join()).expect("it does not panic")
    }
}

fn wake(variable: &Variable) {
    // SAFETY: the variable is there.
    unsafe { WakeConditionVariable(variable.at()) }
}

fn wake_all(variable: &Variable) {
    // SAFETY: the variable is there.
    unsafe { WakeAllConditionVariable(variable.at()) }
}

#[test]
fn no_wake_up_is_lost_when_two_threads_hand_over() {
    for lock in Lock::both() {
        within_limit(move || {
            let (turn, variables) = (Shared::new(0), [variable(), variable()]);
            together(2, |number| {
                for round in 0..50_000 {
                    let mine = 2 * round + number as u64;
                    lock.with(|| {
                        // SAFETY: this thread has the lock.
                        while unsafe { turn.get() } != mine {
                            let slept = lock.sleep(&variables[number], INFINITE);
                            assert_eq!(slept, (TRUE, UNTOUCHED));
                        }
                        // SAFETY: this thread has the lock.
                        unsafe { turn.add_one() };
                        wake(&variables[1 - number]);
                    });
                }
            });
            // SAFETY: the threads have ended.
            assert_eq!(unsafe { turn.get() }, 100_000);
        });
    }
}

#[test]
fn four_threads_hand_over_in_a_ring_and_are_woken_together() {
    for lock in Lock::both() {
        within_limit(move || {
            let turn = Shared::new(0);
            together(4, |number| {
                for round in 0..2_500 {
                    lock.with(|| {
                        // SAFETY: this thread has the lock.
                        while unsafe { turn.get() } != 4 * round + number as u64 {
                            assert_eq!(lock.sleep(&STATIC, INFINITE), (TRUE, UNTOUCHED));
                        }
                        // SAFETY: this thread has the lock.
                        unsafe { turn.add_one() };
                    });
                    // Once it is given back, as a program may.
                    wake_all(&STATIC);
                }
            });
        });
    }
}

/// Lets threads sleep once, calls something when all do, and waits for their ends.
fn all_sleep(lock: &Lock, variable: &Variable, threads: usize, then: impl FnOnce()) {
    let (asleep, awake) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                lock.with(|| {
                    asleep.fetch_add(1, SeqCst);
                    assert_eq!(lock.sleep(variable, INFINITE), (TRUE, UNTOUCHED));
                    awake.fetch_add(1, SeqCst);
                });
            });
        }
        // Who has counted itself gives the lock back by sleeping only.
        until("all sleep", || lock.with(|| asleep.load(SeqCst) == threads));
        assert_eq!(awake.load(SeqCst), 0);
        then();
    });
    assert_eq!(awake.load(SeqCst), threads);
}

#[test]
fn all_who_sleep_are_woken_together() {
    for lock in Lock::both() {
        within_limit(move || {
            for _ in 0..200 {
                let variable = variable();
                all_sleep(&lock, &variable, 8, || wake_all(&variable));
            }
        });
    }
}

#[test]
fn as_many_wake_ups_as_threads_sleep_wake_all_of_them() {
    for lock in Lock::both() {
        within_limit(move || {
            for _ in 0..200 {
                let variable = variable();
                all_sleep(&lock, &variable, 8, || (0..8).for_each(|_| wake(&variable)));
            }
        });
    }
}

#[test]
fn a_wake_up_that_nobody_waits_for_is_forgotten() {
    for lock in Lock::both() {
        within_limit(move || {
            let variable = variable();
            wake(&variable);
            wake_all(&variable);
            lock.with(|| assert_eq!(lock.sleep(&variable, 5), (FALSE, ERROR_TIMEOUT)));
        });
    }
}

#[test]
fn a_time_out_is_an_error_and_the_lock_is_held_again() {
    for lock in Lock::both() {
        within_limit(move || {
            for timeout_ms in [0, 1, 20] {
                let (variable, begun) = (variable(), Instant::now());
                lock.with(|| {
                    assert_eq!(lock.sleep(&variable, timeout_ms), (FALSE, ERROR_TIMEOUT));
                    assert!(!lock.is_free());
                });
                assert!(begun.elapsed() >= Duration::from_millis(timeout_ms.into()));
                assert!(lock.is_free());
            }
        });
    }
}

#[test]
fn time_outs_lose_no_wake_up_of_others() {
    for lock in Lock::both() {
        within_limit(move || {
            let (turn, variable) = (Shared::new(0), variable());
            together(3, |number| {
                for round in 0..5_000 {
                    lock.with(|| match number {
                        // It disturbs: it is woken in the place of nobody.
                        0 => _ = lock.sleep(&variable, (round % 2) as u32 * u32::from(round < 100)),
                        _ => {
                            // SAFETY: this thread has the lock.
                            while unsafe { turn.get() } % 2 != number as u64 - 1 {
                                assert_eq!(lock.sleep(&variable, INFINITE), (TRUE, UNTOUCHED));
                            }
                            // SAFETY: this thread has the lock.
                            unsafe { turn.add_one() };
                            wake_all(&variable);
                        }
                    });
                }
            });
            // SAFETY: the threads have ended.
            assert_eq!(unsafe { turn.get() }, 10_000);
        });
    }
}

#[test]
fn a_lock_that_is_shared_is_shared_again() {
    within_limit(|| {
        let (lock, variable) = (Shared::new(SRWLOCK_INIT), variable());
        let (shares, asleep) = (CONDITION_VARIABLE_LOCKMODE_SHARED, AtomicUsize::new(0));
        together(4, |number| {
            // SAFETY: the lock and the variable are there, and the lock is given back as it was
            // taken.
            unsafe {
                if number > 0 {
                    AcquireSRWLockShared(lock.at());
                    asleep.fetch_add(1, SeqCst);
                    let slept =
                        SleepConditionVariableSRW(variable.at(), lock.at(), INFINITE, shares);
                    assert_eq!(slept, TRUE);
                    assert!(!TryAcquireSRWLockExclusive(lock.at()));
                    ReleaseSRWLockShared(lock.at());
                } else {
                    until("all sleep", || {
                        AcquireSRWLockExclusive(lock.at());
                        let all = asleep.load(SeqCst) == 3;
                        ReleaseSRWLockExclusive(lock.at());
                        all
                    });
                    WakeAllConditionVariable(variable.at());
                }
            }
        });
        // SAFETY: as before.
        unsafe {
            AcquireSRWLockShared(lock.at());
            let slept = || SleepConditionVariableSRW(variable.at(), lock.at(), 1, shares);
            assert_eq!(with_error(slept), (FALSE, ERROR_TIMEOUT));
            ReleaseSRWLockShared(lock.at());
            assert!(TryAcquireSRWLockExclusive(lock.at()));
        }
    });
}

#[test]
fn sleeping_with_a_lock_that_is_not_held_is_refused() {
    for lock in Lock::both() {
        within_limit(move || {
            let variable = variable();
            assert_eq!(lock.sleep(&variable, INFINITE), (FALSE, ERROR_NOT_OWNER));
            assert!(lock.is_free());
            lock.with(|| assert_eq!(lock.sleep(&variable, 0), (FALSE, ERROR_TIMEOUT)));
        });
    }
}
