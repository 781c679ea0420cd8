//! The calls of mutexes, which are mutants in native calls.

use std::ffi::c_void;
use std::num::NonZeroU32;
use std::ptr;

use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Win32::Foundation::{
    HANDLE, STATUS_INVALID_INFO_CLASS, STATUS_INVALID_PARAMETER, STATUS_OBJECT_TYPE_MISMATCH,
    STATUS_SUCCESS, TRUE,
};
use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;
use windows_sys::Win32::System::Threading::{
    CREATE_MUTEX_INITIAL_OWNER, MUTEX_ALL_ACCESS, SYNCHRONIZATION_ACCESS_RIGHTS,
};
use windows_sys::Win32::System::WindowsProgramming::CLIENT_ID;
use windows_sys::core::{BOOL, PCSTR, PCWSTR};

use super::attributes::{Attributes, inherited};
use super::naming::{Given, Made};
use super::queries::Answer;
use crate::codes::Refused;
use crate::dispatcher::{Mutex, Object};
use crate::handles;
use crate::ntdll::{
    MUTANT_BASIC_INFORMATION, MUTANT_OWNER_INFORMATION, MutantBasicInformation as BASIC,
    MutantOwnerInformation as OWNER,
};
use crate::objects::{Access, Kind, Thread, Waitable};
use crate::places::Place;
use crate::waits::{self, Ends};

export! {
    /// Makes a mutex, which the calling thread owns if it says so, or finds the one that has the
    /// name, which it then does not own.
    ///
    /// By [`Rule::U12`](iocp_sim::Rule::U12).
    win32 fn CreateMutexA(
        security: *const SECURITY_ATTRIBUTES,
        owned: BOOL,
        name: PCSTR,
    ) -> HANDLE {
        // SAFETY: the caller promised that the attributes are null or can be read, and that the
        // name is null or ends with a zero.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::narrow(name))? };
        Ok(make(&asked, begins(owned != 0), MUTEX_ALL_ACCESS)?.told())
    }

    /// Makes a mutex, which the calling thread owns if it says so, or finds the one that has the
    /// name, which it then does not own.
    ///
    /// By [`Rule::U12`](iocp_sim::Rule::U12).
    win32 fn CreateMutexW(
        security: *const SECURITY_ATTRIBUTES,
        owned: BOOL,
        name: PCWSTR,
    ) -> HANDLE {
        // SAFETY: as for CreateMutexA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::wide(name))? };
        Ok(make(&asked, begins(owned != 0), MUTEX_ALL_ACCESS)?.told())
    }

    /// Makes a mutex, or finds the one that has the name. The handle has the rights that are asked
    /// for.
    win32 fn CreateMutexExA(
        security: *const SECURITY_ATTRIBUTES,
        name: PCSTR,
        flags: u32,
        access: u32,
    ) -> HANDLE {
        // SAFETY: as for CreateMutexA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::narrow(name))? };
        Ok(make(&asked, of_flags(flags)?, access)?.told())
    }

    /// Makes a mutex, or finds the one that has the name. The handle has the rights that are asked
    /// for.
    win32 fn CreateMutexExW(
        security: *const SECURITY_ATTRIBUTES,
        name: PCWSTR,
        flags: u32,
        access: u32,
    ) -> HANDLE {
        // SAFETY: as for CreateMutexA.
        let asked = unsafe { Attributes::to_make(inherited(security), Given::wide(name))? };
        Ok(make(&asked, of_flags(flags)?, access)?.told())
    }

    /// Opens the mutex that has the name.
    win32 fn OpenMutexA(access: u32, inherited: BOOL, name: PCSTR) -> HANDLE {
        // SAFETY: the caller promised that the name is null or ends with a zero.
        let asked = Attributes::to_open(inherited, unsafe { Given::narrow(name) })?;
        Ok(asked.open(Kind::Mutex, access)?)
    }

    /// Opens the mutex that has the name.
    win32 fn OpenMutexW(
        access: SYNCHRONIZATION_ACCESS_RIGHTS,
        inherited: BOOL,
        name: PCWSTR,
    ) -> HANDLE {
        // SAFETY: as for OpenMutexA.
        let asked = Attributes::to_open(inherited, unsafe { Given::wide(name) })?;
        Ok(asked.open(Kind::Mutex, access)?)
    }

    /// Releases a mutex that the calling thread owns, once. Any handle will do.
    ///
    /// By [`Rule::U12`](iocp_sim::Rule::U12).
    win32 fn ReleaseMutex(mutex: HANDLE) -> BOOL {
        release(mutex)?;
        Ok(TRUE)
    }

    /// Makes a mutex, which may have a name.
    native fn NtCreateMutant(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        owned: u8,
    ) {
        // SAFETY: the caller promised that the place is null or can be written to, and that the
        // attributes are null or can be read.
        let (handle, asked) =
            unsafe { (Place::required(handle)?, Attributes::read(attributes)?) };
        let made = make(&asked, begins(owned != 0), access)?;
        handle.write(made.handle);
        Ok(made.status())
    }

    /// Opens a mutex by its name.
    native fn NtOpenMutant(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) {
        // SAFETY: as for NtCreateMutant.
        let (handle, asked) =
            unsafe { (Place::required(handle)?, Attributes::read_given(attributes)?) };
        handle.write(asked.open(Kind::Mutex, access)?);
        Ok(STATUS_SUCCESS)
    }

    /// Releases a mutex that the calling thread owns, once, and says how it was before: 0 if it is
    /// free with that, and one less for each time that it must still be released.
    ///
    /// By [`Rule::U12`](iocp_sim::Rule::U12).
    native fn NtReleaseMutant(mutex: HANDLE, previous: *mut i32) {
        // SAFETY: the caller promised that the place is null or can be written to.
        let previous = unsafe { Place::optional(previous) };
        let before = release(mutex)?;
        if let Some(previous) = previous {
            previous.write(before);
        }
        Ok(STATUS_SUCCESS)
    }

    /// Says how a mutex is, or who owns it.
    native fn NtQueryMutant(
        mutex: HANDLE,
        class: i32,
        information: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) {
        match class {
            // SAFETY: the caller promised that the places are null or can be written to, the first
            // of them as far as `length`.
            BASIC => unsafe { Answer::new(information, length, return_length)? }.is(basic(mutex)?),
            // SAFETY: as before.
            OWNER => unsafe { Answer::new(information, length, return_length)? }.is(owner(mutex)?),
            _ => return Err(Refused(STATUS_INVALID_INFO_CLASS)),
        }
        Ok(STATUS_SUCCESS)
    }
}

