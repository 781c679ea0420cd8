//! Waits, sleeps and APCs by their native calls.

use std::ffi::c_void;
use std::ptr;
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{
    HANDLE, STATUS_ABANDONED, STATUS_ACCESS_DENIED, STATUS_INVALID_HANDLE,
    STATUS_INVALID_PARAMETER_MIX, STATUS_MUTANT_NOT_OWNED, STATUS_OBJECT_TYPE_MISMATCH,
    STATUS_SEMAPHORE_LIMIT_EXCEEDED, STATUS_TIMEOUT, STATUS_UNSUCCESSFUL, STATUS_USER_APC,
    STATUS_WAIT_0, WAIT_OBJECT_0,
};

use crate::actors::{Actor, note, queue_apc, ran};
use crate::arm::{comes, nothing_comes};
use crate::calls::{Handle, with_rights};
use crate::ntdll::{
    NtDelayExecution, NtQueueApcThread, NtSignalAndWaitForSingleObject, NtTestAlert,
    NtWaitForMultipleObjects, NtWaitForSingleObject,
};
use crate::situations::Busy;
use crate::timers::{after, at};
use crate::waitables::{
    Alert, LONG, MODIFY, Reset, SYNCHRONIZE, State, WORKED, Wanted, automatic, event, is_signalled,
    manual, mutex, owned_mutex, semaphore, set, wait,
};

/// What a wait may be shorter than it was told, where time goes by in ticks.
const TICK: Duration = Duration::from_millis(20);

/// The address of a time-out, or none for time without end.
fn place(timeout: Option<&i64>) -> *const i64 {
    timeout.map_or(ptr::null(), |timeout| timeout)
}

fn flag(alert: Alert) -> u8 {
    u8::from(alert == Alert::Alertable)
}

fn wait_natively(handle: Handle, alert: Alert, timeout: Option<i64>) -> i32 {
    // SAFETY: the place lives longer than the call.
    unsafe { NtWaitForSingleObject(handle.raw(), flag(alert), place(timeout.as_ref())) }
}

fn wait_for_natively(wanted: Wanted, handles: &[Handle], timeout: Option<i64>) -> i32 {
    let raw: Vec<HANDLE> = handles.iter().map(|handle| handle.raw()).collect();
    let count = u32::try_from(raw.len()).expect("they are few");
    let any = i32::from(wanted == Wanted::Any);
    // SAFETY: the handles and the place live longer than the call.
    unsafe { NtWaitForMultipleObjects(count, raw.as_ptr(), any, 0, place(timeout.as_ref())) }
}

fn both(signal: Handle, wait: Handle, alert: Alert, timeout: Option<i64>) -> i32 {
    let (signal, wait, timeout) = (signal.raw(), wait.raw(), place(timeout.as_ref()));
    // SAFETY: the place lives longer than the call.
    unsafe { NtSignalAndWaitForSingleObject(signal, wait, flag(alert), timeout) }
}

fn delay(alert: Alert, interval: i64) -> i32 {
    // SAFETY: the place lives longer than the call.
    unsafe { NtDelayExecution(flag(alert), &raw const interval) }
}

fn test_alert() -> i32 {
    // SAFETY: the call has no places.
    unsafe { NtTestAlert() }
}

extern "system" fn note_three(first: *mut c_void, second: *mut c_void, third: *mut c_void) {
    [first, second, third].into_iter().for_each(|given| note(given.addr()));
}

fn queue_natively(thread: Handle, data: usize) -> i32 {
    let given = [data, data + 1, data + 2].map(ptr::without_provenance_mut);
    // SAFETY: the APC follows no address.
    unsafe { NtQueueApcThread(thread.raw(), note_three, given[0], given[1], given[2]) }
}

#[test]
fn a_native_wait_takes_the_object() {
    let event = event(Reset::Automatic, State::Set);
    assert_eq!(wait_natively(event, Alert::Deaf, None), STATUS_WAIT_0);
    assert_eq!(wait_natively(event, Alert::Deaf, Some(0)), STATUS_TIMEOUT);
}

#[test]
fn a_native_wait_lasts_as_long_as_it_is_told() {
    let started = Instant::now();
    assert_eq!(wait_natively(manual(), Alert::Deaf, Some(after(60))), STATUS_TIMEOUT);
    assert!(started.elapsed() + TICK >= Duration::from_millis(60));
}

