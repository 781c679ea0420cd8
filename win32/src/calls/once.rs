//! One-time initialisation: one thread initialises something while the others wait for it, or many
//! threads try at once and one result is kept.
//!
//! Nothing of this library is held while the callback of a program runs.

mod word;

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

use windows_sys::Win32::Foundation::{
    FALSE, STATUS_ACCESS_VIOLATION, STATUS_INVALID_PARAMETER_2, STATUS_INVALID_PARAMETER_3,
    STATUS_UNSUCCESSFUL, TRUE,
};
use windows_sys::Win32::System::Threading::{
    INIT_ONCE, INIT_ONCE_ASYNC, INIT_ONCE_CHECK_ONLY, INIT_ONCE_INIT_FAILED, PINIT_ONCE_FN,
};
use windows_sys::core::BOOL;

use self::word::{Begin, End, Kind, Outcome};
use super::locking;
use crate::codes::Refused;
use crate::inside;
use crate::places::Place;
use crate::waits::{wait_at, wake_at};

export! {
    /// Makes something that is not initialised, as zeros are.
    win32 fn InitOnceInitialize(once: *mut INIT_ONCE) -> () {
        // SAFETY: the caller promised that it is null or valid.
        unsafe { word(once)? }.store(word::UNTOUCHED, Relaxed);
        Ok(())
    }

    /// Begins a try, or finds that there is no need to. With INIT_ONCE_CHECK_ONLY it begins none.
    win32 fn InitOnceBeginInitialize(
        once: *mut INIT_ONCE, flags: u32, pending: *mut BOOL, context: *mut *mut c_void,
    ) -> BOOL {
        // SAFETY: the caller promised that all are null or valid.
        let word = unsafe { word(once)? };
        // SAFETY: as before.
        let (pending, context) = unsafe { (Place::required(pending)?, Place::optional(context)) };
        let stored = match flags {
            0 => begin(word, Kind::Alone)?,
            INIT_ONCE_ASYNC => begin(word, Kind::AtOnce)?,
            INIT_ONCE_CHECK_ONLY => {
                let stored = word::stored(word.load(Acquire));
                Some(stored.ok_or(Refused(STATUS_UNSUCCESSFUL))?)
            }
            _ => return Err(Refused(STATUS_INVALID_PARAMETER_2).into()),
        };
        pending.write(if stored.is_none() { TRUE } else { FALSE });
        if let (Some(context), Some(stored)) = (context, stored) {
            context.write(pointer(stored));
        }
        Ok(TRUE)
    }

    /// Ends a try. Of those that try at once the first one succeeds.
    win32 fn InitOnceComplete(once: *mut INIT_ONCE, flags: u32, context: *const c_void) -> BOOL {
        // SAFETY: the caller promised that it is null or valid.
        let word = unsafe { word(once)? };
        let outcome = match flags {
            0 => Outcome::Succeeded(Kind::Alone, address(context)),
            INIT_ONCE_ASYNC => Outcome::Succeeded(Kind::AtOnce, address(context)),
            INIT_ONCE_INIT_FAILED if context.is_null() => Outcome::Failed,
            INIT_ONCE_INIT_FAILED => return Err(Refused(STATUS_INVALID_PARAMETER_3).into()),
            _ => return Err(Refused(STATUS_INVALID_PARAMETER_2).into()),
        };
        end(word, outcome)?;
        Ok(TRUE)
    }

    /// Calls the function if nobody did before, or all who did have failed. While it runs others
    /// wait. If it fails this call does, with the error that the function has set.
    win32 fn InitOnceExecuteOnce(
        once: *mut INIT_ONCE, function: PINIT_ONCE_FN, parameter: *mut c_void,
        context: *mut *mut c_void,
    ) -> BOOL {
        // SAFETY: the caller promised that all are null or valid.
        let word = unsafe { word(once)? };
        // SAFETY: as before.
        let place = unsafe { Place::optional(context) };
        let function = function.ok_or(Refused(STATUS_ACCESS_VIOLATION))?;
        if let Some(stored) = begin(word, Kind::Alone)? {
            place.inspect(|place| place.write(pointer(stored)));
            return Ok(TRUE);
        }
        // SAFETY: it is the caller's, with the caller's arguments.
        let done = inside::outside(|| unsafe { function(once, parameter, context) });
        if done == FALSE {
            end(word, Outcome::Failed)?;
            return Ok(FALSE);
        }
        // SAFETY: the caller promised that the place is null or valid.
        let result = unsafe { crate::places::read(context) }.unwrap_or(ptr::null_mut());
        let outcome = Outcome::Succeeded(Kind::Alone, address(result));
        if let Err(refused) = end(word, outcome) {
            end(word, Outcome::Failed)?;
            return Err(refused.into());
        }
        Ok(TRUE)
    }
}

/// Begins a try, or gives what was stored. A thread waits as long as another one tries alone.
fn begin(word: &AtomicUsize, kind: Kind) -> Result<Option<usize>, Refused> {
    loop {
        // What was initialised is seen from here on.
        let seen = word.load(Acquire);
        let next = match word::begin(seen, kind)? {
            Begin::Is(stored) => return Ok(Some(stored)),
            Begin::Tries(next) | Begin::Waits(next) => next,
        };
        if word.compare_exchange_weak(seen, next, AcqRel, Relaxed).is_err() {
            continue;
        }
        if !word::must_wait(next) {
            return Ok(None);
        }
        wait_at(word.as_ptr().addr(), || word::must_wait(word.load(Relaxed)), None);
    }
}

/// Ends a try.
fn end(word: &AtomicUsize, outcome: Outcome) -> Result<(), Refused> {
    loop {
        let seen = word.load(Relaxed);
        // What was initialised is seen by whoever sees the word.
        match word::end(seen, outcome)? {
            End::Leaves(next) => {
                if word.compare_exchange_weak(seen, next, AcqRel, Relaxed).is_ok() {
                    return Ok(());
                }
            }
            End::Wakes(next) => {
                let mut is_left = false;
                let then = |_, _| {
                    is_left = word.compare_exchange(seen, next, AcqRel, Relaxed).is_ok();
                };
                wake_at(word.as_ptr().addr(), u32::MAX, then);
                if is_left {
                    return Ok(());
                }
            }
        }
    }
}

/// The word of something that is initialised once.
///
/// # Safety
///
/// `once` is null, or valid as long as the word is used, and nobody uses it in another way.
unsafe fn word<'a>(once: *mut INIT_ONCE) -> Result<&'a AtomicUsize, Refused> {
    let once = locking::place(once)?;
    // SAFETY: the caller promised it, a pointer is as large as a number of that size, and aligned.
    Ok(unsafe { AtomicUsize::from_ptr(once.cast().as_ptr()) })
}

fn address(context: *const c_void) -> usize {
    context.expose_provenance()
}

fn pointer(stored: usize) -> *mut c_void {
    ptr::with_exposed_provenance_mut(stored)
}
