//! Mutexes: owned, released and abandoned.

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, ERROR_NOT_OWNER, WAIT_ABANDONED, WAIT_OBJECT_0,
    WAIT_TIMEOUT,
};

use crate::actors::{Actor, terminate};
use crate::arm::{comes, nothing_comes};
use crate::calls::{FOREVER, Handle, close, duplicate, with_rights};
use crate::waitables::{
    LONG, SYNCHRONIZE, WORKED, Wanted, automatic, happens, manual, mutex, owned_mutex,
    release_mutex, semaphore, set, wait, wait_for, wait_with_error,
};

/// A mutex whose owner has ended without releasing it.
fn abandoned() -> Handle {
    let (mutex, mut owner) = (mutex(), Actor::new());
    assert_eq!(owner.does(move || wait(mutex, LONG)), WAIT_OBJECT_0);
    owner.end();
    mutex
}

#[test]
fn a_mutex_that_is_owned_lets_no_other_thread_through() {
    shows![U12];
    let (mutex, other) = (owned_mutex(), Actor::new());
    assert_eq!(other.does(move || wait(mutex, 0)), WAIT_TIMEOUT);
    assert_eq!(release_mutex(mutex), WORKED);
    assert_eq!(other.does(move || wait(mutex, 0)), WAIT_OBJECT_0);
    assert_eq!(wait(mutex, 0), WAIT_TIMEOUT);
}

#[test]
fn a_mutex_is_owned_by_its_maker_if_it_says_so() {
    let other = Actor::new();
    let (free, owned) = (mutex(), owned_mutex());
    assert_eq!(other.does(move || (wait(free, 0), wait(owned, 0))), (WAIT_OBJECT_0, WAIT_TIMEOUT));
}

#[test]
fn its_owner_can_take_a_mutex_again() {
    shows![U12];
    let (mutex, other) = (owned_mutex(), Actor::new());
    assert_eq!(wait(mutex, FOREVER), WAIT_OBJECT_0);
    assert_eq!(wait(mutex, FOREVER), WAIT_OBJECT_0);
    for _ in 0..2 {
        assert_eq!(release_mutex(mutex), WORKED);
        assert_eq!(other.does(move || wait(mutex, 0)), WAIT_TIMEOUT);
    }
    assert_eq!(release_mutex(mutex), WORKED);
    assert_eq!(other.does(move || wait(mutex, 0)), WAIT_OBJECT_0);
}

#[test]
fn only_its_owner_can_release_a_mutex() {
    shows![U12];
    let (mutex, other) = (owned_mutex(), Actor::new());
    assert_eq!(other.does(move || release_mutex(mutex)), (false, ERROR_NOT_OWNER));
    assert_eq!(other.does(move || wait(mutex, 0)), WAIT_TIMEOUT);
}

#[test]
fn a_mutex_that_nobody_owns_can_not_be_released() {
    shows![U12];
    assert_eq!(release_mutex(mutex()), (false, ERROR_NOT_OWNER));
    let once = owned_mutex();
    assert_eq!(release_mutex(once), WORKED);
    assert_eq!(release_mutex(once), (false, ERROR_NOT_OWNER));
}

#[test]
fn a_released_mutex_goes_to_who_waits_for_it() {
    shows![U12];
    let (mutex, other) = (owned_mutex(), Actor::new());
    let waits = other.waits(mutex);
    assert_eq!(release_mutex(mutex), WORKED);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    assert_eq!(wait(mutex, 0), WAIT_TIMEOUT);
    assert_eq!(other.does(move || release_mutex(mutex)), WORKED);
}

#[test]
fn a_released_mutex_goes_to_one_of_those_who_wait() {
    let (mutex, first, second) = (owned_mutex(), Actor::new(), Actor::new());
    let waits = [first.waits(mutex), second.waits(mutex)];
    assert_eq!(release_mutex(mutex), WORKED);
    assert_eq!(comes(&waits[0]), WAIT_OBJECT_0);
    nothing_comes(&waits[1]);
    assert_eq!(first.does(move || release_mutex(mutex)), WORKED);
    assert_eq!(comes(&waits[1]), WAIT_OBJECT_0);
}

#[test]
fn the_next_wait_is_told_that_a_mutex_was_abandoned() {
    shows![U13];
    let mutex = abandoned();
    assert_eq!(wait(mutex, LONG), WAIT_ABANDONED);
}

#[test]
fn who_takes_an_abandoned_mutex_owns_it() {
    shows![U13];
    let (mutex, other) = (abandoned(), Actor::new());
    assert_eq!(wait(mutex, LONG), WAIT_ABANDONED);
    assert_eq!(other.does(move || wait(mutex, 0)), WAIT_TIMEOUT);
    assert_eq!(release_mutex(mutex), WORKED);
    assert_eq!(release_mutex(mutex), (false, ERROR_NOT_OWNER));
}

