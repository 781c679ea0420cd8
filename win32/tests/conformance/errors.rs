//! Last errors, and what statuses are in Win32.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use windows_sys::Wdk::Storage::FileSystem::RtlNtStatusToDosErrorNoTeb;
use windows_sys::Win32::Foundation::*;

use crate::calls::with_error;

fn both(status: NTSTATUS) -> u32 {
    // SAFETY: the calls have no places.
    let (one, other) =
        unsafe { (RtlNtStatusToDosError(status), RtlNtStatusToDosErrorNoTeb(status)) };
    assert_eq!(one, other);
    one
}

#[test]
fn the_last_error_is_what_was_set() {
    shows![R03];
    // SAFETY: the call has no places.
    let ((), error) = with_error(|| unsafe { SetLastError(1234) });
    assert_eq!(error, 1234);
}

#[test]
fn each_thread_has_a_last_error_of_its_own() {
    shows![R03];
    // No call that might set a last error comes between: the threads look at a flag.
    let step = Arc::new(AtomicU32::new(0));
    let reaches = |step: &AtomicU32, wanted| {
        while step.load(Ordering::Acquire) < wanted {
            std::hint::spin_loop();
        }
    };
    let theirs = Arc::clone(&step);
    let thread = std::thread::spawn(move || {
        reaches(&theirs, 1);
        // SAFETY: the call has no places.
        unsafe { SetLastError(99) };
        theirs.store(2, Ordering::Release);
    });
    // SAFETY: the calls have no places.
    let mine = unsafe {
        SetLastError(1234);
        step.store(1, Ordering::Release);
        reaches(&step, 2);
        GetLastError()
    };
    assert_eq!(mine, 1234);
    thread.join().expect("it does not panic");
}

#[test]
fn the_statuses_of_the_book_have_their_errors() {
    shows![R02];
    for (status, error) in [
        (STATUS_SUCCESS, ERROR_SUCCESS),
        (STATUS_PENDING, ERROR_IO_PENDING),
        (STATUS_NOTIFY_CLEANUP, 745),
        (STATUS_NOTIFY_ENUM_DIR, ERROR_NOTIFY_ENUM_DIR),
        (STATUS_BUFFER_OVERFLOW, ERROR_MORE_DATA),
        (STATUS_INFO_LENGTH_MISMATCH, ERROR_BAD_LENGTH),
        (STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE),
        (STATUS_INVALID_PARAMETER, ERROR_INVALID_PARAMETER),
        (STATUS_INVALID_DEVICE_REQUEST, ERROR_INVALID_FUNCTION),
        (STATUS_END_OF_FILE, ERROR_HANDLE_EOF),
        (STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED),
        (STATUS_BUFFER_TOO_SMALL, ERROR_INSUFFICIENT_BUFFER),
        (STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE),
        (STATUS_OBJECT_NAME_NOT_FOUND, ERROR_FILE_NOT_FOUND),
        (STATUS_SHARING_VIOLATION, ERROR_SHARING_VIOLATION),
        (STATUS_FILE_LOCK_CONFLICT, ERROR_LOCK_VIOLATION),
        (STATUS_LOCK_NOT_GRANTED, ERROR_LOCK_VIOLATION),
        (STATUS_INSUFFICIENT_RESOURCES, ERROR_NO_SYSTEM_RESOURCES),
        (STATUS_INSTANCE_NOT_AVAILABLE, ERROR_PIPE_BUSY),
        (STATUS_PIPE_NOT_AVAILABLE, ERROR_PIPE_BUSY),
        (STATUS_INVALID_PIPE_STATE, ERROR_BAD_PIPE),
        (STATUS_PIPE_BUSY, ERROR_PIPE_BUSY),
        (STATUS_PIPE_DISCONNECTED, ERROR_PIPE_NOT_CONNECTED),
        (STATUS_PIPE_CLOSING, ERROR_NO_DATA),
        (STATUS_PIPE_CONNECTED, ERROR_PIPE_CONNECTED),
        (STATUS_PIPE_LISTENING, ERROR_PIPE_LISTENING),
        (STATUS_INVALID_READ_MODE, ERROR_BAD_PIPE),
        (STATUS_IO_TIMEOUT, ERROR_SEM_TIMEOUT),
        (STATUS_PIPE_EMPTY, ERROR_NO_DATA),
        (STATUS_CANCELLED, ERROR_OPERATION_ABORTED),
        (STATUS_LOCAL_DISCONNECT, ERROR_NETNAME_DELETED),
        (STATUS_REMOTE_DISCONNECT, ERROR_NETNAME_DELETED),
        (STATUS_PIPE_BROKEN, ERROR_BROKEN_PIPE),
        (STATUS_CONNECTION_DISCONNECTED, ERROR_NETNAME_DELETED),
        (STATUS_CONNECTION_RESET, ERROR_NETNAME_DELETED),
        (STATUS_NOT_FOUND, ERROR_NOT_FOUND),
        (STATUS_CONNECTION_REFUSED, ERROR_CONNECTION_REFUSED),
        (STATUS_NETWORK_UNREACHABLE, ERROR_NETWORK_UNREACHABLE),
        (STATUS_HOST_UNREACHABLE, ERROR_HOST_UNREACHABLE),
        (STATUS_PORT_UNREACHABLE, ERROR_PORT_UNREACHABLE),
        (STATUS_CONNECTION_ABORTED, ERROR_CONNECTION_ABORTED),
    ] {
        assert_eq!(both(status), error, "{:#x}", status.cast_unsigned());
    }
}

