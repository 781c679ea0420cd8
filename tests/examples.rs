//! The examples run, and show what they claim. What is a matter of speed is not asserted.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

#[cfg(feature = "serde")]
use iocp_sim::sim::{Scenario, run};
use iocp_sim::threads::blocking;

#[expect(dead_code, reason = "an example has a main function of its own")]
#[path = "../examples/blocking_handler.rs"]
mod blocking_handler;
#[cfg(feature = "serde")]
#[expect(dead_code, reason = "an example has a main function of its own")]
#[path = "../examples/recorded.rs"]
mod recorded;
#[expect(dead_code, reason = "an example has a main function of its own")]
#[path = "../examples/thread_pool.rs"]
mod thread_pool;
#[expect(dead_code, reason = "an example has a main function of its own")]
#[path = "../examples/timer.rs"]
mod timer;

#[test]
fn the_pool_does_its_tasks_with_a_port_and_with_a_queue() {
    thread_pool::run(50);
}

#[test]
fn a_handler_that_says_that_it_waits_finds_what_another_one_makes() {
    let long = Duration::from_secs(60);
    assert_eq!(blocking_handler::serve(long, |wait| blocking(wait)), Ok("what was made"));
}

#[test]
fn a_handler_that_does_not_say_so_waits_in_vain() {
    let short = Duration::from_millis(20);
    let found = blocking_handler::serve(short, |wait| wait());
    assert_eq!(found, Err(RecvTimeoutError::Timeout));
}

#[test]
fn timers_come_in_the_order_of_their_deadlines_and_none_comes_early() {
    let came = timer::run([("last", 30), ("first", 5), ("second", 10), ("third", 20)]);
    let names = came.map(|(name, ..)| name);
    assert_eq!(names, ["first", "second", "third", "last"]);
    assert!(came.iter().all(|&(_, due, came)| came >= Duration::from_millis(due)));
}

#[test]
#[cfg(feature = "serde")]
fn what_the_pool_did_is_told_in_the_names_of_its_workers_and_is_read_again() {
    let (found, trace) = recorded::run(12).unwrap();
    // The primes below 1000, 2000, … 12,000.
    assert_eq!(found, 9_929);
    let names: Vec<&str> = trace.threads.iter().map(|thread| thread.name.as_str()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["worker_1", "worker_2", "worker_3", "worker_4"]);
    assert_eq!(trace.title, "A recording of pool");
    let got = trace.steps.iter().flat_map(|step| &step.results).map(|result| result.packets.len());
    assert_eq!(got.sum::<usize>(), 16);

    let file = serde_json::to_string(&trace).unwrap();
    let read: iocp_sim::trace::Trace = serde_json::from_str(&file).unwrap();
    assert_eq!(read, trace);
    let again = Scenario::parse(&read.scenario(read.steps.len())).unwrap();
    assert_eq!(run(&again).trace.text(), trace.text());
}
