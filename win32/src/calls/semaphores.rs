//! The calls of semaphores.

use std::ffi::c_void;

use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Win32::Foundation::{
    HANDLE, STATUS_INVALID_INFO_CLASS, STATUS_INVALID_PARAMETER, STATUS_OBJECT_TYPE_MISMATCH,
    STATUS_SUCCESS, TRUE,
};
use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;
use windows_sys::Win32::System::Threading::{SEMAPHORE_ALL_ACCESS, SYNCHRONIZATION_ACCESS_RIGHTS};
use windows_sys::core::{BOOL, PCSTR, PCWSTR};

use super::attributes::{Attributes, inherited};
use super::naming::{Given, Made};
use super::queries::Answer;
use crate::codes::Refused;
use crate::dispatcher::Object;
use crate::handles;
use crate::ntdll::{SEMAPHORE_BASIC_INFORMATION, SemaphoreBasicInformation as BASIC};
use crate::objects::{Access, Kind, Waitable};
use crate::places::Place;
use crate::waits;

export! {
    /// Makes a semaphore, or finds the one that has the name.
    win32 fn CreateSemaphoreA(
        security: *const SECURITY_ATTRIBUTES,
        count: i32,
        maximum: i32,
        name: PCSTR,
    ) -> HANDLE {
        // SAFETY: the caller promised that the attributes are null or can be read, and that the
        // name is null or ends with a zero.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::narrow(name))? };
        Ok(make(&asked, count, maximum, SEMAPHORE_ALL_ACCESS)?.told())
    }

    /// Makes a semaphore, or finds the one that has the name.
    win32 fn CreateSemaphoreW(
        security: *const SECURITY_ATTRIBUTES,
        count: i32,
        maximum: i32,
        name: PCWSTR,
    ) -> HANDLE {
        // SAFETY: as for CreateSemaphoreA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::wide(name))? };
        Ok(make(&asked, count, maximum, SEMAPHORE_ALL_ACCESS)?.told())
    }

    /// Makes a semaphore, or finds the one that has the name. The handle has the rights that are
    /// asked for. There are no flags.
    win32 fn CreateSemaphoreExA(
        security: *const SECURITY_ATTRIBUTES,
        count: i32,
        maximum: i32,
        name: PCSTR,
        flags: u32,
        access: u32,
    ) -> HANDLE {
        // SAFETY: as for CreateSemaphoreA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::narrow(name))? };
        must_be_zero(flags)?;
        Ok(make(&asked, count, maximum, access)?.told())
    }

    /// Makes a semaphore, or finds the one that has the name. The handle has the rights that are
    /// asked for. There are no flags.
    win32 fn CreateSemaphoreExW(
        security: *const SECURITY_ATTRIBUTES,
        count: i32,
        maximum: i32,
        name: PCWSTR,
        flags: u32,
        access: u32,
    ) -> HANDLE {
        // SAFETY: as for CreateSemaphoreA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::wide(name))? };
        must_be_zero(flags)?;
        Ok(make(&asked, count, maximum, access)?.told())
    }

    /// Opens the semaphore that has the name.
    win32 fn OpenSemaphoreA(access: u32, inherited: BOOL, name: PCSTR) -> HANDLE {
        // SAFETY: the caller promised that the name is null or ends with a zero.
        let asked = Attributes::to_open(inherited, unsafe { Given::narrow(name) })?;
        Ok(asked.open(Kind::Semaphore, access)?)
    }

    /// Opens the semaphore that has the name.
    win32 fn OpenSemaphoreW(
        access: SYNCHRONIZATION_ACCESS_RIGHTS,
        inherited: BOOL,
        name: PCWSTR,
    ) -> HANDLE {
        // SAFETY: as for OpenSemaphoreA.
        let asked = Attributes::to_open(inherited, unsafe { Given::wide(name) })?;
        Ok(asked.open(Kind::Semaphore, access)?)
    }

    /// Adds to the count of a semaphore, and says what it was before.
    ///
    /// By [`Rule::U14`](iocp_sim::Rule::U14).
    win32 fn ReleaseSemaphore(semaphore: HANDLE, count: i32, previous: *mut i32) -> BOOL {
        // SAFETY: the caller promised that the place is null or can be written to.
        let previous = unsafe { Place::optional(previous) };
        release(semaphore, count, previous)?;
        Ok(TRUE)
    }

    /// Makes a semaphore, which may have a name.
    native fn NtCreateSemaphore(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        count: i32,
        maximum: i32,
    ) {
        // SAFETY: the caller promised that the place is null or can be written to, and that the
        // attributes are null or can be read.
        let (handle, asked) =
            unsafe { (Place::required(handle)?, Attributes::read(attributes)?) };
        let made = make(&asked, count, maximum, access)?;
        handle.write(made.handle);
        Ok(made.status())
    }

    /// Opens a semaphore by its name.
    native fn NtOpenSemaphore(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) {
        // SAFETY: as for NtCreateSemaphore.
        let (handle, asked) =
            unsafe { (Place::required(handle)?, Attributes::read_given(attributes)?) };
        handle.write(asked.open(Kind::Semaphore, access)?);
        Ok(STATUS_SUCCESS)
    }

    /// Adds to the count of a semaphore, and says what it was before.
    ///
    /// By [`Rule::U14`](iocp_sim::Rule::U14).
    native fn NtReleaseSemaphore(semaphore: HANDLE, count: i32, previous: *mut i32) {
        // SAFETY: as for ReleaseSemaphore.
        let previous = unsafe { Place::optional(previous) };
        release(semaphore, count, previous)?;
        Ok(STATUS_SUCCESS)
    }

    /// Says what a semaphore counts, and how much it can.
    native fn NtQuerySemaphore(
        semaphore: HANDLE,
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
        answer.is(basic(semaphore)?);
        Ok(STATUS_SUCCESS)
    }
}

