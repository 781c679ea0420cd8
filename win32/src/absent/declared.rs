//! Functions that windows-sys declares and that are not implemented.
//!
//! `cargo xtask declarations` writes this file and those below.

#![allow(unused_imports, reason = "features say which of them a face shows")]

mod wdk_storage_filesystem;
mod wdk_system_io;
mod win32_networking_winsock;
mod win32_storage_filesystem;
mod win32_system_io;
mod win32_system_memory;
mod win32_system_pipes;
mod win32_system_threading;

pub use self::wdk_storage_filesystem::*;
pub use self::wdk_system_io::*;
pub use self::win32_networking_winsock::*;
pub use self::win32_storage_filesystem::*;
pub use self::win32_system_io::*;
pub use self::win32_system_memory::*;
pub use self::win32_system_pipes::*;
pub use self::win32_system_threading::*;
