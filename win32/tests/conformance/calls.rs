//! The calls, with everything that they return. Before each the last error and the places are set
//! to marks, so that a case sees what was written.

use std::ptr;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use windows_sys::Win32::Foundation::{
    CloseHandle, DUPLICATE_SAME_ACCESS, DuplicateHandle, GetLastError, HANDLE,
    INVALID_HANDLE_VALUE, SetLastError, TRUE,
};
use windows_sys::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatus, GetQueuedCompletionStatusEx, OVERLAPPED,
    OVERLAPPED_ENTRY, PostQueuedCompletionStatus,
};
use windows_sys::Win32::System::Threading::GetCurrentProcess;

/// The mark of a last error and of a count that nobody wrote.
pub(crate) const UNTOUCHED: u32 = 0xDEAD_BEEF;
/// The mark of a word that nobody wrote.
pub(crate) const UNTOUCHED_WORD: usize = 0xDEAD_BEEF;
/// Time without end.
pub(crate) const FOREVER: u32 = u32::MAX;

/// A handle, as a number that any thread may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handle(pub(crate) usize);

impl Handle {
    pub(crate) const NULL: Self = Self(0);
    pub(crate) const INVALID: Self = Self(usize::MAX);
    pub(crate) const PROCESS: Self = Self(usize::MAX);
    pub(crate) const THREAD: Self = Self(usize::MAX - 1);

    pub(crate) fn of(handle: HANDLE) -> Self {
        Self(handle as usize)
    }

    pub(crate) fn raw(self) -> HANDLE {
        ptr::without_provenance_mut(self.0)
    }
}

/// How a call for one packet returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Got {
    pub(crate) ok: bool,
    pub(crate) bytes: u32,
    pub(crate) key: usize,
    pub(crate) overlapped: usize,
    pub(crate) error: u32,
}

impl Got {
    /// A success that left the last error alone.
    pub(crate) fn packet(key: usize, bytes: u32, overlapped: usize) -> Self {
        Self { ok: true, bytes, key, overlapped, error: UNTOUCHED }
    }

    /// A failure without a packet.
    pub(crate) fn nothing(error: u32) -> Self {
        Self { ok: false, bytes: UNTOUCHED, key: UNTOUCHED_WORD, overlapped: 0, error }
    }
}

/// How a call for several packets returned.
#[derive(Clone, Debug)]
pub(crate) struct GotMany {
    pub(crate) ok: bool,
    pub(crate) removed: u32,
    pub(crate) error: u32,
    /// Those that were removed, as (key, overlapped, internal, bytes).
    pub(crate) entries: Vec<(usize, usize, usize, u32)>,
}

impl GotMany {
    pub(crate) fn keys(&self) -> Vec<usize> {
        self.entries.iter().map(|entry| entry.0).collect()
    }
}

/// The result of a call, and the last error after it.
pub(crate) fn with_error<R>(call: impl FnOnce() -> R) -> (R, u32) {
    // SAFETY: they only touch the last error.
    unsafe {
        SetLastError(UNTOUCHED);
        let result = call();
        (result, GetLastError())
    }
}

pub(crate) fn create(file: Handle, existing: Handle, key: usize, limit: u32) -> (Handle, u32) {
    // SAFETY: the call has no places.
    let create = || unsafe { CreateIoCompletionPort(file.raw(), existing.raw(), key, limit) };
    let (port, error) = with_error(create);
    (Handle::of(port), error)
}

/// A port. A case that runs alone needs not close it.
pub(crate) fn port(limit: u32) -> Handle {
    let (port, _) = create(Handle::INVALID, Handle::NULL, 0, limit);
    assert_ne!(port, Handle::NULL);
    port
}

pub(crate) fn get(port: Handle, milliseconds: u32) -> Got {
    let (mut bytes, mut key) = (UNTOUCHED, UNTOUCHED_WORD);
    let mut overlapped = ptr::without_provenance_mut(UNTOUCHED_WORD);
    // SAFETY: the places live longer than the call.
    let (ok, error) = with_error(|| unsafe {
        let port = port.raw();
        GetQueuedCompletionStatus(port, &mut bytes, &mut key, &mut overlapped, milliseconds)
    });
    Got { ok: ok == TRUE, bytes, key, overlapped: overlapped as usize, error }
}

