//! The native calls of events, semaphores, mutants, timers, waits and APCs, most of which
//! windows-sys lacks.

use std::ffi::c_void;

use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Win32::Foundation::{HANDLE, NTSTATUS};

/// An APC of a native call.
pub(crate) type ApcRoutine =
    unsafe extern "system" fn(first: *mut c_void, second: *mut c_void, third: *mut c_void);
/// The routine of a native timer.
pub(crate) type TimerRoutine = unsafe extern "system" fn(context: *mut c_void, low: u32, high: i32);

#[cfg_attr(windows, link(name = "ntdll"))]
#[allow(clashing_extern_declarations, reason = "some are declared with other types elsewhere")]
unsafe extern "system" {
    #[cfg_attr(not(windows), link_name = "iocpsim_NtCreateEvent")]
    pub(crate) fn NtCreateEvent(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        kind: i32,
        is_set: u8,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtOpenEvent")]
    pub(crate) fn NtOpenEvent(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtSetEvent")]
    pub(crate) fn NtSetEvent(event: HANDLE, previous: *mut i32) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtResetEvent")]
    pub(crate) fn NtResetEvent(event: HANDLE, previous: *mut i32) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtClearEvent")]
    pub(crate) fn NtClearEvent(event: HANDLE) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtPulseEvent")]
    pub(crate) fn NtPulseEvent(event: HANDLE, previous: *mut i32) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtQueryEvent")]
    pub(crate) fn NtQueryEvent(
        event: HANDLE,
        class: i32,
        information: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtCreateSemaphore")]
    pub(crate) fn NtCreateSemaphore(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        count: i32,
        maximum: i32,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtOpenSemaphore")]
    pub(crate) fn NtOpenSemaphore(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtReleaseSemaphore")]
    pub(crate) fn NtReleaseSemaphore(semaphore: HANDLE, count: i32, previous: *mut i32)
    -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtQuerySemaphore")]
    pub(crate) fn NtQuerySemaphore(
        semaphore: HANDLE,
        class: i32,
        information: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtCreateMutant")]
    pub(crate) fn NtCreateMutant(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        is_owned: u8,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtOpenMutant")]
    pub(crate) fn NtOpenMutant(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtReleaseMutant")]
    pub(crate) fn NtReleaseMutant(mutant: HANDLE, previous: *mut i32) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtQueryMutant")]
    pub(crate) fn NtQueryMutant(
        mutant: HANDLE,
        class: i32,
        information: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtCreateTimer")]
    pub(crate) fn NtCreateTimer(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        kind: i32,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtOpenTimer")]
    pub(crate) fn NtOpenTimer(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtSetTimer")]
    pub(crate) fn NtSetTimer(
        timer: HANDLE,
        due: *const i64,
        routine: Option<TimerRoutine>,
        context: *const c_void,
        resume: u8,
        period: i32,
        previous: *mut u8,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtCancelTimer")]
    pub(crate) fn NtCancelTimer(timer: HANDLE, current: *mut u8) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtQueryTimer")]
    pub(crate) fn NtQueryTimer(
        timer: HANDLE,
        class: i32,
        information: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtWaitForSingleObject")]
    pub(crate) fn NtWaitForSingleObject(
        handle: HANDLE,
        alertable: u8,
        timeout: *const i64,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtWaitForMultipleObjects")]
    pub(crate) fn NtWaitForMultipleObjects(
        count: u32,
        handles: *const HANDLE,
        wait_type: i32,
        alertable: u8,
        timeout: *const i64,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtSignalAndWaitForSingleObject")]
    pub(crate) fn NtSignalAndWaitForSingleObject(
        to_signal: HANDLE,
        to_wait_for: HANDLE,
        alertable: u8,
        timeout: *const i64,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtDelayExecution")]
    pub(crate) fn NtDelayExecution(alertable: u8, interval: *const i64) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtTestAlert")]
    pub(crate) fn NtTestAlert() -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtQueueApcThread")]
    pub(crate) fn NtQueueApcThread(
        thread: HANDLE,
        routine: ApcRoutine,
        first: *mut c_void,
        second: *mut c_void,
        third: *mut c_void,
    ) -> NTSTATUS;
}
