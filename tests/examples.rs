//! The examples run, and show what they claim. What is a matter of speed is not asserted.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use iocp_sim::threads::blocking;

#[expect(dead_code, reason = "an example has a main function of its own")]
#[path = "../examples/blocking_handler.rs"]
mod blocking_handler;
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
