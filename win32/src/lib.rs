//! Code that uses Windows I/O completion ports, built and run where there is no Windows.
//!
//! The functions have the names, the signatures and the behaviour of Windows; what stands behind
//! them are the ports of [`iocp_sim::threads`]. There are three ways in:
//!
//! | face | for | how |
//! |---|---|---|
//! | `Win32`, `Wdk` | Rust over windows-sys 0.61 | a line of Cargo.toml, as below |
//! | `include/` | C and C++ | `#include <windows.h>`, and a library |
//! | `bare-names` | code over the original windows-sys, as it is | a feature |
//!
//! ```toml
//! windows-sys = { package = "iocp-sim-win32", version = "0.1", features = ["Win32_System_IO"] }
//! ```
//!
//! On Windows the crate is windows-sys itself, and [`ntdll`] what that lacks.
//!
//! `support.toml` says of each function whether it is done, or what is missing.
//!
//! # Examples
//!
//! ```
//! use std::ptr;
//!
//! # #[cfg(all(feature = "Win32_System_IO", feature = "Win32_Foundation"))]
//! # {
//! use iocp_sim_win32::Win32::Foundation::{CloseHandle, INVALID_HANDLE_VALUE, TRUE};
//! use iocp_sim_win32::Win32::System::IO::{
//!     CreateIoCompletionPort, GetQueuedCompletionStatus, PostQueuedCompletionStatus,
//! };
//!
//! let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
//! unsafe {
//!     let port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, ptr::null_mut(), 0, 1);
//!     assert_eq!(PostQueuedCompletionStatus(port, 512, 7, ptr::null()), TRUE);
//!     let got = GetQueuedCompletionStatus(port, &mut bytes, &mut key, &mut overlapped, 0);
//!     assert_eq!((got, bytes, key), (TRUE, 512, 7));
//!     CloseHandle(port);
//! }
//! # }
//! ```

#[cfg(windows)]
pub use windows_sys::*;

#[cfg(not(windows))]
#[macro_use]
mod export;

#[cfg(not(windows))]
mod absent;
#[cfg(not(windows))]
mod callbacks;
#[cfg(not(windows))]
mod calls;
#[cfg(not(windows))]
mod clockwork;
#[cfg(not(windows))]
mod codes;
#[cfg(not(windows))]
pub mod device;
#[cfg(not(windows))]
mod dispatcher;
#[cfg(not(windows))]
mod ending;
#[cfg(not(windows))]
mod faces;
#[cfg(not(windows))]
mod handles;
#[cfg(not(windows))]
mod inside;
#[cfg(not(windows))]
mod last_error;
#[cfg(not(windows))]
mod names;
#[cfg(not(windows))]
mod objects;
#[cfg(not(windows))]
mod places;
#[cfg(not(windows))]
mod pool;
#[cfg(not(windows))]
mod suspension;
#[cfg(not(windows))]
mod tickets;
#[cfg(not(windows))]
mod view;
#[cfg(not(windows))]
mod waits;

pub mod ntdll;

#[cfg(not(windows))]
pub use self::faces::*;
#[cfg(not(windows))]
pub use self::view::{Style, picture, snapshot};
