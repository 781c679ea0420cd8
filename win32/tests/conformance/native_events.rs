//! Events by their native calls.

use std::ptr;

use windows_sys::Win32::Foundation::{
    STATUS_ACCESS_DENIED, STATUS_INFO_LENGTH_MISMATCH, STATUS_INVALID_HANDLE,
    STATUS_INVALID_INFO_CLASS, STATUS_INVALID_PARAMETER, STATUS_OBJECT_TYPE_MISMATCH,
};

use crate::calls::{Handle, with_rights};
use crate::native_objects::{
    NOTIFICATION, SYNCHRONIZATION, UNWRITTEN, event, length_of, query, semaphore, with_previous,
};
use crate::ntdll::{NtClearEvent, NtPulseEvent, NtQueryEvent, NtResetEvent, NtSetEvent};
use crate::waitables::{MODIFY, SYNCHRONIZE, State, is_signalled};

/// What an event answers: its type, and whether it is set.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Basic {
    kind: i32,
    state: i32,
}

const BLANK: Basic = Basic { kind: UNWRITTEN, state: UNWRITTEN };

fn made(kind: i32, state: State) -> Handle {
    let (status, event) = event(kind, u8::from(state == State::Set)).expect("an event");
    assert_eq!(status, 0);
    event
}

fn asked(event: Handle) -> (i32, i32) {
    let answer = query(NtQueryEvent, event, 0, length_of::<Basic>(), BLANK);
    let (basic, length) = answer.expect("it answers");
    assert_eq!(length, length_of::<Basic>());
    (basic.kind, basic.state)
}

fn set(event: Handle) -> (u32, i32) {
    // SAFETY: the place lives longer than the call.
    with_previous(|previous| unsafe { NtSetEvent(event.raw(), previous) })
}

fn reset(event: Handle) -> (u32, i32) {
    // SAFETY: the place lives longer than the call.
    with_previous(|previous| unsafe { NtResetEvent(event.raw(), previous) })
}

fn pulse(event: Handle) -> (u32, i32) {
    // SAFETY: the place lives longer than the call.
    with_previous(|previous| unsafe { NtPulseEvent(event.raw(), previous) })
}

fn clear(event: Handle) -> u32 {
    // SAFETY: the call has no places.
    unsafe { NtClearEvent(event.raw()) }.cast_unsigned()
}

#[test]
fn an_event_says_its_type_and_its_state() {
    for kind in [NOTIFICATION, SYNCHRONIZATION] {
        assert_eq!(asked(made(kind, State::Unset)), (kind, 0));
        assert_eq!(asked(made(kind, State::Set)), (kind, 1));
    }
}

#[test]
fn asking_an_event_takes_nothing() {
    let event = made(SYNCHRONIZATION, State::Set);
    assert_eq!((asked(event), asked(event)), ((SYNCHRONIZATION, 1), (SYNCHRONIZATION, 1)));
    assert!(is_signalled(event));
    assert_eq!(asked(event), (SYNCHRONIZATION, 0));
}

#[test]
fn setting_and_resetting_say_the_state_from_before() {
    shows![U11];
    let event = made(NOTIFICATION, State::Unset);
    assert_eq!([set(event), set(event)], [(0, 0), (0, 1)]);
    assert_eq!([reset(event), reset(event)], [(0, 1), (0, 0)]);
}

#[test]
fn a_pulse_says_the_state_from_before_and_unsets() {
    shows![U11];
    for kind in [NOTIFICATION, SYNCHRONIZATION] {
        let event = made(kind, State::Set);
        assert_eq!(pulse(event), (0, 1));
        assert_eq!(pulse(event), (0, 0));
        assert_eq!(asked(event), (kind, 0));
    }
}

#[test]
fn clearing_an_event_unsets_it_and_says_nothing() {
    let event = made(NOTIFICATION, State::Set);
    assert_eq!([clear(event), clear(event)], [0, 0]);
    assert!(!is_signalled(event));
}

#[test]
fn the_state_from_before_needs_no_place() {
    let event = made(NOTIFICATION, State::Unset);
    // SAFETY: the place may be missing.
    let statuses = unsafe {
        [
            NtSetEvent(event.raw(), ptr::null_mut()),
            NtPulseEvent(event.raw(), ptr::null_mut()),
            NtResetEvent(event.raw(), ptr::null_mut()),
        ]
    };
    assert_eq!(statuses, [0; 3]);
}

#[test]
fn an_event_is_of_one_of_two_types() {
    for kind in [2, -1] {
        assert_eq!(event(kind, 0), Err(STATUS_INVALID_PARAMETER.cast_unsigned()));
    }
}

#[test]
fn an_event_needs_the_right_to_be_changed_and_to_be_asked() {
    let denied = STATUS_ACCESS_DENIED.cast_unsigned();
    let (waits, changes) = (
        with_rights(made(NOTIFICATION, State::Unset), SYNCHRONIZE),
        with_rights(made(NOTIFICATION, State::Unset), MODIFY),
    );
    assert_eq!([set(waits), reset(waits), pulse(waits)].map(|refused| refused.0), [denied; 3]);
    assert_eq!(clear(waits), denied);
    assert_eq!(set(changes), (0, 0));
    for event in [waits, changes] {
        assert_eq!(query(NtQueryEvent, event, 0, length_of::<Basic>(), BLANK), Err(denied));
    }
}

#[test]
fn what_is_no_event_can_not_be_changed_or_asked_as_one() {
    let (_, other) = semaphore(0, 1).expect("a semaphore");
    let mismatch = STATUS_OBJECT_TYPE_MISMATCH;
    for (handle, status) in [(other, mismatch), (Handle::NULL, STATUS_INVALID_HANDLE)] {
        let status = status.cast_unsigned();
        let refused = [set(handle), reset(handle), pulse(handle)].map(|refused| refused.0);
        assert_eq!(refused, [status; 3]);
        assert_eq!(clear(handle), status);
        assert_eq!(query(NtQueryEvent, handle, 0, length_of::<Basic>(), BLANK), Err(status));
    }
}

#[test]
fn an_event_answers_one_question_in_one_length() {
    let event = made(NOTIFICATION, State::Unset);
    let class = query(NtQueryEvent, event, 1, length_of::<Basic>(), BLANK);
    assert_eq!(class, Err(STATUS_INVALID_INFO_CLASS.cast_unsigned()));
    for length in [0, 4, 7, 9] {
        let length = query(NtQueryEvent, event, 0, length, BLANK);
        assert_eq!(length, Err(STATUS_INFO_LENGTH_MISMATCH.cast_unsigned()));
    }
}
