//! Ports with names. Each case has a name of its own.

use windows_sys::Win32::Foundation::{
    OBJ_CASE_INSENSITIVE, OBJ_OPENIF, STATUS_OBJECT_NAME_COLLISION, STATUS_OBJECT_NAME_EXISTS,
    STATUS_OBJECT_NAME_INVALID, STATUS_OBJECT_NAME_NOT_FOUND, STATUS_OBJECT_PATH_NOT_FOUND,
    STATUS_OBJECT_PATH_SYNTAX_BAD, STATUS_OBJECT_TYPE_MISMATCH,
};

use crate::arm::{comes, settle};
use crate::calls::{FOREVER, Got, Handle, Worker, close, duplicate, get, post};
use crate::native::{ALL_ACCESS, Opened, create, create_in_units, open};

fn create_at(name: &str, flags: u32) -> Opened {
    create(Some(name), flags, ALL_ACCESS, 1)
}

fn open_at(name: &str, flags: u32) -> Opened {
    open(Some(name), flags, ALL_ACCESS)
}

fn refused(status: i32) -> Opened {
    Err(status.cast_unsigned())
}

fn made(opened: Opened) -> Handle {
    let (status, handle) = opened.expect("it is made");
    assert_eq!(status, 0);
    handle
}

#[test]
fn a_port_is_opened_by_its_name() {
    shows![L06];
    let name = r"\BaseNamedObjects\iocp-sim opened";
    let port = made(create_at(name, 0));
    let other = made(open_at(name, 0));
    post(port, 7);
    assert_eq!(get(other, 0), Got::packet(7, 0, 0));
}

#[test]
fn a_name_that_is_taken_is_refused() {
    shows![L06];
    let name = r"\BaseNamedObjects\iocp-sim taken";
    made(create_at(name, 0));
    assert_eq!(create_at(name, 0), refused(STATUS_OBJECT_NAME_COLLISION));
}

#[test]
fn a_name_that_is_taken_can_be_opened_instead() {
    shows![L06];
    let name = r"\BaseNamedObjects\iocp-sim opened instead";
    let port = made(create_at(name, OBJ_OPENIF));
    let (status, other) = create_at(name, OBJ_OPENIF).expect("it is opened");
    assert_eq!(status, STATUS_OBJECT_NAME_EXISTS);
    post(other, 7);
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
}

#[test]
fn a_name_that_nobody_has_is_not_found() {
    shows![L06];
    let opened = open_at(r"\BaseNamedObjects\iocp-sim nobody", 0);
    assert_eq!(opened, refused(STATUS_OBJECT_NAME_NOT_FOUND));
}

#[test]
fn a_name_is_free_when_the_last_handle_is_closed() {
    shows![L26];
    let name = r"\BaseNamedObjects\iocp-sim free";
    let port = made(create_at(name, 0));
    let other = duplicate(port);
    assert!(close(port).0);
    assert!(close(made(open_at(name, 0))).0);
    assert!(close(other).0);
    assert_eq!(open_at(name, 0), refused(STATUS_OBJECT_NAME_NOT_FOUND));
    made(create_at(name, 0));
}

#[test]
fn a_name_is_free_when_the_port_is_closed_though_a_get_is_under_way() {
    shows![L26];
    let name = r"\BaseNamedObjects\iocp-sim under way";
    let (port, worker) = (made(create_at(name, 0)), Worker::new());
    worker.get(port, FOREVER);
    settle(port, 1);
    assert!(close(port).0);
    assert!(!comes(&worker.reports).ok);
    assert_eq!(open_at(name, 0), refused(STATUS_OBJECT_NAME_NOT_FOUND));
}

#[test]
fn names_that_differ_in_case_are_two_names() {
    shows![L26];
    made(create_at(r"\BaseNamedObjects\iocp-sim case", 0));
    let opened = open_at(r"\BaseNamedObjects\iocp-sim CASE", 0);
    assert_eq!(opened, refused(STATUS_OBJECT_NAME_NOT_FOUND));
}

