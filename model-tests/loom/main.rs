//! Every interleaving of a few real threads at a port, within a bound on preemptions.
//!
//! Loom runs each model once for each order of its steps in which threads are interrupted at most
//! so often as the model says, and finds a thread that waits for ever by itself. A model returns
//! what came about in one run; over all runs that must be exactly the outcomes it lists: each of
//! them sometimes, and never another one. Bound, runs and seconds are printed:
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p iocp-sim --test loom -- --nocapture`
//!
//! Without `--cfg loom` nothing is here.

#![cfg(loom)]

mod account;
mod blocking;
mod closing;
mod deadlines;
mod devices;
mod exits;
mod explore;
mod lock;
mod others;
mod posts;
mod recordings;
mod switching;
