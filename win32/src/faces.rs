//! The functions under the paths of windows-sys, beside all that is its own.
//!
//! A module is that of windows-sys with our functions in the place of its declarations: what is
//! named hides what a star imports. Features open modules and functions as they do there.
//!
//! `cargo xtask declarations` writes this file.

#![allow(non_snake_case, reason = "windows-sys names the modules")]
#![allow(missing_docs, reason = "windows-sys has no documentation either")]
#![allow(unused_imports, reason = "a module may have nothing but what is named or hidden here")]
#![allow(hidden_glob_reexports, reason = "that is what hiding is")]

pub use windows_sys::{core, s, w};

/// Hides modules of windows-sys that this library uses, and whose features are off.
#[allow(unused_macros, reason = "it may be that no module is open in which it hides others")]
macro_rules! hide {
    ($($feature:literal $name:ident)*) => {$(
        #[cfg(not(feature = $feature))]
        mod $name {}
    )*};
}

/// Puts functions of this library in the place of windows-sys's, or hides those that it would not
/// have with these features.
#[allow(unused_macros, reason = "it may be that no module is open that has functions")]
macro_rules! ours {
    (if $gate:tt $($name:ident)*) => {$(
        #[cfg $gate]
        pub use crate::calls::$name;
        #[cfg(not $gate)]
        use crate::calls::$name;
    )*};
    ($($name:ident)*) => {$(pub use crate::calls::$name;)*};
}

#[cfg(feature = "Wdk")]
pub mod Wdk {
    pub use windows_sys::Wdk::*;

    #[cfg(feature = "Wdk_Foundation")]
    pub mod Foundation {
        pub use windows_sys::Wdk::Foundation::*;

        ours! {
            NtClose NtQueryObject
        }
    }

    #[cfg(feature = "Wdk_Storage")]
    pub mod Storage {
        pub use windows_sys::Wdk::Storage::*;

        #[cfg(feature = "Wdk_Storage_FileSystem")]
        pub mod FileSystem {
            pub use windows_sys::Wdk::Storage::FileSystem::*;

            ours! {
                NtSetEvent RtlNtStatusToDosErrorNoTeb
            }

            ours! {
                if (all(feature = "Wdk_Foundation", feature = "Win32_Security", feature =
                "Win32_Storage_FileSystem", feature = "Win32_System_IO"))
                NtCreateFile
            }

            ours! {
                if (all(feature = "Wdk_Foundation", feature = "Win32_Security", feature =
                "Win32_System_IO"))
                NtOpenFile
            }

            ours! {
                if (all(feature = "Wdk_Foundation", feature = "Win32_Security", feature =
                "Win32_System_Kernel"))
                NtCreateEvent
            }

            ours! {
                if (feature = "Win32_System_IO")
                NtCancelIoFileEx NtFsControlFile NtQueryInformationFile NtReadFile
                NtSetInformationFile NtWriteFile
            }
        }

        hide! {
            "Wdk_Storage_FileSystem" FileSystem
        }
    }

    #[cfg(feature = "Wdk_System")]
    pub mod System {
        pub use windows_sys::Wdk::System::*;

        #[cfg(feature = "Wdk_System_IO")]
        pub mod IO {
            pub use windows_sys::Wdk::System::IO::*;

            ours! {
                if (feature = "Win32_System_IO")
                NtDeviceIoControlFile
            }
        }

        #[cfg(feature = "Wdk_System_Threading")]
        pub mod Threading {
            pub use windows_sys::Wdk::System::Threading::*;

            ours! {
                NtCancelTimer NtWaitForSingleObject
            }

            ours! {
                if (all(feature = "Wdk_Foundation", feature = "Win32_Security"))
                NtOpenEvent NtOpenTimer
            }

            ours! {
                if (all(feature = "Wdk_Foundation", feature = "Win32_Security", feature =
                "Win32_System_Kernel"))
                NtCreateTimer
            }

            ours! {
                if (feature = "Wdk_System_SystemServices")
                NtSetTimer
            }
        }

        hide! {
            "Wdk_System_IO" IO
            "Wdk_System_SystemServices" SystemServices
            "Wdk_System_Threading" Threading
        }
    }

    hide! {
        "Wdk_Foundation" Foundation
        "Wdk_Storage" Storage
        "Wdk_System" System
    }
}

#[cfg(feature = "Win32")]
pub mod Win32 {
    pub use windows_sys::Win32::*;

    #[cfg(feature = "Win32_Foundation")]
    pub mod Foundation {
        pub use windows_sys::Win32::Foundation::*;

        ours! {
            CloseHandle CompareObjectHandles DuplicateHandle GetHandleInformation GetLastError
            LocalFree RtlNtStatusToDosError SetHandleInformation SetLastError
        }
    }

