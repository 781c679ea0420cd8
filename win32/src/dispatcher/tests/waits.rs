//! Waits: the order of their tests, any and all, and who is served first.

use windows_sys::Win32::Foundation::STATUS_INVALID_PARAMETER_MIX;

use super::*;
use crate::codes::Refused;

/// U02.
#[test]
fn an_alertable_wait_looks_at_its_objects_then_at_apcs_then_at_the_time() {
    let (mut d, [event], [a]) = scene([MANUAL]);
    d.set_event(event, &mut Ends::new()).expect("it is an event");
    d.queue_apc(a, &mut Ends::new());
    let poll =
        |d: &mut Dispatcher<Flag>| d.wait(a, &[event], Mode::Any, Alert::Alertable, Patience::Poll);
    assert_eq!(poll(&mut d), Ok(Some(Outcome::Object(0))));
    assert_eq!(d.apcs(a), 1, "the APC stays pending");
    d.reset_event(event).expect("it is an event");
    assert_eq!(poll(&mut d), Ok(Some(Outcome::Apc)));
    assert!(d.take_apc(a));
    assert_eq!(poll(&mut d), Ok(Some(Outcome::Timeout)));
}

/// U01.
#[test]
fn an_apc_does_not_end_a_wait_that_is_not_alertable() {
    let (mut d, [event], [a]) = scene([AUTO]);
    waits(&mut d, a, &[event], Mode::Any);
    assert!(!d.queue_apc(a, &mut Ends::new()));
    assert!(d.is_waiting(a));
    assert_eq!(d.timed_out(a), Some(Outcome::Timeout));
    assert_eq!(d.apcs(a), 1);
    let sleep = d.wait(a, &[], Mode::Any, Alert::Alertable, Patience::Waits);
    assert_eq!(sleep, Ok(Some(Outcome::Apc)));
}

#[test]
fn a_wait_for_no_objects_is_a_sleep() {
    for mode in [Mode::Any, Mode::All] {
        let (mut d, [], [a]) = scene([]);
        let nap = d.wait(a, &[], mode, Alert::Deaf, Patience::Poll);
        assert_eq!(nap, Ok(Some(Outcome::Timeout)));
        waits(&mut d, a, &[], mode);
        assert_eq!(d.timed_out(a), Some(Outcome::Timeout));
        assert!(!d.is_waiting(a));
    }
}

/// U06.
#[test]
fn a_wait_for_any_takes_the_first_that_is_signalled_and_that_one_only() {
    let (mut d, [one, two, three], [a]) = scene([AUTO, semaphore(1, 1), AUTO]);
    d.set_event(three, &mut Ends::new()).expect("it is an event");
    assert_eq!(poll(&mut d, a, &[one, two, three]), Outcome::Object(1));
    assert_eq!(d.object(two), &semaphore(0, 1));
    assert_eq!(poll(&mut d, a, &[one, two, three]), Outcome::Object(2));
    assert_eq!(poll(&mut d, a, &[one, two, three]), Outcome::Timeout);
}

#[test]
fn an_object_that_is_there_twice_in_a_wait_for_any_is_found_at_its_first_place() {
    let (mut d, [other, event], [a]) = scene([AUTO, AUTO]);
    waits(&mut d, a, &[other, event, event, other], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| {
        d.set_event(event, ends).expect("it is an event");
    });
    assert_eq!(ends, [(a, Outcome::Object(1))]);
}

/// U06.
#[test]
fn a_wait_for_all_takes_all_at_once_or_none() {
    let (mut d, [event, counter], [a]) = scene([AUTO, semaphore(0, 2)]);
    let both = [event, counter];
    d.set_event(event, &mut Ends::new()).expect("it is an event");
    waits(&mut d, a, &both, Mode::All);
    assert_eq!(d.set_event(event, &mut Ends::new()), Ok(Signal::Set), "it has taken nothing");
    let ends = ends_of(&mut d, |d, ends| {
        d.release_semaphore(counter, 2, ends).expect("it counts to two");
    });
    assert_eq!(ends, [(a, Outcome::Object(0))]);
    assert_eq!(d.reset_event(event), Ok(Signal::Unset));
    assert_eq!(d.object(counter), &semaphore(1, 2));
}

