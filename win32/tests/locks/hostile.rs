//! Bad arguments: an error, or nothing at all where a function returns nothing, and never a crash.

use std::ptr;

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Performance::*;
use iocp_sim_win32::Win32::System::SystemInformation::*;
use iocp_sim_win32::Win32::System::Threading::*;

use crate::{Shared, UNTOUCHED, with_error, within_limit};

/// Asserts that each call is refused with ERROR_NOACCESS.
macro_rules! refuses {
    ($($call:expr => $failed:expr;)*) => {$(
        // SAFETY: a place is null, or is there as long as the call.
        let ended = with_error(|| unsafe { $call });
        assert_eq!(ended, ($failed, ERROR_NOACCESS), stringify!($call));
    )*};
}

#[test]
fn nothing_is_done_where_there_is_nothing() {
    let section = ptr::null_mut::<CRITICAL_SECTION>();
    let (lock, variable) = (ptr::null_mut::<SRWLOCK>(), ptr::null_mut::<CONDITION_VARIABLE>());
    refuses! {
        InitializeCriticalSection(section) => ();
        InitializeCriticalSectionAndSpinCount(section, 0) => FALSE;
        InitializeCriticalSectionEx(section, 0, 0) => FALSE;
        SetCriticalSectionSpinCount(section, 1) => 0;
        EnterCriticalSection(section) => ();
        TryEnterCriticalSection(section) => FALSE;
        LeaveCriticalSection(section) => ();
        DeleteCriticalSection(section) => ();
        InitializeSRWLock(lock) => ();
        AcquireSRWLockExclusive(lock) => ();
        AcquireSRWLockShared(lock) => ();
        TryAcquireSRWLockExclusive(lock) => false;
        TryAcquireSRWLockShared(lock) => false;
        ReleaseSRWLockExclusive(lock) => ();
        ReleaseSRWLockShared(lock) => ();
        InitializeConditionVariable(variable) => ();
        WakeConditionVariable(variable) => ();
        WakeAllConditionVariable(variable) => ();
        QueryPerformanceCounter(ptr::null_mut()) => FALSE;
        QueryPerformanceFrequency(ptr::null_mut()) => FALSE;
        GetSystemTimeAsFileTime(ptr::null_mut()) => ();
        GetSystemTimePreciseAsFileTime(ptr::null_mut()) => ();
        GetSystemInfo(ptr::null_mut()) => ();
        GetNativeSystemInfo(ptr::null_mut()) => ();
    }
}

#[test]
fn nobody_sleeps_without_a_variable_or_a_lock() {
    within_limit(|| {
        let (mut lock, mut variable) = (SRWLOCK_INIT, CONDITION_VARIABLE_INIT);
        let mut section = CRITICAL_SECTION::default();
        let none = ptr::null_mut;
        // SAFETY: the lock is there, and is given back below.
        unsafe { AcquireSRWLockExclusive(&mut lock) };
        refuses! {
            SleepConditionVariableSRW(ptr::null_mut(), &mut lock, INFINITE, 0) => FALSE;
            SleepConditionVariableSRW(&mut variable, ptr::null_mut(), INFINITE, 0) => FALSE;
            SleepConditionVariableCS(ptr::null_mut(), &mut section, INFINITE) => FALSE;
            SleepConditionVariableCS(&mut variable, none(), INFINITE) => FALSE;
        }
        for flags in [2, 3, u32::MAX] {
            // SAFETY: both are there.
            let slept = with_error(|| unsafe {
                SleepConditionVariableSRW(&mut variable, &mut lock, INFINITE, flags)
            });
            assert_eq!(slept, (FALSE, ERROR_INVALID_PARAMETER));
        }
        // SAFETY: the lock is there.
        let ((), error) = with_error(|| unsafe { ReleaseSRWLockExclusive(&mut lock) });
        assert_eq!(error, UNTOUCHED);
    });
}

/// It is not called.
unsafe extern "system" fn never(
    _: *mut INIT_ONCE,
    _: *mut std::ffi::c_void,
    _: *mut *mut std::ffi::c_void,
) -> i32 {
    panic!("nothing is to be initialised")
}

#[test]
fn nothing_begins_or_ends_where_there_is_nothing() {
    let (once, mut pending) = (Shared::new(INIT_ONCE_STATIC_INIT), FALSE);
    let none = ptr::null_mut;
    refuses! {
        InitOnceInitialize(ptr::null_mut()) => ();
        InitOnceBeginInitialize(ptr::null_mut(), 0, &mut pending, ptr::null_mut()) => FALSE;
        InitOnceBeginInitialize(once.at(), 0, ptr::null_mut(), ptr::null_mut()) => FALSE;
        InitOnceComplete(ptr::null_mut(), 0, ptr::null()) => FALSE;
        InitOnceExecuteOnce(none(), Some(never), ptr::null_mut(), ptr::null_mut()) => FALSE;
        InitOnceExecuteOnce(once.at(), None, ptr::null_mut(), ptr::null_mut()) => FALSE;
    }
    // A call that is refused has begun nothing.
    // SAFETY: it is there.
    let looked = with_error(|| unsafe {
        InitOnceBeginInitialize(once.at(), INIT_ONCE_CHECK_ONLY, &mut pending, ptr::null_mut())
    });
    assert_eq!(looked, (FALSE, ERROR_GEN_FAILURE));
}

#[test]
fn what_can_not_be_an_atomic_is_refused() {
    let mut memory = [0_u64; 8];
    let crooked = memory.as_mut_ptr().wrapping_byte_add(1);
    let (place, mut variable) = (0_u64, CONDITION_VARIABLE_INIT);
    refuses! {
        EnterCriticalSection(crooked.cast()) => ();
        InitializeCriticalSectionEx(crooked.cast(), 0, 0) => FALSE;
        TryAcquireSRWLockExclusive(crooked.cast()) => false;
        WakeConditionVariable(crooked.cast()) => ();
        SleepConditionVariableSRW(&mut variable, crooked.cast(), 0, 0) => FALSE;
        InitOnceComplete(crooked.cast(), 0, ptr::null()) => FALSE;
    }
    assert_eq!((memory, place), ([0; 8], 0));
}

#[test]
fn flags_and_counts_that_no_section_has_are_refused() {
    let mut section = CRITICAL_SECTION::default();
    for (spins, flags) in [(0, 1), (0, 0x2000_0000), (0, u32::MAX), (0x0100_0000, 0)] {
        // SAFETY: the section is there.
        let made =
            with_error(|| unsafe { InitializeCriticalSectionEx(&mut section, spins, flags) });
        assert_eq!(made, (FALSE, ERROR_INVALID_PARAMETER));
        assert_eq!(section.LockCount, 0);
    }
    for flags in [0x0100_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000] {
        // SAFETY: the section is there.
        assert_eq!(unsafe { InitializeCriticalSectionEx(&mut section, 0, flags) }, TRUE);
    }
}
