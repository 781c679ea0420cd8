//! Each kind of object: what signals it, what a wait takes of it, what it refuses.

use windows_sys::Win32::Foundation::{
    STATUS_MUTANT_LIMIT_EXCEEDED, STATUS_MUTANT_NOT_OWNED, STATUS_OBJECT_TYPE_MISMATCH,
    STATUS_SEMAPHORE_LIMIT_EXCEEDED,
};

use super::super::object::RECURSION_LIMIT;
use super::*;
use crate::codes::Refused;

#[test]
fn an_automatic_event_releases_one_waiter_and_is_unset_by_that() {
    let (mut d, [event], [a, b]) = scene([AUTO]);
    waits(&mut d, a, &[event], Mode::Any);
    waits(&mut d, b, &[event], Mode::Any);
    let set = |d: &mut Dispatcher<Flag>, ends: &mut Ends| {
        assert_eq!(d.set_event(event, ends), Ok(Signal::Unset));
    };
    assert_eq!(ends_of(&mut d, set), [(a, Outcome::Object(0))]);
    assert_eq!(ends_of(&mut d, set), [(b, Outcome::Object(0))]);
    assert_eq!(ends_of(&mut d, set), []);
    assert_eq!(d.set_event(event, &mut Ends::new()), Ok(Signal::Set));
    assert_eq!(poll(&mut d, a, &[event]), Outcome::Object(0));
    assert_eq!(poll(&mut d, a, &[event]), Outcome::Timeout);
}

#[test]
fn a_manual_event_releases_all_and_stays_set_until_it_is_reset() {
    let (mut d, [event], [a, b]) = scene([MANUAL]);
    waits(&mut d, a, &[event], Mode::Any);
    waits(&mut d, b, &[event], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| {
        d.set_event(event, ends).expect("it is an event");
    });
    assert_eq!(ends, [(a, Outcome::Object(0)), (b, Outcome::Object(0))]);
    assert_eq!(poll(&mut d, a, &[event]), Outcome::Object(0));
    assert_eq!(d.reset_event(event), Ok(Signal::Set));
    assert_eq!(d.reset_event(event), Ok(Signal::Unset));
    assert_eq!(poll(&mut d, a, &[event]), Outcome::Timeout);
}

#[test]
fn a_pulse_of_an_automatic_event_releases_one_at_most_and_leaves_it_unset() {
    let (mut d, [event], [a, b]) = scene([AUTO]);
    let pulse = |d: &mut Dispatcher<Flag>, ends: &mut Ends| {
        assert_eq!(d.pulse_event(event, ends), Ok(Signal::Unset));
    };
    assert_eq!(ends_of(&mut d, pulse), []);
    waits(&mut d, a, &[event], Mode::Any);
    waits(&mut d, b, &[event], Mode::Any);
    assert_eq!(ends_of(&mut d, pulse), [(a, Outcome::Object(0))]);
    assert_eq!(poll(&mut d, a, &[event]), Outcome::Timeout);
}

#[test]
fn a_pulse_of_a_manual_event_releases_whoever_can_be_satisfied_at_that_moment() {
    let (mut d, [pulsed, other], [a, b, c]) = scene([MANUAL, AUTO]);
    waits(&mut d, a, &[pulsed], Mode::Any);
    waits(&mut d, b, &[pulsed, other], Mode::All);
    waits(&mut d, c, &[other, pulsed], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| {
        d.pulse_event(pulsed, ends).expect("it is an event");
    });
    assert_eq!(ends, [(a, Outcome::Object(0)), (c, Outcome::Object(1))]);
    assert!(d.is_waiting(b), "the other event was not set");
    assert_eq!(poll(&mut d, a, &[pulsed]), Outcome::Timeout);
}

