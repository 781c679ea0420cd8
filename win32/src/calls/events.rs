//! The calls of events.

use std::ffi::c_void;

use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Win32::Foundation::{
    HANDLE, NTSTATUS, STATUS_INVALID_INFO_CLASS, STATUS_INVALID_PARAMETER,
    STATUS_OBJECT_TYPE_MISMATCH, STATUS_SUCCESS, TRUE,
};
use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;
use windows_sys::Win32::System::Kernel::{
    EVENT_TYPE, NotificationEvent as MANUAL, SynchronizationEvent as AUTO,
};
use windows_sys::Win32::System::Threading::{
    CREATE_EVENT, CREATE_EVENT_INITIAL_SET, CREATE_EVENT_MANUAL_RESET, EVENT_ALL_ACCESS,
    SYNCHRONIZATION_ACCESS_RIGHTS,
};
use windows_sys::core::{BOOL, PCSTR, PCWSTR};

use super::attributes::{Attributes, inherited};
use super::naming::{Given, Made};
use super::queries::Answer;
use crate::codes::Refused;
use crate::dispatcher::{Object, Reset, Signal};
use crate::handles;
use crate::ntdll::{EVENT_BASIC_INFORMATION, EventBasicInformation as BASIC};
use crate::objects::{Access, Kind, Waitable};
use crate::places::Place;
use crate::waits;

export! {
    /// Makes an event, or finds the one that has the name.
    win32 fn CreateEventA(
        security: *const SECURITY_ATTRIBUTES,
        manual: BOOL,
        set: BOOL,
        name: PCSTR,
    ) -> HANDLE {
        // SAFETY: the caller promised that the attributes are null or can be read, and that the
        // name is null or ends with a zero.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::narrow(name))? };
        Ok(make(&asked, reset_of(manual != 0), signal_of(set != 0), EVENT_ALL_ACCESS)?.told())
    }

    /// Makes an event, or finds the one that has the name.
    win32 fn CreateEventW(
        security: *const SECURITY_ATTRIBUTES,
        manual: BOOL,
        set: BOOL,
        name: PCWSTR,
    ) -> HANDLE {
        // SAFETY: as for CreateEventA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::wide(name))? };
        Ok(make(&asked, reset_of(manual != 0), signal_of(set != 0), EVENT_ALL_ACCESS)?.told())
    }

    /// Makes an event, or finds the one that has the name. The handle has the rights that are
    /// asked for.
    win32 fn CreateEventExA(
        security: *const SECURITY_ATTRIBUTES,
        name: PCSTR,
        flags: CREATE_EVENT,
        access: u32,
    ) -> HANDLE {
        // SAFETY: as for CreateEventA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::narrow(name))? };
        let (reset, signal) = of_flags(flags)?;
        Ok(make(&asked, reset, signal, access)?.told())
    }

    /// Makes an event, or finds the one that has the name. The handle has the rights that are
    /// asked for.
    win32 fn CreateEventExW(
        security: *const SECURITY_ATTRIBUTES,
        name: PCWSTR,
        flags: CREATE_EVENT,
        access: u32,
    ) -> HANDLE {
        // SAFETY: as for CreateEventA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::wide(name))? };
        let (reset, signal) = of_flags(flags)?;
        Ok(make(&asked, reset, signal, access)?.told())
    }

    /// Opens the event that has the name.
    win32 fn OpenEventA(
        access: SYNCHRONIZATION_ACCESS_RIGHTS,
        inherited: BOOL,
        name: PCSTR,
    ) -> HANDLE {
        // SAFETY: the caller promised that the name is null or ends with a zero.
        let asked = Attributes::to_open(inherited, unsafe { Given::narrow(name) })?;
        Ok(asked.open(Kind::Event, access)?)
    }

    /// Opens the event that has the name.
    win32 fn OpenEventW(
        access: SYNCHRONIZATION_ACCESS_RIGHTS,
        inherited: BOOL,
        name: PCWSTR,
    ) -> HANDLE {
        // SAFETY: as for OpenEventA.
        let asked = Attributes::to_open(inherited, unsafe { Given::wide(name) })?;
        Ok(asked.open(Kind::Event, access)?)
    }

    /// Sets an event. If it resets itself one wait is let through, else all.
    ///
    /// By [`Rule::U11`](iocp_sim::Rule::U11).
    win32 fn SetEvent(event: HANDLE) -> BOOL {
        set(event)?;
        Ok(TRUE)
    }

    /// Unsets an event.
    ///
    /// By [`Rule::U11`](iocp_sim::Rule::U11).
    win32 fn ResetEvent(event: HANDLE) -> BOOL {
        reset(event)?;
        Ok(TRUE)
    }

    /// Sets an event for those who wait at this moment, and unsets it.
    ///
    /// By [`Rule::U11`](iocp_sim::Rule::U11).
    win32 fn PulseEvent(event: HANDLE) -> BOOL {
        pulse(event)?;
        Ok(TRUE)
    }

    /// Makes an event, which may have a name.
    native fn NtCreateEvent(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        event_type: EVENT_TYPE,
        set: bool,
    ) {
        // SAFETY: the caller promised that the place is null or can be written to, and that the
        // attributes are null or can be read.
        let (handle, asked) =
            unsafe { (Place::required(handle)?, Attributes::read(attributes)?) };
        let reset = match event_type {
            MANUAL => Reset::Manual,
            AUTO => Reset::Auto,
            _ => return Err(Refused(STATUS_INVALID_PARAMETER)),
        };
        let made = make(&asked, reset, signal_of(set), access)?;
        handle.write(made.handle);
        Ok(made.status())
    }

    /// Opens an event by its name.
    native fn NtOpenEvent(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) {
        // SAFETY: as for NtCreateEvent.
        let (handle, asked) =
            unsafe { (Place::required(handle)?, Attributes::read_given(attributes)?) };
        handle.write(asked.open(Kind::Event, access)?);
        Ok(STATUS_SUCCESS)
    }

    /// Sets an event, and says whether it was set.
    ///
    /// By [`Rule::U11`](iocp_sim::Rule::U11).
    native fn NtSetEvent(event: HANDLE, previous: *mut i32) {
        // SAFETY: the caller promised that the place is null or can be written to.
        let previous = unsafe { Place::optional(previous) };
        tell(previous, set(event)?)
    }

    /// Unsets an event, and says whether it was set.
    native fn NtResetEvent(event: HANDLE, previous: *mut i32) {
        // SAFETY: as for NtSetEvent.
        let previous = unsafe { Place::optional(previous) };
        tell(previous, reset(event)?)
    }

    /// Sets an event for those who wait at this moment, unsets it, and says whether it was set.
    ///
    /// By [`Rule::U11`](iocp_sim::Rule::U11).
    native fn NtPulseEvent(event: HANDLE, previous: *mut i32) {
        // SAFETY: as for NtSetEvent.
        let previous = unsafe { Place::optional(previous) };
        tell(previous, pulse(event)?)
    }

    /// Unsets an event.
    native fn NtClearEvent(event: HANDLE) { tell(None, reset(event)?) }

    /// Says of what type an event is, and whether it is set.
    native fn NtQueryEvent(
        event: HANDLE,
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
        answer.is(basic(event)?);
        Ok(STATUS_SUCCESS)
    }
}

