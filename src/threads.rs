//! The driver of real threads: a completion port for Rust programs, on every platform.
//!
//! Each port is a [`Machine`](crate::Machine) behind a lock: lock, step, unlock, wake. What a
//! waiting thread gets is handed over under the lock, so nobody can take it away; the thread is
//! woken after the lock is released, and nothing user-written runs under it.
//!
//! [`CompletionPort`] explains the rest.

mod blocking;
mod builder;
mod calls;
mod device;
mod error;
#[cfg_attr(miri, expect(dead_code, reason = "Miri has a mutex in its place"))]
mod lock;
mod log;
mod member;
mod port;
mod recording;
mod seat;
mod state;
mod sync;
mod thread;
mod waiter;

pub use self::blocking::{blocking, leave};
pub use self::builder::Builder;
pub use self::device::Device;
pub use self::error::{AssociateError, GetError, PostError, PostManyError};
#[cfg(loom)]
pub use self::lock::Lock;
pub(crate) use self::log::Noted;
pub use self::port::CompletionPort;
pub use self::recording::{Difference, Entry, Recorded, Recording};
pub use self::thread::{Pause, Thread};
pub use self::waiter::WaitStrategy;