    #[cfg(feature = "Win32_Networking")]
    pub mod Networking {
        pub use windows_sys::Win32::Networking::*;

        #[cfg(feature = "Win32_Networking_WinSock")]
        pub mod WinSock {
            pub use windows_sys::Win32::Networking::WinSock::*;

            ours! {
                GetAcceptExSockaddrs WSAAccept WSACleanup WSACloseEvent WSAConnect WSACreateEvent
                WSAEnumNetworkEvents WSAEventSelect WSAGetLastError WSAPoll WSARecvDisconnect
                WSAResetEvent WSASendDisconnect WSASetEvent WSASetLastError WSASocketA WSASocketW
                WSAStartup WSAWaitForMultipleEvents __WSAFDIsSet accept bind closesocket connect
                freeaddrinfo getaddrinfo getpeername getsockname getsockopt htonl htons inet_addr
                inet_ntoa inet_ntop inet_pton ioctlsocket listen ntohl ntohs recv recvfrom select
                send sendto setsockopt shutdown socket
            }

            ours! {
                if (feature = "Win32_System_IO")
                AcceptEx TransmitFile WSAGetOverlappedResult WSAIoctl WSARecv WSARecvFrom WSASend
                WSASendMsg WSASendTo
            }
        }

        hide! {
            "Win32_Networking_WinSock" WinSock
        }
    }

    #[cfg(feature = "Win32_Storage")]
    pub mod Storage {
        pub use windows_sys::Win32::Storage::*;

        #[cfg(feature = "Win32_Storage_FileSystem")]
        pub mod FileSystem {
            pub use windows_sys::Win32::Storage::FileSystem::*;

            ours! {
                DeleteFileA DeleteFileW FlushFileBuffers GetFileSize GetFileSizeEx GetTempFileNameA
                GetTempPathA SetEndOfFile SetFileCompletionNotificationModes SetFilePointer
                SetFilePointerEx
            }

            ours! {
                if (feature = "Win32_Security")
                CreateFileA CreateFileW
            }

            ours! {
                if (feature = "Win32_System_IO")
                LockFileEx ReadFile ReadFileEx ReadFileScatter UnlockFileEx WriteFile WriteFileEx
                WriteFileGather
            }
        }

        hide! {
            "Win32_Storage_FileSystem" FileSystem
        }
    }

    #[cfg(feature = "Win32_System")]
    pub mod System {
        pub use windows_sys::Win32::System::*;

        #[cfg(feature = "Win32_System_Diagnostics")]
        pub mod Diagnostics {
            pub use windows_sys::Win32::System::Diagnostics::*;

            #[cfg(feature = "Win32_System_Diagnostics_Debug")]
            pub mod Debug {
                pub use windows_sys::Win32::System::Diagnostics::Debug::*;

                ours! {
                    FormatMessageA FormatMessageW
                }
            }

            hide! {
                "Win32_System_Diagnostics_Debug" Debug
            }
        }

        #[cfg(feature = "Win32_System_IO")]
        pub mod IO {
            pub use windows_sys::Win32::System::IO::*;

            ours! {
                BindIoCompletionCallback CancelIo CancelIoEx CancelSynchronousIo
                CreateIoCompletionPort GetOverlappedResult GetOverlappedResultEx
                GetQueuedCompletionStatus GetQueuedCompletionStatusEx PostQueuedCompletionStatus
            }
        }

        #[cfg(feature = "Win32_System_LibraryLoader")]
        pub mod LibraryLoader {
            pub use windows_sys::Win32::System::LibraryLoader::*;

            ours! {
                GetModuleHandleA GetModuleHandleW GetProcAddress
            }
        }

        #[cfg(feature = "Win32_System_Memory")]
        pub mod Memory {
            pub use windows_sys::Win32::System::Memory::*;

            ours! {
                GetProcessHeap HeapAlloc HeapCreate HeapDestroy HeapFree HeapReAlloc HeapSize
                LocalAlloc VirtualAlloc VirtualFree
            }
        }

        #[cfg(feature = "Win32_System_Performance")]
        pub mod Performance {
            pub use windows_sys::Win32::System::Performance::*;

            ours! {
                QueryPerformanceCounter QueryPerformanceFrequency
            }
        }

        #[cfg(feature = "Win32_System_Pipes")]
        pub mod Pipes {
            pub use windows_sys::Win32::System::Pipes::*;

            ours! {
                CallNamedPipeW DisconnectNamedPipe GetNamedPipeHandleStateA GetNamedPipeHandleStateW
                GetNamedPipeInfo PeekNamedPipe SetNamedPipeHandleState WaitNamedPipeA WaitNamedPipeW
            }

