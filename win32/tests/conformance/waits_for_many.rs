//! Waits for any or all of several objects.

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER, WAIT_FAILED,
    WAIT_IO_COMPLETION, WAIT_OBJECT_0, WAIT_TIMEOUT,
};

use crate::actors::{Actor, queue_apc, ran};
use crate::arm::{comes, nothing_comes};
use crate::calls::{FOREVER, Handle, UNTOUCHED, close, duplicate, with_rights};
use crate::waitables::{
    LONG, MODIFY, QUIET, Reset, State, WORKED, Wanted, automatic, event, is_signalled, manual,
    mutex, owned_mutex, release, release_mutex, semaphore, set, wait, wait_alertably_for, wait_for,
};

#[test]
fn a_wait_takes_one_to_sixty_four_handles() {
    shows![U06];
    let many = [Handle::PROCESS; 65];
    for wanted in [Wanted::Any, Wanted::All] {
        for count in [0, 65] {
            let refused = wait_for(wanted, &many[..count], FOREVER);
            assert_eq!(refused, (WAIT_FAILED, ERROR_INVALID_PARAMETER), "{count} {wanted:?}");
        }
    }
    let many: Vec<Handle> = (0..64).map(|_| manual()).collect();
    assert_eq!(wait_for(Wanted::Any, &many, 0), (WAIT_TIMEOUT, UNTOUCHED));
    set(many[63]);
    assert_eq!(wait_for(Wanted::Any, &many, 0), (WAIT_OBJECT_0 + 63, UNTOUCHED));
}

#[test]
fn a_wait_for_any_returns_the_lowest_that_is_signalled() {
    shows![U06];
    let handles = [(); 4].map(|()| manual());
    for (number, expected) in [(3, 3), (1, 1), (2, 1)] {
        set(handles[number]);
        assert_eq!(wait_for(Wanted::Any, &handles, LONG), (WAIT_OBJECT_0 + expected, UNTOUCHED));
    }
}

#[test]
fn a_wait_for_any_takes_the_one_that_it_returns_and_no_other() {
    shows![U06];
    let handles = [(); 3].map(|()| event(Reset::Automatic, State::Set));
    for number in 0..3 {
        assert_eq!(wait_for(Wanted::Any, &handles, 0).0, WAIT_OBJECT_0 + number);
    }
    assert_eq!(wait_for(Wanted::Any, &handles, 0).0, WAIT_TIMEOUT);
}

#[test]
fn a_wait_for_any_ends_with_the_first_that_is_signalled() {
    let (actor, handles) = (Actor::new(), [(); 3].map(|()| automatic()));
    let waits = actor.starts(move || wait_for(Wanted::Any, &handles, FOREVER).0);
    nothing_comes(&waits);
    set(handles[2]);
    assert_eq!(comes(&waits), WAIT_OBJECT_0 + 2);
    assert!(handles.iter().all(|handle| !is_signalled(*handle)));
}

#[test]
fn a_wait_for_any_of_one_is_a_wait_for_it() {
    let event = event(Reset::Automatic, State::Set);
    assert_eq!(wait_for(Wanted::Any, &[event], 0).0, WAIT_OBJECT_0);
    assert_eq!(wait_for(Wanted::Any, &[event], 0).0, WAIT_TIMEOUT);
}

#[test]
fn a_wait_for_all_takes_all_at_once() {
    shows![U06];
    let (event, semaphore) = (event(Reset::Automatic, State::Set), semaphore(2, 2));
    assert_eq!(wait_for(Wanted::All, &[event, semaphore], 0), (WAIT_OBJECT_0, UNTOUCHED));
    assert!(!is_signalled(event));
    assert_eq!(release(semaphore, 1), Ok(1));
}

#[test]
fn a_wait_for_all_takes_nothing_if_one_is_missing() {
    shows![U06];
    let set = [(); 2].map(|()| event(Reset::Automatic, State::Set));
    for handles in [[automatic(), set[0], set[1]], [set[0], set[1], automatic()]] {
        assert_eq!(wait_for(Wanted::All, &handles, 0).0, WAIT_TIMEOUT);
        assert_eq!(wait_for(Wanted::All, &handles, 1).0, WAIT_TIMEOUT);
    }
    assert!(set.iter().all(|event| is_signalled(*event)));
}

#[test]
fn a_wait_for_all_ends_with_the_last_that_is_signalled() {
    let (actor, handles) = (Actor::new(), [(); 3].map(|()| automatic()));
    let waits = actor.starts(move || wait_for(Wanted::All, &handles, FOREVER).0);
    for handle in handles {
        nothing_comes(&waits);
        set(handle);
    }
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    assert!(handles.iter().all(|handle| !is_signalled(*handle)));
}

