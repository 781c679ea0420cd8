//! The functions under the paths of windows-sys, beside all that is its own.
//!
//! A module is that of windows-sys with our functions in the place of its declarations: what is
//! named hides what a star imports. Features open modules as they do there.

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

#[cfg(feature = "Wdk")]
pub mod Wdk {
    pub use windows_sys::Wdk::*;

    #[cfg(feature = "Wdk_Foundation")]
    pub mod Foundation {
        pub use crate::calls::handles::NtClose;
        pub use crate::calls::query::NtQueryObject;
        pub use windows_sys::Wdk::Foundation::*;
    }

    #[cfg(feature = "Wdk_Storage")]
    pub mod Storage {
        pub use windows_sys::Wdk::Storage::*;

        #[cfg(feature = "Wdk_Storage_FileSystem")]
        pub mod FileSystem {
            pub use crate::calls::errors::RtlNtStatusToDosErrorNoTeb;
            pub use windows_sys::Wdk::Storage::FileSystem::*;
        }

        hide! { "Wdk_Storage_FileSystem" FileSystem }
    }

    hide! {
        "Wdk_Foundation" Foundation
        "Wdk_Storage" Storage
    }
}

#[cfg(feature = "Win32")]
pub mod Win32 {
    pub use windows_sys::Win32::*;

    pub mod Foundation {
        pub use crate::calls::errors::{GetLastError, RtlNtStatusToDosError, SetLastError};
        pub use crate::calls::handles::{
            CloseHandle, CompareObjectHandles, DuplicateHandle, GetHandleInformation,
            SetHandleInformation,
        };
        pub use crate::calls::memory::LocalFree;
        pub use windows_sys::Win32::Foundation::*;
    }

    #[cfg(feature = "Win32_Storage")]
    pub mod Storage {
        pub use windows_sys::Win32::Storage::*;

        hide! { "Win32_Storage_FileSystem" FileSystem }
    }

    #[cfg(feature = "Win32_System")]
    pub mod System {
        pub use windows_sys::Win32::System::*;

        #[cfg(feature = "Win32_System_Diagnostics")]
        pub mod Diagnostics {
            pub use windows_sys::Win32::System::Diagnostics::*;

            #[cfg(feature = "Win32_System_Diagnostics_Debug")]
            pub mod Debug {
                pub use crate::calls::messages::{FormatMessageA, FormatMessageW};
                pub use windows_sys::Win32::System::Diagnostics::Debug::*;
            }

            hide! { "Win32_System_Diagnostics_Debug" Debug }
        }

        #[cfg(feature = "Win32_System_IO")]
        pub mod IO {
            pub use crate::calls::port::{
                CreateIoCompletionPort, GetQueuedCompletionStatus, GetQueuedCompletionStatusEx,
                PostQueuedCompletionStatus,
            };
            pub use windows_sys::Win32::System::IO::*;
        }

        #[cfg(feature = "Win32_System_LibraryLoader")]
        pub mod LibraryLoader {
            pub use crate::calls::modules::{GetModuleHandleA, GetModuleHandleW, GetProcAddress};
            pub use windows_sys::Win32::System::LibraryLoader::*;
        }

        #[cfg(feature = "Win32_System_Memory")]
        pub mod Memory {
            pub use crate::calls::memory::LocalAlloc;
            pub use windows_sys::Win32::System::Memory::*;
        }

        #[cfg(feature = "Win32_System_Threading")]
        pub mod Threading {
            pub use crate::calls::processes::{GetCurrentProcess, GetCurrentThread};
            pub use windows_sys::Win32::System::Threading::*;
        }

        hide! {
            "Win32_System_Diagnostics" Diagnostics
            "Win32_System_IO" IO
            "Win32_System_LibraryLoader" LibraryLoader
            "Win32_System_Memory" Memory
            "Win32_System_Threading" Threading
            "Win32_System_WindowsProgramming" WindowsProgramming
        }
    }

    hide! {
        "Win32_Security" Security
        "Win32_Storage" Storage
        "Win32_System" System
    }
}
