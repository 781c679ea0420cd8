//! A program for Windows: workers add up numbers that come through a completion port.
//!
//! It knows nothing of iocp-sim. README.md of `win32` says how it is moved.

use std::ptr::{null, null_mut};
use std::thread;

use windows_sys::Win32::Foundation::{
    CloseHandle, DUPLICATE_SAME_ACCESS, DuplicateHandle, FALSE, GetLastError, HANDLE,
    INVALID_HANDLE_VALUE, TRUE, WAIT_TIMEOUT,
};
use windows_sys::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatus, GetQueuedCompletionStatusEx,
    OVERLAPPED_ENTRY, PostQueuedCompletionStatus,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, INFINITE};

const WORKERS: usize = 4;
const LIMIT: u32 = 2;
const NUMBER: usize = 1;
const QUIT: usize = 2;

/// A handle that threads may share.
#[derive(Clone, Copy)]
struct Port(HANDLE);

unsafe impl Send for Port {}

impl Port {
    fn new() -> Self {
        let port = unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, null_mut(), 0, LIMIT) };
        assert!(!port.is_null(), "error {}", unsafe { GetLastError() });
        Port(port)
    }

    fn post(self, key: usize, bytes: u32) {
        let posted = unsafe { PostQueuedCompletionStatus(self.0, bytes, key, null()) };
        assert_eq!(posted, TRUE);
    }

    /// Key and bytes of the next packet, or the error.
    fn get(self, milliseconds: u32) -> Result<(usize, u32), u32> {
        let (mut bytes, mut key, mut overlapped) = (0, 0, null_mut());
        let got = unsafe {
            GetQueuedCompletionStatus(self.0, &mut bytes, &mut key, &mut overlapped, milliseconds)
        };
        if got == TRUE { Ok((key, bytes)) } else { Err(unsafe { GetLastError() }) }
    }

    fn duplicate(self) -> Self {
        let mut other = null_mut();
        let duplicated = unsafe {
            let process = GetCurrentProcess();
            let options = DUPLICATE_SAME_ACCESS;
            DuplicateHandle(process, self.0, process, &mut other, 0, FALSE, options)
        };
        assert_eq!(duplicated, TRUE);
        Port(other)
    }

    fn close(self) {
        assert_eq!(unsafe { CloseHandle(self.0) }, TRUE);
    }
}

/// Adds up what comes, until it is told to stop.
fn work(port: Port) -> u64 {
    let mut sum = 0;
    while let Ok((NUMBER, bytes)) = port.get(INFINITE) {
        sum += u64::from(bytes);
    }
    port.close();
    sum
}

fn main() {
    let port = Port::new();
    let workers: Vec<_> = (0..WORKERS)
        .map(|_| {
            let port = port.duplicate();
            thread::spawn(move || work(port))
        })
        .collect();
    (1..=1000).for_each(|number| port.post(NUMBER, number));
    (0..WORKERS).for_each(|_| port.post(QUIT, 0));
    let sum: u64 = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
    println!("sum {sum}");

    (1..=3).for_each(|number| port.post(NUMBER, number));
    let mut entries = [OVERLAPPED_ENTRY::default(); 8];
    let mut removed = 0;
    let got = unsafe {
        let entries = entries.as_mut_ptr();
        GetQueuedCompletionStatusEx(port.0, entries, 8, &mut removed, INFINITE, FALSE)
    };
    assert_eq!(got, TRUE);
    let bytes = entries[..removed as usize].iter().map(|entry| entry.dwNumberOfBytesTransferred);
    println!("batch {:?}", bytes.collect::<Vec<_>>());
    println!("timed out {}", port.get(0) == Err(WAIT_TIMEOUT));
    port.close();
    println!("closed: error {:?}", port.get(0));
}
