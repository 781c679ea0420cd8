//! Slim reader/writer locks: one word, that one thread holds exclusively or many hold shared.
//!
//! Nobody is first by right, but no kind keeps the other out for ever: who comes to share waits
//! while somebody waits to be exclusive, and who gives an exclusive lock back wakes all who wait to
//! share. A lock that a thread takes again while it holds it exclusively waits for ever, as in
//! Windows. Giving back what is not held changes nothing, and sets ERROR_NOT_OWNER; Windows raises
//! an exception.

mod word;

use std::sync::atomic::AtomicU32;

use windows_sys::Win32::System::Threading::{SRWLOCK, SRWLOCK_INIT};

pub(super) use self::word::Hold;
use self::word::Slim;
use super::locking;
use crate::codes::Refused;

export! {
    /// Makes a lock that nobody holds, as zeros are one.
    win32 fn InitializeSRWLock(lock: *mut SRWLOCK) -> () {
        // SAFETY: the caller promised that the lock is null or valid, and nobody uses it.
        unsafe { locking::place(lock)?.write(SRWLOCK_INIT) };
        Ok(())
    }

    /// Takes a lock for this thread alone.
    win32 fn AcquireSRWLockExclusive(lock: *mut SRWLOCK) -> () {
        // SAFETY: the caller promised that the lock is null or valid.
        take(unsafe { word(lock)? }, Hold::Exclusive);
        Ok(())
    }

    /// Takes a lock that others may share.
    win32 fn AcquireSRWLockShared(lock: *mut SRWLOCK) -> () {
        // SAFETY: the caller promised that the lock is null or valid.
        take(unsafe { word(lock)? }, Hold::Shared);
        Ok(())
    }

    /// Takes a lock for this thread alone, if that needs no wait.
    win32 fn TryAcquireSRWLockExclusive(lock: *mut SRWLOCK) -> bool {
        // SAFETY: the caller promised that the lock is null or valid.
        Ok(locking::try_take::<Slim>(unsafe { word(lock)? }, Hold::Exclusive))
    }

    /// Takes a lock that others may share, if that needs no wait.
    win32 fn TryAcquireSRWLockShared(lock: *mut SRWLOCK) -> bool {
        // SAFETY: the caller promised that the lock is null or valid.
        Ok(locking::try_take::<Slim>(unsafe { word(lock)? }, Hold::Shared))
    }

    /// Gives back a lock that is held exclusively.
    win32 fn ReleaseSRWLockExclusive(lock: *mut SRWLOCK) -> () {
        // SAFETY: the caller promised that the lock is null or valid.
        Ok(give(unsafe { word(lock)? }, Hold::Exclusive)?)
    }

    /// Gives back a lock that is shared.
    win32 fn ReleaseSRWLockShared(lock: *mut SRWLOCK) -> () {
        // SAFETY: the caller promised that the lock is null or valid.
        Ok(give(unsafe { word(lock)? }, Hold::Shared)?)
    }
}

#[inline]
pub(super) fn take(word: &AtomicU32, hold: Hold) {
    if !locking::try_take::<Slim>(word, hold) {
        locking::take::<Slim>(word, hold);
    }
}

#[inline]
pub(super) fn give(word: &AtomicU32, hold: Hold) -> Result<(), Refused> {
    locking::give::<Slim>(word, hold)
}

/// The word of a lock, which is the first half of its pointer.
///
/// # Safety
///
/// `lock` is null, or valid as long as the word is used, and nobody uses it in another way.
#[inline]
pub(super) unsafe fn word<'a>(lock: *mut SRWLOCK) -> Result<&'a AtomicU32, Refused> {
    let lock = locking::place(lock)?;
    // SAFETY: the caller promised it, a pointer is no smaller than the word, and it is aligned.
    Ok(unsafe { AtomicU32::from_ptr(lock.cast().as_ptr()) })
}
