//! What a handle may be used for.

use windows_sys::Win32::Foundation::{
    DUPLICATE_SAME_ACCESS, ERROR_ACCESS_DENIED, GENERIC_ALL, GENERIC_EXECUTE, GENERIC_READ,
    GENERIC_WRITE, STATUS_ACCESS_DENIED,
};

use crate::calls::{
    Got, Handle, UNTOUCHED, duplicate_as, get, get_many, port, post, post_all, with_rights,
};
use crate::native::{
    MODIFY_STATE, QUERY_STATE, create, depth, open, query, remove, remove_many, set,
};

const DENIED: u32 = STATUS_ACCESS_DENIED.cast_unsigned();

/// Whether a handle may be used to get and post, and whether to ask.
fn allows(handle: Handle) -> (bool, bool) {
    (set(handle, 0, 0, 0, 0) != DENIED, query(handle, 0, 4) != Err(DENIED))
}

#[test]
fn a_handle_to_watch_can_not_get() {
    shows![G07, G15, L08, L18];
    let port = port(1);
    post(port, 7);
    let watcher = with_rights(port, QUERY_STATE);
    assert_eq!(get(watcher, 0), Got::nothing(ERROR_ACCESS_DENIED));
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
}

#[test]
fn a_handle_to_watch_can_not_get_a_batch() {
    shows![L08, L18];
    let got = get_many(with_rights(port(1), QUERY_STATE), 1, 0);
    assert_eq!((got.ok, got.error), (false, ERROR_ACCESS_DENIED));
}

#[test]
fn a_handle_to_watch_can_not_post() {
    shows![T06, L08, L18];
    let watcher = with_rights(port(1), QUERY_STATE);
    assert_eq!(post_all(watcher, 0, 0, 0), (false, ERROR_ACCESS_DENIED));
    assert_eq!(set(watcher, 0, 0, 0, 0), DENIED);
}

#[test]
fn a_handle_to_watch_can_ask_how_many_packets_there_are() {
    shows![L08, L18];
    let port = port(1);
    post(port, 7);
    assert_eq!(depth(with_rights(port, QUERY_STATE)), 1);
}

#[test]
fn a_handle_to_work_with_can_get_and_post_and_not_ask() {
    shows![L08, L17, L18];
    let worker = with_rights(port(1), MODIFY_STATE);
    assert_eq!(post_all(worker, 0, 7, 0), (true, UNTOUCHED));
    assert_eq!(get(worker, 0), Got::packet(7, 0, 0));
    assert_eq!(query(worker, 0, 4), Err(DENIED));
}

#[test]
fn a_native_get_needs_the_right_too() {
    shows![L08];
    let watcher = with_rights(port(1), QUERY_STATE);
    assert_eq!(remove(watcher, Some(0)).0, DENIED);
    assert_eq!(remove_many(watcher, 1, Some(0)).0, DENIED);
}

#[test]
fn general_rights_stand_for_rights_of_ports() {
    shows![L07];
    for (access, modify, ask) in [
        (GENERIC_READ, false, true),
        (GENERIC_WRITE, true, false),
        (GENERIC_EXECUTE, false, false),
        (GENERIC_ALL, true, true),
        (GENERIC_READ | GENERIC_WRITE, true, true),
        (0, false, false),
    ] {
        let (_, handle) = create(None, 0, access, 1).expect("a port can be made");
        assert_eq!(allows(handle), (modify, ask), "{access:#x}");
    }
}

#[test]
fn a_duplicate_with_the_same_rights_has_no_more() {
    shows![L21];
    let watcher = with_rights(port(1), QUERY_STATE);
    let other = duplicate_as(watcher, 0, false, DUPLICATE_SAME_ACCESS).expect("it is open");
    assert_eq!(allows(other), (false, true));
}

#[test]
fn a_handle_by_name_has_the_rights_that_it_was_opened_with() {
    shows![L07];
    let name = r"\BaseNamedObjects\iocp-sim rights";
    create(Some(name), 0, GENERIC_ALL, 1).expect("the name is free");
    let (_, watcher) = open(Some(name), 0, QUERY_STATE).expect("there is such a port");
    assert_eq!(allows(watcher), (false, true));
    let (_, worker) = open(Some(name), 0, MODIFY_STATE).expect("there is such a port");
    assert_eq!(allows(worker), (true, false));
}

#[test]
fn the_calls_of_win32_ask_for_every_right() {
    shows![L07];
    assert_eq!(allows(port(1)), (true, true));
}
