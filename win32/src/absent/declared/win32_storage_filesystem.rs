//! Functions of `Win32::Storage::FileSystem` that are not implemented.

use windows_sys::Win32::Foundation::*;
use windows_sys::Win32::Security::*;
use windows_sys::Win32::Storage::FileSystem::*;
use windows_sys::Win32::System::IO::*;
use windows_sys::core::*;

absent! {
    fn CreateFileA(
        lpfilename: PCSTR, dwdesiredaccess: u32, dwsharemode: FILE_SHARE_MODE,
        lpsecurityattributes: *const SECURITY_ATTRIBUTES,
        dwcreationdisposition: FILE_CREATION_DISPOSITION,
        dwflagsandattributes: FILE_FLAGS_AND_ATTRIBUTES, htemplatefile: HANDLE
    ) -> HANDLE = INVALID_HANDLE_VALUE;
    fn CreateFileW(
        lpfilename: PCWSTR, dwdesiredaccess: u32, dwsharemode: FILE_SHARE_MODE,
        lpsecurityattributes: *const SECURITY_ATTRIBUTES,
        dwcreationdisposition: FILE_CREATION_DISPOSITION,
        dwflagsandattributes: FILE_FLAGS_AND_ATTRIBUTES, htemplatefile: HANDLE
    ) -> HANDLE = INVALID_HANDLE_VALUE;
    fn DeleteFileA(lpfilename: PCSTR) -> BOOL = FALSE;
    fn DeleteFileW(lpfilename: PCWSTR) -> BOOL = FALSE;
    fn FlushFileBuffers(hfile: HANDLE) -> BOOL = FALSE;
    fn GetFileSize(hfile: HANDLE, lpfilesizehigh: *mut u32) -> u32 = INVALID_FILE_SIZE;
    fn GetFileSizeEx(hfile: HANDLE, lpfilesize: *mut i64) -> BOOL = FALSE;
    fn GetTempFileNameA(
        lppathname: PCSTR, lpprefixstring: PCSTR, uunique: u32, lptempfilename: PSTR
    ) -> u32 = 0;
    fn GetTempPathA(nbufferlength: u32, lpbuffer: PSTR) -> u32 = 0;
    fn LockFileEx(
        hfile: HANDLE, dwflags: LOCK_FILE_FLAGS, dwreserved: u32, nnumberofbytestolocklow: u32,
        nnumberofbytestolockhigh: u32, lpoverlapped: *mut OVERLAPPED
    ) -> BOOL = FALSE;
    fn ReadFile(
        hfile: HANDLE, lpbuffer: *mut u8, nnumberofbytestoread: u32, lpnumberofbytesread: *mut u32,
        lpoverlapped: *mut OVERLAPPED
    ) -> BOOL = FALSE;
    fn ReadFileEx(
        hfile: HANDLE, lpbuffer: *mut u8, nnumberofbytestoread: u32, lpoverlapped: *mut OVERLAPPED,
        lpcompletionroutine: LPOVERLAPPED_COMPLETION_ROUTINE
    ) -> BOOL = FALSE;
    fn ReadFileScatter(
        hfile: HANDLE, asegmentarray: *const FILE_SEGMENT_ELEMENT, nnumberofbytestoread: u32,
        lpreserved: *const u32, lpoverlapped: *mut OVERLAPPED
    ) -> BOOL = FALSE;
    fn SetEndOfFile(hfile: HANDLE) -> BOOL = FALSE;
    fn SetFileCompletionNotificationModes(filehandle: HANDLE, flags: u8) -> BOOL = FALSE;
    fn SetFilePointer(
        hfile: HANDLE, ldistancetomove: i32, lpdistancetomovehigh: *mut i32,
        dwmovemethod: SET_FILE_POINTER_MOVE_METHOD
    ) -> u32 = INVALID_SET_FILE_POINTER;
    fn SetFilePointerEx(
        hfile: HANDLE, lidistancetomove: i64, lpnewfilepointer: *mut i64,
        dwmovemethod: SET_FILE_POINTER_MOVE_METHOD
    ) -> BOOL = FALSE;
    fn UnlockFileEx(
        hfile: HANDLE, dwreserved: u32, nnumberofbytestounlocklow: u32,
        nnumberofbytestounlockhigh: u32, lpoverlapped: *mut OVERLAPPED
    ) -> BOOL = FALSE;
    fn WriteFile(
        hfile: HANDLE, lpbuffer: *const u8, nnumberofbytestowrite: u32,
        lpnumberofbyteswritten: *mut u32, lpoverlapped: *mut OVERLAPPED
    ) -> BOOL = FALSE;
    fn WriteFileEx(
        hfile: HANDLE, lpbuffer: *const u8, nnumberofbytestowrite: u32,
        lpoverlapped: *mut OVERLAPPED, lpcompletionroutine: LPOVERLAPPED_COMPLETION_ROUTINE
    ) -> BOOL = FALSE;
    fn WriteFileGather(
        hfile: HANDLE, asegmentarray: *const FILE_SEGMENT_ELEMENT, nnumberofbytestowrite: u32,
        lpreserved: *const u32, lpoverlapped: *mut OVERLAPPED
    ) -> BOOL = FALSE;
}
