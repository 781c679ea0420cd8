//! APCs: when they run, in which order, and when they do not.

use std::cell::Cell;

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_GEN_FAILURE, ERROR_INVALID_HANDLE, WAIT_IO_COMPLETION,
    WAIT_OBJECT_0, WAIT_TIMEOUT,
};

use crate::actors::{Actor, note, own_id, queue, queue_apc, ran, resume, suspend};
use crate::arm::{comes, nothing_comes};
use crate::calls::{FOREVER, Handle, UNTOUCHED, close, with_error, with_rights};
use crate::sleeps::sleep;
use crate::waitables::{
    Alert, SYNCHRONIZE, WORKED, automatic, happens, is_signalled, manual, set, wait, wait_alertably,
};

/// Runs the APCs of the calling thread.
fn run() -> (u32, Vec<usize>) {
    (sleep(0, Alert::Alertable), ran())
}

#[test]
fn apcs_run_in_the_order_in_which_they_were_queued() {
    shows![U01];
    let actor = Actor::new();
    for data in 1..=5 {
        assert_eq!(queue_apc(actor.handle, data), WORKED);
    }
    assert_eq!(actor.does(run), (WAIT_IO_COMPLETION, vec![1, 2, 3, 4, 5]));
}

#[test]
fn all_apcs_run_before_the_wait_returns() {
    shows![U01];
    let actor = Actor::new();
    for data in 1..=3 {
        queue_apc(actor.handle, data);
    }
    assert_eq!(actor.does(run).1.len(), 3);
    assert_eq!(actor.does(run), (0, vec![]));
}

#[test]
fn an_apc_runs_in_the_thread_that_it_was_queued_to() {
    extern "system" fn note_thread(_: usize) {
        note(own_id() as usize);
    }
    let actor = Actor::new();
    assert_eq!(queue(actor.handle, note_thread, 0), WORKED);
    assert_eq!(run(), (0, vec![]));
    assert_eq!(actor.does(run).1, [actor.id as usize]);
}

