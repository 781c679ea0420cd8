//! How many packets are queued, and what is known of an object.

use windows_sys::Wdk::Foundation::{NtClose, NtQueryObject};
use windows_sys::Win32::Foundation::{
    GENERIC_ALL, GENERIC_EXECUTE, GENERIC_READ, GENERIC_WRITE, STATUS_INFO_LENGTH_MISMATCH,
    STATUS_INVALID_HANDLE, STATUS_OBJECT_TYPE_MISMATCH, UNICODE_STRING,
};
use windows_sys::Win32::System::WindowsProgramming::PUBLIC_OBJECT_BASIC_INFORMATION;

use crate::arm::settle;
use crate::calls::{
    FOREVER, Handle, UNTOUCHED, Worker, close, duplicate, get, port, post, with_rights,
};
use crate::native::{self, ALL_ACCESS, MODIFY_STATE, QUERY_STATE, create, depth, query, set};

const READ_CONTROL: u32 = 0x2_0000;
const SYNCHRONIZE: u32 = 0x10_0000;

/// Room for any answer, aligned for what begins it.
#[repr(C, align(8))]
struct Room([u8; 1024]);

/// The status, the length that was returned, and the room.
fn ask(handle: Handle, class: i32, length: u32) -> (u32, u32, Box<Room>) {
    let (mut room, mut returned) = (Box::new(Room([0; 1024])), UNTOUCHED);
    // SAFETY: the places live longer than the call, and the room is longer than the length.
    let status = unsafe {
        let place = room.0.as_mut_ptr().cast();
        NtQueryObject(handle.raw(), class, place, length, &mut returned)
    };
    (status.cast_unsigned(), returned, room)
}

/// The text of the string at the beginning of an answer.
fn string(room: &Room) -> String {
    // SAFETY: the answer begins with a string, whose text is in the room.
    let units = unsafe {
        let string = room.0.as_ptr().cast::<UNICODE_STRING>().read();
        std::slice::from_raw_parts(string.Buffer, usize::from(string.Length / 2))
    };
    String::from_utf16(units).expect("it is UTF-16")
}

#[test]
fn an_empty_port_has_no_packets() {
    shows![L09];
    assert_eq!(query(port(1), 0, 4), Ok((0, 4)));
}

#[test]
fn queued_packets_are_counted() {
    shows![L09];
    let port = port(1);
    for count in 1..=3 {
        post(port, 7);
        assert_eq!(depth(port), count);
    }
    assert_eq!(set(port, 7, 8, 9, 10), 0);
    assert_eq!(depth(port), 4);
    get(port, 0);
    assert_eq!(depth(port), 3);
}

#[test]
fn a_packet_that_is_handed_over_is_not_counted() {
    shows![L09, Q06];
    let (port, worker) = (port(1), Worker::new());
    // Where the thread fetches its packet instead, it may be quick now and then.
    for key in 1..=20 {
        worker.get(port, FOREVER);
        settle(port, 1);
        post(port, key);
        assert_eq!(depth(port), 0);
        assert_eq!(crate::arm::comes(&worker.reports).key, key);
    }
}

#[test]
fn a_question_of_a_wrong_length_is_refused() {
    shows![L17];
    for length in [0, 3, 5, 8] {
        let mismatch = STATUS_INFO_LENGTH_MISMATCH.cast_unsigned();
        assert_eq!(query(port(1), 0, length), Err(mismatch));
    }
}

#[test]
fn a_question_of_an_unknown_class_is_refused() {
    shows![L17];
    for class in [-1, 1, 99] {
        let invalid = query(port(1), class, 4).expect_err("there is one class");
        assert!([0xC000_0003, 0xC000_000D].contains(&invalid), "{invalid:#x}");
    }
}

#[test]
fn a_question_to_what_is_no_port_is_refused() {
    shows![L27];
    let invalid = Err(STATUS_INVALID_HANDLE.cast_unsigned());
    assert_eq!(query(Handle::NULL, 0, 4), invalid);
    assert_eq!(query(Handle(0x0ABC_DEF0), 0, 4), invalid);
    let mismatch = Err(STATUS_OBJECT_TYPE_MISMATCH.cast_unsigned());
    assert_eq!(query(Handle::PROCESS, 0, 4), mismatch);
    assert_eq!(query(Handle::THREAD, 0, 4), mismatch);
}

