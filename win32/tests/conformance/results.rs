//! What a get makes of the status of a packet, which a native post gives.

use windows_sys::Win32::Foundation::{
    ERROR_BROKEN_PIPE, ERROR_CONNECTION_REFUSED, ERROR_HANDLE_EOF, ERROR_MORE_DATA,
    ERROR_NETNAME_DELETED, ERROR_OPERATION_ABORTED, STATUS_ABANDONED_WAIT_0,
    STATUS_BUFFER_OVERFLOW, STATUS_CANCELLED, STATUS_CONNECTION_REFUSED, STATUS_CONNECTION_RESET,
    STATUS_END_OF_FILE, STATUS_NOTIFY_CLEANUP, STATUS_NOTIFY_ENUM_DIR, STATUS_PENDING,
    STATUS_PIPE_BROKEN, STATUS_TIMEOUT, STATUS_USER_APC,
};

use crate::calls::{Got, Handle, get, port};
use crate::native::set;

fn set_and_get(port: Handle, status: i32, context: usize, bytes: usize) -> Got {
    assert_eq!(set(port, 7, context, status.cast_unsigned(), bytes), 0);
    get(port, 0)
}

fn failed(error: u32, context: usize, bytes: u32) -> Got {
    Got { ok: false, error, ..Got::packet(7, bytes, context) }
}

#[test]
fn a_packet_that_failed_is_a_packet_and_tells_its_error() {
    shows![G02, T04];
    let got = set_and_get(port(1), STATUS_CANCELLED, 0x40, 0);
    assert_eq!(got, failed(ERROR_OPERATION_ABORTED, 0x40, 0));
}

#[test]
fn errors_of_files_and_pipes_and_sockets_are_those_of_win32() {
    shows![G02, R02];
    let port = port(1);
    for (status, error) in [
        (STATUS_END_OF_FILE, ERROR_HANDLE_EOF),
        (STATUS_PIPE_BROKEN, ERROR_BROKEN_PIPE),
        (STATUS_CONNECTION_RESET, ERROR_NETNAME_DELETED),
        (STATUS_CONNECTION_REFUSED, ERROR_CONNECTION_REFUSED),
    ] {
        assert_eq!(set_and_get(port, status, 0x40, 0), failed(error, 0x40, 0));
    }
}

#[test]
fn a_warning_fails_though_data_came() {
    shows![G08];
    let got = set_and_get(port(1), STATUS_BUFFER_OVERFLOW, 0x40, 100);
    assert_eq!(got, failed(ERROR_MORE_DATA, 0x40, 100));
}

#[test]
fn an_informational_status_succeeds() {
    shows![G08];
    let port = port(1);
    for status in [STATUS_NOTIFY_CLEANUP, STATUS_NOTIFY_ENUM_DIR, 0x4000_0000] {
        assert_eq!(set_and_get(port, status, 0x40, 1), Got::packet(7, 1, 0x40));
    }
}

#[test]
fn a_packet_whose_status_looks_like_the_end_of_a_call_succeeds() {
    shows![E16];
    let port = port(1);
    for status in [STATUS_TIMEOUT, STATUS_ABANDONED_WAIT_0, STATUS_USER_APC, STATUS_PENDING] {
        assert_eq!(set_and_get(port, status, 0x40, 1), Got::packet(7, 1, 0x40));
    }
}

#[test]
fn a_failed_packet_without_a_context_is_told_by_what_is_written() {
    shows![G09];
    let got = set_and_get(port(1), STATUS_CANCELLED, 0, 3);
    assert_eq!(got, failed(ERROR_OPERATION_ABORTED, 0, 3));
}

#[cfg(target_pointer_width = "64")]
#[test]
fn bytes_are_the_low_half_of_the_information() {
    shows![G11];
    let got = set_and_get(port(1), 0, 0x40, 0x1234_5678_9ABC_DEF0);
    assert_eq!(got, Got::packet(7, 0x9ABC_DEF0, 0x40));
}
