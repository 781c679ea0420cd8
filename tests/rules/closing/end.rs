//! Examples of section 11 of SPEC.md: what keeps a closed port, and its destruction.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn a_port_that_nothing_refers_to_is_destroyed_as_its_last_handle_is_closed() {
    check(
        Rule::L10,
        "port P limit 1
         close P",
        &["P open -> closed K10", "P closed -> destroyed L10"],
    );
}

#[test]
fn a_port_is_destroyed_when_its_last_device_is_closed() {
    check(
        Rule::L10,
        "port P limit 1
         device D E
         associate D P key=7
         associate E P key=8
         close P
         close D
         expect P devices [E]
         close E",
        &["E devices -> outside A12", "P closed -> destroyed L10"],
    );
}

#[test]
fn a_port_with_a_handle_lives_without_a_device() {
    check(
        Rule::L10,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         close D
         A: get P poll
         expect A timeout and P released [A]
         close P",
        &["P open -> closed K10", "A released -> outside K11", "P closed -> destroyed L10"],
    );
}

#[test]
fn a_closed_port_is_destroyed_when_its_last_device_is_dissociated() {
    check(
        Rule::L10,
        "profile 8.1
         port P limit 1
         device D
         associate D P key=7
         close P
         dissociate D
         expect P devices []",
        &["D devices -> outside A13", "P closed -> destroyed L10"],
    );
}

#[test]
fn a_closed_port_is_destroyed_when_its_last_device_goes_to_another_port() {
    check(
        Rule::L10,
        "profile 8.1
         port P limit 1
         port Q limit 1
         device D
         associate D P key=7
         close P
         replace D Q key=8
         expect P devices [] and Q devices [D]",
        &["D outside -> devices A13", "D devices -> outside A13", "P closed -> destroyed L10"],
    );
}

#[test]
fn a_caller_that_is_suspended_inside_its_call_keeps_the_port_until_it_is_resumed() {
    check(
        Rule::L10,
        "port P limit 1
         thread A
         post P key=1
         A: get P
         A: get P
         A: suspend
         post P key=2
         close P
         expect P queue [key=2] paused []
         A: resume
         expect A abandoned and P queue []",
        &["P closed -> destroyed L10", "p2 queue -> discarded L11", "A abandoned G04"],
    );
}

#[test]
fn a_caller_that_is_suspended_inside_its_call_keeps_the_port_until_it_exits() {
    check(
        Rule::L10,
        "port P limit 1
         thread A
         A: get P
         A: suspend
         post P key=1
         close P
         expect P queue [key=1]
         A: exit
         expect P queue []",
        &["P closed -> destroyed L10", "p1 queue -> discarded L11"],
    );
}

#[test]
fn a_caller_that_is_suspended_inside_its_call_keeps_the_port_on_xp() {
    check(
        Rule::L10,
        "profile xp
         port P limit 1
         thread A
         A: get P
         A: suspend
         post P key=1
         close P
         expect P queue [key=1] paused [A]
         A: resume
         expect A got key=1 and P queue [] released []",
        &[
            "p1 queue -> A W07",
            "A+p1 paused -> released W07",
            "P closed -> destroyed L10",
            "A released -> outside L12",
            "A got p1 G01",
        ],
    );
}

#[test]
fn a_waiting_thread_keeps_a_closed_port_on_xp() {
    check(
        Rule::L10,
        "profile xp
         port P limit 1
         thread A
         A: get P timeout 1ms
         close P
         expect P waiting [A]
         advance 1ms
         expect A timeout and P waiting [] released []",
        &[
            "A waiting -> released C13",
            "P closed -> destroyed L10",
            "A released -> outside L12",
            "A timeout G03",
        ],
    );
}

#[test]
fn packets_that_are_still_queued_are_freed_with_the_port() {
    check(
        Rule::L11,
        "port P limit 1
         post P key=1
         post P key=2
         close P
         expect P queue []",
        &[
            "P open -> closed K10",
            "P closed -> destroyed L10",
            "p1 queue -> discarded L11",
            "p2 queue -> discarded L11",
        ],
    );
}

#[test]
fn packets_stay_queued_while_a_device_keeps_the_closed_port() {
    check(
        Rule::L11,
        "port P limit 1
         device D
         associate D P key=7
         post P key=1
         close P
         expect P queue [key=1] devices [D]
         close D
         expect P queue []",
        &["D devices -> outside A12", "P closed -> destroyed L10", "p1 queue -> discarded L11"],
    );
}

#[test]
fn the_destruction_of_the_port_ends_the_association_of_its_threads_on_xp() {
    check(
        Rule::L12,
        "profile xp
         port P limit 2
         thread A B
         device D
         associate D P key=7
         A: get P poll
         B: get P poll
         B: block
         close P
         expect P released [A] paused [B] active 1
         close D
         expect P released [] paused [] active 0",
        &[
            "D devices -> outside A12",
            "P closed -> destroyed L10",
            "A released -> outside L12",
            "B paused -> outside L12",
        ],
    );
}

#[test]
fn released_and_paused_threads_do_not_keep_a_closed_port_on_xp() {
    check(
        Rule::L12,
        "profile xp
         port P limit 2
         thread A B
         A: get P poll
         B: get P poll
         B: suspend
         close P
         expect P released [] paused []",
        &[
            "P open -> closed K10",
            "P closed -> destroyed L10",
            "A released -> outside L12",
            "B paused -> outside L12",
        ],
    );
}

#[test]
fn a_thread_that_goes_on_after_the_destruction_touches_no_count_on_xp() {
    check(
        Rule::L12,
        "profile xp
         port P limit 1
         thread A B
         A: get P poll
         B: get P poll
         B: block
         close P
         A: block
         A: exit
         B: unblock
         expect P waiting [] released [] paused [] active 0",
        &[],
    );
}

#[test]
fn a_second_close_of_a_port_is_refused() {
    check(
        Rule::L20,
        "port P limit 1
         device D
         associate D P key=7
         close P
         close P
         expect refused and P devices [D]",
        &["refused L20"],
    );
}

#[test]
fn a_second_close_of_a_destroyed_port_is_refused() {
    check(
        Rule::L20,
        "port P limit 1
         close P
         close P
         expect refused",
        &["refused L20"],
    );
}

#[test]
fn a_second_close_of_a_device_is_refused() {
    check(
        Rule::L20,
        "port P limit 1
         device D E
         associate D P key=7
         associate E P key=8
         close D
         close D
         expect refused and P devices [E]",
        &["refused L20"],
    );
}
