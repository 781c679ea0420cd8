//! The limit: who is released, and who waits though there are packets.

use windows_sys::Win32::Foundation::WAIT_TIMEOUT;

use crate::arm::{comes, nothing_comes, settle};
use crate::calls::{FOREVER, Got, Handle, Worker, get_many, port, post};
use crate::native::depth;

/// Workers that wait on a port, in this order.
fn waiting(port: Handle, count: usize) -> Vec<Worker> {
    let mut workers = Vec::new();
    for number in 1..=count {
        let worker = Worker::new();
        worker.get(port, FOREVER);
        settle(port, number);
        workers.push(worker);
    }
    workers
}

fn packet(key: usize) -> Got {
    Got::packet(key, 0, 0)
}

#[test]
fn a_thread_that_waits_gets_what_is_posted() {
    shows![C09];
    let port = port(1);
    let workers = waiting(port, 1);
    post(port, 7);
    assert_eq!(comes(&workers[0].reports), packet(7));
}

#[test]
fn one_packet_releases_one_thread() {
    shows![W03, Q05];
    let port = port(4);
    let workers = waiting(port, 3);
    post(port, 7);
    let (report, reports) = std::sync::mpsc::channel();
    for worker in workers {
        let report = report.clone();
        std::thread::spawn(move || {
            // The others come to nothing: nobody posts again.
            if let Ok(got) = worker.reports.recv() {
                let _ = report.send(got);
            }
        });
    }
    assert_eq!(comes(&reports), packet(7));
    nothing_comes(&reports);
}

#[test]
fn the_last_thread_to_wait_is_the_first_to_be_released() {
    shows![W01];
    let port = port(4);
    let workers = waiting(port, 3);
    for (key, worker) in [(1, &workers[2]), (2, &workers[1]), (3, &workers[0])] {
        post(port, key);
        assert_eq!(comes(&worker.reports), packet(key));
    }
}

#[test]
fn while_the_limit_is_reached_nobody_else_is_released() {
    shows![C09, C12];
    let port = port(1);
    let workers = waiting(port, 2);
    post(port, 1);
    assert_eq!(comes(&workers[1].reports), packet(1));
    post(port, 2);
    nothing_comes(&workers[0].reports);
    assert_eq!(depth(port), 1);
}

#[test]
fn a_thread_that_runs_takes_the_next_packet_itself() {
    shows![C05, C22];
    let port = port(1);
    let workers = waiting(port, 2);
    post(port, 1);
    assert_eq!(comes(&workers[1].reports), packet(1));
    post(port, 2);
    assert_eq!(workers[1].got(port, FOREVER), packet(2));
    nothing_comes(&workers[0].reports);
}

#[test]
fn as_many_threads_are_released_as_the_limit_allows() {
    shows![C09];
    let port = port(2);
    let workers = waiting(port, 3);
    (1..=3).for_each(|key| post(port, key));
    assert_eq!(comes(&workers[2].reports), packet(1));
    assert_eq!(comes(&workers[1].reports), packet(2));
    nothing_comes(&workers[0].reports);
}

#[test]
fn a_poll_can_time_out_though_packets_are_queued() {
    shows![C16];
    let (port, runs, polls) = (port(1), Worker::new(), Worker::new());
    post(port, 1);
    assert_eq!(runs.got(port, FOREVER), packet(1));
    post(port, 2);
    assert_eq!(polls.got(port, 0), Got::nothing(WAIT_TIMEOUT));
    assert_eq!(depth(port), 1);
}

#[test]
fn a_batch_can_time_out_though_packets_are_queued() {
    shows![C16, E02];
    let (port, runs) = (port(1), Worker::new());
    post(port, 1);
    assert_eq!(runs.got(port, FOREVER), packet(1));
    post(port, 2);
    assert!(!get_many(port, 4, 0).ok);
}

#[test]
fn a_batch_takes_one_slot_however_much_is_in_it() {
    shows![E10];
    let (port, other) = (port(2), Worker::new());
    (1..=3).for_each(|key| post(port, key));
    assert_eq!(get_many(port, 3, 0).keys(), [1, 2, 3]);
    post(port, 4);
    assert_eq!(other.got(port, 0), packet(4));
}

#[test]
fn the_limit_is_that_of_a_port() {
    shows![C26];
    let (first, second) = (port(1), port(1));
    let (one, two) = (Worker::new(), Worker::new());
    post(first, 1);
    post(second, 2);
    assert_eq!(one.got(first, FOREVER), packet(1));
    assert_eq!(two.got(second, FOREVER), packet(2));
}

#[test]
fn a_poll_that_timed_out_holds_a_slot() {
    shows![C15];
    let (port, polls) = (port(1), Worker::new());
    assert_eq!(polls.got(port, 0), Got::nothing(WAIT_TIMEOUT));
    let other = Worker::new();
    post(port, 1);
    assert_eq!(other.got(port, 0), Got::nothing(WAIT_TIMEOUT));
}

#[test]
fn a_worker_that_posts_to_its_own_port_of_limit_one_takes_the_packet_itself() {
    shows![C20];
    let (port, idle) = (port(1), Worker::new());
    post(port, 1);
    assert_eq!(crate::calls::get(port, FOREVER), packet(1));
    idle.get(port, FOREVER);
    settle(port, 1);
    post(port, 2);
    nothing_comes(&idle.reports);
    assert_eq!(crate::calls::get(port, FOREVER), packet(2));
}

#[test]
fn a_worker_that_posts_to_its_own_port_of_limit_two_wakes_another() {
    shows![C20];
    let (port, idle) = (port(2), Worker::new());
    post(port, 1);
    assert_eq!(crate::calls::get(port, FOREVER), packet(1));
    idle.get(port, FOREVER);
    settle(port, 1);
    post(port, 2);
    assert_eq!(comes(&idle.reports), packet(2));
}
