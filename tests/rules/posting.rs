//! Examples of section 10 of SPEC.md: posting.

use std::num::NonZeroU32;

use iocp_sim::{Answer, Call, Event, Limit, Machine, Outcome, Packet, Profile};
use iocp_sim::{Item, Rule, Status, ThreadId, Told, Wait};

use crate::vocabulary::check;

#[test]
fn a_post_queues_one_packet_with_the_values_of_the_caller_and_status_success() {
    check(
        Rule::T01,
        "port P limit 1
         post P key=0xFFFFFFFFFFFFFFFF bytes=0xFFFFFFFF
         expect P queue [key=0xFFFFFFFFFFFFFFFF,bytes=0xFFFFFFFF,status=SUCCESS]",
        &["p1 post -> queue T01"],
    );
}

#[test]
fn a_post_of_nothing_but_zeros_is_a_packet() {
    check(
        Rule::T01,
        "port P limit 1
         thread A
         post P key=0 bytes=0
         A: get P
         expect A got key=0,bytes=0,status=SUCCESS and P queue []",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G01"],
    );
}

#[test]
fn posts_of_equal_values_are_packets_of_their_own() {
    check(
        Rule::T01,
        "port P limit 1
         post P key=1
         post P key=1
         expect P queue [key=1 key=1]",
        &["p2 post -> queue T01"],
    );
}

#[test]
fn posts_and_completions_share_one_order() {
    check(
        Rule::T02,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         D: complete bytes=1
         post P key=8 bytes=2
         D: complete bytes=3
         A: get P max 3
         expect A got [key=7,bytes=1 key=8,bytes=2 key=7,bytes=3]",
        &[
            "p1 queue -> A E02",
            "p2 queue -> A E02",
            "p3 queue -> A E02",
            "A outside -> released C07",
            "A got p1 p2 p3 E02",
        ],
    );
}

#[test]
fn a_post_does_not_associate_a_thread_that_has_no_port() {
    check(
        Rule::T03,
        "port P limit 1
         thread A
         A: post P key=1
         expect P queue [key=1] waiting [] released [] paused []",
        &["p1 post -> queue T01"],
    );
}

#[test]
fn a_thread_that_posts_to_another_port_stays_at_its_own() {
    check(
        Rule::T03,
        "port P limit 1
         port Q limit 1
         thread A B
         B: get P
         A: get Q poll
         A: post P key=1
         expect B got key=1 and P released [B] and Q released [A] active 1",
        &["p1 post -> B C09", "B+p1 waiting -> released W01", "B got p1 G01"],
    );
}

#[test]
fn a_thread_goes_on_after_a_post_at_the_limit() {
    check(
        Rule::T03,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P poll
         A: post P key=1
         expect P queue [key=1] released [A B]
         A: post P key=2
         expect P queue [key=1 key=2] waiting [] released [A B]",
        &["p2 post -> queue T01"],
    );
}

#[test]
fn a_native_post_carries_any_status() {
    check(
        Rule::T04,
        "port P limit 1
         post P key=1 bytes=3 status=CANCELLED
         expect P queue [key=1,bytes=3,status=CANCELLED]",
        &["p1 post -> queue T04"],
    );
}

#[test]
fn a_get_reports_a_native_post_of_failure_status_as_a_failed_operation() {
    check(
        Rule::T04,
        "port P limit 1
         thread A
         post P key=1 bytes=3 status=CANCELLED
         A: get P
         expect A got key=1,bytes=3,status=CANCELLED",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G02"],
    );
}

#[test]
fn a_posted_packet_goes_round_whole() {
    let thread = ThreadId(0);
    let packet = Packet {
        key: u64::MAX,
        context: u64::MAX - 1,
        status: Status(0xC000_0120),
        information: u64::MAX - 2,
    };
    let mut port = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
    let mut told = Told::default();
    assert_eq!(port.step(Event::Post { packet }, &mut ()), Ok(Answer::Done));
    let get = Event::Get { thread, call: Call::single(Wait::Poll) };
    assert_eq!(port.step(get, &mut told), Ok(Answer::Done));
    assert_eq!(told.moves[0].item, Item::Packet { n: 1, packet });
    assert_eq!(told.returns, [(thread, Outcome::Packets(1), Rule::G02)]);
}

#[test]
fn one_quit_packet_for_each_worker_stops_all_when_each_stops_after_its_own() {
    check(
        Rule::T07,
        "port P limit 1
         thread A B
         A: get P
         B: get P
         post P key=99
         post P key=99
         B: exit
         expect B got p1 and A got p2 and P queue [] waiting []
         A: exit
         expect P queue [] waiting [] released [] paused []",
        &["A released -> outside C18"],
    );
}

#[test]
fn a_worker_that_goes_on_after_its_quit_packet_takes_that_of_another() {
    check(
        Rule::T07,
        "port P limit 1
         thread A B
         A: get P
         B: get P
         post P key=99
         post P key=99
         expect B got p1
         B: get P
         expect B got p2 and A waiting and P queue [] waiting [A]",
        &["p1 done C05", "p2 queue -> B C05", "B got p2 G01"],
    );
}

#[test]
fn a_post_to_a_closed_port_is_refused() {
    check(
        Rule::T08,
        "port P limit 1
         close P
         post P key=1
         expect refused and P queue []",
        &["refused T08"],
    );
}

#[test]
fn a_post_to_a_closed_port_is_refused_although_a_device_keeps_it() {
    check(
        Rule::T08,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         close P
         A: post P key=1
         expect refused and P devices [D] queue [] released []",
        &["refused T08"],
    );
}

#[test]
fn a_post_to_a_closed_port_is_refused_on_xp_although_a_thread_waits() {
    check(
        Rule::T08,
        "profile xp
         port P limit 1
         thread A
         A: get P
         close P
         post P key=1
         expect refused and A waiting and P queue [] waiting [A]",
        &["refused T08"],
    );
}
