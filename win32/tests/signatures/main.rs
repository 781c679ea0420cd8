//! The functions have the signatures of windows-sys, and the structures the layouts that C has.

#![cfg(not(windows))]

use std::mem::offset_of;

/// Compiles if each function has the type of its namesake. Nothing is generated for such a
/// constant, so what only windows-sys declares need not be there to be linked.
macro_rules! same {
    ($($($module:ident)::+: $($name:ident)*;)*) => {$(
        const _: () = {
            use iocp_sim_win32::$($module)::+ as ours;
            use windows_sys::$($module)::+ as theirs;
            $(let _ = [ours::$name, theirs::$name];)*
        };
    )*};
}

mod functions;

/// Size, alignment and offsets of a structure, as headers for Windows have them on 64 bits.
macro_rules! layout {
    ($($name:ty: $size:literal, $align:literal $(, $field:ident $offset:literal)*;)*) => {$(
        const _: () = {
            assert!(size_of::<$name>() == $size);
            assert!(align_of::<$name>() == $align);
            $(assert!(offset_of!($name, $field) == $offset);)*
        };
    )*};
}

#[cfg(target_pointer_width = "64")]
mod layouts {
    use super::*;
    use iocp_sim_win32::Wdk::Foundation::OBJECT_ATTRIBUTES;
    use iocp_sim_win32::Win32::Foundation::UNICODE_STRING;
    use iocp_sim_win32::Win32::System::IO::{IO_STATUS_BLOCK, OVERLAPPED, OVERLAPPED_ENTRY};
    use iocp_sim_win32::Win32::System::WindowsProgramming::{
        PUBLIC_OBJECT_BASIC_INFORMATION, PUBLIC_OBJECT_TYPE_INFORMATION,
    };
    use iocp_sim_win32::ntdll::{
        EVENT_BASIC_INFORMATION, FILE_IO_COMPLETION_INFORMATION, MUTANT_BASIC_INFORMATION,
        MUTANT_OWNER_INFORMATION, SEMAPHORE_BASIC_INFORMATION, TIMER_BASIC_INFORMATION,
    };

    layout! {
        OVERLAPPED: 32, 8, Internal 0, InternalHigh 8, Anonymous 16, hEvent 24;
        OVERLAPPED_ENTRY: 32, 8, lpCompletionKey 0, lpOverlapped 8, Internal 16,
            dwNumberOfBytesTransferred 24;
        IO_STATUS_BLOCK: 16, 8, Anonymous 0, Information 8;
        FILE_IO_COMPLETION_INFORMATION: 32, 8, KeyContext 0, ApcContext 8, IoStatusBlock 16;
        UNICODE_STRING: 16, 8, Length 0, MaximumLength 2, Buffer 8;
        OBJECT_ATTRIBUTES: 48, 8, Length 0, RootDirectory 8, ObjectName 16, Attributes 24,
            SecurityDescriptor 32, SecurityQualityOfService 40;
        PUBLIC_OBJECT_BASIC_INFORMATION: 56, 4, Attributes 0, GrantedAccess 4, HandleCount 8,
            PointerCount 12, Reserved 16;
        EVENT_BASIC_INFORMATION: 8, 4, EventType 0, EventState 4;
        SEMAPHORE_BASIC_INFORMATION: 8, 4, CurrentCount 0, MaximumCount 4;
        TIMER_BASIC_INFORMATION: 16, 8, RemainingTime 0, TimerState 8;
        MUTANT_BASIC_INFORMATION: 8, 4, CurrentCount 0, OwnedByCaller 4, AbandonedState 5;
        MUTANT_OWNER_INFORMATION: 16, 8, ClientId 0;
        PUBLIC_OBJECT_TYPE_INFORMATION: 104, 8, TypeName 0, Reserved 16;
    }
}

#[test]
fn signatures_and_layouts_are_those_of_windows() {
    // That this file compiles is the test.
}
