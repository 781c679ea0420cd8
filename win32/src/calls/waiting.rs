//! The calls that wait for objects, or for a time.
//!
//! A wait of these pauses its thread for the port that it belongs to, if it really waits.

use windows_sys::Win32::Foundation::{
    HANDLE, NTSTATUS, STATUS_ACCESS_VIOLATION, STATUS_INVALID_HANDLE, STATUS_INVALID_PARAMETER,
    STATUS_NO_YIELD_PERFORMED, STATUS_OBJECT_TYPE_MISMATCH, STATUS_SUCCESS, STATUS_USER_APC,
    WAIT_EVENT, WAIT_FAILED,
};
use windows_sys::core::BOOL;

use super::times::Timeout;
use crate::codes::{MAXIMUM_WAIT_OBJECTS, Refused, of_wait};
use crate::dispatcher::{Alert, Dispatcher, Mode, ObjectId, Outcome};
use crate::handles::{self, Entry};
use crate::objects::{Access, Kind, Object, Thread};
use crate::places::read;
use crate::waits::{self, Ends, Outside, Until};

export! {
    /// Lets the calling thread sleep. A time of 0 gives its processor to another one.
    ///
    /// By [`Rule::C10`](iocp_sim::Rule::C10), [`Rule::C24`](iocp_sim::Rule::C24).
    plain fn Sleep(milliseconds: u32) -> (), or (), {
        let _ = sleep(Timeout::milliseconds(milliseconds), Alert::Deaf);
    }

    /// Lets the calling thread sleep, until an APC comes if it is alertable.
    ///
    /// By [`Rule::U03`](iocp_sim::Rule::U03).
    plain fn SleepEx(milliseconds: u32, alertable: BOOL) -> u32, or 0, {
        match sleep(Timeout::milliseconds(milliseconds), alert(alertable)) {
            Outcome::Apc => of_wait(Outcome::Apc).cast_unsigned(),
            _ => 0,
        }
    }

    /// Waits until an object is signalled.
    ///
    /// By [`Rule::L16`](iocp_sim::Rule::L16), [`Rule::L18`](iocp_sim::Rule::L18).
    win32 fn WaitForSingleObject(handle: HANDLE, milliseconds: u32) -> WAIT_EVENT, or WAIT_FAILED, {
        let until = Timeout::milliseconds(milliseconds).until();
        Ok(wait_for_one(handle, Alert::Deaf, until)?.cast_unsigned())
    }

    /// Waits until an object is signalled, or an APC comes if the wait is alertable.
    ///
    /// By [`Rule::U01`](iocp_sim::Rule::U01), [`Rule::U02`](iocp_sim::Rule::U02).
    win32 fn WaitForSingleObjectEx(
        handle: HANDLE,
        milliseconds: u32,
        alertable: BOOL,
    ) -> WAIT_EVENT, or WAIT_FAILED, {
        let until = Timeout::milliseconds(milliseconds).until();
        Ok(wait_for_one(handle, alert(alertable), until)?.cast_unsigned())
    }

    /// Waits until any of several objects is signalled, or all are.
    ///
    /// By [`Rule::U06`](iocp_sim::Rule::U06), [`Rule::U07`](iocp_sim::Rule::U07).
    win32 fn WaitForMultipleObjects(
        count: u32,
        handles: *const HANDLE,
        all: BOOL,
        milliseconds: u32,
    ) -> WAIT_EVENT, or WAIT_FAILED, {
        // SAFETY: the caller promised that so many handles can be read.
        let handles = unsafe { Handles::read(count, handles)? };
        let until = Timeout::milliseconds(milliseconds).until();
        Ok(handles.wait(mode(all == 0), Alert::Deaf, until)?.cast_unsigned())
    }

    /// Waits until any of several objects is signalled, or all are, or an APC comes if the wait is
    /// alertable.
    ///
    /// By [`Rule::U06`](iocp_sim::Rule::U06), [`Rule::U07`](iocp_sim::Rule::U07).
    win32 fn WaitForMultipleObjectsEx(
        count: u32,
        handles: *const HANDLE,
        all: BOOL,
        milliseconds: u32,
        alertable: BOOL,
    ) -> WAIT_EVENT, or WAIT_FAILED, {
        // SAFETY: as for WaitForMultipleObjects.
        let handles = unsafe { Handles::read(count, handles)? };
        let until = Timeout::milliseconds(milliseconds).until();
        Ok(handles.wait(mode(all == 0), alert(alertable), until)?.cast_unsigned())
    }

    /// Signals one object and waits for another, in one step.
    ///
    /// By [`Rule::U16`](iocp_sim::Rule::U16).
    win32 fn SignalObjectAndWait(
        to_signal: HANDLE,
        to_wait_for: HANDLE,
        milliseconds: u32,
        alertable: BOOL,
    ) -> WAIT_EVENT, or WAIT_FAILED, {
        let until = Timeout::milliseconds(milliseconds).until();
        let waited = signal_and_wait(to_signal, to_wait_for, alert(alertable), until)?;
        Ok(waited.cast_unsigned())
    }

    /// Waits until an object is signalled.
    native fn NtWaitForSingleObject(handle: HANDLE, alertable: bool, timeout: *mut i64) {
        // SAFETY: the caller promised that the timeout is null or can be read.
        let until = Timeout::native(unsafe { read(timeout.cast_const()) }).until();
        wait_for_one(handle, alert(alertable.into()), until)
    }

    /// Waits until all of several objects are signalled, or any is.
    native fn NtWaitForMultipleObjects(
        count: u32,
        handles: *const HANDLE,
        wait_type: i32,
        alertable: u8,
        timeout: *const i64,
    ) {
        // SAFETY: the caller promised that so many handles can be read, and that the timeout is
        // null or can be.
        let (handles, timeout) = unsafe { (Handles::read(count, handles)?, read(timeout)) };
        let mode = match wait_type {
            WAIT_ALL => Mode::All,
            WAIT_ANY => Mode::Any,
            _ => return Err(Refused(STATUS_INVALID_PARAMETER)),
        };
        handles.wait(mode, alert(alertable.into()), Timeout::native(timeout).until())
    }

    /// Signals one object and waits for another, in one step.
    native fn NtSignalAndWaitForSingleObject(
        to_signal: HANDLE,
        to_wait_for: HANDLE,
        alertable: u8,
        timeout: *const i64,
    ) {
        // SAFETY: the caller promised that the timeout is null or can be read.
        let until = Timeout::native(unsafe { read(timeout) }).until();
        signal_and_wait(to_signal, to_wait_for, alert(alertable.into()), until)
    }

    /// Lets the calling thread sleep.
    native fn NtDelayExecution(alertable: u8, timeout: *const i64) {
        // SAFETY: as for NtWaitForSingleObject.
        let timeout = Timeout::native(unsafe { read(timeout) });
        match sleep(timeout, alert(alertable.into())) {
            Outcome::Apc => Ok(STATUS_USER_APC),
            _ => Ok(STATUS_SUCCESS),
        }
    }

    /// Gives the processor of the calling thread to another one, and says whether there was one.
    native fn NtYieldExecution() {
        Ok(if yields() { STATUS_SUCCESS } else { STATUS_NO_YIELD_PERFORMED })
    }

    /// Gives the processor of the calling thread to another one, and says whether there was one.
    plain fn SwitchToThread() -> BOOL, or 0, { BOOL::from(yields()) }
}

