//! A get and what it gives: packets, time-outs, and handles that are none.

use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{ERROR_INVALID_HANDLE, WAIT_TIMEOUT};

use crate::calls::{FOREVER, Got, Handle, close, duplicate, get, port, post, post_all};

#[test]
fn a_posted_packet_comes_back_whole() {
    shows![G01, T01];
    let port = port(1);
    assert!(post_all(port, 512, 7, 0x1230).0);
    assert_eq!(get(port, 0), Got::packet(7, 512, 0x1230));
}

#[test]
fn a_get_that_need_not_wait_does_not_though_it_may() {
    shows![G01];
    let port = port(1);
    post(port, 7);
    assert_eq!(get(port, FOREVER), Got::packet(7, 0, 0));
}

#[test]
fn packets_leave_in_the_order_in_which_they_were_posted() {
    shows![Q01, Q05];
    let port = port(1);
    (1..=100).for_each(|key| post(port, key));
    let keys: Vec<usize> = (1..=100).map(|_| get(port, 0).key).collect();
    assert_eq!(keys, (1..=100).collect::<Vec<_>>());
    assert_eq!(get(port, 0), Got::nothing(WAIT_TIMEOUT));
}

#[test]
fn a_poll_of_an_empty_port_times_out() {
    shows![G03, G13, G15, R01];
    assert_eq!(get(port(1), 0), Got::nothing(WAIT_TIMEOUT));
}

#[test]
fn a_timed_get_takes_its_time() {
    shows![G03];
    let (port, start) = (port(1), Instant::now());
    assert_eq!(get(port, 50), Got::nothing(WAIT_TIMEOUT));
    // Clocks differ by a tick.
    assert!(start.elapsed() >= Duration::from_millis(30));
}

#[test]
fn a_poll_that_timed_out_takes_the_next_packet() {
    shows![C05, G01];
    let port = port(1);
    assert_eq!(get(port, 0), Got::nothing(WAIT_TIMEOUT));
    post(port, 7);
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
}

#[test]
fn a_get_from_null_is_refused() {
    shows![G05];
    assert_eq!(get(Handle::NULL, 0), Got::nothing(ERROR_INVALID_HANDLE));
}

#[test]
fn a_get_from_a_handle_that_never_was_is_refused() {
    shows![G05];
    assert_eq!(get(Handle(0x0ABC_DEF0), 0), Got::nothing(ERROR_INVALID_HANDLE));
}

#[test]
fn a_get_from_a_closed_port_is_refused() {
    shows![G05, G15, K06];
    let port = port(1);
    post(port, 7);
    assert!(close(port).0);
    assert_eq!(get(port, 0), Got::nothing(ERROR_INVALID_HANDLE));
}

#[test]
fn a_get_from_the_process_is_refused() {
    shows![G06, G15];
    assert_eq!(get(Handle::PROCESS, 0), Got::nothing(ERROR_INVALID_HANDLE));
}

#[test]
fn a_get_from_the_thread_is_refused() {
    shows![G06];
    assert_eq!(get(Handle::THREAD, 0), Got::nothing(ERROR_INVALID_HANDLE));
    let thread = duplicate(Handle::THREAD);
    assert_eq!(get(thread, 0), Got::nothing(ERROR_INVALID_HANDLE));
}

#[test]
fn a_get_looks_past_the_two_low_bits_of_a_handle() {
    shows![L19];
    let port = port(1);
    for bits in 1..=3 {
        post(port, bits);
        assert_eq!(get(Handle(port.0 | bits), 0), Got::packet(bits, 0, 0));
    }
}
