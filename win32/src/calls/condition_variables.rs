//! Condition variables: a thread gives a lock back and waits, as one step, and takes the lock again
//! once it was woken.
//!
//! The low half of the word counts the threads that sleep, or are about to; the high half is a
//! number that a wake-up changes where it finds nobody, so that a thread which has given its lock
//! back and does not wait yet will not. Such a thread may be woken beside another one: programs
//! look at their condition again, as they have to in Windows. A thread touches the variable until
//! it has its lock again.
//!
//! Sleeping with a lock that the thread does not hold is refused with ERROR_NOT_OWNER; Windows
//! promises nothing there. A critical section that was entered more than once is left once, as in
//! Windows.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

use windows_sys::Win32::Foundation::{
    STATUS_INVALID_PARAMETER_2, STATUS_RESOURCE_NOT_OWNED, STATUS_TIMEOUT, TRUE,
};
use windows_sys::Win32::System::Threading::{
    CONDITION_VARIABLE, CONDITION_VARIABLE_LOCKMODE_SHARED, CRITICAL_SECTION, SRWLOCK,
};
use windows_sys::core::BOOL;

use super::critical_sections::Section;
use super::locking;
use super::slim_locks::{self, Hold};
use crate::codes::Refused;
use crate::waits::{AtAddress, wait_at, wake_at};

/// One that sleeps.
const SLEEPS: usize = 1;
/// One wake-up that found nobody.
const WAKE_UP: usize = 1 << (usize::BITS / 2);
/// The part of the word that counts those who sleep.
const SLEEPERS: usize = WAKE_UP - 1;

export! {
    /// Makes a variable that nobody waits for, as zeros are one.
    win32 fn InitializeConditionVariable(variable: *mut CONDITION_VARIABLE) -> () {
        // SAFETY: the caller promised that the variable is null or valid.
        unsafe { word(variable)? }.store(0, Relaxed);
        Ok(())
    }

    /// Leaves a section, waits, and enters it again.
    win32 fn SleepConditionVariableCS(
        variable: *mut CONDITION_VARIABLE, section: *mut CRITICAL_SECTION, timeout_ms: u32,
    ) -> BOOL {
        // SAFETY: the caller promised that both are null or valid.
        let (word, section) = unsafe { (word(variable)?, Section::at(section)?) };
        if !section.is_mine() {
            return Err(Refused(STATUS_RESOURCE_NOT_OWNED).into());
        }
        Ok(sleep(word, timeout_ms, || section.leave(), || section.enter())?)
    }

    /// Gives a slim lock back, waits, and takes it again.
    win32 fn SleepConditionVariableSRW(
        variable: *mut CONDITION_VARIABLE, lock: *mut SRWLOCK, timeout_ms: u32, flags: u32,
    ) -> BOOL {
        let hold = match flags {
            0 => Hold::Exclusive,
            CONDITION_VARIABLE_LOCKMODE_SHARED => Hold::Shared,
            _ => return Err(Refused(STATUS_INVALID_PARAMETER_2).into()),
        };
        // SAFETY: the caller promised that both are null or valid.
        let (word, lock) = unsafe { (word(variable)?, slim_locks::word(lock)?) };
        let give = || slim_locks::give(lock, hold);
        let take = || {
            slim_locks::take(lock, hold);
            Ok(())
        };
        Ok(sleep(word, timeout_ms, give, take)?)
    }

    /// Wakes one of those who wait.
    win32 fn WakeConditionVariable(variable: *mut CONDITION_VARIABLE) -> () {
        // SAFETY: the caller promised that the variable is null or valid.
        wake(unsafe { word(variable)? }, 1);
        Ok(())
    }

    /// Wakes all who wait.
    win32 fn WakeAllConditionVariable(variable: *mut CONDITION_VARIABLE) -> () {
        // SAFETY: the caller promised that the variable is null or valid.
        wake(unsafe { word(variable)? }, u32::MAX);
        Ok(())
    }
}

/// Gives a lock back, waits, and takes the lock again, however the wait has ended.
fn sleep(
    word: &AtomicUsize,
    timeout_ms: u32,
    give: impl FnOnce() -> Result<(), Refused>,
    take: impl FnOnce() -> Result<(), Refused>,
) -> Result<BOOL, Refused> {
    let deadline = locking::deadline(timeout_ms);
    // Whoever has the lock after this thread and wakes others sees that it sleeps.
    let before = word.fetch_add(SLEEPS, AcqRel);
    if let Err(refused) = give() {
        word.fetch_sub(SLEEPS, Relaxed);
        return Err(refused);
    }
    let still = || word.load(Relaxed) / WAKE_UP == before / WAKE_UP;
    let ended = wait_at(word.as_ptr().addr(), still, deadline);
    word.fetch_sub(SLEEPS, Relaxed);
    take()?;
    match ended {
        AtAddress::Woken | AtAddress::NotNeeded => Ok(TRUE),
        AtAddress::Timeout => Err(Refused(STATUS_TIMEOUT)),
    }
}

fn wake(word: &AtomicUsize, how_many: u32) {
    if word.load(Acquire) & SLEEPERS == 0 {
        return;
    }
    // Who is about to wait was not found, and must not wait: of all who sleep, or of one of them.
    let then = |woken, _| {
        if woken < how_many {
            word.fetch_add(WAKE_UP, Relaxed);
        }
    };
    wake_at(word.as_ptr().addr(), how_many, then);
}

/// The word of a variable.
///
/// # Safety
///
/// `variable` is null, or valid as long as the word is used, and nobody uses it in another way.
unsafe fn word<'a>(variable: *mut CONDITION_VARIABLE) -> Result<&'a AtomicUsize, Refused> {
    let variable = locking::place(variable)?;
    // SAFETY: the caller promised it, a pointer is as large as a number of that size, and aligned.
    Ok(unsafe { AtomicUsize::from_ptr(variable.cast().as_ptr()) })
}
