//! Names: where they stand, what may not be one, and how long an object has its own.

use std::ffi::CString;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use iocp_sim_win32::Wdk::Foundation::{NtQueryObject, OBJECT_ATTRIBUTES};
use iocp_sim_win32::Wdk::Storage::FileSystem::NtCreateEvent;
use iocp_sim_win32::Wdk::System::Threading::NtOpenEvent;
use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Kernel::{EVENT_TYPE, NotificationEvent};
use iocp_sim_win32::Win32::System::Threading::*;
use iocp_sim_win32::ntdll::*;

use crate::world::*;

fn wide(name: &str) -> Vec<u16> {
    name.encode_utf16().chain([0]).collect()
}

fn make(name: &str) -> Said<Handle> {
    // SAFETY: no attributes are given, and the name ends with a zero.
    made(|| unsafe { CreateEventW(ptr::null(), TRUE, FALSE, wide(name).as_ptr()) })
}

/// Makes an event, and says by the last error whether it was there.
fn make_and_tell(name: &str) -> (Handle, u32) {
    (make(name).expect("it can be made"), error())
}

fn open(name: &str) -> Said<Handle> {
    // SAFETY: the name ends with a zero.
    made(|| unsafe { OpenEventW(EVENT_ALL_ACCESS, FALSE, wide(name).as_ptr()) })
}

fn make_narrow(name: &str) -> Said<Handle> {
    let name = CString::new(name).expect("it has no zero");
    // SAFETY: no attributes are given, and the name ends with a zero.
    made(|| unsafe { CreateEventA(ptr::null(), TRUE, FALSE, name.as_ptr().cast()) })
}

/// Makes a native call with the attributes of a name.
fn by_name(
    name: &str,
    flags: u32,
    call: impl FnOnce(*mut HANDLE, *const OBJECT_ATTRIBUTES) -> i32,
) -> Result<(Handle, i32), i32> {
    let mut units: Vec<u16> = name.encode_utf16().collect();
    let length = u16::try_from(units.len() * 2).expect("it is short");
    let string =
        UNICODE_STRING { Length: length, MaximumLength: length, Buffer: units.as_mut_ptr() };
    let attributes = OBJECT_ATTRIBUTES {
        Length: u32::try_from(size_of::<OBJECT_ATTRIBUTES>()).expect("it is small"),
        RootDirectory: ptr::null_mut(),
        ObjectName: &raw const string,
        Attributes: flags,
        SecurityDescriptor: ptr::null(),
        SecurityQualityOfService: ptr::null(),
    };
    let mut handle = ptr::null_mut();
    let status = call(&raw mut handle, &raw const attributes);
    assert_eq!(status >= 0, !handle.is_null());
    if status < 0 { Err(status) } else { Ok((Handle::of(handle), status)) }
}

fn open_natively(path: &str) -> Result<Handle, i32> {
    // SAFETY: the places live longer than the call.
    by_name(path, 0, |handle, attributes| unsafe {
        NtOpenEvent(handle, EVENT_ALL_ACCESS, attributes)
    })
    .map(|(handle, _)| handle)
}

fn make_natively(path: &str, flags: u32, event_type: EVENT_TYPE) -> Result<(Handle, i32), i32> {
    // SAFETY: as above.
    by_name(path, flags, |handle, attributes| unsafe {
        NtCreateEvent(handle, EVENT_ALL_ACCESS, attributes, event_type, false)
    })
}

fn same(one: Handle, other: Handle) -> bool {
    // SAFETY: the call has no places.
    unsafe { CompareObjectHandles(one.raw(), other.raw()) == TRUE }
}

/// The name of an object as NtQueryObject tells it.
fn told(handle: Handle) -> String {
    const NAME: i32 = 1;
    let mut room = [0_u64; 128];
    let size = u32::try_from(size_of_val(&room)).expect("it is small");
    let place = room.as_mut_ptr().cast();
    // SAFETY: the place lives longer than the call, and is as long as it says.
    let status = unsafe { NtQueryObject(handle.raw(), NAME, place, size, ptr::null_mut()) };
    assert_eq!(status, STATUS_SUCCESS);
    // SAFETY: that is what the call wrote, and the text stands behind it.
    unsafe {
        let name = room.as_ptr().cast::<UNICODE_STRING>().read();
        let text = name.Buffer.cast_const();
        let units = (0..usize::from(name.Length / 2)).map(|unit| text.add(unit).read());
        String::from_utf16_lossy(&units.collect::<Vec<_>>())
    }
}

