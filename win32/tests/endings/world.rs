//! Threads of CreateThread that run a closure, and waits that have a limit.

use std::ffi::c_void;
use std::ptr;
use std::time::{Duration, Instant};

use iocp_sim_win32::Win32::Foundation::{CloseHandle, HANDLE, TRUE, WAIT_OBJECT_0};
use iocp_sim_win32::Win32::System::Threading::{
    CreateThread, GetExitCodeThread, ResumeThread, SuspendThread, TerminateThread,
    WaitForSingleObject,
};

/// Longer than anything takes here.
pub(crate) const LONG: Duration = Duration::from_secs(60);
/// The same as a time-out of a call.
pub(crate) const LONG_MS: u32 = 60_000;

/// A thread of CreateThread.
pub(crate) struct Thread(pub(crate) HANDLE);

impl Thread {
    pub(crate) fn begin(stack: usize, run: impl FnOnce() -> u32 + Send + 'static) -> Self {
        type Run = Box<dyn FnOnce() -> u32 + Send>;
        unsafe extern "system" fn start(run: *mut c_void) -> u32 {
            // SAFETY: it is the box that was given away below.
            let run = *unsafe { Box::from_raw(run.cast::<Run>()) };
            run()
        }
        let run: *mut Run = Box::into_raw(Box::new(Box::new(run)));
        // SAFETY: the function takes the box.
        let thread = unsafe {
            CreateThread(ptr::null(), stack, Some(start), run.cast(), 0, ptr::null_mut())
        };
        assert!(!thread.is_null());
        Self(thread)
    }

    pub(crate) fn suspend(&self) -> u32 {
        // SAFETY: the call has no places.
        unsafe { SuspendThread(self.0) }
    }

    pub(crate) fn resume(&self) -> u32 {
        // SAFETY: the call has no places.
        unsafe { ResumeThread(self.0) }
    }

    pub(crate) fn terminate(&self, code: u32) {
        // SAFETY: the call has no places.
        assert_eq!(unsafe { TerminateThread(self.0, code) }, TRUE);
    }

    /// Waits for the end, and gives the code.
    pub(crate) fn ended(self) -> u32 {
        let mut code = 0;
        // SAFETY: the place lives longer than the call.
        unsafe {
            assert_eq!(WaitForSingleObject(self.0, LONG_MS), WAIT_OBJECT_0, "it does not end");
            assert_eq!(GetExitCodeThread(self.0, &mut code), TRUE);
            CloseHandle(self.0);
        }
        code
    }
}

/// Waits until something holds, and fails if that takes too long.
pub(crate) fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < LONG, "{what}");
        std::thread::yield_now();
    }
}
