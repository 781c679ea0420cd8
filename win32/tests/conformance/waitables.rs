//! The objects that can be waited for, and the waits, with everything that the calls return.

use std::ptr;

use windows_sys::Win32::Foundation::{FALSE, HANDLE, TRUE, WAIT_OBJECT_0, WAIT_TIMEOUT};
use windows_sys::Win32::System::Threading::{
    CreateEventA, CreateEventW, CreateMutexA, CreateMutexW, CreateSemaphoreA, CreateSemaphoreW,
    CreateWaitableTimerA, CreateWaitableTimerW, OpenEventA, OpenEventW, OpenMutexW, OpenSemaphoreW,
    OpenWaitableTimerW, PulseEvent, ReleaseMutex, ReleaseSemaphore, ResetEvent, SetEvent,
    WaitForMultipleObjects, WaitForMultipleObjectsEx, WaitForSingleObject, WaitForSingleObjectEx,
};
use windows_sys::Win32::System::WindowsProgramming::{OpenMutexA, OpenSemaphoreA};

use crate::calls::{Handle, UNTOUCHED, with_error};

/// How long something may take that must happen, in milliseconds.
pub(crate) const LONG: u32 = 5_000;
/// How long nothing may happen, where nothing should, in milliseconds.
pub(crate) const QUIET: u32 = 60;
/// The right to wait.
pub(crate) const SYNCHRONIZE: u32 = 0x10_0000;
/// The right to set, to release or to arm.
pub(crate) const MODIFY: u32 = 0x2;

/// What becomes of an event when somebody has waited for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reset {
    Manual,
    Automatic,
}

/// How an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Set,
    Unset,
}

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    Narrow,
    Wide,
}

/// A kind of object that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Event,
    Semaphore,
    Mutex,
    Timer,
}

/// A handle and the last error after the call that gave it, or the error with which it failed.
pub(crate) type Made = Result<(Handle, u32), u32>;

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Event, Self::Semaphore, Self::Mutex, Self::Timer];

    /// An object of the kind, or the one that has the name.
    pub(crate) fn make(self, name: &str, letters: Letters) -> Made {
        let none = ptr::null();
        let (narrow, wide) = (narrow(name), wide(name));
        let (narrow, wide) = (narrow.as_ptr().cast(), wide.as_ptr());
        // SAFETY: the names end with a zero and live longer than the call.
        made(|| unsafe {
            match (self, letters) {
                (Self::Event, Letters::Narrow) => CreateEventA(none, TRUE, FALSE, narrow),
                (Self::Event, Letters::Wide) => CreateEventW(none, TRUE, FALSE, wide),
                (Self::Semaphore, Letters::Narrow) => CreateSemaphoreA(none, 1, 4, narrow),
                (Self::Semaphore, Letters::Wide) => CreateSemaphoreW(none, 1, 4, wide),
                (Self::Mutex, Letters::Narrow) => CreateMutexA(none, FALSE, narrow),
                (Self::Mutex, Letters::Wide) => CreateMutexW(none, FALSE, wide),
                (Self::Timer, Letters::Narrow) => CreateWaitableTimerA(none, TRUE, narrow),
                (Self::Timer, Letters::Wide) => CreateWaitableTimerW(none, TRUE, wide),
            }
        })
    }

    /// The object of the kind that has the name.
    pub(crate) fn open(self, access: u32, name: &str, letters: Letters) -> Made {
        let (narrow, wide) = (narrow(name), wide(name));
        let (narrow, wide) = (narrow.as_ptr().cast(), wide.as_ptr());
        // SAFETY: the names end with a zero and live longer than the call.
        made(|| unsafe {
            match (self, letters) {
                (Self::Event, Letters::Narrow) => OpenEventA(access, FALSE, narrow),
                (Self::Event, Letters::Wide) => OpenEventW(access, FALSE, wide),
                (Self::Semaphore, Letters::Narrow) => OpenSemaphoreA(access, FALSE, narrow),
                (Self::Semaphore, Letters::Wide) => OpenSemaphoreW(access, FALSE, wide),
                (Self::Mutex, Letters::Narrow) => OpenMutexA(access, FALSE, narrow),
                (Self::Mutex, Letters::Wide) => OpenMutexW(access, FALSE, wide),
                // windows-sys has the narrow one, and this library only what programs used.
                (Self::Timer, _) => OpenWaitableTimerW(access, FALSE, wide),
            }
        })
    }
}

fn narrow(name: &str) -> Vec<u8> {
    name.bytes().chain([0]).collect()
}

pub(crate) fn wide(name: &str) -> Vec<u16> {
    name.encode_utf16().chain([0]).collect()
}

/// A call that gives a handle.
pub(crate) fn made(make: impl FnOnce() -> HANDLE) -> Made {
    let (handle, error) = with_error(make);
    if handle.is_null() { Err(error) } else { Ok((Handle::of(handle), error)) }
}

/// An event without a name.
pub(crate) fn event(reset: Reset, state: State) -> Handle {
    let (reset, state) = (i32::from(reset == Reset::Manual), i32::from(state == State::Set));
    // SAFETY: neither attributes nor a name are given.
    made(|| unsafe { CreateEventW(ptr::null(), reset, state, ptr::null()) }).expect("an event").0
}

