//! FormatMessage: what an error says, or a text of the program's, with its inserts filled in.
//!
//! The words are English, whatever language is asked for.

mod expand;

use std::ffi::c_void;
use std::ptr;

use windows_sys::Win32::Foundation::{
    STATUS_BUFFER_TOO_SMALL, STATUS_INVALID_PARAMETER, STATUS_MESSAGE_NOT_FOUND,
};
use windows_sys::Win32::System::Diagnostics::Debug::{
    FORMAT_MESSAGE_ALLOCATE_BUFFER, FORMAT_MESSAGE_ARGUMENT_ARRAY, FORMAT_MESSAGE_FROM_HMODULE,
    FORMAT_MESSAGE_FROM_STRING, FORMAT_MESSAGE_FROM_SYSTEM, FORMAT_MESSAGE_IGNORE_INSERTS,
    FORMAT_MESSAGE_OPTIONS,
};
use windows_sys::core::{PSTR, PWSTR};

use self::expand::{Inserts, expand};
use super::{memory, modules, texts};
use crate::codes::{Refused, general, message};
use crate::places::Place;

/// The bits of the flags that are the width of a line.
const WIDTH: FORMAT_MESSAGE_OPTIONS = 0xFF;

export! {
    /// Writes a message in UTF-8, and says how many bytes it has.
    win32 fn FormatMessageA(
        flags: FORMAT_MESSAGE_OPTIONS,
        source: *const c_void,
        id: u32,
        _language: u32,
        buffer: PSTR,
        size: u32,
        arguments: *const *const i8,
    ) -> u32 {
        // SAFETY: the caller promised that source and arguments are what the flags say.
        let text = unsafe {
            let own = |source: *const c_void| texts::narrow(source.cast());
            let insert = |text: usize| texts::narrow(ptr::with_exposed_provenance(text));
            text(flags, source, id, own, Inserts::new(flags, arguments.cast(), &insert))?
        };
        // SAFETY: the caller promised that there is room for `size` characters, or for a pointer.
        Ok(unsafe { deliver(flags, text.as_bytes(), buffer, size)? })
    }

    /// Writes a message in UTF-16, and says how many units it has.
    win32 fn FormatMessageW(
        flags: FORMAT_MESSAGE_OPTIONS,
        source: *const c_void,
        id: u32,
        _language: u32,
        buffer: PWSTR,
        size: u32,
        arguments: *const *const i8,
    ) -> u32 {
        // SAFETY: as for FormatMessageA.
        let text = unsafe {
            let own = |source: *const c_void| texts::wide(source.cast());
            let insert = |text: usize| texts::wide(ptr::with_exposed_provenance(text));
            text(flags, source, id, own, Inserts::new(flags, arguments.cast(), &insert))?
        };
        let units: Vec<u16> = text.encode_utf16().collect();
        // SAFETY: as for FormatMessageA.
        Ok(unsafe { deliver(flags, &units, buffer, size)? })
    }
}

/// The message, as the flags want it.
fn text(
    flags: FORMAT_MESSAGE_OPTIONS,
    source: *const c_void,
    id: u32,
    own: impl FnOnce(*const c_void) -> Option<String>,
    inserts: Inserts,
) -> Result<String, Refused> {
    let elsewhere = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_FROM_HMODULE;
    let template = match (flags & FORMAT_MESSAGE_FROM_STRING != 0, flags & elsewhere) {
        (true, 0) => own(source).ok_or(Refused(STATUS_INVALID_PARAMETER))?,
        (true, _) | (false, 0) => return Err(Refused(STATUS_INVALID_PARAMETER)),
        (false, from) => known(from, source, id).ok_or(Refused(STATUS_MESSAGE_NOT_FOUND))?,
    };
    let width = (flags & WIDTH) as usize;
    expand(&template, inserts, width)
}

/// The message of a Win32 error, or of the one that an NTSTATUS of ntdll stands for.
fn known(from: FORMAT_MESSAGE_OPTIONS, source: *const c_void, id: u32) -> Option<String> {
    let of_native = from & FORMAT_MESSAGE_FROM_HMODULE != 0 && modules::is_native(source);
    let native = of_native.then(|| message(general(id.cast_signed()).0)).flatten();
    let system = || (from & FORMAT_MESSAGE_FROM_SYSTEM != 0).then(|| message(id)).flatten();
    native.or_else(system).map(|text| format!("{text}\r\n"))
}

/// Writes a text and its zero, to the buffer or to memory of its own, and says how long it is.
///
/// # Safety
///
/// `buffer` is null, or has room for `size` units, or for a pointer if the flags say so.
unsafe fn deliver<T: Copy + Default>(
    flags: FORMAT_MESSAGE_OPTIONS,
    text: &[T],
    buffer: *mut T,
    size: u32,
) -> Result<u32, Refused> {
    let needed = text.len() + 1;
    let place = if flags & FORMAT_MESSAGE_ALLOCATE_BUFFER == 0 {
        // SAFETY: the caller promises that it is null or has room.
        unsafe { Place::required(buffer)? };
        if needed > size as usize {
            return Err(Refused(STATUS_BUFFER_TOO_SMALL));
        }
        buffer
    } else {
        // SAFETY: the caller promises that it is null or has room for a pointer.
        let place = unsafe { Place::required(buffer.cast::<*mut T>())? };
        let given = memory::give(needed.max(size as usize) * size_of::<T>())?.cast::<T>();
        place.write(given);
        given
    };
    for (unit, value) in text.iter().chain([&T::default()]).enumerate() {
        // SAFETY: there is room for as many as are needed.
        unsafe { place.add(unit).write_unaligned(*value) };
    }
    Ok(u32::try_from(text.len()).expect("a message is short"))
}
