//! The flags of a handle.

use windows_sys::Win32::Foundation::{
    DUPLICATE_SAME_ACCESS, ERROR_INVALID_HANDLE, GetHandleInformation, HANDLE_FLAG_INHERIT,
    HANDLE_FLAG_PROTECT_FROM_CLOSE, SetHandleInformation, TRUE,
};

use crate::calls::{
    Got, Handle, UNTOUCHED, close, duplicate, duplicate_as, get, port, post, with_error,
};

fn flags(handle: Handle) -> Result<u32, u32> {
    let mut flags = UNTOUCHED;
    // SAFETY: the place lives longer than the call.
    let (ok, error) = with_error(|| unsafe { GetHandleInformation(handle.raw(), &mut flags) });
    if ok == TRUE { Ok(flags) } else { Err(error) }
}

fn set(handle: Handle, mask: u32, flags: u32) -> Result<u32, u32> {
    // SAFETY: the call has no places.
    let set = || unsafe { SetHandleInformation(handle.raw(), mask, flags) };
    let (ok, error) = with_error(set);
    if ok == TRUE { Ok(error) } else { Err(error) }
}

#[test]
fn a_new_handle_has_no_flags() {
    shows![L23];
    assert_eq!(flags(port(1)), Ok(0));
    assert_eq!(flags(duplicate(port(1))), Ok(0));
}

#[test]
fn flags_are_set_and_cleared_by_their_mask() {
    shows![L23];
    let port = port(1);
    let both = HANDLE_FLAG_INHERIT | HANDLE_FLAG_PROTECT_FROM_CLOSE;
    assert_eq!(set(port, both, both), Ok(UNTOUCHED));
    assert_eq!(flags(port), Ok(both));
    assert_eq!(set(port, HANDLE_FLAG_PROTECT_FROM_CLOSE, 0), Ok(UNTOUCHED));
    assert_eq!(flags(port), Ok(HANDLE_FLAG_INHERIT));
    assert_eq!(set(port, 0, both), Ok(UNTOUCHED));
    assert_eq!(flags(port), Ok(HANDLE_FLAG_INHERIT));
}

#[test]
fn a_protected_handle_can_not_be_closed() {
    shows![L23];
    let port = port(1);
    set(port, HANDLE_FLAG_PROTECT_FROM_CLOSE, HANDLE_FLAG_PROTECT_FROM_CLOSE).expect("it is open");
    assert_eq!(close(port), (false, ERROR_INVALID_HANDLE));
    post(port, 7);
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
    set(port, HANDLE_FLAG_PROTECT_FROM_CLOSE, 0).expect("it is open");
    assert_eq!(close(port), (true, UNTOUCHED));
}

#[test]
fn a_duplicate_has_flags_of_its_own() {
    shows![L23];
    let port = port(1);
    set(port, HANDLE_FLAG_PROTECT_FROM_CLOSE, HANDLE_FLAG_PROTECT_FROM_CLOSE).expect("it is open");
    let inherited = duplicate_as(port, 0, true, DUPLICATE_SAME_ACCESS).expect("it is open");
    assert_eq!(flags(inherited), Ok(HANDLE_FLAG_INHERIT));
    assert_eq!(flags(duplicate(port)), Ok(0));
}

#[test]
fn what_is_no_handle_has_no_flags() {
    shows![L27];
    let closed = port(1);
    assert!(close(closed).0);
    for handle in [Handle::NULL, Handle(0x0ABC_DEF0), closed] {
        assert_eq!(flags(handle), Err(ERROR_INVALID_HANDLE));
        assert_eq!(set(handle, HANDLE_FLAG_INHERIT, 1), Err(ERROR_INVALID_HANDLE));
    }
}

#[test]
fn a_pseudo_handle_has_no_flags_set() {
    shows![L23, L24];
    assert_eq!(flags(Handle::PROCESS), Ok(0));
}

#[test]
fn a_handle_of_a_session_or_of_no_token_has_no_flags() {
    shows![L27];
    for value in [3, 5] {
        let handle = Handle(0_usize.wrapping_sub(value));
        assert_eq!(flags(handle), Err(ERROR_INVALID_HANDLE), "{handle:?}");
        assert_eq!(set(handle, HANDLE_FLAG_INHERIT, 1), Err(ERROR_INVALID_HANDLE), "{handle:?}");
    }
}
