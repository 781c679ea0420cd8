//! Waitable timers, timer queues and registered waits, beyond what other implementations can show:
//! ends and lifetimes, races, what a port sees, and what is refused.
//!
//! Every test runs within a limit, so that what never comes fails it. That something does not come
//! is seen from something that is due later by the same clock.

#![cfg(not(windows))]

mod hostile;
mod queues;
mod registered;
mod waitable;

use std::ffi::c_void;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim_win32::Win32::Foundation::{
    CloseHandle, GetLastError, HANDLE, INVALID_HANDLE_VALUE, SetLastError, TRUE, WAIT_OBJECT_0,
};
use iocp_sim_win32::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatus, PostQueuedCompletionStatus,
};
use iocp_sim_win32::Win32::System::Threading::{
    CreateEventW, CreateWaitableTimerW, INFINITE, PTIMERAPCROUTINE, SetEvent, SetWaitableTimer,
    WaitForSingleObject,
};

/// How long a test may take. A hang is found, and a slow machine is not one.
const LIMIT: Duration = Duration::from_secs(120);

/// An error that no function sets.
const UNTOUCHED: u32 = 0x2000_0077;

/// What a call says that worked and left the last error alone.
const WORKED: (bool, u32) = (true, UNTOUCHED);

/// A handle, or another number of that type, which any thread may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Handle(HANDLE);

// SAFETY: it is a number, never an address.
unsafe impl Send for Handle {}
// SAFETY: as before.
unsafe impl Sync for Handle {}

impl Handle {
    const NULL: Self = Self(ptr::null_mut());
    /// What stands for a wait where an event is asked for.
    const WAIT: Self = Self(INVALID_HANDLE_VALUE);

    fn raw(self) -> HANDLE {
        self.0
    }
}

/// Whether an event or a timer stays signalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reset {
    Auto,
    Manual,
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
        Err(RecvTimeoutError::Timeout) => panic!("it hangs"),
        Err(RecvTimeoutError::Disconnected) => {
            std::panic::resume_unwind(thread.join().expect_err("it has panicked"))
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

/// Whether a call worked, and the last error after it.
fn said(call: impl FnOnce() -> i32) -> (bool, u32) {
    // SAFETY: the calls have no places.
    unsafe {
        SetLastError(UNTOUCHED);
        let result = call();
        (result != 0, GetLastError())
    }
}

fn event(reset: Reset) -> Handle {
    let manual = i32::from(reset == Reset::Manual);
    // SAFETY: neither attributes nor a name are given.
    let event = unsafe { CreateEventW(ptr::null(), manual, 0, ptr::null()) };
    assert!(!event.is_null());
    Handle(event)
}

fn set(event: Handle) {
    // SAFETY: the call has no places.
    assert_eq!(unsafe { SetEvent(event.raw()) }, TRUE);
}

fn close(handle: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { CloseHandle(handle.raw()) })
}

fn wait(handle: Handle, milliseconds: u32) -> u32 {
    // SAFETY: the call has no places.
    unsafe { WaitForSingleObject(handle.raw(), milliseconds) }
}

/// Waits for what must come.
fn comes(handle: Handle) {
    assert_eq!(wait(handle, INFINITE), WAIT_OBJECT_0);
}

fn timer(reset: Reset) -> Handle {
    let manual = i32::from(reset == Reset::Manual);
    // SAFETY: neither attributes nor a name are given.
    let timer = unsafe { CreateWaitableTimerW(ptr::null(), manual, ptr::null()) };
    assert!(!timer.is_null());
    Handle(timer)
}

/// So many milliseconds from the call on, as the calls want it.
fn after(milliseconds: i64) -> i64 {
    -milliseconds * 10_000
}

fn set_timer_with(
    timer: Handle,
    due: i64,
    period: i32,
    routine: PTIMERAPCROUTINE,
    argument: *const c_void,
) -> (bool, u32) {
    // SAFETY: the place lives longer than the call, and routines of these tests can be called with
    // their arguments.
    said(|| unsafe { SetWaitableTimer(timer.raw(), &raw const due, period, routine, argument, 0) })
}

