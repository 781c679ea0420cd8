//! Examples of section 5 of SPEC.md: the released threads.

use std::num::NonZeroU32;

use iocp_sim::{Answer, Call, Event, Limit, Machine, Outcome, Profile, Rule, ThreadId, Told, Wait};

use crate::vocabulary::check;

#[test]
fn a_get_that_returns_without_waiting_releases_its_thread() {
    check(
        Rule::P04,
        "port P limit 1
         thread A
         A: get P poll
         expect A timeout and P waiting [] released [A] active 1",
        &["A outside -> released P04", "A timeout G03"],
    );
}

#[test]
fn a_released_thread_leaves_when_it_asks_and_waits() {
    check(
        Rule::P04,
        "port P limit 1
         thread A
         A: get P poll
         A: get P
         expect P waiting [A] released []",
        &["A released -> waiting P03"],
    );
}

#[test]
fn a_released_thread_that_polls_again_stays() {
    check(
        Rule::P04,
        "port P limit 1
         thread A
         A: get P poll
         A: get P poll
         expect A timeout and P released [A] active 1",
        &["A timeout G03"],
    );
}

#[test]
fn a_released_thread_leaves_when_it_ends() {
    check(
        Rule::P04,
        "port P limit 1
         thread A
         A: get P poll
         A: exit
         expect P released [] active 0",
        &["A released -> outside C18"],
    );
}

#[test]
fn a_thread_begins_to_belong_to_a_port_with_its_first_get() {
    check(
        Rule::C03,
        "port P limit 1
         thread A
         A: block
         A: unblock
         expect P waiting [] released [] paused []
         A: get P
         expect P waiting [A] released [] paused []",
        &["A outside -> waiting C03"],
    );
}

#[test]
fn posting_does_not_make_a_thread_belong() {
    check(
        Rule::C03,
        "port P limit 1
         thread A B
         B: get P
         A: post P key=1
         expect P released [B] active 1
         A: block
         expect P paused []",
        &[],
    );
}

#[test]
fn a_thread_belongs_to_the_port_of_its_latest_get_alone() {
    check(
        Rule::C03,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P poll
         A: get Q
         expect P waiting [] released [] and Q waiting [A] released []",
        &["A released -> outside C06", "A outside -> waiting C03"],
    );
}

#[test]
fn a_refused_get_does_not_change_the_port_of_its_thread() {
    check(
        Rule::C03,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P
         post P key=1
         A: get Q max 0
         expect A refused and refused and P released [A] and Q waiting [] released []
         A: block
         expect P paused [A]",
        &["A released -> paused P05"],
    );
}

#[test]
fn work_between_two_gets_counts() {
    check(
        Rule::C04,
        "port P limit 1
         port Q limit 1
         thread A B
         B: get P
         A: get P poll
         A: post Q key=9
         expect P released [A] active 1
         post P key=1
         expect B waiting and P queue [key=1]",
        &["p2 post -> queue C09"],
    );
}

#[test]
fn a_thread_whose_time_ends_counts_over_the_limit() {
    check(
        Rule::C13,
        "port P limit 1
         thread A B
         A: get P timeout 2ms
         B: get P poll
         advance 1ms
         expect A waiting
         advance 1ms
         expect A timeout and P waiting [] released [A B] active 2",
        &["A waiting -> released C13", "A timeout G03"],
    );
}

#[test]
fn a_thread_whose_time_ended_uses_up_a_slot() {
    check(
        Rule::C13,
        "port P limit 1
         thread A B
         A: get P timeout 1ms
         B: get P
         advance 1ms
         post P key=1
         expect A timeout and B waiting and P queue [key=1] released [A]",
        &["p1 post -> queue C09"],
    );
}

#[test]
fn a_thread_whose_get_is_ended_by_an_apc_counts_over_the_limit() {
    check(
        Rule::C14,
        "port P limit 1
         thread A B
         A: get P alertable
         B: get P poll
         A: apc
         expect A apc and P waiting [] released [A B] active 2",
        &["A waiting -> released C14", "A apc E07"],
    );
}

#[test]
fn an_apc_that_is_pending_at_the_first_get_associates_nobody() {
    for profile in ["7", "11"] {
        check(
            Rule::C28,
            &format!(
                "profile {profile}
                 port P limit 1
                 thread A
                 A: apc
                 A: get P alertable
                 expect A apc and P waiting [] released [] active 0"
            ),
            &["A apc C28"],
        );
    }
}

#[test]
fn an_apc_that_is_pending_at_the_first_get_associates_the_thread_on_vista() {
    check(
        Rule::C14,
        "profile vista
         port P limit 1
         thread A
         A: apc
         A: get P alertable
         expect A apc and P waiting [] released [A] active 1",
        &["A outside -> released C14", "A apc E07"],
    );
}

#[test]
fn an_apc_that_is_pending_keeps_a_thread_at_its_old_port() {
    check(
        Rule::C28,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P poll
         A: apc
         A: get Q alertable
         expect A apc and P released [A] and Q waiting [] released []",
        &["A apc C28"],
    );
}

#[test]
fn an_apc_that_is_pending_does_not_keep_a_thread_at_its_old_port_on_vista() {
    check(
        Rule::C14,
        "profile vista
         port P limit 1
         port Q limit 1
         thread A
         A: get P poll
         A: apc
         A: get Q alertable
         expect A apc and P released [] and Q released [A]",
        &["A released -> outside C06", "A outside -> released C14", "A apc E07"],
    );
}

#[test]
fn a_get_that_ends_for_a_pending_apc_leaves_the_queue_as_it_is() {
    check(
        Rule::C28,
        "port P limit 1
         thread A B
         B: get P poll
         post P key=1
         A: apc
         A: get P alertable
         expect A apc and P queue [key=1] released [B]",
        &["A apc C28"],
    );
}

#[test]
fn an_apc_that_has_run_does_not_end_the_next_get() {
    check(
        Rule::C28,
        "port P limit 1
         thread A
         A: apc
         A: get P alertable
         expect A apc
         A: get P alertable
         expect A waiting and P waiting [A]",
        &["A outside -> waiting C03"],
    );
}

#[test]
fn a_driver_that_asks_for_no_admission_is_told_the_same_of_a_pending_apc() {
    let mut port = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
    let thread = ThreadId(0);
    let call = Call::batch(1, true, Wait::Forever);
    let mut told = Told::default();
    for event in [Event::QueueApc { thread }, Event::Get { thread, call }] {
        assert_eq!(port.step(event, &mut told), Ok(Answer::Done));
    }
    assert_eq!(told.moves, []);
    assert_eq!(told.returns, [(thread, Outcome::Apc, Rule::C28)]);
    assert_eq!(port.step(Event::Get { thread, call }, &mut told), Ok(Answer::Done));
    assert_eq!(told.returns.len(), 1);
    assert_eq!(port.snapshot().waiting, [thread]);
}
