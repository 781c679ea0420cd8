//! The handles that always name the calling process and the calling thread.

use std::{process, ptr};

use windows_sys::Win32::Foundation::HANDLE;

use crate::handles::{CURRENT_PROCESS, CURRENT_THREAD};

export! {
    /// The calling process.
    ///
    /// By [`Rule::L24`](iocp_sim::Rule::L24).
    plain fn GetCurrentProcess() -> HANDLE, or ptr::null_mut(), { pseudo(CURRENT_PROCESS) }

    /// Ends the process with a code. What was to be done at its end by the C library is done.
    endless fn ExitProcess(code: u32) { process::exit(code.cast_signed()) }

    /// The number of the calling process, which is that of the host.
    plain fn GetCurrentProcessId() -> u32, or 0, { process::id() }

    /// The calling thread.
    ///
    /// By [`Rule::L24`](iocp_sim::Rule::L24).
    plain fn GetCurrentThread() -> HANDLE, or ptr::null_mut(), { pseudo(CURRENT_THREAD) }
}

fn pseudo(value: isize) -> HANDLE {
    ptr::without_provenance_mut(value.cast_unsigned())
}
