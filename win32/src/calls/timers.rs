//! The calls of waitable timers.

use std::ffi::c_void;

use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Wdk::System::SystemServices::PTIMER_APC_ROUTINE;
use windows_sys::Win32::Foundation::{
    ERROR_NOT_SUPPORTED, HANDLE, STATUS_ACCESS_VIOLATION, STATUS_INVALID_INFO_CLASS,
    STATUS_INVALID_PARAMETER, STATUS_INVALID_PARAMETER_4, STATUS_INVALID_PARAMETER_6,
    STATUS_OBJECT_TYPE_MISMATCH, STATUS_SUCCESS, STATUS_TIMER_RESUME_IGNORED, TRUE,
};
use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;
use windows_sys::Win32::System::Kernel::{
    NotificationTimer as MANUAL, SynchronizationTimer as AUTO, TIMER_TYPE,
};
use windows_sys::Win32::System::Threading::{
    CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, CREATE_WAITABLE_TIMER_MANUAL_RESET, PTIMERAPCROUTINE,
    REASON_CONTEXT, SYNCHRONIZATION_ACCESS_RIGHTS, TIMER_ALL_ACCESS,
};
use windows_sys::core::{BOOL, PCSTR, PCWSTR};

use super::attributes::{Attributes, inherited};
use super::naming::{Given, Made};
use super::queries::Answer;
use super::times::{self, FileTime};
use crate::codes::{Refused, Win32Error};
use crate::dispatcher::{Reset, Signal};
use crate::handles;
use crate::last_error;
use crate::ntdll::{TIMER_BASIC_INFORMATION, TimerBasicInformation as BASIC};
use crate::objects::{Access, Apc, Kind, Object, Period, Routine, Thread, Timer};
use crate::places::{Place, read};