#[test]
fn a_pulse_unsets_an_event_that_was_set() {
    for event in [AUTO, MANUAL] {
        let (mut d, [event], [a]) = scene([event]);
        d.set_event(event, &mut Ends::new()).expect("it is an event");
        assert_eq!(d.pulse_event(event, &mut Ends::new()), Ok(Signal::Set));
        assert_eq!(poll(&mut d, a, &[event]), Outcome::Timeout);
    }
}

#[test]
fn a_semaphore_releases_as_many_as_it_counts() {
    let (mut d, [counter], [a, b, c]) = scene([semaphore(0, 5)]);
    for who in [a, b, c] {
        waits(&mut d, who, &[counter], Mode::Any);
    }
    let ends = ends_of(&mut d, |d, ends| {
        assert_eq!(d.release_semaphore(counter, 2, ends), Ok(0));
    });
    assert_eq!(ends, [(a, Outcome::Object(0)), (b, Outcome::Object(0))]);
    let ends = ends_of(&mut d, |d, ends| {
        assert_eq!(d.release_semaphore(counter, 3, ends), Ok(0));
    });
    assert_eq!(ends, [(c, Outcome::Object(0))]);
    assert_eq!(d.object(counter), &semaphore(2, 5));
}

#[test]
fn a_semaphore_refuses_a_count_above_its_maximum_and_stays_as_it_is() {
    let (mut d, [counter], []) = scene([semaphore(2, 3)]);
    let above = Err(Refused(STATUS_SEMAPHORE_LIMIT_EXCEEDED));
    assert_eq!(d.release_semaphore(counter, 2, &mut Ends::new()), above);
    assert_eq!(d.release_semaphore(counter, u32::MAX, &mut Ends::new()), above);
    assert_eq!(d.object(counter), &semaphore(2, 3));
    assert_eq!(d.release_semaphore(counter, 1, &mut Ends::new()), Ok(2));
}

#[test]
fn a_mutex_is_signalled_for_its_owner_and_free_after_as_many_releases() {
    let (mut d, [mutex], [a, b]) = scene([MUTEX]);
    for _ in 0..3 {
        assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    }
    assert_eq!(d.object(mutex), &taken(a, 3));
    assert_eq!(poll(&mut d, b, &[mutex]), Outcome::Timeout);
    for before in [-2, -1, 0] {
        assert_eq!(poll(&mut d, b, &[mutex]), Outcome::Timeout);
        assert_eq!(d.release_mutex(a, mutex, &mut Ends::new()), Ok(before));
    }
    assert_eq!(poll(&mut d, b, &[mutex]), Outcome::Object(0));
}

#[test]
fn a_released_mutex_goes_to_the_one_who_waits_longest() {
    let (mut d, [mutex], [a, b, c]) = scene([MUTEX]);
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    waits(&mut d, b, &[mutex], Mode::Any);
    waits(&mut d, c, &[mutex], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| {
        assert_eq!(d.release_mutex(a, mutex, ends), Ok(0));
    });
    assert_eq!(ends, [(b, Outcome::Object(0))]);
    assert_eq!(d.object(mutex), &taken(b, 1));
}

#[test]
fn only_its_owner_can_release_a_mutex() {
    let (mut d, [mutex], [a, b]) = scene([MUTEX]);
    let not_owned = Err(Refused(STATUS_MUTANT_NOT_OWNED));
    assert_eq!(d.release_mutex(a, mutex, &mut Ends::new()), not_owned);
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    assert_eq!(d.release_mutex(b, mutex, &mut Ends::new()), not_owned);
    assert_eq!(d.object(mutex), &taken(a, 1));
    d.leave(a, &mut Ends::new());
    assert_eq!(d.release_mutex(b, mutex, &mut Ends::new()), not_owned);
}

