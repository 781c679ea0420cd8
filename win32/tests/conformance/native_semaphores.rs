//! Semaphores by their native calls.

use std::ptr;

use windows_sys::Win32::Foundation::{
    STATUS_ACCESS_DENIED, STATUS_INFO_LENGTH_MISMATCH, STATUS_INVALID_HANDLE,
    STATUS_INVALID_INFO_CLASS, STATUS_INVALID_PARAMETER, STATUS_OBJECT_TYPE_MISMATCH,
    STATUS_SEMAPHORE_LIMIT_EXCEEDED,
};

use crate::calls::{Handle, with_rights};
use crate::native_objects::{
    NOTIFICATION, QUERY, UNWRITTEN, event, length_of, query, semaphore, with_previous,
};
use crate::ntdll::{NtQuerySemaphore, NtReleaseSemaphore};
use crate::waitables::{SYNCHRONIZE, is_signalled};

/// What a semaphore answers: its count and its maximum.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Basic {
    count: i32,
    maximum: i32,
}

const BLANK: Basic = Basic { count: UNWRITTEN, maximum: UNWRITTEN };

fn made(count: i32, maximum: i32) -> Handle {
    let (status, semaphore) = semaphore(count, maximum).expect("a semaphore");
    assert_eq!(status, 0);
    semaphore
}

fn asked(semaphore: Handle) -> (i32, i32) {
    let answer = query(NtQuerySemaphore, semaphore, 0, length_of::<Basic>(), BLANK);
    let (basic, length) = answer.expect("it answers");
    assert_eq!(length, length_of::<Basic>());
    (basic.count, basic.maximum)
}

fn release(semaphore: Handle, count: i32) -> (u32, i32) {
    // SAFETY: the place lives longer than the call.
    with_previous(|previous| unsafe { NtReleaseSemaphore(semaphore.raw(), count, previous) })
}

#[test]
fn a_semaphore_says_its_count_and_its_maximum() {
    shows![U14];
    let semaphore = made(2, 5);
    assert_eq!(asked(semaphore), (2, 5));
    assert!(is_signalled(semaphore));
    assert_eq!(asked(semaphore), (1, 5));
}

#[test]
fn a_release_says_the_count_from_before() {
    shows![U14];
    let semaphore = made(0, 5);
    assert_eq!([release(semaphore, 2), release(semaphore, 1)], [(0, 0), (0, 2)]);
    assert_eq!(asked(semaphore), (3, 5));
}

#[test]
fn a_release_needs_no_place_for_the_count() {
    let semaphore = made(0, 5);
    // SAFETY: the place may be missing.
    let status = unsafe { NtReleaseSemaphore(semaphore.raw(), 2, ptr::null_mut()) };
    assert_eq!(status, 0);
    assert_eq!(asked(semaphore), (2, 5));
}

#[test]
fn a_release_over_the_maximum_changes_nothing() {
    shows![U14];
    let semaphore = made(3, 5);
    let exceeded = STATUS_SEMAPHORE_LIMIT_EXCEEDED.cast_unsigned();
    assert_eq!(release(semaphore, 3).0, exceeded);
    assert_eq!(release(semaphore, i32::MAX).0, exceeded);
    assert_eq!(asked(semaphore), (3, 5));
}

#[test]
fn a_release_of_less_than_one_is_refused() {
    let semaphore = made(3, 5);
    for count in [0, -1] {
        assert_eq!(release(semaphore, count).0, STATUS_INVALID_PARAMETER.cast_unsigned());
    }
    assert_eq!(asked(semaphore), (3, 5));
}

#[test]
fn a_semaphore_counts_from_zero_to_a_maximum_above_it() {
    for (count, maximum) in [(0, 0), (2, 1), (-1, 1), (0, -1)] {
        let refused = semaphore(count, maximum);
        assert_eq!(refused, Err(STATUS_INVALID_PARAMETER.cast_unsigned()), "{count} {maximum}");
    }
}

#[test]
fn a_semaphore_needs_the_right_to_be_released_and_to_be_asked() {
    let denied = STATUS_ACCESS_DENIED.cast_unsigned();
    let waits = with_rights(made(0, 1), SYNCHRONIZE);
    assert_eq!(release(waits, 1).0, denied);
    assert_eq!(query(NtQuerySemaphore, waits, 0, length_of::<Basic>(), BLANK), Err(denied));
    let asks = with_rights(made(0, 1), QUERY);
    assert_eq!(asked(asks), (0, 1));
    assert_eq!(release(asks, 1).0, denied);
}

#[test]
fn what_is_no_semaphore_can_not_be_released_or_asked_as_one() {
    let (_, other) = event(NOTIFICATION, 0).expect("an event");
    let mismatch = STATUS_OBJECT_TYPE_MISMATCH;
    for (handle, status) in [(other, mismatch), (Handle::NULL, STATUS_INVALID_HANDLE)] {
        let status = status.cast_unsigned();
        assert_eq!(release(handle, 1).0, status);
        assert_eq!(query(NtQuerySemaphore, handle, 0, length_of::<Basic>(), BLANK), Err(status));
    }
}

#[test]
fn a_semaphore_answers_one_question_in_one_length() {
    let semaphore = made(0, 1);
    let class = query(NtQuerySemaphore, semaphore, 1, length_of::<Basic>(), BLANK);
    assert_eq!(class, Err(STATUS_INVALID_INFO_CLASS.cast_unsigned()));
    for length in [0, 4, 9] {
        let length = query(NtQuerySemaphore, semaphore, 0, length, BLANK);
        assert_eq!(length, Err(STATUS_INFO_LENGTH_MISMATCH.cast_unsigned()));
    }
}
