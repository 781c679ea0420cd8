//! Examples of section 9 of SPEC.md: what a batch takes, and how it ends. Its APCs stand below.

mod apcs;

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn a_batch_get_for_zero_packets_is_refused() {
    check(
        Rule::E01,
        "port P limit 1
         thread A
         post P key=1
         A: get P max 0
         expect refused and A refused and P queue [key=1] waiting [] released []",
        &["A refused E01", "refused E01"],
    );
}

#[test]
fn a_batch_get_for_zero_packets_is_refused_before_a_pending_apc_is_seen() {
    check(
        Rule::E01,
        "port P limit 1
         thread A
         A: apc
         A: get P max 0 alertable
         expect refused and A refused
         A: get P max 1 alertable
         expect A apc and P waiting [] released []",
        &["A apc C28"],
    );
}

#[test]
fn a_batch_takes_the_oldest_packets_up_to_its_count() {
    check(
        Rule::E02,
        "port P limit 1
         thread A
         post P key=1
         post P key=2
         post P key=3
         A: get P max 2
         expect A got [key=1 key=2] and P queue [key=3] released [A]",
        &["p1 queue -> A E02", "p2 queue -> A E02", "A outside -> released C07", "A got p1 p2 E02"],
    );
}

#[test]
fn a_batch_never_waits_for_more_than_is_queued() {
    check(
        Rule::E02,
        "port P limit 1
         thread A
         post P key=1
         A: get P max 2
         expect A got [key=1] and P queue [] waiting [] released [A]",
        &["p1 queue -> A E02", "A+p1 outside -> released C07", "A got p1 E02"],
    );
}

#[test]
fn a_batch_gives_up_its_own_slot_first() {
    check(
        Rule::E02,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P
         post P key=1
         post P key=2
         A: get P max 2
         expect A got [key=1 key=2] and P queue [] waiting [B] released [A]",
        &["p1 queue -> A E02", "p2 queue -> A E02", "A got p1 p2 E02"],
    );
}

#[test]
fn a_batch_waits_at_the_limit_although_packets_are_queued() {
    check(
        Rule::E02,
        "port P limit 1
         thread A B
         post P key=1
         B: get P max 1
         post P key=2
         A: get P max 2
         expect A waiting and P queue [key=2] waiting [A] released [B]",
        &["A outside -> waiting C08"],
    );
}

#[test]
fn a_batch_that_polls_at_the_limit_ends_as_timeout_although_packets_are_queued() {
    check(
        Rule::E02,
        "port P limit 1
         thread A B
         post P key=1
         B: get P max 1
         post P key=2
         A: get P max 2 poll
         expect A timeout and P queue [key=2] released [A B]",
        &["A outside -> released P04", "A timeout G03"],
    );
}

#[test]
fn a_batch_that_was_suspended_takes_up_to_its_count_when_it_is_resumed() {
    check(
        Rule::E02,
        "port P limit 1
         thread A
         A: get P max 2
         A: suspend
         post P key=1
         post P key=2
         post P key=3
         A: resume
         expect A got [key=1 key=2] and P queue [key=3] released [A] paused []",
        &["p1 queue -> A E02", "p2 queue -> A E02", "A paused -> released W07", "A got p1 p2 E02"],
    );
}

#[test]
fn a_thread_counts_once_however_many_packets_its_batch_returns() {
    check(
        Rule::E10,
        "port P limit 2
         thread A B
         post P key=1
         post P key=2
         post P key=3
         A: get P max 2
         expect A got [key=1 key=2] and P active 1
         B: get P
         expect B got key=3 and P active 2 released [A B]",
        &["p3 queue -> B Q01", "B+p3 outside -> released C07", "B got p3 G01"],
    );
}

#[test]
fn a_thread_gives_up_one_slot_however_many_packets_its_batch_returned() {
    check(
        Rule::E10,
        "port P limit 2
         thread A B
         B: get P poll
         post P key=1
         post P key=2
         A: get P max 2
         A: get P max 2
         expect A waiting and P active 1 released [B]",
        &["p1 done C05", "p2 done C05", "A released -> waiting P03"],
    );
}

#[test]
fn no_other_thread_gets_a_packet_of_a_batch_even_while_its_thread_is_blocked() {
    check(
        Rule::E11,
        "port P limit 2
         thread A B
         post P key=1
         post P key=2
         A: get P max 2
         A: block
         B: get P
         expect A got [key=1 key=2] and B waiting and P queue [] waiting [B] paused [A]",
        &["B outside -> waiting C03"],
    );
}

#[test]
fn a_batch_get_that_waits_is_abandoned_when_the_port_is_closed() {
    check(
        Rule::E12,
        "port P limit 1
         thread A
         A: get P max 2
         close P
         expect A abandoned and P waiting [] released []",
        &[
            "P open -> closed K10",
            "A waiting -> outside K01",
            "P closed -> destroyed L10",
            "A abandoned E12",
        ],
    );
}

#[test]
fn a_batch_get_that_was_suspended_is_abandoned_when_it_is_resumed() {
    check(
        Rule::E12,
        "port P limit 1
         thread A
         A: get P max 2
         A: suspend
         close P
         A: resume
         expect A abandoned and P active 0 paused []",
        &["P closed -> destroyed L10", "A abandoned E12"],
    );
}

#[test]
fn a_batch_that_a_freed_slot_releases_returns_one_packet_although_more_are_queued() {
    check(
        Rule::E14,
        "port P limit 1
         thread A B
         B: get P poll
         A: get P max 2
         post P key=1
         post P key=2
         B: block
         expect A got [key=1] and P queue [key=2] waiting [] released [A] paused [B]",
        &[
            "B released -> paused P05",
            "p1 queue -> A C10",
            "A+p1 waiting -> released W01",
            "A got p1 E14",
        ],
    );
}

#[test]
fn a_batch_that_an_arriving_packet_releases_returns_that_packet_alone() {
    check(
        Rule::E14,
        "port P limit 1
         thread A
         A: get P max 2
         post P key=1
         post P key=2
         expect A got [key=1] and P queue [key=2] released [A]",
        &["p2 post -> queue T01"],
    );
}
