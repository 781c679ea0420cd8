//! A trace to be looked at: what of a step is worth asking and saying first.
//!
//! Everything here is a function of a trace. Nothing decides what a port does. A trace that was
//! read from elsewhere may say what no port does: whoever shows it first holds it against the
//! machine with [`replay`](iocp_sim::sim::replay).

#![forbid(unsafe_code)]

mod does;
mod dot;
mod event;
mod lead;
mod letters;
pub mod limits;
mod mermaid;
mod moved;
mod numbers;
pub mod page;
mod perfetto;
mod predictions;
mod questions;
#[cfg(test)]
mod renamed;
mod svg;

pub use self::dot::dot;
pub use self::lead::lead;
pub use self::mermaid::mermaid;
pub use self::perfetto::perfetto;
pub use self::predictions::{Answer, Prediction, prediction};
pub use self::svg::{svg_step, svg_story};
