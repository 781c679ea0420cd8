//! Examples of section 4 of SPEC.md: the waiting threads.

mod suspension;

use std::num::NonZeroU32;

use iocp_sim::{Answer, Call, Event, Limit, Machine, Packet, Profile, Rule, ThreadId, Told, Wait};

use crate::vocabulary::check;

#[test]
fn a_running_thread_whose_get_finds_nothing_waits() {
    check(
        Rule::P03,
        "port P limit 1
         thread A
         A: get P poll
         A: get P
         expect A waiting and P waiting [A] released [] active 0",
        &["A released -> waiting P03"],
    );
}

#[test]
fn a_thread_that_ends_while_it_waits_leaves_from_any_place() {
    check(
        Rule::P03,
        "port P limit 1
         thread A B C
         A: get P
         B: get P poll
         B: get P
         C: get P
         expect P waiting [C B A]
         B: exit
         expect P waiting [C A]",
        &["B waiting -> outside C29"],
    );
}

#[test]
fn the_thread_that_waited_last_is_released_first() {
    check(
        Rule::W01,
        "port P limit 1
         thread A B C
         A: get P
         B: get P
         C: get P
         post P key=1
         expect C got key=1 and P waiting [B A] released [C]",
        &["p1 post -> C C09", "C+p1 waiting -> released W01", "C got p1 G01"],
    );
}

#[test]
fn it_counts_who_began_to_wait_last_and_not_who_came_to_the_port_last() {
    check(
        Rule::W01,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P
         A: get P
         post P key=1
         expect A got key=1 and P waiting [B]",
        &["p1 post -> A C09", "A+p1 waiting -> released W01", "A got p1 G01"],
    );
}

#[test]
fn one_packet_releases_one_thread_however_many_slots_are_free() {
    check(
        Rule::W03,
        "port P limit 3
         thread A B C
         A: get P
         B: get P
         C: get P
         post P key=1
         expect P waiting [B A] released [C]",
        &["p1 post -> C C09", "C+p1 waiting -> released W01", "C got p1 G01"],
    );
}

#[test]
fn no_later_caller_takes_the_packet_of_a_released_thread() {
    check(
        Rule::W04,
        "port P limit 2
         thread A B
         A: get P
         post P key=1
         B: get P poll
         expect A got key=1 and B timeout and P released [A B]",
        &["B outside -> released P04", "B timeout G03"],
    );
}

#[test]
fn a_deadline_that_passes_after_the_release_takes_no_packet_away() {
    check(
        Rule::W04,
        "port P limit 1
         thread A
         A: get P timeout 1ms
         post P key=1
         advance 1ms
         expect A got key=1 and P released [A]",
        &[],
    );
}

#[test]
fn a_time_out_that_races_with_a_packet_and_loses_is_too_late() {
    let mut port = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
    let thread = ThreadId(0);
    let call = Call::single(Wait::Timed);
    for event in [Event::Get { thread, call }, Event::Post { packet: Packet::default() }] {
        assert_eq!(port.step(event, &mut ()), Ok(Answer::Done));
    }
    let before = port.clone();
    let mut told = Told::default();
    assert_eq!(port.step(Event::TimedOut { thread }, &mut told), Ok(Answer::TooLate));
    assert_eq!(told, Told::default());
    assert_eq!(port, before);
}

#[test]
fn a_resumed_thread_that_finds_nothing_waits_again_as_the_newest() {
    check(
        Rule::W05,
        "port P limit 1
         thread A B
         A: get P
         B: get P
         A: suspend
         A: resume
         expect A waiting and P waiting [A B] paused []",
        &["A paused -> waiting W05"],
    );
}

#[test]
fn a_resumed_thread_waits_again_beside_a_queued_packet_while_no_slot_is_free() {
    check(
        Rule::W05,
        "port P limit 1
         thread A B
         A: get P
         B: get P poll
         A: suspend
         post P key=1
         A: resume
         expect P queue [key=1] waiting [A] released [B] paused []",
        &["A paused -> waiting W05"],
    );
}

#[test]
fn a_suspension_does_not_extend_a_time_out() {
    check(
        Rule::W06,
        "port P limit 1
         thread A
         A: get P timeout 10ms
         A: suspend
         advance 6ms
         A: resume
         expect A waiting
         A: suspend
         advance 4ms
         expect P paused [A]
         A: resume
         expect A timeout and P released [A] paused []",
        &["A paused -> released W06", "A timeout G03"],
    );
}

#[test]
fn a_resumed_thread_waits_for_the_time_that_is_left() {
    check(
        Rule::W05,
        "port P limit 1
         thread A
         A: get P timeout 10ms
         A: suspend
         advance 6ms
         A: resume
         advance 3ms
         expect A waiting
         advance 1ms
         expect A timeout",
        &["A waiting -> released C13", "A timeout G03"],
    );
}

#[test]
fn a_deadline_that_passed_during_a_suspension_makes_the_thread_count_over_the_limit() {
    check(
        Rule::W06,
        "port P limit 1
         thread A B
         A: get P timeout 1ms
         B: get P poll
         A: suspend
         advance 1ms
         expect P active 1
         A: resume
         expect A timeout and P released [A B] active 2",
        &["A paused -> released W06", "A timeout G03"],
    );
}

#[test]
fn a_deadline_that_passed_is_not_that_of_the_next_get() {
    check(
        Rule::W06,
        "port P limit 1
         thread A
         A: get P timeout 1ms
         A: suspend
         advance 1ms
         A: resume
         expect A timeout
         A: get P
         A: suspend
         A: resume
         expect A waiting",
        &["A paused -> waiting W05"],
    );
}

#[test]
fn one_thread_may_take_everything_while_another_waits() {
    check(
        Rule::W08,
        "port P limit 1
         thread A B
         A: get P
         B: get P
         post P key=1
         post P key=2
         B: get P
         expect B got key=2 and A waiting
         B: get P
         expect P waiting [B A]
         post P key=3
         expect B got key=3 and A waiting",
        &["p3 post -> B C09", "B+p3 waiting -> released W01", "B got p3 G01"],
    );
}
