//! The Windows I/O completion port as a pure state machine, faithful enough to teach from and to
//! verify against.
//!
//! A completion port is five structures and a limit:
//!
//! ```text
//!                         ┌────────────── the port ───────────────────────────────────────┐
//!  socket ─┐              │  completion queue        waiting threads      released        │
//!  file   ─┼─ devices ───►│  ─────────────────       ╭──────────────     ┌───────┐ limit  │
//!  post ───┘   (list)     │   p5  p4  p3  ▸  ────────│ A  B  C  ▸ ──────►│ D  p2 │        │
//!                         │  ─────────────────       ╰──────────────     └───────┘        │
//!                         │  first in, first out     last in, first out   run, and count  │
//!                         │                                                  │    ▲       │
//!                         │                                    blocks, is    ▼    │ goes  │
//!                         │                                    suspended    paused│ on    │
//!                         └───────────────────────────────────────────────────────────────┘
//! ```
//!
//! [`Machine`] is that port. An [`Event`] goes in; [`Move`]s between the five come out, and each
//! names the [`Rule`] of SPEC.md that caused it. [`Machine::step`] says all that is needed to
//! drive it.
//!
//! # The map
//!
//! | module | what it is |
//! |---|---|
//! | [`rules`] | the rules of SPEC.md: their ids here, their text there |
//! | [`structures`] | the five structures: pure data that decides nothing |
//! | [`machine`] | the port: what moves between the five, and why |
//! | [`trace`] | what a driver records |
//! | [`picture`] | the five structures as text |
//! | [`sim`] | the driver without threads: scenarios in virtual time |
//! | [`threads`] | the driver of real threads: a port for Rust programs |
//! | [`recordings`] | recordings of real threads as scenarios and traces |
//!
//! # Examples
//!
//! A scenario is text that a person can write. It is run, and what it expects is checked:
//!
//! ```
//! use iocp_sim::sim::{Scenario, run};
//!
//! let scenario = Scenario::parse(
//!     "port P limit 1\n\
//!      thread A B\n\
//!      A: get P\n\
//!      B: get P\n\
//!      post P key=1\n\
//!      post P key=2\n\
//!      B: block\n\
//!      expect A got key=2 and P paused [B]\n",
//! )?;
//! assert!(run(&scenario).failures.is_empty());
//! # Ok::<(), iocp_sim::sim::ScenarioError>(())
//! ```

#![forbid(unsafe_code)]

pub mod machine;
pub mod picture;
pub mod recordings;
pub mod rules;
pub mod sim;
pub mod structures;
pub mod threads;
pub mod trace;

mod chain;
mod ids;
mod slots;

pub use crate::ids::{DeviceId, ThreadId};
pub use crate::machine::{
    Admission, Answer, Call, Elsewhere, Event, Form, Item, Ledger, Limit, Machine, Misuse, Move,
    Outcome, Place, Profile, Sink, Snapshot, Told, Wait,
};
pub use crate::rules::Rule;
pub use crate::structures::{Packet, Status};
