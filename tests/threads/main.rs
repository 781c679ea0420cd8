//! How the driver of real threads behaves: ports, devices, `blocking` and recordings, each test
//! with threads of its own. Interleavings are searched elsewhere, by `model-tests/loom`.
//!
//! A test that passes when it is fast must pass when it is slow: no thread sleeps to let another
//! one go first. What must have happened is waited for, in a snapshot, with a bound.

mod batches;
mod closing;
mod comings;
mod crew;
mod destructors;
mod devices;
mod gets;
mod handles;
mod others;
mod pauses;
mod programs;
mod recordings;
mod release;
mod replacement;
#[path = "../../model-tests/histories/told.rs"]
mod told;
