//! The functions that are not implemented: they link, fail, and say so.
//!
//! A program that only mentions them can be built and run. Each says on stderr that it is not
//! implemented when it is first called, unless `IOCP_SIM_QUIET` is set.

#![allow(unused_imports, reason = "features say which of them a face shows")]

use std::io::{self, Write};
use std::sync::Once;

use windows_sys::Win32::Foundation::{
    ERROR_CALL_NOT_IMPLEMENTED, NTSTATUS, STATUS_NOT_IMPLEMENTED,
};

use crate::codes::Win32Error;
use crate::last_error;

/// Defines exported functions that are not implemented, by kind:
///
/// * none: it sets the last error, and returns what stands behind `=`;
/// * `native`: it returns STATUS_NOT_IMPLEMENTED;
/// * `prefixed`: as none, but a C library has its name.
macro_rules! absent {
    () => {};
    (fn $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty = $failed:expr; $($rest:tt)*) => {
        absent!(@ plain fn $name($($arg: $ty),*) -> $ret = $failed;);
        absent!($($rest)*);
    };
    (prefixed fn $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty = $failed:expr; $($rest:tt)*) => {
        absent!(@ prefixed fn $name($($arg: $ty),*) -> $ret = $failed;);
        absent!($($rest)*);
    };
    (native fn $name:ident($($arg:ident: $ty:ty),*); $($rest:tt)*) => {
        export! {
            /// Is not implemented: it returns STATUS_NOT_IMPLEMENTED.
            native fn $name($($arg: $ty),*) {
                static FIRST: ::std::sync::Once = ::std::sync::Once::new();
                $(let _ = $arg;)*
                Ok($crate::absent::native(stringify!($name), &FIRST))
            }
        }
        absent!($($rest)*);
    };
    (@ $kind:ident fn $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty = $failed:expr;) => {
        export! {
            /// Is not implemented: it sets ERROR_CALL_NOT_IMPLEMENTED, and returns what stands for
            /// failure.
            $kind fn $name($($arg: $ty),*) -> $ret, or $failed, {
                static FIRST: ::std::sync::Once = ::std::sync::Once::new();
                $(let _ = $arg;)*
                $crate::absent::win32(stringify!($name), &FIRST);
                $failed
            }
        }
    };
}

mod declared;
mod undeclared;

pub use self::declared::*;
pub use self::undeclared::*;

/// Fails as a function of Win32.
fn win32(name: &str, first: &Once) {
    first.call_once(|| say(name, "and fails"));
    last_error::set(Win32Error(ERROR_CALL_NOT_IMPLEMENTED));
}

/// Fails as a native function, which leaves the last error alone.
fn native(name: &str, first: &Once) -> NTSTATUS {
    first.call_once(|| say(name, "and fails"));
    STATUS_NOT_IMPLEMENTED
}

fn say(name: &str, what: &str) {
    if std::env::var_os("IOCP_SIM_QUIET").is_none() {
        // If nobody can be told, the error code says it.
        let _ = writeln!(io::stderr(), "iocp-sim: {name} is not implemented, {what}");
    }
}
