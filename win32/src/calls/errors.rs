//! The last error, and what an NTSTATUS is in Win32.

use windows_sys::Win32::Foundation::{ERROR_MR_MID_NOT_FOUND, NTSTATUS, WIN32_ERROR};

use crate::codes::{Win32Error, general};
use crate::last_error;

export! {
    /// The last error of the calling thread.
    plain fn GetLastError() -> WIN32_ERROR, or 0, { last_error::last().0 }

    /// Sets the last error of the calling thread.
    plain fn SetLastError(error: WIN32_ERROR) -> (), or (), { last_error::set(Win32Error(error)) }

    /// The Win32 error for an NTSTATUS.
    plain fn RtlNtStatusToDosError(status: NTSTATUS) -> u32, or ERROR_MR_MID_NOT_FOUND, {
        general(status).0
    }

    /// The Win32 error for an NTSTATUS, with no trace of it in the thread. There is none here
    /// anyway.
    plain fn RtlNtStatusToDosErrorNoTeb(status: NTSTATUS) -> u32, or ERROR_MR_MID_NOT_FOUND, {
        general(status).0
    }
}
