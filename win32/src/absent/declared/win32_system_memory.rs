//! Functions of `Win32::System::Memory` that are not implemented.

use std::ffi::c_void;
use std::ptr;

use windows_sys::Win32::Foundation::*;
use windows_sys::Win32::System::Memory::*;
use windows_sys::core::*;

absent! {
    fn GetProcessHeap() -> HANDLE = ptr::null_mut();
    fn HeapAlloc(
        hheap: HANDLE, dwflags: HEAP_FLAGS, dwbytes: usize
    ) -> *mut c_void = ptr::null_mut();
    fn HeapCreate(
        floptions: HEAP_FLAGS, dwinitialsize: usize, dwmaximumsize: usize
    ) -> HANDLE = ptr::null_mut();
    fn HeapDestroy(hheap: HANDLE) -> BOOL = FALSE;
    fn HeapFree(hheap: HANDLE, dwflags: HEAP_FLAGS, lpmem: *const c_void) -> BOOL = FALSE;
    fn HeapReAlloc(
        hheap: HANDLE, dwflags: HEAP_FLAGS, lpmem: *const c_void, dwbytes: usize
    ) -> *mut c_void = ptr::null_mut();
    fn HeapSize(hheap: HANDLE, dwflags: HEAP_FLAGS, lpmem: *const c_void) -> usize = usize::MAX;
    fn VirtualAlloc(
        lpaddress: *const c_void, dwsize: usize, flallocationtype: VIRTUAL_ALLOCATION_TYPE,
        flprotect: PAGE_PROTECTION_FLAGS
    ) -> *mut c_void = ptr::null_mut();
    fn VirtualFree(
        lpaddress: *mut c_void, dwsize: usize, dwfreetype: VIRTUAL_FREE_TYPE
    ) -> BOOL = FALSE;
}
