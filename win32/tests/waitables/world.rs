//! Handles that any thread may have, the calls with what they say, and threads that belong to a
//! port.

use std::ptr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::IO::*;
use iocp_sim_win32::Win32::System::Threading::*;
use iocp_sim_win32::ntdll::*;
use iocp_sim_win32::snapshot;

/// Longer than anything takes here.
pub(crate) const LONG: Duration = Duration::from_secs(60);
/// The same as a time-out of a call.
pub(crate) const LONG_MS: u32 = 60_000;

/// The mark of a last error that nobody set.
const UNTOUCHED: u32 = 0xDEAD_BEEF;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handle(pub(crate) usize);

impl Handle {
    pub(crate) const NULL: Self = Self(0);

    pub(crate) fn of(handle: HANDLE) -> Self {
        Self(handle.addr())
    }

    pub(crate) fn raw(self) -> HANDLE {
        ptr::without_provenance_mut(self.0)
    }
}

/// A result of Win32: what stands for failure is the last error.
pub(crate) type Said<T> = Result<T, u32>;

/// The last error of a call, if it failed in this way. A call that works may leave the last error,
/// or clear it.
pub(crate) fn said<T: PartialEq>(failed: T, call: impl FnOnce() -> T) -> Said<T> {
    // SAFETY: the calls have no places.
    unsafe { SetLastError(UNTOUCHED) };
    let result = call();
    if result == failed { Err(error()) } else { Ok(result) }
}

pub(crate) fn error() -> u32 {
    // SAFETY: the call has no places.
    unsafe { GetLastError() }
}

pub(crate) fn made(call: impl FnOnce() -> HANDLE) -> Said<Handle> {
    said(ptr::null_mut(), call).map(Handle::of)
}

pub(crate) fn worked(call: impl FnOnce() -> i32) -> Said<()> {
    said(FALSE, call).map(|result| assert_eq!(result, TRUE))
}

/// An event that stays set.
pub(crate) fn manual() -> Handle {
    // SAFETY: neither attributes nor a name are given.
    made(|| unsafe { CreateEventW(ptr::null(), TRUE, FALSE, ptr::null()) }).expect("an event")
}

/// An event that resets itself.
pub(crate) fn automatic() -> Handle {
    // SAFETY: neither attributes nor a name are given.
    made(|| unsafe { CreateEventW(ptr::null(), FALSE, FALSE, ptr::null()) }).expect("an event")
}

pub(crate) fn semaphore(count: i32, maximum: i32) -> Handle {
    // SAFETY: neither attributes nor a name are given.
    made(|| unsafe { CreateSemaphoreW(ptr::null(), count, maximum, ptr::null()) })
        .expect("a semaphore")
}

/// A mutex, which the calling thread may own.
pub(crate) fn mutex(owned: i32) -> Handle {
    // SAFETY: neither attributes nor a name are given.
    made(|| unsafe { CreateMutexW(ptr::null(), owned, ptr::null()) }).expect("a mutex")
}

pub(crate) fn set(event: Handle) -> Said<()> {
    // SAFETY: the call has no places.
    worked(|| unsafe { SetEvent(event.raw()) })
}

pub(crate) fn pulse(event: Handle) -> Said<()> {
    // SAFETY: the call has no places.
    worked(|| unsafe { PulseEvent(event.raw()) })
}

/// Adds to a semaphore; the count from before.
pub(crate) fn release(semaphore: Handle, count: i32) -> Said<i32> {
    let mut before = i32::MIN;
    // SAFETY: the place lives longer than the call.
    worked(|| unsafe { ReleaseSemaphore(semaphore.raw(), count, &mut before) })?;
    Ok(before)
}

pub(crate) fn release_mutex(mutex: Handle) -> Said<()> {
    // SAFETY: the call has no places.
    worked(|| unsafe { ReleaseMutex(mutex.raw()) })
}

pub(crate) fn close(handle: Handle) {
    // SAFETY: the call has no places.
    worked(|| unsafe { CloseHandle(handle.raw()) }).expect("it is open");
}

/// Another handle to the same object.
pub(crate) fn duplicate(handle: Handle) -> Handle {
    let mut other = ptr::null_mut();
    // SAFETY: the place lives longer than the call.
    let duplicated = worked(|| unsafe {
        let process = GetCurrentProcess();
        let options = DUPLICATE_SAME_ACCESS;
        DuplicateHandle(process, handle.raw(), process, &mut other, 0, 0, options)
    });
    duplicated.expect("it can be duplicated");
    Handle::of(other)
}

pub(crate) fn wait(handle: Handle, milliseconds: u32) -> u32 {
    // SAFETY: the call has no places.
    unsafe { WaitForSingleObject(handle.raw(), milliseconds) }
}

