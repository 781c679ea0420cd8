//! Examples of section 2 of SPEC.md: devices and ports whose handle is closed.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn a_closed_port_takes_no_device() {
    check(
        Rule::A20,
        "port P limit 1
         device D
         close P
         associate D P key=1
         expect refused and P devices []",
        &["refused A20"],
    );
}

#[test]
fn a_closed_port_that_another_device_keeps_alive_takes_no_device() {
    check(
        Rule::A20,
        "port P limit 1
         device D E
         associate E P key=1
         close P
         associate D P key=2
         expect refused and P devices [E]",
        &["refused A20"],
    );
}

#[test]
fn a_device_that_a_closed_port_did_not_take_is_free_for_another() {
    check(
        Rule::A20,
        "port P limit 1
         port Q limit 1
         device D
         close P
         associate D P key=1
         associate D Q key=2
         expect P devices [] and Q devices [D]",
        &["D outside -> devices P01"],
    );
}

#[test]
fn replacing_towards_a_closed_port_leaves_the_old_association() {
    check(
        Rule::A20,
        "port P limit 1
         port Q limit 1
         device D
         associate D P key=1
         close Q
         replace D Q key=2
         expect refused
         D: complete
         expect P devices [D] queue [key=1] and Q devices []",
        &["p1 D -> queue Q01"],
    );
}

#[test]
fn a_closed_port_is_found_before_a_second_association() {
    check(
        Rule::A20,
        "port P limit 1
         port Q limit 1
         device D
         associate D P key=1
         close Q
         associate D Q key=2
         expect refused",
        &["refused A20"],
    );
}

#[test]
fn a_closed_port_is_found_before_the_version_of_windows() {
    check(
        Rule::A20,
        "profile 8
         port P limit 1
         device D
         close P
         replace D P key=1
         expect refused",
        &["refused A20"],
    );
}

#[test]
fn a_device_of_a_closed_port_is_not_free_for_another() {
    for profile in ["xp", "11"] {
        check(
            Rule::A21,
            &format!(
                "profile {profile}
                 port P limit 1
                 port Q limit 1
                 device D
                 associate D P key=1
                 close P
                 associate D Q key=2
                 expect refused and P devices [D] and Q devices []"
            ),
            &["refused A21"],
        );
    }
}

#[test]
fn replacing_frees_a_device_from_a_closed_port() {
    check(
        Rule::A21,
        "port P limit 1
         port Q limit 1
         device D
         associate D P key=1
         close P
         associate D Q key=2
         replace D Q key=2
         expect P devices [] and Q devices [D]",
        &["D outside -> devices A13", "D devices -> outside A13", "P closed -> destroyed L10"],
    );
}

#[test]
fn removing_frees_a_device_from_a_closed_port() {
    check(
        Rule::A21,
        "port P limit 1
         port Q limit 1
         device D
         associate D P key=1
         close P
         associate D Q key=2
         dissociate D
         associate D Q key=2
         expect P devices [] and Q devices [D]",
        &["D outside -> devices P01"],
    );
}
