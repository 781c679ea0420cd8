//! Events: set, reset, pulsed and waited for.

use std::ptr;
use std::sync::mpsc::channel;

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, WAIT_FAILED, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use windows_sys::Win32::System::Threading::{
    CREATE_EVENT, CREATE_EVENT_INITIAL_SET, CREATE_EVENT_MANUAL_RESET, CreateEventExA,
    CreateEventExW, EVENT_ALL_ACCESS,
};

use crate::actors::Actor;
use crate::arm::{comes, nothing_comes};
use crate::calls::{FOREVER, Handle, close, with_rights};
use crate::waitables::{
    MODIFY, Reset, SYNCHRONIZE, State, WORKED, automatic, event, is_signalled, made, manual, pulse,
    reset, semaphore, set, wait, wait_with_error,
};

fn extended(flags: CREATE_EVENT, access: u32) -> Handle {
    // SAFETY: neither attributes nor a name are given.
    let event = || unsafe { CreateEventExW(ptr::null(), ptr::null(), flags, access) };
    made(event).expect("an event").0
}

#[test]
fn an_event_begins_as_it_is_told() {
    for reset in [Reset::Manual, Reset::Automatic] {
        assert!(is_signalled(event(reset, State::Set)));
        assert!(!is_signalled(event(reset, State::Unset)));
    }
}

#[test]
fn a_manual_event_stays_set_whoever_waits() {
    shows![U11];
    let event = event(Reset::Manual, State::Set);
    for _ in 0..3 {
        assert_eq!(wait(event, FOREVER), WAIT_OBJECT_0);
    }
}

#[test]
fn an_automatic_event_lets_one_wait_through() {
    shows![U11];
    let event = automatic();
    assert_eq!(set(event), WORKED);
    assert_eq!(wait(event, FOREVER), WAIT_OBJECT_0);
    assert_eq!(wait(event, 0), WAIT_TIMEOUT);
}

#[test]
fn an_automatic_event_that_is_set_twice_lets_one_wait_through() {
    shows![U11];
    let event = automatic();
    assert_eq!((set(event), set(event)), (WORKED, WORKED));
    assert!(is_signalled(event));
    assert!(!is_signalled(event));
}

#[test]
fn a_manual_event_releases_everybody_who_waits() {
    shows![U11];
    let (event, actors) = (manual(), [(); 3].map(|()| Actor::new()));
    let waits = actors.each_ref().map(|actor| actor.waits(event));
    assert_eq!(set(event), WORKED);
    assert_eq!(waits.map(|wait| comes(&wait)), [WAIT_OBJECT_0; 3]);
}

#[test]
fn an_automatic_event_releases_one_of_those_who_wait() {
    shows![U11];
    let (event, actors) = (automatic(), [(); 3].map(|()| Actor::new()));
    let (report, reports) = channel();
    for actor in &actors {
        let report = report.clone();
        drop(actor.starts(move || report.send(wait(event, FOREVER))));
    }
    nothing_comes(&reports);
    for _ in 0..2 {
        assert_eq!(set(event), WORKED);
        assert_eq!(comes(&reports), WAIT_OBJECT_0);
        nothing_comes(&reports);
    }
}

#[test]
fn a_set_that_releases_somebody_leaves_an_automatic_event_unset() {
    shows![U11];
    let (event, actor) = (automatic(), Actor::new());
    let waits = actor.waits(event);
    assert_eq!(set(event), WORKED);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    assert!(!is_signalled(event));
}

#[test]
fn those_who_wait_for_an_automatic_event_are_served_as_they_came() {
    let (event, actors) = (automatic(), [(); 3].map(|()| Actor::new()));
    for actor_waits in actors.each_ref().map(|actor| actor.waits(event)) {
        assert_eq!(set(event), WORKED);
        assert_eq!(comes(&actor_waits), WAIT_OBJECT_0);
    }
}

#[test]
fn a_reset_event_lets_nobody_through() {
    shows![U11];
    for kind in [Reset::Manual, Reset::Automatic] {
        let event = event(kind, State::Set);
        assert_eq!(reset(event), WORKED);
        assert!(!is_signalled(event));
    }
}

