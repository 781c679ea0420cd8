//! A slot that is given away, by a thread that ends or goes to another port.

use windows_sys::Win32::Foundation::{ERROR_INVALID_HANDLE, WAIT_TIMEOUT};

use crate::arm::{comes, nothing_comes, settle};
use crate::calls::{FOREVER, Got, Handle, Worker, get_many, port, post};

fn packet(key: usize) -> Got {
    Got::packet(key, 0, 0)
}

/// A port of limit 1 where one thread runs, one waits, and a packet is queued.
fn busy() -> (Handle, Worker, Worker) {
    let (port, runs, waits) = (port(1), Worker::new(), Worker::new());
    post(port, 1);
    assert_eq!(runs.got(port, FOREVER), packet(1));
    waits.get(port, FOREVER);
    settle(port, 1);
    post(port, 2);
    nothing_comes(&waits.reports);
    (port, runs, waits)
}

#[test]
fn a_thread_that_ends_gives_its_slot_away() {
    shows![C18];
    let (_, mut runs, waits) = busy();
    runs.end();
    assert_eq!(comes(&waits.reports), packet(2));
}

#[test]
fn a_thread_that_goes_to_another_port_gives_its_slot_away() {
    shows![C06, C19];
    let (_, runs, waits) = busy();
    assert_eq!(runs.got(port(1), 0), Got::nothing(WAIT_TIMEOUT));
    assert_eq!(comes(&waits.reports), packet(2));
}

#[test]
fn a_get_that_is_refused_leaves_its_thread_where_it_is() {
    shows![C32];
    let (port, runs, waits) = busy();
    for handle in [Handle::NULL, Handle::PROCESS] {
        assert_eq!(runs.got(handle, 0), Got::nothing(ERROR_INVALID_HANDLE));
    }
    nothing_comes(&waits.reports);
    assert_eq!(runs.got(port, FOREVER), packet(2));
}

#[test]
fn a_batch_of_nothing_leaves_its_thread_where_it_is() {
    shows![C32, E01];
    let (first, second, waits) = (port(1), port(1), Worker::new());
    post(first, 1);
    assert_eq!(crate::calls::get(first, FOREVER), packet(1));
    waits.get(first, FOREVER);
    settle(first, 1);
    post(first, 2);
    assert!(!get_many(second, 0, 0).ok);
    nothing_comes(&waits.reports);
    assert_eq!(crate::calls::get(first, FOREVER), packet(2));
}

#[test]
fn a_post_does_not_bind_the_thread_that_posts() {
    shows![T03, C03];
    // This thread has posted, runs, and goes on running.
    let (port, runs, waits) = busy();
    post(port, 3);
    nothing_comes(&waits.reports);
    drop(runs);
    assert_eq!(comes(&waits.reports), packet(2));
}

#[test]
fn a_thread_that_comes_back_counts_again() {
    shows![C06, C16];
    let (first, second, worker, other) = (port(1), port(1), Worker::new(), Worker::new());
    assert_eq!(worker.got(first, 0), Got::nothing(WAIT_TIMEOUT));
    assert_eq!(worker.got(second, 0), Got::nothing(WAIT_TIMEOUT));
    post(first, 1);
    assert_eq!(worker.got(first, 0), packet(1));
    post(first, 2);
    assert_eq!(other.got(first, 0), Got::nothing(WAIT_TIMEOUT));
}

#[test]
fn one_freed_slot_hands_over_one_packet() {
    shows![C23];
    let (port, mut runs, waits) = busy();
    let other = Worker::new();
    other.get(port, FOREVER);
    settle(port, 2);
    post(port, 3);
    runs.end();
    assert_eq!(comes(&other.reports), packet(2));
    nothing_comes(&waits.reports);
}
