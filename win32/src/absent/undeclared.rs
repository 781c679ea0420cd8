//! Functions that windows-sys does not declare and that are not implemented: native calls, what
//! Winsock gives by WSAIoctl only, and what a C runtime has.
//!
//! The signatures are those of Microsoft's pages and of the headers that phnt publishes.

use std::ffi::c_void;

use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Win32::Foundation::{FALSE, HANDLE, NTSTATUS};
use windows_sys::Win32::Networking::WinSock::{
    LPWSAOVERLAPPED_COMPLETION_ROUTINE, SOCKADDR, SOCKET, SOCKET_ERROR, WSAMSG,
};
use windows_sys::Win32::System::IO::{IO_STATUS_BLOCK, OVERLAPPED};
use windows_sys::core::BOOL;

absent! {
    native fn NtCreateWaitCompletionPacket(
        handle: *mut HANDLE, access: u32, attributes: *const OBJECT_ATTRIBUTES
    );
    native fn NtAssociateWaitCompletionPacket(
        packet: HANDLE, port: HANDLE, target: HANDLE, key: *const c_void, context: *const c_void,
        status: NTSTATUS, information: usize, already_signaled: *mut u8
    );
    native fn NtCancelWaitCompletionPacket(packet: HANDLE, remove_signaled: u8);
    native fn NtCancelIoFile(file: HANDLE, status_block: *mut IO_STATUS_BLOCK);
    native fn NtCancelSynchronousIoFile(
        thread: HANDLE, request: *const IO_STATUS_BLOCK, status_block: *mut IO_STATUS_BLOCK
    );
    native fn NtCreateNamedPipeFile(
        handle: *mut HANDLE, access: u32, attributes: *const OBJECT_ATTRIBUTES,
        status_block: *mut IO_STATUS_BLOCK, share: u32, disposition: u32, options: u32,
        pipe_type: u32, read_mode: u32, completion_mode: u32, instances: u32, inbound_quota: u32,
        outbound_quota: u32, timeout: *const i64
    );
    fn ConnectEx(
        socket: SOCKET, name: *const SOCKADDR, length: i32, buffer: *const c_void, bytes: u32,
        sent: *mut u32, overlapped: *mut OVERLAPPED
    ) -> BOOL = FALSE;
    fn DisconnectEx(
        socket: SOCKET, overlapped: *mut OVERLAPPED, flags: u32, reserved: u32
    ) -> BOOL = FALSE;
    fn WSARecvMsg(
        socket: SOCKET, message: *mut WSAMSG, received: *mut u32, overlapped: *mut OVERLAPPED,
        routine: LPWSAOVERLAPPED_COMPLETION_ROUTINE
    ) -> i32 = SOCKET_ERROR;
}