#[test]
fn an_event_can_be_set_that_is_set_and_reset_that_is_unset() {
    let event = manual();
    assert_eq!(reset(event), WORKED);
    assert_eq!(set(event), WORKED);
    assert_eq!(set(event), WORKED);
    assert!(is_signalled(event));
}

#[test]
fn a_pulse_lets_nobody_through_who_comes_later() {
    shows![U11];
    for kind in [Reset::Manual, Reset::Automatic] {
        let event = event(kind, State::Unset);
        assert_eq!(pulse(event), WORKED);
        assert!(!is_signalled(event));
    }
}

#[test]
fn a_pulse_unsets_an_event_that_was_set() {
    shows![U11];
    for kind in [Reset::Manual, Reset::Automatic] {
        let event = event(kind, State::Set);
        assert_eq!(pulse(event), WORKED);
        assert!(!is_signalled(event));
    }
}

#[test]
fn a_pulse_releases_everybody_who_waits_for_a_manual_event() {
    shows![U11];
    let (event, actors) = (manual(), [(); 3].map(|()| Actor::new()));
    let waits = actors.each_ref().map(|actor| actor.waits(event));
    assert_eq!(pulse(event), WORKED);
    assert_eq!(waits.map(|wait| comes(&wait)), [WAIT_OBJECT_0; 3]);
    assert!(!is_signalled(event));
}

#[test]
fn a_pulse_releases_one_who_waits_for_an_automatic_event() {
    shows![U11];
    let (event, first, second) = (automatic(), Actor::new(), Actor::new());
    let waits = [first.waits(event), second.waits(event)];
    assert_eq!(pulse(event), WORKED);
    assert_eq!(comes(&waits[0]), WAIT_OBJECT_0);
    nothing_comes(&waits[1]);
    assert!(!is_signalled(event));
}

#[test]
fn an_event_needs_the_right_to_be_changed() {
    let event = with_rights(manual(), SYNCHRONIZE);
    for call in [set, reset, pulse] {
        assert_eq!(call(event), (false, ERROR_ACCESS_DENIED));
    }
    assert!(!is_signalled(event));
}

#[test]
fn an_event_needs_the_right_to_be_waited_for() {
    let event = with_rights(manual(), MODIFY);
    assert_eq!(set(event), WORKED);
    assert_eq!(wait_with_error(event, 0), (WAIT_FAILED, ERROR_ACCESS_DENIED));
}

#[test]
fn what_is_no_event_can_not_be_changed_as_one() {
    let closed = manual();
    close(closed);
    for handle in [semaphore(0, 1), closed, Handle::NULL, Handle::PROCESS] {
        for call in [set, reset, pulse] {
            assert_eq!(call(handle), (false, ERROR_INVALID_HANDLE));
        }
    }
}

#[test]
fn flags_say_how_an_extended_event_is() {
    let plain = extended(0, EVENT_ALL_ACCESS);
    assert!(!is_signalled(plain));
    let set = extended(CREATE_EVENT_INITIAL_SET, EVENT_ALL_ACCESS);
    assert!(is_signalled(set));
    assert!(!is_signalled(set));
    let both = CREATE_EVENT_INITIAL_SET | CREATE_EVENT_MANUAL_RESET;
    let both = extended(both, EVENT_ALL_ACCESS);
    assert!(is_signalled(both));
    assert!(is_signalled(both));
}

#[test]
fn an_extended_event_has_the_rights_that_are_asked_for() {
    let event = extended(CREATE_EVENT_INITIAL_SET, SYNCHRONIZE);
    assert_eq!(reset(event), (false, ERROR_ACCESS_DENIED));
    assert!(is_signalled(event));
}

#[test]
fn an_extended_event_may_have_a_narrow_name() {
    let name = c"an extended event".as_ptr().cast();
    let make = |flags| {
        // SAFETY: no attributes are given, and the name ends with a zero.
        made(|| unsafe { CreateEventExA(ptr::null(), name, flags, EVENT_ALL_ACCESS) })
    };
    let (first, error) = make(0).expect("an event");
    assert_eq!(error, 0);
    let (second, error) = make(CREATE_EVENT_INITIAL_SET).expect("the event");
    assert_eq!(error, windows_sys::Win32::Foundation::ERROR_ALREADY_EXISTS);
    assert!(!is_signalled(second));
    assert_eq!(set(second), WORKED);
    assert!(is_signalled(first));
}