/// An event that is unset and stays set.
pub(crate) fn manual() -> Handle {
    event(Reset::Manual, State::Unset)
}

/// An event that is unset, and again when somebody has waited for it.
pub(crate) fn automatic() -> Handle {
    event(Reset::Automatic, State::Unset)
}

/// A semaphore without a name, or why there is none.
pub(crate) fn try_semaphore(count: i32, maximum: i32) -> Made {
    // SAFETY: neither attributes nor a name are given.
    made(|| unsafe { CreateSemaphoreW(ptr::null(), count, maximum, ptr::null()) })
}

pub(crate) fn semaphore(count: i32, maximum: i32) -> Handle {
    try_semaphore(count, maximum).expect("a semaphore").0
}

/// A mutex that nobody owns.
pub(crate) fn mutex() -> Handle {
    // SAFETY: neither attributes nor a name are given.
    made(|| unsafe { CreateMutexW(ptr::null(), FALSE, ptr::null()) }).expect("a mutex").0
}

/// A mutex that the calling thread owns.
pub(crate) fn owned_mutex() -> Handle {
    // SAFETY: neither attributes nor a name are given.
    made(|| unsafe { CreateMutexW(ptr::null(), TRUE, ptr::null()) }).expect("a mutex").0
}

/// Whether a call worked, and the last error after it.
pub(crate) fn said(call: impl FnOnce() -> i32) -> (bool, u32) {
    let (ok, error) = with_error(call);
    (ok != FALSE, error)
}

/// What a call says that worked and left the last error alone.
pub(crate) const WORKED: (bool, u32) = (true, UNTOUCHED);

pub(crate) fn set(event: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { SetEvent(event.raw()) })
}

pub(crate) fn reset(event: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { ResetEvent(event.raw()) })
}

pub(crate) fn pulse(event: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { PulseEvent(event.raw()) })
}

/// The count from before, or the error.
pub(crate) fn release(semaphore: Handle, count: i32) -> Result<i32, u32> {
    let mut previous = i32::MIN;
    // SAFETY: the place lives longer than the call.
    let (ok, error) =
        said(|| unsafe { ReleaseSemaphore(semaphore.raw(), count, &raw mut previous) });
    if ok { Ok(previous) } else { Err(error) }
}

pub(crate) fn release_mutex(mutex: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { ReleaseMutex(mutex.raw()) })
}

/// How a wait ends.
pub(crate) fn wait(handle: Handle, milliseconds: u32) -> u32 {
    wait_with_error(handle, milliseconds).0
}

/// How a wait ends, and the last error after it.
pub(crate) fn wait_with_error(handle: Handle, milliseconds: u32) -> (u32, u32) {
    // SAFETY: the call has no places.
    with_error(|| unsafe { WaitForSingleObject(handle.raw(), milliseconds) })
}

/// How a wait ends that runs APCs.
pub(crate) fn wait_alertably(handle: Handle, milliseconds: u32) -> u32 {
    // SAFETY: the call has no places.
    unsafe { WaitForSingleObjectEx(handle.raw(), milliseconds, TRUE) }
}

/// Waits for what must be, or come.
pub(crate) fn happens(handle: Handle) {
    assert_eq!(wait(handle, LONG), WAIT_OBJECT_0, "it does not come");
}

/// Whether an object would let a wait through. If a wait takes it, it is taken.
pub(crate) fn is_signalled(handle: Handle) -> bool {
    match wait(handle, 0) {
        WAIT_OBJECT_0 => true,
        WAIT_TIMEOUT => false,
        other => panic!("the wait ends with {other:#x}"),
    }
}

/// Whether a wait runs APCs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alert {
    Deaf,
    Alertable,
}

impl Alert {
    pub(crate) fn flag(self) -> i32 {
        i32::from(self == Self::Alertable)
    }
}

/// How many handles a wait asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Any,
    All,
}

/// How a wait on several handles ends, and the last error after it.
pub(crate) fn wait_for(wanted: Wanted, handles: &[Handle], milliseconds: u32) -> (u32, u32) {
    let raw: Vec<HANDLE> = handles.iter().map(|handle| handle.raw()).collect();
    let count = u32::try_from(raw.len()).expect("they are few");
    let all = i32::from(wanted == Wanted::All);
    // SAFETY: the handles live longer than the call.
    with_error(|| unsafe { WaitForMultipleObjects(count, raw.as_ptr(), all, milliseconds) })
}

/// How a wait on several handles ends that runs APCs.
pub(crate) fn wait_alertably_for(wanted: Wanted, handles: &[Handle], milliseconds: u32) -> u32 {
    let raw: Vec<HANDLE> = handles.iter().map(|handle| handle.raw()).collect();
    let count = u32::try_from(raw.len()).expect("they are few");
    let all = i32::from(wanted == Wanted::All);
    // SAFETY: the handles live longer than the call.
    unsafe { WaitForMultipleObjectsEx(count, raw.as_ptr(), all, milliseconds, TRUE) }
}