fn set_timer(timer: Handle, due: i64, period: i32) {
    assert_eq!(set_timer_with(timer, due, period, None, ptr::null()), WORKED);
}

/// Waits until everything has been decided that is due in so many milliseconds, or before.
fn passes(milliseconds: i64) {
    let timer = timer(Reset::Manual);
    set_timer(timer, after(milliseconds), 0);
    comes(timer);
    close(timer);
}

/// A port of which the calling thread is a released member.
fn port_of_this_thread() -> Handle {
    let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
    // SAFETY: the places live longer than the calls.
    unsafe {
        let port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, ptr::null_mut(), 0, 1);
        assert_eq!(PostQueuedCompletionStatus(port, 1, 2, ptr::null()), TRUE);
        let (bytes, overlapped) = (&raw mut bytes, &raw mut overlapped);
        assert_eq!(GetQueuedCompletionStatus(port, bytes, &raw mut key, overlapped, 0), TRUE);
        Handle(port)
    }
}

/// How many threads a port sees as released, and as paused.
fn members(port: Handle) -> (usize, usize) {
    let snapshot = iocp_sim_win32::snapshot(port.raw()).expect("it is a port");
    (snapshot.released.len(), snapshot.paused.len())
}

/// What a callback is given: it counts, and may wait.
#[derive(Default)]
struct Calls {
    begun: AtomicU32,
    timed_out: AtomicU32,
    running: AtomicU32,
    most_running: AtomicU32,
    /// What each call waits for, if it is not null.
    gate: Option<Handle>,
    acts: Option<Box<dyn Fn() + Send + Sync>>,
}

/// All that callbacks were given, so that no tool takes it for lost.
static KEPT: Mutex<Vec<&Calls>> = Mutex::new(Vec::new());

impl Calls {
    /// A callback may come late, so what it is given stays for ever.
    fn kept(self) -> &'static Self {
        let calls: &Self = Box::leak(Box::new(self));
        KEPT.lock().expect("nobody panics with it").push(calls);
        calls
    }

    fn counted() -> &'static Self {
        Self::default().kept()
    }

    /// Each call waits for the gate, which is an event.
    fn gated(gate: Handle) -> &'static Self {
        Self { gate: Some(gate), ..Self::default() }.kept()
    }

    /// Each call acts in this way.
    fn acting(acts: impl Fn() + Send + Sync + 'static) -> &'static Self {
        Self { acts: Some(Box::new(acts)), ..Self::default() }.kept()
    }

    fn context(&'static self) -> *const c_void {
        ptr::from_ref(self).cast()
    }

    fn begun(&self) -> u32 {
        self.begun.load(SeqCst)
    }

    fn running(&self) -> u32 {
        self.running.load(SeqCst)
    }

    fn most_running(&self) -> u32 {
        self.most_running.load(SeqCst)
    }

    fn timed_out(&self) -> u32 {
        self.timed_out.load(SeqCst)
    }

    /// Waits until so many calls have begun.
    fn come(&self, count: u32) {
        until("a callback", || self.begun() >= count);
    }
}

/// The callback that goes with [`Calls`].
extern "system" fn call(context: *mut c_void, timed_out: bool) {
    // SAFETY: it is what [`Calls::context`] gave, which stays for ever.
    let calls = unsafe { &*context.cast::<Calls>() };
    let running = calls.running.fetch_add(1, SeqCst) + 1;
    calls.most_running.fetch_max(running, SeqCst);
    calls.timed_out.fetch_add(u32::from(timed_out), SeqCst);
    calls.begun.fetch_add(1, SeqCst);
    if let Some(gate) = calls.gate {
        comes(gate);
    }
    if let Some(acts) = &calls.acts {
        acts();
    }
    calls.running.fetch_sub(1, SeqCst);
}
