//! The native calls that windows-sys lacks.

use std::ffi::c_void;
use std::ptr;

use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Win32::Foundation::{HANDLE, NTSTATUS, OBJECT_ATTRIBUTE_FLAGS, UNICODE_STRING};
use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;

use crate::calls::{Handle, UNTOUCHED, UNTOUCHED_WORD};

pub(crate) const QUERY_STATE: u32 = 0x1;
pub(crate) const MODIFY_STATE: u32 = 0x2;
pub(crate) const ALL_ACCESS: u32 = 0x1F_0003;

/// A packet as NtRemoveIoCompletionEx returns it.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Completion {
    pub(crate) key: *mut c_void,
    pub(crate) context: *mut c_void,
    pub(crate) block: IO_STATUS_BLOCK,
}

#[cfg_attr(windows, link(name = "ntdll"))]
#[allow(clashing_extern_declarations, reason = "a structure has our name here")]
unsafe extern "system" {
    #[cfg_attr(not(windows), link_name = "iocpsim_NtCreateIoCompletion")]
    fn NtCreateIoCompletion(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        count: u32,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtOpenIoCompletion")]
    fn NtOpenIoCompletion(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtQueryIoCompletion")]
    fn NtQueryIoCompletion(
        port: HANDLE,
        class: i32,
        information: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtSetIoCompletion")]
    fn NtSetIoCompletion(
        port: HANDLE,
        key: *const c_void,
        context: *const c_void,
        status: NTSTATUS,
        information: usize,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtSetIoCompletionEx")]
    fn NtSetIoCompletionEx(
        port: HANDLE,
        reserve: HANDLE,
        key: *const c_void,
        context: *const c_void,
        status: NTSTATUS,
        information: usize,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtRemoveIoCompletion")]
    fn NtRemoveIoCompletion(
        port: HANDLE,
        key: *mut *mut c_void,
        context: *mut *mut c_void,
        block: *mut IO_STATUS_BLOCK,
        timeout: *const i64,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtRemoveIoCompletionEx")]
    fn NtRemoveIoCompletionEx(
        port: HANDLE,
        information: *mut Completion,
        count: u32,
        removed: *mut u32,
        timeout: *const i64,
        alertable: u8,
    ) -> NTSTATUS;
    #[cfg_attr(not(windows), link_name = "iocpsim_NtAllocateReserveObject")]
    fn NtAllocateReserveObject(
        handle: *mut HANDLE,
        attributes: *const OBJECT_ATTRIBUTES,
        kind: i32,
    ) -> NTSTATUS;
}

/// A native call that gives a handle: its status, which tells success and what is near it, and the
/// handle.
pub(crate) type Opened = Result<(NTSTATUS, Handle), u32>;

/// The attributes of a named object, for as long as `act` runs.
pub(crate) fn with_name<R>(
    name: Option<&str>,
    flags: OBJECT_ATTRIBUTE_FLAGS,
    act: impl FnOnce(*const OBJECT_ATTRIBUTES) -> R,
) -> R {
    let units: Option<Vec<u16>> = name.map(|name| name.encode_utf16().collect());
    with_units(units.as_deref(), flags, act)
}

fn with_units<R>(
    name: Option<&[u16]>,
    flags: OBJECT_ATTRIBUTE_FLAGS,
    act: impl FnOnce(*const OBJECT_ATTRIBUTES) -> R,
) -> R {
    let mut units = name.unwrap_or_default().to_vec();
    let length = u16::try_from(units.len() * 2).expect("names are short");
    let string =
        UNICODE_STRING { Length: length, MaximumLength: length, Buffer: units.as_mut_ptr() };
    let attributes = OBJECT_ATTRIBUTES {
        Length: u32::try_from(size_of::<OBJECT_ATTRIBUTES>()).expect("it is small"),
        RootDirectory: ptr::null_mut(),
        ObjectName: if name.is_some() { &raw const string } else { ptr::null() },
        Attributes: flags,
        SecurityDescriptor: ptr::null(),
        SecurityQualityOfService: ptr::null(),
    };
    act(&raw const attributes)
}

pub(crate) fn opened(open: impl FnOnce(*mut HANDLE) -> NTSTATUS) -> Opened {
    let mut handle = Handle::NULL.raw();
    let status = open(&raw mut handle);
    if status >= 0 { Ok((status, Handle::of(handle))) } else { Err(status.cast_unsigned()) }
}

pub(crate) fn create(
    name: Option<&str>,
    flags: OBJECT_ATTRIBUTE_FLAGS,
    access: u32,
    limit: u32,
) -> Opened {
    with_name(name, flags, |attributes| {
        // SAFETY: places and attributes live longer than the call.
        opened(|handle| unsafe { NtCreateIoCompletion(handle, access, attributes, limit) })
    })
}

/// As [`create`], by a name that need not be UTF-16.
pub(crate) fn create_in_units(
    name: &[u16],
    flags: OBJECT_ATTRIBUTE_FLAGS,
    access: u32,
    limit: u32,
) -> Opened {
    with_units(Some(name), flags, |attributes| {
        // SAFETY: places and attributes live longer than the call.
        opened(|handle| unsafe { NtCreateIoCompletion(handle, access, attributes, limit) })
    })
}

/// A native port without attributes.
pub(crate) fn port(limit: u32) -> Handle {
    // SAFETY: the place lives longer than the call.
    let create = |handle| unsafe { NtCreateIoCompletion(handle, ALL_ACCESS, ptr::null(), limit) };
    opened(create).expect("a port can be made").1
}

pub(crate) fn open(name: Option<&str>, flags: OBJECT_ATTRIBUTE_FLAGS, access: u32) -> Opened {
    with_name(name, flags, |attributes| {
        // SAFETY: places and attributes live longer than the call.
        opened(|handle| unsafe { NtOpenIoCompletion(handle, access, attributes) })
    })
}

/// How many packets are queued, with the length that was returned.
pub(crate) fn query(port: Handle, class: i32, length: u32) -> Result<(u32, u32), u32> {
    let (mut depth, mut returned) = ([UNTOUCHED; 2], UNTOUCHED);
    // SAFETY: the places live longer than the call.
    let status = unsafe {
        let place = depth.as_mut_ptr().cast();
        NtQueryIoCompletion(port.raw(), class, place, length, &mut returned)
    };
    if status >= 0 { Ok((depth[0], returned)) } else { Err(status.cast_unsigned()) }
}

pub(crate) fn depth(port: Handle) -> u32 {
    query(port, 0, 4).expect("it can be asked").0
}

fn word(word: usize) -> *const c_void {
    ptr::without_provenance(word)
}

pub(crate) fn set(port: Handle, key: usize, context: usize, status: u32, bytes: usize) -> u32 {
    let (key, context, status) = (word(key), word(context), status.cast_signed());
    // SAFETY: nobody follows the addresses.
    unsafe { NtSetIoCompletion(port.raw(), key, context, status, bytes) }.cast_unsigned()
}

pub(crate) fn set_reserved(port: Handle, reserve: Handle, key: usize, context: usize) -> u32 {
    let (key, context) = (word(key), word(context));
    // SAFETY: nobody follows the addresses.
    let status = unsafe { NtSetIoCompletionEx(port.raw(), reserve.raw(), key, context, 0, 5) };
    status.cast_unsigned()
}

/// A packet as the native calls have it: key, context, status, information.
pub(crate) type Whole = (usize, usize, u32, usize);

fn whole(completion: Completion) -> Whole {
    // SAFETY: every bit pattern is a status.
    let status = unsafe { completion.block.Anonymous.Status }.cast_unsigned();
    (completion.key as usize, completion.context as usize, status, completion.block.Information)
}

fn untouched() -> Completion {
    let mark = ptr::without_provenance_mut(UNTOUCHED_WORD);
    let block = IO_STATUS_BLOCK { Information: UNTOUCHED_WORD, ..IO_STATUS_BLOCK::default() };
    Completion { key: mark, context: mark, block }
}

/// The status, and what is in the places.
pub(crate) fn remove(port: Handle, timeout: Option<i64>) -> (u32, Whole) {
    let mut got = untouched();
    let timeout = timeout.as_ref().map_or(ptr::null(), |timeout| timeout);
    // SAFETY: the places live longer than the call.
    let status = unsafe {
        NtRemoveIoCompletion(port.raw(), &mut got.key, &mut got.context, &mut got.block, timeout)
    };
    (status.cast_unsigned(), whole(got))
}

/// The status, the count, and the packets if it is a success.
pub(crate) fn remove_many(
    port: Handle,
    count: u32,
    timeout: Option<i64>,
) -> (u32, u32, Vec<Whole>) {
    let (mut got, mut removed) = (vec![untouched(); count.max(1) as usize], UNTOUCHED);
    let timeout = timeout.as_ref().map_or(ptr::null(), |timeout| timeout);
    // SAFETY: the places live longer than the call.
    let status = unsafe {
        let got = got.as_mut_ptr();
        NtRemoveIoCompletionEx(port.raw(), got, count, &mut removed, timeout, 0)
    };
    got.truncate(if status == 0 { removed as usize } else { 0 });
    (status.cast_unsigned(), removed, got.into_iter().map(whole).collect())
}

/// The status of an alertable call for several packets, and their keys if it is a success.
pub(crate) fn remove_alertably(port: Handle, timeout: Option<i64>) -> (u32, Vec<usize>) {
    let (mut got, mut removed) = ([untouched(); 4], UNTOUCHED);
    let timeout = timeout.as_ref().map_or(ptr::null(), |timeout| timeout);
    // SAFETY: the places live longer than the call.
    let status = unsafe {
        NtRemoveIoCompletionEx(port.raw(), got.as_mut_ptr(), 4, &mut removed, timeout, 1)
    };
    let count = if status == 0 { removed as usize } else { 0 };
    (status.cast_unsigned(), got[..count].iter().map(|got| got.key as usize).collect())
}

pub(crate) fn reserve(name: Option<&str>, kind: i32) -> Opened {
    with_name(name, 0, |attributes| {
        // SAFETY: places and attributes live longer than the call.
        opened(|handle| unsafe { NtAllocateReserveObject(handle, attributes, kind) })
    })
}
