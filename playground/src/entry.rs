//! How JavaScript calls: it writes a request into memory that it asked for, and reads the answer
//! from where it is told.

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for a request of so many bytes, and says where.
// The attribute only makes the name known to JavaScript; no code here is unsafe.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *const u8 {
    REQUEST.with_borrow_mut(|bytes| {
        bytes.clear();
        bytes.resize(length, 0);
        bytes.as_ptr()
    })
}

/// Answers the request that was written, and says how long the answer is.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let text = REQUEST.with_borrow(|bytes| crate::answer(&String::from_utf8_lossy(bytes)));
    ANSWER.with_borrow_mut(|answer| {
        *answer = text;
        answer.len()
    })
}

/// Where the answer is.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
