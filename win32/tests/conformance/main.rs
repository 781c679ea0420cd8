//! One body of cases for every arm: this library, and whatever else has the API.
//!
//! A case is written against the names of windows-sys, and against one block of native calls that
//! windows-sys lacks. Each says which rules of SPEC.md it shows, where the book speaks of such
//! things. A case must run alone, and beside all others in one process.

#[cfg(not(windows))]
extern crate iocp_sim_win32 as windows_sys;

#[macro_use]
mod arm;
mod actors;
mod callbacks;
mod calls;
mod locks;
mod native;
mod native_objects;
mod ntdll;
mod situations;
mod waitables;

mod addresses;
mod alertable_gets;
mod apcs;
mod batches;
mod blocking;
mod clocks;
mod closing;
mod comparing;
mod condition_variables;
mod creating;
mod critical_sections;
mod duplicating;
mod ended_members;
mod errors;
mod events;
mod flags;
mod gets;
mod hand_over;
mod libraries;
mod limit;
mod messages;
mod mutexes;
mod named_objects;
mod names;
mod native_events;
mod native_gets;
mod native_mutants;
mod native_names;
mod native_semaphores;
mod native_timers;
mod native_waits;
mod not_blocking;
mod once;
mod port_waits;
mod posts;
mod queries;
mod registered_waits;
mod reserves;
mod results;
mod rights;
mod semaphores;
mod signal_and_wait;
mod sleeps;
mod slim_locks;
mod suspended_members;
mod suspending;
mod threads;
mod timer_queues;
mod timer_routines;
mod timers;
mod waits;
mod waits_for_many;
