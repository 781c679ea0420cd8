//! Semaphores: counted, waited for and released.

use std::ptr;
use std::sync::mpsc::channel;

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER, ERROR_TOO_MANY_POSTS,
    WAIT_OBJECT_0,
};
use windows_sys::Win32::System::Threading::ReleaseSemaphore;

use crate::actors::Actor;
use crate::arm::{comes, nothing_comes};
use crate::calls::{FOREVER, Handle, close, with_rights};
use crate::waitables::{
    MODIFY, SYNCHRONIZE, WORKED, is_signalled, manual, release, said, semaphore, try_semaphore,
    wait, wait_with_error,
};

#[test]
fn a_semaphore_lets_as_many_waits_through_as_it_counts() {
    shows![U14];
    let semaphore = semaphore(2, 4);
    assert!(is_signalled(semaphore));
    assert!(is_signalled(semaphore));
    assert!(!is_signalled(semaphore));
}

#[test]
fn a_release_says_the_count_from_before() {
    shows![U14];
    let semaphore = semaphore(0, 9);
    assert_eq!(release(semaphore, 1), Ok(0));
    assert_eq!(release(semaphore, 5), Ok(1));
    assert_eq!(release(semaphore, 1), Ok(6));
    assert!(is_signalled(semaphore));
    assert_eq!(release(semaphore, 1), Ok(6));
}

#[test]
fn a_release_needs_no_place_for_the_count() {
    let semaphore = semaphore(0, 9);
    // SAFETY: the place may be missing.
    let release_one = || unsafe { ReleaseSemaphore(semaphore.raw(), 1, ptr::null_mut()) };
    assert_eq!(said(release_one), WORKED);
    assert_eq!(release(semaphore, 1), Ok(1));
}

#[test]
fn a_release_over_the_maximum_changes_nothing() {
    shows![U14];
    let semaphore = semaphore(1, 3);
    assert_eq!(release(semaphore, 3), Err(ERROR_TOO_MANY_POSTS));
    assert_eq!(release(semaphore, i32::MAX), Err(ERROR_TOO_MANY_POSTS));
    assert_eq!(release(semaphore, 2), Ok(1));
    assert_eq!(release(semaphore, 1), Err(ERROR_TOO_MANY_POSTS));
}

#[test]
fn a_release_of_less_than_one_is_refused() {
    let semaphore = semaphore(1, 3);
    for count in [0, -1, i32::MIN] {
        assert_eq!(release(semaphore, count), Err(ERROR_INVALID_PARAMETER));
    }
    assert_eq!(release(semaphore, 1), Ok(1));
}

#[test]
fn a_semaphore_counts_from_zero_to_a_maximum_above_it() {
    for (count, maximum) in [(0, 0), (1, 0), (2, 1), (-1, 1), (0, -1), (-2, -1)] {
        assert_eq!(
            try_semaphore(count, maximum),
            Err(ERROR_INVALID_PARAMETER),
            "{count} {maximum}"
        );
    }
    for (count, maximum) in [(0, 1), (1, 1), (0, i32::MAX), (i32::MAX, i32::MAX)] {
        try_semaphore(count, maximum).expect("a semaphore");
    }
}

#[test]
fn one_release_releases_as_many_as_it_counts() {
    shows![U14];
    let (semaphore, actors) = (semaphore(0, 9), [(); 3].map(|()| Actor::new()));
    let (report, reports) = channel();
    for actor in &actors {
        let report = report.clone();
        drop(actor.starts(move || report.send(wait(semaphore, FOREVER))));
    }
    nothing_comes(&reports);
    assert_eq!(release(semaphore, 2), Ok(0));
    assert_eq!([comes(&reports), comes(&reports)], [WAIT_OBJECT_0; 2]);
    nothing_comes(&reports);
}

#[test]
fn a_release_that_lets_somebody_through_leaves_the_rest_for_others() {
    shows![U14];
    let (semaphore, actor) = (semaphore(0, 9), Actor::new());
    let waits = actor.waits(semaphore);
    assert_eq!(release(semaphore, 3), Ok(0));
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    assert_eq!(release(semaphore, 1), Ok(2));
}

#[test]
fn any_thread_can_release_a_semaphore() {
    let (semaphore, actor) = (semaphore(1, 1), Actor::new());
    assert!(is_signalled(semaphore));
    assert_eq!(actor.does(move || release(semaphore, 1)), Ok(0));
}

#[test]
fn a_semaphore_needs_the_right_to_be_released() {
    let semaphore = with_rights(semaphore(0, 1), SYNCHRONIZE);
    assert_eq!(release(semaphore, 1), Err(ERROR_ACCESS_DENIED));
    assert!(!is_signalled(semaphore));
}

#[test]
fn a_semaphore_needs_the_right_to_be_waited_for() {
    let semaphore = with_rights(semaphore(1, 2), MODIFY);
    assert_eq!(wait_with_error(semaphore, 0).1, ERROR_ACCESS_DENIED);
    assert_eq!(release(semaphore, 1), Ok(1));
}

#[test]
fn what_is_no_semaphore_can_not_be_released_as_one() {
    let closed = semaphore(0, 1);
    close(closed);
    for handle in [manual(), closed, Handle::NULL, Handle::THREAD] {
        assert_eq!(release(handle, 1), Err(ERROR_INVALID_HANDLE));
    }
}
