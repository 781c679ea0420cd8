//! The function of InitOnceExecuteOnce is the user's, wherever it is called from.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use iocp_sim_win32::Win32::System::Threading::{INFINITE, INIT_ONCE, InitOnceExecuteOnce, SleepEx};
use iocp_sim_win32::core::BOOL;

use crate::world::{Thread, until};

/// What the function and the test tell each other.
struct Told {
    turns: AtomicU64,
    goes_on: AtomicBool,
}

static TURNS: Told = Told { turns: AtomicU64::new(0), goes_on: AtomicBool::new(true) };
static SLEEPS: Told = Told { turns: AtomicU64::new(0), goes_on: AtomicBool::new(false) };

fn once(
    function: unsafe extern "system" fn(*mut INIT_ONCE, *mut c_void, *mut *mut c_void) -> BOOL,
) -> u32 {
    let mut once = INIT_ONCE::default();
    // SAFETY: it lives longer than the call, and the function takes nulls.
    unsafe { InitOnceExecuteOnce(&mut once, Some(function), ptr::null_mut(), ptr::null_mut()) };
    7
}

unsafe extern "system" fn turns(_: *mut INIT_ONCE, _: *mut c_void, _: *mut *mut c_void) -> BOOL {
    while TURNS.goes_on.load(Ordering::Relaxed) {
        TURNS.turns.fetch_add(1, Ordering::Relaxed);
    }
    1
}

unsafe extern "system" fn sleeps(_: *mut INIT_ONCE, _: *mut c_void, _: *mut *mut c_void) -> BOOL {
    SLEEPS.turns.store(1, Ordering::Relaxed);
    // SAFETY: the call has no places.
    unsafe { SleepEx(INFINITE, 0) };
    SLEEPS.goes_on.store(true, Ordering::Relaxed);
    1
}

#[test]
fn a_thread_stands_still_in_the_function_that_initialises_once() {
    let thread = Thread::begin(0, || once(turns));
    until("it runs", || TURNS.turns.load(Ordering::Relaxed) > 0);
    assert_eq!(thread.suspend(), 0);
    let before = TURNS.turns.load(Ordering::Relaxed);
    for _ in 0..100_000 {
        std::hint::spin_loop();
    }
    // A thread that has answered stands still, so it does not matter how long that takes.
    std::thread::yield_now();
    assert_eq!(TURNS.turns.load(Ordering::Relaxed), before);
    assert_eq!(thread.resume(), 1);
    until("it goes on", || TURNS.turns.load(Ordering::Relaxed) > before);
    TURNS.goes_on.store(false, Ordering::Relaxed);
    assert_eq!(thread.ended(), 7);
}

#[test]
fn a_thread_that_is_ended_in_the_function_that_initialises_once_does_not_go_on_in_it() {
    let thread = Thread::begin(0, || once(sleeps));
    until("it runs", || SLEEPS.turns.load(Ordering::Relaxed) > 0);
    thread.terminate(9);
    assert_eq!(thread.ended(), 9);
    assert!(!SLEEPS.goes_on.load(Ordering::Relaxed));
}
