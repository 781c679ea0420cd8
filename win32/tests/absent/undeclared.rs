//! The functions that no module of windows-sys declares: native ones, and those that only C knows.

use iocp_sim_win32::Win32::Foundation::STATUS_NOT_IMPLEMENTED;

/// What only C knows, as its headers have it.
mod of_c {
    use std::ffi::c_void;

    use iocp_sim_win32::Win32::Networking::WinSock::SOCKET;

    unsafe extern "system" {
        #[cfg_attr(not(feature = "bare-names"), link_name = "iocpsim_ConnectEx")]
        pub(super) fn ConnectEx(
            socket: SOCKET,
            name: *const c_void,
            length: i32,
            buffer: *const c_void,
            bytes: u32,
            sent: *mut u32,
            overlapped: *mut c_void,
        ) -> i32;
        #[cfg_attr(not(feature = "bare-names"), link_name = "iocpsim_DisconnectEx")]
        pub(super) fn DisconnectEx(
            socket: SOCKET,
            overlapped: *mut c_void,
            flags: u32,
            reserved: u32,
        ) -> i32;
        #[cfg_attr(not(feature = "bare-names"), link_name = "iocpsim_WSARecvMsg")]
        pub(super) fn WSARecvMsg(
            socket: SOCKET,
            message: *mut c_void,
            received: *mut u32,
            overlapped: *mut c_void,
            routine: *const c_void,
        ) -> i32;
    }
}

failures! {
    iocp_sim_win32::ntdll {
        NtCreateWaitCompletionPacket(_ _ _) = STATUS_NOT_IMPLEMENTED;
        NtAssociateWaitCompletionPacket(_ _ _ _ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
        NtCancelWaitCompletionPacket(_ _) = STATUS_NOT_IMPLEMENTED;
        NtCancelIoFile(_ _) = STATUS_NOT_IMPLEMENTED;
        NtCancelSynchronousIoFile(_ _ _) = STATUS_NOT_IMPLEMENTED;
        NtCreateNamedPipeFile(_ _ _ _ _ _ _ _ _ _ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
    }
    of_c {
        ConnectEx(_ _ _ _ _ _ _) = 0;
        DisconnectEx(_ _ _ _) = 0;
        WSARecvMsg(_ _ _ _ _) = -1;
    }
}
