//! Examples of section 2 of SPEC.md: the device list.

mod closed_ports;
mod replacement;

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn a_device_enters_the_list_when_it_is_associated() {
    check(
        Rule::P01,
        "port P limit 1
         port Q limit 1
         device D E
         associate D P key=1
         expect P devices [D] and Q devices []",
        &["D outside -> devices P01"],
    );
}

#[test]
fn an_associated_device_sends_its_packets_to_its_port_until_it_leaves() {
    check(
        Rule::P01,
        "port P limit 1
         device D
         associate D P key=1
         D: complete bytes=1
         dissociate D
         D: complete bytes=2
         expect P devices [] queue [key=1,bytes=1]",
        &[],
    );
}

#[test]
fn a_second_association_with_the_same_port_is_refused() {
    check(
        Rule::A03,
        "port P limit 1
         device D
         associate D P key=1
         associate D P key=1
         expect refused and P devices [D]",
        &["refused A03"],
    );
}

#[test]
fn a_second_association_under_another_key_leaves_the_first_key() {
    check(
        Rule::A03,
        "port P limit 1
         device D
         associate D P key=1
         associate D P key=2
         expect refused
         D: complete
         expect P devices [D] queue [key=1]",
        &["p1 D -> queue Q01"],
    );
}

#[test]
fn a_second_association_with_another_port_leaves_the_first_port() {
    check(
        Rule::A03,
        "port P limit 1
         port Q limit 1
         device D
         associate D P key=1
         associate D Q key=2
         expect refused and P devices [D] and Q devices []",
        &["refused A03"],
    );
}

#[test]
fn the_first_of_several_associations_is_the_one_that_succeeds() {
    check(
        Rule::A04,
        "port P limit 1
         port Q limit 1
         port R limit 1
         device D
         associate D Q key=2
         associate D P key=1
         expect refused
         associate D R key=3
         expect refused
         D: complete
         expect P queue [] and Q queue [key=2] and R queue []",
        &["p1 D -> queue Q01"],
    );
}

#[test]
fn two_devices_share_a_port_and_a_key() {
    check(
        Rule::A06,
        "port P limit 1
         device D E
         associate D P key=0
         associate E P key=0
         E: complete bytes=2
         D: complete bytes=1
         expect P devices [D E] queue [key=0,bytes=2 key=0,bytes=1]",
        &["p2 D -> queue Q01"],
    );
}

#[test]
fn each_of_two_devices_has_its_own_key() {
    check(
        Rule::A06,
        "port P limit 1
         device D E
         associate D P key=1
         associate E P key=0xFFFFFFFFFFFFFFFF
         D: complete
         E: complete
         expect P queue [key=1 key=0xFFFFFFFFFFFFFFFF]",
        &["p2 E -> queue Q01"],
    );
}

#[test]
fn a_queued_packet_keeps_the_key_that_its_device_had() {
    check(
        Rule::A07,
        "port P limit 1
         thread A
         device D
         associate D P key=1
         D: complete
         replace D P key=2
         D: complete
         expect P queue [key=1 key=2]
         A: get P
         expect A got key=1",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G01"],
    );
}

#[test]
fn the_port_is_looked_up_when_the_request_completes() {
    check(
        Rule::A08,
        "port P limit 1
         device D
         D: complete bytes=1
         expect P queue []
         associate D P key=7
         expect P queue []
         D: complete bytes=2
         expect P queue [key=7,bytes=2]",
        &["p1 D -> queue Q01"],
    );
}

#[test]
fn a_request_that_completes_on_a_device_without_a_port_wakes_nobody() {
    check(
        Rule::A08,
        "port P limit 1
         thread A
         device D
         A: get P
         D: complete
         expect A waiting and P queue []",
        &[],
    );
}

#[test]
fn an_association_lasts_until_the_device_is_closed() {
    check(
        Rule::A12,
        "port P limit 1
         device D E
         associate D P key=1
         associate E P key=2
         D: complete
         expect P devices [D E]
         close D
         expect P devices [E]",
        &["D devices -> outside A12"],
    );
}

#[test]
fn closing_an_idle_device_queues_nothing() {
    check(
        Rule::A16,
        "port P limit 1
         device D
         associate D P key=1
         close D
         expect P devices [] queue []",
        &["D devices -> outside A12"],
    );
}

#[test]
fn closing_an_idle_device_wakes_nobody() {
    check(
        Rule::A16,
        "port P limit 1
         thread A
         device D
         associate D P key=1
         A: get P
         close D
         expect A waiting and P queue []",
        &["D devices -> outside A12"],
    );
}

#[test]
fn packets_outlive_their_device() {
    check(
        Rule::A17,
        "port P limit 1
         thread A
         device D
         associate D P key=1
         A: get P
         D: complete bytes=1
         D: complete bytes=2
         close D
         expect P devices [] queue [key=1,bytes=2] and A got key=1,bytes=1
         A: get P
         expect A got key=1,bytes=2",
        &["p1 done C05", "p2 queue -> A C05", "A got p2 G01"],
    );
}
