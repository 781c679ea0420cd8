//! Examples of section 12 of SPEC.md: scenarios in which wrong accounts would break an invariant.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn the_active_threads_are_those_that_run_whatever_the_others_do() {
    check(
        Rule::INV1,
        "port P limit 3
         thread A B C D E
         A: get P poll
         B: get P poll
         C: get P poll
         D: get P
         E: get P
         expect P active 3 released [A B C] waiting [E D] paused []
         A: block
         B: suspend
         D: suspend
         expect P active 1 released [C] waiting [E] paused [A B D]
         A: unblock
         B: resume
         D: resume
         expect P active 3 released [A B C] waiting [D E] paused []",
        &["D paused -> waiting W05"],
    );
}

#[test]
fn a_thread_that_is_blocked_and_suspended_counts_when_both_have_ended() {
    check(
        Rule::INV1,
        "port P limit 2
         thread A B
         A: get P poll
         B: get P poll
         A: block
         A: suspend
         A: resume
         expect P active 1 released [B] paused [A]
         B: suspend
         B: suspend
         B: resume
         expect P active 0 released [] paused [A B]
         A: unblock
         expect P active 1 released [A] paused [B]
         B: resume
         expect P active 2 released [A B] paused []",
        &["B paused -> released C11"],
    );
}

#[test]
fn a_slot_freed_by_a_suspension_is_not_left_idle() {
    check(
        Rule::INV2,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P
         post P key=1
         A: suspend
         expect B got key=1 and P queue [] waiting [] released [B] paused [A]",
        &[
            "A released -> paused C30",
            "p1 queue -> B C10",
            "B+p1 waiting -> released W01",
            "B got p1 G01",
        ],
    );
}

#[test]
fn a_resumed_thread_does_not_wait_beside_a_packet_and_a_free_slot() {
    check(
        Rule::INV2,
        "port P limit 1
         thread A
         A: get P
         A: suspend
         post P key=1
         expect P queue [key=1] waiting [] active 0
         A: resume
         expect A got key=1 and P queue [] waiting [] released [A]",
        &["p1 queue -> A W07", "A+p1 paused -> released W07", "A got p1 G01"],
    );
}

#[test]
fn a_thread_does_not_begin_to_wait_beside_a_packet_and_a_slot_of_its_own() {
    check(
        Rule::INV2,
        "port P limit 2
         thread A B
         A: get P poll
         B: get P poll
         post P key=1
         B: get P
         expect B got key=1 and P queue [] waiting [] released [A B]",
        &["p1 queue -> B C05", "B got p1 G01"],
    );
}

#[test]
fn each_of_two_freed_slots_is_used_while_threads_wait_and_packets_are_queued() {
    check(
        Rule::INV2,
        "port P limit 2
         port Q limit 1
         thread A B C D
         A: get P poll
         B: get P poll
         C: get P
         D: get P
         post P key=1
         post P key=2
         A: get Q poll
         expect P queue [key=2] waiting [C] released [B D]
         B: exit
         expect P queue [] waiting [] released [C D]",
        &[
            "B released -> outside C18",
            "p2 queue -> C C18",
            "C+p2 waiting -> released W01",
            "C got p2 G01",
        ],
    );
}

#[test]
fn a_packet_releases_no_thread_that_went_to_another_port() {
    check(
        Rule::INV3,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P timeout 1ms
         advance 1ms
         A: get Q
         post P key=1
         expect A waiting and P queue [key=1] waiting [] released [] and Q waiting [A]",
        &["p1 post -> queue T01"],
    );
}

#[test]
fn a_thread_that_is_resumed_inside_its_call_waits_for_the_port_it_called() {
    check(
        Rule::INV3,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P poll
         A: get Q
         A: suspend
         post P key=1
         A: resume
         expect A waiting and P queue [key=1] waiting [] and Q waiting [A] released []",
        &["A paused -> waiting W05"],
    );
}

