//! The handles: numbers that name kernel objects, with the rights that each gives.
//!
//! A handle is a multiple of 4; its two low bits are ignored where it is looked up. It begins
//! where no small integer is, ends where no mapped memory is, and fits in 31 bits, as programs
//! that keep handles in 32 bits expect. A value that was closed is not given again until
//! [`table::QUARANTINE`] others were closed.
//!
//! A call that is under way holds the object of its handle: closing the handle meanwhile closes
//! the object for others, and harms nobody.

mod cache;
mod table;

use std::sync::Arc;

use windows_sys::Win32::Foundation::{
    HANDLE, HANDLE_FLAG_INHERIT, HANDLE_FLAG_PROTECT_FROM_CLOSE, STATUS_ACCESS_DENIED,
    STATUS_INVALID_HANDLE, STATUS_OBJECT_TYPE_MISMATCH,
};

use crate::codes::Refused;
use crate::dispatcher::ObjectId;
use crate::objects::{Access, Kind, Object, Port, Thread};

/// The handle that always names the calling process.
pub(crate) const CURRENT_PROCESS: isize = -1;
/// The handle that always names the calling thread.
pub(crate) const CURRENT_THREAD: isize = -2;
/// The lowest of the handles that are no numbers of a table: those of session and tokens.
const LAST_PSEUDO: isize = -6;

/// What a handle stands for.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) object: Object,
    pub(crate) access: Access,
    pub(crate) flags: Flags,
}

/// Flags of a handle: what HANDLE_FLAG_INHERIT and HANDLE_FLAG_PROTECT_FROM_CLOSE say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(pub(crate) u32);

impl Flags {
    /// The flags that there are.
    pub(crate) const ALL: Self = Self(HANDLE_FLAG_INHERIT | HANDLE_FLAG_PROTECT_FROM_CLOSE);

    pub(crate) fn inherited_if(inherited: bool) -> Self {
        if inherited { Self(HANDLE_FLAG_INHERIT) } else { Self::default() }
    }

    pub(crate) fn is_inherited(self) -> bool {
        self.0 & HANDLE_FLAG_INHERIT != 0
    }

    pub(crate) fn is_protected(self) -> bool {
        self.0 & HANDLE_FLAG_PROTECT_FROM_CLOSE != 0
    }
}

/// Gives a handle to an object, of which one is counted already.
pub(crate) fn open(object: Object, access: Access, flags: Flags) -> Result<HANDLE, Refused> {
    table::install(Entry { object, access, flags }).map(from_value)
}

/// Closes a handle. A handle that names a fixed thing is no number of the table, and closing it
/// has no effect.
///
/// By [`Rule::L23`](iocp_sim::Rule::L23), [`Rule::L24`](iocp_sim::Rule::L24).
pub(crate) fn close(handle: HANDLE) -> Result<(), Refused> {
    match fixed(handle) {
        Some(_) => Ok(()),
        None => {
            cache::forget(value(handle));
            let entry = table::remove(value(handle))?;
            entry.object.handle_is_closed();
            Ok(())
        }
    }
}

/// What a handle stands for.
pub(crate) fn look_up(handle: HANDLE) -> Result<Entry, Refused> {
    match fixed(handle) {
        Some(fixed) => fixed.ok_or(Refused(STATUS_INVALID_HANDLE)),
        None => table::look_up(value(handle)).map(|(entry, ..)| entry),
    }
}

/// What a handle stands for, with one handle more counted.
pub(crate) fn look_up_counted(handle: HANDLE) -> Result<Entry, Refused> {
    match fixed(handle) {
        Some(Some(entry)) => {
            entry.object.handles().add();
            Ok(entry)
        }
        Some(None) => Err(Refused(STATUS_INVALID_HANDLE)),
        None => table::look_up_counted(value(handle)),
    }
}

