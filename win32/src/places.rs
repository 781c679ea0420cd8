//! The places that a caller gives for results, and what it gives to be read.

use std::ptr::NonNull;

use windows_sys::Win32::Foundation::STATUS_ACCESS_VIOLATION;

use crate::codes::Refused;

/// A place for a result. It need not be aligned.
#[derive(Clone, Copy)]
pub(crate) struct Place<T>(NonNull<T>);

impl<T: Copy> Place<T> {
    /// A place that must be there: without it the call is refused, before anything has moved.
    ///
    /// # Safety
    ///
    /// `place` is null, or valid for writes as long as this lives.
    pub(crate) unsafe fn required(place: *mut T) -> Result<Self, Refused> {
        NonNull::new(place).map(Self).ok_or(Refused(STATUS_ACCESS_VIOLATION))
    }

    /// A place that may be missing.
    ///
    /// # Safety
    ///
    /// As [`Place::required`].
    pub(crate) unsafe fn optional(place: *mut T) -> Option<Self> {
        NonNull::new(place).map(Self)
    }

    pub(crate) fn write(&self, value: T) {
        // SAFETY: whoever made this promised that the place is valid for writes.
        unsafe { self.0.write_unaligned(value) }
    }
}

/// Reads what a pointer names, if it is not null. It need not be aligned.
///
/// # Safety
///
/// `place` is null, or valid for reads.
pub(crate) unsafe fn read<T: Copy>(place: *const T) -> Option<T> {
    // SAFETY: the caller promised that a pointer that is not null is valid for reads.
    (!place.is_null()).then(|| unsafe { place.read_unaligned() })
}
