//! The waitable objects by their native calls, with everything that the calls return.

use std::ffi::c_void;
use std::ptr;

use windows_sys::Win32::Foundation::{HANDLE, NTSTATUS, OBJECT_ATTRIBUTE_FLAGS};

use crate::calls::Handle;
use crate::native::{Opened, opened, with_name};
use crate::ntdll::{
    NtCreateEvent, NtCreateMutant, NtCreateSemaphore, NtCreateTimer, NtOpenEvent, NtOpenMutant,
    NtOpenSemaphore, NtOpenTimer,
};
use crate::waitables::Kind;

/// Every right to an event, a semaphore or a timer, and more than there are to a mutant.
pub(crate) const ALL_ACCESS: u32 = 0x1F_0003;
/// The right to ask.
pub(crate) const QUERY: u32 = 0x1;
/// The mark of a number that nobody wrote.
pub(crate) const UNWRITTEN: i32 = -7_777;

/// What a type of an event or of a timer is for natively.
pub(crate) const NOTIFICATION: i32 = 0;
pub(crate) const SYNCHRONIZATION: i32 = 1;

/// Makes an object of the kind: an unset manual event, a semaphore at 1 of 4, a free mutant, a
/// manual timer.
pub(crate) fn make(
    kind: Kind,
    name: Option<&str>,
    flags: OBJECT_ATTRIBUTE_FLAGS,
    access: u32,
) -> Opened {
    with_name(name, flags, |attributes| {
        // SAFETY: places and attributes live longer than the call.
        opened(|handle| unsafe {
            match kind {
                Kind::Event => NtCreateEvent(handle, access, attributes, NOTIFICATION, 0),
                Kind::Semaphore => NtCreateSemaphore(handle, access, attributes, 1, 4),
                Kind::Mutex => NtCreateMutant(handle, access, attributes, 0),
                Kind::Timer => NtCreateTimer(handle, access, attributes, NOTIFICATION),
            }
        })
    })
}

pub(crate) fn open(
    kind: Kind,
    name: Option<&str>,
    flags: OBJECT_ATTRIBUTE_FLAGS,
    access: u32,
) -> Opened {
    with_name(name, flags, |attributes| {
        // SAFETY: places and attributes live longer than the call.
        opened(|handle| unsafe {
            match kind {
                Kind::Event => NtOpenEvent(handle, access, attributes),
                Kind::Semaphore => NtOpenSemaphore(handle, access, attributes),
                Kind::Mutex => NtOpenMutant(handle, access, attributes),
                Kind::Timer => NtOpenTimer(handle, access, attributes),
            }
        })
    })
}

/// An event without attributes, or the status.
pub(crate) fn event(kind: i32, is_set: u8) -> Opened {
    let none = ptr::null();
    // SAFETY: the place lives longer than the call.
    opened(|handle| unsafe { NtCreateEvent(handle, ALL_ACCESS, none, kind, is_set) })
}

/// A semaphore without attributes, or the status.
pub(crate) fn semaphore(count: i32, maximum: i32) -> Opened {
    let none = ptr::null();
    // SAFETY: the place lives longer than the call.
    opened(|handle| unsafe { NtCreateSemaphore(handle, ALL_ACCESS, none, count, maximum) })
}

/// A mutant without attributes, or the status.
pub(crate) fn mutant(is_owned: u8) -> Opened {
    let none = ptr::null();
    // SAFETY: the place lives longer than the call.
    opened(|handle| unsafe { NtCreateMutant(handle, 0x1F_0001, none, is_owned) })
}

/// A timer without attributes, or the status.
pub(crate) fn timer(kind: i32) -> Opened {
    let none = ptr::null();
    // SAFETY: the place lives longer than the call.
    opened(|handle| unsafe { NtCreateTimer(handle, ALL_ACCESS, none, kind) })
}

/// A call that asks for what is known of an object.
pub(crate) type Query =
    unsafe extern "system" fn(HANDLE, i32, *mut c_void, u32, *mut u32) -> NTSTATUS;

/// What is known of an object, and the length that was returned.
pub(crate) fn query<T: Copy>(
    call: Query,
    object: Handle,
    class: i32,
    length: u32,
    blank: T,
) -> Result<(T, u32), u32> {
    let (mut places, mut returned) = ([blank; 2], u32::MAX);
    // SAFETY: the places live longer than the call, and are longer than the length.
    let status =
        unsafe { call(object.raw(), class, places.as_mut_ptr().cast(), length, &raw mut returned) };
    if status >= 0 { Ok((places[0], returned)) } else { Err(status.cast_unsigned()) }
}

/// How long what is asked for is.
pub(crate) fn length_of<T>() -> u32 {
    u32::try_from(size_of::<T>()).expect("it is short")
}

/// The status of a call, and the number that it returned besides.
pub(crate) fn with_previous(call: impl FnOnce(*mut i32) -> NTSTATUS) -> (u32, i32) {
    let mut previous = UNWRITTEN;
    let status = call(&raw mut previous);
    (status.cast_unsigned(), previous)
}
