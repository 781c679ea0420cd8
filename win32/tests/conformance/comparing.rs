//! Whether two handles name one object.

use windows_sys::Win32::Foundation::{
    CompareObjectHandles, ERROR_INVALID_HANDLE, ERROR_NOT_SAME_OBJECT, TRUE,
};

use crate::calls::{Handle, UNTOUCHED, close, duplicate, port, with_error, with_rights};
use crate::native::QUERY_STATE;

fn compare(first: Handle, second: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    let compare = || unsafe { CompareObjectHandles(first.raw(), second.raw()) };
    let (same, error) = with_error(compare);
    (same == TRUE, error)
}

#[test]
fn duplicates_name_one_object_whatever_their_rights() {
    shows![L22];
    let port = port(1);
    for other in [port, duplicate(port), with_rights(port, QUERY_STATE)] {
        assert_eq!(compare(port, other), (true, UNTOUCHED));
    }
}

#[test]
fn two_ports_are_two_objects() {
    shows![L22];
    assert_eq!(compare(port(1), port(1)), (false, ERROR_NOT_SAME_OBJECT));
}

#[test]
fn a_port_and_a_process_are_two_objects() {
    shows![L22];
    assert_eq!(compare(port(1), Handle::PROCESS), (false, ERROR_NOT_SAME_OBJECT));
}

#[test]
fn a_pseudo_handle_names_what_its_duplicate_names() {
    shows![L22, L24];
    for handle in [Handle::PROCESS, Handle::THREAD] {
        assert_eq!(compare(handle, duplicate(handle)), (true, UNTOUCHED));
    }
    assert_eq!(compare(Handle::PROCESS, Handle::THREAD), (false, ERROR_NOT_SAME_OBJECT));
}

#[test]
fn each_thread_is_another_object() {
    shows![L22];
    let mine = duplicate(Handle::THREAD);
    let theirs = std::thread::spawn(|| duplicate(Handle::THREAD));
    let theirs = theirs.join().expect("it does not panic");
    assert_eq!(compare(mine, theirs), (false, ERROR_NOT_SAME_OBJECT));
}

#[test]
fn what_is_no_handle_names_no_object() {
    shows![L27];
    let (port, closed) = (port(1), port(1));
    assert!(close(closed).0);
    for other in [Handle::NULL, Handle(0x0ABC_DEF0), closed] {
        assert_eq!(compare(port, other), (false, ERROR_INVALID_HANDLE));
        assert_eq!(compare(other, port), (false, ERROR_INVALID_HANDLE));
    }
}
