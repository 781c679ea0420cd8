//! What errors say. The words differ from arm to arm.

use std::ptr;

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INSUFFICIENT_BUFFER, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER,
    ERROR_MR_MID_NOT_FOUND, LocalFree,
};
use windows_sys::Win32::System::Diagnostics::Debug::{
    FORMAT_MESSAGE_ALLOCATE_BUFFER, FORMAT_MESSAGE_ARGUMENT_ARRAY, FORMAT_MESSAGE_FROM_STRING,
    FORMAT_MESSAGE_FROM_SYSTEM, FORMAT_MESSAGE_IGNORE_INSERTS, FormatMessageA, FormatMessageW,
};

use crate::calls::{UNTOUCHED, with_error};

const FROM_SYSTEM: u32 = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;

/// The length, the last error, and the text up to its zero.
fn wide(flags: u32, id: u32, size: u32) -> (u32, u32, String) {
    let mut buffer = [0x55_u16; 512];
    // SAFETY: the buffer is longer than the size.
    let (length, error) = with_error(|| unsafe {
        FormatMessageW(flags, ptr::null(), id, 0, buffer.as_mut_ptr(), size, ptr::null())
    });
    let text = buffer.iter().take_while(|unit| **unit != 0);
    (length, error, String::from_utf16_lossy(&text.copied().collect::<Vec<_>>()))
}

fn from_string(template: &str, words: &[usize], size: u32) -> (u32, u32, String) {
    let (template, mut buffer) = (format!("{template}\0"), [0x55_u8; 512]);
    let flags = FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_ARGUMENT_ARRAY;
    // SAFETY: the buffer is longer than the size, and there is a word for each insert.
    let (length, error) = with_error(|| unsafe {
        let (source, words) = (template.as_ptr().cast(), words.as_ptr().cast());
        FormatMessageA(flags, source, 0, 0, buffer.as_mut_ptr(), size, words)
    });
    let text = buffer.iter().take_while(|byte| **byte != 0);
    (length, error, String::from_utf8(text.copied().collect()).expect("it is UTF-8"))
}

#[test]
fn an_error_has_a_line_of_text() {
    for id in [ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER] {
        let (length, error, text) = wide(FROM_SYSTEM, id, 512);
        assert_eq!((length as usize, error), (text.encode_utf16().count(), UNTOUCHED));
        assert!(text.len() > 4 && text.ends_with("\r\n"), "{text:?}");
    }
}

#[test]
fn an_error_that_nobody_knows_has_none() {
    let (length, error, _) = wide(FROM_SYSTEM, 0x0ABC_DEF0, 512);
    assert_eq!((length, error), (0, ERROR_MR_MID_NOT_FOUND));
}

#[test]
fn a_text_must_fit() {
    let (length, error, _) = wide(FROM_SYSTEM, ERROR_INVALID_HANDLE, 3);
    assert_eq!((length, error), (0, ERROR_INSUFFICIENT_BUFFER));
}

#[test]
fn a_text_comes_from_somewhere() {
    let (length, error, _) = wide(0, ERROR_INVALID_HANDLE, 512);
    assert_eq!((length, error), (0, ERROR_INVALID_PARAMETER));
}

#[test]
fn memory_for_a_text_can_be_given() {
    let mut given: *mut u8 = ptr::null_mut();
    let flags = FROM_SYSTEM | FORMAT_MESSAGE_ALLOCATE_BUFFER;
    // SAFETY: the flags say that the buffer is a place for a pointer.
    let length = unsafe {
        let place = (&raw mut given).cast();
        FormatMessageA(flags, ptr::null(), ERROR_INVALID_HANDLE, 0, place, 0, ptr::null())
    };
    assert!(length > 4);
    // SAFETY: the memory has the text and its zero.
    let text = unsafe { std::slice::from_raw_parts(given, length as usize + 1) };
    assert_eq!(text.iter().position(|byte| *byte == 0), Some(length as usize));
    // SAFETY: the memory was given by the call, and is not used any more.
    assert!(unsafe { LocalFree(given.cast()) }.is_null());
}

#[test]
fn a_line_break_is_a_space_if_the_width_says_so() {
    let (_, _, text) = wide(FROM_SYSTEM | 0xFF, ERROR_INVALID_HANDLE, 512);
    assert!(!text.contains(['\r', '\n']) && text.ends_with(' '), "{text:?}");
}

#[test]
fn inserts_are_filled_from_an_array() {
    let name = c"port";
    let words = [name.as_ptr() as usize, 42, 255];
    let (length, error, text) = from_string("%1 %2!d! %3!04x! 100%%%n", &words, 512);
    assert_eq!((text.as_str(), error), ("port 42 00ff 100%\r\n", UNTOUCHED));
    assert_eq!(length as usize, text.len());
}

#[test]
fn a_text_of_ones_own_must_fit_too() {
    let (length, error, _) = from_string("too long", &[], 8);
    assert_eq!((length, error), (0, ERROR_INSUFFICIENT_BUFFER));
    let (length, _, text) = from_string("just fits", &[], 10);
    assert_eq!((length, text.as_str()), (9, "just fits"));
}

#[test]
fn null_need_not_be_freed() {
    // SAFETY: null is allowed.
    assert!(unsafe { LocalFree(ptr::null_mut()) }.is_null());
}