/// The values of WAIT_TYPE.
const WAIT_ALL: i32 = 0;
const WAIT_ANY: i32 = 1;

fn alert(alertable: BOOL) -> Alert {
    if alertable == 0 { Alert::Deaf } else { Alert::Alertable }
}

fn mode(any: bool) -> Mode {
    if any { Mode::Any } else { Mode::All }
}

/// By [`Rule::U03`](iocp_sim::Rule::U03).
fn sleep(timeout: Timeout, alert: Alert) -> Outcome {
    let until = timeout.until();
    let slept = waits::wait(&[], Mode::Any, alert, until, |_, _| Ok(()));
    let outcome = slept.expect("a sleep is refused by nothing");
    if until == Until::AtOnce && outcome == Outcome::Timeout {
        yields();
    }
    outcome
}

/// Yields the processor, and says whether another thread had it meanwhile, as far as that can be
/// known.
fn yields() -> bool {
    let before = switches();
    std::thread::yield_now();
    before.is_none() || switches() != before
}

/// How often the calling thread has left a processor, where the host counts that.
fn switches() -> Option<i64> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
        // SAFETY: the place lives longer than the call.
        let failed = unsafe { libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr()) };
        // SAFETY: zeros are a usage, and so is what the call wrote.
        let usage = unsafe { usage.assume_init() };
        (failed == 0).then_some(usage.ru_nvcsw + usage.ru_nivcsw)
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    None
}

