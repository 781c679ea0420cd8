//! What windows-sys 0.61 lacks of ntdll: the native calls of ports and what goes with
//! them.
//!
//! The signatures are those of Microsoft's pages and of the headers that phnt publishes.

#[cfg(windows)]
pub use self::real::*;

use std::ffi::c_void;

use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;

#[cfg(not(windows))]
pub use crate::calls::{
    NtAllocateReserveObject, NtAssociateWaitCompletionPacket, NtCancelIoFile,
    NtCancelSynchronousIoFile, NtCancelWaitCompletionPacket, NtCreateIoCompletion,
    NtCreateNamedPipeFile, NtCreateWaitCompletionPacket, NtDelayExecution, NtOpenIoCompletion,
    NtQueryIoCompletion, NtQueueApcThread, NtRemoveIoCompletion, NtRemoveIoCompletionEx,
    NtSetIoCompletion, NtSetIoCompletionEx, NtSignalAndWaitForSingleObject, NtTestAlert,
    NtWaitForMultipleObjects, NtYieldExecution,
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
    }
}
