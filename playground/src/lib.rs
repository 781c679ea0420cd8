//! The machine and the simulator in a browser: one function, from a request to an answer, both
//! JSON.
//!
//! There is nothing to keep between two requests: each has the whole text of a scenario, and the
//! answer is made from it. [`answer`] is the function; `entry` is how JavaScript calls it.

#![deny(unsafe_code)]

mod answers;
mod entry;
mod requests;

pub use self::answers::answer;
