//! The last error of each thread.

use std::cell::Cell;

use crate::codes::Win32Error;

thread_local! {
    static LAST: Cell<u32> = const { Cell::new(0) };
}

pub(crate) fn last() -> Win32Error {
    Win32Error(LAST.get())
}

pub(crate) fn set(error: Win32Error) {
    LAST.set(error.0);
}
