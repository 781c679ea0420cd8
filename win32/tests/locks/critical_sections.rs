//! Critical sections.

use std::ptr;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::SystemInformation::{GetSystemInfo, SYSTEM_INFO};
use iocp_sim_win32::Win32::System::Threading::*;

use crate::{Shared, UNTOUCHED, together, until, with_error, within_limit};

/// A section that is free.
fn section(spins: u32) -> Shared<CRITICAL_SECTION> {
    let section = Shared::new(CRITICAL_SECTION::default());
    // SAFETY: the section is there, and nobody uses it.
    assert_eq!(unsafe { InitializeCriticalSectionAndSpinCount(section.at(), spins) }, TRUE);
    section
}

/// LockCount, as a debugger would read it.
fn lock_count(section: &Shared<CRITICAL_SECTION>) -> i32 {
    // SAFETY: the section is there, and the field is an atomic to whoever uses it.
    unsafe { AtomicI32::from_ptr(&raw mut (*section.at()).LockCount) }.load(SeqCst)
}

fn enter(section: &Shared<CRITICAL_SECTION>) {
    // SAFETY: the section is there.
    let ((), error) = with_error(|| unsafe { EnterCriticalSection(section.at()) });
    assert_eq!(error, UNTOUCHED);
}

fn try_enter(section: &Shared<CRITICAL_SECTION>) -> bool {
    // SAFETY: the section is there.
    unsafe { TryEnterCriticalSection(section.at()) == TRUE }
}

fn leave(section: &Shared<CRITICAL_SECTION>) {
    // SAFETY: the section is there.
    let ((), error) = with_error(|| unsafe { LeaveCriticalSection(section.at()) });
    assert_eq!(error, UNTOUCHED);
}

#[test]
fn one_thread_at_a_time_is_in_a_section() {
    for spins in [0, 200] {
        within_limit(move || {
            let (section, count) = (section(spins), Shared::new(0));
            together(4, |_| {
                for _ in 0..25_000 {
                    enter(&section);
                    // SAFETY: this thread is in the section.
                    unsafe { count.add_one() };
                    leave(&section);
                }
            });
            // SAFETY: the threads have ended.
            assert_eq!(unsafe { count.get() }, 100_000);
            assert_eq!(lock_count(&section), -1);
        });
    }
}

#[test]
fn a_try_enters_where_nobody_is() {
    within_limit(|| {
        let (section, count) = (section(0), Shared::new(0));
        together(4, |_| {
            let mut entered = 0;
            while entered < 10_000 {
                if try_enter(&section) {
                    // SAFETY: this thread is in the section.
                    unsafe { count.add_one() };
                    leave(&section);
                    entered += 1;
                }
            }
        });
        // SAFETY: the threads have ended.
        assert_eq!(unsafe { count.get() }, 40_000);
    });
}

#[test]
fn a_thread_enters_again_and_others_can_once_it_has_left_as_often() {
    within_limit(|| {
        let section = section(0);
        enter(&section);
        enter(&section);
        assert!(try_enter(&section));
        for left in [2, 1, 0] {
            let other = thread::scope(|scope| scope.spawn(|| try_enter(&section)).join());
            assert!(!other.expect("it does not panic"));
            // SAFETY: only this thread is in the section.
            let fields = unsafe { *section.at() };
            assert_eq!((fields.RecursionCount, fields.LockCount), (left + 1, -2));
            assert!(!fields.OwningThread.is_null());
            leave(&section);
        }
        thread::scope(|scope| {
            scope.spawn(|| {
                assert!(try_enter(&section));
                leave(&section);
            });
        });
    });
}

