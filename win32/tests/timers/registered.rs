//! Registered waits: their callbacks, and their ends.

use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;

use iocp_sim_win32::Win32::Foundation::{
    DUPLICATE_SAME_ACCESS, DuplicateHandle, ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE,
    ERROR_IO_PENDING, ERROR_POSSIBLE_DEADLOCK, WAIT_ABANDONED, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use iocp_sim_win32::Win32::System::IO::PostQueuedCompletionStatus;
use iocp_sim_win32::Win32::System::Threading::{
    CreateMutexW, CreateSemaphoreW, CreateThread, GetCurrentProcess, INFINITE,
    RegisterWaitForSingleObject, ReleaseMutex, ReleaseSemaphore, ResetEvent, SwitchToThread,
    UnregisterWait, UnregisterWaitEx, WT_EXECUTEDEFAULT, WT_EXECUTEONLYONCE,
};

use crate::{
    Calls, Handle, Reset, WORKED, after, call, close, comes, event, members, passes,
    port_of_this_thread, said, set, set_timer, timer, until, wait, within_limit,
};

const PENDING: (bool, u32) = (false, ERROR_IO_PENDING);
const DEADLOCK: (bool, u32) = (false, ERROR_POSSIBLE_DEADLOCK);
const NO_HANDLE: (bool, u32) = (false, ERROR_INVALID_HANDLE);

fn register_with(
    object: Handle,
    calls: &'static Calls,
    milliseconds: u32,
    flags: u32,
) -> Result<Handle, u32> {
    let mut wait = ptr::null_mut();
    // SAFETY: the place lives longer than the call, and what the callback is given for ever.
    let (made, error) = said(|| unsafe {
        let (wait, context) = (&raw mut wait, calls.context());
        RegisterWaitForSingleObject(wait, object.raw(), Some(call), context, milliseconds, flags)
    });
    if made { Ok(Handle(wait)) } else { Err(error) }
}

fn register(object: Handle, calls: &'static Calls) -> Handle {
    register_with(object, calls, INFINITE, WT_EXECUTEDEFAULT).expect("it is registered")
}

fn unregister(wait: Handle, event: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { UnregisterWaitEx(wait.raw(), event.raw()) })
}

fn duplicate(handle: Handle, access: u32, options: u32) -> Handle {
    let mut duplicate = ptr::null_mut();
    // SAFETY: the place lives longer than the call.
    let made = said(|| unsafe {
        let (process, place) = (GetCurrentProcess(), &raw mut duplicate);
        DuplicateHandle(process, handle.raw(), process, place, access, 0, options)
    });
    assert_eq!(made, WORKED);
    Handle(duplicate)
}

fn semaphore() -> Handle {
    // SAFETY: neither attributes nor a name are given.
    let semaphore = unsafe { CreateSemaphoreW(ptr::null(), 0, i32::MAX, ptr::null()) };
    assert!(!semaphore.is_null());
    Handle(semaphore)
}

fn release(semaphore: Handle, count: i32) {
    // SAFETY: nobody wants the previous count.
    let released = said(|| unsafe { ReleaseSemaphore(semaphore.raw(), count, ptr::null_mut()) });
    assert_eq!(released, WORKED);
}

#[test]
fn a_wait_can_be_ended_in_its_own_callback_but_not_waited_for() {
    within_limit(|| {
        let (event, done) = (event(Reset::Auto), event(Reset::Manual));
        let (said, itself) = (Arc::new(OnceLock::new()), Arc::new(OnceLock::new()));
        let (says, knows_itself) = (Arc::clone(&said), Arc::clone(&itself));
        let calls = Calls::acting(move || {
            let itself: Handle = *knows_itself.wait();
            let answers = [unregister(itself, Handle::WAIT), unregister(itself, done)];
            says.set(answers).expect("it is called once");
        });
        let wait = register(event, calls);
        itself.set(wait).expect("it is set once");
        set(event);
        comes(done);
        assert_eq!(*said.wait(), [DEADLOCK, PENDING]);
        assert_eq!(calls.running(), 0);
        assert_eq!((unregister(wait, Handle::NULL), close(wait)), (NO_HANDLE, NO_HANDLE));
    });
}

#[test]
fn a_wait_goes_on_though_the_handle_of_its_object_is_closed() {
    within_limit(|| {
        let (event, calls) = (event(Reset::Auto), Calls::counted());
        let other = duplicate(event, 0, DUPLICATE_SAME_ACCESS);
        let wait = register(event, calls);
        assert_eq!(close(event), WORKED);
        for count in 1..4 {
            set(other);
            calls.come(count);
        }
        assert_eq!(close(other), WORKED);
        assert_eq!(unregister(wait, Handle::WAIT), WORKED);
    });
}