fn must_be_zero(flags: u32) -> Result<(), Refused> {
    match flags {
        0 => Ok(()),
        _ => Err(Refused(STATUS_INVALID_PARAMETER)),
    }
}

fn make(asked: &Attributes, count: i32, maximum: i32, access: u32) -> Result<Made, Refused> {
    let (Ok(count), Ok(max)) = (u32::try_from(count), u32::try_from(maximum)) else {
        return Err(Refused(STATUS_INVALID_PARAMETER));
    };
    if max == 0 || count > max {
        return Err(Refused(STATUS_INVALID_PARAMETER));
    }
    asked.make(Kind::Semaphore, access, |name| {
        Waitable::object(Kind::Semaphore, name, Object::Semaphore { count, max })
    })
}

fn release(semaphore: HANDLE, count: i32, previous: Option<Place<i32>>) -> Result<(), Refused> {
    let count = u32::try_from(count).ok().filter(|count| *count > 0);
    let count = count.ok_or(Refused(STATUS_INVALID_PARAMETER))?;
    let before = handles::with_waitable(semaphore, Kind::Semaphore, Access::MODIFY_STATE, |id| {
        waits::step(|dispatcher, ends| dispatcher.release_semaphore(id, count, ends))
    })?;
    if let Some(previous) = previous {
        previous.write(before.cast_signed());
    }
    Ok(())
}

fn basic(semaphore: HANDLE) -> Result<SEMAPHORE_BASIC_INFORMATION, Refused> {
    handles::with_waitable(semaphore, Kind::Semaphore, Access::QUERY_STATE, |id| {
        waits::step(|dispatcher, _| match dispatcher.object(id) {
            Object::Semaphore { count, max } => Ok(SEMAPHORE_BASIC_INFORMATION {
                CurrentCount: count.cast_signed(),
                MaximumCount: max.cast_signed(),
            }),
            _ => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
        })
    })
}
