//! Libraries and their functions, as programs look for them.

use std::ptr;

use windows_sys::Win32::Foundation::{
    ERROR_MOD_NOT_FOUND, ERROR_PROC_NOT_FOUND, HANDLE, HMODULE, NTSTATUS, STATUS_INVALID_HANDLE,
};
use windows_sys::Win32::System::LibraryLoader::{
    GetModuleHandleA, GetModuleHandleW, GetProcAddress,
};

use crate::calls::{UNTOUCHED, with_error};

fn library(name: &str) -> (HMODULE, u32) {
    let (narrow, wide) =
        (format!("{name}\0"), name.encode_utf16().chain([0]).collect::<Vec<u16>>());
    // SAFETY: the names end with zeros.
    let wide = unsafe { GetModuleHandleW(wide.as_ptr()) };
    // SAFETY: as before.
    let (narrow, error) = with_error(|| unsafe { GetModuleHandleA(narrow.as_ptr()) });
    assert_eq!(narrow, wide);
    (narrow, error)
}

#[test]
fn the_libraries_of_the_system_are_there() {
    for name in ["ntdll.dll", "ntdll", "NTDLL.DLL", "kernel32", "KernelBase.dll"] {
        let (library, error) = library(name);
        assert!(!library.is_null(), "{name}");
        assert_eq!(error, UNTOUCHED);
    }
    assert_eq!(library("ntdll").0, library("NTDLL.DLL").0);
    assert_ne!(library("ntdll").0, library("kernel32").0);
}

#[test]
fn other_libraries_are_not() {
    for name in ["iocp-sim none", "ntdll.exe", "ntdll."] {
        assert_eq!(library(name), (ptr::null_mut(), ERROR_MOD_NOT_FOUND), "{name}");
    }
}

#[test]
fn the_program_is_a_library_without_a_name() {
    // SAFETY: null is allowed.
    let (narrow, wide) = unsafe { (GetModuleHandleA(ptr::null()), GetModuleHandleW(ptr::null())) };
    assert!(!narrow.is_null());
    assert_eq!(narrow, wide);
}

#[test]
fn functions_of_ports_are_found_in_their_libraries() {
    let native = [c"NtCreateIoCompletion", c"NtRemoveIoCompletionEx", c"RtlNtStatusToDosError"];
    let kernel = [c"CreateIoCompletionPort", c"GetQueuedCompletionStatusEx", c"CloseHandle"];
    for (library, names) in [(library("ntdll").0, native), (library("kernel32").0, kernel)] {
        for name in names {
            // SAFETY: the name ends with a zero.
            let found = || unsafe { GetProcAddress(library, name.as_ptr().cast()) };
            let (found, error) = with_error(found);
            assert!(found.is_some(), "{name:?}");
            assert_eq!(error, UNTOUCHED);
        }
    }
}

#[test]
fn a_function_that_was_found_can_be_called() {
    shows![L20];
    // SAFETY: the name ends with a zero, and the function has this signature.
    let close = unsafe {
        let found = GetProcAddress(library("ntdll").0, c"NtClose".as_ptr().cast());
        let found = found.expect("it is there");
        std::mem::transmute::<
            unsafe extern "system" fn() -> isize,
            unsafe extern "system" fn(HANDLE) -> NTSTATUS,
        >(found)
    };
    // SAFETY: the call has no places.
    assert_eq!(unsafe { close(ptr::null_mut()) }, STATUS_INVALID_HANDLE);
}

#[test]
fn a_function_that_is_not_there_is_not_found() {
    for name in [c"IocpSimNone", c"ntclose", c""] {
        // SAFETY: the name ends with a zero.
        let found = || unsafe { GetProcAddress(library("ntdll").0, name.as_ptr().cast()) };
        let (found, error) = with_error(found);
        assert!(found.is_none(), "{name:?}");
        assert_eq!(error, ERROR_PROC_NOT_FOUND);
    }
}
