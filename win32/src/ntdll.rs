//! What windows-sys 0.61 lacks of ntdll: the native calls of ports and what goes with
//! them.
//!
//! The signatures are those of Microsoft's pages and of the headers that phnt publishes.

#[cfg(windows)]
pub use self::real::*;

use std::ffi::c_void;

use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;
use windows_sys::Win32::System::WindowsProgramming::CLIENT_ID;

#[cfg(not(windows))]
pub use crate::calls::{
    NtAllocateReserveObject, NtAssociateWaitCompletionPacket, NtCancelIoFile,
    NtCancelSynchronousIoFile, NtCancelWaitCompletionPacket, NtClearEvent, NtCreateIoCompletion,
    NtCreateMutant, NtCreateNamedPipeFile, NtCreateSemaphore, NtCreateWaitCompletionPacket,
    NtDelayExecution, NtOpenIoCompletion, NtOpenMutant, NtOpenSemaphore, NtPulseEvent,
    NtQueryEvent, NtQueryIoCompletion, NtQueryMutant, NtQuerySemaphore, NtQueryTimer,
    NtQueueApcThread, NtReleaseMutant, NtReleaseSemaphore, NtRemoveIoCompletion,
    NtRemoveIoCompletionEx, NtResetEvent, NtSetIoCompletion, NtSetIoCompletionEx,
    NtSignalAndWaitForSingleObject, NtTestAlert, NtWaitForMultipleObjects, NtYieldExecution,
};

/// The right to ask how many packets are queued.
pub const IO_COMPLETION_QUERY_STATE: u32 = 0x1;
/// The right to get, to post and to associate.
pub const IO_COMPLETION_MODIFY_STATE: u32 = 0x2;
/// Every right to a port.
pub const IO_COMPLETION_ALL_ACCESS: u32 = 0x1F_0003;

/// What [`NtQueryIoCompletion`] can be asked for: how many packets are queued, four bytes.
#[expect(non_upper_case_globals, reason = "Windows names it")]
pub const IoCompletionBasicInformation: i32 = 0;

/// The memory that [`NtAllocateReserveObject`] sets aside: of an APC.
#[expect(non_upper_case_globals, reason = "Windows names it")]
pub const MemoryReserveUserApc: i32 = 0;
/// The memory that [`NtAllocateReserveObject`] sets aside: of a packet.
#[expect(non_upper_case_globals, reason = "Windows names it")]
pub const MemoryReserveIoCompletion: i32 = 1;

/// The right to ask an event how it is.
pub const EVENT_QUERY_STATE: u32 = 0x1;
/// The right to ask a semaphore how it is.
pub const SEMAPHORE_QUERY_STATE: u32 = 0x1;
/// The right to ask a mutex how it is.
pub const MUTANT_QUERY_STATE: u32 = 0x1;
/// Every right to a mutex.
pub const MUTANT_ALL_ACCESS: u32 = 0x1F_0001;

/// What [`NtQueryEvent`] can be asked for: an [`EVENT_BASIC_INFORMATION`].
#[expect(non_upper_case_globals, reason = "Windows names it")]
pub const EventBasicInformation: i32 = 0;
/// What [`NtQuerySemaphore`] can be asked for: a [`SEMAPHORE_BASIC_INFORMATION`].
#[expect(non_upper_case_globals, reason = "Windows names it")]
pub const SemaphoreBasicInformation: i32 = 0;
/// What [`NtQueryMutant`] can be asked for: a [`MUTANT_BASIC_INFORMATION`].
#[expect(non_upper_case_globals, reason = "Windows names it")]
pub const MutantBasicInformation: i32 = 0;
/// What [`NtQueryMutant`] can be asked for: a [`MUTANT_OWNER_INFORMATION`].
#[expect(non_upper_case_globals, reason = "Windows names it")]
pub const MutantOwnerInformation: i32 = 1;

/// What [`NtQueryTimer`] can be asked for: a [`TIMER_BASIC_INFORMATION`].
#[expect(non_upper_case_globals, reason = "Windows names it")]
pub const TimerBasicInformation: i32 = 0;

/// The function of an APC that [`NtQueueApcThread`] queues.
#[allow(non_camel_case_types, reason = "Windows names it")]
pub type PPS_APC_ROUTINE = Option<unsafe extern "system" fn(*mut c_void, *mut c_void, *mut c_void)>;

