//! Examples of section 11 of SPEC.md: the last handle is closed. The port's end stands below.

mod end;

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn every_waiting_thread_is_abandoned_when_the_port_is_closed() {
    check(
        Rule::K01,
        "port P limit 1
         thread A B
         A: get P
         B: get P max 2
         close P
         expect A abandoned and B abandoned and P waiting [] released [] paused []",
        &[
            "P open -> closed K10",
            "B waiting -> outside K01",
            "A waiting -> outside K01",
            "P closed -> destroyed L10",
            "B abandoned E12",
            "A abandoned G04",
        ],
    );
}

#[test]
fn closing_abandons_from_vista_on() {
    check(
        Rule::K01,
        "profile vista
         port P limit 1
         thread A
         A: get P
         close P
         expect A abandoned and P waiting [] released []",
        &[
            "P open -> closed K10",
            "A waiting -> outside K01",
            "P closed -> destroyed L10",
            "A abandoned G04",
        ],
    );
}

#[test]
fn a_caller_that_is_suspended_at_the_close_is_abandoned_when_it_is_resumed_and_not_counted() {
    check(
        Rule::K01,
        "port P limit 1
         thread A B
         A: get P timeout 1ms
         B: get P
         A: suspend
         close P
         advance 1ms
         expect B abandoned and P waiting [] released [] paused []
         A: resume
         expect A abandoned and P waiting [] released [] paused []",
        &["P closed -> destroyed L10", "A abandoned G04"],
    );
}

#[test]
fn a_waiting_thread_waits_on_when_the_port_is_closed_on_xp() {
    check(
        Rule::K02,
        "profile xp
         port P limit 1
         thread A
         A: get P
         close P
         expect A waiting and P waiting [A]",
        &["P open -> closed K02"],
    );
}

#[test]
fn a_device_of_a_closed_port_releases_a_waiting_thread_on_xp() {
    check(
        Rule::K02,
        "profile xp
         port P limit 1
         thread A B
         device D
         associate D P key=7
         A: get P
         B: get P
         close P
         D: complete
         expect B got key=7 and A waiting and P queue [] waiting [A] released [B]",
        &["p1 D -> B K02", "B+p1 waiting -> released W01", "B got p1 G01"],
    );
}

#[test]
fn a_waiting_thread_of_a_closed_port_times_out_on_xp() {
    check(
        Rule::K02,
        "profile xp
         port P limit 1
         thread A B
         A: get P timeout 1ms
         B: get P
         close P
         advance 1ms
         expect A timeout and B waiting and P waiting [B] released [A]",
        &["A waiting -> released C13", "A timeout G03"],
    );
}

#[test]
fn a_slot_that_becomes_free_hands_over_a_queued_packet_of_a_closed_port_on_xp() {
    check(
        Rule::K02,
        "profile xp
         port P limit 1
         thread A B C
         A: get P poll
         C: get P poll
         C: block
         B: get P
         post P key=1
         close P
         expect P queue [key=1] waiting [B] released [A] paused [C]
         A: block
         expect B got key=1 and P queue [] waiting [] released [] paused []",
        &[
            "A released -> paused P05",
            "p1 queue -> B C10",
            "B+p1 waiting -> released W01",
            "P closed -> destroyed L10",
            "B released -> outside L12",
            "C paused -> outside L12",
            "A paused -> outside L12",
            "B got p1 G01",
        ],
    );
}

#[test]
fn completions_go_on_arriving_at_a_closed_port_and_are_freed_with_it() {
    check(
        Rule::K05,
        "port P limit 1
         device D
         associate D P key=7
         close P
         D: complete bytes=3
         expect P queue [key=7,bytes=3] devices [D]
         close D
         expect P queue [] devices []",
        &["D devices -> outside A12", "P closed -> destroyed L10", "p1 queue -> discarded L11"],
    );
}

