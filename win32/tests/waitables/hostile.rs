//! Bad arguments: they are refused, and change nothing.

use std::ffi::c_void;
use std::ptr;

use iocp_sim_win32::Wdk::Storage::FileSystem::{NtCreateEvent, NtSetEvent};
use iocp_sim_win32::Wdk::System::Threading::NtOpenEvent;
use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Kernel::{NotificationEvent, SynchronizationEvent};
use iocp_sim_win32::Win32::System::Threading::*;
use iocp_sim_win32::ntdll::*;

use crate::world::*;

type Query = unsafe extern "system" fn(HANDLE, i32, *mut c_void, u32, *mut u32) -> i32;

/// Every call that acts on an object.
fn acts(handle: Handle) -> [Said<()>; 5] {
    // SAFETY: the call has no places.
    let reset = worked(|| unsafe { ResetEvent(handle.raw()) });
    [set(handle), reset, pulse(handle), release(handle, 1).map(drop), release_mutex(handle)]
}

/// The statuses of every native call that acts on an object.
fn native_acts(handle: Handle) -> [i32; 6] {
    let (handle, none) = (handle.raw(), ptr::null_mut());
    // SAFETY: the places may be missing.
    unsafe {
        [
            NtSetEvent(handle, none),
            NtResetEvent(handle, none),
            NtPulseEvent(handle, none),
            NtClearEvent(handle),
            NtReleaseSemaphore(handle, 1, none),
            NtReleaseMutant(handle, none),
        ]
    }
}

/// Every query, with an object, its class and the length of the answer.
fn queries() -> [(Query, Handle, i32, usize); 4] {
    let [event, semaphore, mutex] = [manual(), semaphore(0, 1), mutex(FALSE)];
    [
        (NtQueryEvent, event, EventBasicInformation, 8),
        (NtQuerySemaphore, semaphore, SemaphoreBasicInformation, 8),
        (NtQueryMutant, mutex, MutantBasicInformation, 8),
        (NtQueryMutant, mutex, MutantOwnerInformation, 16),
    ]
}

#[test]
fn what_names_nothing_can_not_be_acted_on() {
    let closed = automatic();
    close(closed);
    let forged = [1, 2, 3, 8, 0x1C0C_0000 - 4, 0x7FFF_FFFC, usize::MAX / 2, !0 - 3, !0 - 400];
    let all = forged.map(Handle).into_iter().chain([Handle::NULL, closed]);
    for handle in all {
        assert_eq!(acts(handle), [Err(ERROR_INVALID_HANDLE); 5], "{handle:x?}");
        assert_eq!(native_acts(handle), [STATUS_INVALID_HANDLE; 6], "{handle:x?}");
        let other = Err(ERROR_INVALID_HANDLE);
        assert_eq!(wait_for(&[handle, manual()], FALSE, 0), other, "{handle:x?}");
    }
}

#[test]
fn what_is_something_else_can_not_be_acted_on() {
    let (process, thread) = (Handle(!0), Handle(!1));
    for handle in [process, thread, port(1)] {
        assert_eq!(acts(handle), [Err(ERROR_INVALID_HANDLE); 5], "{handle:x?}");
        assert_eq!(native_acts(handle), [STATUS_OBJECT_TYPE_MISMATCH; 6], "{handle:x?}");
    }
    let kinds = [automatic(), semaphore(0, 1), mutex(TRUE)];
    let wrong = [kinds[1], kinds[2], kinds[0]];
    assert_eq!(set(wrong[0]), Err(ERROR_INVALID_HANDLE));
    assert_eq!(release(wrong[1], 1), Err(ERROR_INVALID_HANDLE));
    assert_eq!(release_mutex(wrong[2]), Err(ERROR_INVALID_HANDLE));
    assert!(!is_set(kinds[0]));
    assert_eq!(count(kinds[1]), 0);
}

#[test]
fn the_two_low_bits_of_a_handle_do_not_matter() {
    let (event, semaphore, mutex) = (automatic(), semaphore(0, 1), mutex(TRUE));
    for bits in 1..4 {
        set(Handle(event.0 | bits)).expect("it is set");
        assert_eq!(wait(Handle(event.0 | (4 - bits)), 0), WAIT_OBJECT_0);
    }
    assert_eq!(release(Handle(semaphore.0 | 1), 1), Ok(0));
    release_mutex(Handle(mutex.0 | 3)).expect("it is owned");
}

