//! Examples of section 3 of SPEC.md: the completion queue.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn packets_for_which_nobody_waits_enter_the_queue() {
    check(
        Rule::P02,
        "port P limit 1
         device D
         associate D P key=2
         post P key=1
         D: complete
         expect P queue [key=1 key=2]",
        &["p2 D -> queue Q01"],
    );
}

#[test]
fn a_packet_that_a_waiting_thread_gets_at_once_does_not_enter_the_queue() {
    check(
        Rule::P02,
        "port P limit 1
         thread A
         device D
         associate D P key=1
         A: get P
         D: complete
         expect A got key=1 and P queue []",
        &["p1 D -> A C09", "A+p1 waiting -> released W01", "A got p1 G01"],
    );
}

#[test]
fn a_packet_leaves_the_queue_when_a_get_takes_it() {
    check(
        Rule::P02,
        "port P limit 1
         thread A
         post P key=1
         A: get P
         expect A got key=1 and P queue []",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G01"],
    );
}

#[test]
fn a_packet_leaves_the_queue_when_it_is_handed_over() {
    check(
        Rule::P02,
        "port P limit 1
         thread A B
         A: get P
         B: get P poll
         post P key=1
         expect P queue [key=1]
         B: block
         expect A got key=1 and P queue []",
        &[
            "B released -> paused P05",
            "p1 queue -> A C10",
            "A+p1 waiting -> released W01",
            "A got p1 G01",
        ],
    );
}

#[test]
fn the_oldest_packet_is_taken_first() {
    check(
        Rule::Q01,
        "port P limit 1
         thread A
         post P key=1
         post P key=2
         post P key=3
         A: get P
         expect A got key=1 and P queue [key=2 key=3]",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G01"],
    );
}

#[test]
fn completions_and_posts_are_appended_at_one_tail() {
    check(
        Rule::Q01,
        "port P limit 1
         device D E
         associate D P key=1
         associate E P key=2
         E: complete
         post P key=3
         D: complete
         expect P queue [key=2 key=3 key=1]",
        &["p3 D -> queue Q01"],
    );
}

#[test]
fn the_packet_that_left_second_may_be_finished_first() {
    check(
        Rule::Q03,
        "port P limit 2
         thread A B
         post P key=1
         post P key=2
         A: get P
         B: get P
         expect A got key=1 and B got key=2
         B: get P
         expect A got key=1 and B waiting",
        &["p2 done C05", "B released -> waiting P03"],
    );
}

#[test]
fn a_packet_is_delivered_to_one_of_two_waiting_threads() {
    check(
        Rule::Q05,
        "port P limit 2
         thread A B
         A: get P
         B: get P
         post P key=1
         expect B got key=1 and A waiting and P queue []",
        &["p1 post -> B C09", "B+p1 waiting -> released W01", "B got p1 G01"],
    );
}

#[test]
fn a_packet_is_gone_for_the_next_thread_that_asks() {
    check(
        Rule::Q05,
        "port P limit 2
         thread A B
         post P key=1
         A: get P
         B: get P poll
         expect A got key=1 and B timeout",
        &["B outside -> released P04", "B timeout G03"],
    );
}

#[test]
fn a_packet_stays_when_every_thread_of_the_port_has_ended() {
    check(
        Rule::Q05,
        "port P limit 1
         thread A B C
         A: get P
         B: get P poll
         post P key=1
         A: exit
         B: exit
         expect P queue [key=1]
         C: get P
         expect C got key=1",
        &["p1 queue -> C Q01", "C+p1 outside -> released C07", "C got p1 G01"],
    );
}

#[test]
fn a_packet_goes_past_the_queue_to_a_waiting_thread_while_a_slot_is_free() {
    check(
        Rule::Q06,
        "port P limit 2
         thread A B
         A: get P
         B: get P poll
         post P key=1
         expect A got key=1 and P queue [] active 2",
        &["p1 post -> A C09", "A+p1 waiting -> released W01", "A got p1 G01"],
    );
}

#[test]
fn a_packet_that_goes_past_the_queue_finds_it_empty() {
    check(
        Rule::Q07,
        "port P limit 1
         thread A B C
         A: get P
         B: get P
         C: get P poll
         post P key=1
         expect P queue [key=1] waiting [B A]
         C: block
         expect B got key=1 and P queue []
         B: block
         expect P queue [] waiting [A]
         post P key=2
         expect A got key=2",
        &["p2 post -> A C09", "A+p2 waiting -> released W01", "A got p2 G01"],
    );
}

#[test]
fn a_packet_joins_the_queue_behind_an_older_one_while_threads_wait() {
    check(
        Rule::Q07,
        "port P limit 1
         thread A B
         A: get P
         B: get P poll
         post P key=1
         post P key=2
         expect P queue [key=1 key=2]
         B: block
         expect A got key=1 and P queue [key=2]",
        &[
            "B released -> paused P05",
            "p1 queue -> A C10",
            "A+p1 waiting -> released W01",
            "A got p1 G01",
        ],
    );
}

#[test]
fn packets_keep_their_order_in_a_queue_that_was_deep_and_is_not_any_more() {
    let posts = |keys: std::ops::RangeInclusive<u32>| -> String {
        keys.map(|key| format!("post P key={key}\n")).collect()
    };
    let (first, second) = (posts(1..=130), posts(131..=150));
    let gets = |count| "A: get P poll\n".repeat(count);
    check(
        Rule::Q01,
        &format!(
            "port P limit 1\nthread A\n{first}{}{second}{}expect A got key=150 and P queue []\n",
            gets(100),
            gets(50)
        ),
        &["p149 done C05", "p150 queue -> A C05", "A got p150 G01"],
    );
}
