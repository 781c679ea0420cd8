//! Threads that are suspended, resumed and ended while they do what threads do.
//!
//! What a thread has done since it was suspended can be seen in a count that it keeps in its own
//! code: there it stands still, whatever it was in the middle of.

#![cfg(not(windows))]

mod ending;

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use iocp_sim_win32::Win32::Foundation::{
    CloseHandle, ERROR_SIGNAL_REFUSED, GetLastError, HANDLE, INVALID_HANDLE_VALUE, TRUE,
    WAIT_OBJECT_0,
};
use iocp_sim_win32::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatus, PostQueuedCompletionStatus,
};
use iocp_sim_win32::Win32::System::Threading::{
    CREATE_SUSPENDED, CreateThread, GetCurrentThread, GetExitCodeThread, INFINITE, ResumeThread,
    Sleep, SuspendThread, WaitForSingleObject,
};
use iocp_sim_win32::snapshot;

/// How often each thread is suspended and resumed: 1,000 times, or as `IOCP_SIM_CYCLES` says.
fn cycles() -> u32 {
    let asked = std::env::var("IOCP_SIM_CYCLES").ok();
    asked.map_or(1_000, |asked| asked.parse().expect("IOCP_SIM_CYCLES is a number"))
}

/// Longer than anything takes here.
const LONG: Duration = Duration::from_secs(120);

/// A port, as a number that any thread may have.
#[derive(Clone, Copy)]
struct Port(usize);

impl Port {
    fn new(limit: u32) -> Self {
        // SAFETY: the call has no places.
        let port =
            unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, ptr::null_mut(), 0, limit) };
        assert!(!port.is_null());
        Self(port.addr())
    }

    fn raw(self) -> HANDLE {
        ptr::without_provenance_mut(self.0)
    }

    fn post(self, key: usize) {
        // SAFETY: nobody follows the null.
        assert_eq!(unsafe { PostQueuedCompletionStatus(self.raw(), 0, key, ptr::null()) }, TRUE);
    }

    fn get(self, milliseconds: u32) -> Option<usize> {
        let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
        // SAFETY: the places live longer than the call.
        let got = unsafe {
            let port = self.raw();
            GetQueuedCompletionStatus(port, &mut bytes, &mut key, &mut overlapped, milliseconds)
        };
        (got == TRUE).then_some(key)
    }
}

/// A thread of CreateThread that runs a closure.
struct Thread(HANDLE);

impl Thread {
    fn begin(flags: u32, run: impl FnOnce() -> u32 + Send + 'static) -> Self {
        type Run = Box<dyn FnOnce() -> u32 + Send>;
        unsafe extern "system" fn start(run: *mut c_void) -> u32 {
            // SAFETY: it is the box that was given away below.
            let run = *unsafe { Box::from_raw(run.cast::<Run>()) };
            run()
        }
        let run: *mut Run = Box::into_raw(Box::new(Box::new(run)));
        // SAFETY: the function takes the box.
        let thread = unsafe {
            CreateThread(ptr::null(), 0, Some(start), run.cast(), flags, ptr::null_mut())
        };
        assert!(!thread.is_null());
        Self(thread)
    }

    fn suspend(&self) -> u32 {
        // SAFETY: the call has no places.
        unsafe { SuspendThread(self.0) }
    }

    fn resume(&self) -> u32 {
        // SAFETY: the call has no places.
        unsafe { ResumeThread(self.0) }
    }

    /// Waits for the end, and gives the code.
    fn ended(self) -> u32 {
        let mut code = 0;
        // SAFETY: the place lives longer than the call.
        unsafe {
            let limit = u32::try_from(LONG.as_millis()).expect("it is short");
            assert_eq!(WaitForSingleObject(self.0, limit), WAIT_OBJECT_0, "it does not end");
            assert_eq!(GetExitCodeThread(self.0, &mut code), TRUE);
            CloseHandle(self.0);
        }
        code
    }
}

fn error() -> u32 {
    // SAFETY: the call has no places.
    unsafe { GetLastError() }
}

/// Waits until something holds, and fails if that takes too long.
fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < LONG, "{what}");
        std::thread::yield_now();
    }
}

/// What the threads of a storm share.
struct Storm {
    port: Port,
    counts: [AtomicU64; 4],
    lock: Mutex<Vec<u64>>,
    over: AtomicBool,
}

