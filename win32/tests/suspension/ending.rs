//! Threads that are ended by others, and threads that end in the middle of their functions.

use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use iocp_sim_win32::Win32::Foundation::{ERROR_ACCESS_DENIED, TRUE};
use iocp_sim_win32::Win32::System::Threading::{
    AcquireSRWLockExclusive, CREATE_SUSPENDED, ExitThread, INFINITE, ReleaseSRWLockExclusive,
    SRWLOCK, Sleep, TerminateThread,
};
use iocp_sim_win32::snapshot;

use crate::{Port, Thread, error, until};

/// H08, C29.
#[test]
fn a_thread_that_is_terminated_in_a_get_leaves_the_port_at_once() {
    let port = Port::new(1);
    let thread = Thread::begin(0, move || {
        port.get(INFINITE);
        0
    });
    let view = || snapshot(port.raw()).expect("it is open");
    until("it waits", || view().waiting.len() == 1);
    // SAFETY: the thread holds nothing.
    assert_eq!(unsafe { TerminateThread(thread.0, 9) }, TRUE);
    assert!(view().waiting.is_empty());
    port.post(1);
    assert_eq!(view().queue.len(), 1);
    assert_eq!(thread.ended(), 9);
}

#[test]
fn a_thread_that_is_terminated_in_a_sleep_or_while_suspended_ends() {
    // SAFETY: the calls have no places, and the threads hold nothing.
    unsafe {
        let asleep = Thread::begin(0, || {
            Sleep(INFINITE);
            0
        });
        assert_eq!(TerminateThread(asleep.0, 3), TRUE);
        assert_eq!(asleep.ended(), 3);
        let suspended = Thread::begin(CREATE_SUSPENDED, || 0);
        assert_eq!(TerminateThread(suspended.0, 4), TRUE);
        assert_eq!((suspended.suspend(), error()), (u32::MAX, ERROR_ACCESS_DENIED));
        assert_eq!(suspended.ended(), 4);
    }
}

/// However near to its wait it was.
#[test]
fn a_thread_that_is_terminated_as_it_begins_a_wait_ends() {
    for turn in 0..4_000 {
        let begun = Arc::new(AtomicBool::new(false));
        let says = Arc::clone(&begun);
        let thread = Thread::begin(0, move || {
            says.store(true, Ordering::SeqCst);
            // SAFETY: the call has no places.
            unsafe { Sleep(INFINITE) };
            0
        });
        while !begun.load(Ordering::SeqCst) {
            std::hint::spin_loop();
        }
        (0..turn % 16).for_each(|_| std::hint::spin_loop());
        // SAFETY: the thread holds nothing.
        assert_eq!(unsafe { TerminateThread(thread.0, 5) }, TRUE);
        assert_eq!(thread.ended(), 5);
    }
}

/// While another one holds the lock.
#[test]
fn a_thread_that_is_terminated_while_it_waits_for_a_lock_ends() {
    static LOCK: Lock = Lock(std::cell::UnsafeCell::new(SRWLOCK { Ptr: ptr::null_mut() }));
    struct Lock(std::cell::UnsafeCell<SRWLOCK>);
    // SAFETY: it is a lock.
    unsafe impl Sync for Lock {}
    let port = Port::new(1);
    // SAFETY: the lock lives for ever.
    unsafe { AcquireSRWLockExclusive(LOCK.0.get()) };
    let thread = Thread::begin(0, move || {
        port.get(0);
        // SAFETY: as before.
        unsafe { AcquireSRWLockExclusive(LOCK.0.get()) };
        0
    });
    let view = || snapshot(port.raw()).expect("it is open");
    until("it waits", || view().paused.len() == 1);
    // SAFETY: the thread holds nothing.
    assert_eq!(unsafe { TerminateThread(thread.0, 6) }, TRUE);
    assert_eq!(thread.ended(), 6);
    // SAFETY: as before.
    unsafe {
        ReleaseSRWLockExclusive(LOCK.0.get());
        AcquireSRWLockExclusive(LOCK.0.get());
        ReleaseSRWLockExclusive(LOCK.0.get());
    }
}

/// What it owns is dropped, since CreateThread began it.
#[test]
fn a_thread_that_ends_in_a_callee_has_that_code() {
    struct Says(Arc<AtomicBool>);
    impl Drop for Says {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    thread_local! {
        static LOCAL: std::cell::RefCell<Option<Says>> = const { std::cell::RefCell::new(None) };
    }
    let dropped = Arc::new(AtomicBool::new(false));
    let says = Arc::clone(&dropped);
    let thread = Thread::begin(0, move || {
        LOCAL.set(Some(Says(says)));
        // SAFETY: nothing has to be done after it.
        unsafe { ExitThread(11) }
    });
    assert_eq!(thread.ended(), 11);
    until("what is local to it is dropped", || dropped.load(Ordering::SeqCst));
}

/// C18: whoever waits for its end finds that it has left.
#[test]
fn a_thread_has_left_its_port_when_its_handle_is_signalled() {
    let port = Port::new(1);
    for _ in 0..100 {
        let thread = Thread::begin(0, move || {
            port.get(0);
            0
        });
        thread.ended();
        assert!(snapshot(port.raw()).expect("it is open").released.is_empty());
    }
    let joins = std::thread::spawn(move || port.get(0));
    joins.join().expect("it ends");
    assert!(snapshot(port.raw()).expect("it is open").released.is_empty());
}
