//! One call that signals an object and waits for another.

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, ERROR_NOT_OWNER, ERROR_TOO_MANY_POSTS,
    WAIT_ABANDONED, WAIT_FAILED, WAIT_IO_COMPLETION, WAIT_OBJECT_0, WAIT_TIMEOUT,
};

use crate::actors::{Actor, queue_apc, ran, signal_and_wait};
use crate::arm::{comes, nothing_comes};
use crate::calls::{FOREVER, Handle, UNTOUCHED, port, post, with_rights};
use crate::waitables::{
    Alert, LONG, MODIFY, Reset, SYNCHRONIZE, State, WORKED, automatic, event, is_signalled, manual,
    mutex, owned_mutex, release, release_mutex, semaphore, set, wait,
};

fn both(signal: Handle, wait: Handle, milliseconds: u32) -> (u32, u32) {
    signal_and_wait(signal, wait, milliseconds, Alert::Deaf)
}

fn set_event() -> Handle {
    event(Reset::Automatic, State::Set)
}

#[test]
fn an_event_is_set_and_another_is_waited_for() {
    shows![U16];
    let (signalled, waited) = (automatic(), set_event());
    assert_eq!(both(signalled, waited, FOREVER), (WAIT_OBJECT_0, UNTOUCHED));
    assert!(is_signalled(signalled));
    assert!(!is_signalled(waited));
}

#[test]
fn an_object_is_signalled_though_the_wait_times_out() {
    shows![U16];
    let signalled = automatic();
    assert_eq!(both(signalled, manual(), 0), (WAIT_TIMEOUT, UNTOUCHED));
    assert!(is_signalled(signalled));
    assert_eq!(both(signalled, manual(), 1), (WAIT_TIMEOUT, UNTOUCHED));
    assert!(is_signalled(signalled));
}

#[test]
fn a_semaphore_is_released_by_one() {
    shows![U16];
    let semaphore = semaphore(1, 9);
    assert_eq!(both(semaphore, manual(), 0).0, WAIT_TIMEOUT);
    assert_eq!(release(semaphore, 1), Ok(2));
}

#[test]
fn a_mutex_is_released() {
    shows![U16];
    let (mutex, other) = (owned_mutex(), Actor::new());
    assert_eq!(both(mutex, manual(), 0).0, WAIT_TIMEOUT);
    assert_eq!(other.does(move || wait(mutex, 0)), WAIT_OBJECT_0);
}

#[test]
fn a_mutex_that_is_not_owned_is_not_released_and_nothing_is_waited_for() {
    shows![U16];
    let waited = set_event();
    assert_eq!(both(mutex(), waited, FOREVER), (WAIT_FAILED, ERROR_NOT_OWNER));
    assert!(is_signalled(waited));
}

#[test]
fn a_semaphore_at_its_maximum_is_not_released_and_nothing_is_waited_for() {
    shows![U16];
    let (semaphore, waited) = (semaphore(1, 1), set_event());
    assert_eq!(both(semaphore, waited, FOREVER), (WAIT_FAILED, ERROR_TOO_MANY_POSTS));
    assert!(is_signalled(waited));
}

#[test]
fn only_events_semaphores_and_mutexes_can_be_signalled() {
    shows![U16];
    let (actor, waited) = (Actor::new(), set_event());
    for handle in [actor.handle, port(1), Handle::PROCESS, Handle::NULL] {
        assert_eq!(both(handle, waited, FOREVER), (WAIT_FAILED, ERROR_INVALID_HANDLE));
    }
    assert!(is_signalled(waited));
}

#[test]
fn what_is_signalled_needs_the_right_to_be() {
    shows![U16];
    let (signalled, waited) = (automatic(), set_event());
    let handle = with_rights(signalled, SYNCHRONIZE);
    assert_eq!(both(handle, waited, FOREVER), (WAIT_FAILED, ERROR_ACCESS_DENIED));
    assert!(!is_signalled(signalled));
    assert!(is_signalled(waited));
}

