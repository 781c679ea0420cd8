//! Functions of `Win32::System::SystemInformation` that are not implemented.

use windows_sys::Win32::System::SystemInformation::*;

absent! {
    fn GetSystemInfo(lpsysteminfo: *mut SYSTEM_INFO) -> () = ();
    fn GetTickCount() -> u32 = 0;
    fn GetTickCount64() -> u64 = 0;
}
