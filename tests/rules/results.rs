//! Examples of section 8 of SPEC.md: what a get returns.

use std::num::NonZeroU32;

use iocp_sim::{
    Answer, Call, DeviceId, Elsewhere, Event, Limit, Machine, Outcome, Packet, Profile, Rule,
    ThreadId, Told, Wait,
};

use crate::vocabulary::check;

#[test]
fn a_get_returns_a_whole_packet_of_success_status() {
    check(
        Rule::G01,
        "port P limit 1
         thread A
         post P key=7 bytes=3
         A: get P
         expect A got key=7,bytes=3,status=SUCCESS and P queue [] released [A]",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G01"],
    );
}

#[test]
fn a_waiting_get_returns_a_whole_packet_of_success_status() {
    check(
        Rule::G01,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         A: get P
         D: complete bytes=3
         expect A got key=7,bytes=3,status=SUCCESS and P queue [] released [A]",
        &["p1 D -> A C09", "A+p1 waiting -> released W01", "A got p1 G01"],
    );
}

#[test]
fn a_get_takes_a_packet_of_failure_status_and_returns_the_status() {
    check(
        Rule::G02,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         D: complete bytes=3 status=CANCELLED
         A: get P
         expect A got key=7,bytes=3,status=CANCELLED and P queue [] released [A]",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G02"],
    );
}

#[test]
fn a_waiting_get_is_released_with_a_packet_of_failure_status() {
    check(
        Rule::G02,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         A: get P
         D: complete status=END_OF_FILE
         expect A got key=7,bytes=0,status=END_OF_FILE and P queue [] released [A]",
        &["p1 D -> A C09", "A+p1 waiting -> released W01", "A got p1 G02"],
    );
}

#[test]
fn a_get_ends_as_timeout_when_its_deadline_comes_and_not_before() {
    check(
        Rule::G03,
        "port P limit 1
         thread A
         A: get P timeout 2ms
         advance 1999999ns
         expect A waiting and P waiting [A] released []
         advance 1ns
         expect A timeout and P waiting [] released [A]",
        &["A waiting -> released C13", "A timeout G03"],
    );
}

#[test]
fn a_get_with_a_timeout_of_zero_ends_as_timeout_at_once() {
    check(
        Rule::G03,
        "port P limit 1
         thread A
         A: get P timeout 0
         expect A timeout and P waiting [] released [A]",
        &["A outside -> released P04", "A timeout G03"],
    );
}

#[test]
fn a_deadline_that_passes_after_the_packet_came_ends_nothing() {
    check(
        Rule::G03,
        "port P limit 1
         thread A B
         B: get P poll
         A: get P timeout 1ms
         B: get P
         post P key=1
         post P key=2
         expect B got key=1
         B: block
         expect A got key=2
         advance 1ms
         expect A got key=2 and P released [A] paused [B]",
        &[],
    );
}

#[test]
fn a_deadline_ends_one_get_and_not_the_next() {
    check(
        Rule::G03,
        "port P limit 1
         thread A
         A: get P timeout 1ms
         A: suspend
         advance 1ms
         A: resume
         expect A timeout
         A: get P
         expect A waiting and P waiting [A] released []",
        &["A released -> waiting P03"],
    );
}

#[test]
fn a_timeout_that_is_told_after_the_packet_was_handed_over_is_too_late() {
    let thread = ThreadId(0);
    let mut port = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
    let mut told = Told::default();
    let mut step = |event| port.step(event, &mut told);
    let call = Call::single(Wait::Timed);
    assert_eq!(step(Event::Get { thread, call }), Ok(Answer::Done));
    assert_eq!(step(Event::Post { packet: Packet::default() }), Ok(Answer::Done));
    assert_eq!(step(Event::TimedOut { thread }), Ok(Answer::TooLate));
    assert_eq!(told.returns, [(thread, Outcome::Packets(1), Rule::G01)]);
    assert_eq!(port.snapshot().released, [thread]);
}

#[test]
fn a_get_that_waits_is_abandoned_when_the_port_is_closed() {
    check(
        Rule::G04,
        "port P limit 1
         thread A
         A: get P timeout 1ms
         close P
         expect A abandoned and P waiting [] released []
         advance 1ms
         expect A abandoned and P released []",
        &[],
    );
}

#[test]
fn a_get_that_enters_a_port_which_was_closed_meanwhile_is_abandoned() {
    let thread = ThreadId(0);
    for (call, rule) in [
        (Call::single(Wait::Poll), Rule::G04),
        (Call::single(Wait::Forever), Rule::G04),
        (Call::batch(2, true, Wait::Forever), Rule::E12),
    ] {
        let mut port = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
        let mut told = Told::default();
        assert_eq!(port.step(Event::Close, &mut ()), Ok(Answer::Done));
        assert_eq!(port.step(Event::Enter { thread, call }, &mut told), Ok(Answer::Done));
        assert_eq!(told.returns, [(thread, Outcome::Abandoned, rule)]);
        assert_eq!(told.moves, []);
        assert!(!port.is_associated(thread));
    }
}

