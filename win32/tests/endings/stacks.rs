//! How large the stack of a thread is.

use std::hint::black_box;

use crate::world::Thread;

#[test]
fn a_stack_of_which_little_is_committed_grows_to_the_usual_size() {
    // What Windows reserves for a program that does not ask is 1 MiB.
    let thread = Thread::begin(4096, || u32::from(black_box([7_u8; 900 * 1024])[black_box(5)]));
    assert_eq!(thread.ended(), 7);
}
