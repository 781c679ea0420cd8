//! Threads of the API that act as they are told, and the APCs that they run.
//!
//! A thread that waits for its orders does not wait in the eyes of any arm: it asks again and
//! again, and so it counts as running for the port that it got from.

use std::cell::RefCell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use windows_sys::Win32::Foundation::WAIT_OBJECT_0;
use windows_sys::Win32::System::Threading::{
    CreateThread, GetCurrentThreadId, GetExitCodeThread, LPTHREAD_START_ROUTINE, QueueUserAPC,
    ResumeThread, SignalObjectAndWait, SuspendThread, THREAD_CREATE_RUN_IMMEDIATELY,
    THREAD_CREATE_SUSPENDED, THREAD_CREATION_FLAGS, TerminateThread,
};

use crate::arm::{comes, is_kept};
use crate::calls::{FOREVER, Handle, with_error};
use crate::waitables::{Alert, LONG, automatic, happens, said, wait};

/// What an actor is told to do.
enum Order {
    /// It may panic, which is noticed where its report is awaited.
    Guarded(Box<dyn FnOnce() + Send>),
    /// The thread may be ended within it. Some arm unwinds it then, and nothing may catch that.
    Bare(Box<dyn FnOnce() + Send>),
}

/// The exit code of a thread whose orders have come to an end.
pub(crate) const DONE: u32 = 11;

/// A thread that acts as it is told.
pub(crate) struct Actor {
    orders: Option<Sender<Order>>,
    pub(crate) handle: Handle,
    pub(crate) id: u32,
}

impl Actor {
    /// A thread that runs. It has begun: what is queued to it then comes after its beginning.
    pub(crate) fn new() -> Self {
        let actor = Self::with_flags(THREAD_CREATE_RUN_IMMEDIATELY);
        actor.does(|| ());
        actor
    }

    /// A thread that is suspended before it has begun.
    pub(crate) fn suspended() -> Self {
        Self::with_flags(THREAD_CREATE_SUSPENDED)
    }

    fn with_flags(flags: THREAD_CREATION_FLAGS) -> Self {
        let (orders, ordered) = channel::<Order>();
        let parameter: *mut Receiver<Order> = Box::into_raw(Box::new(ordered));
        is_kept(parameter);
        let (handle, id) = create_thread(Some(run), parameter.cast(), flags);
        Self { orders: Some(orders), handle, id }
    }

    /// Lets the thread act. What comes of it can be received.
    pub(crate) fn starts<R: Send + 'static>(
        &self,
        act: impl FnOnce() -> R + Send + 'static,
    ) -> Receiver<R> {
        let (report, reports) = channel();
        // Nobody may be interested any more.
        self.order(Order::Guarded(Box::new(move || drop(report.send(act())))));
        reports
    }

    /// Lets the thread act, which may be ended meanwhile. What it does must not panic.
    pub(crate) fn risks<R: Send + 'static>(
        &self,
        act: impl FnOnce() -> R + Send + 'static,
    ) -> Receiver<R> {
        let (report, reports) = channel();
        self.order(Order::Bare(Box::new(move || drop(report.send(act())))));
        reports
    }

    fn order(&self, order: Order) {
        let orders = self.orders.as_ref().expect("the thread has not ended");
        orders.send(order).expect("the thread is there");
    }

    /// Lets the thread act, and waits for what comes of it.
    pub(crate) fn does<R: Send + 'static>(&self, act: impl FnOnce() -> R + Send + 'static) -> R {
        comes(&self.starts(act))
    }

    /// Lets the thread wait without end for an object, and comes back when it waits.
    pub(crate) fn waits(&self, handle: Handle) -> Receiver<u32> {
        self.waits_for(handle, FOREVER)
    }

    /// Lets the thread wait for an object, and comes back when it waits: one step says so and
    /// begins the wait.
    pub(crate) fn waits_for(&self, handle: Handle, milliseconds: u32) -> Receiver<u32> {
        let ready = automatic();
        let waits =
            self.starts(move || signal_and_wait(ready, handle, milliseconds, Alert::Deaf).0);
        happens(ready);
        waits
    }

    /// Lets the thread end when it has done what it was told, and waits for that.
    pub(crate) fn end(&mut self) {
        self.orders = None;
        happens(self.handle);
    }
}

