//! The five structures of a completion port, as pure data.
//!
//! They do not know each other, nor the limit: what moves between them, and why, is decided in
//! [`machine`](crate::machine).

mod completions;
mod devices;
mod paused;
mod released;
mod waiting;

pub use completions::{Packet, Status};

pub(crate) use completions::Completions;
pub(crate) use devices::Devices;
pub(crate) use paused::Paused;
pub(crate) use released::Released;
pub(crate) use waiting::Waiting;
