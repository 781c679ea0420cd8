//! Examples of section 7 of SPEC.md: who gets a slot that becomes free, and what holds it.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn a_running_thread_that_exits_releases_the_newest_waiting_thread_with_the_oldest_packet() {
    check(
        Rule::C18,
        "port P limit 1
         thread A B C
         A: get P
         B: get P
         C: get P
         post P key=1
         post P key=2
         post P key=3
         expect C got key=1 and P queue [key=2 key=3] waiting [B A]
         C: exit
         expect B got key=2 and P queue [key=3] waiting [A] released [B]",
        &[
            "C released -> outside C18",
            "p2 queue -> B C18",
            "B+p2 waiting -> released W01",
            "B got p2 G01",
        ],
    );
}

#[test]
fn an_exit_frees_the_slot_for_the_packet_that_comes_next() {
    check(
        Rule::C18,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P
         A: exit
         expect P active 0 waiting [B]
         post P key=1
         expect B got key=1 and P released [B]",
        &["p1 post -> B C09", "B+p1 waiting -> released W01", "B got p1 G01"],
    );
}

#[test]
fn an_exit_that_leaves_the_port_at_its_limit_releases_nobody() {
    check(
        Rule::C18,
        "port P limit 1
         thread A B C
         A: get P poll
         B: get P poll
         C: get P
         post P key=1
         A: exit
         expect C waiting and P queue [key=1] waiting [C] released [B]",
        &["A released -> outside C18"],
    );
}

#[test]
fn a_thread_that_switches_port_releases_a_waiting_thread_of_its_old_port() {
    check(
        Rule::C19,
        "port P limit 1
         port Q limit 1
         thread A B
         A: get P poll
         B: get P
         post P key=1
         expect P queue [key=1] waiting [B]
         A: get Q
         expect B got key=1 and P queue [] waiting [] released [B] and Q waiting [A]",
        &[
            "A released -> outside C06",
            "p1 queue -> B C06",
            "B+p1 waiting -> released W01",
            "A outside -> waiting C03",
            "B got p1 G01",
        ],
    );
}

#[test]
fn a_poll_of_another_port_switches_and_releases_a_waiting_thread_too() {
    check(
        Rule::C19,
        "port P limit 1
         port Q limit 1
         thread A B
         A: get P poll
         B: get P
         post P key=1
         A: get Q poll
         expect A timeout and B got key=1 and P released [B] and Q released [A]",
        &[
            "A released -> outside C06",
            "p1 queue -> B C06",
            "B+p1 waiting -> released W01",
            "A outside -> released P04",
            "B got p1 G01",
            "A timeout G03",
        ],
    );
}

#[test]
fn a_switch_that_leaves_the_old_port_at_its_limit_releases_nobody() {
    check(
        Rule::C19,
        "port P limit 1
         port Q limit 1
         thread A B C
         A: get P poll
         C: get P poll
         B: get P
         post P key=1
         A: get Q
         expect P queue [key=1] waiting [B] released [C] and Q waiting [A]",
        &["A released -> outside C06", "A outside -> waiting C03"],
    );
}

#[test]
fn a_thread_that_posts_to_its_own_port_at_limit_1_may_take_the_packet_itself() {
    check(
        Rule::C20,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P
         A: post P key=1
         expect B waiting and P queue [key=1] released [A]
         A: get P
         expect A got key=1 and P queue [] waiting [B] released [A]",
        &["p1 queue -> A C05", "A got p1 G01"],
    );
}

#[test]
fn a_thread_that_posts_to_its_own_port_hands_over_while_another_slot_is_free() {
    check(
        Rule::C20,
        "port P limit 2
         thread A B
         A: get P poll
         B: get P
         A: post P key=1
         expect B got key=1 and P queue [] waiting [] released [A B]",
        &["p1 post -> B C09", "B+p1 waiting -> released W01", "B got p1 G01"],
    );
}

#[test]
fn a_busy_thread_takes_packet_after_packet_before_the_waiting_one_gets_any() {
    check(
        Rule::C22,
        "port P limit 1
         thread A B
         A: get P poll
         B: get P
         post P key=1
         post P key=2
         post P key=3
         A: get P
         A: get P
         expect A got key=2 and B waiting and P queue [key=3]
         A: block
         expect B got key=3 and P queue [] waiting [] released [B] paused [A]",
        &[
            "A released -> paused P05",
            "p3 queue -> B C10",
            "B+p3 waiting -> released W01",
            "B got p3 G01",
        ],
    );
}

#[test]
fn a_thread_that_gets_again_needs_a_slot_that_is_free_without_its_own() {
    check(
        Rule::C22,
        "port P limit 1
         thread A B C
         A: get P poll
         C: get P poll
         B: get P
         post P key=1
         A: get P
         expect P queue [key=1] waiting [A B] released [C]",
        &["A released -> waiting C08"],
    );
}

#[test]
fn each_slot_that_becomes_free_hands_over_one_packet() {
    check(
        Rule::C23,
        "port P limit 2
         thread A B C D
         A: get P poll
         B: get P poll
         C: get P
         D: get P
         post P key=1
         post P key=2
         A: block
         expect D got key=1 and P queue [key=2] waiting [C] released [B D] paused [A]
         B: block
         expect C got key=2 and P queue [] waiting [] released [C D] paused [A B]",
        &[
            "B released -> paused P05",
            "p2 queue -> C C10",
            "C+p2 waiting -> released W01",
            "C got p2 G01",
        ],
    );
}

#[test]
fn two_ports_of_limit_1_allow_two_active_threads() {
    check(
        Rule::C26,
        "port P limit 1
         port Q limit 1
         thread A B
         A: get P
         B: get Q
         post P key=1
         post Q key=2
         expect A got key=1 and B got key=2 and P released [A] and Q released [B]",
        &["p2 post -> B C09", "B+p2 waiting -> released W01", "B got p2 G01"],
    );
}

#[test]
fn two_devices_of_one_port_share_its_limit() {
    check(
        Rule::C26,
        "port P limit 1
         thread A B
         device D E
         associate D P key=1
         associate E P key=2
         A: get P
         B: get P
         D: complete
         E: complete
         expect B got key=1 and P queue [key=2] waiting [A] released [B]",
        &["p2 E -> queue C09"],
    );
}

#[test]
fn a_thread_that_stops_and_goes_on_in_every_way_counts_once() {
    check(
        Rule::C27,
        "port P limit 2
         thread A
         A: get P poll
         A: get P poll
         A: block
         A: block
         A: suspend
         expect P active 0 paused [A]
         A: unblock
         A: resume
         expect P active 0 paused [A]
         A: unblock
         expect P released [A] active 1 paused []",
        &["A paused -> released C11"],
    );
}

#[test]
fn a_thread_that_returns_to_a_port_counts_there_once() {
    check(
        Rule::C27,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P poll
         A: get Q poll
         A: get P poll
         expect P released [A] active 1 and Q released [] active 0",
        &["A released -> outside C06", "A outside -> released P04", "A timeout G03"],
    );
}
