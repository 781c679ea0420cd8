//! The functions of Windows, as they are exported.

#![allow(unused_imports, reason = "features say which of them a face shows")]

mod apcs;
mod attributes;
mod errors;
mod handles;
mod memory;
mod messages;
mod modules;
mod native;
mod port;
mod processes;
mod query;
mod sockets;
mod texts;
mod threads;
mod times;
mod waiting;

pub use self::apcs::*;
pub use self::errors::*;
pub use self::handles::*;
pub use self::memory::*;
pub use self::messages::*;
pub use self::modules::*;
pub use self::native::*;
pub use self::port::*;
pub use self::processes::*;
pub use self::query::*;
pub use self::sockets::*;
pub use self::threads::*;
pub use self::waiting::*;
pub use crate::absent::*;