/// How a mutex of the calling thread begins.
fn begins(owned: bool) -> Mutex {
    match owned {
        true => Mutex::Owned { owner: Thread::current().who(), recursion: NonZeroU32::MIN },
        false => Mutex::Free,
    }
}

fn of_flags(flags: u32) -> Result<Mutex, Refused> {
    match flags {
        0 => Ok(begins(false)),
        CREATE_MUTEX_INITIAL_OWNER => Ok(begins(true)),
        _ => Err(Refused(STATUS_INVALID_PARAMETER)),
    }
}

fn make(asked: &Attributes, mutex: Mutex, access: u32) -> Result<Made, Refused> {
    asked
        .make(Kind::Mutex, access, |name| Waitable::object(Kind::Mutex, name, Object::Mutex(mutex)))
}

fn release(mutex: HANDLE) -> Result<i32, Refused> {
    handles::with_waitable(mutex, Kind::Mutex, Access::NONE, |id| {
        let who = Thread::current().who();
        waits::step(|dispatcher, ends| dispatcher.release_mutex(who, id, ends))
    })
}

fn basic(mutex: HANDLE) -> Result<MUTANT_BASIC_INFORMATION, Refused> {
    let me = Thread::current().who();
    query(mutex, |mutex, _| MUTANT_BASIC_INFORMATION {
        CurrentCount: match mutex {
            Mutex::Free | Mutex::Abandoned => 1,
            Mutex::Owned { recursion, .. } => 1 - recursion.get().cast_signed(),
        },
        OwnedByCaller: matches!(mutex, Mutex::Owned { owner, .. } if owner == me).into(),
        AbandonedState: (mutex == Mutex::Abandoned).into(),
    })
}

fn owner(mutex: HANDLE) -> Result<MUTANT_OWNER_INFORMATION, Refused> {
    let owner = query(mutex, |mutex, ends| match mutex {
        Mutex::Owned { owner, .. } => ends.thread(owner),
        Mutex::Free | Mutex::Abandoned => None,
    })?;
    let number = |number: u32| ptr::without_provenance_mut(number as usize);
    Ok(MUTANT_OWNER_INFORMATION {
        ClientId: owner.map_or_else(CLIENT_ID::default, |thread| CLIENT_ID {
            UniqueProcess: number(std::process::id()),
            UniqueThread: number(thread),
        }),
    })
}

fn query<R>(mutex: HANDLE, ask: impl FnOnce(Mutex, &Ends<'_>) -> R) -> Result<R, Refused> {
    handles::with_waitable(mutex, Kind::Mutex, Access::QUERY_STATE, |id| {
        waits::step(|dispatcher, ends| match dispatcher.object(id) {
            Object::Mutex(mutex) => Ok(ask(*mutex, ends)),
            _ => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
        })
    })
}
