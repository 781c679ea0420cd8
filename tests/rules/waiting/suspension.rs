//! Examples of section 4 of SPEC.md: threads that are suspended while they wait.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn a_waiting_thread_that_is_suspended_becomes_paused() {
    check(
        Rule::W07,
        "port P limit 1
         thread A
         A: get P
         A: suspend
         expect P waiting [] released [] paused [A] active 0",
        &["A waiting -> paused W07"],
    );
}

#[test]
fn the_packets_of_a_suspended_thread_go_to_others() {
    check(
        Rule::W07,
        "port P limit 1
         thread A B
         A: get P
         B: get P
         B: suspend
         post P key=1
         expect A got key=1 and P paused [B]",
        &["p1 post -> A C09", "A+p1 waiting -> released W01", "A got p1 G01"],
    );
}

#[test]
fn packets_are_queued_while_the_only_thread_is_suspended() {
    check(
        Rule::W07,
        "port P limit 1
         thread A
         A: get P
         A: suspend
         post P key=1
         expect P queue [key=1] paused [A]",
        &["p1 post -> queue T01"],
    );
}

#[test]
fn a_resumed_thread_takes_the_oldest_packet() {
    check(
        Rule::W07,
        "port P limit 1
         thread A
         A: get P
         A: suspend
         post P key=1
         post P key=2
         A: resume
         expect A got key=1 and P queue [key=2] released [A] paused []",
        &["p1 queue -> A W07", "A+p1 paused -> released W07", "A got p1 G01"],
    );
}

#[test]
fn a_resumed_thread_looks_at_the_queue_before_its_deadline() {
    check(
        Rule::W07,
        "port P limit 1
         thread A
         A: get P timeout 1ms
         A: suspend
         post P key=1
         advance 1ms
         A: resume
         expect A got key=1",
        &["p1 queue -> A W07", "A+p1 paused -> released W07", "A got p1 G01"],
    );
}

#[test]
fn a_resumed_batch_takes_as_many_as_it_has_room_for() {
    check(
        Rule::W07,
        "port P limit 1
         thread A
         A: get P max 2
         A: suspend
         post P key=1
         post P key=2
         post P key=3
         A: resume
         expect A got [key=1 key=2] and P queue [key=3] active 1",
        &["p1 queue -> A E02", "p2 queue -> A E02", "A paused -> released W07", "A got p1 p2 E02"],
    );
}

#[test]
fn a_resumed_batch_looks_at_the_queue_before_a_pending_apc() {
    check(
        Rule::W07,
        "port P limit 1
         thread A
         A: get P alertable
         A: suspend
         A: apc
         post P key=1
         A: resume
         expect A got key=1",
        &["p1 queue -> A E08", "A+p1 paused -> released W07", "A got p1 E02"],
    );
}

#[test]
fn a_resumed_batch_looks_at_a_pending_apc_before_its_deadline() {
    check(
        Rule::W07,
        "port P limit 1
         thread A
         A: get P alertable timeout 1ms
         A: suspend
         A: apc
         advance 1ms
         expect P paused [A]
         A: resume
         expect A apc and P released [A] paused []",
        &["A paused -> released C14", "A apc E07"],
    );
}

#[test]
fn a_pending_apc_does_not_end_a_resumed_get_that_is_not_alertable() {
    check(
        Rule::W07,
        "port P limit 1
         thread A
         A: get P max 1
         A: suspend
         A: apc
         A: resume
         expect A waiting",
        &["A paused -> waiting W05"],
    );
}

#[test]
fn only_the_last_resume_lets_a_get_go_on() {
    check(
        Rule::W07,
        "port P limit 1
         thread A
         A: get P
         A: suspend
         A: suspend
         post P key=1
         A: resume
         expect P paused [A] queue [key=1]",
        &["A stays paused C30"],
    );
}

#[test]
fn suspending_a_waiting_thread_frees_no_slot() {
    check(
        Rule::W07,
        "port P limit 1
         thread A B C
         A: get P
         B: get P
         C: get P poll
         post P key=1
         B: suspend
         expect P queue [key=1] waiting [A] released [C] paused [B]",
        &["B waiting -> paused W07"],
    );
}

#[test]
fn a_suspended_thread_that_ends_just_leaves() {
    check(
        Rule::W07,
        "port P limit 1
         thread A B
         A: get P
         B: get P
         B: suspend
         B: exit
         expect P waiting [A] paused []",
        &["B paused -> outside C29"],
    );
}
