//! Functions of `Wdk::Storage::FileSystem` that are not implemented.

use std::ffi::c_void;

use windows_sys::Wdk::Foundation::*;
use windows_sys::Wdk::Storage::FileSystem::*;
use windows_sys::Win32::Foundation::*;
use windows_sys::Win32::Storage::FileSystem::*;
use windows_sys::Win32::System::IO::*;

absent! {
    native fn NtCancelIoFileEx(
        filehandle: HANDLE, iorequesttocancel: *const IO_STATUS_BLOCK,
        iostatusblock: *mut IO_STATUS_BLOCK
    );
    native fn NtCreateFile(
        filehandle: *mut HANDLE, desiredaccess: FILE_ACCESS_RIGHTS,
        objectattributes: *const OBJECT_ATTRIBUTES, iostatusblock: *mut IO_STATUS_BLOCK,
        allocationsize: *const i64, fileattributes: FILE_FLAGS_AND_ATTRIBUTES,
        shareaccess: FILE_SHARE_MODE, createdisposition: NTCREATEFILE_CREATE_DISPOSITION,
        createoptions: NTCREATEFILE_CREATE_OPTIONS, eabuffer: *const c_void, ealength: u32
    );
    native fn NtFsControlFile(
        filehandle: HANDLE, event: HANDLE, apcroutine: PIO_APC_ROUTINE, apccontext: *const c_void,
        iostatusblock: *mut IO_STATUS_BLOCK, fscontrolcode: u32, inputbuffer: *const c_void,
        inputbufferlength: u32, outputbuffer: *mut c_void, outputbufferlength: u32
    );
    native fn NtOpenFile(
        filehandle: *mut HANDLE, desiredaccess: u32, objectattributes: *const OBJECT_ATTRIBUTES,
        iostatusblock: *mut IO_STATUS_BLOCK, shareaccess: u32, openoptions: u32
    );
    native fn NtQueryInformationFile(
        filehandle: HANDLE, iostatusblock: *mut IO_STATUS_BLOCK, fileinformation: *mut c_void,
        length: u32, fileinformationclass: FILE_INFORMATION_CLASS
    );
    native fn NtReadFile(
        filehandle: HANDLE, event: HANDLE, apcroutine: PIO_APC_ROUTINE, apccontext: *const c_void,
        iostatusblock: *mut IO_STATUS_BLOCK, buffer: *mut c_void, length: u32,
        byteoffset: *const i64, key: *const u32
    );
    native fn NtSetInformationFile(
        filehandle: HANDLE, iostatusblock: *mut IO_STATUS_BLOCK, fileinformation: *const c_void,
        length: u32, fileinformationclass: FILE_INFORMATION_CLASS
    );
    native fn NtWriteFile(
        filehandle: HANDLE, event: HANDLE, apcroutine: PIO_APC_ROUTINE, apccontext: *const c_void,
        iostatusblock: *mut IO_STATUS_BLOCK, buffer: *const c_void, length: u32,
        byteoffset: *const i64, key: *const u32
    );
}
