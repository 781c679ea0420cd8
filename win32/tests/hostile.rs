//! Bad arguments: an error code, never a crash or a hang, and nothing moves.
//!
//! A pointer that is neither null nor valid is beyond what any function can refuse.

#![cfg(not(windows))]

use std::ptr;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use iocp_sim_win32::Wdk::Foundation::{NtClose, NtQueryObject, OBJECT_ATTRIBUTES};
use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::IO::*;
use iocp_sim_win32::Win32::System::Threading::{GetCurrentProcess, INFINITE};
use iocp_sim_win32::device::OwnDevice;
use iocp_sim_win32::ntdll::*;
use iocp_sim_win32::snapshot;

fn port() -> HANDLE {
    // SAFETY: the call has no places.
    let port = unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, ptr::null_mut(), 0, 1) };
    assert!(!port.is_null());
    port
}

fn post(port: HANDLE) {
    // SAFETY: the call has no places.
    assert_eq!(unsafe { PostQueuedCompletionStatus(port, 1, 2, ptr::null()) }, TRUE);
}

fn depth(port: HANDLE) -> usize {
    snapshot(port).expect("it is a port").queue.len()
}

fn null<T>() -> *mut T {
    ptr::null_mut()
}

fn error() -> u32 {
    // SAFETY: the call has no places.
    unsafe { GetLastError() }
}

#[test]
fn a_get_without_its_places_is_refused_and_takes_nothing() {
    let port = port();
    post(port);
    let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
    for missing in 0..3 {
        let bytes = if missing == 0 { ptr::null_mut() } else { &raw mut bytes };
        let key = if missing == 1 { ptr::null_mut() } else { &raw mut key };
        let overlapped = if missing == 2 { ptr::null_mut() } else { &raw mut overlapped };
        // SAFETY: the places are null, or live longer than the call.
        let got = unsafe { GetQueuedCompletionStatus(port, bytes, key, overlapped, INFINITE) };
        assert_eq!((got, error(), depth(port)), (FALSE, ERROR_NOACCESS, 1));
    }
}

#[test]
fn a_batch_without_its_places_is_refused_and_takes_nothing() {
    let port = port();
    post(port);
    let (mut entry, mut removed) = (OVERLAPPED_ENTRY::default(), 0);
    let null = ptr::null_mut();
    // SAFETY: the places are null, or live longer than the calls.
    unsafe {
        let got = GetQueuedCompletionStatusEx(port, null, 1, &mut removed, INFINITE, 0);
        assert_eq!((got, error()), (FALSE, ERROR_NOACCESS));
        let got = GetQueuedCompletionStatusEx(port, &mut entry, 1, ptr::null_mut(), INFINITE, 0);
        assert_eq!((got, error()), (FALSE, ERROR_NOACCESS));
    }
    assert_eq!(depth(port), 1);
}

#[test]
fn a_handle_is_looked_at_before_the_count_and_the_places() {
    let closed = port();
    // SAFETY: the call has no places.
    assert_eq!(unsafe { CloseHandle(closed) }, TRUE);
    let forged = ptr::without_provenance_mut(0x0ABC_DEF0);
    for handle in [closed, null(), forged] {
        for count in 0..2 {
            // SAFETY: the places are null.
            unsafe {
                let got = GetQueuedCompletionStatusEx(handle, null(), count, null(), 0, 0);
                assert_eq!((got, error()), (FALSE, ERROR_INVALID_HANDLE));
                let got = NtRemoveIoCompletionEx(handle, null(), count, null(), ptr::null(), 0);
                assert_eq!(got, STATUS_INVALID_HANDLE);
            }
        }
        let mut overlapped = ptr::without_provenance_mut(1);
        // SAFETY: the places are null, or live longer than the call.
        unsafe {
            let got = GetQueuedCompletionStatus(handle, null(), null(), null(), 0);
            assert_eq!((got, error()), (FALSE, ERROR_INVALID_HANDLE));
            let got = GetQueuedCompletionStatus(handle, null(), null(), &mut overlapped, 0);
            assert_eq!((got, error()), (FALSE, ERROR_INVALID_HANDLE));
            let got = NtRemoveIoCompletion(handle, null(), null(), null(), ptr::null());
            assert_eq!(got, STATUS_INVALID_HANDLE);
        }
        assert!(overlapped.is_null());
    }
}