#[test]
fn an_object_that_stays_signalled_calls_back_one_after_the_other_and_leaves_room_for_others() {
    within_limit(|| {
        let (stays, calls) = (event(Reset::Manual), Calls::counted());
        let waits = [register(stays, calls), register(stays, Calls::counted())];
        set(stays);
        let (event, others) = (event(Reset::Auto), Calls::counted());
        let other = register(event, others);
        for count in 1..50 {
            set(event);
            others.come(count);
        }
        calls.come(50);
        // SAFETY: the call has no places.
        assert_eq!(said(|| unsafe { ResetEvent(stays.raw()) }), WORKED);
        until("it rests", || {
            let begun = calls.begun();
            passes(2);
            calls.begun() == begun
        });
        assert_eq!(calls.most_running(), 1);
        for wait in waits.into_iter().chain([other]) {
            assert_eq!(unregister(wait, Handle::WAIT), WORKED);
        }
    });
}

#[test]
fn each_count_of_a_semaphore_is_a_callback_and_few_of_them_run_at_once() {
    within_limit(|| {
        let (semaphore, gate) = (semaphore(), event(Reset::Manual));
        let calls = Calls::gated(gate);
        let wait = register(semaphore, calls);
        release(semaphore, 1_000);
        calls.come(64);
        passes(2);
        assert_eq!(calls.begun(), 64);
        set(gate);
        calls.come(1_000);
        assert_eq!(self::wait(semaphore, 0), WAIT_TIMEOUT);
        assert_eq!(unregister(wait, Handle::WAIT), WORKED);
        assert_eq!((calls.begun(), calls.most_running()), (1_000, 64));
    });
}

#[test]
fn a_registration_owns_a_mutex_and_abandons_it_in_the_end() {
    within_limit(|| {
        // SAFETY: neither attributes nor a name are given.
        let mutex = Handle(unsafe { CreateMutexW(ptr::null(), 0, ptr::null()) });
        let calls = Calls::counted();
        let registered = register_with(mutex, calls, INFINITE, WT_EXECUTEONLYONCE);
        let registered = registered.expect("it is registered");
        calls.come(1);
        assert_eq!(wait(mutex, 0), WAIT_TIMEOUT);
        // SAFETY: the call has no places.
        assert!(!said(|| unsafe { ReleaseMutex(mutex.raw()) }).0);
        assert_eq!(unregister(registered, Handle::WAIT), WORKED);
        assert_eq!(wait(mutex, 0), WAIT_ABANDONED);
    });
}

#[test]
fn thousands_of_waits_are_registered_and_no_thread_waits() {
    within_limit(|| {
        let events: Vec<Handle> = (0..2_000).map(|_| event(Reset::Auto)).collect();
        let all: Vec<&Calls> = events.iter().map(|_| Calls::counted()).collect();
        let waits: Vec<Handle> =
            events.iter().zip(&all).map(|(event, calls)| register(*event, calls)).collect();
        let threads = threads_of_this_process();
        assert!(threads < 700, "{threads} threads");
        events.iter().for_each(|event| set(*event));
        all.iter().for_each(|calls| calls.come(1));
        for wait in waits {
            assert_eq!(unregister(wait, Handle::WAIT), WORKED);
        }
        assert!(all.iter().all(|calls| (calls.begun(), calls.timed_out()) == (1, 0)));
        events.into_iter().for_each(|event| assert_eq!(close(event), WORKED));
    });
}

/// Other tests run meanwhile, and have threads of their own.
fn threads_of_this_process() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

#[test]
fn no_signal_is_lost_or_taken_twice_while_waits_are_registered_and_ended() {
    within_limit(|| {
        let (semaphore, calls) = (semaphore(), Calls::counted());
        let signals = thread::spawn(move || {
            for _ in 0..5_000 {
                release(semaphore, 1);
                // SAFETY: the call has no places.
                unsafe { SwitchToThread() };
            }
        });
        let ends = AtomicU32::new(0);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while ends.fetch_add(1, SeqCst) < 600 {
                        let registered = register(semaphore, calls);
                        assert_eq!(unregister(registered, Handle::WAIT), WORKED);
                    }
                });
            }
        });
        signals.join().expect("it ends");
        assert_eq!(calls.running(), 0);
        let mut left = 0;
        while wait(semaphore, 0) == WAIT_OBJECT_0 {
            left += 1;
        }
        assert_eq!(calls.begun() + left, 5_000);
    });
}