#[test]
fn nobody_can_take_what_arrives_at_a_closed_port() {
    check(
        Rule::K05,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         A: get P
         close P
         D: complete
         expect A abandoned and P queue [key=7] waiting [] released []",
        &["p1 D -> queue K05"],
    );
}

#[test]
fn a_completion_at_a_closed_port_joins_the_queue_at_the_limit_on_xp() {
    check(
        Rule::K05,
        "profile xp
         port P limit 1
         thread A B
         device D
         associate D P key=7
         B: get P poll
         A: get P
         close P
         D: complete
         expect A waiting and P queue [key=7] waiting [A] released [B]",
        &["p1 D -> queue K05"],
    );
}

#[test]
fn a_get_that_starts_after_the_close_is_closed_and_one_before_it_is_abandoned() {
    check(
        Rule::K06,
        "port P limit 1
         thread A B
         A: get P
         close P
         B: get P
         expect A abandoned and B closed",
        &["B closed G05"],
    );
}

#[test]
fn an_abandoned_thread_that_gets_again_finds_the_port_closed() {
    check(
        Rule::K06,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         A: get P
         close P
         expect A abandoned
         A: get P
         expect A closed and P waiting [] released []",
        &["A closed G05"],
    );
}

#[test]
fn a_packet_that_is_queued_at_the_close_is_not_delivered_to_a_waiting_thread() {
    check(
        Rule::K07,
        "port P limit 1
         thread A B
         device D
         associate D P key=7
         B: get P poll
         A: get P
         post P key=1
         close P
         expect A abandoned and P queue [key=1] waiting [] released []",
        &[
            "P open -> closed K10",
            "A waiting -> outside K01",
            "B released -> outside K11",
            "A abandoned G04",
        ],
    );
}

#[test]
fn a_packet_that_was_handed_over_before_the_close_is_returned() {
    check(
        Rule::K09,
        "port P limit 1
         thread A B
         A: get P
         B: get P
         post P key=1
         close P
         expect B got key=1 and A abandoned",
        &[
            "P open -> closed K10",
            "A waiting -> outside K01",
            "B released -> outside K11",
            "P closed -> destroyed L10",
            "A abandoned G04",
        ],
    );
}

#[test]
fn closing_the_port_ends_no_association_of_a_device() {
    check(
        Rule::K10,
        "port P limit 1
         device D E
         associate D P key=7
         associate E P key=8
         close P
         expect P devices [D E]",
        &["P open -> closed K10"],
    );
}

#[test]
fn a_request_that_is_pending_at_the_close_still_completes_to_the_port() {
    check(
        Rule::K10,
        "port P limit 1
         device D
         associate D P key=7
         close P
         D: complete bytes=3 status=SUCCESS
         expect P devices [D] queue [key=7,bytes=3,status=SUCCESS]",
        &["p1 D -> queue K05"],
    );
}

#[test]
fn closing_the_port_ends_the_association_of_its_threads() {
    check(
        Rule::K11,
        "port P limit 2
         thread A B C
         device D
         associate D P key=7
         A: get P poll
         B: get P poll
         B: block
         C: get P
         C: suspend
         close P
         expect P waiting [] released [] paused [] active 0 devices [D]",
        &[
            "P open -> closed K10",
            "A released -> outside K11",
            "B paused -> outside K11",
            "C paused -> outside K11",
        ],
    );
}

#[test]
fn a_thread_that_goes_on_after_the_close_does_not_touch_the_port() {
    check(
        Rule::K11,
        "port P limit 1
         thread A B
         device D
         associate D P key=7
         A: get P poll
         B: get P poll
         B: block
         close P
         A: block
         B: unblock
         expect P waiting [] released [] paused [] active 0
         A: exit
         expect P waiting [] released [] paused [] active 0",
        &[],
    );
}

#[test]
fn a_thread_keeps_its_pending_apc_when_its_port_is_closed() {
    check(
        Rule::K11,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P poll
         A: apc
         A: block
         close P
         A: unblock
         A: get Q alertable
         expect A apc and P active 0 and Q active 0",
        &["A apc C28"],
    );
}