#[test]
fn rights_are_looked_at_before_the_count_and_the_count_before_the_places() {
    let port = port();
    let (process, mut watcher) = (ptr::without_provenance_mut(usize::MAX), null());
    // SAFETY: the places are null, or live longer than the calls.
    unsafe {
        // The right to query.
        assert_eq!(DuplicateHandle(process, port, process, &mut watcher, 1, 0, 0), TRUE);
        let got = GetQueuedCompletionStatusEx(watcher, null(), 0, null(), 0, 0);
        assert_eq!((got, error()), (FALSE, ERROR_ACCESS_DENIED));
        let got = GetQueuedCompletionStatusEx(port, null(), 0, null(), 0, 0);
        assert_eq!((got, error()), (FALSE, ERROR_INVALID_PARAMETER));
        let got = NtRemoveIoCompletionEx(port, null(), 0, null(), ptr::null(), 0);
        assert_eq!(got, STATUS_INVALID_PARAMETER);
    }
}

#[test]
fn native_calls_without_their_places_are_refused_and_take_nothing() {
    let port = port();
    post(port);
    let null = ptr::null_mut;
    // SAFETY: the places are null.
    let refused = unsafe {
        [
            NtCreateIoCompletion(null(), 0, ptr::null(), 0),
            NtOpenIoCompletion(null(), 0, ptr::null()),
            NtQueryIoCompletion(port, 0, ptr::null_mut(), 4, ptr::null_mut()),
            NtRemoveIoCompletion(port, ptr::null_mut(), null(), ptr::null_mut(), ptr::null()),
            NtRemoveIoCompletionEx(port, ptr::null_mut(), 1, ptr::null_mut(), ptr::null(), 0),
            NtAllocateReserveObject(null(), ptr::null(), 1),
        ]
    };
    assert_eq!(refused, [STATUS_ACCESS_VIOLATION; 6]);
    // SAFETY: the place is null.
    let query = unsafe { NtQueryObject(port, 0, ptr::null_mut(), 56, ptr::null_mut()) };
    assert_eq!(query, STATUS_INFO_LENGTH_MISMATCH);
    assert_eq!(depth(port), 1);
}

#[test]
fn other_calls_without_their_places_are_refused() {
    let port = port();
    // SAFETY: the places are null.
    unsafe {
        assert_eq!((GetHandleInformation(port, ptr::null_mut()), error()), (FALSE, ERROR_NOACCESS));
        // A duplicate whose value nobody wants is made all the same.
        let process = GetCurrentProcess();
        let options = DUPLICATE_SAME_ACCESS;
        let made = DuplicateHandle(process, port, process, ptr::null_mut(), 0, 0, options);
        assert_eq!(made, TRUE);
    }
}

#[test]
fn there_are_no_tokens_so_their_handles_have_no_flags() {
    for value in 3..=6 {
        let (handle, mut flags) = (ptr::without_provenance_mut(0_usize.wrapping_sub(value)), 0);
        // SAFETY: the place lives longer than the call.
        unsafe {
            assert_eq!((SetHandleInformation(handle, 1, 1), error()), (0, ERROR_INVALID_HANDLE));
            let got = GetHandleInformation(handle, &mut flags);
            assert_eq!((got, error()), (FALSE, ERROR_INVALID_HANDLE));
        }
    }
}

#[test]
fn a_batch_as_large_as_can_be_has_what_is_there() {
    let port = port();
    post(port);
    let (mut entry, mut removed) = (OVERLAPPED_ENTRY::default(), 0);
    // SAFETY: one packet is queued, and nobody else posts: there is room for it.
    let got = unsafe {
        GetQueuedCompletionStatusEx(port, &mut entry, u32::MAX, &mut removed, INFINITE, 0)
    };
    assert_eq!((got, removed, entry.lpCompletionKey), (TRUE, 1, 2));
}

