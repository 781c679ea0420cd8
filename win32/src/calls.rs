//! The functions of Windows, as they are exported.

#![allow(unused_imports, reason = "features say which of them a face shows")]

mod addresses;
mod apcs;
mod attributes;
mod clocks;
mod condition_variables;
mod critical_sections;
mod errors;
mod events;
mod handles;
mod locking;
mod memory;
mod messages;
mod modules;
mod mutexes;
mod naming;
mod native;
mod once;
mod port;
mod processes;
mod queries;
mod query;
mod semaphores;
mod slim_locks;
mod sockets;
mod system;
mod texts;
mod threads;
mod times;
mod waiting;

pub use self::addresses::*;
pub use self::apcs::*;
pub use self::clocks::*;
pub use self::condition_variables::*;
pub use self::critical_sections::*;
pub use self::errors::*;
pub use self::events::*;
pub use self::handles::*;
pub use self::memory::*;
pub use self::messages::*;
pub use self::modules::*;
pub use self::mutexes::*;
pub use self::native::*;
pub use self::once::*;
pub use self::port::*;
pub use self::processes::*;
pub use self::query::*;
pub use self::semaphores::*;
pub use self::slim_locks::*;
pub use self::sockets::*;
pub use self::system::*;
pub use self::threads::*;
pub use self::waiting::*;
pub use crate::absent::*;