#[test]
fn three_statuses_have_general_errors_that_no_get_returns() {
    shows![R01, R02];
    assert_eq!(both(STATUS_TIMEOUT), ERROR_TIMEOUT);
    assert_eq!(both(STATUS_ABANDONED_WAIT_0), ERROR_WAIT_NO_CHILDREN);
    assert_eq!(both(STATUS_USER_APC), 737);
}

#[test]
fn the_statuses_of_native_calls_have_their_errors() {
    shows![R02];
    for (status, error) in [
        (STATUS_NOT_IMPLEMENTED, ERROR_INVALID_FUNCTION),
        (STATUS_INVALID_INFO_CLASS, ERROR_INVALID_PARAMETER),
        (STATUS_ACCESS_VIOLATION, ERROR_NOACCESS),
        (STATUS_NO_MEMORY, ERROR_NOT_ENOUGH_MEMORY),
        (STATUS_OBJECT_NAME_INVALID, ERROR_INVALID_NAME),
        (STATUS_OBJECT_NAME_COLLISION, ERROR_ALREADY_EXISTS),
        (STATUS_OBJECT_PATH_NOT_FOUND, ERROR_PATH_NOT_FOUND),
        (STATUS_OBJECT_PATH_SYNTAX_BAD, ERROR_BAD_PATHNAME),
        (STATUS_HANDLE_NOT_CLOSABLE, ERROR_INVALID_HANDLE),
        (STATUS_NOT_SAME_OBJECT, ERROR_NOT_SAME_OBJECT),
        (STATUS_PRIVILEGE_NOT_HELD, ERROR_PRIVILEGE_NOT_HELD),
        (STATUS_INTERNAL_ERROR, ERROR_INTERNAL_ERROR),
    ] {
        assert_eq!(both(status), error, "{:#x}", status.cast_unsigned());
    }
}

#[test]
fn a_status_that_nobody_knows_has_an_error() {
    shows![R02];
    assert_eq!(both(0xC0FF_FFFF_u32.cast_signed()), ERROR_MR_MID_NOT_FOUND);
}

#[test]
fn a_status_can_carry_an_error_of_win32() {
    shows![R02];
    assert_eq!(both(0xC007_0005_u32.cast_signed()), ERROR_ACCESS_DENIED);
    assert_eq!(both(0x8007_0005_u32.cast_signed()), ERROR_ACCESS_DENIED);
}

#[test]
fn a_status_of_a_customer_is_its_own_error() {
    shows![R02];
    assert_eq!(both(0xE000_0001_u32.cast_signed()), 0xE000_0001);
}