#[test]
fn a_wait_for_all_holds_up_nobody_and_can_be_passed_for_ever() {
    let (mut d, [event, other], [a, b]) = scene([AUTO, AUTO]);
    waits(&mut d, a, &[event, other], Mode::All);
    for _ in 0..3 {
        waits(&mut d, b, &[event], Mode::Any);
        let ends = ends_of(&mut d, |d, ends| {
            d.set_event(event, ends).expect("it is an event");
        });
        assert_eq!(ends, [(b, Outcome::Object(0))]);
    }
    d.set_event(event, &mut Ends::new()).expect("it is an event");
    waits(&mut d, b, &[other], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| {
        d.set_event(other, ends).expect("it is an event");
    });
    assert_eq!(ends, [(a, Outcome::Object(0))], "it is the older one");
}

#[test]
fn a_wait_for_all_that_is_served_takes_away_what_the_next_one_needs() {
    let (mut d, [gate, counter], [a, b, c]) = scene([MANUAL, semaphore(1, 1)]);
    for who in [a, b] {
        waits(&mut d, who, &[gate, counter], Mode::All);
    }
    waits(&mut d, c, &[gate], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| {
        d.set_event(gate, ends).expect("it is an event");
    });
    assert_eq!(ends, [(a, Outcome::Object(0)), (c, Outcome::Object(0))]);
    assert!(d.is_waiting(b));
}

#[test]
fn a_wait_for_all_says_that_one_of_its_mutexes_was_abandoned() {
    let (mut d, [event, mutex], [a, b]) = scene([AUTO, MUTEX]);
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    waits(&mut d, b, &[event, mutex], Mode::All);
    assert_eq!(ends_of(&mut d, |d, ends| d.leave(a, ends)), []);
    let ends = ends_of(&mut d, |d, ends| {
        d.set_event(event, ends).expect("it is an event");
    });
    assert_eq!(ends, [(b, Outcome::Abandoned(0))]);
    assert_eq!(d.object(mutex), &taken(b, 1));
}

#[test]
fn the_owner_of_a_mutex_can_wait_for_all_with_it() {
    let (mut d, [mutex, event], [a, b]) = scene([MUTEX, AUTO]);
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    waits(&mut d, b, &[mutex, event], Mode::All);
    waits(&mut d, a, &[mutex, event], Mode::All);
    let ends = ends_of(&mut d, |d, ends| {
        d.set_event(event, ends).expect("it is an event");
    });
    assert_eq!(ends, [(a, Outcome::Object(0))], "the mutex is signalled for its owner alone");
    assert_eq!(d.object(mutex), &taken(a, 2));
}

#[test]
fn a_wait_for_all_with_an_object_twice_is_refused() {
    let (mut d, [one, two], [a]) = scene([MANUAL, MANUAL]);
    let objects = [one, two, one];
    let outcome = d.wait(a, &objects, Mode::All, Alert::Deaf, Patience::Waits);
    assert_eq!(outcome, Err(Refused(STATUS_INVALID_PARAMETER_MIX)));
    assert!(!d.is_waiting(a));
}

#[test]
fn who_waits_longest_is_served_first_also_after_others_gave_up() {
    let (mut d, [event], [a, b, c]) = scene([AUTO]);
    for who in [a, b, c] {
        waits(&mut d, who, &[event], Mode::Any);
    }
    assert_eq!(d.timed_out(a), Some(Outcome::Timeout));
    waits(&mut d, a, &[event], Mode::Any);
    assert!(d.waiters(event).eq([b, c, a]));
}

#[test]
fn a_wait_that_ends_leaves_the_queues_of_all_its_objects() {
    let (mut d, [one, two], [a]) = scene([AUTO, AUTO]);
    waits(&mut d, a, &[one, two], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| {
        d.set_event(two, ends).expect("it is an event");
    });
    assert_eq!(ends, [(a, Outcome::Object(1))]);
    assert_eq!(d.waiters(one).count(), 0);
    d.set_event(one, &mut Ends::new()).expect("it is an event");
    assert_eq!(d.reset_event(one), Ok(Signal::Set), "nobody took it");
}

#[test]
fn to_signal_one_object_and_wait_for_another_is_one_step_to_everybody_else() {
    let (mut d, [mutex, event], [a, b]) = scene([MUTEX, AUTO]);
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    waits(&mut d, b, &[mutex], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| {
        d.release_mutex(a, mutex, ends).expect("it is the owner");
        waits(d, a, &[event], Mode::Any);
    });
    assert_eq!(ends, [(b, Outcome::Object(0))]);
    let ends = ends_of(&mut d, |d, ends| {
        d.pulse_event(event, ends).expect("it is an event");
    });
    assert_eq!(ends, [(a, Outcome::Object(0))], "whoever is released finds it waiting");
}
