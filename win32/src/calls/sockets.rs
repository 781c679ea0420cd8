//! Of Winsock what needs no socket: its last error, which is that of the thread, and the order of
//! bytes.

use windows_sys::Win32::Networking::WinSock::WSA_ERROR;

use crate::codes::Win32Error;
use crate::last_error;

export! {
    /// The last error of the calling thread.
    plain fn WSAGetLastError() -> WSA_ERROR, or 0, { last_error::last().0.cast_signed() }

    /// Sets the last error of the calling thread.
    plain fn WSASetLastError(error: i32) -> (), or (), {
        last_error::set(Win32Error(error.cast_unsigned()));
    }

    /// 16 bits of this host, as networks order them.
    prefixed fn htons(value: u16) -> u16, or 0, { value.to_be() }

    /// 32 bits of this host, as networks order them.
    prefixed fn htonl(value: u32) -> u32, or 0, { value.to_be() }

    /// 16 bits of a network, as this host orders them.
    prefixed fn ntohs(value: u16) -> u16, or 0, { u16::from_be(value) }

    /// 32 bits of a network, as this host orders them.
    prefixed fn ntohl(value: u32) -> u32, or 0, { u32::from_be(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_begin_with_the_highest_byte() {
        // SAFETY: the calls have no places.
        let (short, long) = unsafe { (htons(0x0102), htonl(0x0102_0304)) };
        assert_eq!((short.to_ne_bytes(), long.to_ne_bytes()), ([1, 2], [1, 2, 3, 4]));
        // SAFETY: the calls have no places.
        assert_eq!(unsafe { (ntohs(short), ntohl(long)) }, (0x0102, 0x0102_0304));
    }

    #[test]
    fn sockets_and_all_else_share_the_last_error() {
        // SAFETY: the calls have no places.
        unsafe { WSASetLastError(10_035) };
        assert_eq!(last_error::last(), Win32Error(10_035));
        // SAFETY: the call has no places.
        assert_eq!(unsafe { WSAGetLastError() }, 10_035);
    }
}