#[test]
fn the_type_of_a_port_has_a_name() {
    shows![L06, L25];
    let (status, returned, room) = ask(port(1), 2, 1024);
    assert_eq!((status, string(&room)), (0, "IoCompletion".to_owned()));
    assert!(returned as usize >= 104 + 2 * "IoCompletion".len());
}

#[test]
fn the_type_of_a_reserve_has_a_name() {
    shows![V01, L25];
    let (_, reserve) = native::reserve(None, 1).expect("there is memory");
    let (status, _, room) = ask(reserve, 2, 1024);
    assert_eq!((status, string(&room)), (0, "IoCompletionReserve".to_owned()));
}

#[test]
fn the_types_of_processes_and_threads_have_names() {
    shows![L25];
    assert_eq!(string(&ask(duplicate(Handle::PROCESS), 2, 1024).2), "Process");
    assert_eq!(string(&ask(duplicate(Handle::THREAD), 2, 1024).2), "Thread");
}

#[test]
fn a_port_has_the_name_that_it_was_given() {
    shows![L06, L25];
    let name = r"\BaseNamedObjects\iocp-sim query";
    let (_, port) = create(Some(name), 0, ALL_ACCESS, 1).expect("the name is free");
    let (status, _, room) = ask(port, 1, 1024);
    assert_eq!(status, 0);
    // On some arms the directory has another path.
    assert!(string(&room).ends_with(r"\iocp-sim query"), "{}", string(&room));
}

#[test]
fn a_port_of_win32_has_no_name() {
    shows![L06, L25];
    let (status, returned, room) = ask(port(1), 1, 1024);
    assert_eq!((status, returned as usize), (0, size_of::<UNICODE_STRING>()));
    assert_eq!(room.0[..2], [0, 0]);
}

#[test]
fn an_answer_that_does_not_fit_is_refused() {
    shows![L25];
    for class in [0, 1, 2] {
        let (status, ..) = ask(port(1), class, 4);
        assert_eq!(status, STATUS_INFO_LENGTH_MISMATCH.cast_unsigned(), "class {class}");
    }
}

#[test]
fn the_rights_of_a_handle_and_the_handles_of_an_object_are_known() {
    shows![L07, L25];
    let port = port(1);
    let worker = with_rights(port, MODIFY_STATE);
    for (handle, access) in [(port, ALL_ACCESS), (worker, MODIFY_STATE)] {
        let basic = basic(handle);
        assert_eq!((basic.GrantedAccess, basic.HandleCount), (access, 2));
    }
}

#[test]
fn general_rights_are_granted_as_rights_of_ports() {
    shows![L07];
    let port = port(1);
    for (general, granted) in [
        (GENERIC_READ, READ_CONTROL | QUERY_STATE),
        (GENERIC_WRITE, READ_CONTROL | MODIFY_STATE),
        (GENERIC_EXECUTE, READ_CONTROL | SYNCHRONIZE),
        (GENERIC_ALL, ALL_ACCESS),
    ] {
        assert_eq!(basic(with_rights(port, general)).GrantedAccess, granted, "{general:#x}");
    }
}

/// What is known of a handle and its object.
fn basic(handle: Handle) -> PUBLIC_OBJECT_BASIC_INFORMATION {
    let length = u32::try_from(size_of::<PUBLIC_OBJECT_BASIC_INFORMATION>()).expect("small");
    let (status, _, room) = ask(handle, 0, length);
    assert_eq!(status, 0);
    // SAFETY: the answer is of this type.
    unsafe { room.0.as_ptr().cast::<PUBLIC_OBJECT_BASIC_INFORMATION>().read() }
}

#[test]
fn what_is_no_handle_names_no_object() {
    shows![L27];
    let invalid = STATUS_INVALID_HANDLE.cast_unsigned();
    let closed = port(1);
    assert!(close(closed).0);
    for handle in [Handle::NULL, closed] {
        assert_eq!(ask(handle, 2, 1024).0, invalid);
    }
}

#[test]
fn a_handle_is_closed_natively() {
    shows![L20];
    let port = native::port(1);
    // SAFETY: the call has no places.
    let close = || unsafe { NtClose(port.raw()) };
    assert_eq!(close(), 0);
    assert_eq!(close(), STATUS_INVALID_HANDLE);
}
