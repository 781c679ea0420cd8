//! Mutants, which are mutexes, by their native calls.

use windows_sys::Win32::Foundation::{
    STATUS_ACCESS_DENIED, STATUS_INFO_LENGTH_MISMATCH, STATUS_INVALID_HANDLE,
    STATUS_INVALID_INFO_CLASS, STATUS_MUTANT_NOT_OWNED, STATUS_OBJECT_TYPE_MISMATCH,
    WAIT_ABANDONED, WAIT_OBJECT_0,
};

use crate::actors::Actor;
use crate::calls::{Handle, with_rights};
use crate::native_objects::{
    NOTIFICATION, UNWRITTEN, event, length_of, mutant, query, with_previous,
};
use crate::ntdll::{NtQueryMutant, NtReleaseMutant};
use crate::waitables::{LONG, SYNCHRONIZE, wait};

/// What a mutant answers: 1 less how often it was taken, whether the caller owns it, and whether it
/// was abandoned.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Basic {
    count: i32,
    is_own: u8,
    is_abandoned: u8,
}

const BLANK: Basic = Basic { count: UNWRITTEN, is_own: 7, is_abandoned: 7 };

fn made(is_owned: u8) -> Handle {
    let (status, mutant) = mutant(is_owned).expect("a mutant");
    assert_eq!(status, 0);
    mutant
}

fn asked(mutant: Handle) -> (i32, u8, u8) {
    let answer = query(NtQueryMutant, mutant, 0, length_of::<Basic>(), BLANK);
    let (basic, length) = answer.expect("it answers");
    assert_eq!(length, length_of::<Basic>());
    (basic.count, basic.is_own, basic.is_abandoned)
}

fn release(mutant: Handle) -> (u32, i32) {
    // SAFETY: the place lives longer than the call.
    with_previous(|previous| unsafe { NtReleaseMutant(mutant.raw(), previous) })
}

#[test]
fn a_mutant_says_whether_it_is_owned_and_by_whom() {
    let (free, owned, other) = (made(0), made(1), Actor::new());
    assert_eq!(asked(free), (1, 0, 0));
    assert_eq!(asked(owned), (0, 1, 0));
    assert_eq!(other.does(move || asked(owned)), (0, 0, 0));
}

#[test]
fn a_mutant_counts_down_how_often_it_was_taken() {
    let mutant = made(0);
    for count in [0, -1, -2] {
        assert_eq!(wait(mutant, 0), WAIT_OBJECT_0);
        assert_eq!(asked(mutant), (count, 1, 0));
    }
}

#[test]
fn a_release_says_the_count_from_before() {
    shows![U12];
    let mutant = made(1);
    assert_eq!(wait(mutant, 0), WAIT_OBJECT_0);
    assert_eq!([release(mutant), release(mutant)], [(0, -1), (0, 0)]);
    assert_eq!(asked(mutant), (1, 0, 0));
}

#[test]
fn a_mutant_that_the_caller_does_not_own_is_not_released() {
    shows![U12];
    let (free, owned, other) = (made(0), made(1), Actor::new());
    let refused = STATUS_MUTANT_NOT_OWNED.cast_unsigned();
    assert_eq!(release(free).0, refused);
    assert_eq!(other.does(move || release(owned).0), refused);
    assert_eq!(asked(owned), (0, 1, 0));
}

#[test]
fn an_abandoned_mutant_says_so_until_it_is_taken() {
    shows![U13];
    let (mutant, mut owner) = (made(0), Actor::new());
    assert_eq!(owner.does(move || wait(mutant, LONG)), WAIT_OBJECT_0);
    owner.end();
    assert_eq!(asked(mutant), (1, 0, 1));
    assert_eq!(wait(mutant, LONG), WAIT_ABANDONED);
    assert_eq!(asked(mutant), (0, 1, 0));
}

#[test]
fn a_mutant_needs_the_right_to_be_asked_and_none_to_be_released() {
    let mutant = with_rights(made(1), SYNCHRONIZE);
    let refused = query(NtQueryMutant, mutant, 0, length_of::<Basic>(), BLANK);
    assert_eq!(refused, Err(STATUS_ACCESS_DENIED.cast_unsigned()));
    assert_eq!(release(mutant), (0, 0));
}

#[test]
fn what_is_no_mutant_can_not_be_released_or_asked_as_one() {
    let (_, other) = event(NOTIFICATION, 0).expect("an event");
    let mismatch = STATUS_OBJECT_TYPE_MISMATCH;
    for (handle, status) in [(other, mismatch), (Handle::NULL, STATUS_INVALID_HANDLE)] {
        let status = status.cast_unsigned();
        assert_eq!(release(handle).0, status);
        assert_eq!(query(NtQueryMutant, handle, 0, length_of::<Basic>(), BLANK), Err(status));
    }
}

#[test]
fn a_mutant_does_not_answer_in_another_length_or_what_nobody_asks() {
    let mutant = made(0);
    let class = query(NtQueryMutant, mutant, 9, length_of::<Basic>(), BLANK);
    assert_eq!(class, Err(STATUS_INVALID_INFO_CLASS.cast_unsigned()));
    let length = query(NtQueryMutant, mutant, 0, 4, BLANK);
    assert_eq!(length, Err(STATUS_INFO_LENGTH_MISMATCH.cast_unsigned()));
}
