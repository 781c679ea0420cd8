//! Names of events, semaphores, mutexes and timers: made, met again and opened.

use std::ptr;

use windows_sys::Win32::Foundation::{
    CompareObjectHandles, ERROR_ACCESS_DENIED, ERROR_ALREADY_EXISTS, ERROR_FILE_NOT_FOUND,
    ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER, FALSE, GetHandleInformation,
    HANDLE_FLAG_INHERIT, TRUE, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;
use windows_sys::Win32::System::Threading::{
    CreateEventW, CreateMutexW, CreateSemaphoreW, EVENT_ALL_ACCESS, OpenEventW, OpenMutexW,
    OpenSemaphoreW,
};

use crate::actors::Actor;
use crate::calls::{Handle, close};
use crate::waitables::{
    Kind, LONG, Letters, SYNCHRONIZE, WORKED, is_signalled, made, release, reset, set, wait,
    wait_with_error, wide,
};

fn same(one: Handle, other: Handle) -> bool {
    // SAFETY: the call has no places.
    unsafe { CompareObjectHandles(one.raw(), other.raw()) != FALSE }
}

/// A name for a kind of object in a case.
fn name(case: &str, kind: Kind) -> String {
    format!("{case} {kind:?}")
}

#[test]
fn a_fresh_name_leaves_no_error() {
    for kind in Kind::ALL {
        let made = kind.make(&name("fresh", kind), Letters::Wide).expect("it is made");
        assert_eq!(made.1, 0, "{kind:?}");
    }
}

#[test]
fn a_name_that_is_taken_gives_the_same_object_and_says_so() {
    for kind in Kind::ALL {
        let name = name("taken", kind);
        let (first, _) = kind.make(&name, Letters::Wide).expect("it is made");
        let (second, error) = kind.make(&name, Letters::Wide).expect("it is there");
        assert_eq!(error, ERROR_ALREADY_EXISTS, "{kind:?}");
        assert_ne!(first, second);
        assert!(same(first, second), "{kind:?}");
    }
}

#[test]
fn a_name_may_be_narrow_or_wide() {
    for kind in Kind::ALL {
        let name = name("letters", kind);
        let (first, _) = kind.make(&name, Letters::Narrow).expect("it is made");
        let (second, error) = kind.make(&name, Letters::Wide).expect("it is there");
        assert_eq!(error, ERROR_ALREADY_EXISTS, "{kind:?}");
        let (third, _) = kind.open(SYNCHRONIZE, &name, Letters::Narrow).expect("it is there");
        assert!(same(first, second) && same(first, third), "{kind:?}");
    }
}

#[test]
fn an_event_that_is_there_keeps_its_state() {
    let name = wide("an event that is there");
    let make = |reset, state| {
        // SAFETY: no attributes are given, and the name ends with a zero.
        made(|| unsafe { CreateEventW(ptr::null(), reset, state, name.as_ptr()) }).expect("it is").0
    };
    let (first, second) = (make(FALSE, TRUE), make(TRUE, FALSE));
    assert!(is_signalled(second));
    // It is as automatic as it was made.
    assert!(!is_signalled(first));
}

#[test]
fn a_semaphore_that_is_there_keeps_its_counts() {
    let name = wide("a semaphore that is there");
    let make = |count, maximum| {
        // SAFETY: no attributes are given, and the name ends with a zero.
        made(|| unsafe { CreateSemaphoreW(ptr::null(), count, maximum, name.as_ptr()) })
            .expect("it is")
    };
    let (first, _) = make(1, 2);
    let (second, error) = make(5, 9);
    assert_eq!(error, ERROR_ALREADY_EXISTS);
    assert_eq!(release(second, 1), Ok(1));
    assert!(release(first, 1).is_err());
}

#[test]
fn a_mutex_that_is_there_is_not_taken_by_who_makes_it_again() {
    let name = wide("a mutex that is there");
    let make = |owned| {
        // SAFETY: no attributes are given, and the name ends with a zero.
        made(|| unsafe { CreateMutexW(ptr::null(), owned, name.as_ptr()) }).expect("it is").0
    };
    let (first, second, other) = (make(FALSE), make(TRUE), Actor::new());
    assert!(same(first, second));
    assert_eq!(other.does(move || wait(second, 0)), WAIT_OBJECT_0);
    assert_eq!(wait(first, 0), WAIT_TIMEOUT);
}

#[test]
fn a_name_belongs_to_one_kind() {
    for taken in Kind::ALL {
        let name = name("one kind", taken);
        taken.make(&name, Letters::Wide).expect("it is made");
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != taken) {
            let made = kind.make(&name, Letters::Wide);
            assert_eq!(made, Err(ERROR_INVALID_HANDLE), "{kind:?} by the name of {taken:?}");
        }
    }
}

#[test]
fn a_name_opens_one_kind() {
    for taken in Kind::ALL {
        let name = name("opens one kind", taken);
        taken.make(&name, Letters::Wide).expect("it is made");
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != taken) {
            let opened = kind.open(SYNCHRONIZE, &name, Letters::Wide);
            assert_eq!(opened, Err(ERROR_INVALID_HANDLE), "{kind:?} by the name of {taken:?}");
        }
    }
}

#[test]
fn what_is_not_there_can_not_be_opened() {
    for kind in Kind::ALL {
        for letters in [Letters::Narrow, Letters::Wide] {
            let opened = kind.open(SYNCHRONIZE, "nothing has this name", letters);
            assert_eq!(opened, Err(ERROR_FILE_NOT_FOUND), "{kind:?}");
        }
    }
}

