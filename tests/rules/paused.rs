//! Examples of section 6 of SPEC.md: the paused threads.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn a_released_thread_that_blocks_becomes_paused() {
    check(
        Rule::P05,
        "port P limit 1
         thread A
         A: get P poll
         A: block
         expect P released [] paused [A] active 0",
        &["A released -> paused P05"],
    );
}

#[test]
fn a_paused_thread_that_ends_leaves() {
    check(
        Rule::P05,
        "port P limit 1
         thread A
         A: get P poll
         A: block
         A: exit
         expect P released [] paused []",
        &["A paused -> outside C29"],
    );
}

#[test]
fn a_paused_thread_leaves_with_its_port() {
    for profile in ["vista", "11"] {
        check(
            Rule::P05,
            &format!(
                "profile {profile}
                 port P limit 1
                 thread A
                 A: get P poll
                 A: block
                 close P
                 expect P released [] paused []"
            ),
            &["P open -> closed K10", "A paused -> outside K11", "P closed -> destroyed L10"],
        );
    }
}

#[test]
fn a_paused_thread_stays_at_a_closed_port_on_xp_until_the_port_is_destroyed() {
    check(
        Rule::P05,
        "profile xp
         port P limit 1
         thread A
         device D
         associate D P key=1
         A: get P poll
         A: block
         close P
         expect P paused [A]
         close D
         expect P paused []",
        &["D devices -> outside A12", "P closed -> destroyed L10", "A paused -> outside L12"],
    );
}

#[test]
fn a_thread_whose_port_is_gone_stops_blocking_without_a_move() {
    check(
        Rule::P05,
        "port P limit 1
         thread A
         A: get P poll
         A: block
         close P
         A: unblock
         expect P released [] paused [] active 0",
        &[],
    );
}

#[test]
fn the_slot_of_a_thread_that_blocks_goes_to_the_newest_waiting_thread() {
    check(
        Rule::C10,
        "port P limit 1
         thread A B C
         A: get P
         B: get P
         C: get P poll
         post P key=1
         post P key=2
         C: block
         expect B got key=1 and P queue [key=2] waiting [A] released [B] paused [C]",
        &[
            "C released -> paused P05",
            "p1 queue -> B C10",
            "B+p1 waiting -> released W01",
            "B got p1 G01",
        ],
    );
}

#[test]
fn a_thread_that_blocks_frees_no_slot_while_the_others_reach_the_limit() {
    check(
        Rule::C10,
        "port P limit 1
         thread A B C
         C: get P
         A: get P poll
         B: get P poll
         post P key=1
         A: block
         expect C waiting and P queue [key=1] released [B] paused [A]
         B: block
         expect C got key=1",
        &[
            "B released -> paused P05",
            "p1 queue -> C C10",
            "C+p1 waiting -> released W01",
            "C got p1 G01",
        ],
    );
}

#[test]
fn a_thread_that_blocks_lets_the_next_packet_be_handed_over() {
    check(
        Rule::C10,
        "port P limit 1
         thread A B C
         A: get P
         B: get P
         C: get P poll
         post P key=1
         C: block
         B: block
         post P key=2
         expect A got key=2 and P released [A] paused [B C]",
        &["p2 post -> A C09", "A+p2 waiting -> released W01", "A got p2 G01"],
    );
}

#[test]
fn a_thread_whose_wait_ends_counts_over_the_limit() {
    check(
        Rule::C11,
        "port P limit 1
         thread A B
         A: get P poll
         A: block
         B: get P poll
         A: unblock
         expect P released [A B] paused [] active 2",
        &["A paused -> released C11"],
    );
}

#[test]
fn a_thread_whose_wait_ends_while_it_is_suspended_stays_paused() {
    check(
        Rule::C11,
        "port P limit 1
         thread A
         A: get P poll
         A: block
         A: suspend
         A: unblock
         expect P released [] paused [A]
         A: resume
         expect P released [A] paused []",
        &["A paused -> released C11"],
    );
}

#[test]
fn suspending_a_released_thread_pauses_it() {
    check(
        Rule::C30,
        "port P limit 1
         thread A
         A: get P poll
         A: suspend
         expect P released [] paused [A] active 0",
        &["A released -> paused C30"],
    );
}

#[test]
fn the_slot_of_a_suspended_thread_goes_to_a_waiting_one() {
    check(
        Rule::C30,
        "port P limit 1
         thread A B
         A: get P
         B: get P poll
         post P key=1
         B: suspend
         expect A got key=1 and P released [A] paused [B]",
        &[
            "B released -> paused C30",
            "p1 queue -> A C10",
            "A+p1 waiting -> released W01",
            "A got p1 G01",
        ],
    );
}

#[test]
fn a_second_suspension_changes_the_count_of_suspensions_alone() {
    check(
        Rule::C30,
        "port P limit 1
         thread A
         A: get P poll
         A: suspend
         A: suspend
         expect P paused [A]
         A: resume
         expect P released [] paused [A]",
        &["A stays paused C30"],
    );
}

#[test]
fn the_last_resume_lets_a_thread_count_over_the_limit() {
    check(
        Rule::C30,
        "port P limit 1
         thread A B
         A: get P poll
         A: suspend
         A: suspend
         B: get P poll
         A: resume
         expect P released [B] paused [A]
         A: resume
         expect P released [A B] paused [] active 2",
        &["A paused -> released C11"],
    );
}

#[test]
fn a_blocked_thread_that_is_suspended_stays_paused() {
    check(
        Rule::C30,
        "port P limit 1
         thread A
         A: get P poll
         A: block
         A: suspend
         expect P paused [A] active 0",
        &["A stays paused C30"],
    );
}

#[test]
fn a_wait_within_a_wait_frees_no_second_slot() {
    check(
        Rule::C31,
        "port P limit 1
         thread A B C
         A: get P
         B: get P
         C: get P poll
         post P key=1
         post P key=2
         C: block
         expect B got key=1
         C: block
         expect A waiting and P queue [key=2] released [B] paused [C]",
        &["C stays paused C31"],
    );
}

#[test]
fn a_thread_stays_paused_until_its_last_wait_ends() {
    check(
        Rule::C31,
        "port P limit 1
         thread A
         A: get P poll
         A: block
         A: block
         A: unblock
         expect P released [] paused [A]
         A: unblock
         expect P released [A] paused []",
        &["A paused -> released C11"],
    );
}

#[test]
fn a_resumed_thread_that_still_blocks_stays_paused() {
    check(
        Rule::C31,
        "port P limit 1
         thread A
         A: get P poll
         A: block
         A: suspend
         A: resume
         expect P released [] paused [A]
         A: unblock
         expect P released [A] paused []",
        &["A paused -> released C11"],
    );
}
