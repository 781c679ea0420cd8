//! Where the answer of a native query of one object goes.

use std::ffi::c_void;

use windows_sys::Win32::Foundation::STATUS_INFO_LENGTH_MISMATCH;

use crate::codes::Refused;
use crate::places::Place;

/// The place of an answer, which is as long as the caller says, and that of its length.
pub(super) struct Answer<T> {
    place: Place<T>,
    length: Option<Place<u32>>,
}

impl<T: Copy> Answer<T> {
    /// # Safety
    ///
    /// The places are null or can be written to, the first of them as far as `length`, as long as
    /// this lives.
    pub(super) unsafe fn new(
        place: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) -> Result<Self, Refused> {
        if length as usize != size_of::<T>() {
            return Err(Refused(STATUS_INFO_LENGTH_MISMATCH));
        }
        // SAFETY: the caller promises it.
        unsafe {
            Ok(Self {
                place: Place::required(place.cast())?,
                length: Place::optional(return_length),
            })
        }
    }

    pub(super) fn is(&self, answer: T) {
        self.place.write(answer);
        if let Some(length) = self.length {
            length.write(u32::try_from(size_of::<T>()).expect("an answer is short"));
        }
    }
}
