//! Closing handles, and what threads that wait are told.

use windows_sys::Win32::Foundation::{ERROR_ABANDONED_WAIT_0, ERROR_INVALID_HANDLE, WAIT_TIMEOUT};

use crate::arm::{comes, nothing_comes, settle};
use crate::calls::{FOREVER, Got, Handle, UNTOUCHED, Worker, close, duplicate, get, port, post};

#[test]
fn a_handle_is_closed() {
    let port = port(1);
    assert_eq!(close(port), (true, UNTOUCHED));
}

#[test]
fn a_handle_is_closed_once() {
    shows![L20];
    let port = port(1);
    assert!(close(port).0);
    assert_eq!(close(port), (false, ERROR_INVALID_HANDLE));
}

#[test]
fn what_is_no_handle_can_not_be_closed() {
    shows![L20, L27];
    for handle in [Handle::NULL, Handle(0x0ABC_DEF0)] {
        assert_eq!(close(handle), (false, ERROR_INVALID_HANDLE));
    }
}

#[test]
fn closing_a_pseudo_handle_has_no_effect() {
    shows![L24];
    for handle in [Handle::PROCESS, Handle::THREAD] {
        assert_eq!(close(handle), (true, UNTOUCHED));
        assert_eq!(close(handle), (true, UNTOUCHED));
    }
}

#[test]
fn closing_looks_past_the_two_low_bits_of_a_handle() {
    shows![L19];
    let port = port(1);
    assert_eq!(close(Handle(port.0 | 3)), (true, UNTOUCHED));
    assert_eq!(close(port), (false, ERROR_INVALID_HANDLE));
}

#[test]
fn a_get_that_waits_is_abandoned_when_the_port_is_closed() {
    shows![K01, G04, G15, R01];
    let (port, worker) = (port(1), Worker::new());
    worker.get(port, FOREVER);
    settle(port, 1);
    assert!(close(port).0);
    assert_eq!(comes(&worker.reports), Got::nothing(ERROR_ABANDONED_WAIT_0));
}

#[test]
fn a_timed_get_is_abandoned_too() {
    shows![K01, G04];
    let (port, worker) = (port(1), Worker::new());
    worker.get(port, 5_000);
    settle(port, 1);
    assert!(close(port).0);
    assert_eq!(comes(&worker.reports), Got::nothing(ERROR_ABANDONED_WAIT_0));
}

#[test]
fn every_thread_that_waits_is_abandoned() {
    shows![K01];
    let port = port(1);
    let workers: Vec<Worker> = (0..4).map(|_| Worker::new()).collect();
    workers.iter().for_each(|worker| worker.get(port, FOREVER));
    settle(port, 4);
    assert!(close(port).0);
    for worker in workers {
        assert_eq!(comes(&worker.reports), Got::nothing(ERROR_ABANDONED_WAIT_0));
    }
}

#[test]
fn closing_one_of_two_handles_wakes_nobody() {
    shows![K04];
    let (port, worker) = (port(1), Worker::new());
    let other = duplicate(port);
    worker.get(port, FOREVER);
    settle(port, 1);
    assert!(close(other).0);
    nothing_comes(&worker.reports);
    post(port, 7);
    assert_eq!(comes(&worker.reports), Got::packet(7, 0, 0));
}

#[test]
fn a_port_lives_as_long_as_one_of_its_handles() {
    shows![L10, L21];
    let port = port(1);
    let other = duplicate(port);
    post(port, 7);
    assert!(close(port).0);
    assert_eq!(get(port, 0), Got::nothing(ERROR_INVALID_HANDLE));
    assert_eq!(get(other, 0), Got::packet(7, 0, 0));
}

#[test]
fn a_get_goes_on_though_the_handle_that_it_used_is_closed() {
    shows![K04];
    let (port, worker) = (port(1), Worker::new());
    let other = duplicate(port);
    worker.get(port, FOREVER);
    settle(port, 1);
    assert!(close(port).0);
    nothing_comes(&worker.reports);
    post(other, 7);
    assert_eq!(comes(&worker.reports), Got::packet(7, 0, 0));
}

#[test]
fn a_packet_that_was_handed_over_is_had_though_the_port_is_closed_at_once() {
    shows![K09, W04];
    let (port, worker) = (port(1), Worker::new());
    worker.get(port, FOREVER);
    settle(port, 1);
    post(port, 7);
    assert!(close(port).0);
    assert_eq!(comes(&worker.reports), Got::packet(7, 0, 0));
}

#[test]
fn a_thread_can_go_on_with_another_port() {
    shows![K11];
    let (first, second, worker) = (port(1), port(1), Worker::new());
    assert_eq!(worker.got(first, 0), Got::nothing(WAIT_TIMEOUT));
    assert!(close(first).0);
    post(second, 7);
    assert_eq!(worker.got(second, 0), Got::packet(7, 0, 0));
}