#[test]
fn what_is_opened_is_the_object_itself() {
    for kind in Kind::ALL {
        let name = name("itself", kind);
        let (first, _) = kind.make(&name, Letters::Wide).expect("it is made");
        let (opened, _) = kind.open(SYNCHRONIZE, &name, Letters::Wide).expect("it is there");
        assert!(same(first, opened), "{kind:?}");
    }
}

#[test]
fn what_is_opened_has_the_rights_that_are_asked_for() {
    let (_made, _) = Kind::Event.make("asked for", Letters::Wide).expect("it is made");
    let open =
        |access| Kind::Event.open(access, "asked for", Letters::Wide).expect("it is there").0;
    assert_eq!(set(open(SYNCHRONIZE)), (false, ERROR_ACCESS_DENIED));
    let all = open(EVENT_ALL_ACCESS);
    assert_eq!((set(all), reset(all)), (WORKED, WORKED));
    assert_eq!(wait_with_error(open(2), 0).1, ERROR_ACCESS_DENIED);
}

#[test]
fn a_name_is_needed_to_open() {
    let none = ptr::null();
    // SAFETY: a name is not given.
    let opened = unsafe {
        [
            made(|| OpenEventW(SYNCHRONIZE, FALSE, none)),
            made(|| OpenSemaphoreW(SYNCHRONIZE, FALSE, none)),
            made(|| OpenMutexW(SYNCHRONIZE, FALSE, none)),
        ]
    };
    assert_eq!(opened, [Err(ERROR_INVALID_PARAMETER); 3]);
}

#[test]
fn names_differ_by_the_case_of_their_letters() {
    for kind in Kind::ALL {
        let (first, _) = kind.make(&name("case", kind), Letters::Wide).expect("it is made");
        let (second, error) = kind.make(&name("Case", kind), Letters::Wide).expect("it is made");
        assert_eq!(error, 0, "{kind:?}");
        assert!(!same(first, second), "{kind:?}");
    }
}

#[test]
fn objects_without_a_name_are_different() {
    // SAFETY: neither attributes nor a name are given.
    let event = || made(|| unsafe { CreateEventW(ptr::null(), TRUE, FALSE, ptr::null()) });
    let ((first, _), (second, error)) = (event().expect("one"), event().expect("another"));
    assert_eq!(error, 0);
    assert!(!same(first, second));
}

#[test]
fn a_name_is_free_when_the_last_handle_is_closed() {
    for kind in Kind::ALL {
        let name = name("free again", kind);
        let (first, _) = kind.make(&name, Letters::Wide).expect("it is made");
        let (second, _) = kind.make(&name, Letters::Wide).expect("it is there");
        close(first);
        let (third, error) = kind.make(&name, Letters::Wide).expect("it is there");
        assert_eq!(error, ERROR_ALREADY_EXISTS, "{kind:?}");
        close(second);
        close(third);
        assert_eq!(kind.open(SYNCHRONIZE, &name, Letters::Wide), Err(ERROR_FILE_NOT_FOUND));
        assert_eq!(kind.make(&name, Letters::Wide).expect("it is made").1, 0, "{kind:?}");
    }
}

#[test]
fn the_local_name_is_the_name() {
    for kind in Kind::ALL {
        let name = name("local", kind);
        let (first, _) = kind.make(&name, Letters::Wide).expect("it is made");
        let local = format!(r"Local\{name}");
        let (second, error) = kind.make(&local, Letters::Wide).expect("it is there");
        assert_eq!(error, ERROR_ALREADY_EXISTS, "{kind:?}");
        assert!(same(first, second), "{kind:?}");
    }
}

#[test]
fn a_name_wakes_threads_that_wait_by_another_handle() {
    let (first, _) = Kind::Event.make("another handle", Letters::Wide).expect("it is made");
    let other = Actor::new();
    let opened = Kind::Event.open(EVENT_ALL_ACCESS, "another handle", Letters::Narrow);
    let second = opened.expect("it is there").0;
    let waits = other.starts(move || wait(first, LONG));
    assert_eq!(set(second), WORKED);
    assert_eq!(crate::arm::comes(&waits), WAIT_OBJECT_0);
}

fn flags(handle: Handle) -> u32 {
    let mut flags = u32::MAX;
    // SAFETY: the place lives longer than the call.
    assert_eq!(unsafe { GetHandleInformation(handle.raw(), &raw mut flags) }, TRUE);
    flags
}

#[test]
fn a_handle_is_inherited_if_its_maker_says_so() {
    let attributes = SECURITY_ATTRIBUTES {
        nLength: u32::try_from(size_of::<SECURITY_ATTRIBUTES>()).expect("it is small"),
        lpSecurityDescriptor: ptr::null_mut(),
        bInheritHandle: TRUE,
    };
    let name = wide("inherited");
    // SAFETY: the attributes live longer than the call, and the name ends with a zero.
    let made_so = || unsafe { CreateEventW(&raw const attributes, TRUE, FALSE, name.as_ptr()) };
    assert_eq!(flags(made(made_so).expect("it is made").0), HANDLE_FLAG_INHERIT);
    // SAFETY: the name ends with a zero.
    let opened_so = || unsafe { OpenEventW(SYNCHRONIZE, TRUE, name.as_ptr()) };
    assert_eq!(flags(made(opened_so).expect("it is there").0), HANDLE_FLAG_INHERIT);
    // SAFETY: the name ends with a zero.
    let opened = || unsafe { OpenEventW(SYNCHRONIZE, FALSE, name.as_ptr()) };
    assert_eq!(flags(made(opened).expect("it is there").0), 0);
}
