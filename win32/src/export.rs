//! How a function is exported: its name outside, and no panic across the border.

use std::panic::{AssertUnwindSafe, catch_unwind};

use windows_sys::Win32::Foundation::{HANDLE, NTSTATUS, STATUS_INTERNAL_ERROR};

use crate::codes::{Refused, Win32Error};
use crate::{inside, last_error};

/// Defines exported functions. Outside they are called `iocpsim_…`, or as in Windows with
/// `bare-names`.
///
/// A body is no unsafe context. It ends, by kind, with
///
/// * `win32`: a value, or the [`Win32Error`] that becomes the last error while the function returns
///   what stands for failure, which is the one behind `or` if there is one;
/// * `native`: an NTSTATUS, or the [`Refused`] that has one;
/// * `plain`: a value; the one behind `or` is returned if the body panics;
/// * `endless`: nothing, since the thread ends;
/// * `prefixed`: as `plain`, for a function that is called `iocpsim_…` with `bare-names` too.
macro_rules! export {
    () => {};
    ($(#[$meta:meta])* win32 fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty
        $body:block $($rest:tt)*) => {
        export!(@ $(#[$meta])* fn $name($($arg: $ty),*) -> $ret {
            $crate::export::win32(|| $body)
        });
        export!($($rest)*);
    };
    ($(#[$meta:meta])* win32 fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty,
        or $failed:expr, $body:block $($rest:tt)*) => {
        export!(@ $(#[$meta])* fn $name($($arg: $ty),*) -> $ret {
            $crate::export::win32_or($failed, || $body)
        });
        export!($($rest)*);
    };
    ($(#[$meta:meta])* native fn $name:ident($($arg:ident: $ty:ty),* $(,)?)
        $body:block $($rest:tt)*) => {
        export!(@ $(#[$meta])* fn $name($($arg: $ty),*)
            -> ::windows_sys::Win32::Foundation::NTSTATUS { $crate::export::native(|| $body) });
        export!($($rest)*);
    };
    ($(#[$meta:meta])* plain fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty,
        or $failed:expr, $body:block $($rest:tt)*) => {
        export!(@ $(#[$meta])* fn $name($($arg: $ty),*) -> $ret {
            $crate::export::plain(|| $body, $failed)
        });
        export!($($rest)*);
    };
    ($(#[$meta:meta])* endless fn $name:ident($($arg:ident: $ty:ty),* $(,)?)
        $body:block $($rest:tt)*) => {
        export!(@ $(#[$meta])* fn $name($($arg: $ty),*) -> ! {
            $crate::inside::enter();
            $body
        });
        export!($($rest)*);
    };
    // Nothing else may be called by the name of Windows: a C library has a function of that name.
    ($(#[$meta:meta])* prefixed fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty,
        or $failed:expr, $body:block $($rest:tt)*) => {
        export!(@@ [#[unsafe(export_name = concat!("iocpsim_", stringify!($name)))]]
            $(#[$meta])* fn $name($($arg: $ty),*) -> $ret {
                $crate::export::plain(|| $body, $failed)
            });
        export!($($rest)*);
    };
    (@ $(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty $body:block) => {
        export!(@@ [
            #[cfg_attr(feature = "bare-names", unsafe(no_mangle))]
            #[cfg_attr(
                not(feature = "bare-names"),
                unsafe(export_name = concat!("iocpsim_", stringify!($name)))
            )]
        ] $(#[$meta])* fn $name($($arg: $ty),*) -> $ret $body);
    };
    (@@ [$($named:tt)*] $(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty
        $body:block) => {
        $(#[$meta])*
        ///
        /// # Safety
        ///
        /// A pointer is null, or valid for what the function of that name in Windows does with it.
        $($named)*
        #[allow(non_snake_case, reason = "Windows names it")]
        #[allow(clippy::too_many_arguments, reason = "Windows has so many")]
        pub unsafe extern "system" fn $name($($arg: $ty),*) -> $ret $body
    };
}

/// What a function of Win32 returns when it fails.
pub(crate) trait Failed {
    const FAILED: Self;
}

impl Failed for i32 {
    const FAILED: Self = 0;
}

impl Failed for u32 {
    const FAILED: Self = 0;
}

impl Failed for usize {
    const FAILED: Self = 0;
}

impl Failed for HANDLE {
    const FAILED: Self = std::ptr::null_mut();
}

impl Failed for bool {
    const FAILED: Self = false;
}

/// A function that returns nothing says by the last error alone that it did nothing.
impl Failed for () {
    const FAILED: Self = ();
}

impl<F> Failed for Option<F> {
    const FAILED: Self = None;
}

#[inline]
pub(crate) fn win32<T: Failed>(body: impl FnOnce() -> Result<T, Win32Error>) -> T {
    win32_or(T::FAILED, body)
}

#[inline]
pub(crate) fn win32_or<T>(failed: T, body: impl FnOnce() -> Result<T, Win32Error>) -> T {
    match guarded(body).unwrap_or(Err(Refused(STATUS_INTERNAL_ERROR).into())) {
        Ok(value) => value,
        Err(error) => {
            last_error::set(error);
            failed
        }
    }
}

#[inline]
pub(crate) fn native(body: impl FnOnce() -> Result<NTSTATUS, Refused>) -> NTSTATUS {
    match guarded(body).unwrap_or(Err(Refused(STATUS_INTERNAL_ERROR))) {
        Ok(status) | Err(Refused(status)) => status,
    }
}

#[inline]
pub(crate) fn plain<T>(body: impl FnOnce() -> T, failed: T) -> T {
    guarded(body).unwrap_or(failed)
}

/// Runs a body inside the library; nothing if it panics. A thread that is to end does so here,
/// where nothing of the library is left to be done.
#[inline]
fn guarded<R>(body: impl FnOnce() -> R) -> Option<R> {
    inside::enter();
    let result = catch_unwind(AssertUnwindSafe(body));
    inside::leave();
    result.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use windows_sys::Win32::Foundation::ERROR_INTERNAL_ERROR;

    #[test]
    fn a_panic_becomes_an_error_code() {
        assert_eq!(win32::<i32>(|| panic!("on purpose")), 0);
        assert_eq!(last_error::last(), Win32Error(ERROR_INTERNAL_ERROR));
        assert_eq!(native(|| panic!("on purpose")), STATUS_INTERNAL_ERROR);
        assert_eq!(plain(|| panic!("on purpose"), 7), 7);
    }
}