#[test]
fn the_fields_are_as_a_debugger_expects_them() {
    within_limit(|| {
        let section = section(0);
        // SAFETY: nobody uses the section.
        let fields = unsafe { *section.at() };
        assert_eq!((fields.LockCount, fields.RecursionCount), (-1, 0));
        assert_eq!(fields.DebugInfo.addr(), usize::MAX);
        assert!(fields.OwningThread.is_null() && fields.LockSemaphore.is_null());
        enter(&section);
        thread::scope(|scope| {
            for waits in 1..=3 {
                scope.spawn(|| {
                    enter(&section);
                    leave(&section);
                });
                // Bit 0: entered. Bit 1: nobody was woken. The others: not so many wait.
                let wanted = (!waits << 2) | 2;
                until("one more waits", || lock_count(&section) == wanted);
            }
            leave(&section);
        });
        assert_eq!(lock_count(&section), -1);
    });
}

#[test]
fn sections_that_are_initialised_as_c_does_work() {
    within_limit(|| {
        let minus_one = ptr::without_provenance_mut(usize::MAX);
        for debug in [ptr::null_mut(), minus_one] {
            let fields = CRITICAL_SECTION { DebugInfo: debug, LockCount: -1, ..Default::default() };
            let (section, count) = (Shared::new(fields), Shared::new(0));
            together(2, |_| {
                for _ in 0..1_000 {
                    enter(&section);
                    // SAFETY: this thread is in the section.
                    unsafe { count.add_one() };
                    leave(&section);
                }
            });
            // SAFETY: the threads have ended.
            assert_eq!(unsafe { count.get() }, 2_000);
        }
    });
}

#[test]
fn a_spin_count_counts_where_there_are_more_processors_than_one() {
    let mut info = SYSTEM_INFO::default();
    // SAFETY: the place is there.
    unsafe { GetSystemInfo(&mut info) };
    let is_one = info.dwNumberOfProcessors == 1;
    let section = section(0x8000_0FA0);
    let kept = |spins| if is_one { 0 } else { spins };
    // SAFETY: the section is there.
    unsafe {
        assert_eq!((*section.at()).SpinCount, kept(4000));
        assert_eq!(SetCriticalSectionSpinCount(section.at(), 100) as usize, kept(4000));
        assert_eq!(SetCriticalSectionSpinCount(section.at(), 0) as usize, kept(100));
        assert_eq!(SetCriticalSectionSpinCount(section.at(), 0), 0);
        InitializeCriticalSection(section.at());
        assert_eq!((*section.at()).SpinCount, 0);
        assert_eq!(InitializeCriticalSectionEx(section.at(), 50, 0x0100_0000), TRUE);
        assert_eq!((*section.at()).SpinCount, kept(50));
    }
}

#[test]
fn leaving_what_another_thread_is_in_is_refused_and_changes_nothing() {
    within_limit(|| {
        let section = section(0);
        // SAFETY: the section is there.
        let leave_it = || with_error(|| unsafe { LeaveCriticalSection(section.at()) }).1;
        assert_eq!(leave_it(), ERROR_NOT_OWNER);
        enter(&section);
        let other = thread::scope(|scope| scope.spawn(leave_it).join());
        assert_eq!(other.expect("it does not panic"), ERROR_NOT_OWNER);
        assert_eq!(lock_count(&section), -2);
        leave(&section);
        assert_eq!((leave_it(), lock_count(&section)), (ERROR_NOT_OWNER, -1));
    });
}

#[test]
fn a_section_that_is_not_initialised_is_not_entered() {
    within_limit(|| {
        let deleted = section(0);
        // SAFETY: the section is there.
        unsafe { DeleteCriticalSection(deleted.at()) };
        for section in [deleted, Shared::new(CRITICAL_SECTION::default())] {
            // SAFETY: the section is there.
            let ((), error) = with_error(|| unsafe { EnterCriticalSection(section.at()) });
            assert_eq!(error, ERROR_INVALID_PARAMETER);
            assert!(!try_enter(&section));
            // SAFETY: nobody uses the section.
            unsafe { InitializeCriticalSection(section.at()) };
            assert!(try_enter(&section));
            leave(&section);
        }
    });
}
