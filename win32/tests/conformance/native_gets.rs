//! Native gets and posts: whole words, and statuses in the place of errors.

use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{
    STATUS_ABANDONED_WAIT_0, STATUS_CANCELLED, STATUS_INVALID_HANDLE, STATUS_INVALID_PARAMETER,
    STATUS_OBJECT_TYPE_MISMATCH, STATUS_TIMEOUT,
};

use crate::arm::{comes, settle};
use crate::calls::{Got, Handle, UNTOUCHED, UNTOUCHED_WORD, close, get, post};
use crate::native::{port, remove, remove_many, set};

const TIMEOUT: u32 = STATUS_TIMEOUT.cast_unsigned();
const CANCELLED: u32 = STATUS_CANCELLED.cast_unsigned();

#[test]
fn a_packet_goes_round_whole() {
    shows![Q04, T04];
    let port = port(1);
    for packet in [(7, 8, CANCELLED, 9), (usize::MAX, usize::MAX, 0, usize::MAX), (0, 0, 0, 0)] {
        let (key, context, status, information) = packet;
        assert_eq!(set(port, key, context, status, information), 0);
        assert_eq!(remove(port, Some(0)), (0, packet));
    }
}

#[test]
fn a_packet_of_win32_is_a_success() {
    shows![T01];
    let port = port(1);
    post(port, 7);
    assert_eq!(remove(port, Some(0)), (0, (7, 0, 0, 0)));
}

#[test]
fn win32_and_native_posts_share_one_queue() {
    shows![Q01];
    let port = port(1);
    post(port, 1);
    assert_eq!(set(port, 2, 0, 0, 0), 0);
    post(port, 3);
    let keys: Vec<usize> = (0..3).map(|_| get(port, 0).key).collect();
    assert_eq!(keys, [1, 2, 3]);
}

#[test]
fn a_native_poll_times_out_and_writes_nothing() {
    shows![G03];
    let (status, (key, context, _, information)) = remove(port(1), Some(0));
    let mark = UNTOUCHED_WORD;
    assert_eq!((status, key, context, information), (TIMEOUT, mark, mark, mark));
}

#[test]
fn a_negative_time_out_is_a_span() {
    shows![G03];
    let start = Instant::now();
    assert_eq!(remove(port(1), Some(-500_000)).0, TIMEOUT);
    assert!(start.elapsed() >= Duration::from_millis(30));
}

#[test]
fn a_moment_that_has_passed_is_a_poll() {
    shows![G03, G13];
    let start = Instant::now();
    assert_eq!(remove(port(1), Some(1)).0, TIMEOUT);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_native_get_from_what_is_no_port_is_refused() {
    shows![G05, G06, L27];
    let closed = port(1);
    assert!(close(closed).0);
    for handle in [Handle::NULL, Handle(0x0ABC_DEF0), closed] {
        assert_eq!(remove(handle, Some(0)).0, STATUS_INVALID_HANDLE.cast_unsigned());
    }
    for handle in [Handle::PROCESS, Handle::THREAD] {
        assert_eq!(remove(handle, Some(0)).0, STATUS_OBJECT_TYPE_MISMATCH.cast_unsigned());
    }
}

#[test]
fn a_native_post_to_what_is_no_port_is_refused() {
    shows![T06, T08, L27];
    let closed = port(1);
    assert!(close(closed).0);
    for handle in [Handle::NULL, Handle(0x0ABC_DEF0), closed] {
        assert_eq!(set(handle, 0, 0, 0, 0), STATUS_INVALID_HANDLE.cast_unsigned());
    }
    for handle in [Handle::PROCESS, Handle::THREAD] {
        assert_eq!(set(handle, 0, 0, 0, 0), STATUS_OBJECT_TYPE_MISMATCH.cast_unsigned());
    }
}

#[test]
fn a_native_batch_has_what_is_queued_in_its_order() {
    shows![E02, Q04];
    let port = port(1);
    for key in 1..=3 {
        assert_eq!(set(port, key, 8, CANCELLED, 9), 0);
    }
    let (status, removed, packets) = remove_many(port, 2, Some(0));
    assert_eq!((status, removed), (0, 2));
    assert_eq!(packets, [(1, 8, CANCELLED, 9), (2, 8, CANCELLED, 9)]);
    assert_eq!(remove_many(port, 2, Some(0)).2, [(3, 8, CANCELLED, 9)]);
}

#[test]
fn a_native_batch_of_nothing_is_refused() {
    shows![E01];
    let (status, removed, _) = remove_many(port(1), 0, Some(0));
    assert_eq!((status, removed), (STATUS_INVALID_PARAMETER.cast_unsigned(), UNTOUCHED));
}

#[test]
fn a_native_batch_times_out() {
    shows![E05];
    for timeout in [0, -100_000] {
        let (status, removed, _) = remove_many(port(1), 4, Some(timeout));
        assert_eq!(status, TIMEOUT);
        assert!(removed <= 1, "{removed}");
    }
}

#[test]
fn a_native_get_that_waits_has_what_is_posted() {
    shows![C09, T04];
    let port = port(1);
    let (report, reports) = channel();
    thread::spawn(move || report.send(remove(port, None)));
    settle(port, 1);
    assert_eq!(set(port, 7, 8, CANCELLED, 9), 0);
    assert_eq!(comes(&reports), (0, (7, 8, CANCELLED, 9)));
}

#[test]
fn a_native_get_that_waits_is_abandoned_when_the_port_is_closed() {
    shows![K01];
    let port = port(1);
    let (report, reports) = channel();
    thread::spawn(move || report.send(remove(port, None).0));
    settle(port, 1);
    assert!(close(port).0);
    assert_eq!(comes(&reports), STATUS_ABANDONED_WAIT_0.cast_unsigned());
}

#[test]
fn a_native_port_is_a_port_of_win32() {
    shows![L01];
    let port = port(1);
    post(port, 7);
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
}
