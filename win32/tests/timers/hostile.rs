//! What is wrong is refused, and leaves everything as it was.

use std::ptr;

use iocp_sim_win32::Wdk::System::Threading::{
    NtCancelTimer, NtCreateTimer, NtOpenTimer, NtSetTimer,
};
use iocp_sim_win32::Win32::Foundation::{
    ERROR_FILE_NOT_FOUND, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER, ERROR_NOACCESS,
    ERROR_NOT_SUPPORTED, HANDLE, STATUS_ACCESS_VIOLATION, STATUS_INFO_LENGTH_MISMATCH,
    STATUS_INVALID_HANDLE, STATUS_INVALID_INFO_CLASS, STATUS_INVALID_PARAMETER,
    STATUS_INVALID_PARAMETER_4, STATUS_INVALID_PARAMETER_6, STATUS_SUCCESS,
    STATUS_TIMER_RESUME_IGNORED, TRUE, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use iocp_sim_win32::Win32::System::Threading::{
    CreateTimerQueueTimer, CreateWaitableTimerExA, CreateWaitableTimerExW, DeleteTimerQueueEx,
    DeleteTimerQueueTimer, INFINITE, OpenWaitableTimerA, OpenWaitableTimerW,
    RegisterWaitForSingleObject, SetWaitableTimer, SetWaitableTimerEx, TIMER_ALL_ACCESS,
    UnregisterWaitEx,
};
use iocp_sim_win32::ntdll::{NtQueryTimer, TIMER_BASIC_INFORMATION};

use crate::{
    Calls, Handle, Reset, WORKED, after, call, close, event, said, set_timer, timer, wait,
    within_limit,
};

const NO_PARAMETER: (bool, u32) = (false, ERROR_INVALID_PARAMETER);
const NO_HANDLE: (bool, u32) = (false, ERROR_INVALID_HANDLE);
const NO_ACCESS: (bool, u32) = (false, ERROR_NOACCESS);

/// Values that name nothing that these calls are about.
fn wrong_handles() -> Vec<Handle> {
    let closed = timer(Reset::Auto);
    close(closed);
    let numbers =
        [0, 1, 4, 0x1C0C_0000 - 4, 0x3000_0000, 0x4000_0004, 0x7FFF_FFFC, usize::MAX - 15];
    let forged = numbers.map(|number| Handle(ptr::without_provenance_mut(number)));
    forged.into_iter().chain([closed]).collect()
}

#[test]
fn what_is_no_timer_is_refused_by_every_call_of_timers() {
    within_limit(|| {
        let due = 0;
        for wrong in wrong_handles().into_iter().chain([event(Reset::Auto)]) {
            // SAFETY: the places live longer than the calls.
            unsafe {
                let set = || SetWaitableTimer(wrong.raw(), &raw const due, 0, None, ptr::null(), 0);
                assert_eq!(said(set), NO_HANDLE, "{wrong:?}");
                assert!(NtCancelTimer(wrong.raw(), ptr::null_mut()) < 0, "{wrong:?}");
            }
        }
    });
}

#[test]
fn a_timer_is_set_by_what_can_be_and_stays_as_it_is_otherwise() {
    within_limit(|| {
        let (timer, due, far) = (timer(Reset::Manual), 0, after(60_000));
        set_timer(timer, far, 0);
        // SAFETY: the places live longer than the calls.
        unsafe {
            let set = |due, period, resume| {
                said(|| SetWaitableTimer(timer.raw(), due, period, None, ptr::null(), resume))
            };
            assert_eq!(set(ptr::null(), 0, 0), NO_ACCESS);
            assert_eq!(set(&raw const due, -1, 0), NO_PARAMETER);
            assert_eq!(wait(timer, 0), WAIT_TIMEOUT);
            assert_eq!(set(&raw const far, 0, TRUE), (true, ERROR_NOT_SUPPORTED));
            assert_eq!(wait(timer, 0), WAIT_TIMEOUT);
            let context = ptr::without_provenance(4);
            let set = || {
                let due = &raw const due;
                SetWaitableTimerEx(timer.raw(), due, 0, None, ptr::null(), context, u32::MAX)
            };
            assert_eq!(said(set), (true, ERROR_NOT_SUPPORTED));
            assert_eq!(wait(timer, 0), WAIT_OBJECT_0);
        }
    });
}

#[test]
fn the_longest_times_are_times() {
    within_limit(|| {
        let timer = timer(Reset::Manual);
        for due in [i64::MIN, i64::MAX, i64::MIN + 1] {
            set_timer(timer, due, i32::MAX);
            assert_eq!(wait(timer, 0), WAIT_TIMEOUT, "{due}");
        }
        set_timer(timer, 0, i32::MAX);
        assert_eq!(wait(timer, 0), WAIT_OBJECT_0);
    });
}

#[test]
fn timers_are_made_with_flags_and_opened_by_names_that_there_are() {
    within_limit(|| {
        let name: Vec<u16> = "timers of hostile\0".encode_utf16().collect();
        // SAFETY: the names end with zeros.
        unsafe {
            let made = |flags| {
                let mut timer = ptr::null_mut();
                let answer = said(|| {
                    let name = name.as_ptr();
                    timer = CreateWaitableTimerExW(ptr::null(), name, flags, TIMER_ALL_ACCESS);
                    i32::from(!timer.is_null())
                });
                (answer, Handle(timer))
            };
            let open = |name: *const u16| {
                let mut timer = ptr::null_mut();
                let answer = said(|| {
                    timer = OpenWaitableTimerW(TIMER_ALL_ACCESS, 0, name);
                    i32::from(!timer.is_null())
                });
                (answer, Handle(timer))
            };
            assert_eq!(made(4).0, NO_PARAMETER);
            assert_eq!(open(name.as_ptr()).0, (false, ERROR_FILE_NOT_FOUND));
            assert_eq!(open(ptr::null()).0, NO_PARAMETER);
            let (answer, timer) = made(3);
            assert_eq!(answer, (true, 0));
            let (answer, opened) = open(name.as_ptr());
            assert!(answer.0);
            set_timer(opened, 0, 0);
            assert_eq!((wait(timer, 0), wait(timer, 0)), (WAIT_OBJECT_0, WAIT_OBJECT_0));
            let narrow = c"timers of hostile".as_ptr().cast();
            let other = CreateWaitableTimerExA(ptr::null(), narrow, 0, TIMER_ALL_ACCESS);
            assert_eq!(wait(Handle(other), 0), WAIT_OBJECT_0);
            let third = OpenWaitableTimerA(TIMER_ALL_ACCESS, 0, narrow);
            assert_eq!(wait(Handle(third), 0), WAIT_OBJECT_0);
            for handle in [timer, opened, Handle(other), Handle(third)] {
                assert_eq!(close(handle), WORKED);
            }
            assert_eq!(open(name.as_ptr()).0, (false, ERROR_FILE_NOT_FOUND));
        }
    });
}

#[test]
fn native_calls_look_at_their_places_and_numbers() {
    within_limit(|| {
        let (mut handle, due) = (ptr::null_mut(), 0);
        let place: *mut HANDLE = &raw mut handle;
        // SAFETY: the places live longer than the calls.
        unsafe {
            let none = ptr::null();
            let make = |place, kind| NtCreateTimer(place, TIMER_ALL_ACCESS, none, kind);
            assert_eq!(make(ptr::null_mut(), 0), STATUS_ACCESS_VIOLATION);
            assert_eq!(make(place, 2), STATUS_INVALID_PARAMETER_4);
            assert_eq!(NtOpenTimer(place, TIMER_ALL_ACCESS, none), STATUS_INVALID_PARAMETER);
            assert_eq!(make(place, 0), STATUS_SUCCESS);
            let set = |due, resume, period| {
                NtSetTimer(handle, due, None, ptr::null(), resume, period, ptr::null_mut())
            };
            assert_eq!(set(&raw const due, false, -1), STATUS_INVALID_PARAMETER_6);
            assert_eq!(set(ptr::null(), false, 0), STATUS_ACCESS_VIOLATION);
            assert_eq!(wait(Handle(handle), 0), WAIT_TIMEOUT);
            assert_eq!(set(&raw const due, true, 0), STATUS_TIMER_RESUME_IGNORED);
            let mut basic = TIMER_BASIC_INFORMATION::default();
            let (room, mut length) = ((&raw mut basic).cast(), 0);
            let mut query =
                |class, place, room| NtQueryTimer(handle, class, place, room, &raw mut length);
            assert_eq!(query(1, room, 16), STATUS_INVALID_INFO_CLASS);
            assert_eq!(query(0, room, 15), STATUS_INFO_LENGTH_MISMATCH);
            assert_eq!(query(0, ptr::null_mut(), 16), STATUS_ACCESS_VIOLATION);
            assert_eq!((query(0, room, 16), length), (STATUS_SUCCESS, 16));
            assert!(basic.RemainingTime < 0 && basic.TimerState == 1, "{basic:?}");
            assert_eq!(close(Handle(handle)), WORKED);
            assert_eq!(NtCancelTimer(handle, ptr::null_mut()), STATUS_INVALID_HANDLE);
        }
    });
}

#[test]
fn what_can_not_call_back_is_not_made() {
    within_limit(|| {
        let (event, mut made) = (event(Reset::Auto), ptr::null_mut());
        let (place, context) = (&raw mut made, Calls::counted().context());
        let nowhere = ptr::null_mut();
        // SAFETY: the places live longer than the calls.
        unsafe {
            let timer = |place, call, flags| {
                said(|| CreateTimerQueueTimer(place, nowhere, call, context, 0, 0, flags))
            };
            assert_eq!(timer(ptr::null_mut(), Some(call), 0), NO_ACCESS);
            assert_eq!(timer(place, None, 0), NO_PARAMETER);
            assert_eq!(timer(place, Some(call), 0x200), NO_PARAMETER);
            let register = |place, object: Handle, call, flags| {
                said(|| {
                    RegisterWaitForSingleObject(place, object.raw(), call, context, INFINITE, flags)
                })
            };
            assert_eq!(register(ptr::null_mut(), event, Some(call), 0), NO_ACCESS);
            assert_eq!(register(place, event, None, 0), NO_PARAMETER);
            assert_eq!(register(place, event, Some(call), 0x2), NO_PARAMETER);
            for wrong in wrong_handles() {
                assert_eq!(register(place, wrong, Some(call), 0), NO_HANDLE, "{wrong:?}");
            }
        }
        assert!(made.is_null());
    });
}

#[test]
fn what_was_never_made_can_not_be_ended() {
    within_limit(|| {
        let event = event(Reset::Auto);
        for wrong in wrong_handles().into_iter().chain([event]) {
            // SAFETY: the calls have no places.
            unsafe {
                assert_eq!(said(|| UnregisterWaitEx(wrong.raw(), ptr::null_mut())), NO_HANDLE);
                assert_eq!(said(|| DeleteTimerQueueEx(wrong.raw(), ptr::null_mut())), NO_HANDLE);
                let none = ptr::null_mut();
                let refused = said(|| DeleteTimerQueueTimer(none, wrong.raw(), event.raw()));
                let wanted = if wrong == Handle::NULL { NO_PARAMETER } else { NO_HANDLE };
                assert_eq!(refused, wanted);
            }
        }
    });
}

#[test]
fn an_event_that_is_none_ends_nothing() {
    within_limit(|| {
        let (event, mut made) = (event(Reset::Auto), ptr::null_mut());
        let context = Calls::counted().context();
        let place = &raw mut made;
        // SAFETY: the places live longer than the calls.
        unsafe {
            let register = || {
                RegisterWaitForSingleObject(place, event.raw(), Some(call), context, INFINITE, 0)
            };
            assert_eq!(said(register), WORKED);
            let timer = timer(Reset::Auto);
            for wrong in wrong_handles().into_iter().chain([timer]) {
                if wrong != Handle::NULL {
                    assert_eq!(said(|| UnregisterWaitEx(made, wrong.raw())), NO_HANDLE);
                }
            }
            assert_eq!(said(|| UnregisterWaitEx(made, ptr::null_mut())), WORKED);
        }
    });
}
