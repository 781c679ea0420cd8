//! Functions of `Win32::System::Performance` that are not implemented.

use windows_sys::Win32::Foundation::*;
use windows_sys::core::*;

absent! {
    fn QueryPerformanceCounter(lpperformancecount: *mut i64) -> BOOL = FALSE;
    fn QueryPerformanceFrequency(lpfrequency: *mut i64) -> BOOL = FALSE;
}
