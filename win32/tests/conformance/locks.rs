//! The locks that live in the memory of the program, at places that stay for ever.

use std::cell::UnsafeCell;

use windows_sys::Win32::System::Threading::{
    AcquireSRWLockExclusive, AcquireSRWLockShared, CONDITION_VARIABLE,
    CONDITION_VARIABLE_LOCKMODE_SHARED, CRITICAL_SECTION, EnterCriticalSection,
    InitializeConditionVariable, InitializeCriticalSection, InitializeSRWLock,
    LeaveCriticalSection, ReleaseSRWLockExclusive, ReleaseSRWLockShared, SRWLOCK,
    SleepConditionVariableCS, SleepConditionVariableSRW, TryAcquireSRWLockExclusive,
    TryAcquireSRWLockShared, TryEnterCriticalSection, WakeAllConditionVariable,
    WakeConditionVariable,
};

use crate::arm::kept;
use crate::waitables::said;

/// How a slim lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    Shared,
    Exclusive,
}

/// A place in memory that stays for ever, for what only the calls look into.
pub(crate) struct Place<T: 'static>(&'static UnsafeCell<T>);

// SAFETY: only the calls look into the place, and they are made for any thread.
unsafe impl<T> Send for Place<T> {}
// SAFETY: as for Send.
unsafe impl<T> Sync for Place<T> {}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Place<T> {}

impl<T> Place<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(kept(UnsafeCell::new(value)))
    }

    pub(crate) fn raw(self) -> *mut T {
        self.0.get()
    }
}

/// A critical section.
#[derive(Clone, Copy)]
pub(crate) struct Section(pub(crate) Place<CRITICAL_SECTION>);

impl Section {
    /// A section that is not initialized.
    pub(crate) fn blank() -> Self {
        Self(Place::new(CRITICAL_SECTION::default()))
    }

    pub(crate) fn new() -> Self {
        let section = Self::blank();
        // SAFETY: the section stays for ever.
        unsafe { InitializeCriticalSection(section.0.raw()) };
        section
    }

    pub(crate) fn enter(self) {
        // SAFETY: the section is initialized, and stays for ever.
        unsafe { EnterCriticalSection(self.0.raw()) };
    }

    pub(crate) fn try_enter(self) -> bool {
        // SAFETY: the section is initialized, and stays for ever.
        unsafe { TryEnterCriticalSection(self.0.raw()) != 0 }
    }

    pub(crate) fn leave(self) {
        // SAFETY: the section is initialized, and stays for ever.
        unsafe { LeaveCriticalSection(self.0.raw()) };
    }
}

/// A slim lock.
#[derive(Clone, Copy)]
pub(crate) struct Slim(pub(crate) Place<SRWLOCK>);

impl Slim {
    pub(crate) fn new() -> Self {
        let lock = Self(Place::new(SRWLOCK::default()));
        // SAFETY: the lock stays for ever.
        unsafe { InitializeSRWLock(lock.0.raw()) };
        lock
    }

    pub(crate) fn take(self, hold: Hold) {
        // SAFETY: the lock stays for ever.
        unsafe {
            match hold {
                Hold::Shared => AcquireSRWLockShared(self.0.raw()),
                Hold::Exclusive => AcquireSRWLockExclusive(self.0.raw()),
            }
        }
    }

    pub(crate) fn try_take(self, hold: Hold) -> bool {
        // SAFETY: the lock stays for ever.
        unsafe {
            match hold {
                Hold::Shared => TryAcquireSRWLockShared(self.0.raw()),
                Hold::Exclusive => TryAcquireSRWLockExclusive(self.0.raw()),
            }
        }
    }

    pub(crate) fn release(self, hold: Hold) {
        // SAFETY: the lock stays for ever, and is held so.
        unsafe {
            match hold {
                Hold::Shared => ReleaseSRWLockShared(self.0.raw()),
                Hold::Exclusive => ReleaseSRWLockExclusive(self.0.raw()),
            }
        }
    }
}

/// A condition variable.
#[derive(Clone, Copy)]
pub(crate) struct Variable(pub(crate) Place<CONDITION_VARIABLE>);

impl Variable {
    pub(crate) fn new() -> Self {
        let variable = Self(Place::new(CONDITION_VARIABLE::default()));
        // SAFETY: the variable stays for ever.
        unsafe { InitializeConditionVariable(variable.0.raw()) };
        variable
    }

    /// Sleeps out of a section that the calling thread is in.
    pub(crate) fn sleep(self, section: Section, milliseconds: u32) -> (bool, u32) {
        let (variable, section) = (self.0.raw(), section.0.raw());
        // SAFETY: both are initialized and stay for ever.
        said(|| unsafe { SleepConditionVariableCS(variable, section, milliseconds) })
    }

    /// Sleeps out of a slim lock that the calling thread holds.
    pub(crate) fn sleep_slim(self, lock: Slim, hold: Hold, milliseconds: u32) -> (bool, u32) {
        let (variable, lock) = (self.0.raw(), lock.0.raw());
        let flags = match hold {
            Hold::Shared => CONDITION_VARIABLE_LOCKMODE_SHARED,
            Hold::Exclusive => 0,
        };
        // SAFETY: both stay for ever, and the lock is held so.
        said(|| unsafe { SleepConditionVariableSRW(variable, lock, milliseconds, flags) })
    }

    pub(crate) fn wake(self) {
        // SAFETY: the variable stays for ever.
        unsafe { WakeConditionVariable(self.0.raw()) };
    }

    pub(crate) fn wake_all(self) {
        // SAFETY: the variable stays for ever.
        unsafe { WakeAllConditionVariable(self.0.raw()) };
    }
}
