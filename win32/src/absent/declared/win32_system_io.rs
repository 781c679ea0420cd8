//! Functions of `Win32::System::IO` that are not implemented.

use windows_sys::Win32::Foundation::*;
use windows_sys::Win32::System::IO::*;
use windows_sys::core::*;

absent! {
    fn BindIoCompletionCallback(
        filehandle: HANDLE, function: LPOVERLAPPED_COMPLETION_ROUTINE, flags: u32
    ) -> BOOL = FALSE;
    fn CancelIo(hfile: HANDLE) -> BOOL = FALSE;
    fn CancelIoEx(hfile: HANDLE, lpoverlapped: *const OVERLAPPED) -> BOOL = FALSE;
    fn CancelSynchronousIo(hthread: HANDLE) -> BOOL = FALSE;
    fn GetOverlappedResult(
        hfile: HANDLE, lpoverlapped: *const OVERLAPPED, lpnumberofbytestransferred: *mut u32,
        bwait: BOOL
    ) -> BOOL = FALSE;
    fn GetOverlappedResultEx(
        hfile: HANDLE, lpoverlapped: *const OVERLAPPED, lpnumberofbytestransferred: *mut u32,
        dwmilliseconds: u32, balertable: BOOL
    ) -> BOOL = FALSE;
}