/// A packet as [`NtRemoveIoCompletionEx`] returns it.
#[expect(non_snake_case, reason = "Windows names it")]
#[allow(non_camel_case_types, reason = "Windows names it")]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FILE_IO_COMPLETION_INFORMATION {
    /// The key.
    pub KeyContext: *mut c_void,
    /// The context: the address of the OVERLAPPED.
    pub ApcContext: *mut c_void,
    /// Status and information.
    pub IoStatusBlock: IO_STATUS_BLOCK,
}

/// An event: its type, and 1 if it is set.
#[expect(non_snake_case, reason = "Windows names it")]
#[allow(non_camel_case_types, reason = "Windows names it")]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EVENT_BASIC_INFORMATION {
    /// 0 if it stays set, 1 if it resets itself.
    pub EventType: i32,
    /// 1 if it is set.
    pub EventState: i32,
}

/// A semaphore: its count, and the most that it can count.
#[expect(non_snake_case, reason = "Windows names it")]
#[allow(non_camel_case_types, reason = "Windows names it")]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SEMAPHORE_BASIC_INFORMATION {
    /// Its count.
    pub CurrentCount: i32,
    /// The most that it can count.
    pub MaximumCount: i32,
}

/// A timer: how long it is until it is due, and whether it is signalled.
#[expect(non_snake_case, reason = "Windows names it")]
#[allow(non_camel_case_types, reason = "Windows names it")]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TIMER_BASIC_INFORMATION {
    /// How long it is, in 100 ns; below zero if it is not set.
    pub RemainingTime: i64,
    /// 1 if it is signalled.
    pub TimerState: u8,
}

/// A mutex: how often it can be taken or is, and by whom.
#[expect(non_snake_case, reason = "Windows names it")]
#[allow(non_camel_case_types, reason = "Windows names it")]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MUTANT_BASIC_INFORMATION {
    /// 1 if nobody owns it, 0 if its owner has taken it once, and one less for each other time.
    pub CurrentCount: i32,
    /// Whether the caller owns it.
    pub OwnedByCaller: u8,
    /// Whether its last owner ended without releasing it, and nobody took it since.
    pub AbandonedState: u8,
}

/// A mutex: process and thread of its owner, zeros if nobody owns it.
#[expect(non_snake_case, reason = "Windows names it")]
#[allow(non_camel_case_types, reason = "Windows names it")]
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct MUTANT_OWNER_INFORMATION {
    /// The numbers of process and thread.
    pub ClientId: CLIENT_ID,
}

#[cfg(windows)]
mod real {
    use std::ffi::c_void;

    use super::{FILE_IO_COMPLETION_INFORMATION, PPS_APC_ROUTINE};
    use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
    use windows_sys::Win32::Foundation::{HANDLE, NTSTATUS};
    use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;

