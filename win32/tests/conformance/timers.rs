//! Waitable timers: set, cancelled and waited for.

use std::ffi::c_void;
use std::ptr;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use windows_sys::Win32::System::Threading::{
    CREATE_WAITABLE_TIMER_MANUAL_RESET, CancelWaitableTimer, CreateWaitableTimerExW,
    CreateWaitableTimerW, SetWaitableTimer, SetWaitableTimerEx, TIMER_ALL_ACCESS,
};

use crate::actors::Actor;
use crate::arm::comes;
use crate::calls::{FOREVER, Handle, close, with_rights};
use crate::waitables::{
    LONG, QUIET, Reset, SYNCHRONIZE, WORKED, Wanted, automatic, is_signalled, made, manual, said,
    wait, wait_for, wait_with_error,
};

/// What something may come too early or too late, where time goes by in ticks.
const TICK: Duration = Duration::from_millis(20);
/// A time in which no case ends, in milliseconds.
const FAR: i64 = 60_000;
/// What is between the point from which Windows counts and that from which everybody else does, in
/// seconds.
const BETWEEN_EPOCHS: u64 = 11_644_473_600;

/// So many milliseconds from the call on, as the calls want it.
pub(crate) fn after(milliseconds: i64) -> i64 {
    -milliseconds * 10_000
}

/// The point in time so much later than this, as the calls want it.
pub(crate) fn at(later: Duration) -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later");
    let since = since + Duration::from_secs(BETWEEN_EPOCHS) + later;
    i64::try_from(since.as_nanos() / 100).expect("it fits")
}

pub(crate) fn timer(reset: Reset) -> Handle {
    let manual = i32::from(reset == Reset::Manual);
    // SAFETY: neither attributes nor a name are given.
    made(|| unsafe { CreateWaitableTimerW(ptr::null(), manual, ptr::null()) }).expect("a timer").0
}

pub(crate) fn set_timer(timer: Handle, due: i64, period: i32) -> (bool, u32) {
    // SAFETY: the place lives longer than the call, and there is no routine.
    said(|| unsafe { SetWaitableTimer(timer.raw(), &raw const due, period, None, ptr::null(), 0) })
}

pub(crate) fn cancel(timer: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { CancelWaitableTimer(timer.raw()) })
}

#[test]
fn a_timer_begins_unset() {
    assert!(!is_signalled(timer(Reset::Manual)));
    assert!(!is_signalled(timer(Reset::Automatic)));
}

#[test]
fn a_timer_is_signalled_when_its_time_has_gone_by() {
    shows![U15];
    for reset in [Reset::Manual, Reset::Automatic] {
        let (timer, started) = (timer(reset), Instant::now());
        assert_eq!(set_timer(timer, after(60), 0), WORKED);
        assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
        assert!(started.elapsed() + TICK >= Duration::from_millis(60));
    }
}

#[test]
fn a_timer_can_be_due_at_a_point_in_time() {
    let (timer, started) = (timer(Reset::Manual), Instant::now());
    assert_eq!(set_timer(timer, at(Duration::from_millis(60)), 0), WORKED);
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    assert!(started.elapsed() + TICK >= Duration::from_millis(60));
}

#[test]
fn a_timer_that_is_due_already_is_signalled_at_once() {
    shows![U15];
    for due in [0, 1, at(Duration::ZERO) - 10_000_000] {
        let timer = timer(Reset::Manual);
        assert_eq!(set_timer(timer, due, 0), WORKED);
        assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    }
}

#[test]
fn a_manual_timer_stays_signalled_whoever_waits() {
    shows![U15];
    let timer = timer(Reset::Manual);
    assert_eq!(set_timer(timer, 0, 0), WORKED);
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    assert_eq!(wait(timer, 0), WAIT_OBJECT_0);
}

#[test]
fn an_automatic_timer_lets_one_wait_through() {
    shows![U15];
    let timer = timer(Reset::Automatic);
    assert_eq!(set_timer(timer, 0, 0), WORKED);
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    assert_eq!(wait(timer, QUIET), WAIT_TIMEOUT);
}

#[test]
fn a_timer_with_a_period_is_signalled_again_and_again() {
    shows![U15];
    let (timer, started) = (timer(Reset::Automatic), Instant::now());
    assert_eq!(set_timer(timer, after(20), 20), WORKED);
    for _ in 0..4 {
        assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    }
    assert!(started.elapsed() + TICK >= Duration::from_millis(80));
    assert_eq!(cancel(timer), WORKED);
}

#[test]
fn a_timer_that_is_cancelled_is_not_signalled() {
    shows![U15];
    let timer = timer(Reset::Manual);
    assert_eq!(set_timer(timer, after(300), 0), WORKED);
    assert_eq!(cancel(timer), WORKED);
    assert_eq!(wait(timer, 500), WAIT_TIMEOUT);
}

#[test]
fn a_timer_with_a_period_can_be_cancelled() {
    let timer = timer(Reset::Automatic);
    assert_eq!(set_timer(timer, 0, 10), WORKED);
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    assert_eq!(cancel(timer), WORKED);
    // It may have been signalled before that.
    wait(timer, 0);
    assert_eq!(wait(timer, 100), WAIT_TIMEOUT);
}

