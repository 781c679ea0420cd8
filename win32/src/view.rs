//! A look into a port, which Windows does not give: as data, and as the picture of it.

use std::ptr;

pub use iocp_sim::picture::Style;
use iocp_sim::picture::draw;
use iocp_sim::trace::{Packet, PortState};
use iocp_sim::{Snapshot, ThreadId};
use windows_sys::Win32::Foundation::{HANDLE, STATUS_ACCESS_VIOLATION, STATUS_INVALID_PARAMETER};

use crate::codes::Refused;
use crate::objects::Access;
use crate::{export, handles, inside};

/// The five structures of the port that a handle names, if it names one.
///
/// Any handle to the port will do, whatever its rights.
#[must_use]
pub fn snapshot(port: HANDLE) -> Option<Snapshot> {
    inside::within(|| look(port).ok())
}

/// The picture of the five structures of the port that a handle names, if it names one: lines that
/// each end in a newline.
///
/// Threads are called `T0`, `T1` … and devices `D0`, `D1` … by the numbers that [`snapshot`] gives
/// them. Any handle to the port will do, whatever its rights.
#[must_use]
pub fn picture(port: HANDLE, style: Style) -> Option<String> {
    snapshot(port).map(|snapshot| drawn(&snapshot, style))
}

/// The picture of a port in characters that are not in ASCII.
const UNICODE: u32 = 0;
/// The picture of a port in ASCII alone.
const ASCII: u32 = 1;

export! {
    /// Writes the picture of the five structures of a port, and returns how many bytes it takes
    /// without the zero that ends it, as snprintf does. `include/iocpsim.h` says the rest.
    prefixed fn describe_port(
        port: HANDLE,
        buffer: *mut u8,
        size: usize,
        width: u32,
        style: u32,
    ) -> usize, or 0, {
        export::win32(|| {
            let ascii = match style {
                UNICODE => false,
                ASCII => true,
                _ => return Err(Refused(STATUS_INVALID_PARAMETER).into()),
            };
            if buffer.is_null() && size > 0 {
                return Err(Refused(STATUS_ACCESS_VIOLATION).into());
            }
            let text = drawn(&look(port)?, Style { ascii, width: width as usize });
            // SAFETY: the caller promised that there is room for so many bytes.
            unsafe { copy(&text, buffer, size) };
            Ok(text.len())
        })
    }
}

fn look(port: HANDLE) -> Result<Snapshot, Refused> {
    handles::with_port(port, Access::NONE, |port| Ok(port.port.snapshot()))
}

fn drawn(snapshot: &Snapshot, style: Style) -> String {
    // A port does not know which of its packets a thread has in hand.
    let lines = draw(&named(snapshot), &|_| Vec::new(), style);
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The same with names in the place of numbers.
fn named(snapshot: &Snapshot) -> PortState {
    let names = |threads: &[ThreadId]| -> Vec<String> {
        threads.iter().map(|thread| format!("T{}", thread.0)).collect()
    };
    let devices = snapshot.devices.iter().map(|(device, key)| (format!("D{}", device.0), *key));
    let packets = snapshot.queue.iter().map(|&(n, packet)| Packet {
        n,
        key: packet.key,
        bytes: packet.information as u32,
        status: packet.status,
        // A picture shows none.
        status_name: None,
    });
    PortState {
        port: "port".to_owned(),
        limit: snapshot.limit,
        closed: snapshot.closed,
        destroyed: snapshot.destroyed,
        devices: devices.collect(),
        queue: packets.collect(),
        waiting: names(&snapshot.waiting),
        released: names(&snapshot.released),
        paused: names(&snapshot.paused),
    }
}

/// Copies as many whole characters as there is room for, and ends them with a zero.
///
/// # Safety
///
/// `size` bytes can be written to `buffer`.
unsafe fn copy(text: &str, buffer: *mut u8, size: usize) {
    let Some(most) = size.checked_sub(1) else { return };
    let length = text.floor_char_boundary(most);
    // SAFETY: there is room for the text, which is not longer than `most`, and for the zero.
    unsafe {
        ptr::copy_nonoverlapping(text.as_ptr(), buffer, length);
        buffer.add(length).write(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::{CloseHandle, CreateIoCompletionPort, PostQueuedCompletionStatus};
    use crate::last_error;
    use windows_sys::Win32::Foundation::{
        ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER, ERROR_NOACCESS, INVALID_HANDLE_VALUE,
    };

    const STYLE: Style = Style { ascii: false, width: 80 };

    /// A port of limit 2 with three packets.
    fn port() -> HANDLE {
        // SAFETY: the pointers are null.
        unsafe {
            let port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, ptr::null_mut(), 0, 2);
            (0..3).for_each(|_| assert_eq!(PostQueuedCompletionStatus(port, 1, 7, ptr::null()), 1));
            port
        }
    }

    fn close(port: HANDLE) {
        // SAFETY: it takes no pointer.
        assert_eq!(unsafe { CloseHandle(port) }, 1);
    }

    fn describe(port: HANDLE, buffer: &mut [u8], style: u32) -> usize {
        // SAFETY: the buffer has the size that is said.
        unsafe { describe_port(port, buffer.as_mut_ptr(), buffer.len(), 80, style) }
    }

    /// What was written before the zero.
    fn text(buffer: &[u8]) -> &str {
        let text = buffer.split(|&byte| byte == 0).next().unwrap();
        std::str::from_utf8(text).unwrap()
    }

    #[test]
    fn a_port_is_described_in_the_words_of_its_picture() {
        let port = port();
        let mut buffer = [0xFF; 4096];
        let length = describe(port, &mut buffer, UNICODE);
        assert_eq!(text(&buffer).len(), length);
        assert_eq!(Some(text(&buffer)), picture(port, STYLE).as_deref());
        assert!(text(&buffer).contains("3 queued, p1 first"), "{}", text(&buffer));
        describe(port, &mut buffer, ASCII);
        assert!(text(&buffer).is_ascii());
        assert!(text(&buffer).contains("0 of 2"), "{}", text(&buffer));
        close(port);
    }

    #[test]
    fn a_description_is_cut_between_characters_and_never_written_past_its_room() {
        let port = port();
        let whole = picture(port, STYLE).unwrap();
        for size in 0..=whole.len() + 1 {
            let mut buffer = vec![0xFF; whole.len() + 2];
            assert_eq!(describe(port, &mut buffer[..size], UNICODE), whole.len());
            assert!(buffer[size..].iter().all(|&byte| byte == 0xFF), "{size}");
            if size > 0 {
                let text = text(&buffer[..size]);
                assert!(whole.starts_with(text) && text.len() + 4 > size.min(whole.len()));
            }
        }
        close(port);
    }

    #[test]
    fn what_is_no_port_or_no_buffer_is_not_described() {
        let port = port();
        let error = |length| {
            assert_eq!(length, 0);
            last_error::last().0
        };
        let mut buffer = [0; 16];
        assert_eq!(error(describe(ptr::null_mut(), &mut buffer, UNICODE)), ERROR_INVALID_HANDLE);
        assert_eq!(error(describe(port, &mut buffer, 2)), ERROR_INVALID_PARAMETER);
        // SAFETY: a null pointer is refused.
        let length = unsafe { describe_port(port, ptr::null_mut(), 1, 80, UNICODE) };
        assert_eq!(error(length), ERROR_NOACCESS);
        assert_eq!(picture(ptr::null_mut(), STYLE), None);
        close(port);
        assert_eq!(error(describe(port, &mut buffer, UNICODE)), ERROR_INVALID_HANDLE);
    }
}
