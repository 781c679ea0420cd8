//! Deadlines, APCs, suspensions and ends, in waits for objects.

use super::*;

fn set(d: &mut Dispatcher<Flag>, event: ObjectId) -> Ends {
    ends_of(d, |d, ends| {
        d.set_event(event, ends).expect("it is an event");
    })
}

fn resume(d: &mut Dispatcher<Flag>, who: WaiterId) -> Ends {
    ends_of(d, |d, ends| {
        d.resume(who, ends);
    })
}

#[test]
fn an_apc_ends_an_alertable_wait_and_stays_pending_until_it_is_taken() {
    let (mut d, [event], [a]) = scene([AUTO]);
    waits_alertably(&mut d, a, &[event]);
    let ends = ends_of(&mut d, |d, ends| {
        assert!(d.queue_apc(a, ends));
        assert!(!d.queue_apc(a, ends), "no wait is left to be ended");
    });
    assert_eq!(ends, [(a, Outcome::Apc)]);
    assert_eq!(set(&mut d, event), [], "it has left the queue");
    assert_eq!((d.take_apc(a), d.apcs(a)), (true, 1));
    assert_eq!((d.take_apc(a), d.take_apc(a)), (true, false));
}

#[test]
fn a_deadline_that_comes_too_late_ends_nothing() {
    let (mut d, [event], [a]) = scene([AUTO]);
    waits(&mut d, a, &[event], Mode::Any);
    assert_eq!(set(&mut d, event), [(a, Outcome::Object(0))]);
    assert_eq!(d.timed_out(a), None);
    waits(&mut d, a, &[event], Mode::Any);
    assert!(d.is_waiting(a), "the next wait has a deadline of its own");
}

/// W05, W07: a waiter whose wait was interrupted is the newest.
#[test]
fn a_waiter_that_was_suspended_and_resumed_is_the_newest() {
    let (mut d, [event, other], [a, b]) = scene([AUTO, AUTO]);
    waits(&mut d, a, &[event, other], Mode::Any);
    waits(&mut d, b, &[event], Mode::Any);
    assert_eq!(d.suspend(a), 0);
    assert!(d.is_waiting(a));
    assert!(d.waiters(event).eq([b]));
    assert_eq!(resume(&mut d, a), []);
    assert!(d.waiters(event).eq([b, a]));
    assert!(d.waiters(other).eq([a]));
}

/// W07.
#[test]
fn a_suspended_waiter_is_not_served_and_looks_at_its_objects_when_it_is_resumed() {
    let (mut d, [event], [a, b]) = scene([AUTO]);
    waits(&mut d, a, &[event], Mode::Any);
    waits(&mut d, b, &[event], Mode::Any);
    d.suspend(a);
    assert_eq!(set(&mut d, event), [(b, Outcome::Object(0))]);
    assert_eq!(set(&mut d, event), []);
    assert_eq!(d.object(event), &Object::Event { reset: Reset::Auto, signal: Signal::Set });
    assert_eq!(resume(&mut d, a), [(a, Outcome::Object(0))]);
    assert_eq!(d.object(event), &AUTO);
}

#[test]
fn a_suspended_waiter_misses_a_pulse() {
    for event in [AUTO, MANUAL] {
        let (mut d, [event], [a]) = scene([event]);
        waits(&mut d, a, &[event], Mode::Any);
        d.suspend(a);
        assert_eq!(d.pulse_event(event, &mut Ends::new()), Ok(Signal::Unset));
        assert_eq!(resume(&mut d, a), []);
        assert!(d.is_waiting(a));
    }
}

/// W06, U10.
#[test]
fn a_deadline_passes_during_a_suspension_and_is_noticed_after_it() {
    let (mut d, [event], [a]) = scene([AUTO]);
    waits(&mut d, a, &[event], Mode::Any);
    d.suspend(a);
    assert_eq!(d.timed_out(a), None);
    assert!(d.is_waiting(a));
    assert_eq!(resume(&mut d, a), [(a, Outcome::Timeout)]);
}

