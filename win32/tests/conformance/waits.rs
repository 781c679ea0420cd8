//! Waits for one object.

use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, WAIT_FAILED, WAIT_IO_COMPLETION, WAIT_OBJECT_0,
    WAIT_TIMEOUT,
};
use windows_sys::Win32::System::Threading::{EVENT_MODIFY_STATE, THREAD_TERMINATE};

use crate::actors::{Actor, queue_apc, ran};
use crate::arm::{comes, nothing_comes};
use crate::calls::{FOREVER, Handle, UNTOUCHED, close, with_rights};
use crate::native::reserve;
use crate::waitables::{
    LONG, Reset, State, WORKED, automatic, event, is_signalled, manual, mutex, semaphore, set,
    wait, wait_alertably, wait_with_error,
};

/// What a wait may be shorter than it was told, where time goes by in ticks.
const TICK: Duration = Duration::from_millis(20);

#[test]
fn a_wait_of_no_time_looks_and_comes_back() {
    assert_eq!(wait_with_error(manual(), 0), (WAIT_TIMEOUT, UNTOUCHED));
    let set = event(Reset::Manual, State::Set);
    assert_eq!(wait_with_error(set, 0), (WAIT_OBJECT_0, UNTOUCHED));
}

#[test]
fn a_wait_lasts_as_long_as_it_is_told() {
    let started = Instant::now();
    assert_eq!(wait_with_error(manual(), 60), (WAIT_TIMEOUT, UNTOUCHED));
    assert!(started.elapsed() + TICK >= Duration::from_millis(60));
}

#[test]
fn a_wait_ends_when_its_object_is_signalled() {
    let (actor, event) = (Actor::new(), automatic());
    let waits = actor.waits(event);
    nothing_comes(&waits);
    assert_eq!(set(event), WORKED);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_timed_wait_ends_when_its_object_is_signalled() {
    let (actor, event) = (Actor::new(), automatic());
    let waits = actor.waits_for(event, LONG);
    assert_eq!(set(event), WORKED);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_wait_that_has_timed_out_takes_nothing_later() {
    let event = automatic();
    assert_eq!(wait(event, 1), WAIT_TIMEOUT);
    set(event);
    assert!(is_signalled(event));
}

#[test]
fn what_is_no_handle_can_not_be_waited_for() {
    let closed = manual();
    close(closed);
    for handle in [closed, Handle::NULL] {
        assert_eq!(wait_with_error(handle, FOREVER), (WAIT_FAILED, ERROR_INVALID_HANDLE));
    }
}

#[test]
fn a_wait_needs_the_right_to_wait() {
    let actor = Actor::new();
    let handles = [
        with_rights(event(Reset::Manual, State::Set), EVENT_MODIFY_STATE),
        with_rights(semaphore(1, 1), EVENT_MODIFY_STATE),
        with_rights(mutex(), 1),
        with_rights(actor.handle, THREAD_TERMINATE),
    ];
    for handle in handles {
        assert_eq!(wait_with_error(handle, FOREVER), (WAIT_FAILED, ERROR_ACCESS_DENIED));
    }
}

#[test]
fn a_process_and_a_thread_that_run_are_not_signalled() {
    for handle in [Handle::PROCESS, Handle::THREAD] {
        assert_eq!(wait(handle, 0), WAIT_TIMEOUT);
        assert_eq!(wait(handle, 1), WAIT_TIMEOUT);
    }
}

#[test]
fn what_has_no_state_can_not_be_waited_for() {
    let (_, reserve) = reserve(None, 1).expect("a reserve");
    let (outcome, error) = wait_with_error(reserve, 0);
    assert_eq!(outcome, WAIT_FAILED);
    // There is no right to wait for it, nor anything to wait for.
    assert!([ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE].contains(&error), "{error}");
}

#[test]
fn the_two_low_bits_of_a_handle_make_no_difference() {
    shows![L19];
    let event = automatic();
    for bits in 1..=3 {
        assert_eq!(set(Handle(event.0 | bits)), WORKED);
        assert_eq!(wait(Handle(event.0 | bits), 0), WAIT_OBJECT_0);
    }
}

#[test]
fn a_wait_looks_at_its_object_before_the_apcs() {
    shows![U02];
    let actor = Actor::new();
    let waited = actor.does(|| {
        let event = event(Reset::Automatic, State::Set);
        assert_eq!(queue_apc(Handle::THREAD, 7), WORKED);
        let first = (wait_alertably(event, FOREVER), ran());
        (first, wait_alertably(event, FOREVER), ran())
    });
    assert_eq!(waited, ((WAIT_OBJECT_0, vec![]), WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn a_wait_looks_for_apcs_before_it_looks_at_the_time() {
    shows![U02];
    let actor = Actor::new();
    let waited = actor.does(|| {
        assert_eq!(queue_apc(Handle::THREAD, 7), WORKED);
        (wait_alertably(manual(), 0), ran(), wait_alertably(manual(), 0))
    });
    assert_eq!(waited, (WAIT_IO_COMPLETION, vec![7], WAIT_TIMEOUT));
}

#[test]
fn a_wait_that_is_not_alertable_runs_no_apc() {
    shows![U01];
    let actor = Actor::new();
    let waited = actor.does(|| {
        assert_eq!(queue_apc(Handle::THREAD, 7), WORKED);
        (wait(manual(), 0), wait(manual(), 1), ran(), wait_alertably(manual(), 0), ran())
    });
    assert_eq!(waited, (WAIT_TIMEOUT, WAIT_TIMEOUT, vec![], WAIT_IO_COMPLETION, vec![7]));
}