#[test]
fn it_is_told_once_that_a_mutex_was_abandoned() {
    shows![U13];
    let mutex = abandoned();
    assert_eq!(wait(mutex, LONG), WAIT_ABANDONED);
    assert_eq!(wait(mutex, LONG), WAIT_OBJECT_0);
    assert_eq!((release_mutex(mutex), release_mutex(mutex)), (WORKED, WORKED));
    assert_eq!(wait(mutex, LONG), WAIT_OBJECT_0);
}

#[test]
fn a_mutex_that_was_taken_several_times_is_abandoned_as_one() {
    shows![U13];
    let (mutex, mut owner) = (mutex(), Actor::new());
    let twice = owner.does(move || (wait(mutex, LONG), wait(mutex, LONG)));
    assert_eq!(twice, (WAIT_OBJECT_0, WAIT_OBJECT_0));
    owner.end();
    assert_eq!(wait(mutex, LONG), WAIT_ABANDONED);
    assert_eq!(release_mutex(mutex), WORKED);
    assert_eq!(release_mutex(mutex), (false, ERROR_NOT_OWNER));
}

#[test]
fn who_waits_for_a_mutex_is_told_that_it_was_abandoned() {
    shows![U13];
    let (mutex, mut owner, other) = (mutex(), Actor::new(), Actor::new());
    assert_eq!(owner.does(move || wait(mutex, LONG)), WAIT_OBJECT_0);
    let waits = other.waits(mutex);
    owner.end();
    assert_eq!(comes(&waits), WAIT_ABANDONED);
    assert_eq!(other.does(move || release_mutex(mutex)), WORKED);
}

#[test]
fn a_thread_that_is_terminated_abandons_its_mutexes() {
    shows![U13];
    let (mutex, owner) = (mutex(), Actor::new());
    assert_eq!(owner.does(move || wait(mutex, LONG)), WAIT_OBJECT_0);
    let _waits = owner.waits(automatic());
    assert_eq!(terminate(owner.handle, 5), WORKED);
    happens(owner.handle);
    assert_eq!(wait(mutex, LONG), WAIT_ABANDONED);
}

#[test]
fn a_wait_for_any_says_which_mutex_was_abandoned() {
    shows![U13];
    let handles = [manual(), abandoned(), manual()];
    assert_eq!(wait_for(Wanted::Any, &handles, LONG).0, WAIT_ABANDONED + 1);
}

#[test]
fn a_wait_for_all_says_that_a_mutex_was_abandoned() {
    shows![U13];
    let handles = [semaphore(1, 1), abandoned()];
    let outcome = wait_for(Wanted::All, &handles, LONG).0;
    // The page says no more than that.
    assert!((WAIT_ABANDONED..WAIT_ABANDONED + 2).contains(&outcome), "{outcome:#x}");
    assert_eq!(release_mutex(handles[1]), WORKED);
}

#[test]
fn a_wait_for_all_takes_no_mutex_before_it_gets_the_rest() {
    let (mutex, event, other) = (mutex(), automatic(), Actor::new());
    assert_eq!(wait_for(Wanted::All, &[mutex, event], 0).0, WAIT_TIMEOUT);
    assert_eq!(release_mutex(mutex), (false, ERROR_NOT_OWNER));
    assert_eq!(set(event), WORKED);
    assert_eq!(wait_for(Wanted::All, &[mutex, event], LONG).0, WAIT_OBJECT_0);
    assert_eq!(other.does(move || wait(mutex, 0)), WAIT_TIMEOUT);
}

#[test]
fn closing_a_handle_does_not_release_a_mutex() {
    let (mutex, other) = (owned_mutex(), Actor::new());
    let second = duplicate(mutex);
    close(mutex);
    assert_eq!(other.does(move || wait(second, 0)), WAIT_TIMEOUT);
    assert_eq!(release_mutex(second), WORKED);
}

#[test]
fn whoever_may_wait_for_a_mutex_may_release_it() {
    let mutex = with_rights(mutex(), SYNCHRONIZE);
    assert_eq!(wait(mutex, 0), WAIT_OBJECT_0);
    assert_eq!(release_mutex(mutex), WORKED);
}

#[test]
fn a_mutex_needs_the_right_to_be_waited_for() {
    const MUTEX_MODIFY_STATE: u32 = 1;
    let mutex = with_rights(mutex(), MUTEX_MODIFY_STATE);
    assert_eq!(wait_with_error(mutex, 0).1, ERROR_ACCESS_DENIED);
}

#[test]
fn what_is_no_mutex_can_not_be_released_as_one() {
    let closed = mutex();
    close(closed);
    for handle in [manual(), closed, Handle::NULL, Handle::THREAD] {
        assert_eq!(release_mutex(handle), (false, ERROR_INVALID_HANDLE));
    }
}
