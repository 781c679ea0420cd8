//! The functions that windows-sys declares too.
//!
//! `cargo xtask declarations` writes this file.

same! {
    Wdk::Foundation:
        NtClose NtQueryObject;
    Wdk::Storage::FileSystem:
        NtCancelIoFileEx NtCreateEvent NtCreateFile NtFsControlFile NtOpenFile
        NtQueryInformationFile NtReadFile NtSetEvent NtSetInformationFile NtWriteFile
        RtlNtStatusToDosErrorNoTeb;
    Wdk::System::IO:
        NtDeviceIoControlFile;
    Wdk::System::Threading:
        NtCancelTimer NtCreateTimer NtOpenEvent NtOpenTimer NtSetTimer NtWaitForSingleObject;
    Win32::Foundation:
        CloseHandle CompareObjectHandles DuplicateHandle GetHandleInformation GetLastError LocalFree
        RtlNtStatusToDosError SetHandleInformation SetLastError;
    Win32::Networking::WinSock:
        AcceptEx GetAcceptExSockaddrs TransmitFile WSAAccept WSACleanup WSACloseEvent WSAConnect
        WSACreateEvent WSAEnumNetworkEvents WSAEventSelect WSAGetLastError WSAGetOverlappedResult
        WSAIoctl WSAPoll WSARecv WSARecvDisconnect WSARecvFrom WSAResetEvent WSASend
        WSASendDisconnect WSASendMsg WSASendTo WSASetEvent WSASetLastError WSASocketA WSASocketW
        WSAStartup WSAWaitForMultipleEvents __WSAFDIsSet accept bind closesocket connect
        freeaddrinfo getaddrinfo getpeername getsockname getsockopt htonl htons inet_addr inet_ntoa
        inet_ntop inet_pton ioctlsocket listen ntohl ntohs recv recvfrom select send sendto
        setsockopt shutdown socket;
    Win32::Storage::FileSystem:
        CreateFileA CreateFileW DeleteFileA DeleteFileW FlushFileBuffers GetFileSize GetFileSizeEx
        GetTempFileNameA GetTempPathA LockFileEx ReadFile ReadFileEx ReadFileScatter SetEndOfFile
        SetFileCompletionNotificationModes SetFilePointer SetFilePointerEx UnlockFileEx WriteFile
        WriteFileEx WriteFileGather;
    Win32::System::Diagnostics::Debug:
        FormatMessageA FormatMessageW;
    Win32::System::IO:
        BindIoCompletionCallback CancelIo CancelIoEx CancelSynchronousIo CreateIoCompletionPort
        GetOverlappedResult GetOverlappedResultEx GetQueuedCompletionStatus
        GetQueuedCompletionStatusEx PostQueuedCompletionStatus;
    Win32::System::LibraryLoader:
        GetModuleHandleA GetModuleHandleW GetProcAddress;
    Win32::System::Memory:
        GetProcessHeap HeapAlloc HeapCreate HeapDestroy HeapFree HeapReAlloc HeapSize LocalAlloc
        VirtualAlloc VirtualFree;
    Win32::System::Performance:
        QueryPerformanceCounter QueryPerformanceFrequency;
    Win32::System::Pipes:
        CallNamedPipeW ConnectNamedPipe CreateNamedPipeA CreateNamedPipeW CreatePipe
        DisconnectNamedPipe GetNamedPipeHandleStateA GetNamedPipeHandleStateW GetNamedPipeInfo
        PeekNamedPipe SetNamedPipeHandleState TransactNamedPipe WaitNamedPipeA WaitNamedPipeW;
    Win32::System::SystemInformation:
        GetNativeSystemInfo GetSystemInfo GetSystemTimeAsFileTime GetSystemTimePreciseAsFileTime
        GetTickCount GetTickCount64;
    Win32::System::Threading:
        AcquireSRWLockExclusive AcquireSRWLockShared CancelThreadpoolIo CancelWaitableTimer
        ChangeTimerQueueTimer CloseThreadpoolIo CloseThreadpoolTimer CloseThreadpoolWait
        CloseThreadpoolWork CreateEventA CreateEventExA CreateEventExW CreateEventW CreateMutexA
        CreateMutexExA CreateMutexExW CreateMutexW CreateSemaphoreA CreateSemaphoreExA
        CreateSemaphoreExW CreateSemaphoreW CreateThread CreateThreadpoolIo CreateThreadpoolTimer
        CreateThreadpoolWait CreateThreadpoolWork CreateTimerQueue CreateTimerQueueTimer
        CreateWaitableTimerA CreateWaitableTimerExA CreateWaitableTimerExW CreateWaitableTimerW
        DeleteCriticalSection DeleteTimerQueue DeleteTimerQueueEx DeleteTimerQueueTimer
        EnterCriticalSection ExitProcess ExitThread GetCurrentProcess GetCurrentProcessId
        GetCurrentThread GetCurrentThreadId GetExitCodeThread GetThreadId InitOnceBeginInitialize
        InitOnceComplete InitOnceExecuteOnce InitOnceInitialize InitializeConditionVariable
        InitializeCriticalSection InitializeCriticalSectionAndSpinCount InitializeCriticalSectionEx
        InitializeSRWLock LeaveCriticalSection OpenEventA OpenEventW OpenMutexW OpenSemaphoreW
        OpenThread OpenWaitableTimerA OpenWaitableTimerW PulseEvent QueueUserAPC
        RegisterWaitForSingleObject ReleaseMutex ReleaseSRWLockExclusive ReleaseSRWLockShared
        ReleaseSemaphore ResetEvent ResumeThread SetCriticalSectionSpinCount SetEvent
        SetThreadpoolTimer SetThreadpoolWait SetWaitableTimer SetWaitableTimerEx SignalObjectAndWait
        Sleep SleepConditionVariableCS SleepConditionVariableSRW SleepEx StartThreadpoolIo
        SubmitThreadpoolWork SuspendThread SwitchToThread TerminateThread TryAcquireSRWLockExclusive
        TryAcquireSRWLockShared TryEnterCriticalSection UnregisterWait UnregisterWaitEx
        WaitForMultipleObjects WaitForMultipleObjectsEx WaitForSingleObject WaitForSingleObjectEx
        WaitForThreadpoolIoCallbacks WaitForThreadpoolTimerCallbacks WaitForThreadpoolWaitCallbacks
        WaitForThreadpoolWorkCallbacks WaitOnAddress WakeAllConditionVariable WakeByAddressAll
        WakeByAddressSingle WakeConditionVariable;
    Win32::System::WindowsProgramming:
        OpenMutexA OpenSemaphoreA;
}
