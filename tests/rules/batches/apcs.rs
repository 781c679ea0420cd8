//! Examples of section 9 of SPEC.md: batches that are alertable, and APCs.

use std::num::NonZeroU32;

use iocp_sim::{Answer, Call, Event, Limit, Machine, Outcome, Packet};
use iocp_sim::{Profile, Rule, ThreadId, Told, Wait};

use crate::vocabulary::check;

#[test]
fn a_batch_get_that_is_not_alertable_waits_on_when_an_apc_arrives() {
    check(
        Rule::E06,
        "port P limit 1
         thread A
         A: get P max 2
         A: apc
         expect A waiting and P waiting [A] released []",
        &["A stays waiting E06"],
    );
}

#[test]
fn an_apc_that_a_batch_get_ignored_stays_pending() {
    check(
        Rule::E06,
        "port P limit 1
         thread A
         A: get P max 2 timeout 1ms
         A: apc
         advance 1ms
         expect A timeout
         A: get P max 2 poll
         expect A timeout
         A: get P max 2 alertable
         expect A apc and P waiting [] released [A]",
        &["A apc E07"],
    );
}

#[test]
fn an_alertable_batch_get_that_waits_ends_when_an_apc_arrives() {
    check(
        Rule::E07,
        "port P limit 1
         thread A
         A: get P max 2 alertable
         A: apc
         expect A apc and P waiting [] released [A]
         A: get P max 2 alertable
         expect A waiting",
        &["A released -> waiting P03"],
    );
}

#[test]
fn an_alertable_batch_get_with_nothing_queued_ends_for_a_pending_apc() {
    check(
        Rule::E07,
        "port P limit 1
         thread A
         A: get P poll
         A: apc
         A: get P max 2 alertable
         expect A apc and P waiting [] released [A]",
        &["A apc E07"],
    );
}

#[test]
fn all_pending_apcs_run_at_once() {
    check(
        Rule::E07,
        "port P limit 1
         thread A
         A: get P poll
         A: apc
         A: apc
         A: get P max 2 alertable
         expect A apc
         A: get P max 2 alertable
         expect A waiting and P waiting [A] released []",
        &["A released -> waiting P03"],
    );
}

#[test]
fn an_alertable_batch_get_at_the_limit_ends_for_a_pending_apc_although_a_packet_is_queued() {
    check(
        Rule::E07,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P poll
         post P key=1
         A: apc
         A: get P max 2 alertable
         expect A apc and P queue [key=1] waiting [] released [A B]",
        &["A apc E07"],
    );
}

#[test]
fn a_pending_apc_ends_an_alertable_poll_before_its_deadline_does() {
    check(
        Rule::E07,
        "port P limit 1
         thread A
         A: get P poll
         A: apc
         A: get P max 2 poll alertable
         expect A apc and P released [A]",
        &["A apc E07"],
    );
}

#[test]
fn an_alertable_batch_get_that_was_suspended_ends_for_an_apc_when_it_is_resumed() {
    check(
        Rule::E07,
        "port P limit 1
         thread A
         A: get P max 2 alertable
         A: suspend
         A: apc
         expect P paused [A]
         A: resume
         expect A apc and P waiting [] released [A] paused []",
        &["A paused -> released C14", "A apc E07"],
    );
}

#[test]
fn a_batch_get_that_ends_for_an_apc_has_the_result_apc_on_vista_too() {
    check(
        Rule::E07,
        "profile vista
         port P limit 1
         thread A
         A: get P max 2 alertable
         A: apc
         expect A apc and P waiting [] released [A]",
        &["A waiting -> released C14", "A apc E07"],
    );
}

#[test]
fn a_deliverable_packet_wins_over_the_apc_of_an_associated_thread() {
    check(
        Rule::E08,
        "port P limit 1
         thread A
         A: get P poll
         A: apc
         post P key=1
         A: get P max 2 alertable
         expect A got [key=1] and P queue [] released [A]",
        &["p1 queue -> A E08", "A got p1 E02"],
    );
}

#[test]
fn an_apc_that_lost_to_a_packet_stays_pending() {
    check(
        Rule::E08,
        "port P limit 1
         thread A
         A: get P poll
         A: apc
         post P key=1
         A: get P max 2 alertable
         A: get P max 2 alertable
         expect A apc and P waiting [] released [A]",
        &["p1 done C05", "A apc E07"],
    );
}

