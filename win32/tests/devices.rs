//! Devices of one's own: how they come to a port and leave it, and the packets of their requests.

#![cfg(not(windows))]

use std::ptr;

use iocp_sim::Rule;
use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::IO::*;
use iocp_sim_win32::Win32::System::Threading::GetCurrentProcess;
use iocp_sim_win32::device::OwnDevice;
use iocp_sim_win32::snapshot;

/// The mark of a last error that nobody set.
const UNTOUCHED: u32 = 0xDEAD_BEEF;

/// Shows a rule by a story in which it decides.
fn check(_rule: Rule, story: impl FnOnce()) {
    story();
}

fn port() -> HANDLE {
    associate(INVALID_HANDLE_VALUE, ptr::null_mut(), 0).expect("a port can be made")
}

fn associate(file: HANDLE, port: HANDLE, key: usize) -> Result<HANDLE, u32> {
    // SAFETY: the calls have no places.
    unsafe {
        SetLastError(UNTOUCHED);
        let port = CreateIoCompletionPort(file, port, key, 1);
        if port.is_null() { Err(GetLastError()) } else { Ok(port) }
    }
}

/// Key and bytes of the next packet, if there is one.
fn next(port: HANDLE) -> Option<(usize, u32)> {
    let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
    // SAFETY: the places live longer than the call.
    let got = unsafe { GetQueuedCompletionStatus(port, &mut bytes, &mut key, &mut overlapped, 0) };
    (got == TRUE).then_some((key, bytes))
}

fn complete(device: &OwnDevice, bytes: usize) -> bool {
    device.complete(ptr::null(), bytes, STATUS_SUCCESS)
}

fn duplicate(handle: HANDLE) -> HANDLE {
    let mut other = ptr::null_mut();
    // SAFETY: the place lives longer than the call.
    unsafe {
        let process = GetCurrentProcess();
        let options = DUPLICATE_SAME_ACCESS;
        assert_eq!(DuplicateHandle(process, handle, process, &mut other, 0, 0, options), TRUE);
    }
    other
}

fn close(handle: HANDLE) {
    // SAFETY: the call has no places.
    assert_eq!(unsafe { CloseHandle(handle) }, TRUE);
}

fn devices(port: HANDLE) -> usize {
    snapshot(port).expect("it is a port").devices.len()
}

#[test]
fn a_device_is_associated_however_many_handles_name_it() {
    check(Rule::A01, || {
        let (port, device) = (port(), OwnDevice::open());
        let other = duplicate(device.handle());
        associate(other, port, 7).expect("it can be associated");
        close(other);
        assert!(complete(&device, 512));
        assert_eq!(next(port), Some((7, 512)));
    });
}

#[test]
fn the_device_list_has_each_device_once() {
    check(Rule::A02, || {
        let (port, device) = (port(), OwnDevice::open());
        associate(device.handle(), port, 7).expect("it can be associated");
        duplicate(device.handle());
        assert_eq!(devices(port), 1);
    });
}

#[test]
fn a_device_has_one_port() {
    check(Rule::A03, || {
        let (first, second, device) = (port(), port(), OwnDevice::open());
        associate(device.handle(), first, 7).expect("it can be associated");
        for port in [first, second, ptr::null_mut()] {
            assert_eq!(associate(device.handle(), port, 8), Err(ERROR_INVALID_PARAMETER));
        }
        complete(&device, 1);
        assert_eq!(next(first), Some((7, 1)));
    });
}

#[test]
fn of_several_threads_one_associates_a_device() {
    check(Rule::A04, || {
        let device = OwnDevice::open();
        let winners: usize = std::thread::scope(|scope| {
            let associate = || usize::from(associate(device.handle(), port(), 7).is_ok());
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(associate)).collect();
            threads.into_iter().map(|thread| thread.join().expect("it does not panic")).sum()
        });
        assert_eq!(winners, 1);
    });
}

#[test]
fn a_device_for_synchronous_io_has_no_port() {
    check(Rule::A05, || {
        let device = OwnDevice::open_synchronous();
        for port in [port(), ptr::null_mut()] {
            assert_eq!(associate(device.handle(), port, 7), Err(ERROR_INVALID_PARAMETER));
        }
    });
}

#[test]
fn devices_share_a_port_and_a_key() {
    check(Rule::A06, || {
        let (port, one, other) = (port(), OwnDevice::open(), OwnDevice::open());
        for device in [&one, &other] {
            associate(device.handle(), port, 0).expect("it can be associated");
        }
        complete(&one, 1);
        complete(&other, 2);
        assert_eq!((next(port), next(port)), (Some((0, 1)), Some((0, 2))));
    });
}

#[test]
fn a_packet_keeps_the_key_that_the_device_had() {
    check(Rule::A07, || {
        let (port, device) = (port(), OwnDevice::open());
        associate(device.handle(), port, 7).expect("it can be associated");
        complete(&device, 1);
        close(device.handle());
        assert_eq!(next(port), Some((7, 1)));
    });
}

#[test]
fn a_request_reports_to_the_port_that_its_device_has_when_it_completes() {
    check(Rule::A08, || {
        let (port, device) = (port(), OwnDevice::open());
        assert!(!complete(&device, 1));
        associate(device.handle(), port, 7).expect("it can be associated");
        assert!(complete(&device, 2));
        assert_eq!((next(port), next(port)), (Some((7, 2)), None));
    });
}

#[test]
fn an_association_lasts_until_the_last_handle_is_closed() {
    check(Rule::A12, || {
        let (port, device) = (port(), OwnDevice::open());
        associate(device.handle(), port, 7).expect("it can be associated");
        let other = duplicate(device.handle());
        close(device.handle());
        assert_eq!(devices(port), 1);
        assert!(complete(&device, 1));
        close(other);
        assert_eq!(devices(port), 0);
        assert!(!complete(&device, 2));
    });
}