#[test]
fn what_is_waited_for_needs_the_right_to_be_and_nothing_is_signalled() {
    let (signalled, waited) = (automatic(), set_event());
    let handle = with_rights(waited, MODIFY);
    assert_eq!(both(signalled, handle, FOREVER), (WAIT_FAILED, ERROR_ACCESS_DENIED));
    assert!(!is_signalled(signalled));
}

#[test]
fn what_is_waited_for_must_be_there_and_nothing_is_signalled_otherwise() {
    let signalled = automatic();
    assert_eq!(both(signalled, Handle::NULL, FOREVER), (WAIT_FAILED, ERROR_INVALID_HANDLE));
    assert!(!is_signalled(signalled));
}

#[test]
fn what_is_signalled_may_be_waited_for() {
    shows![U16];
    let event = automatic();
    assert_eq!(both(event, event, FOREVER), (WAIT_OBJECT_0, UNTOUCHED));
    assert!(!is_signalled(event));
}

#[test]
fn two_threads_can_go_by_turns() {
    shows![U16];
    let (first, second, actor) = (automatic(), automatic(), Actor::new());
    let answers = actor.starts(move || {
        let turns = (0..100).map(|_| both(second, first, LONG).0);
        turns.filter(|turn| *turn == WAIT_OBJECT_0).count()
    });
    let turns = (0..100).map(|_| {
        assert_eq!(wait(second, LONG), WAIT_OBJECT_0);
        // It has had its turn, and waits for another.
        assert!(!is_signalled(second));
        set(first)
    });
    assert_eq!(turns.filter(|turn| *turn == WORKED).count(), 100);
    assert_eq!(comes(&answers), 100);
}

#[test]
fn the_wait_ends_when_somebody_signals_its_object() {
    let (actor, ready, event) = (Actor::new(), automatic(), automatic());
    let waits = actor.starts(move || both(ready, event, FOREVER).0);
    assert_eq!(wait(ready, LONG), WAIT_OBJECT_0);
    nothing_comes(&waits);
    set(event);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn the_wait_tells_that_a_mutex_was_abandoned() {
    let (mutex, mut owner) = (mutex(), Actor::new());
    assert_eq!(owner.does(move || wait(mutex, LONG)), WAIT_OBJECT_0);
    owner.end();
    assert_eq!(both(manual(), mutex, FOREVER).0, WAIT_ABANDONED);
    assert_eq!(release_mutex(mutex), WORKED);
}

#[test]
fn the_wait_can_be_for_a_port() {
    shows![L14];
    let port = port(1);
    assert_eq!(both(manual(), port, 0).0, WAIT_TIMEOUT);
    post(port, 7);
    assert_eq!(both(manual(), port, FOREVER).0, WAIT_OBJECT_0);
}

#[test]
fn an_alertable_wait_signals_first_and_then_runs_apcs() {
    shows![U01];
    let actor = Actor::new();
    let signalled = automatic();
    let waited = actor.does(move || {
        assert_eq!(queue_apc(Handle::THREAD, 7), WORKED);
        (signal_and_wait(signalled, manual(), FOREVER, Alert::Alertable).0, ran())
    });
    assert_eq!(waited, (WAIT_IO_COMPLETION, vec![7]));
    assert!(is_signalled(signalled));
}

#[test]
fn an_apc_ends_an_alertable_wait() {
    shows![U01];
    let (actor, ready) = (Actor::new(), automatic());
    let waits = actor
        .starts(move || (signal_and_wait(ready, manual(), FOREVER, Alert::Alertable).0, ran()));
    assert_eq!(wait(ready, LONG), WAIT_OBJECT_0);
    assert_eq!(queue_apc(actor.handle, 7), WORKED);
    assert_eq!(comes(&waits), (WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn a_wait_that_is_not_alertable_runs_no_apc() {
    shows![U01];
    let actor = Actor::new();
    let waited = actor.does(|| {
        assert_eq!(queue_apc(Handle::THREAD, 7), WORKED);
        (both(manual(), manual(), 1).0, ran())
    });
    assert_eq!(waited, (WAIT_TIMEOUT, vec![]));
}
