//! Texts that end with a zero. A narrow one is UTF-8: the code page of this library.

use windows_sys::core::{PCSTR, PCWSTR};

/// Reads a narrow text; what is no UTF-8 is replaced.
///
/// # Safety
///
/// `text` is null, or can be read up to a zero.
pub(super) unsafe fn narrow(text: PCSTR) -> Option<String> {
    // SAFETY: the caller promises it.
    let bytes = unsafe { units(text)? };
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads a wide text; what is no UTF-16 is replaced.
///
/// # Safety
///
/// As [`narrow`].
pub(super) unsafe fn wide(text: PCWSTR) -> Option<String> {
    // SAFETY: the caller promises it.
    Some(String::from_utf16_lossy(&unsafe { units(text)? }))
}

/// What stands before the zero.
///
/// # Safety
///
/// As [`narrow`].
pub(super) unsafe fn units<T: Copy + Default + PartialEq>(text: *const T) -> Option<Vec<T>> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the caller promises that each can be read, up to the zero.
    let units = (0..).map(|unit| unsafe { text.add(unit).read_unaligned() });
    Some(units.take_while(|unit| *unit != T::default()).collect())
}