#[test]
fn cancelling_leaves_a_timer_signalled_that_was() {
    shows![U15];
    let timer = timer(Reset::Manual);
    assert_eq!(set_timer(timer, 0, 0), WORKED);
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    assert_eq!(cancel(timer), WORKED);
    assert!(is_signalled(timer));
}

#[test]
fn a_timer_that_is_not_set_can_be_cancelled() {
    let timer = timer(Reset::Manual);
    assert_eq!((cancel(timer), cancel(timer)), (WORKED, WORKED));
    assert!(!is_signalled(timer));
}

#[test]
fn setting_a_timer_unsignals_it() {
    shows![U15];
    let timer = timer(Reset::Manual);
    assert_eq!(set_timer(timer, 0, 0), WORKED);
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    assert_eq!(set_timer(timer, after(FAR), 0), WORKED);
    assert!(!is_signalled(timer));
}

#[test]
fn setting_a_timer_again_replaces_its_time() {
    let timer = timer(Reset::Manual);
    assert_eq!(set_timer(timer, after(FAR), 0), WORKED);
    assert_eq!(set_timer(timer, after(10), 0), WORKED);
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    assert_eq!(set_timer(timer, after(10), 0), WORKED);
    assert_eq!(set_timer(timer, after(FAR), 0), WORKED);
    assert_eq!(wait(timer, 100), WAIT_TIMEOUT);
}

#[test]
fn a_timer_releases_who_waits_for_it() {
    let (manual, actors) = (timer(Reset::Manual), [(); 2].map(|()| Actor::new()));
    let waits = actors.each_ref().map(|actor| actor.waits(manual));
    assert_eq!(set_timer(manual, after(10), 0), WORKED);
    assert_eq!(waits.map(|wait| comes(&wait)), [WAIT_OBJECT_0; 2]);
}

#[test]
fn a_timer_can_be_waited_for_beside_other_objects() {
    let handles = [manual(), timer(Reset::Automatic), automatic()];
    assert_eq!(set_timer(handles[1], after(10), 0), WORKED);
    assert_eq!(wait_for(Wanted::Any, &handles, LONG).0, WAIT_OBJECT_0 + 1);
    assert_eq!(wait_for(Wanted::Any, &handles, QUIET).0, WAIT_TIMEOUT);
}

#[test]
fn a_period_is_not_negative() {
    let timer = timer(Reset::Manual);
    assert_eq!(set_timer(timer, 0, -1), (false, ERROR_INVALID_PARAMETER));
    assert_eq!(wait(timer, QUIET), WAIT_TIMEOUT);
}

#[test]
fn a_timer_needs_the_right_to_be_set() {
    let timer = with_rights(timer(Reset::Manual), SYNCHRONIZE);
    assert_eq!(set_timer(timer, 0, 0), (false, ERROR_ACCESS_DENIED));
    assert_eq!(cancel(timer), (false, ERROR_ACCESS_DENIED));
    assert!(!is_signalled(timer));
}

#[test]
fn a_timer_needs_the_right_to_be_waited_for() {
    let timer = with_rights(timer(Reset::Manual), crate::waitables::MODIFY);
    assert_eq!(set_timer(timer, 0, 0), WORKED);
    assert_eq!(wait_with_error(timer, FOREVER).1, ERROR_ACCESS_DENIED);
}

#[test]
fn what_is_no_timer_can_not_be_set_as_one() {
    let closed = timer(Reset::Manual);
    close(closed);
    for handle in [manual(), closed, Handle::NULL, Handle::PROCESS] {
        assert_eq!(set_timer(handle, 0, 0), (false, ERROR_INVALID_HANDLE));
        assert_eq!(cancel(handle), (false, ERROR_INVALID_HANDLE));
    }
}

#[test]
fn flags_and_rights_say_how_an_extended_timer_is() {
    let timer = |flags, access| {
        // SAFETY: neither attributes nor a name are given.
        made(|| unsafe { CreateWaitableTimerExW(ptr::null(), ptr::null(), flags, access) })
            .expect("a timer")
            .0
    };
    let manual = timer(CREATE_WAITABLE_TIMER_MANUAL_RESET, TIMER_ALL_ACCESS);
    assert_eq!(set_timer(manual, 0, 0), WORKED);
    assert_eq!([wait(manual, LONG), wait(manual, 0)], [WAIT_OBJECT_0; 2]);
    let automatic = timer(0, TIMER_ALL_ACCESS);
    assert_eq!(set_timer(automatic, 0, 0), WORKED);
    assert_eq!([wait(automatic, LONG), wait(automatic, QUIET)], [WAIT_OBJECT_0, WAIT_TIMEOUT]);
    assert_eq!(set_timer(timer(0, SYNCHRONIZE), 0, 0), (false, ERROR_ACCESS_DENIED));
}

#[test]
fn a_timer_can_be_set_with_a_delay_that_is_tolerated() {
    let (timer, due) = (timer(Reset::Manual), after(10));
    let none: *const c_void = ptr::null();
    // SAFETY: the place lives longer than the call, and there is no routine.
    let set = said(|| unsafe {
        SetWaitableTimerEx(timer.raw(), &raw const due, 0, None, none, ptr::null(), 20)
    });
    assert_eq!(set, WORKED);
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
}
