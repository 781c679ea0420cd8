//! Who owns a mutex, and what becomes of it when its owner ends.

use std::ptr;

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Threading::GetCurrentProcessId;
use iocp_sim_win32::ntdll::*;

use crate::world::*;

fn basic(mutex: Handle) -> MUTANT_BASIC_INFORMATION {
    let mut answer = MUTANT_BASIC_INFORMATION::default();
    let size = u32::try_from(size_of_val(&answer)).expect("it is small");
    let place = (&raw mut answer).cast();
    // SAFETY: the place lives longer than the call, and is as long as it says.
    let status =
        unsafe { NtQueryMutant(mutex.raw(), MutantBasicInformation, place, size, ptr::null_mut()) };
    assert_eq!(status, STATUS_SUCCESS);
    answer
}

/// The numbers of the process and the thread that own a mutex.
fn owner(mutex: Handle) -> (usize, usize) {
    let mut answer = MUTANT_OWNER_INFORMATION::default();
    let size = u32::try_from(size_of_val(&answer)).expect("it is small");
    let mut length = 0;
    let place = (&raw mut answer).cast();
    // SAFETY: the places live longer than the call, and the first is as long as it says.
    let status =
        unsafe { NtQueryMutant(mutex.raw(), MutantOwnerInformation, place, size, &mut length) };
    assert_eq!((status, length), (STATUS_SUCCESS, size));
    (answer.ClientId.UniqueProcess.addr(), answer.ClientId.UniqueThread.addr())
}

fn state(count: i32, owned: u8, abandoned: u8) -> MUTANT_BASIC_INFORMATION {
    MUTANT_BASIC_INFORMATION {
        CurrentCount: count,
        OwnedByCaller: owned,
        AbandonedState: abandoned,
    }
}

#[test]
fn a_mutex_tells_how_often_it_is_taken_and_whether_by_the_caller() {
    let (mutex, other) = (mutex(FALSE), Worker::new());
    assert_eq!(basic(mutex), state(1, 0, 0));
    assert_eq!(wait(mutex, 0), WAIT_OBJECT_0);
    assert_eq!(basic(mutex), state(0, 1, 0));
    assert_eq!(wait(mutex, 0), WAIT_OBJECT_0);
    assert_eq!(basic(mutex), state(-1, 1, 0));
    assert_eq!(other.does(move || basic(mutex)), state(-1, 0, 0));
    let releases = [(); 2].map(|()| {
        let mut before = i32::MIN;
        // SAFETY: the place lives longer than the call.
        (unsafe { NtReleaseMutant(mutex.raw(), &mut before) }, before)
    });
    assert_eq!(releases, [(STATUS_SUCCESS, -1), (STATUS_SUCCESS, 0)]);
    assert_eq!(basic(mutex), state(1, 0, 0));
}

#[test]
fn a_mutex_tells_which_thread_owns_it() {
    let (mutex, worker) = (mutex(FALSE), Worker::new());
    assert_eq!(owner(mutex), (0, 0));
    assert_eq!(worker.does(move || wait(mutex, 0)), WAIT_OBJECT_0);
    // SAFETY: the call has no places.
    let process = unsafe { GetCurrentProcessId() };
    assert_eq!(owner(mutex), (process as usize, worker.id as usize));
    worker.ends();
    assert_eq!(owner(mutex), (0, 0));
}

#[test]
fn an_owner_that_ends_abandons_all_its_mutexes() {
    let mutexes = [(); 3].map(|()| mutex(FALSE));
    let (owner, others) = (Worker::new(), [(); 2].map(|()| Worker::new()));
    assert_eq!(owner.does(move || mutexes.map(|mutex| wait(mutex, 0))), [WAIT_OBJECT_0; 3]);
    let waits = [0, 1].map(|number| others[number].waits(mutexes[number]));
    owner.ends();
    // The worker has ended, so they count again.
    assert_eq!(others.each_ref().map(|other| released_and_paused(other.port)), [(1, 0); 2]);
    assert_eq!(waits.map(|wait| comes(&wait)), [WAIT_ABANDONED; 2]);
    assert_eq!(basic(mutexes[2]), state(1, 0, 1));
    assert_eq!(wait(mutexes[2], 0), WAIT_ABANDONED);
    assert_eq!(basic(mutexes[2]), state(0, 1, 0));
}

#[test]
fn an_abandoned_mutex_goes_to_one_who_waits_and_on_from_there() {
    let (mutex, owner) = (mutex(FALSE), Worker::new());
    let [second, third] = [(); 2].map(|()| Worker::new());
    assert_eq!(owner.does(move || wait(mutex, 0)), WAIT_OBJECT_0);
    let (to_second, to_third) = (second.waits(mutex), third.waits(mutex));
    owner.ends();
    assert_eq!(comes(&to_second), WAIT_ABANDONED);
    third.is_waiting();
    second.ends();
    assert_eq!(comes(&to_third), WAIT_ABANDONED);
}

#[test]
fn a_mutex_may_go_while_it_is_owned() {
    let worker = Worker::new();
    worker.does(|| {
        let mutex = mutex(TRUE);
        close(mutex);
        assert_eq!(release_mutex(mutex), Err(ERROR_INVALID_HANDLE));
    });
    // It abandons nothing.
    worker.ends();
}

#[test]
fn a_mutex_excludes() {
    const TURNS: u32 = 2_000;
    static mut COUNT: u32 = 0;
    let mutex = mutex(FALSE);
    let workers = [(); 4].map(|()| Worker::new());
    let done = workers.each_ref().map(|worker| {
        worker.starts(move || {
            for _ in 0..TURNS {
                assert_eq!(wait(mutex, LONG_MS), WAIT_OBJECT_0);
                // SAFETY: the mutex excludes the other threads, which is what is tested.
                unsafe { COUNT += 1 };
                release_mutex(mutex).expect("it is owned");
            }
        })
    });
    done.iter().for_each(comes);
    // SAFETY: the threads are done.
    assert_eq!(unsafe { COUNT }, 4 * TURNS);
}