#[test]
fn every_packet_is_handed_over_taken_queued_or_discarded_once() {
    check(
        Rule::INV4,
        "port P limit 1
         thread A B
         device D
         associate D P key=7
         A: get P
         post P key=1
         post P key=2
         D: complete
         post P key=4
         D: complete
         expect A got p1 and P queue [p2 p3 p4 p5]
         A: get P max 2
         expect A got [p2 p3] and P queue [p4 p5]
         A: exit
         expect P queue [p4 p5]
         B: get P
         expect B got p4 and P queue [p5]
         close D
         expect P queue [p5]
         close P
         expect P queue []",
        &[
            "P open -> closed K10",
            "B released -> outside K11",
            "P closed -> destroyed L10",
            "p5 queue -> discarded L11",
        ],
    );
}

#[test]
fn a_refused_post_and_a_device_without_a_port_bring_no_packet() {
    check(
        Rule::INV4,
        "port P limit 1
         port Q limit 1
         device D E
         associate E P key=7
         close P
         post P key=1
         expect refused
         D: complete
         E: complete
         expect P queue [p1] and Q queue []",
        &["p1 E -> queue K05"],
    );
}

#[test]
fn packets_leave_in_the_order_they_came_and_threads_in_the_reverse() {
    check(
        Rule::INV5,
        "port P limit 2
         thread A B C D
         A: get P
         B: get P
         C: get P
         D: get P
         post P key=1
         post P key=2
         post P key=3
         post P key=4
         expect D got key=1 and C got key=2 and P queue [key=3 key=4] waiting [B A]
         D: block
         expect B got key=3 and P queue [key=4] waiting [A]
         C: block
         expect A got key=4 and P queue [] waiting [] released [A B]",
        &[
            "C released -> paused P05",
            "p4 queue -> A C10",
            "A+p4 waiting -> released W01",
            "A got p4 G01",
        ],
    );
}

#[test]
fn a_thread_that_waits_again_counts_from_then() {
    check(
        Rule::INV5,
        "port P limit 1
         thread A B C
         A: get P
         B: get P
         C: get P
         A: suspend
         A: resume
         expect P waiting [A C B]
         post P key=1
         expect A got key=1 and P waiting [C B]",
        &["p1 post -> A C09", "A+p1 waiting -> released W01", "A got p1 G01"],
    );
}

#[test]
fn a_thread_that_leaves_the_middle_of_the_stack_changes_no_order() {
    check(
        Rule::INV5,
        "port P limit 2
         thread A B C
         A: get P
         B: get P timeout 1ms
         C: get P
         advance 1ms
         expect B timeout and P waiting [C A]
         post P key=1
         expect C got key=1 and P waiting [A] released [B C]",
        &["p1 post -> C C09", "C+p1 waiting -> released W01", "C got p1 G01"],
    );
}

#[test]
fn the_active_threads_rise_above_the_limit_only_without_a_packet() {
    check(
        Rule::INV6,
        "port P limit 1
         thread A B C D E F G
         A: get P poll
         A: block
         B: get P poll
         B: suspend
         C: get P timeout 1ms
         D: get P alertable
         E: get P timeout 1ms
         E: suspend
         G: get P
         F: get P poll
         expect P active 1
         A: unblock
         expect P active 2
         B: resume
         expect P active 3
         advance 1ms
         expect C timeout and P active 4
         D: apc
         expect D apc and P active 5
         E: resume
         expect E timeout and P active 6 waiting [G]
         post P key=1
         expect P active 6 queue [key=1] waiting [G]
         F: get P
         expect P active 5 queue [key=1] waiting [F G]",
        &["F released -> waiting C08"],
    );
}

#[test]
fn a_poll_of_a_new_thread_raises_the_active_threads_above_the_limit_and_a_get_does_not() {
    check(
        Rule::INV6,
        "port P limit 1
         thread A B C
         A: get P poll
         post P key=1
         B: get P
         expect B waiting and P active 1
         C: get P poll
         expect C timeout and P active 2 queue [key=1] waiting [B]",
        &["C outside -> released P04", "C timeout G03"],
    );
}

#[test]
fn a_pending_apc_of_a_new_thread_raises_the_active_threads_above_the_limit_on_vista() {
    check(
        Rule::INV6,
        "profile vista
         port P limit 1
         thread A B
         A: get P poll
         B: apc
         B: get P alertable
         expect B apc and P active 2 released [A B]",
        &["B outside -> released C14", "B apc E07"],
    );
}
