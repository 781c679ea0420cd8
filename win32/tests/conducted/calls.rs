//! The calls that the conductor and its threads make, as functions that are safe.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

use iocp_sim_win32::Win32::Foundation::{
    CloseHandle, ERROR_ABANDONED_WAIT_0, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER,
    GetLastError, HANDLE, INVALID_HANDLE_VALUE, RtlNtStatusToDosError, STATUS_SUCCESS, TRUE,
    WAIT_IO_COMPLETION, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use iocp_sim_win32::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatus, GetQueuedCompletionStatusEx, OVERLAPPED,
    OVERLAPPED_ENTRY, PostQueuedCompletionStatus,
};
use iocp_sim_win32::Win32::System::Threading::{
    CreateEventW, CreateThread, GetCurrentThreadId, QueueUserAPC, ResumeThread, SetEvent,
    SignalObjectAndWait, SuspendThread, TerminateThread, WaitForSingleObject,
};
use iocp_sim_win32::ntdll::NtSetIoCompletion;

use super::picture::{Batch, Parcel, StepId, Told};

/// A handle, as a number that any thread may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handle(usize);

impl Handle {
    pub(crate) fn of(handle: HANDLE) -> Self {
        assert!(!handle.is_null(), "there are handles");
        Self(handle.addr())
    }

    pub(crate) fn raw(self) -> HANDLE {
        ptr::without_provenance_mut(self.0)
    }
}

/// The address of the OVERLAPPED of a packet, which nobody follows: it says which step it is from.
pub(crate) fn context(step: StepId) -> *const OVERLAPPED {
    ptr::without_provenance((step.0 + 1) << 4)
}

/// The step that a packet with this context is from.
pub(crate) fn step_of(context: u64) -> StepId {
    StepId(usize::try_from(context >> 4).expect("it is small") - 1)
}

pub(crate) fn open_port(limit: u32) -> Handle {
    // SAFETY: the call has no places.
    Handle::of(unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, ptr::null_mut(), 0, limit) })
}

pub(crate) fn associate(device: HANDLE, port: Handle, key: u64) -> Told {
    let key = usize::try_from(key).expect("keys have 64 bits");
    // SAFETY: the call has no places.
    let associated = unsafe { CreateIoCompletionPort(device, port.raw(), key, 0) };
    done_if(!associated.is_null())
}

/// Posts, by the call of ntdll where the packet has a status.
pub(crate) fn post(port: Handle, from: StepId, content: iocp_sim::sim::Content) -> Told {
    let key = usize::try_from(content.key).expect("keys have 64 bits");
    let status = content.status.0.cast_signed();
    // SAFETY: nobody follows the addresses.
    unsafe {
        if status == STATUS_SUCCESS {
            let posted = PostQueuedCompletionStatus(port.raw(), content.bytes, key, context(from));
            return done_if(posted == TRUE);
        }
        let (key, context) = (ptr::without_provenance(key), context(from).cast());
        let bytes = content.bytes as usize;
        done_if(NtSetIoCompletion(port.raw(), key, context, status, bytes) == STATUS_SUCCESS)
    }
}

/// Gets one packet.
pub(crate) fn get(port: Handle, timeout_ms: u32) -> Told {
    let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
    // SAFETY: the places live longer than the call.
    let got = unsafe {
        GetQueuedCompletionStatus(port.raw(), &mut bytes, &mut key, &mut overlapped, timeout_ms)
    };
    match (got, overlapped.is_null()) {
        (TRUE, _) => parcel(overlapped, key, bytes, 0),
        (_, true) => failed(),
        (_, false) => parcel(overlapped, key, bytes, last_error()),
    }
}

fn parcel(overlapped: *mut OVERLAPPED, key: usize, bytes: u32, status: u32) -> Told {
    let from = step_of(overlapped.addr() as u64);
    Told::Got(Batch::of([Parcel { from, key: key as u64, bytes: bytes.into(), status }]))
}

/// Gets as many packets as there is room for.
pub(crate) fn get_many(
    port: Handle,
    room: &mut [OVERLAPPED_ENTRY],
    timeout_ms: u32,
    alertable: bool,
) -> Told {
    let count = u32::try_from(room.len()).expect("it is small");
    let (mut removed, entries) = (0, room.as_mut_ptr());
    let alertable = alertable.into();
    // SAFETY: there is room for so many entries, and the place lives longer than the call.
    let got = unsafe {
        GetQueuedCompletionStatusEx(port.raw(), entries, count, &mut removed, timeout_ms, alertable)
    };
    if got != TRUE {
        return failed();
    }
    let got = room[..removed as usize].iter().map(|entry| Parcel {
        from: step_of(entry.lpOverlapped.addr() as u64),
        key: entry.lpCompletionKey as u64,
        bytes: entry.dwNumberOfBytesTransferred.into(),
        status: u32::try_from(entry.Internal).expect("it is an NTSTATUS"),
    });
    Told::Got(Batch::of(got))
}