#[test]
fn a_mutex_whose_owner_left_goes_abandoned_to_the_next_waiter_and_whole_to_those_after_it() {
    let (mut d, [mutex], [a, b, c]) = scene([MUTEX]);
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    waits(&mut d, b, &[mutex], Mode::Any);
    waits(&mut d, c, &[mutex], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| d.leave(a, ends));
    assert_eq!(ends, [(b, Outcome::Abandoned(0))]);
    let ends = ends_of(&mut d, |d, ends| {
        assert_eq!(d.release_mutex(b, mutex, ends), Ok(0));
    });
    assert_eq!(ends, [(c, Outcome::Object(0))]);
}

#[test]
fn an_abandoned_mutex_for_which_nobody_waits_says_so_to_the_next_who_takes_it() {
    let (mut d, [event, mutex], [a, b]) = scene([AUTO, MUTEX]);
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    d.leave(a, &mut Ends::new());
    assert_eq!(d.object(mutex), &Object::Mutex(Mutex::Abandoned));
    assert_eq!(poll(&mut d, b, &[event, mutex]), Outcome::Abandoned(1));
    assert_eq!(poll(&mut d, b, &[event, mutex]), Outcome::Object(1));
    assert_eq!(d.object(mutex), &taken(b, 2));
}

#[test]
fn mutexes_are_abandoned_one_after_the_other_as_they_were_taken() {
    let (mut d, [one, two], [a, b, c]) = scene([MUTEX, MUTEX]);
    assert_eq!(poll(&mut d, a, &[two]), Outcome::Object(0));
    assert_eq!(poll(&mut d, a, &[one]), Outcome::Object(0));
    waits(&mut d, b, &[one, two], Mode::All);
    waits(&mut d, c, &[one, two], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| d.leave(a, ends));
    assert_eq!(ends, [(c, Outcome::Abandoned(1))]);
    assert_eq!(d.object(one), &Object::Mutex(Mutex::Abandoned));
}

#[test]
fn a_mutex_that_its_owner_has_taken_too_often_refuses_the_next_time() {
    let (mut d, [event], [a, b]) = scene([AUTO]);
    let mutex = d.add(taken(a, RECURSION_LIMIT - 1));
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    let refused = Err(Refused(STATUS_MUTANT_LIMIT_EXCEEDED));
    for (objects, mode) in [([mutex, event], Mode::Any), ([event, mutex], Mode::All)] {
        let outcome = d.wait(a, &objects, mode, Alert::Deaf, Patience::Waits);
        assert_eq!(outcome, refused);
        assert!(!d.is_waiting(a));
    }
    waits(&mut d, b, &[mutex], Mode::Any);
    d.set_event(event, &mut Ends::new()).expect("it is an event");
    assert_eq!(poll(&mut d, a, &[event, mutex]), Outcome::Object(0));
    assert_eq!(d.object(mutex), &taken(a, RECURSION_LIMIT));
}

#[test]
fn a_timer_behaves_as_an_event_that_fires_and_is_armed() {
    let (mut d, [auto, manual], [a, b]) = scene([TIMER, MANUAL_TIMER]);
    waits(&mut d, a, &[auto, manual], Mode::Any);
    waits(&mut d, b, &[auto], Mode::Any);
    let fire = |d: &mut Dispatcher<Flag>, ends: &mut Ends| {
        assert_eq!(d.fire_timer(auto, ends), Ok(Signal::Unset));
    };
    assert_eq!(ends_of(&mut d, fire), [(a, Outcome::Object(0))]);
    assert_eq!(ends_of(&mut d, fire), [(b, Outcome::Object(0))]);
    assert_eq!(d.fire_timer(manual, &mut Ends::new()), Ok(Signal::Unset));
    assert_eq!(poll(&mut d, a, &[auto, manual]), Outcome::Object(1));
    assert_eq!(d.arm_timer(manual), Ok(Signal::Set));
    assert_eq!(poll(&mut d, a, &[auto, manual]), Outcome::Timeout);
}

