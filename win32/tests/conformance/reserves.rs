//! Memory that is set aside for a post.

use windows_sys::Win32::Foundation::{
    ERROR_INVALID_HANDLE, STATUS_ACCESS_DENIED, STATUS_INVALID_HANDLE, STATUS_INVALID_PARAMETER,
    STATUS_OBJECT_NAME_INVALID, STATUS_OBJECT_TYPE_MISMATCH,
};

use crate::calls::{Got, Handle, UNTOUCHED, close, get, port, post, with_rights};
use crate::native::{QUERY_STATE, reserve, set_reserved};

const FOR_AN_APC: i32 = 0;
const FOR_A_PACKET: i32 = 1;

fn reserved() -> Handle {
    reserve(None, FOR_A_PACKET).expect("there is memory").1
}

#[test]
fn a_post_goes_through_a_reserve() {
    shows![V01, V02];
    let (port, reserve) = (port(1), reserved());
    assert_eq!(set_reserved(port, reserve, 7, 8), 0);
    assert_eq!(get(port, 0), Got::packet(7, 5, 8));
}

#[test]
fn a_reserve_can_be_used_again_when_its_packet_was_taken() {
    shows![V02];
    let (port, reserve) = (port(1), reserved());
    for key in 1..=3 {
        assert_eq!(set_reserved(port, reserve, key, 0), 0);
        assert_eq!(get(port, 0), Got::packet(key, 5, 0));
    }
}

#[test]
fn a_post_through_a_reserve_is_queued_like_any_other() {
    shows![V02, Q01];
    let port = port(1);
    post(port, 1);
    assert_eq!(set_reserved(port, reserved(), 2, 0), 0);
    post(port, 3);
    let keys: Vec<usize> = (0..3).map(|_| get(port, 0).key).collect();
    assert_eq!(keys, [1, 2, 3]);
}

#[test]
fn a_reserve_is_of_one_of_two_kinds() {
    shows![V01];
    assert!(reserve(None, FOR_AN_APC).is_ok());
    for kind in [-1, 2, 99] {
        assert_eq!(reserve(None, kind), Err(STATUS_INVALID_PARAMETER.cast_unsigned()));
    }
}

#[test]
fn a_reserve_has_no_name() {
    shows![V01];
    let named = reserve(Some(r"\BaseNamedObjects\iocp-sim reserve"), FOR_A_PACKET);
    assert_eq!(named, Err(STATUS_OBJECT_NAME_INVALID.cast_unsigned()));
}

#[test]
fn a_post_needs_its_reserve_and_its_port() {
    shows![V02];
    let invalid = STATUS_INVALID_HANDLE.cast_unsigned();
    assert_eq!(set_reserved(port(1), Handle::NULL, 0, 0), invalid);
    assert_eq!(set_reserved(Handle::NULL, reserved(), 0, 0), invalid);
}

#[test]
fn what_is_no_reserve_for_a_packet_is_refused() {
    shows![V02];
    let port = port(1);
    let for_an_apc = reserve(None, FOR_AN_APC).expect("there is memory").1;
    for handle in [port, Handle::PROCESS, for_an_apc] {
        let mismatch = STATUS_OBJECT_TYPE_MISMATCH.cast_unsigned();
        assert_eq!(set_reserved(port, handle, 0, 0), mismatch, "{handle:?}");
    }
}

#[test]
fn a_post_through_a_reserve_needs_the_right_too() {
    shows![L08, V02];
    let watcher = with_rights(port(1), QUERY_STATE);
    let denied = STATUS_ACCESS_DENIED.cast_unsigned();
    assert_eq!(set_reserved(watcher, reserved(), 0, 0), denied);
}

#[test]
fn a_reserve_is_closed_like_any_handle() {
    shows![V01, L20];
    let reserve = reserved();
    assert_eq!(close(reserve), (true, UNTOUCHED));
    assert_eq!(close(reserve), (false, ERROR_INVALID_HANDLE));
}
