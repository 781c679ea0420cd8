//! Examples of section 7 of SPEC.md: more threads run than the limit allows, and polls.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn no_waiting_thread_is_released_before_fewer_threads_are_active_than_the_limit() {
    check(
        Rule::C12,
        "port P limit 1
         thread A B C
         A: get P poll
         B: get P poll
         C: get P
         post P key=1
         expect P queue [key=1] waiting [C] released [A B]
         A: block
         expect P queue [key=1] waiting [C] released [B] paused [A]
         B: block
         expect C got key=1 and P queue [] waiting [] released [C] paused [A B]",
        &[
            "B released -> paused P05",
            "p1 queue -> C C10",
            "C+p1 waiting -> released W01",
            "C got p1 G01",
        ],
    );
}

#[test]
fn the_excess_shrinks_when_an_active_thread_waits_for_the_port() {
    check(
        Rule::C12,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P poll
         A: get P
         post P key=1
         expect P queue [key=1] waiting [A] released [B]
         B: get P
         expect B got key=1 and P queue [] waiting [A] released [B]",
        &["p1 queue -> B C05", "B got p1 G01"],
    );
}

#[test]
fn a_poll_that_finds_nothing_makes_a_new_thread_count() {
    check(
        Rule::C15,
        "port P limit 1
         thread A
         A: get P poll
         expect A timeout and P released [A] waiting [] active 1",
        &["A outside -> released P04", "A timeout G03"],
    );
}

#[test]
fn a_poll_that_finds_nothing_leaves_an_associated_thread_counted_once() {
    check(
        Rule::C15,
        "port P limit 2
         thread A B
         A: get P poll
         A: get P poll
         expect A timeout and P released [A] active 1
         B: get P
         post P key=1
         expect B got key=1 and P active 2",
        &["p1 post -> B C09", "B+p1 waiting -> released W01", "B got p1 G01"],
    );
}

#[test]
fn a_thread_that_polled_holds_its_slot_until_it_waits() {
    check(
        Rule::C15,
        "port P limit 1
         thread A B
         B: get P
         A: get P poll
         post P key=1
         expect B waiting and P queue [key=1] waiting [B] released [A]
         A: block
         expect B got key=1 and P released [B] paused [A]",
        &[
            "A released -> paused P05",
            "p1 queue -> B C10",
            "B+p1 waiting -> released W01",
            "B got p1 G01",
        ],
    );
}

#[test]
fn a_poll_at_the_limit_ends_as_timeout_although_a_packet_is_queued() {
    check(
        Rule::C16,
        "port P limit 1
         thread A B
         A: get P poll
         post P key=1
         B: get P poll
         expect B timeout and P queue [key=1] released [A B]",
        &["B outside -> released P04", "B timeout G03"],
    );
}

#[test]
fn a_get_whose_deadline_has_passed_ends_at_the_limit_although_a_packet_is_queued() {
    check(
        Rule::C16,
        "port P limit 1
         thread A B
         B: get P timeout 1ms
         B: suspend
         A: get P poll
         post P key=1
         advance 1ms
         B: resume
         expect B timeout and P queue [key=1] released [A B] paused []",
        &["B paused -> released W06", "B timeout G03"],
    );
}

#[test]
fn a_thread_that_polled_in_vain_makes_the_other_one_wait_although_a_packet_is_queued() {
    check(
        Rule::C17,
        "port P limit 1
         thread A B
         post P key=1
         A: get P
         B: get P poll
         expect A got key=1 and B timeout and P active 2
         post P key=2
         A: get P
         expect A waiting and P queue [key=2] waiting [A] released [B]",
        &["p1 done C05", "A released -> waiting C08"],
    );
}

#[test]
fn a_thread_that_polled_in_vain_may_itself_take_the_packet_by_getting_again() {
    check(
        Rule::C17,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P poll
         post P key=1
         A: get P
         expect A waiting
         B: get P
         expect B got key=1 and P queue [] waiting [A] released [B]",
        &["p1 queue -> B C05", "B got p1 G01"],
    );
}

#[test]
fn the_thread_that_waits_for_a_poller_is_released_when_the_poller_exits() {
    check(
        Rule::C17,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P poll
         post P key=1
         A: get P
         expect A waiting
         B: exit
         expect A got key=1 and P queue [] waiting [] released [A]",
        &[
            "B released -> outside C18",
            "p1 queue -> A C18",
            "A+p1 waiting -> released W01",
            "A got p1 G01",
        ],
    );
}