#[test]
fn a_handle_may_be_closed_while_its_object_is_waited_for() {
    let (event, worker) = (automatic(), Worker::new());
    let other = duplicate(event);
    let waits = worker.waits(event);
    close(event);
    worker.is_waiting();
    assert_eq!(set(event), Err(ERROR_INVALID_HANDLE));
    set(other).expect("it is set");
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    close(other);
}

#[test]
fn the_last_handle_may_be_closed_while_its_object_is_waited_for() {
    for object in [manual(), semaphore(0, 1), mutex(TRUE)] {
        let (worker, stop) = (Worker::new(), manual());
        let waits = worker.starts(move || wait_for(&[object, stop], FALSE, LONG_MS));
        worker.is_waiting();
        close(object);
        worker.is_waiting();
        set(stop).expect("it is set");
        assert_eq!(comes(&waits), Ok(WAIT_OBJECT_0 + 1));
    }
}

#[test]
fn handles_are_closed_and_used_by_many_at_once() {
    let workers = [(); 4].map(|()| Worker::new());
    for _ in 0..200 {
        let event = automatic();
        let done = workers.each_ref().map(|worker| {
            worker.starts(move || {
                while set(event).is_ok() {
                    let waited = wait(event, 0);
                    assert!([WAIT_OBJECT_0, WAIT_TIMEOUT, WAIT_FAILED].contains(&waited));
                }
                error()
            })
        });
        close(event);
        assert_eq!(done.map(|done| comes(&done)), [ERROR_INVALID_HANDLE; 4]);
    }
}

#[test]
fn each_call_needs_its_right() {
    let with = |handle: Handle, access| {
        let mut other = ptr::null_mut();
        // SAFETY: the place lives longer than the call.
        let duplicated = worked(|| unsafe {
            let process = GetCurrentProcess();
            DuplicateHandle(process, handle.raw(), process, &mut other, access, 0, 0)
        });
        duplicated.expect("it can be duplicated");
        Handle::of(other)
    };
    let all = queries();
    let [event, semaphore, mutex] = [0, 1, 2].map(|number| all[number].1);
    let query = |number: usize, access| {
        let (query, handle, class, length) = all[number];
        let mut room = [0_u64; 2];
        let handle = with(handle, access).raw();
        let length = u32::try_from(length).expect("it is small");
        // SAFETY: the place lives longer than the call, and is long enough.
        unsafe { query(handle, class, room.as_mut_ptr().cast(), length, ptr::null_mut()) }
    };
    for number in 0..4 {
        assert_eq!(query(number, EVENT_QUERY_STATE), STATUS_SUCCESS);
        assert_eq!(query(number, !EVENT_QUERY_STATE & 0x1F_0003), STATUS_ACCESS_DENIED);
    }
    let denied = Err(ERROR_ACCESS_DENIED);
    let (watched, waited) = (EVENT_QUERY_STATE, 0x10_0000);
    assert_eq!(acts(with(event, watched | waited))[..3], [denied; 3]);
    assert_eq!(release(with(semaphore, watched | waited), 1), Err(ERROR_ACCESS_DENIED));
    set(with(event, EVENT_MODIFY_STATE)).expect("it may be set");
    assert_eq!(release(with(semaphore, SEMAPHORE_MODIFY_STATE), 1), Ok(0));
    assert_eq!(wait(with(mutex, waited), 0), WAIT_OBJECT_0);
    // No right is needed but to have the handle.
    release_mutex(with(mutex, 0)).expect("it is owned");
}