#[test]
fn names_of_win32_stand_in_the_directory_of_named_objects() {
    let (event, _) = make_and_tell("in the directory");
    let opened = open_natively(r"\BaseNamedObjects\in the directory").expect("it is there");
    assert!(same(event, opened));
    for name in [r"Local\in the directory", r"Global\in the directory"] {
        assert!(same(event, open(name).expect("it is there")), "{name}");
    }
}

#[test]
fn win32_finds_what_a_native_call_has_made() {
    let path = r"\BaseNamedObjects\natively made";
    let (event, status) = make_natively(path, 0, NotificationEvent).expect("it is made");
    assert_eq!(status, STATUS_SUCCESS);
    let (other, error) = make_and_tell("natively made");
    assert_eq!(error, ERROR_ALREADY_EXISTS);
    assert!(same(event, other));
    let taken = make_natively(path, 0, NotificationEvent);
    assert_eq!(taken, Err(STATUS_OBJECT_NAME_COLLISION));
    let (third, status) = make_natively(path, OBJ_OPENIF, NotificationEvent).expect("it is there");
    assert_eq!(status, STATUS_OBJECT_NAME_EXISTS);
    assert!(same(event, third));
}

#[test]
fn objects_tell_their_names() {
    let name = wide(r"Local\told");
    let (event, _) = make_and_tell("told event");
    // SAFETY: no attributes are given, and the name ends with a zero.
    let mutex = made(|| unsafe { CreateMutexW(ptr::null(), FALSE, name.as_ptr()) });
    assert_eq!(told(event), r"\BaseNamedObjects\told event");
    assert_eq!(told(mutex.expect("a mutex")), r"\BaseNamedObjects\told");
    assert_eq!(told(semaphore(0, 1)), "");
}

#[test]
fn a_port_has_no_name_of_something_else() {
    let path = r"\BaseNamedObjects\an event, no port";
    let _event = make_and_tell("an event, no port");
    // SAFETY: the places live longer than the call.
    let opened = by_name(path, 0, |handle, attributes| unsafe {
        NtOpenIoCompletion(handle, IO_COMPLETION_ALL_ACCESS, attributes)
    });
    assert_eq!(opened, Err(STATUS_OBJECT_TYPE_MISMATCH));
    let create = |flags| {
        // SAFETY: as above.
        by_name(path, flags, |handle, attributes| unsafe {
            NtCreateIoCompletion(handle, IO_COMPLETION_ALL_ACCESS, attributes, 1)
        })
    };
    assert_eq!(create(OBJ_OPENIF), Err(STATUS_OBJECT_TYPE_MISMATCH));
    assert_eq!(create(0), Err(STATUS_OBJECT_NAME_COLLISION));
    let other = r"\BaseNamedObjects\a port, no event";
    // SAFETY: as above.
    let port = by_name(other, 0, |handle, attributes| unsafe {
        NtCreateIoCompletion(handle, IO_COMPLETION_ALL_ACCESS, attributes, 1)
    });
    port.expect("it is made");
    assert_eq!(make("a port, no event"), Err(ERROR_INVALID_HANDLE));
    assert_eq!(open("a port, no event"), Err(ERROR_INVALID_HANDLE));
}