pub(crate) fn get_many(port: Handle, count: u32, milliseconds: u32) -> GotMany {
    let mut entries = vec![OVERLAPPED_ENTRY::default(); count.max(1) as usize];
    let mut removed = UNTOUCHED;
    // SAFETY: the places live longer than the call.
    let (ok, error) = with_error(|| unsafe {
        let entries = entries.as_mut_ptr();
        GetQueuedCompletionStatusEx(port.raw(), entries, count, &mut removed, milliseconds, 0)
    });
    let ok = ok == TRUE;
    entries.truncate(if ok { removed as usize } else { 0 });
    let entries = entries.into_iter().map(|entry| {
        let overlapped = entry.lpOverlapped as usize;
        (entry.lpCompletionKey, overlapped, entry.Internal, entry.dwNumberOfBytesTransferred)
    });
    GotMany { ok, removed, error, entries: entries.collect() }
}

pub(crate) fn post(port: Handle, key: usize) {
    assert_eq!(post_all(port, 0, key, 0), (true, UNTOUCHED));
}

pub(crate) fn post_all(port: Handle, bytes: u32, key: usize, overlapped: usize) -> (bool, u32) {
    let overlapped: *const OVERLAPPED = ptr::without_provenance(overlapped);
    // SAFETY: nobody follows the address.
    let post = || unsafe { PostQueuedCompletionStatus(port.raw(), bytes, key, overlapped) };
    let (ok, error) = with_error(post);
    (ok == TRUE, error)
}

pub(crate) fn close(handle: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    let (ok, error) = with_error(|| unsafe { CloseHandle(handle.raw()) });
    (ok == TRUE, error)
}

/// All that DuplicateHandle takes and gives, within this process.
pub(crate) fn duplicate_as(
    source: Handle,
    access: u32,
    inherited: bool,
    options: u32,
) -> Result<Handle, u32> {
    let mut target = INVALID_HANDLE_VALUE;
    // SAFETY: the place lives longer than the call.
    let (ok, error) = with_error(|| unsafe {
        let (process, inherited) = (GetCurrentProcess(), i32::from(inherited));
        let source = source.raw();
        DuplicateHandle(process, source, process, &mut target, access, inherited, options)
    });
    if ok == TRUE { Ok(Handle::of(target)) } else { Err(error) }
}

pub(crate) fn duplicate(source: Handle) -> Handle {
    duplicate_as(source, 0, false, DUPLICATE_SAME_ACCESS).expect("it can be duplicated")
}

/// A handle to the port with these rights.
pub(crate) fn with_rights(port: Handle, access: u32) -> Handle {
    duplicate_as(port, access, false, 0).expect("it can be duplicated")
}

/// A thread that gets packets when it is told to, and reports each.
///
/// It asks for its orders again and again: if it waited for them, it would give its slot at the
/// port away where such waits are seen.
pub(crate) struct Worker {
    orders: Option<std::sync::mpsc::Sender<(Handle, u32)>>,
    pub(crate) reports: Receiver<Got>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Worker {
    pub(crate) fn new() -> Self {
        let (orders, ordered) = channel::<(Handle, u32)>();
        let (report, reports) = channel();
        let thread = thread::spawn(move || {
            loop {
                match ordered.try_recv() {
                    // Nobody may be interested any more.
                    Ok((port, milliseconds)) => drop(report.send(get(port, milliseconds))),
                    Err(TryRecvError::Empty) => thread::yield_now(),
                    Err(TryRecvError::Disconnected) => return,
                }
            }
        });
        Self { orders: Some(orders), reports, thread: Some(thread) }
    }

    /// Lets the thread get, and does not wait for what it gets.
    pub(crate) fn get(&self, port: Handle, milliseconds: u32) {
        let orders = self.orders.as_ref().expect("the thread has not ended");
        orders.send((port, milliseconds)).expect("the thread is there");
    }

    /// Lets the thread get, and waits for what it gets.
    pub(crate) fn got(&self, port: Handle, milliseconds: u32) -> Got {
        self.get(port, milliseconds);
        crate::arm::comes(&self.reports)
    }

    /// Lets the thread end, and waits for that.
    pub(crate) fn end(&mut self) {
        self.orders = None;
        self.thread.take().expect("it ends once").join().expect("it does not panic");
    }
}