#[test]
fn a_native_wait_may_last_until_a_point_in_time() {
    let started = Instant::now();
    let point = at(Duration::from_millis(60));
    assert_eq!(wait_natively(manual(), Alert::Deaf, Some(point)), STATUS_TIMEOUT);
    assert!(started.elapsed() + TICK >= Duration::from_millis(60));
    let past = at(Duration::ZERO) - 10_000_000;
    assert_eq!(wait_natively(manual(), Alert::Deaf, Some(past)), STATUS_TIMEOUT);
}

#[test]
fn a_native_wait_without_a_time_waits_without_end() {
    let (actor, event) = (Actor::new(), automatic());
    let waits = actor.starts(move || wait_natively(event, Alert::Deaf, None));
    nothing_comes(&waits);
    set(event);
    assert_eq!(comes(&waits), STATUS_WAIT_0);
}

#[test]
fn a_native_wait_needs_a_handle_with_the_right_to_wait() {
    assert_eq!(wait_natively(Handle::NULL, Alert::Deaf, None), STATUS_INVALID_HANDLE);
    let event = with_rights(manual(), MODIFY);
    assert_eq!(wait_natively(event, Alert::Deaf, None), STATUS_ACCESS_DENIED);
}

#[test]
fn a_native_wait_is_told_that_a_mutant_was_abandoned() {
    let (mutex, mut owner) = (mutex(), Actor::new());
    assert_eq!(owner.does(move || wait(mutex, LONG)), WAIT_OBJECT_0);
    owner.end();
    assert_eq!(wait_natively(mutex, Alert::Deaf, None), STATUS_ABANDONED);
    assert_eq!(wait_natively(mutex, Alert::Deaf, None), STATUS_WAIT_0);
}

#[test]
fn a_native_wait_runs_apcs_if_it_is_alertable() {
    shows![U01];
    let waited = Actor::new().does(|| {
        queue_apc(Handle::THREAD, 7);
        let deaf = (wait_natively(manual(), Alert::Deaf, Some(0)), ran());
        (deaf, wait_natively(manual(), Alert::Alertable, None), ran())
    });
    assert_eq!(waited, ((STATUS_TIMEOUT, vec![]), STATUS_USER_APC, vec![7]));
}

#[test]
fn a_native_wait_for_any_returns_the_lowest() {
    shows![U06];
    let handles = [manual(), event(Reset::Manual, State::Set), event(Reset::Manual, State::Set)];
    assert_eq!(wait_for_natively(Wanted::Any, &handles, None), STATUS_WAIT_0 + 1);
    assert_eq!(wait_for_natively(Wanted::Any, &[manual(), manual()], Some(0)), STATUS_TIMEOUT);
}

#[test]
fn a_native_wait_for_all_takes_all_or_none() {
    shows![U06];
    let handles = [event(Reset::Automatic, State::Set), automatic()];
    assert_eq!(wait_for_natively(Wanted::All, &handles, Some(0)), STATUS_TIMEOUT);
    set(handles[1]);
    assert_eq!(wait_for_natively(Wanted::All, &handles, None), STATUS_WAIT_0);
    assert!(handles.iter().all(|handle| !is_signalled(*handle)));
}

#[test]
fn a_native_wait_takes_one_to_sixty_four_handles() {
    shows![U06];
    let many = [Handle::PROCESS; 65];
    for count in [0, 65] {
        let status = wait_for_natively(Wanted::Any, &many[..count], None).cast_unsigned();
        // Which parameter is wrong is said in more than one way.
        assert!(status >= 0xC000_0000, "{status:#x}");
    }
}

#[test]
fn a_native_wait_for_all_names_no_object_twice() {
    let event = event(Reset::Manual, State::Set);
    let twice = wait_for_natively(Wanted::All, &[event, event], Some(0));
    assert_eq!(twice, STATUS_INVALID_PARAMETER_MIX);
}

#[test]
fn a_native_call_signals_one_object_and_waits_for_another() {
    shows![U16];
    let (signalled, waited) = (automatic(), event(Reset::Automatic, State::Set));
    assert_eq!(both(signalled, waited, Alert::Deaf, None), STATUS_WAIT_0);
    assert!(is_signalled(signalled));
    assert_eq!(both(signalled, waited, Alert::Deaf, Some(0)), STATUS_TIMEOUT);
    assert!(is_signalled(signalled));
}

