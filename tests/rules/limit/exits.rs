//! Examples of section 7 of SPEC.md: a thread exits in any state.

use std::num::NonZeroU32;

use iocp_sim::{Answer, Call, Event, Limit, Machine, Outcome, Profile, Rule, ThreadId, Told, Wait};

use crate::vocabulary::check;

#[test]
fn a_waiting_thread_that_exits_leaves_the_stack_and_releases_nobody() {
    check(
        Rule::C29,
        "port P limit 1
         thread A B C
         A: get P poll
         B: get P
         C: get P
         post P key=1
         C: exit
         expect P queue [key=1] waiting [B] released [A]",
        &["C waiting -> outside C29"],
    );
}

#[test]
fn a_packet_goes_past_a_waiting_thread_that_exited() {
    check(
        Rule::C29,
        "port P limit 1
         thread A B
         A: get P
         B: get P
         B: exit
         post P key=1
         expect A got key=1 and P waiting [] released [A]",
        &["p1 post -> A C09", "A+p1 waiting -> released W01", "A got p1 G01"],
    );
}

#[test]
fn a_blocked_thread_that_exits_leaves_the_paused_threads_and_releases_nobody() {
    check(
        Rule::C29,
        "port P limit 1
         thread A B C
         A: get P poll
         A: block
         B: get P poll
         C: get P
         post P key=1
         A: exit
         expect C waiting and P queue [key=1] waiting [C] released [B] paused []",
        &["A paused -> outside C29"],
    );
}

#[test]
fn a_suspended_thread_that_exits_leaves_the_paused_threads_and_releases_nobody() {
    check(
        Rule::C29,
        "port P limit 1
         thread A B C
         A: get P poll
         A: suspend
         B: get P poll
         C: get P
         post P key=1
         A: exit
         expect C waiting and P queue [key=1] waiting [C] released [B] paused []",
        &["A paused -> outside C29"],
    );
}

#[test]
fn a_call_that_a_thread_was_suspended_inside_returns_nothing_when_it_exits() {
    check(
        Rule::C29,
        "port P limit 1
         thread A
         A: get P timeout 1ms
         A: suspend
         post P key=1
         A: exit
         expect P queue [key=1] waiting [] released [] paused []
         advance 1ms
         expect P queue [key=1] active 0",
        &[],
    );
}

#[test]
fn a_thread_that_exits_takes_its_packets_along() {
    check(
        Rule::C29,
        "port P limit 1
         thread A B
         A: get P max 2
         post P key=1
         A: block
         A: exit
         B: get P
         expect A got key=1 and B waiting and P queue [] waiting [B] released [] paused []",
        &["B outside -> waiting C03"],
    );
}

#[test]
fn the_exit_of_the_last_thread_inside_a_closed_port_destroys_it() {
    check(
        Rule::C29,
        "profile xp
         port P limit 1
         thread A B
         A: get P
         B: get P
         close P
         A: exit
         expect B waiting and P waiting [B]
         B: exit
         expect P waiting []",
        &["B waiting -> outside C29", "P closed -> destroyed L10"],
    );
}

#[test]
fn nothing_of_an_exited_thread_is_left_for_the_next_one_of_its_number() {
    let thread = ThreadId(0);
    let get = Event::Get { thread, call: Call::batch(1, true, Wait::Timed) };
    let mut port = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
    let mut told = Told::default();
    let apc = Event::QueueApc { thread };
    let life = [get, Event::Suspend { thread }, apc, Event::TimedOut { thread }];
    for event in life.into_iter().chain([Event::Exit { thread }, get]) {
        assert_eq!(port.step(event, &mut told), Ok(Answer::Done));
    }
    assert_eq!(told.returns, []);
    assert_eq!(port.snapshot().waiting, [thread]);
    assert_eq!(port.step(Event::TimedOut { thread }, &mut told), Ok(Answer::Done));
    assert_eq!(told.returns, [(thread, Outcome::Timeout, Rule::G03)]);
}