#[test]
fn places_need_not_be_aligned() {
    let port = port();
    let mut room = [0_u8; 64];
    let odd = room.as_mut_ptr().wrapping_add(1);
    post(port);
    // SAFETY: the places are in the room, and lie apart.
    unsafe {
        let (bytes, key) = (odd.cast(), odd.add(8).cast());
        let got = GetQueuedCompletionStatus(port, bytes, key, odd.add(24).cast(), 0);
        assert_eq!((got, bytes.read_unaligned()), (TRUE, 1_u32));
        post(port);
        let got = GetQueuedCompletionStatusEx(port, odd.cast(), 1, odd.add(40).cast(), 0, 0);
        assert_eq!(got, TRUE);
        post(port);
        let mut block = IO_STATUS_BLOCK::default();
        let (key, context) = (odd.cast(), odd.add(9).cast());
        assert_eq!(NtRemoveIoCompletion(port, key, context, &mut block, odd.add(32).cast()), 0);
    }
}

#[test]
fn a_handle_of_each_other_kind_is_refused_by_each_call_of_ports() {
    let (device, mut reserve) = (OwnDevice::open(), ptr::null_mut());
    // SAFETY: the place lives longer than the call.
    assert_eq!(unsafe { NtAllocateReserveObject(&mut reserve, ptr::null(), 1) }, 0);
    let forged = |value: isize| ptr::without_provenance_mut(value.cast_unsigned());
    let others = [device.handle(), reserve, ptr::null_mut(), forged(4), forged(-1), forged(-2)];
    let more = [forged(-5), forged(isize::MIN), forged(isize::MAX), (&raw const others) as HANDLE];
    for handle in others.into_iter().chain(more) {
        let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
        // SAFETY: the places live longer than the calls.
        unsafe {
            let overlapped = &mut overlapped;
            assert_eq!(GetQueuedCompletionStatus(handle, &mut bytes, &mut key, overlapped, 0), 0);
            assert_eq!(error(), ERROR_INVALID_HANDLE);
            assert_eq!(PostQueuedCompletionStatus(handle, 0, 0, ptr::null()), FALSE);
            assert_eq!(error(), ERROR_INVALID_HANDLE);
            assert!(
                CreateIoCompletionPort(OwnDevice::open().handle(), handle, 0, 0).is_null()
                    || handle.is_null()
            );
        }
    }
}

/// Calls `call` from another thread, again and again, while handles to its port are closed.
fn while_handles_are_closed(call: fn(HANDLE)) {
    for _ in 0..200 {
        let (port, barrier) = (port() as usize, Barrier::new(2));
        thread::scope(|scope| {
            scope.spawn(|| {
                barrier.wait();
                (0..20).for_each(|_| call(ptr::without_provenance_mut(port)));
            });
            barrier.wait();
            thread::yield_now();
            // SAFETY: the call has no places.
            assert_eq!(unsafe { CloseHandle(ptr::without_provenance_mut(port)) }, TRUE);
        });
    }
}

#[test]
fn a_port_can_be_closed_in_the_middle_of_a_post() {
    while_handles_are_closed(|port| {
        // SAFETY: the call has no places.
        let posted = unsafe { PostQueuedCompletionStatus(port, 0, 0, ptr::null()) };
        assert!(posted == TRUE || error() == ERROR_INVALID_HANDLE);
    });
}

#[test]
fn a_port_can_be_closed_in_the_middle_of_a_get() {
    while_handles_are_closed(|port| {
        let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
        // SAFETY: the places live longer than the call.
        let got = unsafe {
            GetQueuedCompletionStatus(port, &mut bytes, &mut key, &mut overlapped, INFINITE)
        };
        assert_eq!(got, FALSE);
        assert!([ERROR_INVALID_HANDLE, ERROR_ABANDONED_WAIT_0].contains(&error()));
    });
}

#[test]
fn a_port_can_be_closed_in_the_middle_of_a_duplicating() {
    while_handles_are_closed(|port| {
        let mut other = ptr::null_mut();
        // SAFETY: the place lives longer than the call.
        unsafe {
            let process = GetCurrentProcess();
            let options = DUPLICATE_SAME_ACCESS;
            if DuplicateHandle(process, port, process, &mut other, 0, 0, options) == TRUE {
                // A handle that was made while the other was open keeps the port open.
                assert_eq!(PostQueuedCompletionStatus(other, 0, 0, ptr::null()), TRUE);
                assert_eq!(CloseHandle(other), TRUE);
            } else {
                assert_eq!(error(), ERROR_INVALID_HANDLE);
            }
        }
    });
}