#[test]
fn a_wait_for_all_keeps_nothing_from_others_while_it_waits() {
    shows![U06];
    let (actor, first, second) = (Actor::new(), automatic(), automatic());
    let waits = actor.starts(move || wait_for(Wanted::All, &[first, second], FOREVER).0);
    set(first);
    nothing_comes(&waits);
    assert!(is_signalled(first));
    set(second);
    nothing_comes(&waits);
    set(first);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_wait_for_all_that_misses_something_holds_up_nobody() {
    let (all, one) = (Actor::new(), Actor::new());
    let (first, second) = (automatic(), automatic());
    let waits_for_all = all.starts(move || wait_for(Wanted::All, &[first, second], FOREVER).0);
    nothing_comes(&waits_for_all);
    let waits_for_one = one.waits(first);
    set(first);
    assert_eq!(comes(&waits_for_one), WAIT_OBJECT_0);
    nothing_comes(&waits_for_all);
}

#[test]
fn a_wait_for_all_names_no_object_twice() {
    let event = event(Reset::Manual, State::Set);
    let twice = wait_for(Wanted::All, &[event, event], 0);
    assert_eq!(twice, (WAIT_FAILED, ERROR_INVALID_PARAMETER));
}

#[test]
fn a_wait_for_all_names_no_object_twice_by_two_handles() {
    let event = event(Reset::Manual, State::Set);
    let twice = wait_for(Wanted::All, &[manual(), event, duplicate(event)], 0);
    assert_eq!(twice, (WAIT_FAILED, ERROR_INVALID_PARAMETER));
}

#[test]
fn a_wait_needs_every_handle_to_be_one() {
    let (event, closed) = (event(Reset::Automatic, State::Set), automatic());
    close(closed);
    for handles in [[event, closed], [closed, event], [event, Handle::NULL]] {
        for wanted in [Wanted::Any, Wanted::All] {
            let refused = wait_for(wanted, &handles, FOREVER);
            assert_eq!(refused, (WAIT_FAILED, ERROR_INVALID_HANDLE));
        }
    }
    assert!(is_signalled(event));
}

#[test]
fn a_wait_needs_the_right_to_wait_for_each() {
    let event = event(Reset::Automatic, State::Set);
    let handles = [event, with_rights(manual(), MODIFY)];
    for wanted in [Wanted::Any, Wanted::All] {
        let refused = wait_for(wanted, &handles, FOREVER);
        assert_eq!(refused, (WAIT_FAILED, ERROR_ACCESS_DENIED));
    }
    assert!(is_signalled(event));
}

#[test]
fn a_wait_that_times_out_says_so() {
    for wanted in [Wanted::Any, Wanted::All] {
        let timed_out = wait_for(wanted, &[manual(), automatic()], QUIET);
        assert_eq!(timed_out, (WAIT_TIMEOUT, UNTOUCHED));
    }
}

#[test]
fn a_wait_takes_objects_of_all_kinds() {
    let mut ended = Actor::new();
    ended.end();
    let handles = [
        event(Reset::Manual, State::Set),
        event(Reset::Automatic, State::Set),
        semaphore(1, 1),
        mutex(),
        ended.handle,
    ];
    assert_eq!(wait_for(Wanted::All, &handles, LONG).0, WAIT_OBJECT_0);
    let signalled = handles.map(|handle| wait(handle, 0) == WAIT_OBJECT_0);
    assert_eq!(signalled, [true, false, false, true, true]);
}

#[test]
fn a_wait_for_all_takes_a_mutex_again_that_it_owns() {
    let mutex = owned_mutex();
    let handles = [mutex, event(Reset::Automatic, State::Set)];
    assert_eq!(wait_for(Wanted::All, &handles, LONG).0, WAIT_OBJECT_0);
    assert_eq!((release_mutex(mutex), release_mutex(mutex)), (WORKED, WORKED));
    assert!(!release_mutex(mutex).0);
}

#[test]
fn a_wait_for_any_looks_at_its_objects_before_the_apcs() {
    shows![U02];
    let actor = Actor::new();
    let waited = actor.does(|| {
        let handles = [manual(), event(Reset::Automatic, State::Set)];
        assert_eq!(queue_apc(Handle::THREAD, 7), WORKED);
        let first = (wait_alertably_for(Wanted::Any, &handles, FOREVER), ran());
        (first, wait_alertably_for(Wanted::Any, &handles, FOREVER), ran())
    });
    assert_eq!(waited, ((WAIT_OBJECT_0 + 1, vec![]), WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn an_apc_ends_a_wait_for_all_and_nothing_is_taken() {
    shows![U01];
    let (actor, event) = (Actor::new(), event(Reset::Automatic, State::Set));
    let waits =
        actor.starts(move || (wait_alertably_for(Wanted::All, &[event, manual()], FOREVER), ran()));
    nothing_comes(&waits);
    assert_eq!(queue_apc(actor.handle, 7), WORKED);
    assert_eq!(comes(&waits), (WAIT_IO_COMPLETION, vec![7]));
    assert!(is_signalled(event));
}
