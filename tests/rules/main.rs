//! A minimal example for every rule, one file for each section of SPEC.md.

mod batches;
mod closing;
mod completions;
mod devices;
mod invariants;
mod limit;
mod paused;
mod port;
mod posting;
mod released;
mod results;
mod vocabulary;
mod waiting;
