//! Waits that are registered, and the callbacks that come of them.

use windows_sys::Win32::Foundation::{
    ERROR_INVALID_HANDLE, ERROR_IO_PENDING, HANDLE, INVALID_HANDLE_VALUE, WAIT_OBJECT_0,
};
use windows_sys::Win32::System::Threading::{
    RegisterWaitForSingleObject, UnregisterWait, UnregisterWaitEx, WORKER_THREAD_FLAGS,
    WT_EXECUTEDEFAULT, WT_EXECUTEINWAITTHREAD, WT_EXECUTEONLYONCE,
};

use crate::actors::{Actor, own_id};
use crate::arm::{comes, nothing_comes};
use crate::callbacks::Bell;
use crate::calls::{FOREVER, Handle};
use crate::waitables::{
    LONG, Reset, State, WORKED, automatic, event, is_signalled, manual, release, said, semaphore,
    set, wait,
};

/// Registers a wait that rings a bell.
fn register(
    object: Handle,
    bell: &'static Bell,
    milliseconds: u32,
    flags: WORKER_THREAD_FLAGS,
) -> Handle {
    let mut registered: HANDLE = std::ptr::null_mut();
    // SAFETY: the place lives longer than the call, and a bell stays for ever.
    let (ok, error) = said(|| unsafe {
        let (object, context) = (object.raw(), bell.context());
        let place = &raw mut registered;
        RegisterWaitForSingleObject(place, object, Bell::CALLBACK, context, milliseconds, flags)
    });
    assert!(ok, "the wait is not registered: {error}");
    Handle::of(registered)
}

fn unregister(registered: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { UnregisterWait(registered.raw()) })
}

/// Ends a registered wait, and waits for its callbacks.
fn unregister_and_wait(registered: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { UnregisterWaitEx(registered.raw(), INVALID_HANDLE_VALUE) })
}

/// Ends a registered wait, and has an event set when its callbacks have returned.
fn unregister_and_tell(registered: Handle, done: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { UnregisterWaitEx(registered.raw(), done.raw()) })
}

