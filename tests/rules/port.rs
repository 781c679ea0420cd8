//! Examples of section 1 of SPEC.md: the port.

use iocp_sim::Rule;

use crate::vocabulary::check;

#[test]
fn a_thread_stands_in_one_structure_of_one_port() {
    check(
        Rule::P07,
        "port P limit 1
         port Q limit 1
         thread A
         A: get P
         expect P waiting [A] released [] paused []
         A: suspend
         expect P waiting [] released [] paused [A]
         A: resume
         expect P waiting [A] released [] paused []
         post P key=1
         expect P waiting [] released [A] paused []
         A: block
         expect P waiting [] released [] paused [A]
         A: unblock
         expect P waiting [] released [A] paused []
         expect Q waiting [] released [] paused []
         A: get Q
         expect P waiting [] released [] paused [] and Q waiting [A] released [] paused []",
        &["p1 done C06", "A released -> outside C06", "A outside -> waiting C03"],
    );
}

#[test]
fn a_thread_that_was_never_associated_stands_in_no_structure() {
    check(
        Rule::P07,
        "port P limit 1
         thread A
         A: block
         A: suspend
         A: unblock
         A: resume
         expect P waiting [] released [] paused []",
        &[],
    );
}