#[test]
fn a_native_call_that_can_not_signal_does_not_wait() {
    shows![U16];
    let waited = event(Reset::Manual, State::Set);
    let statuses = [
        (semaphore(1, 1), STATUS_SEMAPHORE_LIMIT_EXCEEDED),
        (mutex(), STATUS_MUTANT_NOT_OWNED),
        (Handle::PROCESS, STATUS_OBJECT_TYPE_MISMATCH),
        (Handle::NULL, STATUS_INVALID_HANDLE),
        (with_rights(manual(), SYNCHRONIZE), STATUS_ACCESS_DENIED),
    ];
    for (signalled, status) in statuses {
        assert_eq!(both(signalled, waited, Alert::Deaf, None), status);
    }
    assert_eq!(both(owned_mutex(), waited, Alert::Deaf, None), STATUS_WAIT_0);
}

#[test]
fn a_native_call_signals_and_runs_apcs() {
    shows![U01];
    let event = automatic();
    let waited = Actor::new().does(move || {
        queue_apc(Handle::THREAD, 7);
        (both(event, manual(), Alert::Alertable, None), ran())
    });
    assert_eq!(waited, (STATUS_USER_APC, vec![7]));
    assert!(is_signalled(event));
}

#[test]
fn a_native_sleep_lasts_as_long_as_it_is_told() {
    let started = Instant::now();
    assert_eq!(delay(Alert::Deaf, after(60)), 0);
    assert!(started.elapsed() + TICK >= Duration::from_millis(60));
}

#[test]
fn a_native_sleep_runs_apcs_if_it_is_alertable() {
    shows![U03];
    let slept = Actor::new().does(|| {
        queue_apc(Handle::THREAD, 7);
        let deaf = (delay(Alert::Deaf, after(1)), ran());
        (deaf, delay(Alert::Alertable, 0), ran())
    });
    assert_eq!(slept, ((0, vec![]), STATUS_USER_APC, vec![7]));
}

#[test]
fn a_native_sleep_that_no_apc_ends_is_a_success() {
    assert_eq!(Actor::new().does(|| delay(Alert::Alertable, after(1))), 0);
}

#[test]
fn apcs_can_be_asked_to_run() {
    let tested = Actor::new().does(|| {
        queue_apc(Handle::THREAD, 7);
        queue_apc(Handle::THREAD, 8);
        (test_alert(), ran(), test_alert(), ran())
    });
    assert_eq!(tested, (0, vec![7, 8], 0, vec![]));
}

#[test]
fn a_native_apc_is_given_three_words() {
    shows![U01];
    let actor = Actor::new();
    assert_eq!(queue_natively(actor.handle, 7), 0);
    assert_eq!(queue_apc(actor.handle, 20), WORKED);
    assert_eq!(actor.does(|| (delay(Alert::Alertable, 0), ran())).1, [7, 8, 9, 20]);
}

#[test]
fn a_thread_that_has_ended_takes_no_native_apcs() {
    shows![U05];
    let mut actor = Actor::new();
    actor.end();
    assert_eq!(queue_natively(actor.handle, 7), STATUS_UNSUCCESSFUL);
    assert_eq!(queue_natively(manual(), 7), STATUS_OBJECT_TYPE_MISMATCH);
}

#[test]
fn who_waits_natively_is_replaced() {
    shows![C10];
    let busy = Busy::new();
    let waits = busy.runs.starts(|| wait_natively(manual(), Alert::Deaf, Some(after(300))));
    busy.is_replaced();
    assert_eq!(comes(&waits), STATUS_TIMEOUT);
}

#[test]
fn who_sleeps_natively_is_replaced() {
    shows![C10];
    let busy = Busy::new();
    let sleeps = busy.runs.starts(|| delay(Alert::Deaf, after(300)));
    busy.is_replaced();
    assert_eq!(comes(&sleeps), 0);
}

#[test]
fn who_looks_natively_is_not_replaced() {
    shows![C24];
    let busy = Busy::new();
    let looked = busy.runs.does(|| {
        let set = event(Reset::Manual, State::Set);
        let waits = [
            wait_natively(manual(), Alert::Deaf, Some(0)),
            wait_for_natively(Wanted::Any, &[manual()], Some(0)),
            both(manual(), manual(), Alert::Deaf, Some(0)),
        ];
        (waits, wait_natively(set, Alert::Deaf, None), test_alert(), delay(Alert::Deaf, 0) >= 0)
    });
    assert_eq!(looked, ([STATUS_TIMEOUT; 3], STATUS_WAIT_0, 0, true));
    busy.is_not_replaced();
}
