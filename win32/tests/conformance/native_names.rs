//! Names of events, semaphores, mutants and timers by the native calls.

use windows_sys::Win32::Foundation::{
    CompareObjectHandles, ERROR_ALREADY_EXISTS, FALSE, OBJ_CASE_INSENSITIVE, OBJ_OPENIF,
    STATUS_ACCESS_DENIED, STATUS_OBJECT_NAME_COLLISION, STATUS_OBJECT_NAME_EXISTS,
    STATUS_OBJECT_NAME_NOT_FOUND, STATUS_OBJECT_TYPE_MISMATCH,
};

use crate::calls::{Handle, close};
use crate::native::Opened;
use crate::native_objects::{ALL_ACCESS, make, open};
use crate::waitables::{Kind, Letters, SYNCHRONIZE, wait_with_error};

fn name(case: &str, kind: Kind) -> String {
    format!(r"\BaseNamedObjects\iocp-sim {case} {kind:?}")
}

fn all(kind: Kind) -> u32 {
    if kind == Kind::Mutex { 0x1F_0001 } else { ALL_ACCESS }
}

fn refused(status: i32) -> Opened {
    Err(status.cast_unsigned())
}

fn same(one: Handle, other: Handle) -> bool {
    // SAFETY: the call has no places.
    unsafe { CompareObjectHandles(one.raw(), other.raw()) != FALSE }
}

#[test]
fn an_object_is_opened_by_its_name() {
    for kind in Kind::ALL {
        let name = name("opened natively", kind);
        let (status, made) = make(kind, Some(&name), 0, all(kind)).expect("it is made");
        assert_eq!(status, 0);
        let (status, opened) = open(kind, Some(&name), 0, SYNCHRONIZE).expect("it is there");
        assert_eq!(status, 0);
        assert!(same(made, opened), "{kind:?}");
    }
}

#[test]
fn a_name_that_is_taken_is_refused() {
    for kind in Kind::ALL {
        let name = name("taken natively", kind);
        make(kind, Some(&name), 0, all(kind)).expect("it is made");
        let again = make(kind, Some(&name), 0, all(kind));
        assert_eq!(again, refused(STATUS_OBJECT_NAME_COLLISION), "{kind:?}");
    }
}

#[test]
fn a_name_that_is_taken_can_be_opened_instead() {
    for kind in Kind::ALL {
        let name = name("opened instead natively", kind);
        let (_, first) = make(kind, Some(&name), OBJ_OPENIF, all(kind)).expect("it is made");
        let (status, second) = make(kind, Some(&name), OBJ_OPENIF, all(kind)).expect("it is there");
        assert_eq!(status, STATUS_OBJECT_NAME_EXISTS, "{kind:?}");
        assert!(same(first, second), "{kind:?}");
    }
}

#[test]
fn what_is_not_there_can_not_be_opened() {
    for kind in Kind::ALL {
        let opened = open(kind, Some(&name("nowhere", kind)), 0, SYNCHRONIZE);
        assert_eq!(opened, refused(STATUS_OBJECT_NAME_NOT_FOUND), "{kind:?}");
    }
}

#[test]
fn a_name_opens_one_kind() {
    for taken in Kind::ALL {
        let name = name("one kind natively", taken);
        make(taken, Some(&name), 0, all(taken)).expect("it is made");
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != taken) {
            let opened = open(kind, Some(&name), 0, SYNCHRONIZE);
            assert_eq!(opened, refused(STATUS_OBJECT_TYPE_MISMATCH), "{kind:?} for {taken:?}");
            let made = make(kind, Some(&name), OBJ_OPENIF, SYNCHRONIZE);
            assert_eq!(made, refused(STATUS_OBJECT_TYPE_MISMATCH), "{kind:?} for {taken:?}");
        }
    }
}

#[test]
fn the_case_of_a_name_matters_unless_it_is_said_not_to() {
    for kind in Kind::ALL {
        let (lower, upper) = (name("case natively", kind), name("CASE NATIVELY", kind));
        let (_, made) = make(kind, Some(&lower), 0, all(kind)).expect("it is made");
        let opened = open(kind, Some(&upper), 0, SYNCHRONIZE);
        assert_eq!(opened, refused(STATUS_OBJECT_NAME_NOT_FOUND), "{kind:?}");
        let opened = open(kind, Some(&upper), OBJ_CASE_INSENSITIVE, SYNCHRONIZE);
        assert!(same(made, opened.expect("it is there").1), "{kind:?}");
    }
}

#[test]
fn what_is_opened_has_the_rights_that_are_asked_for() {
    for kind in Kind::ALL {
        let name = name("rights natively", kind);
        make(kind, Some(&name), 0, all(kind)).expect("it is made");
        let (_, opened) = open(kind, Some(&name), 0, 1).expect("it is there");
        let error = windows_sys::Win32::Foundation::ERROR_ACCESS_DENIED;
        assert_eq!(wait_with_error(opened, 0).1, error, "{kind:?}");
    }
    let event = make(Kind::Event, None, 0, SYNCHRONIZE).expect("it is made").1;
    // SAFETY: the place may be missing.
    let set = unsafe { crate::ntdll::NtSetEvent(event.raw(), std::ptr::null_mut()) };
    assert_eq!(set, STATUS_ACCESS_DENIED);
}

#[test]
fn a_name_is_free_when_the_last_handle_is_closed() {
    for kind in Kind::ALL {
        let name = name("free natively", kind);
        let (_, made) = make(kind, Some(&name), 0, all(kind)).expect("it is made");
        close(made);
        let opened = open(kind, Some(&name), 0, SYNCHRONIZE);
        assert_eq!(opened, refused(STATUS_OBJECT_NAME_NOT_FOUND), "{kind:?}");
    }
}

#[test]
fn a_name_of_win32_is_one_of_the_directory_of_names() {
    for kind in Kind::ALL {
        let short = format!("iocp-sim from both sides {kind:?}");
        let (made, _) = kind.make(&short, Letters::Wide).expect("it is made");
        let session = sessions_names();
        let opened = open(kind, Some(&format!(r"{session}\{short}")), 0, SYNCHRONIZE);
        let (_, opened) = opened.expect("it is there");
        assert!(same(made, opened), "{kind:?}");
        let (_, error) = kind.make(&short, Letters::Narrow).expect("it is there");
        assert_eq!(error, ERROR_ALREADY_EXISTS);
    }
}

/// The directory of the names of this session: each but the first has its own.
fn sessions_names() -> String {
    let probe = "iocp-sim probe of the session";
    let (_probe, _) = Kind::Event.make(probe, Letters::Wide).expect("it is made");
    let mut directories = vec![r"\BaseNamedObjects".to_owned()];
    directories.extend((0..16).map(|number| format!(r"\Sessions\{number}\BaseNamedObjects")));
    let found = directories.into_iter().find(|directory| {
        open(Kind::Event, Some(&format!(r"{directory}\{probe}")), 0, SYNCHRONIZE).is_ok()
    });
    found.expect("a name is in some directory")
}
