//! Threads: made, ended, asked for their exit codes and opened.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_FILE_NOT_FOUND, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER,
    FALSE, GetLastError, STILL_ACTIVE, SetLastError, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use windows_sys::Win32::System::Threading::{
    ExitThread, GetThreadId, OpenThread, THREAD_CREATE_RUN_IMMEDIATELY,
    THREAD_QUERY_LIMITED_INFORMATION, THREAD_TERMINATE,
};

use crate::actors::{Actor, DONE, create_thread, ended, exit_code, own_id, resume, terminate};
use crate::arm::{comes, nothing_comes};
use crate::calls::{Handle, close, duplicate, get, port, with_rights};
use crate::waitables::{
    LONG, Made, Reset, SYNCHRONIZE, State, WORKED, Wanted, automatic, event, happens, is_signalled,
    made, manual, set, wait, wait_for, wait_with_error,
};

/// A thread with a function of its own. It has no other frames that would have to be undone.
fn thread(start: unsafe extern "system" fn(*mut c_void) -> u32, parameter: usize) -> (Handle, u32) {
    let parameter = ptr::without_provenance_mut(parameter);
    create_thread(Some(start), parameter, THREAD_CREATE_RUN_IMMEDIATELY)
}

fn opened(access: u32, id: u32) -> Made {
    // SAFETY: the call has no places.
    made(|| unsafe { OpenThread(access, FALSE, id) })
}

fn id_of(thread: Handle) -> u32 {
    // SAFETY: the call has no places.
    unsafe { GetThreadId(thread.raw()) }
}

extern "system" fn returns_its_parameter(parameter: *mut c_void) -> u32 {
    u32::try_from(parameter.addr()).expect("it is small")
}

extern "system" fn ends_in_a_function(parameter: *mut c_void) -> u32 {
    goes_deeper(parameter.addr(), 3);
    1
}

fn goes_deeper(code: usize, floors: u32) {
    if floors > 0 {
        return goes_deeper(code, floors - 1);
    }
    // SAFETY: nothing that this thread holds is needed.
    unsafe { ExitThread(u32::try_from(code).expect("it is small")) }
}

#[test]
fn a_thread_runs_its_function_with_its_parameter() {
    shows![U17];
    let (thread, _) = thread(returns_its_parameter, 1_234);
    assert_eq!(ended(thread), 1_234);
}

#[test]
fn a_thread_can_end_within_a_function_that_it_calls() {
    shows![U17];
    let (thread, _) = thread(ends_in_a_function, 77);
    assert_eq!(ended(thread), 77);
}

#[test]
fn a_thread_that_runs_is_still_active() {
    shows![U17];
    let mut actor = Actor::new();
    assert_eq!(exit_code(actor.handle), Ok(STILL_ACTIVE.cast_unsigned()));
    actor.end();
    assert_eq!(exit_code(actor.handle), Ok(DONE));
}

#[test]
fn a_thread_is_signalled_for_good_when_it_has_ended() {
    shows![U17];
    let mut actor = Actor::new();
    assert_eq!(wait(actor.handle, 0), WAIT_TIMEOUT);
    actor.end();
    for _ in 0..3 {
        assert_eq!(wait(actor.handle, 0), WAIT_OBJECT_0);
    }
}

#[test]
fn the_end_of_a_thread_releases_everybody_who_waits_for_it() {
    shows![U17];
    let (mut ends, first, second) = (Actor::new(), Actor::new(), Actor::new());
    let waits = [first.waits(ends.handle), second.waits(ends.handle)];
    ends.end();
    assert_eq!(waits.map(|wait| comes(&wait)), [WAIT_OBJECT_0; 2]);
}

#[test]
fn a_thread_can_be_waited_for_beside_other_objects() {
    let mut ends = Actor::new();
    let handles = [manual(), ends.handle];
    assert_eq!(wait_for(Wanted::Any, &handles, 0).0, WAIT_TIMEOUT);
    ends.end();
    assert_eq!(wait_for(Wanted::Any, &handles, LONG).0, WAIT_OBJECT_0 + 1);
}

#[test]
fn a_thread_that_is_made_suspended_does_not_run_until_it_is_resumed() {
    let actor = Actor::suspended();
    let acts = actor.starts(own_id);
    nothing_comes(&acts);
    assert_eq!(exit_code(actor.handle), Ok(STILL_ACTIVE.cast_unsigned()));
    assert_eq!(resume(actor.handle), Ok(1));
    assert_eq!(comes(&acts), actor.id);
}

#[test]
fn the_id_of_a_thread_is_the_same_for_everybody() {
    let actor = Actor::new();
    assert_eq!(actor.does(own_id), actor.id);
    assert_eq!(id_of(actor.handle), actor.id);
    assert_eq!(actor.does(|| id_of(Handle::THREAD)), actor.id);
}

#[test]
fn threads_have_different_ids() {
    let (first, second) = (Actor::new(), Actor::new());
    assert_ne!(first.id, second.id);
    assert_ne!(first.id, own_id());
    assert_ne!(first.id, 0);
}

#[test]
fn a_thread_can_be_opened_by_its_id() {
    let mut actor = Actor::new();
    let (thread, _) = opened(SYNCHRONIZE | THREAD_QUERY_LIMITED_INFORMATION, actor.id).unwrap();
    assert_ne!(thread, actor.handle);
    assert_eq!(wait(thread, 0), WAIT_TIMEOUT);
    actor.end();
    assert_eq!(ended(thread), DONE);
}

