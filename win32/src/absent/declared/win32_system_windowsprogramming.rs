//! Functions of `Win32::System::WindowsProgramming` that are not implemented.

use std::ptr;

use windows_sys::Win32::Foundation::*;
use windows_sys::core::*;

absent! {
    fn OpenMutexA(
        dwdesiredaccess: u32, binherithandle: BOOL, lpname: PCSTR
    ) -> HANDLE = ptr::null_mut();
    fn OpenSemaphoreA(
        dwdesiredaccess: u32, binherithandle: BOOL, lpname: PCSTR
    ) -> HANDLE = ptr::null_mut();
}