export! {
    /// Makes a timer, or finds the one that has the name.
    win32 fn CreateWaitableTimerA(
        security: *const SECURITY_ATTRIBUTES,
        manual: BOOL,
        name: PCSTR,
    ) -> HANDLE {
        // SAFETY: the caller promised that the attributes are null or can be read, and that the
        // name is null or ends with a zero.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::narrow(name))? };
        Ok(make(&asked, reset_of(manual != 0), TIMER_ALL_ACCESS)?.told())
    }

    /// Makes a timer, or finds the one that has the name.
    win32 fn CreateWaitableTimerW(
        security: *const SECURITY_ATTRIBUTES,
        manual: BOOL,
        name: PCWSTR,
    ) -> HANDLE {
        // SAFETY: as for CreateWaitableTimerA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::wide(name))? };
        Ok(make(&asked, reset_of(manual != 0), TIMER_ALL_ACCESS)?.told())
    }

    /// Makes a timer, or finds the one that has the name. The handle has the rights that are asked
    /// for. Every timer is as exact as the host, so a high resolution changes nothing.
    win32 fn CreateWaitableTimerExA(
        security: *const SECURITY_ATTRIBUTES,
        name: PCSTR,
        flags: u32,
        access: u32,
    ) -> HANDLE {
        // SAFETY: as for CreateWaitableTimerA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::narrow(name))? };
        Ok(make(&asked, of_flags(flags)?, access)?.told())
    }

    /// Makes a timer, or finds the one that has the name. The handle has the rights that are asked
    /// for. Every timer is as exact as the host, so a high resolution changes nothing.
    win32 fn CreateWaitableTimerExW(
        security: *const SECURITY_ATTRIBUTES,
        name: PCWSTR,
        flags: u32,
        access: u32,
    ) -> HANDLE {
        // SAFETY: as for CreateWaitableTimerA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::wide(name))? };
        Ok(make(&asked, of_flags(flags)?, access)?.told())
    }

    /// Opens the timer that has the name.
    win32 fn OpenWaitableTimerA(access: u32, inherited: BOOL, name: PCSTR) -> HANDLE {
        // SAFETY: the caller promised that the name is null or ends with a zero.
        let asked = Attributes::to_open(inherited, unsafe { Given::narrow(name) })?;
        Ok(asked.open(Kind::Timer, access)?)
    }

    /// Opens the timer that has the name.
    win32 fn OpenWaitableTimerW(
        access: SYNCHRONIZATION_ACCESS_RIGHTS,
        inherited: BOOL,
        name: PCWSTR,
    ) -> HANDLE {
        // SAFETY: as for OpenWaitableTimerA.
        let asked = Attributes::to_open(inherited, unsafe { Given::wide(name) })?;
        Ok(asked.open(Kind::Timer, access)?)
    }

    /// Sets a timer, in the place of what it was set for before. It is signalled when it is due,
    /// which may be at once, and again after each period if there is one. Each time the routine, if
    /// there is one, is queued as an APC to the calling thread, unless it is still queued; the end
    /// of that thread cancels the timer then. Periods are counted from when the timer was due.
    ///
    /// A due time below zero is a span in 100 ns, any other a moment of the system's clock. No
    /// system is woken up: where that is asked for the call works, and the last error is
    /// ERROR_NOT_SUPPORTED.
    ///
    /// By [`Rule::U01`](iocp_sim::Rule::U01), [`Rule::U15`](iocp_sim::Rule::U15).
    win32 fn SetWaitableTimer(
        timer: HANDLE,
        due: *const i64,
        period: i32,
        routine: PTIMERAPCROUTINE,
        argument: *const c_void,
        resume: BOOL,
    ) -> BOOL {
        // SAFETY: the caller promised that the due time is null or can be read, and that the
        // routine can be called.
        set(timer, unsafe { Wanted::new(due, period, apc_of_win32(routine, argument)) })?;
        tell_of_resume(resume != 0);
        Ok(TRUE)
    }

    /// Sets a timer as SetWaitableTimer does. No timer is late so that it is due with others, so
    /// the delay that is tolerated changes nothing.
    win32 fn SetWaitableTimerEx(
        timer: HANDLE,
        due: *const i64,
        period: i32,
        routine: PTIMERAPCROUTINE,
        argument: *const c_void,
        wake_context: *const REASON_CONTEXT,
        _tolerable_delay: u32,
    ) -> BOOL {
        // SAFETY: as for SetWaitableTimer.
        set(timer, unsafe { Wanted::new(due, period, apc_of_win32(routine, argument)) })?;
        tell_of_resume(!wake_context.is_null());
        Ok(TRUE)
    }

    /// Cancels what a timer was set for, and withdraws its routine if that is queued. A timer that
    /// is signalled stays so.
    win32 fn CancelWaitableTimer(timer: HANDLE) -> BOOL {
        with_timer(timer, Access::MODIFY_STATE, |timer| Ok(timer.cancel()))?;
        Ok(TRUE)
    }

    /// Makes a timer, which may have a name.
    native fn NtCreateTimer(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        timer_type: TIMER_TYPE,
    ) {
        // SAFETY: the caller promised that the place is null or can be written to, and that the
        // attributes are null or can be read.
        let (handle, asked) =
            unsafe { (Place::required(handle)?, Attributes::read(attributes)?) };
        let reset = match timer_type {
            MANUAL => Reset::Manual,
            AUTO => Reset::Auto,
            _ => return Err(Refused(STATUS_INVALID_PARAMETER_4)),
        };
        let made = make(&asked, reset, access)?;
        handle.write(made.handle);
        Ok(made.status())
    }

    /// Opens a timer by its name.
    native fn NtOpenTimer(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) {
        // SAFETY: as for NtCreateTimer.
        let (handle, asked) =
            unsafe { (Place::required(handle)?, Attributes::read_given(attributes)?) };
        handle.write(asked.open(Kind::Timer, access)?);
        Ok(STATUS_SUCCESS)
    }

    /// Sets a timer as SetWaitableTimer does, and says whether it was signalled.
    native fn NtSetTimer(
        timer: HANDLE,
        due: *const i64,
        routine: PTIMER_APC_ROUTINE,
        argument: *const c_void,
        resume: bool,
        period: i32,
        previous: *mut bool,
    ) {
        // SAFETY: the caller promised that the places are null or valid, and that the routine can
        // be called.
        let (wanted, previous) = unsafe {
            (Wanted::new(due, period, apc_of_native(routine, argument)), Place::optional(previous))
        };
        tell(previous, set(timer, wanted)?);
        Ok(if resume { STATUS_TIMER_RESUME_IGNORED } else { STATUS_SUCCESS })
    }

    /// Cancels what a timer was set for, and says whether it is signalled.
    native fn NtCancelTimer(timer: HANDLE, current: *mut bool) {
        // SAFETY: the caller promised that the place is null or can be written to.
        let current = unsafe { Place::optional(current) };
        tell(current, with_timer(timer, Access::MODIFY_STATE, |timer| Ok(timer.cancel()))?);
        Ok(STATUS_SUCCESS)
    }

    /// How long it is until a timer is due, and whether it is signalled.
    native fn NtQueryTimer(
        timer: HANDLE,
        class: i32,
        information: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) {
        if class != BASIC {
            return Err(Refused(STATUS_INVALID_INFO_CLASS));
        }
        // SAFETY: the caller promised that the places are null or can be written to, the first of
        // them as far as `length`.
        let answer = unsafe { Answer::new(information, length, return_length)? };
        answer.is(with_timer(timer, Access::QUERY_STATE, |timer| Ok(basic(timer)))?);
        Ok(STATUS_SUCCESS)
    }
}