impl Storm {
    /// Allocates, locks, posts, gets and sleeps, and counts each in its own code.
    fn work(&self, number: usize) {
        let mut kept: Vec<Vec<u8>> = Vec::new();
        let mut turn = 0_u64;
        while !self.over.load(Ordering::Relaxed) {
            turn += 1;
            match turn % 8 {
                0 | 1 => kept.push(vec![1; (turn % 5000) as usize]),
                2 => self.port.post(7),
                3 => _ = self.port.get(0),
                4 => {
                    if let Ok(mut shared) = self.lock.try_lock() {
                        shared.push(turn);
                        shared.truncate(100);
                    }
                }
                5 => kept.truncate(10),
                // SAFETY: the call has no places.
                6 => unsafe { Sleep(u32::from(turn % 64 == 6)) },
                _ => _ = self.port.get(1),
            }
            self.counts[number].fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// C30, U08.
#[test]
fn threads_that_allocate_lock_and_use_the_port_stand_still_and_go_on() {
    let counts = [const { AtomicU64::new(0) }; 4];
    let (lock, over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let storm = Arc::new(Storm { port: Port::new(2), counts, lock, over });
    let threads: Vec<Thread> = (0..4)
        .map(|number| {
            let storm = Arc::clone(&storm);
            Thread::begin(0, move || {
                storm.work(number);
                0
            })
        })
        .collect();
    for cycle in 0..cycles() {
        for (number, thread) in threads.iter().enumerate() {
            assert_eq!(thread.suspend(), 0);
            let before = storm.counts[number].load(Ordering::SeqCst);
            // What the others do meanwhile, and this thread itself, needs nothing of it.
            std::thread::yield_now();
            let after = storm.counts[number].load(Ordering::SeqCst);
            assert_eq!(before, after, "thread {number} ran on in cycle {cycle}");
            assert_eq!(thread.resume(), 1);
        }
    }
    let reached: Vec<u64> = storm.counts.iter().map(|count| count.load(Ordering::SeqCst)).collect();
    for (number, reached) in reached.into_iter().enumerate() {
        let count = || storm.counts[number].load(Ordering::SeqCst);
        until("each thread goes on", || count() > reached);
    }
    storm.over.store(true, Ordering::Relaxed);
    assert!(threads.into_iter().all(|thread| thread.ended() == 0));
    let end = snapshot(storm.port.raw()).expect("it is open");
    assert!(end.released.is_empty() && end.paused.is_empty() && end.waiting.is_empty(), "{end:?}");
}

/// C30: the count nests, and a thread that waits for a lock of its own code does not count.
#[test]
fn a_thread_that_runs_is_paused_while_it_is_suspended() {
    let (port, over) = (Port::new(1), Arc::new(AtomicBool::new(false)));
    let stop = Arc::clone(&over);
    let thread = Thread::begin(0, move || {
        assert_eq!(port.get(0), None);
        while !stop.load(Ordering::Relaxed) {
            std::hint::spin_loop();
        }
        5
    });
    let view = || snapshot(port.raw()).expect("it is open");
    until("it runs", || view().released.len() == 1);
    assert_eq!((thread.suspend(), thread.suspend()), (0, 1));
    assert_eq!((view().released.len(), view().paused.len()), (0, 1));
    assert_eq!(thread.resume(), 2);
    assert_eq!(view().paused.len(), 1);
    assert_eq!(thread.resume(), 1);
    assert_eq!((view().released.len(), view().paused.len()), (1, 0));
    assert_eq!(thread.resume(), 0);
    over.store(true, Ordering::Relaxed);
    assert_eq!(thread.ended(), 5);
}

/// W07: a packet goes past it.
#[test]
fn a_thread_suspended_in_a_get_is_passed_over() {
    let port = Port::new(1);
    let thread = Thread::begin(0, move || {
        let key = port.get(INFINITE).expect("the port is open");
        u32::try_from(key).expect("it is small")
    });
    let view = || snapshot(port.raw()).expect("it is open");
    until("it waits", || view().waiting.len() == 1);
    assert_eq!(thread.suspend(), 0);
    assert_eq!((view().waiting.len(), view().paused.len()), (0, 1));
    port.post(1);
    assert_eq!(port.get(0), Some(1));
    port.post(2);
    assert_eq!(view().queue.len(), 1);
    // This thread holds the slot; its next call gives it up.
    let other = Port::new(1);
    assert_eq!(other.get(0), None);
    assert_eq!(thread.resume(), 1);
    assert_eq!(thread.ended(), 2);
}

/// U05: nothing of it runs before.
#[test]
fn a_thread_begun_suspended_begins_when_it_is_resumed() {
    let began = Arc::new(AtomicBool::new(false));
    let says = Arc::clone(&began);
    let thread = Thread::begin(CREATE_SUSPENDED, move || {
        says.store(true, Ordering::SeqCst);
        7
    });
    assert_eq!((thread.suspend(), thread.resume()), (1, 2));
    assert!(!began.load(Ordering::SeqCst));
    assert_eq!(thread.resume(), 1);
    assert_eq!(thread.ended(), 7);
    assert!(began.load(Ordering::SeqCst));
}

#[test]
fn a_thread_is_suspended_127_times_at_most() {
    let thread = Thread::begin(CREATE_SUSPENDED, || 0);
    for before in 1..127 {
        assert_eq!(thread.suspend(), before);
    }
    assert_eq!((thread.suspend(), error()), (u32::MAX, ERROR_SIGNAL_REFUSED));
    for before in (1..=127).rev() {
        assert_eq!(thread.resume(), before);
    }
    assert_eq!(thread.ended(), 0);
}

#[test]
fn a_thread_can_suspend_itself() {
    let port = Port::new(1);
    let (said, heard) = std::sync::mpsc::channel();
    let thread = Thread::begin(0, move || {
        port.get(0);
        // SAFETY: the call has no places.
        let before = unsafe { SuspendThread(GetCurrentThread()) };
        said.send(before).expect("the test listens");
        0
    });
    until("it stands still", || snapshot(port.raw()).expect("it is open").paused.len() == 1);
    assert!(heard.try_recv().is_err());
    assert_eq!(thread.resume(), 1);
    assert_eq!(thread.ended(), 0);
    assert_eq!(heard.recv(), Ok(0));
}