fn wait_for_one(handle: HANDLE, alert: Alert, until: Until) -> Result<NTSTATUS, Refused> {
    if handle.is_null() {
        return Err(Refused(STATUS_INVALID_HANDLE));
    }
    handles::with_entry(handle, |entry| {
        let object = waitable(entry)?;
        Ok(of_wait(waits::wait(&[object], Mode::Any, alert, until, |_, _| Ok(()))?))
    })
}

/// What a handle can wait for.
///
/// By [`Rule::L18`](iocp_sim::Rule::L18).
fn waitable(entry: &Entry) -> Result<ObjectId, Refused> {
    let object = entry.object.waitable()?;
    entry.must_allow(Access::SYNCHRONIZE)?;
    Ok(object)
}

fn signal_and_wait(
    to_signal: HANDLE,
    to_wait_for: HANDLE,
    alert: Alert,
    until: Until,
) -> Result<NTSTATUS, Refused> {
    let (to_signal, to_wait_for) = (handles::look_up(to_signal)?, handles::look_up(to_wait_for)?);
    let object = waitable(&to_wait_for)?;
    let signal = signal(&to_signal)?;
    let outcome = waits::wait(&[object], Mode::Any, alert, until, |dispatcher, ends| {
        signal(dispatcher, ends)
    })?;
    Ok(of_wait(outcome))
}

/// What signals an object that a thread may signal before it waits.
fn signal(
    entry: &Entry,
) -> Result<
    impl FnOnce(&mut Dispatcher<Outside>, &mut Ends<'_>) -> Result<(), Refused> + use<>,
    Refused,
> {
    let Object::Waitable(waitable) = &entry.object else {
        return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH));
    };
    let (kind, id, who) = (waitable.kind, waitable.id(), Thread::current().who());
    match kind {
        Kind::Event | Kind::Semaphore => entry.must_allow(Access::MODIFY_STATE)?,
        Kind::Mutex => {}
        _ => return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
    }
    Ok(move |dispatcher: &mut Dispatcher<Outside>, ends: &mut Ends<'_>| match kind {
        Kind::Semaphore => dispatcher.release_semaphore(id, 1, ends).map(|_| ()),
        Kind::Mutex => dispatcher.release_mutex(who, id, ends).map(|_| ()),
        _ => dispatcher.set_event(id, ends).map(|_| ()),
    })
}

/// The handles that a call waits for, with what they stand for.
struct Handles(Vec<Entry>);

impl Handles {
    /// By [`Rule::U06`](iocp_sim::Rule::U06).
    ///
    /// # Safety
    ///
    /// `handles` is null, or so many can be read.
    unsafe fn read(count: u32, handles: *const HANDLE) -> Result<Self, Refused> {
        if count == 0 || count > MAXIMUM_WAIT_OBJECTS {
            return Err(Refused(STATUS_INVALID_PARAMETER));
        }
        if handles.is_null() {
            return Err(Refused(STATUS_ACCESS_VIOLATION));
        }
        let entries = (0..count as usize).map(|place| {
            // SAFETY: the caller promises that so many can be read.
            let handle = unsafe { handles.add(place).read_unaligned() };
            if handle.is_null() {
                return Err(Refused(STATUS_INVALID_HANDLE));
            }
            handles::look_up(handle)
        });
        entries.collect::<Result<_, _>>().map(Self)
    }

    fn wait(&self, mode: Mode, alert: Alert, until: Until) -> Result<NTSTATUS, Refused> {
        let objects = self.0.iter().map(waitable).collect::<Result<Vec<_>, _>>()?;
        Ok(of_wait(waits::wait(&objects, mode, alert, until, |_, _| Ok(()))?))
    }
}
