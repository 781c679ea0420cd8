//! Functions of `Win32::System::Threading` that are not implemented.

use std::ffi::c_void;

use windows_sys::Win32::Foundation::*;
use windows_sys::Win32::System::Threading::*;
use windows_sys::core::*;

absent! {
    fn CancelThreadpoolIo(pio: PTP_IO) -> () = ();
    fn CloseThreadpoolIo(pio: PTP_IO) -> () = ();
    fn CloseThreadpoolTimer(pti: PTP_TIMER) -> () = ();
    fn CloseThreadpoolWait(pwa: PTP_WAIT) -> () = ();
    fn CloseThreadpoolWork(pwk: PTP_WORK) -> () = ();
    fn CreateThreadpoolIo(
        fl: HANDLE, pfnio: PTP_WIN32_IO_CALLBACK, pv: *mut c_void,
        pcbe: *const TP_CALLBACK_ENVIRON_V3
    ) -> PTP_IO = 0;
    fn CreateThreadpoolTimer(
        pfnti: PTP_TIMER_CALLBACK, pv: *mut c_void, pcbe: *const TP_CALLBACK_ENVIRON_V3
    ) -> PTP_TIMER = 0;
    fn CreateThreadpoolWait(
        pfnwa: PTP_WAIT_CALLBACK, pv: *mut c_void, pcbe: *const TP_CALLBACK_ENVIRON_V3
    ) -> PTP_WAIT = 0;
    fn CreateThreadpoolWork(
        pfnwk: PTP_WORK_CALLBACK, pv: *mut c_void, pcbe: *const TP_CALLBACK_ENVIRON_V3
    ) -> PTP_WORK = 0;
    fn SetThreadpoolTimer(
        pti: PTP_TIMER, pftduetime: *const FILETIME, msperiod: u32, mswindowlength: u32
    ) -> () = ();
    fn SetThreadpoolWait(pwa: PTP_WAIT, h: HANDLE, pfttimeout: *const FILETIME) -> () = ();
    fn StartThreadpoolIo(pio: PTP_IO) -> () = ();
    fn SubmitThreadpoolWork(pwk: PTP_WORK) -> () = ();
    fn WaitForThreadpoolIoCallbacks(pio: PTP_IO, fcancelpendingcallbacks: BOOL) -> () = ();
    fn WaitForThreadpoolTimerCallbacks(pti: PTP_TIMER, fcancelpendingcallbacks: BOOL) -> () = ();
    fn WaitForThreadpoolWaitCallbacks(pwa: PTP_WAIT, fcancelpendingcallbacks: BOOL) -> () = ();
    fn WaitForThreadpoolWorkCallbacks(pwk: PTP_WORK, fcancelpendingcallbacks: BOOL) -> () = ();
}