#[test]
fn the_object_of_a_thread_releases_all_once_it_has_ended_and_stays_signalled() {
    let (mut d, [thread], [a, b]) = scene([THREAD]);
    waits(&mut d, a, &[thread], Mode::Any);
    waits(&mut d, b, &[thread], Mode::Any);
    let ends = ends_of(&mut d, |d, ends| {
        d.end_thread(thread, ends).expect("it is a thread");
    });
    assert_eq!(ends, [(a, Outcome::Object(0)), (b, Outcome::Object(0))]);
    assert_eq!(poll(&mut d, a, &[thread]), Outcome::Object(0));
    assert_eq!(poll(&mut d, a, &[thread]), Outcome::Object(0));
}

#[test]
fn what_is_never_signalled_releases_nobody() {
    let (mut d, [process], [a]) = scene([Object::Never]);
    assert_eq!(poll(&mut d, a, &[process]), Outcome::Timeout);
}

/// U07, L14.
#[test]
fn what_lies_outside_releases_everybody_and_loses_nothing() {
    let (mut d, [port, event], [a, b, c]) = scene([OUTSIDE, MANUAL]);
    waits(&mut d, a, &[port], Mode::Any);
    waits(&mut d, b, &[event, port], Mode::Any);
    waits(&mut d, c, &[event, port], Mode::All);
    *d.probe_mut(port).expect("it lies outside") = Flag(true);
    let ends = ends_of(&mut d, |d, ends| {
        d.outside_changed(port, ends).expect("it lies outside");
    });
    assert_eq!(ends, [(a, Outcome::Object(0)), (b, Outcome::Object(1))]);
    assert_eq!(d.object(port), &Object::Outside(Flag(true)));
    assert_eq!(poll(&mut d, a, &[port]), Outcome::Object(0));
    let ends = ends_of(&mut d, |d, ends| {
        d.set_event(event, ends).expect("it is an event");
    });
    assert_eq!(ends, [(c, Outcome::Object(0))]);
}

#[test]
fn an_object_of_another_kind_refuses() {
    let (mut d, [event, mutex], [a]) = scene([AUTO, MUTEX]);
    let other = Refused(STATUS_OBJECT_TYPE_MISMATCH);
    let ends = &mut Ends::new();
    assert_eq!(d.set_event(mutex, ends), Err(other));
    assert_eq!(d.reset_event(mutex), Err(other));
    assert_eq!(d.pulse_event(mutex, ends), Err(other));
    assert_eq!(d.release_semaphore(mutex, 1, ends), Err(other));
    assert_eq!(d.release_mutex(a, event, ends), Err(other));
    assert_eq!(d.fire_timer(event, ends), Err(other));
    assert_eq!(d.arm_timer(event), Err(other));
    assert_eq!(d.end_thread(event, ends), Err(other));
    assert_eq!(d.outside_changed(event, ends), Err(other));
    assert_eq!(*ends, []);
}

#[test]
fn a_number_is_given_again_and_brings_nothing_with_it() {
    let (mut d, [mutex, event], [a, b]) = scene([MUTEX, AUTO]);
    assert_eq!(poll(&mut d, a, &[mutex]), Outcome::Object(0));
    d.queue_apc(a, &mut Ends::new());
    d.suspend(a);
    assert_eq!(d.remove(mutex), taken(a, 1));
    d.leave(a, &mut Ends::new());
    let (again, other) = (d.come(), d.add(semaphore(0, 1)));
    assert_eq!((again, other), (a, mutex));
    assert_eq!((d.apcs(again), d.suspended(again)), (0, 0));
    assert_eq!(poll(&mut d, b, &[other, event]), Outcome::Timeout);
    d.check().expect("the invariants hold");
}

#[test]
#[should_panic(expected = "nobody waits for an object that goes")]
fn an_object_for_which_somebody_waits_can_not_go() {
    let (mut d, [event], [a]) = scene([AUTO]);
    waits(&mut d, a, &[event], Mode::Any);
    d.remove(event);
}
