//! Functions of `Wdk::System::IO` that are not implemented.

use std::ffi::c_void;

use windows_sys::Win32::Foundation::*;
use windows_sys::Win32::System::IO::*;

absent! {
    native fn NtDeviceIoControlFile(
        filehandle: HANDLE, event: HANDLE, apcroutine: PIO_APC_ROUTINE, apccontext: *const c_void,
        iostatusblock: *mut IO_STATUS_BLOCK, iocontrolcode: u32, inputbuffer: *const c_void,
        inputbufferlength: u32, outputbuffer: *mut c_void, outputbufferlength: u32
    );
}
