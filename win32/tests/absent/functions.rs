//! The functions that are not implemented, with what they return.
//!
//! `cargo xtask declarations` writes this file.

use std::ptr;

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::Networking::WinSock::*;
use iocp_sim_win32::Win32::Storage::FileSystem::*;

failures! {
    iocp_sim_win32::Wdk::Storage::FileSystem {
        NtCancelIoFileEx(_ _ _) = STATUS_NOT_IMPLEMENTED;
        NtCreateFile(_ _ _ _ _ _ _ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
        NtFsControlFile(_ _ _ _ _ _ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
        NtOpenFile(_ _ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
        NtQueryInformationFile(_ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
        NtReadFile(_ _ _ _ _ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
        NtSetInformationFile(_ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
        NtWriteFile(_ _ _ _ _ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
    }
    iocp_sim_win32::Wdk::System::IO {
        NtDeviceIoControlFile(_ _ _ _ _ _ _ _ _ _) = STATUS_NOT_IMPLEMENTED;
    }
    iocp_sim_win32::Win32::Networking::WinSock {
        AcceptEx(_ _ _ _ _ _ _ _) = FALSE;
        GetAcceptExSockaddrs(_ _ _ _ _ _ _ _) = ();
        TransmitFile(_ _ _ _ _ _ _) = FALSE;
        WSAAccept(_ _ _ _ _) = INVALID_SOCKET;
        WSACleanup() = SOCKET_ERROR;
        WSACloseEvent(_) = FALSE;
        WSAConnect(_ _ _ _ _ _ _) = SOCKET_ERROR;
        WSACreateEvent() = 0;
        WSAEnumNetworkEvents(_ _ _) = SOCKET_ERROR;
        WSAEventSelect(_ _ _) = SOCKET_ERROR;
        WSAGetOverlappedResult(_ _ _ _ _) = FALSE;
        WSAIoctl(_ _ _ _ _ _ _ _ _) = SOCKET_ERROR;
        WSAPoll(_ _ _) = SOCKET_ERROR;
        WSARecv(_ _ _ _ _ _ _) = SOCKET_ERROR;
        WSARecvDisconnect(_ _) = SOCKET_ERROR;
        WSARecvFrom(_ _ _ _ _ _ _ _ _) = SOCKET_ERROR;
        WSAResetEvent(_) = FALSE;
        WSASend(_ _ _ _ _ _ _) = SOCKET_ERROR;
        WSASendDisconnect(_ _) = SOCKET_ERROR;
        WSASendMsg(_ _ _ _ _ _) = SOCKET_ERROR;
        WSASendTo(_ _ _ _ _ _ _ _ _) = SOCKET_ERROR;
        WSASetEvent(_) = FALSE;
        WSASocketA(_ _ _ _ _ _) = INVALID_SOCKET;
        WSASocketW(_ _ _ _ _ _) = INVALID_SOCKET;
        WSAStartup(_ _) = ERROR_CALL_NOT_IMPLEMENTED.cast_signed();
        WSAWaitForMultipleEvents(_ _ _ _ _) = WAIT_FAILED;
        __WSAFDIsSet(_ _) = 0;
        accept(_ _ _) = INVALID_SOCKET;
        bind(_ _ _) = SOCKET_ERROR;
        closesocket(_) = SOCKET_ERROR;
        connect(_ _ _) = SOCKET_ERROR;
        freeaddrinfo(_) = ();
        getaddrinfo(_ _ _ _) = ERROR_CALL_NOT_IMPLEMENTED.cast_signed();
        getpeername(_ _ _) = SOCKET_ERROR;
        getsockname(_ _ _) = SOCKET_ERROR;
        getsockopt(_ _ _ _ _) = SOCKET_ERROR;
        inet_addr(_) = INADDR_NONE;
        inet_ntoa(_) = ptr::null_mut();
        inet_ntop(_ _ _ _) = ptr::null();
        inet_pton(_ _ _) = SOCKET_ERROR;
        ioctlsocket(_ _ _) = SOCKET_ERROR;
        listen(_ _) = SOCKET_ERROR;
        recv(_ _ _ _) = SOCKET_ERROR;
        recvfrom(_ _ _ _ _ _) = SOCKET_ERROR;
        select(_ _ _ _ _) = SOCKET_ERROR;
        send(_ _ _ _) = SOCKET_ERROR;
        sendto(_ _ _ _ _ _) = SOCKET_ERROR;
        setsockopt(_ _ _ _ _) = SOCKET_ERROR;
        shutdown(_ _) = SOCKET_ERROR;
        socket(_ _ _) = INVALID_SOCKET;
    }
    iocp_sim_win32::Win32::Storage::FileSystem {
        CreateFileA(_ _ _ _ _ _ _) = INVALID_HANDLE_VALUE;
        CreateFileW(_ _ _ _ _ _ _) = INVALID_HANDLE_VALUE;
        DeleteFileA(_) = FALSE;
        DeleteFileW(_) = FALSE;
        FlushFileBuffers(_) = FALSE;
        GetFileSize(_ _) = INVALID_FILE_SIZE;
        GetFileSizeEx(_ _) = FALSE;
        GetTempFileNameA(_ _ _ _) = 0;
        GetTempPathA(_ _) = 0;
        LockFileEx(_ _ _ _ _ _) = FALSE;
        ReadFile(_ _ _ _ _) = FALSE;
        ReadFileEx(_ _ _ _ _) = FALSE;
        ReadFileScatter(_ _ _ _ _) = FALSE;
        SetEndOfFile(_) = FALSE;
        SetFileCompletionNotificationModes(_ _) = FALSE;
        SetFilePointer(_ _ _ _) = INVALID_SET_FILE_POINTER;
        SetFilePointerEx(_ _ _ _) = FALSE;
        UnlockFileEx(_ _ _ _ _) = FALSE;
        WriteFile(_ _ _ _ _) = FALSE;
        WriteFileEx(_ _ _ _ _) = FALSE;
        WriteFileGather(_ _ _ _ _) = FALSE;
    }
    iocp_sim_win32::Win32::System::IO {
        BindIoCompletionCallback(_ _ _) = FALSE;
        CancelIo(_) = FALSE;
        CancelIoEx(_ _) = FALSE;
        CancelSynchronousIo(_) = FALSE;
        GetOverlappedResult(_ _ _ _) = FALSE;
        GetOverlappedResultEx(_ _ _ _ _) = FALSE;
    }
    iocp_sim_win32::Win32::System::Memory {
        GetProcessHeap() = ptr::null_mut();
        HeapAlloc(_ _ _) = ptr::null_mut();
        HeapCreate(_ _ _) = ptr::null_mut();
        HeapDestroy(_) = FALSE;
        HeapFree(_ _ _) = FALSE;
        HeapReAlloc(_ _ _ _) = ptr::null_mut();
        HeapSize(_ _ _) = usize::MAX;
        VirtualAlloc(_ _ _ _) = ptr::null_mut();
        VirtualFree(_ _ _) = FALSE;
    }
    iocp_sim_win32::Win32::System::Pipes {
        CallNamedPipeW(_ _ _ _ _ _ _) = FALSE;
        ConnectNamedPipe(_ _) = FALSE;
        CreateNamedPipeA(_ _ _ _ _ _ _ _) = INVALID_HANDLE_VALUE;
        CreateNamedPipeW(_ _ _ _ _ _ _ _) = INVALID_HANDLE_VALUE;
        CreatePipe(_ _ _ _) = FALSE;
        DisconnectNamedPipe(_) = FALSE;
        GetNamedPipeHandleStateA(_ _ _ _ _ _ _) = FALSE;
        GetNamedPipeHandleStateW(_ _ _ _ _ _ _) = FALSE;
        GetNamedPipeInfo(_ _ _ _ _) = FALSE;
        PeekNamedPipe(_ _ _ _ _ _) = FALSE;
        SetNamedPipeHandleState(_ _ _ _) = FALSE;
        TransactNamedPipe(_ _ _ _ _ _ _) = FALSE;
        WaitNamedPipeA(_ _) = FALSE;
        WaitNamedPipeW(_ _) = FALSE;
    }
    iocp_sim_win32::Win32::System::Threading {
        CancelThreadpoolIo(_) = ();
        CloseThreadpoolIo(_) = ();
        CloseThreadpoolTimer(_) = ();
        CloseThreadpoolWait(_) = ();
        CloseThreadpoolWork(_) = ();
        CreateThreadpoolIo(_ _ _ _) = 0;
        CreateThreadpoolTimer(_ _ _) = 0;
        CreateThreadpoolWait(_ _ _) = 0;
        CreateThreadpoolWork(_ _ _) = 0;
        SetThreadpoolTimer(_ _ _ _) = ();
        SetThreadpoolWait(_ _ _) = ();
        StartThreadpoolIo(_) = ();
        SubmitThreadpoolWork(_) = ();
        WaitForThreadpoolIoCallbacks(_ _) = ();
        WaitForThreadpoolTimerCallbacks(_ _) = ();
        WaitForThreadpoolWaitCallbacks(_ _) = ();
        WaitForThreadpoolWorkCallbacks(_ _) = ();
    }
}
