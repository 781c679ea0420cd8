//! Waits at addresses: a thread waits as long as a place has a value, and is woken by the place.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::Acquire;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

use windows_sys::Win32::Foundation::{
    STATUS_ACCESS_VIOLATION, STATUS_INVALID_PARAMETER, STATUS_TIMEOUT, TRUE,
};
use windows_sys::core::BOOL;

use super::locking;
use crate::codes::Refused;
use crate::waits::{AtAddress, wait_at, wake_at};

export! {
    /// Waits while the place has the value that is given, until the place is woken. Who returns
    /// looks at the place again.
    win32 fn WaitOnAddress(
        address: *const c_void, compare: *const c_void, size: usize, timeout_ms: u32,
    ) -> BOOL {
        let size = Size::of(size).ok_or(Refused(STATUS_INVALID_PARAMETER))?;
        let place = NonNull::new(address.cast_mut()).ok_or(Refused(STATUS_ACCESS_VIOLATION))?;
        let compare = NonNull::new(compare.cast_mut()).ok_or(Refused(STATUS_ACCESS_VIOLATION))?;
        // SAFETY: the caller promised that so many bytes can be read there.
        let unwanted = unsafe { value(compare, size) };
        // SAFETY: as before, as long as the call lasts.
        let still = || unsafe { value(place, size) } == unwanted;
        match wait_at(address.addr(), still, locking::deadline(timeout_ms)) {
            AtAddress::Woken | AtAddress::NotNeeded => Ok(TRUE),
            AtAddress::Timeout => Err(Refused(STATUS_TIMEOUT).into()),
        }
    }

    /// Wakes one of those who wait at a place. The place is not looked at.
    plain fn WakeByAddressSingle(address: *const c_void) -> (), or (), {
        wake_at(address.addr(), 1, |_, _| ());
    }

    /// Wakes all who wait at a place. The place is not looked at.
    plain fn WakeByAddressAll(address: *const c_void) -> (), or (), {
        wake_at(address.addr(), u32::MAX, |_, _| ());
    }
}

/// How many bytes a value has.
#[derive(Clone, Copy)]
enum Size {
    One,
    Two,
    Four,
    Eight,
}

impl Size {
    fn of(bytes: usize) -> Option<Self> {
        match bytes {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            4 => Some(Self::Four),
            8 => Some(Self::Eight),
            _ => None,
        }
    }
}

/// The value at a place.
///
/// # Safety
///
/// So many bytes can be read there.
unsafe fn value(place: NonNull<c_void>, size: Size) -> u64 {
    // SAFETY: the caller promised it, and each is aligned.
    unsafe {
        match size {
            Size::One => AtomicU8::from_ptr(place.cast().as_ptr()).load(Acquire).into(),
            Size::Two if place.cast::<u16>().is_aligned() => {
                AtomicU16::from_ptr(place.cast().as_ptr()).load(Acquire).into()
            }
            Size::Four if place.cast::<u32>().is_aligned() => {
                AtomicU32::from_ptr(place.cast().as_ptr()).load(Acquire).into()
            }
            Size::Eight if place.cast::<u64>().is_aligned() => {
                AtomicU64::from_ptr(place.cast().as_ptr()).load(Acquire)
            }
            Size::Two => bytes(place, 2),
            Size::Four => bytes(place, 4),
            Size::Eight => bytes(place, 8),
        }
    }
}

/// A value that is not aligned, byte by byte. If another thread writes it meanwhile, that thread
/// has still to wake the place, and finds whoever read both halves.
///
/// # Safety
///
/// So many bytes can be read there.
unsafe fn bytes(place: NonNull<c_void>, count: usize) -> u64 {
    let mut value = [0; 8];
    for (number, byte) in value[..count].iter_mut().enumerate() {
        // SAFETY: the caller promised it.
        *byte = unsafe { AtomicU8::from_ptr(place.cast().add(number).as_ptr()) }.load(Acquire);
    }
    u64::from_ne_bytes(value)
}