/// What makes the APC of a routine, with the time at which its timer was signalled.
type MakesApc = Box<dyn Fn(FileTime) -> Apc + Send>;

/// What a timer is to be set for.
struct Wanted {
    due: Option<i64>,
    period: i32,
    apc: Option<MakesApc>,
}

impl Wanted {
    /// # Safety
    ///
    /// `due` is null, or can be read.
    unsafe fn new(due: *const i64, period: i32, apc: Option<MakesApc>) -> Self {
        // SAFETY: the caller promises it.
        Self { due: unsafe { read(due) }, period, apc }
    }
}

/// # Safety
///
/// The routine can be called with the argument.
unsafe fn apc_of_win32(routine: PTIMERAPCROUTINE, argument: *const c_void) -> Option<MakesApc> {
    let (routine, argument) = (routine?, argument.expose_provenance());
    Some(Box::new(move |FileTime { low, high }| {
        Box::new(move || {
            let argument = std::ptr::with_exposed_provenance(argument);
            // SAFETY: the caller promised it.
            unsafe { routine(argument, low, high) }
        })
    }))
}

/// # Safety
///
/// As [`apc_of_win32`].
unsafe fn apc_of_native(routine: PTIMER_APC_ROUTINE, argument: *const c_void) -> Option<MakesApc> {
    let (routine, argument) = (routine?, argument.expose_provenance());
    Some(Box::new(move |FileTime { low, high }| {
        Box::new(move || {
            let argument = std::ptr::with_exposed_provenance(argument);
            // SAFETY: the caller promised it.
            unsafe { routine(argument, low, high.cast_signed()) }
        })
    }))
}

fn make(asked: &Attributes, reset: Reset, access: u32) -> Result<Made, Refused> {
    asked.make(Kind::Timer, access, |name| Object::Timer(Timer::new(reset, name)))
}

fn reset_of(manual: bool) -> Reset {
    if manual { Reset::Manual } else { Reset::Auto }
}

fn of_flags(flags: u32) -> Result<Reset, Refused> {
    const ALL: u32 = CREATE_WAITABLE_TIMER_MANUAL_RESET | CREATE_WAITABLE_TIMER_HIGH_RESOLUTION;
    match flags & !ALL {
        0 => Ok(reset_of(flags & CREATE_WAITABLE_TIMER_MANUAL_RESET != 0)),
        _ => Err(Refused(STATUS_INVALID_PARAMETER)),
    }
}

fn with_timer<R>(
    handle: HANDLE,
    access: Access,
    act: impl FnOnce(&Timer) -> Result<R, Refused>,
) -> Result<R, Refused> {
    handles::with_entry(handle, |entry| {
        let Object::Timer(timer) = &entry.object else {
            return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH));
        };
        entry.must_allow(access)?;
        act(timer)
    })
}

/// The period is looked at first, then the due time, then the handle.
fn set(timer: HANDLE, Wanted { due, period, apc }: Wanted) -> Result<Signal, Refused> {
    let period = u32::try_from(period).map_err(|_| Refused(STATUS_INVALID_PARAMETER_6))?;
    let due = due.ok_or(Refused(STATUS_ACCESS_VIOLATION))?;
    let routine = apc
        .map(|apc| Routine { thread: Thread::current(), apc: Box::new(move || apc(times::now())) });
    with_timer(timer, Access::MODIFY_STATE, |timer| {
        timer.set(times::moment(due), Period::milliseconds(period), routine)
    })
}

fn tell_of_resume(is_wanted: bool) {
    if is_wanted {
        last_error::set(Win32Error(ERROR_NOT_SUPPORTED));
    }
}

fn tell(place: Option<Place<bool>>, signal: Signal) {
    if let Some(place) = place {
        place.write(signal == Signal::Set);
    }
}

/// The time that is left is below zero if the timer is not set.
fn basic(timer: &Timer) -> TIMER_BASIC_INFORMATION {
    let status = timer.status();
    let remaining = match status.distance {
        Some(Ok(left)) => times::hundreds_of_ns_in(left),
        Some(Err(ago)) => -times::hundreds_of_ns_in(ago),
        None => -1,
    };
    TIMER_BASIC_INFORMATION {
        RemainingTime: remaining,
        TimerState: u8::from(status.signal == Signal::Set),
    }
}
