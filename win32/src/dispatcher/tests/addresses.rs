//! Waits at an address.

use super::*;

const HERE: usize = 0x1000;
const THERE: usize = 0x2000;

fn waits_at(d: &mut Dispatcher<Flag>, who: WaiterId, address: usize) {
    d.wait_at(who, address);
    d.check().expect("the invariants hold");
}

/// The waits that end when so many are woken, and how many were.
fn wake(d: &mut Dispatcher<Flag>, address: usize, how_many: u32) -> (u32, Ends) {
    let mut woken = 0;
    let ends = ends_of(d, |d, ends| woken = d.wake_at(address, how_many, ends));
    (woken, ends)
}

#[test]
fn the_oldest_at_an_address_are_woken_first_and_nobody_elsewhere() {
    let (mut d, [], [a, b, c, e]) = scene([]);
    for (who, address) in [(a, HERE), (b, THERE), (c, HERE), (e, HERE)] {
        waits_at(&mut d, who, address);
    }
    let (woken, ends) = wake(&mut d, HERE, 2);
    assert_eq!((woken, ends), (2, vec![(a, Outcome::Object(0)), (c, Outcome::Object(0))]));
    let (woken, ends) = wake(&mut d, HERE, u32::MAX);
    assert_eq!((woken, ends), (1, vec![(e, Outcome::Object(0))]));
    assert!(d.waiters_at(THERE).eq([b]));
}

#[test]
fn a_wake_up_that_finds_nobody_is_lost() {
    let (mut d, [], [a]) = scene([]);
    assert_eq!(wake(&mut d, HERE, 1), (0, vec![]));
    waits_at(&mut d, a, HERE);
    assert_eq!(wake(&mut d, HERE, 0), (0, vec![]));
    assert!(d.is_waiting(a));
}

#[test]
fn a_suspended_waiter_is_woken_at_its_place_and_goes_on_when_it_is_resumed() {
    let (mut d, [], [a, b]) = scene([]);
    waits_at(&mut d, a, HERE);
    waits_at(&mut d, b, HERE);
    d.suspend(a);
    assert_eq!(wake(&mut d, HERE, 1), (1, vec![]));
    assert_eq!(d.timed_out(a), None, "it was woken before");
    let ends = ends_of(&mut d, |d, ends| {
        d.resume(a, ends);
    });
    assert_eq!(ends, [(a, Outcome::Object(0))]);
    assert!(d.waiters_at(HERE).eq([b]));
}

#[test]
fn a_waiter_that_was_suspended_and_not_woken_keeps_its_place() {
    let (mut d, [], [a, b]) = scene([]);
    waits_at(&mut d, a, HERE);
    waits_at(&mut d, b, HERE);
    d.suspend(a);
    let ends = ends_of(&mut d, |d, ends| {
        d.resume(a, ends);
    });
    assert_eq!(ends, []);
    assert!(d.waiters_at(HERE).eq([a, b]));
}

#[test]
fn a_suspended_waiter_can_be_woken_after_its_deadline_as_long_as_it_has_not_noticed() {
    for woken in [0, 1] {
        let (mut d, [], [a]) = scene([]);
        waits_at(&mut d, a, HERE);
        d.suspend(a);
        assert_eq!(d.timed_out(a), None);
        assert_eq!(wake(&mut d, HERE, woken), (woken, vec![]));
        let ends = ends_of(&mut d, |d, ends| {
            d.resume(a, ends);
        });
        let outcome = if woken == 1 { Outcome::Object(0) } else { Outcome::Timeout };
        assert_eq!(ends, [(a, outcome)]);
    }
}

#[test]
fn a_wait_at_an_address_ends_by_time_and_from_outside_but_not_for_an_apc() {
    let (mut d, [], [a]) = scene([]);
    waits_at(&mut d, a, HERE);
    assert!(!d.queue_apc(a, &mut Ends::new()));
    assert_eq!(d.timed_out(a), Some(Outcome::Timeout));
    waits_at(&mut d, a, HERE);
    assert_eq!(ends_of(&mut d, |d, ends| d.end(a, ends)), [(a, Outcome::Ended)]);
    waits_at(&mut d, a, HERE);
    assert_eq!(ends_of(&mut d, |d, ends| d.leave(a, ends)), []);
    assert_eq!(wake(&mut d, HERE, 1), (0, vec![]));
}