#[test]
fn a_callback_comes_when_the_object_is_signalled() {
    shows![U18];
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    nothing_comes(&told);
    set(event);
    assert!(!comes(&told).timed_out);
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn a_callback_comes_if_the_object_is_signalled_already() {
    let (event, (bell, told)) = (event(Reset::Automatic, State::Set), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    assert!(!comes(&told).timed_out);
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn a_callback_runs_in_another_thread() {
    shows![U18];
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    set(event);
    let thread = comes(&told).thread;
    assert!(thread != 0 && thread != own_id());
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn a_registered_wait_takes_the_object_as_any_wait_does() {
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    set(event);
    comes(&told);
    assert!(!is_signalled(event));
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn a_callback_comes_each_time_the_object_is_signalled() {
    shows![U18];
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    for _ in 0..3 {
        set(event);
        assert!(!comes(&told).timed_out);
        nothing_comes(&told);
    }
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn a_callback_comes_for_each_count_of_a_semaphore() {
    let (semaphore, (bell, told)) = (semaphore(0, 9), Bell::new());
    let registered = register(semaphore, bell, FOREVER, WT_EXECUTEDEFAULT);
    assert_eq!(release(semaphore, 3), Ok(0));
    for _ in 0..3 {
        comes(&told);
    }
    nothing_comes(&told);
    assert!(unregister_and_wait(registered).0);
    assert_eq!(release(semaphore, 1), Ok(0));
}

#[test]
fn a_callback_that_is_to_come_once_comes_once() {
    shows![U18];
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEONLYONCE);
    set(event);
    comes(&told);
    set(event);
    nothing_comes(&told);
    assert!(is_signalled(event));
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn a_callback_that_is_to_come_once_comes_once_for_an_object_that_stays_signalled() {
    let (event, (bell, told)) = (event(Reset::Manual, State::Set), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEONLYONCE);
    comes(&told);
    nothing_comes(&told);
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn a_callback_is_told_that_time_ran_out() {
    shows![U18];
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, 20, WT_EXECUTEONLYONCE);
    assert!(comes(&told).timed_out);
    nothing_comes(&told);
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn time_runs_out_again_and_again() {
    shows![U18];
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, 20, WT_EXECUTEDEFAULT);
    for _ in 0..3 {
        assert!(comes(&told).timed_out);
    }
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn an_object_that_is_signalled_in_time_keeps_it_from_running_out() {
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, LONG, WT_EXECUTEONLYONCE);
    set(event);
    assert!(!comes(&told).timed_out);
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn a_callback_can_be_wanted_in_the_thread_that_waits() {
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEINWAITTHREAD);
    let threads = [(); 2].map(|()| {
        set(event);
        comes(&told).thread
    });
    assert_eq!(threads[0], threads[1]);
    assert_ne!(threads[0], own_id());
    assert!(unregister_and_wait(registered).0);
}

#[test]
fn no_callback_comes_of_a_wait_that_is_not_registered_any_more() {
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    assert!(unregister_and_wait(registered).0);
    set(event);
    nothing_comes(&told);
    assert!(is_signalled(event));
}

#[test]
fn a_wait_that_has_no_callback_under_way_is_ended_at_once() {
    let (event, (bell, told)) = (automatic(), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    assert!(unregister(registered).0);
    set(event);
    nothing_comes(&told);
}

#[test]
fn a_wait_whose_callback_is_under_way_is_ended_and_that_is_said() {
    shows![U18];
    let (event, gate) = (automatic(), manual());
    let (bell, told) = Bell::gated(gate);
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    set(event);
    comes(&told);
    assert_eq!(unregister(registered), (false, ERROR_IO_PENDING));
    set(gate);
    bell.is_left();
    set(event);
    nothing_comes(&told);
}

#[test]
fn ending_a_wait_can_wait_for_its_callback() {
    shows![U18];
    let (event, gate, ends) = (automatic(), manual(), Actor::new());
    let (bell, told) = Bell::gated(gate);
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    set(event);
    comes(&told);
    let ended = ends.starts(move || (unregister_and_wait(registered).0, wait(gate, 0)));
    nothing_comes(&ended);
    set(gate);
    assert_eq!(comes(&ended), (true, WAIT_OBJECT_0));
    bell.is_left();
}

#[test]
fn ending_a_wait_can_set_an_event_when_its_callback_has_returned() {
    let (event, gate, done) = (automatic(), manual(), manual());
    let (bell, told) = Bell::gated(gate);
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    set(event);
    comes(&told);
    assert_eq!(unregister_and_tell(registered, done), (false, ERROR_IO_PENDING));
    assert!(!is_signalled(done));
    set(gate);
    assert_eq!(wait(done, LONG), WAIT_OBJECT_0);
    bell.is_left();
}

#[test]
fn ending_a_wait_sets_the_event_though_no_callback_is_under_way() {
    let (event, done, (bell, _told)) = (automatic(), manual(), Bell::new());
    let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
    // Whether that is at once is not said.
    unregister_and_tell(registered, done);
    assert_eq!(wait(done, LONG), WAIT_OBJECT_0);
}

#[test]
fn a_wait_that_is_none_can_not_be_ended() {
    assert_eq!(unregister(Handle::NULL), (false, ERROR_INVALID_HANDLE));
    assert_eq!(unregister_and_wait(Handle::NULL), (false, ERROR_INVALID_HANDLE));
}

#[test]
fn registered_waits_do_not_keep_each_other_waiting() {
    let events = [(); 3].map(|()| automatic());
    let gate = manual();
    let (slow, slow_told) = Bell::gated(gate);
    let waits_slowly = register(events[0], slow, FOREVER, WT_EXECUTEDEFAULT);
    set(events[0]);
    comes(&slow_told);
    let others = [events[1], events[2]].map(|event| {
        let (bell, told) = Bell::new();
        let registered = register(event, bell, FOREVER, WT_EXECUTEDEFAULT);
        set(event);
        assert!(!comes(&told).timed_out);
        registered
    });
    set(gate);
    assert_eq!(unregister_and_wait(waits_slowly), WORKED);
    assert!(others.iter().all(|registered| unregister_and_wait(*registered).0));
}