            ours! {
                if (all(feature = "Win32_Security", feature = "Win32_Storage_FileSystem"))
                CreateNamedPipeA CreateNamedPipeW
            }

            ours! {
                if (feature = "Win32_Security")
                CreatePipe
            }

            ours! {
                if (feature = "Win32_System_IO")
                ConnectNamedPipe TransactNamedPipe
            }
        }

        #[cfg(feature = "Win32_System_SystemInformation")]
        pub mod SystemInformation {
            pub use windows_sys::Win32::System::SystemInformation::*;

            ours! {
                GetNativeSystemInfo GetSystemInfo GetSystemTimeAsFileTime
                GetSystemTimePreciseAsFileTime GetTickCount GetTickCount64
            }
        }

        #[cfg(feature = "Win32_System_Threading")]
        pub mod Threading {
            pub use windows_sys::Win32::System::Threading::*;

            ours! {
                AcquireSRWLockExclusive AcquireSRWLockShared CancelThreadpoolIo CancelWaitableTimer
                ChangeTimerQueueTimer CloseThreadpoolIo CloseThreadpoolTimer CloseThreadpoolWait
                CloseThreadpoolWork CreateThreadpoolIo CreateThreadpoolTimer CreateThreadpoolWait
                CreateThreadpoolWork CreateTimerQueue CreateTimerQueueTimer DeleteTimerQueue
                DeleteTimerQueueEx DeleteTimerQueueTimer ExitProcess ExitThread GetCurrentProcess
                GetCurrentProcessId GetCurrentThread GetCurrentThreadId GetExitCodeThread
                GetThreadId InitOnceBeginInitialize InitOnceComplete InitOnceExecuteOnce
                InitOnceInitialize InitializeConditionVariable InitializeSRWLock OpenEventA
                OpenEventW OpenMutexW OpenSemaphoreW OpenThread OpenWaitableTimerA
                OpenWaitableTimerW PulseEvent QueueUserAPC RegisterWaitForSingleObject ReleaseMutex
                ReleaseSRWLockExclusive ReleaseSRWLockShared ReleaseSemaphore ResetEvent
                ResumeThread SetEvent SetThreadpoolTimer SetThreadpoolWait SetWaitableTimer
                SetWaitableTimerEx SignalObjectAndWait Sleep SleepConditionVariableSRW SleepEx
                StartThreadpoolIo SubmitThreadpoolWork SuspendThread SwitchToThread TerminateThread
                TryAcquireSRWLockExclusive TryAcquireSRWLockShared UnregisterWait UnregisterWaitEx
                WaitForMultipleObjects WaitForMultipleObjectsEx WaitForSingleObject
                WaitForSingleObjectEx WaitForThreadpoolIoCallbacks WaitForThreadpoolTimerCallbacks
                WaitForThreadpoolWaitCallbacks WaitForThreadpoolWorkCallbacks WaitOnAddress
                WakeAllConditionVariable WakeByAddressAll WakeByAddressSingle WakeConditionVariable
            }

            ours! {
                if (feature = "Win32_Security")
                CreateEventA CreateEventExA CreateEventExW CreateEventW CreateMutexA CreateMutexExA
                CreateMutexExW CreateMutexW CreateSemaphoreA CreateSemaphoreExA CreateSemaphoreExW
                CreateSemaphoreW CreateThread CreateWaitableTimerA CreateWaitableTimerExA
                CreateWaitableTimerExW CreateWaitableTimerW
            }

            ours! {
                if (feature = "Win32_System_Kernel")
                DeleteCriticalSection EnterCriticalSection InitializeCriticalSection
                InitializeCriticalSectionAndSpinCount InitializeCriticalSectionEx
                LeaveCriticalSection SetCriticalSectionSpinCount SleepConditionVariableCS
                TryEnterCriticalSection
            }
        }

        #[cfg(feature = "Win32_System_WindowsProgramming")]
        pub mod WindowsProgramming {
            pub use windows_sys::Win32::System::WindowsProgramming::*;

            ours! {
                OpenMutexA OpenSemaphoreA
            }
        }

        hide! {
            "Win32_System_Diagnostics" Diagnostics
            "Win32_System_IO" IO
            "Win32_System_Kernel" Kernel
            "Win32_System_LibraryLoader" LibraryLoader
            "Win32_System_Memory" Memory
            "Win32_System_Performance" Performance
            "Win32_System_Pipes" Pipes
            "Win32_System_SystemInformation" SystemInformation
            "Win32_System_Threading" Threading
            "Win32_System_WindowsProgramming" WindowsProgramming
        }
    }

    hide! {
        "Win32_Foundation" Foundation
        "Win32_Networking" Networking
        "Win32_Security" Security
        "Win32_Storage" Storage
        "Win32_System" System
    }
}
