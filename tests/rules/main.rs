//! A minimal example for every rule, one file for each section of SPEC.md.

mod batches;
mod closing;
mod completions;
mod devices;
mod invariants;
mod ledger;
mod limit;
mod meaning;
mod paused;
mod port;
mod posting;
mod profile;
mod released;
mod results;
mod vocabulary;
mod waiting;
