//! Locks, condition variables, one-time initialisation, waits at addresses, and clocks.
//!
//! Every test runs within a limit, so that a wake-up that is lost fails it. Where a thread has to
//! have reached a state, the test sees that from what the functions show.

#![cfg(not(windows))]

mod addresses;
mod clocks;
mod condition_variables;
mod critical_sections;
mod hostile;
mod once;
mod slim_locks;
mod system;

use std::cell::UnsafeCell;
use std::panic;
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim_win32::Win32::Foundation::{FALSE, GetLastError, INVALID_HANDLE_VALUE, SetLastError};
use iocp_sim_win32::Win32::System::IO::{CreateIoCompletionPort, GetQueuedCompletionStatus};
use iocp_sim_win32::snapshot;

/// How long a test may take. A hang is found, and a slow machine is not one.
const LIMIT: Duration = Duration::from_secs(120);

/// An error that no function sets.
const UNTOUCHED: u32 = 0x2000_0077;

/// Memory that threads use together, as functions of Windows do.
struct Shared<T>(UnsafeCell<T>);

// SAFETY: tests reach it through functions that exclude others, or that are atomic.
unsafe impl<T> Sync for Shared<T> {}
// SAFETY: as before; what a pointer in it names is no memory.
unsafe impl<T> Send for Shared<T> {}

impl<T> Shared<T> {
    const fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    fn at(&self) -> *mut T {
        self.0.get()
    }
}

impl Shared<u64> {
    /// Adds one in a way that loses some if two threads do it at once.
    ///
    /// # Safety
    ///
    /// No other thread uses it meanwhile.
    unsafe fn add_one(&self) {
        // SAFETY: the caller promised it.
        unsafe { self.at().write_volatile(self.at().read_volatile() + 1) }
    }

    /// The number.
    ///
    /// # Safety
    ///
    /// No other thread writes meanwhile.
    unsafe fn get(&self) -> u64 {
        // SAFETY: the caller promised it.
        unsafe { self.at().read_volatile() }
    }
}

/// A port that shows which of its threads wait for something else.
struct Port(usize);

impl Port {
    fn new() -> Self {
        // SAFETY: the call has no places.
        let port = unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, null_mut(), 0, 1) };
        assert!(!port.is_null());
        Self(port.addr())
    }

    /// Makes the calling thread one of the port's.
    fn takes_this_thread(&self) {
        let (mut bytes, mut key, mut overlapped) = (0, 0, null_mut());
        let port = without_provenance_mut(self.0);
        // SAFETY: the places live longer than the call.
        let got =
            unsafe { GetQueuedCompletionStatus(port, &mut bytes, &mut key, &mut overlapped, 0) };
        assert_eq!(got, FALSE, "nobody posts");
    }

    /// How many threads run, and how many are paused.
    fn shows(&self) -> (usize, usize) {
        let port = snapshot(without_provenance_mut(self.0)).expect("it is open");
        (port.released.len(), port.paused.len())
    }
}

/// Runs a test, and fails it if it takes too long.
fn within_limit(test: impl FnOnce() + Send + 'static) {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || {
        test();
        // Nobody listens if it was too late.
        let _ = sender.send(());
    });
    match receiver.recv_timeout(LIMIT) {
        Ok(()) => thread.join().expect("it has ended"),
        Err(RecvTimeoutError::Timeout) => panic!("it hangs: a wake-up was lost"),
        Err(RecvTimeoutError::Disconnected) => {
            panic::resume_unwind(thread.join().expect_err("it has panicked"))
        }
    }
}

/// Looks until something is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < LIMIT, "it never came: {what}");
        thread::yield_now();
    }
}

/// Calls a function, and says what it returned and which error it has set.
fn with_error<R>(call: impl FnOnce() -> R) -> (R, u32) {
    // SAFETY: the calls have no places.
    unsafe {
        SetLastError(UNTOUCHED);
        let result = call();
        (result, GetLastError())
    }
}

/// Runs the same in so many threads, each with its number.
fn together(threads: usize, act: impl Fn(usize) + Sync) {
    thread::scope(|scope| {
        for number in 0..threads {
            let act = &act;
            scope.spawn(move || act(number));
        }
    });
}
