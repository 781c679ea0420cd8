//! Functions of `Win32::System::Pipes` that are not implemented.

use std::ffi::c_void;

use windows_sys::Win32::Foundation::*;
use windows_sys::Win32::Security::*;
use windows_sys::Win32::Storage::FileSystem::*;
use windows_sys::Win32::System::IO::*;
use windows_sys::Win32::System::Pipes::*;
use windows_sys::core::*;

absent! {
    fn CallNamedPipeW(
        lpnamedpipename: PCWSTR, lpinbuffer: *const c_void, ninbuffersize: u32,
        lpoutbuffer: *mut c_void, noutbuffersize: u32, lpbytesread: *mut u32, ntimeout: u32
    ) -> BOOL = FALSE;
    fn ConnectNamedPipe(hnamedpipe: HANDLE, lpoverlapped: *mut OVERLAPPED) -> BOOL = FALSE;
    fn CreateNamedPipeA(
        lpname: PCSTR, dwopenmode: FILE_FLAGS_AND_ATTRIBUTES, dwpipemode: NAMED_PIPE_MODE,
        nmaxinstances: u32, noutbuffersize: u32, ninbuffersize: u32, ndefaulttimeout: u32,
        lpsecurityattributes: *const SECURITY_ATTRIBUTES
    ) -> HANDLE = INVALID_HANDLE_VALUE;
    fn CreateNamedPipeW(
        lpname: PCWSTR, dwopenmode: FILE_FLAGS_AND_ATTRIBUTES, dwpipemode: NAMED_PIPE_MODE,
        nmaxinstances: u32, noutbuffersize: u32, ninbuffersize: u32, ndefaulttimeout: u32,
        lpsecurityattributes: *const SECURITY_ATTRIBUTES
    ) -> HANDLE = INVALID_HANDLE_VALUE;
    fn CreatePipe(
        hreadpipe: *mut HANDLE, hwritepipe: *mut HANDLE,
        lppipeattributes: *const SECURITY_ATTRIBUTES, nsize: u32
    ) -> BOOL = FALSE;
    fn DisconnectNamedPipe(hnamedpipe: HANDLE) -> BOOL = FALSE;
    fn GetNamedPipeHandleStateA(
        hnamedpipe: HANDLE, lpstate: *mut NAMED_PIPE_MODE, lpcurinstances: *mut u32,
        lpmaxcollectioncount: *mut u32, lpcollectdatatimeout: *mut u32, lpusername: PSTR,
        nmaxusernamesize: u32
    ) -> BOOL = FALSE;
    fn GetNamedPipeHandleStateW(
        hnamedpipe: HANDLE, lpstate: *mut NAMED_PIPE_MODE, lpcurinstances: *mut u32,
        lpmaxcollectioncount: *mut u32, lpcollectdatatimeout: *mut u32, lpusername: PWSTR,
        nmaxusernamesize: u32
    ) -> BOOL = FALSE;
    fn GetNamedPipeInfo(
        hnamedpipe: HANDLE, lpflags: *mut NAMED_PIPE_MODE, lpoutbuffersize: *mut u32,
        lpinbuffersize: *mut u32, lpmaxinstances: *mut u32
    ) -> BOOL = FALSE;
    fn PeekNamedPipe(
        hnamedpipe: HANDLE, lpbuffer: *mut c_void, nbuffersize: u32, lpbytesread: *mut u32,
        lptotalbytesavail: *mut u32, lpbytesleftthismessage: *mut u32
    ) -> BOOL = FALSE;
    fn SetNamedPipeHandleState(
        hnamedpipe: HANDLE, lpmode: *const NAMED_PIPE_MODE, lpmaxcollectioncount: *const u32,
        lpcollectdatatimeout: *const u32
    ) -> BOOL = FALSE;
    fn TransactNamedPipe(
        hnamedpipe: HANDLE, lpinbuffer: *const c_void, ninbuffersize: u32, lpoutbuffer: *mut c_void,
        noutbuffersize: u32, lpbytesread: *mut u32, lpoverlapped: *mut OVERLAPPED
    ) -> BOOL = FALSE;
    fn WaitNamedPipeA(lpnamedpipename: PCSTR, ntimeout: u32) -> BOOL = FALSE;
    fn WaitNamedPipeW(lpnamedpipename: PCWSTR, ntimeout: u32) -> BOOL = FALSE;
}