#[test]
fn a_wait_that_is_ended_while_callbacks_come_calls_back_no_more() {
    within_limit(|| {
        let event = event(Reset::Manual);
        set(event);
        for _ in 0..300 {
            let calls = Calls::counted();
            let registered = register(event, calls);
            calls.come(1);
            assert_eq!(unregister(registered, Handle::WAIT), WORKED);
            let begun = calls.begun();
            assert_eq!(calls.running(), 0);
            // SAFETY: the call has no places.
            assert_eq!(said(|| unsafe { UnregisterWait(registered.raw()) }), NO_HANDLE);
            assert_eq!(calls.begun(), begun);
        }
    });
}

#[test]
fn time_runs_out_again_and_again_and_a_signal_begins_it_anew() {
    within_limit(|| {
        let (event, calls) = (event(Reset::Auto), Calls::counted());
        let registered = register_with(event, calls, 3, WT_EXECUTEDEFAULT).expect("it is there");
        calls.come(3);
        let timed_out = calls.timed_out();
        assert!(timed_out >= 3);
        let begun = calls.begun();
        set(event);
        calls.come(begun + 1);
        assert_eq!(unregister(registered, Handle::WAIT), WORKED);
        assert_eq!((calls.begun() - calls.timed_out(), wait(event, 0)), (1, WAIT_TIMEOUT));
    });
}

#[test]
fn no_time_at_all_runs_out_one_after_the_other() {
    within_limit(|| {
        let (event, calls) = (event(Reset::Auto), Calls::counted());
        let registered = register_with(event, calls, 0, WT_EXECUTEDEFAULT).expect("it is there");
        calls.come(100);
        assert_eq!(unregister(registered, Handle::WAIT), WORKED);
        assert_eq!((calls.begun(), calls.most_running()), (calls.timed_out(), 1));
    });
}

#[test]
fn ports_threads_and_timers_can_be_waited_for() {
    within_limit(|| {
        let port = port_of_this_thread();
        let timer = timer(Reset::Auto);
        let gate = event(Reset::Manual);
        extern "system" fn ends(gate: *mut std::ffi::c_void) -> u32 {
            comes(Handle(gate));
            7
        }
        // SAFETY: the thread gets what it waits for.
        let thread = Handle(unsafe {
            CreateThread(ptr::null(), 0, Some(ends), gate.raw(), 0, ptr::null_mut())
        });
        let calls = [(); 3].map(|()| Calls::counted());
        let once = |object, calls| {
            register_with(object, calls, INFINITE, WT_EXECUTEONLYONCE).expect("it is registered")
        };
        let waits = [once(port, calls[0]), once(thread, calls[1]), once(timer, calls[2])];
        passes(2);
        assert!(calls.iter().all(|calls| calls.begun() == 0));
        // SAFETY: the call has no places.
        assert_eq!(unsafe { PostQueuedCompletionStatus(port.raw(), 0, 0, ptr::null()) }, 1);
        set(gate);
        set_timer(timer, after(1), 0);
        calls.iter().for_each(|calls| calls.come(1));
        for wait in waits {
            assert_eq!(unregister(wait, Handle::WAIT), WORKED);
        }
        assert!(calls.iter().all(|calls| calls.begun() == 1));
        assert_eq!([port, thread, timer].map(close), [WORKED; 3]);
    });
}

#[test]
fn who_waits_for_a_callback_is_paused_until_it_has_returned() {
    within_limit(|| {
        let (event, gate) = (event(Reset::Auto), event(Reset::Manual));
        let (calls, (port_is, tells)) = (Calls::gated(gate), mpsc::channel());
        let registered = register(event, calls);
        set(event);
        calls.come(1);
        let ends = thread::spawn(move || {
            let port = port_of_this_thread();
            port_is.send(port).expect("the test listens");
            (unregister(registered, Handle::WAIT), members(port))
        });
        let port = tells.recv().expect("it has a port");
        until("it is paused", || members(port) == (0, 1));
        set(gate);
        assert_eq!(ends.join().expect("it ends"), (WORKED, (1, 0)));
        close(port);
    });
}

#[test]
fn a_wait_needs_the_right_to_wait() {
    within_limit(|| {
        let event = event(Reset::Auto);
        let refused = register_with(duplicate(event, 0x2, 0), Calls::counted(), INFINITE, 0);
        assert_eq!(refused, Err(ERROR_ACCESS_DENIED));
        let only_waits = duplicate(event, 0x10_0000, 0);
        let registered = register(only_waits, Calls::counted());
        assert_eq!(unregister(registered, only_waits), (false, ERROR_ACCESS_DENIED));
        assert_eq!(unregister(registered, event), WORKED);
        assert_eq!(wait(event, 0), WAIT_OBJECT_0);
    });
}
