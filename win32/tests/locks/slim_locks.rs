//! Slim reader/writer locks.

use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Barrier, Mutex};
use std::thread;

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Threading::*;

use crate::{Port, Shared, UNTOUCHED, together, until, with_error, within_limit};

type Lock = Shared<SRWLOCK>;

static STATIC: Lock = Shared::new(SRWLOCK_INIT);

const fn lock() -> Lock {
    Shared::new(SRWLOCK_INIT)
}

/// Runs something while the lock is held exclusively.
fn exclusive<R>(lock: &Lock, act: impl FnOnce() -> R) -> R {
    // SAFETY: the lock is there.
    unsafe { AcquireSRWLockExclusive(lock.at()) };
    let result = act();
    // SAFETY: the lock is there.
    let ((), error) = with_error(|| unsafe { ReleaseSRWLockExclusive(lock.at()) });
    assert_eq!(error, UNTOUCHED);
    result
}

/// Runs something while the lock is shared.
fn shared<R>(lock: &Lock, act: impl FnOnce() -> R) -> R {
    // SAFETY: the lock is there.
    unsafe { AcquireSRWLockShared(lock.at()) };
    let result = act();
    // SAFETY: the lock is there.
    let ((), error) = with_error(|| unsafe { ReleaseSRWLockShared(lock.at()) });
    assert_eq!(error, UNTOUCHED);
    result
}

/// Whether the lock can be held so by one more, without a wait.
fn can(lock: &Lock) -> (bool, bool) {
    // SAFETY: the lock is there, and is given back as it was taken.
    unsafe {
        let can_be_exclusive = TryAcquireSRWLockExclusive(lock.at());
        if can_be_exclusive {
            ReleaseSRWLockExclusive(lock.at());
        }
        let can_share = TryAcquireSRWLockShared(lock.at());
        if can_share {
            ReleaseSRWLockShared(lock.at());
        }
        (can_be_exclusive, can_share)
    }
}

#[test]
fn one_thread_at_a_time_holds_a_lock_exclusively() {
    within_limit(|| {
        let count = Shared::new(0);
        together(4, |_| {
            for _ in 0..25_000 {
                // SAFETY: this thread holds the lock.
                exclusive(&STATIC, || unsafe { count.add_one() });
            }
        });
        // SAFETY: the threads have ended.
        assert_eq!(unsafe { count.get() }, 100_000);
        assert_eq!(can(&STATIC), (true, true));
    });
}

#[test]
fn who_shares_sees_nothing_half_done() {
    within_limit(|| {
        let (lock, one, other) = (lock(), Shared::new(0), Shared::new(0));
        together(5, |number| {
            for _ in 0..10_000 {
                match number {
                    // SAFETY: this thread holds the lock exclusively.
                    0 | 1 => exclusive(&lock, || unsafe {
                        one.add_one();
                        other.add_one();
                    }),
                    // SAFETY: this thread shares the lock.
                    _ => shared(&lock, || unsafe { assert_eq!(one.get(), other.get()) }),
                }
            }
        });
        // SAFETY: the threads have ended.
        assert_eq!(unsafe { (one.get(), other.get()) }, (20_000, 20_000));
    });
}

#[test]
fn tries_succeed_where_nobody_is_in_the_way() {
    let lock = lock();
    assert_eq!(can(&lock), (true, true));
    shared(&lock, || assert_eq!(can(&lock), (false, true)));
    shared(&lock, || shared(&lock, || assert_eq!(can(&lock), (false, true))));
    exclusive(&lock, || assert_eq!(can(&lock), (false, false)));
    assert_eq!(can(&lock), (true, true));
    // SAFETY: the lock is there, and nobody uses it.
    unsafe { InitializeSRWLock(lock.at()) };
    assert_eq!(can(&lock), (true, true));
}

#[test]
fn all_who_wait_to_share_come_in_at_once() {
    within_limit(|| {
        let (lock, meeting, count) = (lock(), Barrier::new(4), AtomicUsize::new(0));
        thread::scope(|scope| {
            exclusive(&lock, || {
                for _ in 0..4 {
                    scope.spawn(|| {
                        count.fetch_add(1, SeqCst);
                        // It passes only if all four share the lock.
                        shared(&lock, || meeting.wait());
                    });
                }
                until("all have come", || count.load(SeqCst) == 4);
            });
        });
        assert_eq!(can(&lock), (true, true));
    });
}

#[test]
fn nobody_comes_to_share_while_somebody_waits_to_be_exclusive() {
    within_limit(|| {
        for _ in 0..200 {
            let lock = lock();
            thread::scope(|scope| {
                shared(&lock, || {
                    assert_eq!(can(&lock), (false, true));
                    scope.spawn(|| exclusive(&lock, || ()));
                    until("somebody waits to be exclusive", || !can(&lock).1);
                });
            });
            assert_eq!(can(&lock), (true, true));
        }
    });
}

/// C10: its port sees that it waits.
#[test]
fn who_waits_to_be_exclusive_is_not_passed_by_those_who_share() {
    within_limit(|| {
        for _ in 0..200 {
            let (lock, order, port) = (lock(), Mutex::new(Vec::new()), Port::new());
            let comes = |who| order.lock().expect("nobody panics").push(who);
            thread::scope(|scope| {
                shared(&lock, || {
                    scope.spawn(|| {
                        port.takes_this_thread();
                        exclusive(&lock, || comes("exclusive"));
                    });
                    until("somebody waits to be exclusive", || port.shows() == (0, 1));
                    scope.spawn(|| shared(&lock, || comes("shared")));
                });
            });
            assert_eq!(order.into_inner().expect("nobody panics"), ["exclusive", "shared"]);
        }
    });
}

#[test]
fn a_stream_of_those_who_share_does_not_keep_others_out() {
    within_limit(|| {
        let (lock, is_over) = (lock(), AtomicBool::new(false));
        thread::scope(|scope| {
            for _ in 0..3 {
                // Each gives the lock back when it has it again, so that it is never free.
                scope.spawn(|| {
                    while !is_over.load(SeqCst) {
                        shared(&lock, thread::yield_now);
                    }
                });
            }
            (0..1_000).for_each(|_| exclusive(&lock, || ()));
            is_over.store(true, SeqCst);
        });
    });
}

#[test]
fn giving_back_what_is_not_held_is_refused_and_changes_nothing() {
    let lock = lock();
    // SAFETY: the lock is there.
    let give_exclusive = || with_error(|| unsafe { ReleaseSRWLockExclusive(lock.at()) }).1;
    // SAFETY: the lock is there.
    let give_shared = || with_error(|| unsafe { ReleaseSRWLockShared(lock.at()) }).1;
    assert_eq!((give_exclusive(), give_shared()), (ERROR_NOT_OWNER, ERROR_NOT_OWNER));
    shared(&lock, || assert_eq!((give_exclusive(), can(&lock)), (ERROR_NOT_OWNER, (false, true))));
    exclusive(&lock, || assert_eq!((give_shared(), can(&lock)), (ERROR_NOT_OWNER, (false, false))));
    assert_eq!(can(&lock), (true, true));
}
