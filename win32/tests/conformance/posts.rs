//! A post: any values, and the handles that it can not go through.

use windows_sys::Win32::Foundation::ERROR_INVALID_HANDLE;
use windows_sys::Win32::System::IO::OVERLAPPED;

use crate::calls::{Got, Handle, UNTOUCHED, close, duplicate, get, port, post_all};

#[test]
fn a_post_takes_any_three_values() {
    shows![T01];
    let port = port(1);
    let values = [(0, 0, 0), (u32::MAX, usize::MAX, usize::MAX), (1, 2, 3)];
    for (bytes, key, overlapped) in values {
        assert_eq!(post_all(port, bytes, key, overlapped), (true, UNTOUCHED));
        assert_eq!(get(port, 0), Got::packet(key, bytes, overlapped));
    }
}

#[test]
fn a_post_leaves_the_last_error_alone() {
    shows![T09];
    assert_eq!(post_all(port(1), 0, 0, 0), (true, UNTOUCHED));
}

#[test]
fn a_packet_without_an_overlapped_is_a_packet() {
    shows![G10];
    let port = port(1);
    assert!(post_all(port, 4, 5, 0).0);
    assert_eq!(get(port, 0), Got::packet(5, 4, 0));
}

#[test]
fn a_post_does_not_touch_the_overlapped() {
    shows![T05];
    let port = port(1);
    let mut overlapped = OVERLAPPED { Internal: 11, InternalHigh: 12, ..OVERLAPPED::default() };
    let address = &raw mut overlapped as usize;
    assert!(post_all(port, 512, 0, address).0);
    assert_eq!(get(port, 0), Got::packet(0, 512, address));
    // SAFETY: it lives here.
    let seen = unsafe { (&raw const overlapped).read_volatile() };
    assert_eq!((seen.Internal, seen.InternalHigh), (11, 12));
}

#[test]
fn a_post_to_null_is_refused() {
    shows![T06];
    assert_eq!(post_all(Handle::NULL, 0, 0, 0), (false, ERROR_INVALID_HANDLE));
}

#[test]
fn a_post_to_a_handle_that_never_was_is_refused() {
    shows![T06];
    assert_eq!(post_all(Handle(0x0ABC_DEF0), 0, 0, 0), (false, ERROR_INVALID_HANDLE));
}

#[test]
fn a_post_to_a_closed_port_is_refused() {
    shows![T08];
    let port = port(1);
    assert!(close(port).0);
    assert_eq!(post_all(port, 0, 0, 0), (false, ERROR_INVALID_HANDLE));
}

#[test]
fn a_post_to_what_is_no_port_is_refused() {
    shows![T06];
    for handle in [Handle::PROCESS, Handle::THREAD, duplicate(Handle::PROCESS)] {
        assert_eq!(post_all(handle, 0, 0, 0), (false, ERROR_INVALID_HANDLE));
    }
}

#[test]
fn a_post_looks_past_the_two_low_bits_of_a_handle() {
    shows![L19];
    let port = port(1);
    for bits in 1..=3 {
        assert_eq!(post_all(Handle(port.0 | bits), 0, bits, 0), (true, UNTOUCHED));
        assert_eq!(get(port, 0), Got::packet(bits, 0, 0));
    }
}
