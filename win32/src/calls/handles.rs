//! The calls about handles, whatever they name.

use windows_sys::Win32::Foundation::{
    DUPLICATE_CLOSE_SOURCE, DUPLICATE_SAME_ACCESS, HANDLE, HANDLE_FLAGS, STATUS_ACCESS_DENIED,
    STATUS_INVALID_HANDLE, STATUS_NOT_SAME_OBJECT, STATUS_OBJECT_TYPE_MISMATCH, STATUS_SUCCESS,
    TRUE,
};
use windows_sys::core::BOOL;

use crate::codes::Refused;
use crate::handles::{self, Flags};
use crate::objects::{Access, Object};
use crate::places::Place;

export! {
    /// Closes a handle.
    win32 fn CloseHandle(handle: HANDLE) -> BOOL {
        handles::close(handle)?;
        Ok(TRUE)
    }

    /// Closes a handle.
    native fn NtClose(handle: HANDLE) {
        handles::close(handle)?;
        Ok(STATUS_SUCCESS)
    }

    /// Makes another handle to the object that a handle names.
    ///
    /// By [`Rule::L21`](iocp_sim::Rule::L21).
    win32 fn DuplicateHandle(
        source_process: HANDLE,
        source: HANDLE,
        target_process: HANDLE,
        target: *mut HANDLE,
        access: u32,
        inherited: BOOL,
        options: u32,
    ) -> BOOL {
        is_this_process(source_process)?;
        // SAFETY: the caller promised that the place is null or can be written to.
        let target = unsafe { Place::optional(target) };
        let closes = options & DUPLICATE_CLOSE_SOURCE != 0;
        let duplicated = if target_process.is_null() && closes {
            Ok(None)
        } else {
            is_this_process(target_process)
                .and_then(|()| duplicate(source, access, inherited != 0, options))
                .map(Some)
        };
        // The source is closed whatever became of the rest.
        let closed = if closes { handles::close(source) } else { Ok(()) };
        match (duplicated?, target) {
            (Some(duplicate), Some(target)) => target.write(duplicate),
            (Some(_), None) => {}
            (None, _) => closed?,
        }
        Ok(TRUE)
    }

    /// Whether two handles name one object.
    ///
    /// By [`Rule::L22`](iocp_sim::Rule::L22).
    win32 fn CompareObjectHandles(first: HANDLE, second: HANDLE) -> BOOL {
        let (first, second) = (handles::look_up(first)?, handles::look_up(second)?);
        match first.object.is(&second.object) {
            true => Ok(TRUE),
            false => Err(Refused(STATUS_NOT_SAME_OBJECT).into()),
        }
    }

    /// The flags of a handle.
    ///
    /// By [`Rule::L23`](iocp_sim::Rule::L23).
    win32 fn GetHandleInformation(handle: HANDLE, flags: *mut u32) -> BOOL {
        let entry = handles::look_up(handle)?;
        // SAFETY: the caller promised that the place is null or can be written to.
        unsafe { Place::required(flags)? }.write(entry.flags.0);
        Ok(TRUE)
    }

    /// Changes flags of a handle.
    ///
    /// By [`Rule::L23`](iocp_sim::Rule::L23).
    win32 fn SetHandleInformation(handle: HANDLE, mask: u32, flags: HANDLE_FLAGS) -> BOOL {
        let mask = Flags(mask & Flags::ALL.0);
        handles::set_flags(handle, mask, Flags(flags))?;
        Ok(TRUE)
    }
}

fn duplicate(
    source: HANDLE,
    access: u32,
    inherited: bool,
    options: u32,
) -> Result<HANDLE, Refused> {
    let entry = handles::look_up_counted(source)?;
    let access = match options & DUPLICATE_SAME_ACCESS {
        0 => entry.object.kind().grant(access),
        _ => entry.access,
    };
    handles::open(entry.object, access, Flags::inherited_if(inherited))
}

/// There is one process. A handle to it must have the right to be used here.
fn is_this_process(handle: HANDLE) -> Result<(), Refused> {
    if handle.is_null() {
        return Err(Refused(STATUS_INVALID_HANDLE));
    }
    let entry = handles::look_up(handle)?;
    match entry.object {
        Object::Process if entry.access.allows(Access::DUP_HANDLE) => Ok(()),
        Object::Process => Err(Refused(STATUS_ACCESS_DENIED)),
        _ => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
    }
}