#[test]
fn a_backslash_leads_to_a_directory_that_must_be_there() {
    for name in [r"no\directory", r"C:\event", r"Local\no\directory", r"local\event", r"no\"] {
        assert_eq!(make(name), Err(ERROR_PATH_NOT_FOUND), "{name}");
        assert_eq!(open(name), Err(ERROR_PATH_NOT_FOUND), "{name}");
    }
    for name in [r"\event", r"\BaseNamedObjects\event"] {
        assert_eq!(make(name), Err(ERROR_BAD_PATHNAME), "{name}");
        assert_eq!(open(name), Err(ERROR_BAD_PATHNAME), "{name}");
    }
    assert_eq!(make(r"Local\"), Err(ERROR_INVALID_NAME));
    assert_eq!(make("Local"), Err(ERROR_INVALID_HANDLE));
    assert_eq!(open("Global"), Err(ERROR_INVALID_HANDLE));
}

#[test]
fn an_empty_name_is_none_to_make_and_the_directory_to_open() {
    let ((first, no_error), (second, none_either)) = (make_and_tell(""), make_and_tell(""));
    assert_eq!((no_error, none_either), (0, 0));
    assert!(!same(first, second));
    assert_eq!(told(first), "");
    assert_eq!(open(""), Err(ERROR_INVALID_HANDLE));
}

#[test]
fn a_name_has_260_characters_at_most() {
    let longest = "n".repeat(260);
    let event = make(&longest).expect("it may be so long");
    assert!(same(event, make_narrow(&longest).expect("it may be so long")));
    for length in [261, 300, 40_000] {
        let name = "n".repeat(length);
        assert_eq!(make(&name), Err(ERROR_FILENAME_EXCED_RANGE));
        assert_eq!(make_narrow(&name), Err(ERROR_FILENAME_EXCED_RANGE));
        assert_eq!(open(&name), Err(ERROR_FILENAME_EXCED_RANGE));
    }
}

#[test]
fn a_narrow_name_is_utf_8() {
    let event = make_narrow("Größe – 大きさ").expect("it is made");
    assert!(same(event, open("Größe – 大きさ").expect("it is there")));
}

#[test]
fn names_differ_by_every_unit() {
    let make = |unit: u16| {
        let name = [u16::from(b'u'), unit, 0];
        // SAFETY: no attributes are given, and the name ends with a zero.
        made(|| unsafe { CreateEventW(ptr::null(), TRUE, FALSE, name.as_ptr()) })
    };
    // Halves of a letter are no text, and names all the same.
    let halves = [0xD800, 0xD801, 0xDC00].map(|half| make(half).expect("it is made"));
    assert!(!same(halves[0], halves[1]) && !same(halves[0], halves[2]));
    assert!(same(halves[1], make(0xD801).expect("it is there")));
}

#[test]
fn a_name_is_free_though_somebody_waits_for_the_object() {
    let (worker, stop, (event, _)) = (Worker::new(), manual(), make_and_tell("waited for"));
    let waits = worker.starts(move || wait_for(&[event, stop], FALSE, LONG_MS));
    worker.is_waiting();
    close(event);
    assert_eq!(open("waited for"), Err(ERROR_FILE_NOT_FOUND));
    let name = wide("waited for");
    // SAFETY: no attributes are given, and the name ends with a zero.
    let mutex = made(|| unsafe { CreateMutexW(ptr::null(), FALSE, name.as_ptr()) });
    close(mutex.expect("an object of another kind may have the name"));
    let path = r"\BaseNamedObjects\waited for";
    let (native, _) = make_natively(path, 0, NotificationEvent).expect("there is no collision");
    close(native);
    let (second, error) = make_and_tell("waited for");
    assert_eq!(error, 0);
    set(second).expect("it is set");
    // It is another object than the one that is waited for.
    worker.is_waiting();
    set(stop).expect("it is set");
    assert_eq!(comes(&waits), Ok(WAIT_OBJECT_0 + 1));
    assert!(same(second, open("waited for").expect("the first object has not taken its name")));
}

#[test]
fn a_name_is_that_of_one_object_at_a_time_whoever_makes_and_closes_it() {
    const TURNS: u32 = 400;
    let name: Arc<[u16]> = wide("one object at a time").into();
    let (inside, made_it) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let workers = [(); 4].map(|()| Worker::new());
    let done = workers.each_ref().map(|worker| {
        let (name, inside, made_it) =
            (Arc::clone(&name), Arc::clone(&inside), Arc::clone(&made_it));
        worker.starts(move || {
            for _ in 0..TURNS {
                // SAFETY: no attributes are given, and the name ends with a zero.
                let create = || unsafe { CreateSemaphoreW(ptr::null(), 1, 1, name.as_ptr()) };
                let semaphore = made(create).expect("it is made or there");
                made_it.fetch_add(u32::from(error() == 0), Ordering::SeqCst);
                assert_eq!(wait(semaphore, LONG_MS), WAIT_OBJECT_0);
                assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                std::thread::yield_now();
                inside.fetch_sub(1, Ordering::SeqCst);
                assert_eq!(release(semaphore, 1), Ok(0));
                close(semaphore);
            }
        })
    });
    done.iter().for_each(comes);
    assert!(made_it.load(Ordering::SeqCst) > 0);
}