/// What an actor does.
extern "system" fn run(parameter: *mut c_void) -> u32 {
    // SAFETY: whoever made the thread gave it what it is told with.
    let orders = unsafe { Box::from_raw(parameter.cast::<Receiver<Order>>()) };
    loop {
        match orders.try_recv() {
            Ok(Order::Guarded(act)) => drop(catch_unwind(AssertUnwindSafe(act))),
            Ok(Order::Bare(act)) => act(),
            Err(TryRecvError::Empty) => thread::yield_now(),
            Err(TryRecvError::Disconnected) => return DONE,
        }
    }
}

/// The handle of a thread and its id.
pub(crate) fn create_thread(
    start: LPTHREAD_START_ROUTINE,
    parameter: *mut c_void,
    flags: THREAD_CREATION_FLAGS,
) -> (Handle, u32) {
    let mut id = 0;
    // SAFETY: the place lives longer than the call, and what the thread is given as long as it.
    let (handle, error) = with_error(|| unsafe {
        CreateThread(ptr::null(), 0, start, parameter, flags, &raw mut id)
    });
    assert!(!handle.is_null(), "there is no thread: {error}");
    (Handle::of(handle), id)
}

/// The exit code of a thread, or the error.
pub(crate) fn exit_code(thread: Handle) -> Result<u32, u32> {
    let mut code = 0;
    // SAFETY: the place lives longer than the call.
    let (ok, error) = said(|| unsafe { GetExitCodeThread(thread.raw(), &raw mut code) });
    if ok { Ok(code) } else { Err(error) }
}

/// Waits until a thread has ended, and asks for its exit code.
pub(crate) fn ended(thread: Handle) -> u32 {
    assert_eq!(wait(thread, LONG), WAIT_OBJECT_0, "it does not end");
    exit_code(thread).expect("it has an exit code")
}

pub(crate) fn terminate(thread: Handle, code: u32) -> (bool, u32) {
    // SAFETY: the thread holds nothing that others need.
    said(|| unsafe { TerminateThread(thread.raw(), code) })
}

/// The count of suspensions from before, or the error.
pub(crate) fn suspend(thread: Handle) -> Result<u32, u32> {
    // SAFETY: the call has no places.
    counted(with_error(|| unsafe { SuspendThread(thread.raw()) }))
}

/// The count of suspensions from before, or the error.
pub(crate) fn resume(thread: Handle) -> Result<u32, u32> {
    // SAFETY: the call has no places.
    counted(with_error(|| unsafe { ResumeThread(thread.raw()) }))
}

fn counted((count, error): (u32, u32)) -> Result<u32, u32> {
    if count == u32::MAX { Err(error) } else { Ok(count) }
}

/// The id of the calling thread.
pub(crate) fn own_id() -> u32 {
    // SAFETY: the call has no places.
    unsafe { GetCurrentThreadId() }
}

/// How the wait ends, and the last error after it.
pub(crate) fn signal_and_wait(
    signal: Handle,
    wait: Handle,
    milliseconds: u32,
    alert: Alert,
) -> (u32, u32) {
    let (signal, wait, alertable) = (signal.raw(), wait.raw(), alert.flag());
    // SAFETY: the call has no places.
    with_error(|| unsafe { SignalObjectAndWait(signal, wait, milliseconds, alertable) })
}

thread_local! {
    /// What the APCs of this thread were given, in the order in which they ran.
    static RAN: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// An APC that notes what it was given.
pub(crate) extern "system" fn note(data: usize) {
    RAN.with_borrow_mut(|ran| ran.push(data));
}

/// What the APCs were given that have run in the calling thread, from the first to the last. It is
/// forgotten then.
pub(crate) fn ran() -> Vec<usize> {
    RAN.take()
}

/// Queues an APC that notes what it is given. Says whether that worked, and the last error.
pub(crate) fn queue_apc(thread: Handle, data: usize) -> (bool, u32) {
    queue(thread, note, data)
}

/// Queues an APC.
pub(crate) fn queue(
    thread: Handle,
    apc: unsafe extern "system" fn(usize),
    data: usize,
) -> (bool, u32) {
    // SAFETY: the APC takes any number.
    let (queued, error) = with_error(|| unsafe { QueueUserAPC(Some(apc), thread.raw(), data) });
    (queued != 0, error)
}