#[test]
fn a_handle_is_closed_by_one_thread_only() {
    for _ in 0..200 {
        let port = port() as usize;
        let closed: usize = thread::scope(|scope| {
            // SAFETY: the call has no places.
            let close = || unsafe { NtClose(ptr::without_provenance_mut(port)) };
            let threads: Vec<_> =
                (0..3).map(|_| scope.spawn(move || usize::from(close() == 0))).collect();
            threads.into_iter().map(|thread| thread.join().expect("it does not panic")).sum()
        });
        assert_eq!(closed, 1);
    }
}

#[test]
fn a_hundred_thousand_ports_can_be_open_at_once() {
    let ports: Vec<HANDLE> = (0..100_000).map(|_| port()).collect();
    for port in ports.iter().step_by(1_000) {
        post(*port);
        assert_eq!(depth(*port), 1);
    }
    for port in ports {
        // SAFETY: the call has no places.
        assert_eq!(unsafe { CloseHandle(port) }, TRUE);
    }
}

#[test]
fn a_port_has_a_hundred_thousand_handles_if_it_must() {
    let port = port();
    let mut others = Vec::new();
    for _ in 0..100_000 {
        let mut other = ptr::null_mut();
        // SAFETY: the place lives longer than the call.
        unsafe {
            let process = GetCurrentProcess();
            DuplicateHandle(process, port, process, &mut other, 0, 0, DUPLICATE_SAME_ACCESS);
        }
        others.push(other);
    }
    post(others[77_777]);
    for handle in others {
        // SAFETY: the call has no places.
        assert_eq!(unsafe { CloseHandle(handle) }, TRUE);
    }
    assert_eq!(depth(port), 1);
}

#[test]
fn a_thread_that_ends_can_still_call() {
    thread_local! {
        static LAST: AtEnd = const { AtEnd };
    }
    struct AtEnd;
    impl Drop for AtEnd {
        fn drop(&mut self) {
            let port = port();
            post(port);
            let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
            // SAFETY: the places live longer than the calls.
            unsafe {
                let overlapped = &mut overlapped;
                let got = GetQueuedCompletionStatus(port, &mut bytes, &mut key, overlapped, 0);
                assert_eq!((got, key), (TRUE, 2));
                assert_eq!(CloseHandle(port), TRUE);
            }
        }
    }
    thread::spawn(|| LAST.with(|_| thread::sleep(Duration::from_millis(1))))
        .join()
        .expect("it does not panic");
}

/// ObjectNameInformation.
const NAME: i32 = 1;
const LONGEST: u16 = 65_534;

#[test]
fn the_longest_name_is_given_back() {
    let mut name: Vec<u16> = r"\BaseNamedObjects\".encode_utf16().collect();
    name.resize(usize::from(LONGEST) / 2, u16::from(b'a'));
    let text =
        UNICODE_STRING { Length: LONGEST, MaximumLength: LONGEST, Buffer: name.as_mut_ptr() };
    let attributes = OBJECT_ATTRIBUTES {
        Length: size_of::<OBJECT_ATTRIBUTES>() as u32,
        ObjectName: &raw const text,
        ..OBJECT_ATTRIBUTES::default()
    };
    let mut port = ptr::null_mut();
    // SAFETY: the places live longer than the calls, and the room is as long as is said.
    unsafe {
        assert_eq!(NtCreateIoCompletion(&mut port, GENERIC_ALL, &attributes, 1), STATUS_SUCCESS);
        let mut room = vec![0_u64; 70_000 / 8];
        let (place, mut returned) = (room.as_mut_ptr().cast(), 0);
        assert_eq!(NtQueryObject(port, NAME, place, 70_000, &mut returned), STATUS_SUCCESS);
        assert_eq!(room.as_ptr().cast::<UNICODE_STRING>().read().Length, LONGEST);
        assert_eq!(NtClose(port), STATUS_SUCCESS);
    }
}
