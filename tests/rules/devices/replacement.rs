//! Examples of section 2 of SPEC.md: replacing and removing an association.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn an_association_is_replaced_by_one_with_another_port() {
    check(
        Rule::A13,
        "profile 8.1
         port P limit 1
         port Q limit 1
         device D
         associate D P key=1
         replace D Q key=2
         expect P devices [] and Q devices [D]",
        &["D outside -> devices A13", "D devices -> outside A13"],
    );
}

#[test]
fn packets_of_a_replaced_association_go_to_the_new_port_with_the_new_key() {
    check(
        Rule::A13,
        "port P limit 1
         port Q limit 1
         device D
         associate D P key=1
         replace D Q key=2
         D: complete
         expect P queue [] and Q queue [key=2]",
        &["p1 D -> queue Q01"],
    );
}

#[test]
fn replacing_with_the_same_port_changes_the_key() {
    check(
        Rule::A13,
        "port P limit 1
         device D
         associate D P key=1
         replace D P key=2
         expect P devices [D]",
        &["D stays devices A13"],
    );
}

#[test]
fn replacing_where_there_is_no_association_makes_one() {
    check(
        Rule::A13,
        "port P limit 1
         device D
         replace D P key=2
         expect P devices [D]",
        &["D outside -> devices A13"],
    );
}

#[test]
fn an_association_is_removed() {
    check(
        Rule::A13,
        "profile 8.1
         port P limit 1
         device D
         associate D P key=1
         dissociate D
         expect P devices []",
        &["D devices -> outside A13"],
    );
}

#[test]
fn a_device_whose_association_was_removed_may_be_associated_again() {
    check(
        Rule::A13,
        "port P limit 1
         port Q limit 1
         device D
         associate D P key=1
         dissociate D
         associate D Q key=2
         expect P devices [] and Q devices [D]",
        &["D outside -> devices P01"],
    );
}

#[test]
fn removing_where_there_is_no_association_changes_nothing() {
    check(
        Rule::A13,
        "port P limit 1
         device D
         associate D P key=1
         dissociate D
         dissociate D
         expect P devices []",
        &[],
    );
}

#[test]
fn replacing_is_refused_before_windows_8_1() {
    for profile in ["xp", "vista", "7", "8"] {
        check(
            Rule::A13,
            &format!(
                "profile {profile}
                 port P limit 1
                 port Q limit 1
                 device D
                 associate D P key=1
                 replace D Q key=2
                 expect refused and P devices [D] and Q devices []"
            ),
            &["refused A13"],
        );
    }
}

#[test]
fn removing_is_refused_before_windows_8_1() {
    for profile in ["xp", "vista", "7", "8"] {
        check(
            Rule::A13,
            &format!(
                "profile {profile}
                 port P limit 1
                 device D
                 associate D P key=1
                 dissociate D
                 expect refused and P devices [D]"
            ),
            &["refused A13"],
        );
    }
}

#[test]
fn removing_no_association_is_refused_before_windows_8_1_as_well() {
    check(
        Rule::A13,
        "profile 8
         port P limit 1
         device D
         dissociate D
         expect refused",
        &["refused A13"],
    );
}

#[test]
fn a_queued_packet_stays_on_the_old_port_when_its_device_moves_on() {
    check(
        Rule::A14,
        "port P limit 1
         port Q limit 1
         thread A
         device D
         associate D P key=1
         D: complete
         replace D Q key=2
         expect P queue [key=1] and Q queue []
         A: get P
         expect A got key=1",
        &["p1 queue -> A Q01", "A+p1 outside -> released C07", "A got p1 G01"],
    );
}

#[test]
fn a_queued_packet_stays_when_the_association_is_removed() {
    check(
        Rule::A14,
        "port P limit 1
         device D
         associate D P key=1
         D: complete
         dissociate D
         expect P devices [] queue [key=1]",
        &["D devices -> outside A13"],
    );
}