#[test]
fn a_query_has_a_class_a_length_and_a_place() {
    for (query, handle, class, length) in queries() {
        let ask = |handle: Handle, class, place: *mut u64, length: usize| {
            let length = u32::try_from(length).expect("it is small");
            // SAFETY: the place is null or as long as is said, or nothing is written to it.
            unsafe { query(handle.raw(), class, place.cast(), length, ptr::null_mut()) }
        };
        let mut room = [u64::MAX; 4];
        let place = room.as_mut_ptr();
        for wrong in [-1, 2, i32::MAX] {
            assert_eq!(ask(handle, wrong, place, length), STATUS_INVALID_INFO_CLASS);
        }
        for wrong in [0, length - 1, length + 1, 32] {
            assert_eq!(ask(handle, class, place, wrong), STATUS_INFO_LENGTH_MISMATCH);
        }
        assert_eq!(ask(handle, class, ptr::null_mut(), length), STATUS_ACCESS_VIOLATION);
        assert_eq!(ask(Handle::NULL, class, place, length), STATUS_INVALID_HANDLE);
        assert_eq!(ask(port(1), class, place, length), STATUS_OBJECT_TYPE_MISMATCH);
        assert_eq!(room, [u64::MAX; 4]);
        assert_eq!(ask(handle, class, place, length), STATUS_SUCCESS);
    }
}

#[test]
fn what_is_made_natively_has_a_place_and_numbers_that_fit() {
    let (none, mut handle) = (ptr::null_mut(), ptr::null_mut());
    let (no_name, place) = (ptr::null(), &raw mut handle);
    let access = EVENT_ALL_ACCESS;
    // SAFETY: the places are null or live longer than the calls.
    unsafe {
        let refused = STATUS_ACCESS_VIOLATION;
        assert_eq!(NtCreateEvent(none, access, no_name, NotificationEvent, false), refused);
        assert_eq!(NtCreateSemaphore(none, access, no_name, 0, 1), refused);
        assert_eq!(NtCreateMutant(none, access, no_name, 0), refused);
        assert_eq!(NtOpenEvent(none, access, no_name), refused);
        let refused = STATUS_INVALID_PARAMETER;
        for wrong in [-1, 2, i32::MIN] {
            assert_eq!(NtCreateEvent(place, access, no_name, wrong, false), refused);
        }
        for (count, maximum) in [(0, 0), (2, 1), (-1, 1), (0, -1), (i32::MIN, i32::MIN)] {
            assert_eq!(NtCreateSemaphore(place, access, no_name, count, maximum), refused);
        }
        for open in [NtOpenSemaphore, NtOpenMutant] {
            assert_eq!(open(place, access, no_name), refused);
        }
        assert_eq!(NtOpenEvent(place, access, no_name), refused);
        assert!(handle.is_null());
        let made = NtCreateEvent(place, access, no_name, SynchronizationEvent, true);
        assert_eq!(made, STATUS_SUCCESS);
    }
    let event = Handle::of(handle);
    assert!(is_set(event));
    assert_eq!(wait(event, 0), WAIT_OBJECT_0);
    assert!(!is_set(event));
}

#[test]
fn there_are_no_other_flags() {
    let (none, no_name) = (ptr::null(), ptr::null());
    // SAFETY: neither attributes nor names are given.
    unsafe {
        let refused = Err(ERROR_INVALID_PARAMETER);
        for flags in [4, 5, 1 << 31, u32::MAX] {
            assert_eq!(made(|| CreateEventExW(none, no_name, flags, 2)), refused);
        }
        for flags in [2, 3, u32::MAX] {
            assert_eq!(made(|| CreateMutexExW(none, no_name, flags, 1)), refused);
        }
        for flags in [1, 2, u32::MAX] {
            assert_eq!(made(|| CreateSemaphoreExW(none, 0, 1, no_name, flags, 2)), refused);
        }
        assert_eq!(made(|| OpenEventW(2, 0, no_name)), refused);
        assert_eq!(made(|| OpenEventA(2, 0, ptr::null())), refused);
    }
}

#[test]
fn a_place_need_not_be_aligned() {
    let (semaphore, mut room) = (semaphore(3, 9), [0_u8; 16]);
    // SAFETY: the places lie within the room.
    unsafe {
        let place = room.as_mut_ptr().add(1);
        assert_eq!(ReleaseSemaphore(semaphore.raw(), 2, place.cast()), TRUE);
        assert_eq!(place.cast::<i32>().read_unaligned(), 3);
        let query = NtQuerySemaphore(semaphore.raw(), 0, place.cast(), 8, ptr::null_mut());
        assert_eq!(query, STATUS_SUCCESS);
        assert_eq!(place.cast::<[i32; 2]>().read_unaligned(), [5, 9]);
    }
}