fn reset_of(manual: bool) -> Reset {
    if manual { Reset::Manual } else { Reset::Auto }
}

fn signal_of(set: bool) -> Signal {
    if set { Signal::Set } else { Signal::Unset }
}

fn of_flags(flags: CREATE_EVENT) -> Result<(Reset, Signal), Refused> {
    if flags & !(CREATE_EVENT_MANUAL_RESET | CREATE_EVENT_INITIAL_SET) != 0 {
        return Err(Refused(STATUS_INVALID_PARAMETER));
    }
    let reset = reset_of(flags & CREATE_EVENT_MANUAL_RESET != 0);
    Ok((reset, signal_of(flags & CREATE_EVENT_INITIAL_SET != 0)))
}

fn make(asked: &Attributes, reset: Reset, signal: Signal, access: u32) -> Result<Made, Refused> {
    asked.make(Kind::Event, access, |name| {
        Waitable::object(Kind::Event, name, Object::Event { reset, signal })
    })
}

#[inline]
fn set(event: HANDLE) -> Result<Signal, Refused> {
    handles::with_waitable(event, Kind::Event, Access::MODIFY_STATE, |id| {
        waits::step(|dispatcher, ends| dispatcher.set_event(id, ends))
    })
}

#[inline]
fn reset(event: HANDLE) -> Result<Signal, Refused> {
    handles::with_waitable(event, Kind::Event, Access::MODIFY_STATE, |id| {
        waits::step(|dispatcher, _| dispatcher.reset_event(id))
    })
}

fn pulse(event: HANDLE) -> Result<Signal, Refused> {
    handles::with_waitable(event, Kind::Event, Access::MODIFY_STATE, |id| {
        waits::step(|dispatcher, ends| dispatcher.pulse_event(id, ends))
    })
}

fn basic(event: HANDLE) -> Result<EVENT_BASIC_INFORMATION, Refused> {
    handles::with_waitable(event, Kind::Event, Access::QUERY_STATE, |id| {
        waits::step(|dispatcher, _| match dispatcher.object(id) {
            Object::Event { reset, signal } => Ok(EVENT_BASIC_INFORMATION {
                EventType: match reset {
                    Reset::Manual => MANUAL,
                    Reset::Auto => AUTO,
                },
                EventState: number(*signal),
            }),
            _ => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
        })
    })
}

fn tell(previous: Option<Place<i32>>, signal: Signal) -> Result<NTSTATUS, Refused> {
    if let Some(previous) = previous {
        previous.write(number(signal));
    }
    Ok(STATUS_SUCCESS)
}

fn number(signal: Signal) -> i32 {
    match signal {
        Signal::Set => 1,
        Signal::Unset => 0,
    }
}