#[test]
fn a_thread_that_is_opened_has_the_rights_that_are_asked_for() {
    let actor = Actor::new();
    let (waits, _) = opened(SYNCHRONIZE, actor.id).expect("it can be opened");
    assert_eq!(exit_code(waits), Err(ERROR_ACCESS_DENIED));
    assert_eq!(terminate(waits, 1), (false, ERROR_ACCESS_DENIED));
    let (ends, _) = opened(THREAD_TERMINATE, actor.id).expect("it can be opened");
    assert_eq!(wait_with_error(ends, 0).1, ERROR_ACCESS_DENIED);
}

#[test]
fn what_is_the_id_of_no_thread_can_not_be_opened() {
    for id in [0, u32::MAX - 3] {
        assert_eq!(opened(SYNCHRONIZE, id), Err(ERROR_INVALID_PARAMETER));
    }
}

#[test]
fn a_thread_goes_on_when_its_handle_is_closed() {
    let (actor, done) = (Actor::new(), automatic());
    let waits = actor.waits(done);
    assert_eq!(close(actor.handle), WORKED);
    assert_eq!(set(done), WORKED);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_thread_can_give_a_handle_to_itself_away() {
    let actor = Actor::new();
    let thread = actor.does(|| duplicate(Handle::THREAD));
    assert_eq!(id_of(thread), actor.id);
    assert_eq!(wait(thread, 0), WAIT_TIMEOUT);
    drop(actor);
    assert_eq!(ended(thread), DONE);
}

#[test]
fn what_is_no_thread_has_no_exit_code_and_no_id() {
    let closed = manual();
    close(closed);
    for handle in [manual(), port(1), closed, Handle::NULL] {
        assert_eq!(exit_code(handle), Err(ERROR_INVALID_HANDLE));
        assert_eq!(terminate(handle, 1), (false, ERROR_INVALID_HANDLE));
        assert_eq!(id_of(handle), 0);
    }
}

#[test]
fn a_thread_that_waits_can_be_terminated() {
    let (actor, event) = (Actor::new(), automatic());
    let _waits = actor.waits(event);
    assert_eq!(terminate(actor.handle, 99), WORKED);
    assert_eq!(ended(actor.handle), 99);
    // It has not taken the event with it.
    set(event);
    assert!(is_signalled(event));
}

#[test]
fn a_thread_that_gets_can_be_terminated() {
    shows![H08];
    let (actor, port) = (Actor::new(), port(1));
    let _got = actor.risks(move || get(port, LONG));
    crate::arm::settle(port, 1);
    assert_eq!(terminate(actor.handle, 98), WORKED);
    assert_eq!(ended(actor.handle), 98);
    crate::calls::post(port, 7);
    assert_eq!(get(port, 0).key, 7);
}

#[test]
fn a_thread_can_be_terminated_before_it_has_begun() {
    let actor = Actor::suspended();
    let acts = actor.starts(own_id);
    assert_eq!(terminate(actor.handle, 97), WORKED);
    assert_eq!(ended(actor.handle), 97);
    nothing_comes(&acts);
}

#[test]
fn a_suspended_thread_can_be_terminated() {
    let actor = Actor::new();
    let _waits = actor.waits(automatic());
    assert_eq!(crate::actors::suspend(actor.handle), Ok(0));
    assert_eq!(terminate(actor.handle, 96), WORKED);
    assert_eq!(ended(actor.handle), 96);
}

#[test]
fn a_thread_needs_the_right_to_be_terminated() {
    let mut actor = Actor::new();
    let handle = with_rights(actor.handle, SYNCHRONIZE);
    assert_eq!(terminate(handle, 1), (false, ERROR_ACCESS_DENIED));
    actor.end();
    assert_eq!(exit_code(actor.handle), Ok(DONE));
}

#[test]
fn each_thread_has_a_last_error_of_its_own() {
    // Nothing but the last error is touched between the steps.
    static STEP: AtomicU32 = AtomicU32::new(0);
    let reaches = |step| while STEP.load(Ordering::SeqCst) < step {};
    // SAFETY: it only touches the last error.
    let sets = |error| unsafe { SetLastError(error) };
    // SAFETY: it only touches the last error.
    let last = || unsafe { GetLastError() };
    let actor = Actor::new();
    let other = actor.starts(move || {
        sets(ERROR_FILE_NOT_FOUND);
        STEP.store(1, Ordering::SeqCst);
        reaches(2);
        last()
    });
    reaches(1);
    sets(ERROR_ACCESS_DENIED);
    STEP.store(2, Ordering::SeqCst);
    assert_eq!(last(), ERROR_ACCESS_DENIED);
    assert_eq!(comes(&other), ERROR_FILE_NOT_FOUND);
}

/// What a thread is given that says when it runs.
struct Signals {
    set: Handle,
    waits_for: Handle,
    report: Sender<u32>,
}

extern "system" fn sets_and_waits(parameter: *mut c_void) -> u32 {
    // SAFETY: whoever made the thread gave it that.
    let signals = unsafe { Box::from_raw(parameter.cast::<Signals>()) };
    set(signals.set);
    let outcome = wait(signals.waits_for, LONG);
    // Somebody awaits it.
    signals.report.send(outcome).expect("it is awaited");
    STILL_ACTIVE.cast_unsigned()
}

#[test]
fn a_thread_may_end_with_the_code_of_one_that_is_still_active() {
    let (report, reports) = channel();
    let (ready, go) = (automatic(), event(Reset::Automatic, State::Unset));
    let signals = Box::new(Signals { set: ready, waits_for: go, report });
    let parameter = Box::into_raw(signals).cast();
    let (thread, _) = create_thread(Some(sets_and_waits), parameter, THREAD_CREATE_RUN_IMMEDIATELY);
    happens(ready);
    set(go);
    assert_eq!(comes(&reports), WAIT_OBJECT_0);
    assert_eq!(ended(thread), STILL_ACTIVE.cast_unsigned());
    assert_eq!(wait(thread, 0), WAIT_OBJECT_0);
}
