//! Examples of section 7 of SPEC.md: the limit, gets and arrivals. The rest of it stands below.

mod admission;
mod excess;
mod exits;
mod impossible;
mod slots;

use std::num::NonZeroU32;

use iocp_sim::{Limit, Rule};

use crate::vocabulary::check;

#[test]
fn a_limit_of_zero_is_the_number_of_processors() {
    check(
        Rule::C01,
        "processors 2
         port P limit 0
         thread A B C
         A: get P
         B: get P
         C: get P
         post P key=1
         post P key=2
         expect C got key=1 and B got key=2
         post P key=3
         expect P active 2 queue [key=3] waiting [A]",
        &["p3 post -> queue C09"],
    );
}

#[test]
fn another_limit_is_taken_as_it_is_whatever_the_processors() {
    check(
        Rule::C01,
        "processors 1
         port P limit 2
         thread A B C
         A: get P
         B: get P
         C: get P
         post P key=1
         post P key=2
         expect C got key=1 and B got key=2
         post P key=3
         expect P active 2 queue [key=3] waiting [A]",
        &["p3 post -> queue C09"],
    );
}

#[test]
fn a_limit_tells_its_number() {
    let processors = NonZeroU32::new(4).expect("four is not zero");
    assert_eq!(Limit::new(0, processors).get(), 4);
    assert_eq!(Limit::new(2, processors).get(), 2);
    assert_eq!(Limit::new(u32::MAX, processors).get(), u32::MAX);
}

#[test]
fn the_largest_limit_holds_nobody_back() {
    check(
        Rule::C02,
        "processors 1
         port P limit 0xFFFFFFFF
         thread A B
         A: get P
         B: get P
         post P key=1
         post P key=2
         expect B got key=1 and A got key=2 and P active 2 queue []",
        &["p2 post -> A C09", "A+p2 waiting -> released W01", "A got p2 G01"],
    );
}

#[test]
fn a_thread_that_gets_again_takes_the_oldest_packet_and_no_waiting_thread_is_asked() {
    check(
        Rule::C05,
        "port P limit 1
         thread A B
         B: get P
         A: get P
         post P key=1
         post P key=2
         post P key=3
         expect A got key=1 and P queue [key=2 key=3]
         A: get P
         expect A got key=2 and P queue [key=3] waiting [B] released [A]",
        &["p1 done C05", "p2 queue -> A C05", "A got p2 G01"],
    );
}

#[test]
fn a_thread_that_gets_again_and_waits_gives_its_slot_to_the_packet_that_comes_next() {
    check(
        Rule::C05,
        "port P limit 1
         thread A B
         B: get P
         A: get P
         post P key=1
         A: get P
         expect A waiting and P waiting [A B] released []
         post P key=2
         expect A got key=2 and P waiting [B] released [A]",
        &["p2 post -> A C09", "A+p2 waiting -> released W01", "A got p2 G01"],
    );
}

#[test]
fn a_thread_that_switches_port_gives_up_its_slot_and_waits_uncounted_at_the_new_port() {
    check(
        Rule::C06,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P poll
         expect P released [A]
         A: get Q
         expect P active 0 waiting [] and Q waiting [A] active 0",
        &["A released -> outside C06", "A outside -> waiting C03"],
    );
}

#[test]
fn a_thread_that_switches_port_is_counted_once_its_get_returns() {
    check(
        Rule::C06,
        "port P limit 1
         port Q limit 1
         thread A
         post P key=1
         A: get P
         post Q key=2
         A: get Q
         expect A got key=2 and P active 0 and Q released [A] queue []",
        &[
            "p1 done C06",
            "A released -> outside C06",
            "p2 queue -> A Q01",
            "A+p2 outside -> released C06",
            "A got p2 G01",
        ],
    );
}

#[test]
fn a_thread_that_switches_port_takes_no_slot_from_the_new_port() {
    check(
        Rule::C06,
        "port P limit 1
         port Q limit 1
         thread A B
         B: get Q poll
         post Q key=1
         A: get P poll
         A: get Q
         expect A waiting and Q queue [key=1] waiting [A] released [B] and P active 0",
        &["A released -> outside C06", "A outside -> waiting C08"],
    );
}

#[test]
fn a_thread_counts_for_the_first_time_when_its_first_get_returns() {
    check(
        Rule::C07,
        "port P limit 1
         thread A
         post P key=1
         A: get P
         expect A got key=1 and P released [A] active 1",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G01"],
    );
}

#[test]
fn a_first_get_gives_up_no_slot() {
    check(
        Rule::C07,
        "port P limit 1
         thread A B
         post P key=1
         B: get P
         post P key=2
         A: get P
         expect A waiting and P queue [key=2] waiting [A] released [B]",
        &["A outside -> waiting C08"],
    );
}

#[test]
fn a_get_waits_at_the_limit_even_though_a_packet_is_queued() {
    check(
        Rule::C08,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P poll
         post P key=1
         expect P active 2
         A: get P
         expect A waiting and P queue [key=1] waiting [A] released [B]",
        &["A released -> waiting C08"],
    );
}

#[test]
fn a_post_goes_to_the_newest_waiting_thread_while_a_slot_is_free() {
    check(
        Rule::C09,
        "port P limit 2
         thread A B C
         C: get P poll
         A: get P
         B: get P
         post P key=1
         expect B got key=1 and P queue [] waiting [A] released [B C]",
        &["p1 post -> B C09", "B+p1 waiting -> released W01", "B got p1 G01"],
    );
}

#[test]
fn a_completion_goes_to_the_newest_waiting_thread_while_a_slot_is_free() {
    check(
        Rule::C09,
        "port P limit 1
         thread A B
         device D
         associate D P key=7
         A: get P
         B: get P
         D: complete bytes=3
         expect B got key=7,bytes=3 and P queue [] waiting [A] released [B]",
        &["p1 D -> B C09", "B+p1 waiting -> released W01", "B got p1 G01"],
    );
}

#[test]
fn a_post_joins_the_queue_at_the_limit_although_a_thread_waits() {
    check(
        Rule::C09,
        "port P limit 1
         thread A B
         B: get P poll
         A: get P
         post P key=1
         expect A waiting and P queue [key=1] waiting [A] released [B]",
        &["p1 post -> queue C09"],
    );
}

#[test]
fn a_completion_joins_the_queue_at_the_limit_although_a_thread_waits() {
    check(
        Rule::C09,
        "port P limit 1
         thread A B
         device D
         associate D P key=7
         B: get P poll
         A: get P
         D: complete
         expect A waiting and P queue [key=7] waiting [A] released [B]",
        &["p1 D -> queue C09"],
    );
}