/// Changes flags of a handle. Those of a handle that names a fixed thing can not be changed.
pub(crate) fn set_flags(handle: HANDLE, mask: Flags, flags: Flags) -> Result<(), Refused> {
    match fixed(handle) {
        Some(Some(_)) => Err(Refused(STATUS_ACCESS_DENIED)),
        Some(None) => Err(Refused(STATUS_INVALID_HANDLE)),
        None => table::set_flags(value(handle), mask, flags),
    }
}

/// Acts on the port that a handle names, if the handle has the right to.
#[inline]
pub(crate) fn with_port<R>(
    handle: HANDLE,
    access: Access,
    act: impl FnOnce(&Port) -> Result<R, Refused>,
) -> Result<R, Refused> {
    with_entry(handle, |entry| act(entry.port(access)?))
}

/// Acts on the event, semaphore or mutex that a handle names, if it is of this kind and the handle
/// has the right to.
#[inline]
pub(crate) fn with_waitable<R>(
    handle: HANDLE,
    kind: Kind,
    access: Access,
    act: impl FnOnce(ObjectId) -> Result<R, Refused>,
) -> Result<R, Refused> {
    with_entry(handle, |entry| act(entry.waitable(kind, access)?))
}

/// Acts on what a handle stands for. A handle that this thread used not long ago is known to it,
/// so that this is cheap.
#[inline]
pub(crate) fn with_entry<R>(
    handle: HANDLE,
    act: impl FnOnce(&Entry) -> Result<R, Refused>,
) -> Result<R, Refused> {
    let mut act = Some(act);
    let known = cache::with_known(value(handle), |entry| {
        let act = act.take().expect("it acts once");
        act(entry)
    });
    match known {
        Some(result) => result,
        None => {
            let entry = unknown(handle)?;
            let act = act.take().expect("it has not acted");
            act(&entry)
        }
    }
}

#[cold]
fn unknown(handle: HANDLE) -> Result<Entry, Refused> {
    match fixed(handle) {
        Some(fixed) => fixed.ok_or(Refused(STATUS_INVALID_HANDLE)),
        None => cache::learn(value(handle)),
    }
}

impl Entry {
    /// Fails unless the handle has a right.
    pub(crate) fn must_allow(&self, access: Access) -> Result<(), Refused> {
        match self.access.allows(access) {
            true => Ok(()),
            false => Err(Refused(STATUS_ACCESS_DENIED)),
        }
    }

    /// The port, if it is one and the handle has this right.
    ///
    /// By [`Rule::L08`](iocp_sim::Rule::L08), [`Rule::L27`](iocp_sim::Rule::L27).
    pub(crate) fn port(&self, access: Access) -> Result<&Arc<Port>, Refused> {
        let Object::Port(port) = &self.object else {
            return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH));
        };
        self.must_allow(access)?;
        Ok(port)
    }

    /// What those wait for who wait for the object, if it is of this kind and the handle has this
    /// right.
    ///
    /// By [`Rule::L27`](iocp_sim::Rule::L27).
    fn waitable(&self, kind: Kind, access: Access) -> Result<ObjectId, Refused> {
        match &self.object {
            Object::Waitable(waitable) if waitable.kind == kind => {
                self.must_allow(access)?;
                Ok(waitable.id())
            }
            _ => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
        }
    }
}

/// What a handle names that is no number of the table: the calling process, the calling thread, or
/// something that this library does not have.
///
/// By [`Rule::L24`](iocp_sim::Rule::L24).
fn fixed(handle: HANDLE) -> Option<Option<Entry>> {
    let object = match handle.addr().cast_signed() {
        CURRENT_PROCESS => Object::Process,
        CURRENT_THREAD => Object::Thread(Thread::current()),
        LAST_PSEUDO..0 => return Some(None),
        _ => return None,
    };
    let access = object.kind().all_access();
    Some(Some(Entry { object, access, flags: Flags::default() }))
}

/// The value of a handle without the bits that look-ups ignore.
///
/// By [`Rule::L19`](iocp_sim::Rule::L19).
#[inline]
fn value(handle: HANDLE) -> usize {
    handle.addr() & !3
}

fn from_value(value: usize) -> HANDLE {
    std::ptr::without_provenance_mut(value)
}
