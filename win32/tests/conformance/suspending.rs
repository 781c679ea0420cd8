//! Threads that are suspended and resumed, within a wait and outside.

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, ERROR_SIGNAL_REFUSED, WAIT_OBJECT_0, WAIT_TIMEOUT,
};

use crate::actors::{Actor, own_id, resume, suspend};
use crate::arm::{comes, nothing_comes};
use crate::calls::{Handle, with_rights};
use crate::waitables::{
    LONG, SYNCHRONIZE, WORKED, automatic, is_signalled, manual, pulse, release, semaphore, set,
    wait,
};

/// How often a thread can be suspended.
const MAXIMUM_SUSPEND_COUNT: u32 = 127;

#[test]
fn suspensions_nest() {
    shows![U08, C30];
    let actor = Actor::suspended();
    let acts = actor.starts(own_id);
    assert_eq!(suspend(actor.handle), Ok(1));
    assert_eq!(suspend(actor.handle), Ok(2));
    for count in [3, 2] {
        assert_eq!(resume(actor.handle), Ok(count));
        nothing_comes(&acts);
    }
    assert_eq!(resume(actor.handle), Ok(1));
    assert_eq!(comes(&acts), actor.id);
}

#[test]
fn suspending_says_the_count_from_before() {
    shows![U08];
    let actor = Actor::new();
    let _waits = actor.waits(manual());
    assert_eq!([suspend(actor.handle), suspend(actor.handle)], [Ok(0), Ok(1)]);
    assert_eq!([resume(actor.handle), resume(actor.handle)], [Ok(2), Ok(1)]);
    assert_eq!(resume(actor.handle), Ok(0));
}

#[test]
fn resuming_a_thread_that_runs_changes_nothing() {
    let actor = Actor::new();
    assert_eq!([resume(actor.handle), resume(actor.handle)], [Ok(0), Ok(0)]);
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(resume(actor.handle), Ok(1));
    assert_eq!(actor.does(own_id), actor.id);
}

#[test]
fn a_thread_can_be_suspended_so_often_and_no_more() {
    let actor = Actor::suspended();
    for count in 1..MAXIMUM_SUSPEND_COUNT {
        assert_eq!(suspend(actor.handle), Ok(count));
    }
    assert_eq!(suspend(actor.handle), Err(ERROR_SIGNAL_REFUSED));
    assert_eq!(resume(actor.handle), Ok(MAXIMUM_SUSPEND_COUNT));
}

#[test]
fn a_thread_can_suspend_itself() {
    let actor = Actor::new();
    let suspended = actor.starts(|| suspend(Handle::THREAD));
    let count = std::iter::repeat_with(|| resume(actor.handle)).find(|count| *count != Ok(0));
    assert_eq!(count, Some(Ok(1)));
    assert_eq!(comes(&suspended), Ok(0));
}

#[test]
fn a_thread_that_is_suspended_in_its_wait_takes_nothing() {
    let (actor, event) = (Actor::new(), automatic());
    let waits = actor.waits(event);
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(set(event), WORKED);
    nothing_comes(&waits);
    // Whoever comes may have it.
    assert!(is_signalled(event));
    assert_eq!(resume(actor.handle), Ok(1));
    nothing_comes(&waits);
    set(event);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_thread_that_is_resumed_takes_what_is_there() {
    let (actor, semaphore) = (Actor::new(), semaphore(0, 9));
    let waits = actor.waits(semaphore);
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(release(semaphore, 1), Ok(0));
    nothing_comes(&waits);
    assert_eq!(resume(actor.handle), Ok(1));
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    assert_eq!(release(semaphore, 1), Ok(0));
}

#[test]
fn a_thread_that_is_resumed_waits_on() {
    let (actor, event) = (Actor::new(), automatic());
    let waits = actor.waits(event);
    assert_eq!((suspend(actor.handle), resume(actor.handle)), (Ok(0), Ok(1)));
    nothing_comes(&waits);
    set(event);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_thread_that_is_resumed_is_the_last_to_be_served() {
    let (first, second, event) = (Actor::new(), Actor::new(), automatic());
    let waits = [first.waits(event), second.waits(event)];
    assert_eq!((suspend(first.handle), resume(first.handle)), (Ok(0), Ok(1)));
    nothing_comes(&waits[0]);
    set(event);
    assert_eq!(comes(&waits[1]), WAIT_OBJECT_0);
    nothing_comes(&waits[0]);
}

#[test]
fn a_thread_that_is_suspended_misses_a_pulse() {
    shows![U11];
    let (actor, event) = (Actor::new(), manual());
    let waits = actor.waits(event);
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(pulse(event), WORKED);
    assert_eq!(resume(actor.handle), Ok(1));
    nothing_comes(&waits);
    set(event);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_deadline_passes_while_a_thread_is_suspended() {
    shows![U10];
    let (actor, event) = (Actor::new(), automatic());
    let waits = actor.waits_for(event, 400);
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(wait(manual(), 600), WAIT_TIMEOUT);
    nothing_comes(&waits);
    assert_eq!(resume(actor.handle), Ok(1));
    assert_eq!(comes(&waits), WAIT_TIMEOUT);
}

#[test]
fn a_thread_that_is_resumed_late_looks_at_its_object_first() {
    let (actor, event) = (Actor::new(), automatic());
    let waits = actor.waits_for(event, 400);
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(wait(manual(), 600), WAIT_TIMEOUT);
    set(event);
    assert_eq!(resume(actor.handle), Ok(1));
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_suspended_thread_keeps_what_it_holds() {
    shows![U08];
    let (actor, mutex) = (Actor::new(), crate::waitables::mutex());
    assert_eq!(actor.does(move || wait(mutex, LONG)), WAIT_OBJECT_0);
    let _waits = actor.waits(manual());
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(wait(mutex, 0), WAIT_TIMEOUT);
}

#[test]
fn a_thread_needs_the_right_to_be_suspended() {
    let actor = Actor::new();
    let handle = with_rights(actor.handle, SYNCHRONIZE);
    assert_eq!(suspend(handle), Err(ERROR_ACCESS_DENIED));
    assert_eq!(resume(handle), Err(ERROR_ACCESS_DENIED));
}

#[test]
fn what_is_no_thread_can_not_be_suspended() {
    for handle in [manual(), Handle::NULL] {
        assert_eq!(suspend(handle), Err(ERROR_INVALID_HANDLE));
        assert_eq!(resume(handle), Err(ERROR_INVALID_HANDLE));
    }
}

#[test]
fn a_thread_that_has_ended_can_not_be_suspended() {
    let mut actor = Actor::new();
    actor.end();
    assert_eq!(suspend(actor.handle), Err(ERROR_ACCESS_DENIED));
}