#[test]
fn an_apc_runs_in_no_wait_that_is_not_alertable() {
    shows![U01];
    let (actor, event) = (Actor::new(), automatic());
    let waits = actor.starts(move || (wait(event, FOREVER), ran()));
    assert_eq!(queue_apc(actor.handle, 7), WORKED);
    nothing_comes(&waits);
    set(event);
    assert_eq!(comes(&waits), (WAIT_OBJECT_0, vec![]));
    assert_eq!(actor.does(run), (WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn an_apc_ends_an_alertable_wait_and_its_object_is_not_taken() {
    shows![U01];
    let (actor, event) = (Actor::new(), automatic());
    let waits = actor.starts(move || (wait_alertably(event, FOREVER), ran()));
    nothing_comes(&waits);
    assert_eq!(queue_apc(actor.handle, 7), WORKED);
    assert_eq!(comes(&waits), (WAIT_IO_COMPLETION, vec![7]));
    set(event);
    assert!(is_signalled(event));
}

#[test]
fn a_wait_within_an_apc_runs_further_ones() {
    shows![U01];
    extern "system" fn waits(data: usize) {
        note(data);
        note(100 + sleep(0, Alert::Alertable) as usize);
    }
    let actor = Actor::new();
    assert_eq!(queue(actor.handle, waits, 1), WORKED);
    assert_eq!(queue_apc(actor.handle, 2), WORKED);
    let inner = 100 + WAIT_IO_COMPLETION as usize;
    assert_eq!(actor.does(run), (WAIT_IO_COMPLETION, vec![1, 2, inner]));
}

#[test]
fn an_apc_within_a_wait_without_apcs_waits_as_any_code_does() {
    extern "system" fn waits(data: usize) {
        note(data);
        note(wait(Handle::THREAD, 1) as usize);
    }
    let actor = Actor::new();
    assert_eq!(queue(actor.handle, waits, 1), WORKED);
    assert_eq!(actor.does(run), (WAIT_IO_COMPLETION, vec![1, WAIT_TIMEOUT as usize]));
}

#[test]
fn an_apc_that_an_apc_queues_runs_before_the_wait_returns() {
    shows![U01];
    extern "system" fn queues(data: usize) {
        note(data);
        queue_apc(Handle::THREAD, data + 1);
    }
    let actor = Actor::new();
    assert_eq!(queue(actor.handle, queues, 1), WORKED);
    assert_eq!(actor.does(run), (WAIT_IO_COMPLETION, vec![1, 2]));
}

#[test]
fn an_apc_can_reach_what_its_number_names() {
    extern "system" fn adds(data: usize) {
        let cell: *const Cell<u32> = std::ptr::with_exposed_provenance(data);
        // SAFETY: the cell lives longer than the wait in which this runs.
        let cell = unsafe { &*cell };
        cell.set(cell.get() + 1);
    }
    let counted = Actor::new().does(|| {
        let cell = Cell::new(0);
        let place = (&raw const cell).expose_provenance();
        for _ in 0..3 {
            assert_eq!(queue(Handle::THREAD, adds, place), WORKED);
        }
        run();
        cell.get()
    });
    assert_eq!(counted, 3);
}

#[test]
fn apcs_that_are_queued_before_a_thread_begins_run_first() {
    shows![U05];
    let actor = Actor::suspended();
    for data in [1, 2] {
        assert_eq!(queue_apc(actor.handle, data), WORKED);
    }
    assert_eq!(resume(actor.handle), Ok(1));
    // No wait of its own has run them.
    assert_eq!(actor.does(ran), [1, 2]);
    assert_eq!(actor.does(run), (0, vec![]));
}

#[test]
fn a_thread_that_has_ended_takes_no_apcs() {
    shows![U05];
    let mut actor = Actor::new();
    actor.end();
    assert_eq!(queue_apc(actor.handle, 7), (false, ERROR_GEN_FAILURE));
}

#[test]
fn the_apcs_of_a_thread_that_ends_are_lost() {
    shows![U05];
    extern "system" fn sets(event: usize) {
        set(Handle(event));
    }
    let (mut actor, event) = (Actor::new(), manual());
    assert_eq!(queue(actor.handle, sets, event.0), WORKED);
    actor.end();
    assert!(!is_signalled(event));
}

#[test]
fn a_suspended_thread_runs_its_apcs_when_it_is_resumed() {
    let (actor, ready) = (Actor::new(), automatic());
    let waits = actor.starts(move || {
        let outcome = crate::actors::signal_and_wait(ready, manual(), FOREVER, Alert::Alertable);
        (outcome.0, ran())
    });
    happens(ready);
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(queue_apc(actor.handle, 7), WORKED);
    nothing_comes(&waits);
    assert_eq!(resume(actor.handle), Ok(1));
    assert_eq!(comes(&waits), (WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn a_thread_needs_the_right_to_be_given_apcs() {
    let actor = Actor::new();
    let handle = with_rights(actor.handle, SYNCHRONIZE);
    assert_eq!(queue_apc(handle, 7), (false, ERROR_ACCESS_DENIED));
    assert_eq!(actor.does(run), (0, vec![]));
}

#[test]
fn what_is_no_thread_takes_no_apcs() {
    let closed = manual();
    close(closed);
    for handle in [manual(), closed, Handle::NULL, Handle::PROCESS] {
        assert_eq!(queue_apc(handle, 7), (false, ERROR_INVALID_HANDLE));
    }
}

#[test]
fn an_apc_finds_the_last_error_as_its_thread_left_it() {
    extern "system" fn notes_error(_: usize) {
        // SAFETY: it only touches the last error.
        note(unsafe { windows_sys::Win32::Foundation::GetLastError() } as usize);
    }
    let noted = Actor::new().does(|| {
        queue(Handle::THREAD, notes_error, 0);
        with_error(|| sleep(0, Alert::Alertable));
        ran()
    });
    assert_eq!(noted, [UNTOUCHED as usize]);
}