/// W07, U02.
#[test]
fn a_resumed_waiter_looks_at_its_objects_then_at_apcs_then_at_its_deadline() {
    let suspended = || {
        let (mut d, [event], [a]) = scene([AUTO]);
        waits_alertably(&mut d, a, &[event]);
        d.suspend(a);
        assert_eq!(d.timed_out(a), None);
        (d, event, a)
    };
    let (mut d, event, a) = suspended();
    assert!(!d.queue_apc(a, &mut Ends::new()), "it can not run");
    assert_eq!(set(&mut d, event), []);
    assert_eq!(resume(&mut d, a), [(a, Outcome::Object(0))]);
    assert_eq!(d.apcs(a), 1);
    let (mut d, _, a) = suspended();
    assert!(!d.queue_apc(a, &mut Ends::new()));
    assert_eq!(resume(&mut d, a), [(a, Outcome::Apc)]);
    let (mut d, _, a) = suspended();
    assert_eq!(resume(&mut d, a), [(a, Outcome::Timeout)]);
}

/// U08.
#[test]
fn suspensions_nest_and_say_how_many_there_were() {
    let (mut d, [event], [a]) = scene([MANUAL]);
    assert_eq!(d.resume(a, &mut Ends::new()), 0);
    waits(&mut d, a, &[event], Mode::Any);
    assert_eq!((d.suspend(a), d.suspend(a)), (0, 1));
    assert_eq!(set(&mut d, event), []);
    let ends = ends_of(&mut d, |d, ends| assert_eq!(d.resume(a, ends), 2));
    assert_eq!(ends, []);
    let ends = ends_of(&mut d, |d, ends| assert_eq!(d.resume(a, ends), 1));
    assert_eq!(ends, [(a, Outcome::Object(0))]);
    assert_eq!(d.suspended(a), 0);
}

#[test]
fn a_waiter_that_is_suspended_before_its_wait_is_tested_when_it_is_resumed() {
    let (mut d, [event], [a]) = scene([MANUAL]);
    d.suspend(a);
    waits(&mut d, a, &[event], Mode::Any);
    assert_eq!(set(&mut d, event), []);
    assert_eq!(resume(&mut d, a), [(a, Outcome::Object(0))]);
    d.reset_event(event).expect("it is an event");
    d.suspend(a);
    let poll = d.wait(a, &[event], Mode::Any, Alert::Deaf, Patience::Poll);
    assert_eq!(poll, Ok(None));
    assert_eq!(resume(&mut d, a), [(a, Outcome::Timeout)]);
}

#[test]
fn a_suspended_owner_keeps_its_mutex() {
    let (mut d, [mutex], [a, b]) = scene([MUTEX]);
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    d.suspend(a);
    assert_eq!(poll(&mut d, b, &[mutex]), Outcome::Timeout);
}

#[test]
fn a_waiter_that_is_ended_leaves_its_wait_suspended_or_not() {
    for suspensions in [0, 1] {
        let (mut d, [event], [a]) = scene([AUTO]);
        waits(&mut d, a, &[event], Mode::Any);
        for _ in 0..suspensions {
            d.suspend(a);
        }
        let ends = ends_of(&mut d, |d, ends| d.end(a, ends));
        assert_eq!(ends, [(a, Outcome::Ended)]);
        assert!(!d.is_waiting(a));
        assert_eq!(ends_of(&mut d, |d, ends| d.end(a, ends)), [], "it is in no wait");
        assert_eq!(set(&mut d, event), []);
    }
}

#[test]
fn a_waiter_that_leaves_is_taken_out_of_its_wait_and_told_nothing() {
    let (mut d, [event], [a, b]) = scene([AUTO]);
    waits(&mut d, a, &[event], Mode::Any);
    waits(&mut d, b, &[event], Mode::Any);
    assert_eq!(ends_of(&mut d, |d, ends| d.leave(a, ends)), []);
    assert_eq!(set(&mut d, event), [(b, Outcome::Object(0))]);
}

#[test]
#[should_panic(expected = "a waiter is in one wait at a time")]
fn a_waiter_in_a_wait_can_not_begin_another() {
    let (mut d, [event], [a]) = scene([AUTO]);
    waits(&mut d, a, &[event], Mode::Any);
    let _ = d.wait(a, &[event], Mode::Any, Alert::Deaf, Patience::Poll);
}