    #[expect(missing_docs, reason = "they are documented where they are defined")]
    #[link(name = "ntdll")]
    unsafe extern "system" {
        pub fn NtCreateIoCompletion(
            handle: *mut HANDLE,
            access: u32,
            attributes: *const OBJECT_ATTRIBUTES,
            count: u32,
        ) -> NTSTATUS;
        pub fn NtOpenIoCompletion(
            handle: *mut HANDLE,
            access: u32,
            attributes: *const OBJECT_ATTRIBUTES,
        ) -> NTSTATUS;
        pub fn NtQueryIoCompletion(
            port: HANDLE,
            class: i32,
            information: *mut c_void,
            length: u32,
            return_length: *mut u32,
        ) -> NTSTATUS;
        pub fn NtSetIoCompletion(
            port: HANDLE,
            key: *const c_void,
            context: *const c_void,
            status: NTSTATUS,
            information: usize,
        ) -> NTSTATUS;
        pub fn NtSetIoCompletionEx(
            port: HANDLE,
            reserve: HANDLE,
            key: *const c_void,
            context: *const c_void,
            status: NTSTATUS,
            information: usize,
        ) -> NTSTATUS;
        pub fn NtRemoveIoCompletion(
            port: HANDLE,
            key: *mut *mut c_void,
            context: *mut *mut c_void,
            status_block: *mut IO_STATUS_BLOCK,
            timeout: *const i64,
        ) -> NTSTATUS;
        pub fn NtRemoveIoCompletionEx(
            port: HANDLE,
            information: *mut FILE_IO_COMPLETION_INFORMATION,
            count: u32,
            removed: *mut u32,
            timeout: *const i64,
            alertable: u8,
        ) -> NTSTATUS;
        pub fn NtAllocateReserveObject(
            handle: *mut HANDLE,
            attributes: *const OBJECT_ATTRIBUTES,
            kind: i32,
        ) -> NTSTATUS;
        pub fn NtCreateWaitCompletionPacket(
            handle: *mut HANDLE,
            access: u32,
            attributes: *const OBJECT_ATTRIBUTES,
        ) -> NTSTATUS;
        pub fn NtAssociateWaitCompletionPacket(
            packet: HANDLE,
            port: HANDLE,
            target: HANDLE,
            key: *const c_void,
            context: *const c_void,
            status: NTSTATUS,
            information: usize,
            already_signaled: *mut u8,
        ) -> NTSTATUS;
        pub fn NtCancelWaitCompletionPacket(packet: HANDLE, remove_signaled: u8) -> NTSTATUS;
        pub fn NtCancelIoFile(file: HANDLE, status_block: *mut IO_STATUS_BLOCK) -> NTSTATUS;
        pub fn NtCancelSynchronousIoFile(
            thread: HANDLE,
            request: *const IO_STATUS_BLOCK,
            status_block: *mut IO_STATUS_BLOCK,
        ) -> NTSTATUS;
        pub fn NtWaitForMultipleObjects(
            count: u32,
            handles: *const HANDLE,
            wait_type: i32,
            alertable: u8,
            timeout: *const i64,
        ) -> NTSTATUS;
        pub fn NtSignalAndWaitForSingleObject(
            to_signal: HANDLE,
            to_wait_for: HANDLE,
            alertable: u8,
            timeout: *const i64,
        ) -> NTSTATUS;
        pub fn NtDelayExecution(alertable: u8, timeout: *const i64) -> NTSTATUS;
        pub fn NtYieldExecution() -> NTSTATUS;
        pub fn NtTestAlert() -> NTSTATUS;
        pub fn NtQueueApcThread(
            thread: HANDLE,
            function: PPS_APC_ROUTINE,
            first: *const c_void,
            second: *const c_void,
            third: *const c_void,
        ) -> NTSTATUS;
        pub fn NtCreateNamedPipeFile(
            handle: *mut HANDLE,
            access: u32,
            attributes: *const OBJECT_ATTRIBUTES,
            status_block: *mut IO_STATUS_BLOCK,
            share: u32,
            disposition: u32,
            options: u32,
            pipe_type: u32,
            read_mode: u32,
            completion_mode: u32,
            instances: u32,
            inbound_quota: u32,
            outbound_quota: u32,
            timeout: *const i64,
        ) -> NTSTATUS;
        pub fn NtResetEvent(event: HANDLE, previous: *mut i32) -> NTSTATUS;
        pub fn NtPulseEvent(event: HANDLE, previous: *mut i32) -> NTSTATUS;
        pub fn NtClearEvent(event: HANDLE) -> NTSTATUS;
        pub fn NtQueryEvent(
            event: HANDLE,
            class: i32,
            information: *mut c_void,
            length: u32,
            return_length: *mut u32,
        ) -> NTSTATUS;
        pub fn NtCreateSemaphore(
            handle: *mut HANDLE,
            access: u32,
            attributes: *const OBJECT_ATTRIBUTES,
            count: i32,
            maximum: i32,
        ) -> NTSTATUS;
        pub fn NtOpenSemaphore(
            handle: *mut HANDLE,
            access: u32,
            attributes: *const OBJECT_ATTRIBUTES,
        ) -> NTSTATUS;
        pub fn NtReleaseSemaphore(semaphore: HANDLE, count: i32, previous: *mut i32) -> NTSTATUS;
        pub fn NtQueryTimer(
            timer: HANDLE,
            class: i32,
            information: *mut c_void,
            length: u32,
            return_length: *mut u32,
        ) -> NTSTATUS;
        pub fn NtQuerySemaphore(
            semaphore: HANDLE,
            class: i32,
            information: *mut c_void,
            length: u32,
            return_length: *mut u32,
        ) -> NTSTATUS;
        pub fn NtCreateMutant(
            handle: *mut HANDLE,
            access: u32,
            attributes: *const OBJECT_ATTRIBUTES,
            owned: u8,
        ) -> NTSTATUS;
        pub fn NtOpenMutant(
            handle: *mut HANDLE,
            access: u32,
            attributes: *const OBJECT_ATTRIBUTES,
        ) -> NTSTATUS;
        pub fn NtReleaseMutant(mutex: HANDLE, previous: *mut i32) -> NTSTATUS;
        pub fn NtQueryMutant(
            mutex: HANDLE,
            class: i32,
            information: *mut c_void,
            length: u32,
            return_length: *mut u32,
        ) -> NTSTATUS;
    }
}