#[test]
fn a_get_that_enters_a_closed_port_is_abandoned_unless_xp_keeps_the_port_for_a_device() {
    let (thread, call) = (ThreadId(0), Call::single(Wait::Forever));
    let (device, key, elsewhere) = (DeviceId(0), 7, Elsewhere::Unbound);
    for (profile, kept) in [(Profile::Windows11, true), (Profile::Xp, false)] {
        let mut port = Machine::new(profile, Limit::new(1, NonZeroU32::MIN));
        if kept {
            let event = Event::Associate { device, key, elsewhere };
            assert_eq!(port.step(event, &mut ()), Ok(Answer::Done));
        }
        assert_eq!(port.step(Event::Close, &mut ()), Ok(Answer::Done));
        assert_eq!(port.is_destroyed(), !kept);
        let mut told = Told::default();
        assert_eq!(port.step(Event::Enter { thread, call }, &mut told), Ok(Answer::Done));
        assert_eq!(told.returns, [(thread, Outcome::Abandoned, Rule::G04)]);
        assert_eq!(port.snapshot().waiting, []);
    }
}

#[test]
fn a_get_that_enters_a_port_of_xp_which_was_closed_meanwhile_goes_on() {
    let (thread, call) = (ThreadId(0), Call::single(Wait::Timed));
    let mut port = Machine::new(Profile::Xp, Limit::new(1, NonZeroU32::MIN));
    let (device, key, elsewhere) = (DeviceId(0), 7, Elsewhere::Unbound);
    let device_joins = Event::Associate { device, key, elsewhere };
    for event in [device_joins, Event::Close, Event::Enter { thread, call }] {
        assert_eq!(port.step(event, &mut ()), Ok(Answer::Done));
    }
    assert_eq!(port.snapshot().waiting, [thread]);
    let mut told = Told::default();
    assert_eq!(port.step(Event::TimedOut { thread }, &mut told), Ok(Answer::Done));
    assert_eq!(told.returns, [(thread, Outcome::Timeout, Rule::G03)]);
}

#[test]
fn a_get_that_begins_after_the_close_finds_the_port_closed() {
    check(
        Rule::G05,
        "port P limit 1
         thread A
         post P key=1
         close P
         A: get P
         expect A closed and P waiting [] released []",
        &["A closed G05"],
    );
}

#[test]
fn a_poll_finds_the_port_closed_although_a_device_keeps_it_and_a_packet_is_queued() {
    check(
        Rule::G05,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         D: complete
         close P
         A: get P poll
         expect A closed and P devices [D] queue [key=7] waiting [] released []",
        &["A closed G05"],
    );
}

#[test]
fn a_get_on_a_closed_port_is_closed_on_xp_too() {
    check(
        Rule::G05,
        "profile xp
         port P limit 1
         thread A B
         A: get P
         B: get P poll
         close P
         B: get P
         expect B closed and A waiting and P waiting [A] released [B]",
        &["B closed G05"],
    );
}

#[test]
fn a_closed_port_is_found_before_a_count_of_zero() {
    check(
        Rule::G05,
        "port P limit 1
         thread A
         close P
         A: get P max 0
         expect A closed and P released []",
        &["A closed G05"],
    );
}

#[test]
fn a_closed_port_is_found_before_a_pending_apc_which_stays_pending() {
    check(
        Rule::G05,
        "port P limit 1
         port Q limit 1
         thread A
         A: apc
         close P
         A: get P alertable
         expect A closed
         A: get Q alertable
         expect A apc and Q waiting [] released []",
        &["A apc C28"],
    );
}

#[test]
fn an_infinite_get_waits_for_ever() {
    check(
        Rule::G13,
        "port P limit 1
         thread A
         A: get P
         advance 1000000000s
         expect A waiting and P waiting [A] released []",
        &[],
    );
}

#[test]
fn an_infinite_get_ends_by_a_packet_however_late() {
    check(
        Rule::G13,
        "port P limit 1
         thread A
         A: get P
         advance 1000000000s
         post P key=1
         expect A got key=1 and P waiting [] released [A]",
        &["p1 post -> A C09", "A+p1 waiting -> released W01", "A got p1 G01"],
    );
}

#[test]
fn a_poll_never_waits() {
    check(
        Rule::G13,
        "port P limit 1
         thread A B
         B: get P poll
         post P key=1
         A: get P timeout 0
         expect A timeout and P waiting [] released [A B]",
        &["A outside -> released P04", "A timeout G03"],
    );
}

#[test]
fn a_poll_takes_what_is_deliverable() {
    check(
        Rule::G13,
        "port P limit 1
         thread A
         post P key=1
         A: get P poll
         expect A got key=1 and P queue [] released [A]",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G01"],
    );
}
