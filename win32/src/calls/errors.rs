//! The last error, and what an NTSTATUS is in Win32.

use windows_sys::Win32::Foundation::{ERROR_MR_MID_NOT_FOUND, NTSTATUS, WIN32_ERROR};

use crate::codes::{Win32Error, general};
use crate::last_error;

export! {
    /// The last error of the calling thread.
    ///
    /// By [`Rule::R03`](iocp_sim::Rule::R03).
    plain fn GetLastError() -> WIN32_ERROR, or 0, { last_error::last().0 }

    /// Sets the last error of the calling thread.
    ///
    /// By [`Rule::R03`](iocp_sim::Rule::R03).
    plain fn SetLastError(error: WIN32_ERROR) -> (), or (), { last_error::set(Win32Error(error)) }

    /// The Win32 error for an NTSTATUS.
    ///
    /// By [`Rule::R02`](iocp_sim::Rule::R02).
    plain fn RtlNtStatusToDosError(status: NTSTATUS) -> u32, or ERROR_MR_MID_NOT_FOUND, {
        general(status).0
    }

    /// The Win32 error for an NTSTATUS, with no trace of it in the thread. There is none here
    /// anyway.
    plain fn RtlNtStatusToDosErrorNoTeb(status: NTSTATUS) -> u32, or ERROR_MR_MID_NOT_FOUND, {
        general(status).0
    }
}