pub(crate) fn wait_for(handles: &[Handle], all: i32, milliseconds: u32) -> Said<u32> {
    let raw: Vec<HANDLE> = handles.iter().map(|handle| handle.raw()).collect();
    let count = u32::try_from(raw.len()).expect("they are few");
    // SAFETY: the handles live longer than the call.
    said(WAIT_FAILED, || unsafe { WaitForMultipleObjects(count, raw.as_ptr(), all, milliseconds) })
}

/// Whether an event is set, which asking does not change.
pub(crate) fn is_set(event: Handle) -> bool {
    let mut answer = EVENT_BASIC_INFORMATION::default();
    let size = u32::try_from(size_of_val(&answer)).expect("it is small");
    let place = (&raw mut answer).cast();
    // SAFETY: the place lives longer than the call, and is as long as it says.
    let status = unsafe { NtQueryEvent(event.raw(), 0, place, size, ptr::null_mut()) };
    assert_eq!(status, STATUS_SUCCESS);
    answer.EventState == 1
}

/// What a semaphore counts, which asking does not change.
pub(crate) fn count(semaphore: Handle) -> i32 {
    let mut answer = SEMAPHORE_BASIC_INFORMATION::default();
    let size = u32::try_from(size_of_val(&answer)).expect("it is small");
    let place = (&raw mut answer).cast();
    // SAFETY: the place lives longer than the call, and is as long as it says.
    let status = unsafe { NtQuerySemaphore(semaphore.raw(), 0, place, size, ptr::null_mut()) };
    assert_eq!(status, STATUS_SUCCESS);
    answer.CurrentCount
}

pub(crate) fn port(limit: u32) -> Handle {
    // SAFETY: the call has no places.
    made(|| unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, ptr::null_mut(), 0, limit) })
        .expect("a port")
}

pub(crate) fn post(port: Handle, key: usize) {
    // SAFETY: nobody follows the null.
    worked(|| unsafe { PostQueuedCompletionStatus(port.raw(), 0, key, ptr::null()) })
        .expect("it is posted");
}

/// The key of the next packet.
pub(crate) fn get(port: Handle) -> Said<usize> {
    let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
    // SAFETY: the places live longer than the call.
    worked(|| unsafe {
        GetQueuedCompletionStatus(port.raw(), &mut bytes, &mut key, &mut overlapped, LONG_MS)
    })?;
    Ok(key)
}

/// How many threads of a port are released, and how many are paused.
pub(crate) fn released_and_paused(port: Handle) -> (usize, usize) {
    let snapshot = snapshot(port.raw()).expect("it is a port");
    (snapshot.released.len(), snapshot.paused.len())
}

/// Waits until something holds, and fails if that takes too long.
pub(crate) fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < LONG, "{what}");
        thread::yield_now();
    }
}

/// What comes, or a failure if it takes too long.
pub(crate) fn comes<T>(from: &Receiver<T>) -> T {
    from.recv_timeout(LONG).expect("it takes too long")
}

type Job = Box<dyn FnOnce() + Send>;

/// A thread that has taken a packet of a port of its own, so that the port shows whether it waits.
pub(crate) struct Worker {
    pub(crate) port: Handle,
    pub(crate) id: u32,
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(crate) fn new() -> Self {
        Self::at(port(1))
    }

    /// A worker of a port that others may have, too.
    pub(crate) fn at(port: Handle) -> Self {
        let (jobs, todo) = channel::<Job>();
        let thread = thread::spawn(move || todo.into_iter().for_each(|job| job()));
        let mut worker = Self { port, id: 0, jobs: Some(jobs), thread: Some(thread) };
        post(port, 0);
        assert_eq!(worker.does(move || get(port)), Ok(0));
        // SAFETY: the call has no places.
        worker.id = worker.does(|| unsafe { GetCurrentThreadId() });
        worker
    }

    /// Lets it do something, and gives where the result will come.
    pub(crate) fn starts<R: Send + 'static>(
        &self,
        job: impl FnOnce() -> R + Send + 'static,
    ) -> Receiver<R> {
        let (report, result) = channel();
        let job = move || drop(report.send(job()));
        let jobs = self.jobs.as_ref().expect("it has not ended");
        jobs.send(Box::new(job)).expect("it takes jobs");
        result
    }

    pub(crate) fn does<R: Send + 'static>(&self, job: impl FnOnce() -> R + Send + 'static) -> R {
        comes(&self.starts(job))
    }

    /// Lets it wait for an object, and returns when it does.
    pub(crate) fn waits(&self, handle: Handle) -> Receiver<u32> {
        let result = self.starts(move || wait(handle, LONG_MS));
        self.is_waiting();
        result
    }

    /// Returns when it waits.
    pub(crate) fn is_waiting(&self) {
        until("it does not wait", || released_and_paused(self.port) == (0, 1));
    }

    /// Lets the thread end, and returns when it has.
    pub(crate) fn ends(mut self) {
        self.end();
    }

    fn end(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("no job panics");
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // One that waits for what never comes would keep a test that has failed from saying so.
        if !thread::panicking() {
            self.end();
        }
    }
}
