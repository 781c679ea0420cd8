//! Local memory: FormatMessage gives it, and LocalFree takes it back.

use std::collections::HashSet;
use std::ptr;
use std::sync::LazyLock;

use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{
    HLOCAL, STATUS_INVALID_HANDLE, STATUS_INVALID_PARAMETER, STATUS_NO_MEMORY,
};
use windows_sys::Win32::System::Memory::{LMEM_MOVEABLE, LMEM_ZEROINIT, LOCAL_ALLOC_FLAGS};

use crate::codes::{Refused, Win32Error};
use crate::last_error;

/// The addresses that were given out, so that no other can be freed.
static GIVEN: LazyLock<Mutex<HashSet<usize>>> = LazyLock::new(Mutex::default);

export! {
    /// Gives memory. It does not move: LMEM_MOVEABLE is refused.
    win32 fn LocalAlloc(flags: LOCAL_ALLOC_FLAGS, bytes: usize) -> HLOCAL {
        match flags & !LMEM_ZEROINIT & LMEM_MOVEABLE {
            0 => Ok(give(bytes)?),
            _ => Err(Refused(STATUS_INVALID_PARAMETER).into()),
        }
    }

    /// Takes memory back. What is returned is null, or the address if it was never given.
    plain fn LocalFree(memory: HLOCAL) -> HLOCAL, or memory, {
        if memory.is_null() {
            return ptr::null_mut();
        }
        if !GIVEN.lock().remove(&memory.addr()) {
            last_error::set(Win32Error::from(Refused(STATUS_INVALID_HANDLE)));
            return memory;
        }
        // SAFETY: it was given, and is taken back once.
        unsafe { libc::free(memory) };
        ptr::null_mut()
    }
}

/// Memory full of zeros.
pub(super) fn give(bytes: usize) -> Result<HLOCAL, Refused> {
    // SAFETY: any size can be asked for.
    let memory: HLOCAL = unsafe { libc::calloc(bytes.max(1), 1) };
    if memory.is_null() {
        return Err(Refused(STATUS_NO_MEMORY));
    }
    GIVEN.lock().insert(memory.addr());
    Ok(memory)
}
