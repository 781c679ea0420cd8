//! Threads that are stopped, or come to their end, where that is hard: in functions that this
//! library calls for them, on a small stack, and while their thread-local values go.

#![cfg(not(windows))]

mod callbacks;
mod destructors;
mod signals;
mod stacks;
mod world;
