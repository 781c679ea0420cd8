//! What does a port cost by the calls of Windows? The cases of the other files, on
//! CreateIoCompletionPort, PostQueuedCompletionStatus and GetQueuedCompletionStatus(Ex): those of
//! the system where it is Windows or Wine, and ours elsewhere.
//!
//! The only unsafe code of the benches.
#![allow(unsafe_code, reason = "the calls of the system are foreign functions")]

use std::ffi::CStr;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

use iocp_sim::Packet;
use windows_sys::Win32::Foundation::{
    CloseHandle, FALSE, GetLastError, HANDLE, INVALID_HANDLE_VALUE, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use windows_sys::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatus, GetQueuedCompletionStatusEx, OVERLAPPED,
    OVERLAPPED_ENTRY, PostQueuedCompletionStatus,
};
use windows_sys::Win32::System::LibraryLoader::{GetModuleHandleA, GetProcAddress};
use windows_sys::Win32::System::Threading::{CreateEventW, SetEvent, WaitForSingleObject};
#[cfg(windows)]
use windows_sys::Win32::System::Threading::{GetCurrentThread, SetThreadAffinityMask};

use crate::queues::Queue;

/// No deadline.
const INFINITE: u32 = u32::MAX;

/// A port of the system.
pub(crate) struct Port(HANDLE);

// SAFETY: a handle is a number, and the calls on a port may be made by any thread at any time.
unsafe impl Send for Port {}
// SAFETY: as above.
unsafe impl Sync for Port {}

/// An event of the system that a wait resets.
pub(crate) struct Event(HANDLE);

// SAFETY: a handle is a number, and the calls on an event may be made by any thread at any time.
unsafe impl Send for Event {}
// SAFETY: as above.
unsafe impl Sync for Event {}

/// Room for packets that are taken at once.
pub(crate) struct Room(Vec<OVERLAPPED_ENTRY>);

// SAFETY: the pointers in the entries are numbers that were posted; nobody follows them.
unsafe impl Send for Room {}

impl Port {
    /// A port that lets so many threads run.
    pub(crate) fn open(limit: u32) -> Self {
        // SAFETY: INVALID_HANDLE_VALUE without a port asks for a new port.
        let port = unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, null_mut(), 0, limit) };
        assert!(!port.is_null(), "the system makes a port: {}", last_error());
        Self(port)
    }

    /// Takes what there is at once, up to the room, and says how much; waits for the first.
    pub(crate) fn take_many(&self, room: &mut Room) -> usize {
        let entries = &mut room.0;
        let count = u32::try_from(entries.len()).expect("there is room for fewer than 2^32");
        let mut taken = 0;
        // SAFETY: the port is open, and the entries are as many as is said.
        let done = unsafe {
            let (first, taken) = (entries.as_mut_ptr(), &raw mut taken);
            GetQueuedCompletionStatusEx(self.0, first, count, taken, INFINITE, 0)
        };
        assert!(done != 0, "packets are taken: {}", last_error());
        taken as usize
    }

    /// Takes a packet within so many milliseconds.
    fn take_within(&self, timeout: u32) -> Option<Packet> {
        let (mut bytes, mut key, mut overlapped) = (0, 0, null_mut::<OVERLAPPED>());
        // SAFETY: the port is open, and each pointer is to a variable of its type.
        let done = unsafe {
            let (bytes, key) = (&raw mut bytes, &raw mut key);
            GetQueuedCompletionStatus(self.0, bytes, key, &raw mut overlapped, timeout)
        };
        if done == 0 {
            let error = last_error();
            assert_eq!(error, WAIT_TIMEOUT, "a packet is taken");
            return None;
        }
        let (key, context) = (key as u64, overlapped as u64);
        Some(Packet { key, context, information: bytes.into(), ..Packet::default() })
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and nobody else has it.
        let closed = unsafe { CloseHandle(self.0) };
        assert!(closed != 0, "an open handle can be closed");
    }
}

impl Event {
    pub(crate) fn open() -> Self {
        // SAFETY: the call has no places.
        let event = unsafe { CreateEventW(null(), FALSE, FALSE, null()) };
        assert!(!event.is_null(), "the system makes an event: {}", last_error());
        Self(event)
    }

    pub(crate) fn set(&self) {
        // SAFETY: the event is open.
        let done = unsafe { SetEvent(self.0) };
        assert!(done != 0, "an event is set: {}", last_error());
    }

    pub(crate) fn wait(&self) {
        // SAFETY: the event is open.
        let done = unsafe { WaitForSingleObject(self.0, INFINITE) };
        assert_eq!(done, WAIT_OBJECT_0, "an event is waited for");
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and nobody else has it.
        let closed = unsafe { CloseHandle(self.0) };
        assert!(closed != 0, "an open handle can be closed");
    }
}

impl Room {
    pub(crate) fn new(count: usize) -> Self {
        Self(vec![OVERLAPPED_ENTRY::default(); count])
    }
}

impl Queue for Port {
    fn put(&self, packet: Packet) {
        let bytes = packet.information as u32;
        let (key, context) = (packet.key as usize, packet.context as *const OVERLAPPED);
        // SAFETY: the port is open; the system does not follow the pointer of a posted packet.
        let done = unsafe { PostQueuedCompletionStatus(self.0, bytes, key, context) };
        assert!(done != 0, "a packet is posted: {}", last_error());
    }

    fn take(&self) -> Packet {
        self.take_within(INFINITE).expect("without a deadline a packet comes")
    }

    fn try_take(&self) -> Option<Packet> {
        self.take_within(0)
    }
}

/// Whose calls they are: those of Windows itself, of Wine and which, or ours.
pub(crate) fn name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    let own = if cfg!(windows) { "native" } else { FACE };
    NAME.get_or_init(|| wine_version().map_or(own.to_owned(), |it| format!("Wine {it}")))
}

/// Our calls, by the names of Windows.
pub(crate) const FACE: &str = "ours, by Win32";

pub(crate) fn is_wine() -> bool {
    wine_version().is_some()
}

/// How many of so many packets are enough. Wine takes a hundred times as long for each as Windows.
pub(crate) fn enough(count: u64) -> u64 {
    if is_wine() { (count / 50).next_multiple_of(64) } else { count }
}

/// What Wine says of itself; Windows has no such function.
fn wine_version() -> Option<String> {
    // SAFETY: the names end with a zero. The function of this name takes nothing and returns a
    // string that stays.
    unsafe {
        let ntdll = GetModuleHandleA(c"ntdll.dll".as_ptr().cast());
        let function = GetProcAddress(ntdll, c"wine_get_version".as_ptr().cast())?;
        let function: extern "C" fn() -> *const std::ffi::c_char = std::mem::transmute(function);
        let version = function();
        (!version.is_null()).then(|| CStr::from_ptr(version).to_string_lossy().into_owned())
    }
}

/// Lets the calling thread run on this processor alone.
#[cfg(windows)]
pub(crate) fn pin(processor: usize) {
    // SAFETY: it has no conditions; the handle stands for the calling thread.
    let before = unsafe { SetThreadAffinityMask(GetCurrentThread(), 1 << processor) };
    assert!(before != 0, "there is such a processor: {}", last_error());
}

fn last_error() -> u32 {
    // SAFETY: it has no conditions.
    unsafe { GetLastError() }
}
