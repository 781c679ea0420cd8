//! Examples of section 7 of SPEC.md: a get is checked before anything moves.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn a_get_that_is_refused_leaves_the_thread_at_its_old_port() {
    check(
        Rule::C32,
        "port P limit 1
         port Q limit 1
         thread A B
         A: get P poll
         B: get P
         post P key=1
         post Q key=2
         A: get Q max 0
         expect refused and A refused and B waiting
         expect P queue [key=1] waiting [B] released [A] and Q queue [key=2] active 0",
        &["A refused E01", "refused E01"],
    );
}

#[test]
fn a_get_of_a_closed_port_leaves_the_thread_at_its_old_port() {
    check(
        Rule::C32,
        "port P limit 1
         port Q limit 1
         thread A B
         A: get P poll
         B: get P
         post P key=1
         close Q
         A: get Q
         expect A closed and B waiting
         expect P queue [key=1] waiting [B] released [A] and Q waiting [] active 0",
        &["A closed G05"],
    );
}

#[test]
fn a_get_that_ends_for_a_pending_apc_leaves_the_thread_at_its_old_port() {
    check(
        Rule::C32,
        "port P limit 1
         port Q limit 1
         thread A B
         A: get P poll
         B: get P
         post P key=1
         post Q key=2
         A: apc
         A: get Q alertable
         expect A apc and B waiting
         expect P queue [key=1] waiting [B] released [A] and Q queue [key=2] active 0",
        &["A apc E09"],
    );
}

#[test]
fn a_get_that_is_refused_costs_a_thread_neither_its_slot_nor_its_packets() {
    check(
        Rule::C32,
        "port P limit 1
         thread A B
         B: get P
         A: get P
         post P key=1
         post P key=2
         A: get P max 0
         expect refused and A refused and P queue [key=2] waiting [B] released [A]",
        &["A refused E01", "refused E01"],
    );
}

#[test]
fn a_get_of_the_threads_own_port_after_its_close_costs_it_none_of_its_packets() {
    check(
        Rule::C32,
        "port P limit 1
         thread A
         device D
         associate D P key=7
         A: get P
         D: complete
         close P
         A: get P
         expect A closed and P queue [] waiting [] active 0",
        &["A closed G05"],
    );
}

#[test]
fn a_poll_that_passes_the_checks_switches() {
    check(
        Rule::C32,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P poll
         A: get Q poll
         expect A timeout and P active 0 and Q released [A]",
        &["A released -> outside C06", "A outside -> released P04", "A timeout G03"],
    );
}
