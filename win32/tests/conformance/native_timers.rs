//! Waitable timers by their native calls.

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr;

use windows_sys::Win32::Foundation::{
    STATUS_ACCESS_DENIED, STATUS_INFO_LENGTH_MISMATCH, STATUS_INVALID_HANDLE,
    STATUS_INVALID_INFO_CLASS, STATUS_OBJECT_TYPE_MISMATCH, WAIT_IO_COMPLETION, WAIT_OBJECT_0,
    WAIT_TIMEOUT,
};

use crate::actors::Actor;
use crate::calls::{Handle, with_rights};
use crate::native_objects::{NOTIFICATION, QUERY, SYNCHRONIZATION, event, length_of, query, timer};
use crate::ntdll::{NtCancelTimer, NtQueryTimer, NtSetTimer, TimerRoutine};
use crate::sleeps::sleep;
use crate::timers::after;
use crate::waitables::{Alert, LONG, QUIET, SYNCHRONIZE, is_signalled, wait};

/// A time in which no case ends, in milliseconds.
const FAR: i64 = 60_000;
/// The mark of a flag that nobody wrote.
const UNWRITTEN: u8 = 77;

/// What a timer answers: how much of its time is left, and whether it is signalled.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Basic {
    left: i64,
    state: u8,
}

const BLANK: Basic = Basic { left: -7_777, state: UNWRITTEN };

fn made(kind: i32) -> Handle {
    let (status, timer) = timer(kind).expect("a timer");
    assert_eq!(status, 0);
    timer
}

fn set_with(timer: Handle, due: i64, period: i32, routine: Option<TimerRoutine>) -> (u32, u8) {
    let mut previous = UNWRITTEN;
    let context = ptr::without_provenance(7);
    // SAFETY: the places live longer than the call.
    let status = unsafe {
        NtSetTimer(timer.raw(), &raw const due, routine, context, 0, period, &raw mut previous)
    };
    (status.cast_unsigned(), previous)
}

fn set(timer: Handle, due: i64) -> (u32, u8) {
    set_with(timer, due, 0, None)
}

fn cancel(timer: Handle) -> (u32, u8) {
    let mut current = UNWRITTEN;
    // SAFETY: the place lives longer than the call.
    let status = unsafe { NtCancelTimer(timer.raw(), &raw mut current) };
    (status.cast_unsigned(), current)
}

fn asked(timer: Handle) -> Basic {
    let answer = query(NtQueryTimer, timer, 0, length_of::<Basic>(), BLANK);
    let (basic, length) = answer.expect("it answers");
    assert_eq!(length, length_of::<Basic>());
    basic
}

#[test]
fn a_timer_is_signalled_when_its_time_has_gone_by() {
    shows![U15];
    let (stays, once) = (made(NOTIFICATION), made(SYNCHRONIZATION));
    assert_eq!([set(stays, after(10)), set(once, after(10))], [(0, 0); 2]);
    assert_eq!([wait(stays, LONG), wait(stays, QUIET)], [WAIT_OBJECT_0; 2]);
    assert_eq!([wait(once, LONG), wait(once, QUIET)], [WAIT_OBJECT_0, WAIT_TIMEOUT]);
}

#[test]
fn a_timer_with_a_period_is_signalled_again() {
    shows![U15];
    let timer = made(SYNCHRONIZATION);
    assert_eq!(set_with(timer, after(10), 10, None), (0, 0));
    for _ in 0..3 {
        assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    }
    assert_eq!(cancel(timer).0, 0);
}

#[test]
fn setting_a_timer_says_whether_it_was_signalled_and_unsignals_it() {
    shows![U15];
    let timer = made(NOTIFICATION);
    assert_eq!(set(timer, 0), (0, 0));
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    assert_eq!(set(timer, after(FAR)), (0, 1));
    assert!(!is_signalled(timer));
    assert_eq!(set(timer, after(FAR)), (0, 0));
}

#[test]
fn cancelling_a_timer_says_whether_it_is_signalled() {
    shows![U15];
    let timer = made(NOTIFICATION);
    assert_eq!(cancel(timer), (0, 0));
    assert_eq!(set(timer, 0), (0, 0));
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    assert_eq!(cancel(timer), (0, 1));
    assert!(is_signalled(timer));
}

#[test]
fn a_timer_says_how_much_time_is_left() {
    let timer = made(NOTIFICATION);
    set(timer, after(FAR));
    let basic = asked(timer);
    assert_eq!(basic.state, 0);
    assert!(basic.left > FAR * 10_000 / 2 && basic.left <= FAR * 10_000, "{basic:?}");
}

#[test]
fn a_timer_says_that_it_is_signalled() {
    let timer = made(NOTIFICATION);
    set(timer, 0);
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
    let basic = asked(timer);
    assert_eq!(basic.state, 1);
    // Nothing is left of its time.
    assert!(basic.left <= 0, "{basic:?}");
}

thread_local! {
    /// The contexts that the routines of this thread were given.
    static CALLED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

extern "system" fn routine(context: *mut c_void, _: u32, _: i32) {
    CALLED.with_borrow_mut(|called| called.push(context.addr()));
}

#[test]
fn the_routine_of_a_timer_is_an_apc_of_who_set_it() {
    shows![U01, U15];
    let timer = made(NOTIFICATION);
    let called = Actor::new().does(move || {
        let set = set_with(timer, 0, 0, Some(routine));
        let waited = wait(timer, LONG);
        let before = CALLED.take();
        (set, waited, before, sleep(LONG, Alert::Alertable), CALLED.take())
    });
    assert_eq!(called, ((0, 0), WAIT_OBJECT_0, vec![], WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn a_timer_needs_the_right_to_be_set_and_to_be_asked() {
    let denied = STATUS_ACCESS_DENIED.cast_unsigned();
    let waits = with_rights(made(NOTIFICATION), SYNCHRONIZE);
    assert_eq!([set(waits, 0).0, cancel(waits).0], [denied; 2]);
    assert_eq!(query(NtQueryTimer, waits, 0, length_of::<Basic>(), BLANK), Err(denied));
    let asks = with_rights(made(NOTIFICATION), QUERY);
    assert_eq!(asked(asks).state, 0);
    assert_eq!(set(asks, 0).0, denied);
}

#[test]
fn what_is_no_timer_can_not_be_set_or_asked_as_one() {
    let (_, other) = event(NOTIFICATION, 0).expect("an event");
    let mismatch = STATUS_OBJECT_TYPE_MISMATCH;
    for (handle, status) in [(other, mismatch), (Handle::NULL, STATUS_INVALID_HANDLE)] {
        let status = status.cast_unsigned();
        assert_eq!([set(handle, 0).0, cancel(handle).0], [status; 2]);
        assert_eq!(query(NtQueryTimer, handle, 0, length_of::<Basic>(), BLANK), Err(status));
    }
}

#[test]
fn a_timer_answers_one_question_in_one_length() {
    let timer = made(NOTIFICATION);
    let class = query(NtQueryTimer, timer, 1, length_of::<Basic>(), BLANK);
    assert_eq!(class, Err(STATUS_INVALID_INFO_CLASS.cast_unsigned()));
    for length in [0, 8] {
        let length = query(NtQueryTimer, timer, 0, length, BLANK);
        assert_eq!(length, Err(STATUS_INFO_LENGTH_MISMATCH.cast_unsigned()));
    }
}