#[test]
fn a_deliverable_packet_wins_over_the_apc_of_a_new_thread_on_vista() {
    check(
        Rule::E08,
        "profile vista
         port P limit 1
         thread A
         A: apc
         post P key=1
         A: get P max 2 alertable
         expect A got [key=1] and P queue [] released [A]",
        &["p1 queue -> A E08", "A+p1 outside -> released C07", "A got p1 E02"],
    );
}

#[test]
fn the_apc_of_a_new_thread_associates_it_and_counts_it_on_vista() {
    check(
        Rule::E07,
        "profile vista
         port P limit 1
         thread A
         A: apc
         A: get P max 2 alertable
         expect A apc and P waiting [] released [A]",
        &["A outside -> released C14", "A apc E07"],
    );
}

#[test]
fn a_pending_apc_wins_over_a_packet_for_a_new_thread_which_is_not_associated() {
    check(
        Rule::E09,
        "port P limit 1
         thread A
         post P key=1
         A: apc
         A: get P max 2 alertable
         expect A apc and P queue [key=1] waiting [] released []",
        &["A apc E09"],
    );
}

#[test]
fn a_pending_apc_wins_over_a_packet_for_a_thread_of_another_port_which_keeps_that_port() {
    check(
        Rule::E09,
        "port P limit 1
         port Q limit 1
         thread A
         A: get Q poll
         post P key=1
         A: apc
         A: get P max 2 alertable
         expect A apc and P queue [key=1] released [] and Q released [A]",
        &["A apc E09"],
    );
}

#[test]
fn a_get_that_is_repeated_ends_for_a_new_apc_again_and_returns_the_packet_without_one() {
    check(
        Rule::E09,
        "port P limit 1
         thread A
         post P key=1
         A: apc
         A: get P max 2 alertable
         expect A apc
         A: apc
         A: get P max 2 alertable
         expect A apc and P queue [key=1] released []
         A: get P max 2 alertable
         expect A got [key=1] and P queue [] released [A]",
        &["p1 queue -> A E02", "A+p1 outside -> released C07", "A got p1 E02"],
    );
}

#[test]
fn a_pending_apc_wins_for_a_new_thread_from_windows_7_on() {
    check(
        Rule::E09,
        "profile 7
         port P limit 1
         thread A
         post P key=1
         A: apc
         A: get P max 2 alertable
         expect A apc and P queue [key=1] waiting [] released []",
        &["A apc E09"],
    );
}

#[test]
fn a_new_thread_that_is_not_alertable_takes_the_packet_in_spite_of_its_apc() {
    check(
        Rule::E09,
        "port P limit 1
         thread A B
         post P key=1
         B: apc
         B: get P max 2 alertable
         expect B apc
         A: apc
         A: get P max 2
         expect A got [key=1] and P queue [] released [A]",
        &["p1 queue -> A E02", "A+p1 outside -> released C07", "A got p1 E02"],
    );
}

#[test]
fn an_apc_follows_its_thread_to_another_port_and_runs_once() {
    check(
        Rule::E07,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P poll
         A: apc
         A: get Q poll
         A: get Q max 2 alertable
         expect A apc
         A: get P max 2 alertable
         expect A waiting and P waiting [A] and Q released []",
        &["A released -> outside C06", "A outside -> waiting C03"],
    );
}

#[test]
fn a_thread_whose_first_get_ended_for_an_apc_takes_the_packet_when_it_gets_again() {
    let thread = ThreadId(0);
    let get = Event::Get { thread, call: Call::batch(2, true, Wait::Forever) };
    let mut port = Machine::new(Profile::Windows7, Limit::new(1, NonZeroU32::MIN));
    let mut told = Told::default();
    for event in [Event::QueueApc { thread }, Event::Post { packet: Packet::default() }, get] {
        assert_eq!(port.step(event, &mut told), Ok(Answer::Done));
    }
    assert_eq!(told.returns, [(thread, Outcome::Apc, Rule::E09)]);
    assert!(!port.is_associated(thread));
    assert_eq!(port.step(get, &mut told), Ok(Answer::Done));
    assert_eq!(told.returns[1], (thread, Outcome::Packets(1), Rule::E02));
}