#[test]
fn a_name_can_be_looked_for_whatever_its_case() {
    shows![L26];
    made(create_at(r"\BaseNamedObjects\iocp-sim any case", 0));
    made(open_at(r"\BaseNamedObjects\iocp-sim ANY CASE", OBJ_CASE_INSENSITIVE));
}

#[test]
fn a_directory_can_be_looked_for_whatever_its_case() {
    shows![L26];
    let port = made(create_at(r"\BaseNamedObjects\iocp-sim any directory", 0));
    let name = r"\basenamedOBJECTS\iocp-sim any directory";
    post(port, 7);
    assert_eq!(get(made(open_at(name, OBJ_CASE_INSENSITIVE)), 0), Got::packet(7, 0, 0));
    assert_eq!(open_at(name, 0), refused(STATUS_OBJECT_PATH_NOT_FOUND));
}

#[test]
fn a_letter_whose_capital_is_two_letters_is_like_itself_alone() {
    shows![L26];
    made(create_at("\\BaseNamedObjects\\iocp-sim \u{e4}\u{df}", 0));
    made(open_at("\\BaseNamedObjects\\iocp-sim \u{c4}\u{df}", OBJ_CASE_INSENSITIVE));
    let opened = open_at("\\BaseNamedObjects\\iocp-sim \u{c4}SS", OBJ_CASE_INSENSITIVE);
    assert_eq!(opened, refused(STATUS_OBJECT_NAME_NOT_FOUND));
}

#[test]
fn halves_of_letters_that_differ_make_two_names() {
    shows![L26];
    let name = |half| -> Vec<u16> {
        r"\BaseNamedObjects\iocp-sim half ".encode_utf16().chain([half]).collect()
    };
    let create = |half| create_in_units(&name(half), OBJ_CASE_INSENSITIVE, ALL_ACCESS, 1);
    made(create(0xD800));
    made(create(0xD801));
    assert_eq!(create(0xD800), refused(STATUS_OBJECT_NAME_COLLISION));
}

#[test]
fn local_and_global_names_are_those_of_the_directory() {
    shows![L26];
    let port = made(create_at(r"\BaseNamedObjects\Local\iocp-sim link", 0));
    post(port, 7);
    for name in [r"\BaseNamedObjects\iocp-sim link", r"\BaseNamedObjects\Global\iocp-sim link"] {
        post(made(open_at(name, 0)), 8);
    }
    let keys: Vec<usize> = (0..3).map(|_| get(port, 0).key).collect();
    assert_eq!(keys, [7, 8, 8]);
}

#[test]
fn a_port_without_a_name_can_be_made_and_not_opened() {
    shows![L26];
    made(create(None, 0, ALL_ACCESS, 1));
    made(create(Some(""), 0, ALL_ACCESS, 1));
    let bad = refused(STATUS_OBJECT_PATH_SYNTAX_BAD);
    assert_eq!(open(None, 0, ALL_ACCESS), bad);
    assert_eq!(open(Some(""), 0, ALL_ACCESS), bad);
}

#[test]
fn a_name_begins_with_a_backslash() {
    shows![L26];
    let bad = refused(STATUS_OBJECT_PATH_SYNTAX_BAD);
    assert_eq!(open_at("iocp-sim", 0), bad);
    assert_eq!(create_at("iocp-sim", 0), bad);
}

#[test]
fn a_name_ends_with_no_backslash() {
    shows![L26];
    let invalid = refused(STATUS_OBJECT_NAME_INVALID);
    assert_eq!(create_at(r"\BaseNamedObjects\", 0), invalid);
}

#[test]
fn a_directory_must_be_there() {
    shows![L26];
    let missing = refused(STATUS_OBJECT_PATH_NOT_FOUND);
    for name in [r"\iocp-sim none\port", r"\BaseNamedObjects\iocp-sim none\port"] {
        assert_eq!(create_at(name, 0), missing);
        assert_eq!(open_at(name, 0), missing);
    }
}

#[test]
fn a_directory_is_no_port() {
    shows![L26];
    assert_eq!(open_at(r"\BaseNamedObjects", 0), refused(STATUS_OBJECT_TYPE_MISMATCH));
    assert_eq!(create_at(r"\BaseNamedObjects", 0), refused(STATUS_OBJECT_NAME_COLLISION));
}
