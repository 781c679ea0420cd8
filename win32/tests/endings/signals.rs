//! Threads that are stopped while the signals that stop them do not come.

use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use iocp_sim_win32::Win32::System::Threading::{GetCurrentThread, GetThreadId};

use crate::world::{Thread, until};

/// Blocks all signals in the calling thread.
fn block_signals() {
    let mut all = MaybeUninit::uninit();
    // SAFETY: the first call makes it a set.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_BLOCK, all.as_ptr(), ptr::null_mut());
    }
}

/// A thread that blocks all signals, and calls this library again and again.
fn deaf(calls: &'static AtomicU64, goes_on: &'static AtomicBool) -> Thread {
    let thread = Thread::begin(0, || {
        block_signals();
        while goes_on.load(Ordering::Relaxed) {
            // SAFETY: the calls have no places.
            unsafe { GetThreadId(GetCurrentThread()) };
            calls.fetch_add(1, Ordering::Relaxed);
        }
        7
    });
    until("it runs", || calls.load(Ordering::Relaxed) > 0);
    thread
}

#[test]
fn a_thread_that_blocks_all_signals_stands_still_at_its_next_call() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    static GOES_ON: AtomicBool = AtomicBool::new(true);
    let thread = deaf(&CALLS, &GOES_ON);
    // It is waited for longer than a call takes.
    assert_eq!(thread.suspend(), 0);
    let before = CALLS.load(Ordering::Relaxed);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(20) {
        assert_eq!(CALLS.load(Ordering::Relaxed), before);
    }
    assert_eq!(thread.resume(), 1);
    until("it goes on", || CALLS.load(Ordering::Relaxed) > before);
    GOES_ON.store(false, Ordering::Relaxed);
    assert_eq!(thread.ended(), 7);
}

#[test]
fn a_thread_that_blocks_all_signals_ends_at_its_next_call() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    static GOES_ON: AtomicBool = AtomicBool::new(true);
    let thread = deaf(&CALLS, &GOES_ON);
    thread.terminate(9);
    assert_eq!(thread.ended(), 9);
}

/// How often a thread is held and let go.
const CYCLES: u32 = 200;

#[test]
fn a_thread_is_held_again_as_soon_as_it_was_let_go() {
    static TURNS: AtomicU64 = AtomicU64::new(0);
    static GOES_ON: AtomicBool = AtomicBool::new(true);
    let thread = Thread::begin(0, || {
        while GOES_ON.load(Ordering::Relaxed) {
            TURNS.fetch_add(1, Ordering::Relaxed);
        }
        7
    });
    until("it runs", || TURNS.load(Ordering::Relaxed) > 0);
    // It may not have left the handler yet.
    for _ in 0..CYCLES {
        assert_eq!(thread.suspend(), 0);
        let turns = TURNS.load(Ordering::SeqCst);
        std::thread::yield_now();
        assert_eq!(turns, TURNS.load(Ordering::SeqCst));
        assert_eq!(thread.resume(), 1);
    }
    GOES_ON.store(false, Ordering::Relaxed);
    assert_eq!(thread.ended(), 7);
}
