//! What the port of a thread sees of its waits.

use std::ptr;

use iocp_sim_win32::Wdk::Storage::FileSystem::NtSetEvent;
use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Threading::*;
use iocp_sim_win32::{ntdll, snapshot};

use crate::world::*;

const RELEASED: (usize, usize) = (1, 0);
const PAUSED: (usize, usize) = (0, 1);

/// Lets a worker wait again and again, and looks at its port before and right after what ends the
/// wait: were it the worker that ends its pause, it would now and then come too late. `object` is
/// as it was when the wait has ended and `afterwards` is done, by the worker.
fn is_back_before(object: Handle, signal: impl Fn(), afterwards: fn(Handle)) {
    const ROUNDS: usize = 100;
    let worker = Worker::new();
    for _ in 0..ROUNDS {
        let waits = worker.waits(object);
        assert_eq!(released_and_paused(worker.port), PAUSED);
        signal();
        assert_eq!(released_and_paused(worker.port), RELEASED);
        assert_eq!(comes(&waits), WAIT_OBJECT_0);
        worker.does(move || afterwards(object));
    }
}

fn nothing(_: Handle) {}

fn resets(event: Handle) {
    // SAFETY: the call has no places.
    worked(|| unsafe { ResetEvent(event.raw()) }).expect("it is an event");
}

#[test]
fn who_waits_counts_again_before_what_ends_the_wait_returns() {
    let (stays, resets_itself, semaphore) = (manual(), automatic(), semaphore(0, 1));
    is_back_before(stays, || set(stays).expect("it is set"), resets);
    is_back_before(resets_itself, || set(resets_itself).expect("it is set"), nothing);
    is_back_before(stays, || pulse(stays).expect("it is pulsed"), nothing);
    is_back_before(semaphore, || assert_eq!(release(semaphore, 1), Ok(0)), nothing);
}

#[test]
fn who_waits_counts_again_before_a_native_call_returns() {
    let (event, semaphore, none) = (automatic(), semaphore(0, 1), ptr::null_mut());
    // SAFETY: the places may be missing.
    unsafe {
        let set = || assert_eq!(NtSetEvent(event.raw(), none), STATUS_SUCCESS);
        is_back_before(event, set, nothing);
        let pulse = || assert_eq!(ntdll::NtPulseEvent(event.raw(), none), STATUS_SUCCESS);
        is_back_before(event, pulse, nothing);
        let release =
            || assert_eq!(ntdll::NtReleaseSemaphore(semaphore.raw(), 1, none), STATUS_SUCCESS);
        is_back_before(semaphore, release, nothing);
    }
}

#[test]
fn who_waits_for_a_mutex_counts_again_before_it_is_released() {
    let worker = Worker::new();
    for _ in 0..100 {
        let mutex = mutex(TRUE);
        let waits = worker.waits(mutex);
        release_mutex(mutex).expect("it is owned");
        assert_eq!(released_and_paused(worker.port), RELEASED);
        assert_eq!(comes(&waits), WAIT_OBJECT_0);
        close(mutex);
    }
}

#[test]
fn all_whom_an_event_releases_count_again_at_once() {
    let (event, port) = (manual(), port(3));
    let workers = [(); 3].map(|()| Worker::at(port));
    let waits = workers.each_ref().map(|worker| worker.starts(move || wait(event, LONG_MS)));
    until("they do not wait", || released_and_paused(port) == (0, 3));
    set(event).expect("it is set");
    assert_eq!(released_and_paused(port), (3, 0));
    assert_eq!(waits.map(|wait| comes(&wait)), [WAIT_OBJECT_0; 3]);
}

#[test]
fn a_wait_that_need_not_wait_pauses_nobody() {
    let (event, port) = (manual(), port(2));
    let [first, _second] = [(); 2].map(|()| Worker::at(port));
    let released = || snapshot(port.raw()).expect("it is a port").released;
    let before = released();
    set(event).expect("it is set");
    assert_eq!(first.does(move || wait(event, LONG_MS)), WAIT_OBJECT_0);
    assert_eq!(first.does(move || wait(automatic(), 0)), WAIT_TIMEOUT);
    // Who was paused comes back behind the others.
    assert_eq!(released(), before);
}

#[test]
fn a_wait_whose_time_passes_counts_again() {
    let (event, worker) = (automatic(), Worker::new());
    assert_eq!(worker.does(move || wait(event, 1)), WAIT_TIMEOUT);
    assert_eq!(released_and_paused(worker.port), RELEASED);
}

#[test]
fn while_one_thread_waits_another_gets_its_packet() {
    let (event, port) = (automatic(), port(1));
    let (first, second) = (Worker::at(port), Worker::new());
    let gets = second.starts(move || get(port));
    until("it does not wait", || snapshot(port.raw()).expect("a port").waiting.len() == 1);
    post(port, 7);
    assert_eq!(snapshot(port.raw()).expect("a port").queue.len(), 1);
    let waits = first.starts(move || wait(event, LONG_MS));
    assert_eq!(comes(&gets), Ok(7));
    assert_eq!(released_and_paused(port), (1, 1));
    set(event).expect("it is set");
    assert_eq!(released_and_paused(port), (2, 0));
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_thread_that_is_suspended_misses_a_pulse_and_no_set() {
    let (event, worker) = (manual(), Worker::new());
    let waits = worker.waits(event);
    // SAFETY: the calls have no places.
    let thread = made(|| unsafe { OpenThread(THREAD_ALL_ACCESS, FALSE, worker.id) });
    let thread = thread.expect("it runs");
    // SAFETY: the calls have no places.
    let (suspend, resume) =
        unsafe { (|| SuspendThread(thread.raw()), || ResumeThread(thread.raw())) };
    assert_eq!(suspend(), 0);
    pulse(event).expect("it is pulsed");
    assert_eq!(resume(), 1);
    assert_eq!(released_and_paused(worker.port), PAUSED);
    assert_eq!(suspend(), 0);
    set(event).expect("it is set");
    assert_eq!(released_and_paused(worker.port), PAUSED);
    assert_eq!(resume(), 1);
    assert_eq!(released_and_paused(worker.port), RELEASED);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}