#[test]
fn closing_an_idle_device_queues_nothing() {
    check(Rule::A16, || {
        let (port, device) = (port(), OwnDevice::open());
        associate(device.handle(), port, 7).expect("it can be associated");
        close(device.handle());
        assert_eq!(next(port), None);
    });
}

#[test]
fn closing_a_device_removes_no_packet() {
    check(Rule::A17, || {
        let (port, device) = (port(), OwnDevice::open());
        associate(device.handle(), port, 7).expect("it can be associated");
        complete(&device, 1);
        complete(&device, 2);
        close(device.handle());
        assert_eq!((next(port), next(port)), (Some((7, 1)), Some((7, 2))));
    });
}

#[test]
fn a_duplicate_of_the_port_serves_and_is_what_is_returned() {
    check(Rule::A19, || {
        let (port, device) = (port(), OwnDevice::open());
        let other = duplicate(port);
        assert_eq!(associate(device.handle(), other, 7), Ok(other));
        complete(&device, 1);
        assert_eq!(next(port), Some((7, 1)));
    });
}

#[test]
fn the_port_that_was_given_is_what_is_returned() {
    check(Rule::L03, || {
        let (port, device) = (port(), OwnDevice::open());
        assert_eq!(associate(device.handle(), port, 7), Ok(port));
    });
}

#[test]
fn what_is_no_open_port_takes_no_device() {
    check(Rule::A20, || {
        let (closed, device) = (port(), OwnDevice::open());
        close(closed);
        for other in [closed, device.handle(), INVALID_HANDLE_VALUE] {
            assert_eq!(associate(device.handle(), other, 7), Err(ERROR_INVALID_HANDLE));
        }
        associate(device.handle(), port(), 7).expect("it can be associated");
    });
}

#[test]
fn closing_a_port_does_not_free_its_devices() {
    check(Rule::A21, || {
        let (closed, device) = (port(), OwnDevice::open());
        associate(device.handle(), closed, 7).expect("it can be associated");
        close(closed);
        assert_eq!(associate(device.handle(), port(), 8), Err(ERROR_INVALID_PARAMETER));
    });
}

#[test]
fn associating_leaves_the_last_error_alone() {
    check(Rule::A22, || {
        let (port, device) = (port(), OwnDevice::open());
        associate(device.handle(), port, 7).expect("it can be associated");
        // SAFETY: the call has no places.
        assert_eq!(unsafe { GetLastError() }, UNTOUCHED);
    });
}

#[test]
fn a_port_that_was_made_for_a_device_that_is_refused_is_gone() {
    check(Rule::L05, || {
        let device = OwnDevice::open();
        let port = associate(device.handle(), ptr::null_mut(), 7).expect("it can be associated");
        assert_eq!(devices(port), 1);
        // Values are given one after the other, but other tests open handles, too.
        let made = std::iter::repeat_with(|| {
            let before = self::port().addr();
            let refused = associate(device.handle(), ptr::null_mut(), 8);
            assert_eq!(refused, Err(ERROR_INVALID_PARAMETER));
            (before + 4, self::port().addr())
        });
        let mut alone = made.filter(|(made, after)| made + 4 == *after).map(|(made, _)| made);
        let made = alone.next().expect("it tries until nobody comes between");
        assert_eq!(snapshot(ptr::without_provenance_mut(made)), None);
        complete(&device, 1);
        assert_eq!(next(port), Some((7, 1)));
    });
}

#[test]
fn an_association_needs_the_right_to_change_the_port() {
    check(Rule::L08, || {
        let (port, device) = (port(), OwnDevice::open());
        let mut watcher = ptr::null_mut();
        // SAFETY: the place lives longer than the call.
        unsafe {
            let process = GetCurrentProcess();
            assert_eq!(DuplicateHandle(process, port, process, &mut watcher, 1, 0, 0), TRUE);
        }
        assert_eq!(associate(device.handle(), watcher, 7), Err(ERROR_ACCESS_DENIED));
        assert_eq!(devices(port), 0);
    });
}

#[test]
fn an_association_is_replaced_and_removed() {
    check(Rule::A13, || {
        let (one, two, device) = (port(), port(), OwnDevice::open());
        assert_eq!(device.replace(one, 1), Ok(()), "a device without a port gets one");
        assert_eq!(device.replace(one, 2), Ok(()), "another key");
        complete(&device, 10);
        assert_eq!(next(one), Some((2, 10)));
        assert_eq!(device.replace(two, 3), Ok(()), "another port");
        complete(&device, 20);
        assert_eq!((next(one), next(two)), (None, Some((3, 20))));
        assert_eq!((devices(one), devices(two)), (0, 1));
        assert_eq!(device.replace(ptr::null_mut(), 0), Ok(()));
        assert!(!complete(&device, 30), "it has no port");
        assert_eq!(device.replace(ptr::null_mut(), 0), Ok(()), "there need not be one");
        assert_eq!(device.replace(device.handle(), 4), Err(STATUS_OBJECT_TYPE_MISMATCH));
    });
}

#[test]
fn packets_stay_at_the_port_that_they_came_to() {
    check(Rule::A14, || {
        let (one, two, device) = (port(), port(), OwnDevice::open());
        assert_eq!(associate(device.handle(), one, 1), Ok(one));
        complete(&device, 10);
        assert_eq!(device.replace(two, 2), Ok(()));
        assert_eq!((next(two), next(one)), (None, Some((1, 10))));
    });
}