/// What a get says that got nothing.
fn failed() -> Told {
    match last_error() {
        WAIT_TIMEOUT => Told::Timeout,
        ERROR_ABANDONED_WAIT_0 => Told::Abandoned,
        ERROR_INVALID_HANDLE => Told::Closed,
        WAIT_IO_COMPLETION => Told::Apc,
        ERROR_INVALID_PARAMETER => Told::Refused,
        other => Told::Failed(other),
    }
}

/// What a get of one packet says of the packet's status: nothing, or an error.
pub(crate) fn error_of(status: iocp_sim::Status) -> u32 {
    // SAFETY: the call has no places.
    let error = || unsafe { RtlNtStatusToDosError(status.0.cast_signed()) };
    if status.is_success() { 0 } else { error() }
}

pub(crate) fn open_event() -> Handle {
    // SAFETY: the event has no attributes and no name.
    Handle::of(unsafe { CreateEventW(ptr::null(), 0, 0, ptr::null()) })
}

pub(crate) fn set(event: Handle) -> Told {
    // SAFETY: the call has no places.
    done_if(unsafe { SetEvent(event.raw()) } == TRUE)
}

/// Waits for so long, and says whether the object was signalled.
pub(crate) fn wait(object: Handle, timeout_ms: u32) -> bool {
    // SAFETY: the call has no places.
    let waited = unsafe { WaitForSingleObject(object.raw(), timeout_ms) };
    assert!([WAIT_OBJECT_0, WAIT_TIMEOUT].contains(&waited), "it is there to be waited for");
    waited == WAIT_OBJECT_0
}

/// Signals one object in the step in which the wait for the other begins.
pub(crate) fn signal_and_wait(begins: Handle, ends: Handle) -> bool {
    // SAFETY: the call has no places.
    let waited = unsafe { SignalObjectAndWait(begins.raw(), ends.raw(), u32::MAX, 0) };
    waited == WAIT_OBJECT_0
}

/// Begins a thread.
///
/// # Safety
///
/// The function can be called with the argument, in any thread.
pub(crate) unsafe fn begin_thread(
    function: unsafe extern "system" fn(*mut c_void) -> u32,
    argument: *const c_void,
) -> Handle {
    // SAFETY: the caller promised it.
    Handle::of(unsafe {
        CreateThread(ptr::null(), 0, Some(function), argument, 0, ptr::null_mut())
    })
}

pub(crate) fn suspend(thread: Handle) -> Told {
    // SAFETY: the call has no places.
    match unsafe { SuspendThread(thread.raw()) } {
        u32::MAX => Told::Refused,
        before => Told::SuspendedBefore(before),
    }
}

/// A thread that is not suspended, or has ended, has nothing to be resumed from.
pub(crate) fn resume(thread: Handle) -> Told {
    // SAFETY: the call has no places.
    match unsafe { ResumeThread(thread.raw()) } {
        0 | u32::MAX => Told::Refused,
        before => Told::SuspendedBefore(before),
    }
}

pub(crate) fn terminate(thread: Handle) {
    // SAFETY: the thread holds no lock of this program.
    assert_eq!(unsafe { TerminateThread(thread.raw(), 0) }, TRUE);
}

/// Queues an APC that counts itself.
///
/// # Safety
///
/// The count lives longer than the thread.
pub(crate) unsafe fn queue_apc(thread: Handle, count: &AtomicU32) -> Told {
    unsafe extern "system" fn counts(count: usize) {
        let count = ptr::with_exposed_provenance::<AtomicU32>(count);
        // SAFETY: whoever queued the APC promised that it is there.
        unsafe { &*count }.fetch_add(1, Ordering::SeqCst);
    }
    let count = ptr::from_ref(count).expose_provenance();
    // SAFETY: the function can be called with the count.
    done_if(unsafe { QueueUserAPC(Some(counts), thread.raw(), count) } != 0)
}

/// Comes to the border of the library, where a thread that is to end does so.
pub(crate) fn come_to_the_border() {
    // SAFETY: the call has no places.
    unsafe { GetCurrentThreadId() };
}

pub(crate) fn close(handle: HANDLE) -> Told {
    // SAFETY: the call has no places.
    done_if(unsafe { CloseHandle(handle) } == TRUE)
}

fn last_error() -> u32 {
    // SAFETY: the call has no places.
    unsafe { GetLastError() }
}

fn done_if(done: bool) -> Told {
    if done { Told::Done } else { Told::Refused }
}
