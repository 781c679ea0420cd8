//! A get of several packets.

use windows_sys::Win32::Foundation::{
    ERROR_ABANDONED_WAIT_0, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER, STATUS_CANCELLED,
    WAIT_TIMEOUT,
};

use crate::arm::{comes, settle};
use crate::calls::{FOREVER, Handle, UNTOUCHED, close, get_many, port, post, post_all};
use crate::native::set;
use std::sync::mpsc::channel;
use std::thread;

#[test]
fn a_batch_has_what_is_queued_in_its_order() {
    shows![E02];
    let port = port(1);
    (1..=5).for_each(|key| post(port, key));
    let got = get_many(port, 16, 0);
    assert_eq!((got.ok, got.removed, got.keys()), (true, 5, vec![1, 2, 3, 4, 5]));
}

#[test]
fn a_batch_has_no_more_than_was_asked_for() {
    shows![E02];
    let port = port(1);
    (1..=5).for_each(|key| post(port, key));
    assert_eq!(get_many(port, 3, 0).keys(), [1, 2, 3]);
    assert_eq!(get_many(port, 3, 0).keys(), [4, 5]);
}

#[test]
fn a_batch_does_not_wait_to_be_full() {
    shows![E02];
    let port = port(1);
    post(port, 7);
    assert_eq!(get_many(port, 16, FOREVER).keys(), [7]);
}

#[test]
fn an_entry_of_a_batch_has_four_words() {
    shows![E04];
    let port = port(1);
    assert!(post_all(port, 512, 7, 0x40).0);
    assert_eq!(get_many(port, 1, 0).entries, [(7, 0x40, 0, 512)]);
}

#[test]
fn a_batch_succeeds_though_its_packets_failed() {
    shows![E03, E04];
    let port = port(1);
    let status = STATUS_CANCELLED.cast_unsigned();
    assert_eq!(set(port, 7, 0x40, status, 3), 0);
    let got = get_many(port, 1, 0);
    assert_eq!((got.ok, got.error), (true, UNTOUCHED));
    let (key, overlapped, internal, bytes) = got.entries[0];
    assert_eq!((key, overlapped, internal as u32, bytes), (7, 0x40, status, 3));
}

#[test]
fn a_batch_leaves_the_last_error_alone() {
    shows![G01];
    let port = port(1);
    post(port, 7);
    assert_eq!(get_many(port, 1, 0).error, UNTOUCHED);
}

#[test]
fn a_batch_of_nothing_is_refused() {
    shows![E01];
    let port = port(1);
    post(port, 7);
    let got = get_many(port, 0, 0);
    assert_eq!((got.ok, got.error), (false, ERROR_INVALID_PARAMETER));
    assert_eq!(got.removed, UNTOUCHED);
    assert_eq!(get_many(port, 1, 0).keys(), [7]);
}

#[test]
fn a_batch_times_out() {
    shows![E05, R01];
    let port = port(1);
    for milliseconds in [0, 20] {
        let got = get_many(port, 4, milliseconds);
        assert_eq!((got.ok, got.error), (false, WAIT_TIMEOUT));
        assert!(got.removed <= 1, "{}", got.removed);
    }
}

#[test]
fn a_batch_from_what_is_no_port_is_refused() {
    shows![E15];
    let closed = port(1);
    assert!(close(closed).0);
    for handle in [Handle::NULL, Handle(0x0ABC_DEF0), closed, Handle::PROCESS, Handle::THREAD] {
        let got = get_many(handle, 1, 0);
        assert_eq!((got.ok, got.error), (false, ERROR_INVALID_HANDLE), "{handle:?}");
    }
}

#[test]
fn a_batch_that_waits_is_abandoned_when_the_port_is_closed() {
    shows![E12, R01];
    let port = port(1);
    let (report, reports) = channel();
    thread::spawn(move || report.send(get_many(port, 4, FOREVER)));
    settle(port, 1);
    assert!(close(port).0);
    let got = comes(&reports);
    assert_eq!((got.ok, got.error), (false, ERROR_ABANDONED_WAIT_0));
}

#[test]
fn a_batch_that_waits_has_what_is_handed_over() {
    shows![C09, E02];
    let port = port(1);
    let (report, reports) = channel();
    thread::spawn(move || report.send(get_many(port, 4, FOREVER)));
    settle(port, 1);
    post(port, 7);
    let got = comes(&reports);
    assert_eq!((got.ok, got.keys()), (true, vec![7]));
}
