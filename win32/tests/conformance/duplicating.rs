//! Duplicates of handles: what they share, and what they do not.

use std::ptr;

use windows_sys::Win32::Foundation::{
    DUPLICATE_CLOSE_SOURCE, DUPLICATE_SAME_ACCESS, DuplicateHandle, ERROR_INVALID_HANDLE, TRUE,
};
use windows_sys::Win32::System::Threading::GetCurrentProcess;

use crate::calls::{
    Got, Handle, UNTOUCHED, close, duplicate, duplicate_as, get, port, post, with_error,
};

#[test]
fn a_duplicate_names_the_same_port() {
    shows![L21];
    let port = port(1);
    let other = duplicate(port);
    assert_ne!(other, port);
    post(other, 7);
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
}

#[test]
fn a_duplicate_can_be_duplicated() {
    shows![L21];
    let port = port(1);
    let other = duplicate(duplicate(port));
    post(other, 7);
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
}

#[test]
fn the_source_can_be_closed_with_the_duplicating() {
    shows![L21];
    let port = port(1);
    post(port, 7);
    let options = DUPLICATE_CLOSE_SOURCE | DUPLICATE_SAME_ACCESS;
    let other = duplicate_as(port, 0, false, options).expect("it can be duplicated");
    // The value may be given again at once: then it is the duplicate.
    if other != port {
        assert_eq!(get(port, 0), Got::nothing(ERROR_INVALID_HANDLE));
    }
    assert_eq!(get(other, 0), Got::packet(7, 0, 0));
}

#[test]
fn a_handle_can_be_closed_by_duplicating_it_to_nowhere() {
    shows![L21];
    let port = port(1);
    // SAFETY: no place is given.
    let (ok, error) = with_error(|| unsafe {
        let (process, nobody) = (GetCurrentProcess(), ptr::null_mut());
        DuplicateHandle(process, port.raw(), nobody, nobody.cast(), 0, 0, DUPLICATE_CLOSE_SOURCE)
    });
    assert_eq!((ok, error), (TRUE, UNTOUCHED));
    assert_eq!(close(port), (false, ERROR_INVALID_HANDLE));
}

#[test]
fn the_source_is_closed_though_there_is_no_duplicate() {
    shows![L21];
    let port = port(1);
    let mut target = ptr::null_mut();
    // SAFETY: the place lives longer than the call.
    let (ok, error) = with_error(|| unsafe {
        let (process, thread) = (GetCurrentProcess(), Handle::THREAD.raw());
        DuplicateHandle(process, port.raw(), thread, &mut target, 0, 0, DUPLICATE_CLOSE_SOURCE)
    });
    assert_eq!((ok, error), (0, ERROR_INVALID_HANDLE));
    assert_eq!(close(port), (false, ERROR_INVALID_HANDLE));
}

#[test]
fn what_is_no_handle_can_not_be_duplicated() {
    shows![L27];
    let closed = port(1);
    assert!(close(closed).0);
    for handle in [Handle::NULL, Handle(0x0ABC_DEF0), closed] {
        let duplicated = duplicate_as(handle, 0, false, DUPLICATE_SAME_ACCESS);
        assert_eq!(duplicated, Err(ERROR_INVALID_HANDLE));
    }
}

#[test]
fn a_process_must_be_one() {
    shows![L21, L27];
    let port = port(1);
    for process in [Handle::NULL, Handle::THREAD, port, Handle(0x0ABC_DEF0)] {
        let mut target = ptr::null_mut();
        // SAFETY: the place lives longer than the calls.
        let duplicate = |from: Handle, to: Handle, target| unsafe {
            let (from, to, options) = (from.raw(), to.raw(), DUPLICATE_SAME_ACCESS);
            with_error(|| DuplicateHandle(from, port.raw(), to, target, 0, 0, options))
        };
        let refused = (0, ERROR_INVALID_HANDLE);
        assert_eq!(duplicate(process, Handle::PROCESS, &mut target), refused, "{process:?}");
        assert_eq!(duplicate(Handle::PROCESS, process, &mut target), refused, "{process:?}");
    }
}

#[test]
fn a_duplicate_of_a_pseudo_handle_is_a_handle_to_close() {
    shows![L24];
    for pseudo in [Handle::PROCESS, Handle::THREAD] {
        let handle = duplicate(pseudo);
        assert_ne!(handle, pseudo);
        assert_eq!(close(handle), (true, UNTOUCHED));
        assert_eq!(close(handle), (false, ERROR_INVALID_HANDLE));
    }
}

#[test]
fn a_duplicate_of_the_process_serves_as_the_process() {
    shows![L21, L24];
    let (process, port) = (duplicate(Handle::PROCESS), port(1));
    let mut target = ptr::null_mut();
    // SAFETY: the place lives longer than the call.
    let ok = unsafe {
        let (process, options) = (process.raw(), DUPLICATE_SAME_ACCESS);
        DuplicateHandle(process, port.raw(), process, &mut target, 0, 0, options)
    };
    assert_eq!(ok, TRUE);
    post(Handle::of(target), 7);
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
}
