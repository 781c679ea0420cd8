//! Calls that make what can be waited for, signal it, wait for it, and begin, stop and end threads.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Threading::*;
use iocp_sim_win32::ntdll::*;
use proptest::prelude::*;

use crate::{Program, Which, place, which};

/// A call with its arguments. No wait is longer than a millisecond.
#[derive(Clone, Debug)]
pub(crate) enum Call {
    Make(Kind, i32, i32),
    Signal(Signal, Which, i32, bool),
    Wait(Which, u32, bool),
    WaitForMany(Vec<Which>, u32, bool, bool),
    SignalAndWait(Which, Which, bool),
    NativeWaitForMany(Vec<Which>, i32, i64),
    Apc(Which, usize, bool),
    Sleep(bool),
    Thread(u32, usize, bool),
    OfThread(OfThread, Which, u32, bool),
    Timer(Which, i64, i32, bool),
    Register(Which, u32, u32, bool),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Event,
    Semaphore,
    Mutex,
    Timer,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Signal {
    Set,
    Reset,
    Pulse,
    Semaphore,
    Mutex,
    CancelTimer,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum OfThread {
    Suspend,
    Resume,
    Terminate,
    Code,
    Open,
}

pub(crate) fn call() -> impl Strategy<Value = Call> {
    let kind = [Kind::Event, Kind::Semaphore, Kind::Mutex, Kind::Timer].map(Just);
    let kind = prop::sample::select(kind.map(|Just(kind)| kind).to_vec());
    let signal = prop::sample::select(vec![
        Signal::Set,
        Signal::Reset,
        Signal::Pulse,
        Signal::Semaphore,
        Signal::Mutex,
        Signal::CancelTimer,
    ]);
    let of_thread = prop::sample::select(vec![
        OfThread::Suspend,
        OfThread::Resume,
        OfThread::Terminate,
        OfThread::Code,
        OfThread::Open,
    ]);
    let many = || prop::collection::vec(which(), 0..70);
    let flags = prop_oneof![Just(0), Just(CREATE_SUSPENDED), any::<u32>()];
    prop_oneof![
        6 => (kind, any::<i32>(), any::<i32>())
            .prop_map(|(kind, one, two)| Call::Make(kind, one, two)),
        6 => (signal, which(), -1_i32..4, any::<bool>())
            .prop_map(|(signal, which, count, given)| Call::Signal(signal, which, count, given)),
        6 => (which(), 0_u32..2, any::<bool>())
            .prop_map(|(which, time, alertable)| Call::Wait(which, time, alertable)),
        3 => (many(), 0_u32..2, any::<bool>(), any::<bool>())
            .prop_map(|(many, time, all, given)| Call::WaitForMany(many, time, all, given)),
        2 => (which(), which(), any::<bool>())
            .prop_map(|(one, other, alertable)| Call::SignalAndWait(one, other, alertable)),
        2 => (many(), -1_i32..3, -10_i64..=1)
            .prop_map(|(many, kind, time)| Call::NativeWaitForMany(many, kind, time)),
        2 => (which(), any::<usize>(), any::<bool>())
            .prop_map(|(which, data, given)| Call::Apc(which, data, given)),
        1 => any::<bool>().prop_map(Call::Sleep),
        1 => (flags, any::<usize>(), any::<bool>())
            .prop_map(|(flags, stack, given)| Call::Thread(flags, stack % (1 << 24), given)),
        3 => (of_thread, which(), any::<u32>(), any::<bool>())
            .prop_map(|(what, which, code, given)| Call::OfThread(what, which, code, given)),
        2 => (which(), -100_i64..100, -1_i32..3, any::<bool>())
            .prop_map(|(which, due, period, given)| Call::Timer(which, due, period, given)),
        1 => (which(), 0_u32..2, any::<u32>(), any::<bool>())
            .prop_map(|(which, time, flags, given)| Call::Register(which, time, flags, given)),
    ]
}

static RAN: AtomicUsize = AtomicUsize::new(0);

unsafe extern "system" fn apc(_: usize) {
    RAN.fetch_add(1, Ordering::Relaxed);
}

unsafe extern "system" fn start(_: *mut c_void) -> u32 {
    7
}

unsafe extern "system" fn fired(_: *mut c_void, _: bool) {
    RAN.fetch_add(1, Ordering::Relaxed);
}

unsafe extern "system" fn due(_: *const c_void, _: u32, _: u32) {
    RAN.fetch_add(1, Ordering::Relaxed);
}

/// Whether this is what a wait may return.
fn is_an_end(waited: u32, count: u32) -> bool {
    let numbered = |from: u32| (from..from + count.clamp(1, 64)).contains(&waited);
    let others = [WAIT_TIMEOUT, WAIT_IO_COMPLETION, WAIT_FAILED];
    numbered(WAIT_OBJECT_0) || numbered(WAIT_ABANDONED_0) || others.contains(&waited)
}

impl Call {
    pub(crate) fn make(&self, program: &mut Program) {
        // SAFETY: the places are null, or live longer than the calls; the functions are there.
        unsafe {
            match *self {
                Self::Make(kind, one, two) => program.keep(made(kind, one, two)),
                Self::Signal(signal, which, count, given) => {
                    signals(signal, program.handle(which), count, given);
                }
                Self::Timer(timer, due_time, period, given) => {
                    let routine: PTIMERAPCROUTINE = if given { Some(due) } else { None };
                    let timer = program.handle(timer);
                    SetWaitableTimer(timer, &due_time, period, routine, ptr::null(), FALSE);
                }
                Self::Register(object, time, flags, given) => {
                    let mut wait = ptr::null_mut();
                    let call: WAITORTIMERCALLBACK = if given { Some(fired) } else { None };
                    let (object, flags) = (program.handle(object), flags | WT_EXECUTEONLYONCE);
                    let place = &raw mut wait;
                    RegisterWaitForSingleObject(place, object, call, ptr::null(), time, flags);
                    UnregisterWaitEx(wait, INVALID_HANDLE_VALUE);
                }
                Self::Apc(thread, data, given) => {
                    let function: PAPCFUNC = if given { Some(apc) } else { None };
                    QueueUserAPC(function, program.handle(thread), data);
                }
                Self::Thread(flags, stack, given) => {
                    let mut id = 0;
                    let start: LPTHREAD_START_ROUTINE = if given { Some(start) } else { None };
                    let place = place(given, &mut id);
                    let made = CreateThread(ptr::null(), stack, start, ptr::null(), flags, place);
                    program.keep(made);
                }
                Self::OfThread(what, thread, code, given) => {
                    of_thread(what, program, thread, code, given);
                }
                _ => self.wait(program),
            }
        }
    }

    /// # Safety
    ///
    /// None is asked for: whatever is called gets places that are null or good.
    unsafe fn wait(&self, program: &Program) {
        let handles = |many: &[Which]| {
            many.iter().map(|which| program.handle(*which)).collect::<Vec<HANDLE>>()
        };
        // SAFETY: the places are null, or live longer than the calls.
        unsafe {
            match *self {
                Self::Wait(which, time, alertable) => {
                    let object = program.handle(which);
                    let waited = WaitForSingleObjectEx(object, time, alertable.into());
                    assert!(is_an_end(waited, 1), "{waited:#x}");
                }
                Self::WaitForMany(ref many, time, all, given) => {
                    let handles = handles(many);
                    let count = u32::try_from(handles.len()).expect("they are few");
                    let first = if given { handles.as_ptr() } else { ptr::null() };
                    let waited = WaitForMultipleObjects(count, first, all.into(), time);
                    assert!(is_an_end(waited, count), "{waited:#x}");
                }
                Self::SignalAndWait(one, other, alertable) => {
                    let (one, other) = (program.handle(one), program.handle(other));
                    let waited = SignalObjectAndWait(one, other, 0, alertable.into());
                    assert!(is_an_end(waited, 1), "{waited:#x}");
                }
                Self::NativeWaitForMany(ref many, kind, time) => {
                    let handles = handles(many);
                    let count = u32::try_from(handles.len()).expect("they are few");
                    NtWaitForMultipleObjects(count, handles.as_ptr(), kind, 0, &time);
                }
                Self::Sleep(alertable) => {
                    let slept = SleepEx(0, alertable.into());
                    assert!(slept == 0 || slept == WAIT_IO_COMPLETION);
                }
                _ => {}
            }
        }
    }
}

fn made(kind: Kind, one: i32, two: i32) -> HANDLE {
    // SAFETY: the calls have no places.
    unsafe {
        match kind {
            Kind::Event => CreateEventW(ptr::null(), one & 1, two & 1, ptr::null()),
            Kind::Semaphore => CreateSemaphoreW(ptr::null(), one, two, ptr::null()),
            Kind::Mutex => CreateMutexW(ptr::null(), one & 1, ptr::null()),
            Kind::Timer => CreateWaitableTimerW(ptr::null(), one & 1, ptr::null()),
        }
    }
}

fn signals(signal: Signal, object: HANDLE, count: i32, given: bool) {
    let mut before = 0;
    // SAFETY: the place is null, or lives longer than the call.
    unsafe {
        match signal {
            Signal::Set => SetEvent(object),
            Signal::Reset => ResetEvent(object),
            Signal::Pulse => PulseEvent(object),
            Signal::Semaphore => ReleaseSemaphore(object, count, place(given, &mut before)),
            Signal::Mutex => ReleaseMutex(object),
            Signal::CancelTimer => CancelWaitableTimer(object),
        };
    }
}

/// The calling thread is spared: it has to go on.
fn of_thread(what: OfThread, program: &mut Program, thread: Which, code: u32, given: bool) {
    let thread = program.handle(thread);
    let mut exit_code = 0;
    // SAFETY: the place is null, or lives longer than the call. The threads own nothing.
    unsafe {
        let id = GetThreadId(thread);
        let is_me = id == GetCurrentThreadId() || id == 0;
        match what {
            OfThread::Suspend if !is_me => _ = SuspendThread(thread),
            OfThread::Terminate if !is_me => _ = TerminateThread(thread, code),
            OfThread::Suspend | OfThread::Terminate => {}
            OfThread::Resume => _ = ResumeThread(thread),
            OfThread::Code => _ = GetExitCodeThread(thread, place(given, &mut exit_code)),
            OfThread::Open => program.keep(OpenThread(code, given.into(), id)),
        }
    }
}

/// Ends a thread that the program may have left suspended.
pub(crate) fn let_end(handle: HANDLE) {
    // SAFETY: the calls have no places, and the threads own nothing.
    unsafe {
        let id = GetThreadId(handle);
        if id != 0 && id != GetCurrentThreadId() {
            TerminateThread(handle, 0);
        }
    }
}
