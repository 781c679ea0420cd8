//! The calls that queue APCs, and one that runs them.

use std::ffi::c_void;

use windows_sys::Win32::Foundation::{HANDLE, PAPCFUNC, STATUS_INVALID_PARAMETER, STATUS_SUCCESS};

use super::threads::thread_with;
use crate::codes::Refused;
use crate::dispatcher::{Alert, Mode};
use crate::ntdll::PPS_APC_ROUTINE;
use crate::objects::{Access, Apc};
use crate::waits::{self, Until};

export! {
    /// Queues an APC to a thread.
    ///
    /// By [`Rule::U01`](iocp_sim::Rule::U01), [`Rule::U05`](iocp_sim::Rule::U05).
    win32 fn QueueUserAPC(function: PAPCFUNC, thread: HANDLE, data: usize) -> u32 {
        let thread = thread_with(thread, Access::SET_CONTEXT)?;
        let function = function.ok_or(Refused(STATUS_INVALID_PARAMETER))?;
        // SAFETY: the caller promised that the function can be called with the data.
        let apc: Apc = Box::new(move || unsafe { function(data) });
        thread.queue_apc(apc)?;
        Ok(1)
    }

    /// Queues an APC with three arguments to a thread.
    native fn NtQueueApcThread(
        thread: HANDLE,
        function: PPS_APC_ROUTINE,
        first: *const c_void,
        second: *const c_void,
        third: *const c_void,
    ) {
        let thread = thread_with(thread, Access::SET_CONTEXT)?;
        let function = function.ok_or(Refused(STATUS_INVALID_PARAMETER))?;
        let arguments = [first, second, third].map(|argument| argument.expose_provenance());
        thread.queue_apc(Box::new(move || {
            let [first, second, third] =
                arguments.map(std::ptr::with_exposed_provenance_mut::<c_void>);
            // SAFETY: the caller promised that the function can be called with the arguments.
            unsafe { function(first, second, third) }
        }))?;
        Ok(STATUS_SUCCESS)
    }

    /// Runs the APCs that are pending for the calling thread.
    native fn NtTestAlert() {
        waits::wait(&[], Mode::Any, Alert::Alertable, Until::AtOnce, |_, _| Ok(()))?;
        Ok(STATUS_SUCCESS)
    }
}
