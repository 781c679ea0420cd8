//! The port calls of kernel32: create and associate, get, get many, post.

use std::cell::Cell;
use std::ptr;
use std::sync::Arc;

use iocp_sim::{Packet, Status};
use windows_sys::Win32::Foundation::{
    HANDLE, INVALID_HANDLE_VALUE, STATUS_INVALID_HANDLE, STATUS_INVALID_PARAMETER,
    STATUS_OBJECT_TYPE_MISMATCH, TRUE,
};
use windows_sys::Win32::System::IO::{OVERLAPPED, OVERLAPPED_ENTRY};
use windows_sys::core::BOOL;

use super::times::Timeout;
use crate::codes::{Refused, general, of_get};
use crate::handles::{self, Flags};
use crate::objects::{Access, Device, Kind, Object, Patience, Port};
use crate::places::Place;

export! {
    /// Makes a port, associates a device with one, or both.
    ///
    /// By [`Rule::L02`](iocp_sim::Rule::L02), [`Rule::L03`](iocp_sim::Rule::L03),
    /// [`Rule::L05`](iocp_sim::Rule::L05), [`Rule::L08`](iocp_sim::Rule::L08),
    /// [`Rule::A19`](iocp_sim::Rule::A19), [`Rule::A22`](iocp_sim::Rule::A22).
    win32 fn CreateIoCompletionPort(
        file: HANDLE,
        existing_port: HANDLE,
        key: usize,
        concurrent_threads: u32,
    ) -> HANDLE {
        match (file == INVALID_HANDLE_VALUE, existing_port.is_null()) {
            (true, false) => Err(Refused(STATUS_INVALID_PARAMETER).into()),
            (true, true) => Ok(new_port(concurrent_threads)?),
            (false, false) => {
                let device = device(file)?;
                let port = handles::look_up(existing_port)?;
                device.associate(port.port(Access::MODIFY_STATE)?, key)?;
                Ok(existing_port)
            }
            (false, true) => {
                let device = device(file)?;
                let port = new_port(concurrent_threads)?;
                let associated = handles::look_up(port)
                    .and_then(|entry| device.associate(entry.port(Access::NONE)?, key));
                if let Err(refused) = associated {
                    handles::close(port)?;
                    return Err(refused.into());
                }
                Ok(port)
            }
        }
    }

    /// Gets a packet.
    ///
    /// By [`Rule::G05`](iocp_sim::Rule::G05),
    /// [`Rule::G06`](iocp_sim::Rule::G06), [`Rule::G07`](iocp_sim::Rule::G07),
    /// [`Rule::G08`](iocp_sim::Rule::G08), [`Rule::G09`](iocp_sim::Rule::G09),
    /// [`Rule::G10`](iocp_sim::Rule::G10), [`Rule::G11`](iocp_sim::Rule::G11),
    /// [`Rule::G15`](iocp_sim::Rule::G15), [`Rule::E16`](iocp_sim::Rule::E16),
    /// [`Rule::L08`](iocp_sim::Rule::L08). It is never alertable, by
    /// [`Rule::G12`](iocp_sim::Rule::G12) and [`Rule::U04`](iocp_sim::Rule::U04).
    win32 fn GetQueuedCompletionStatus(
        port: HANDLE,
        bytes: *mut u32,
        key: *mut usize,
        overlapped: *mut *mut OVERLAPPED,
        milliseconds: u32,
    ) -> BOOL {
        // SAFETY: the caller promised that the three places are null or can be written to.
        let (place, bytes, key) = unsafe {
            (Place::required(overlapped), Place::required(bytes), Place::required(key))
        };
        let get = |port: &Port| Ok((place?, bytes?, key?, port.get(patience(milliseconds))?));
        let got = handles::with_port(port, Access::MODIFY_STATE, get);
        let (overlapped, bytes, key, packet) = got.map_err(|refused| {
            if let Ok(overlapped) = place {
                overlapped.write(ptr::null_mut());
            }
            of_get(refused)
        })?;
        bytes.write(packet.information as u32);
        key.write(packet.key as usize);
        overlapped.write(context(packet));
        match packet.status.is_success() {
            true => Ok(TRUE),
            false => Err(general(packet.status.0.cast_signed())),
        }
    }

    /// Gets up to so many packets.
    ///
    /// By [`Rule::E03`](iocp_sim::Rule::E03), [`Rule::E04`](iocp_sim::Rule::E04),
    /// [`Rule::E15`](iocp_sim::Rule::E15), [`Rule::L08`](iocp_sim::Rule::L08).
    win32 fn GetQueuedCompletionStatusEx(
        port: HANDLE,
        entries: *mut OVERLAPPED_ENTRY,
        count: u32,
        removed: *mut u32,
        milliseconds: u32,
        alertable: BOOL,
    ) -> BOOL {
        // SAFETY: the caller promised that the places are null or can be written to.
        let places = unsafe { (Place::required(entries), Place::required(removed)) };
        let removed = places.0.and(places.1);
        let how =
            How { max: count, patience: patience(milliseconds), alertable: alertable != 0 };
        let got = get_many(port, how, removed, |number, packet| {
            let entry = OVERLAPPED_ENTRY {
                lpCompletionKey: packet.key as usize,
                lpOverlapped: context(packet),
                Internal: packet.status.0 as usize,
                dwNumberOfBytesTransferred: packet.information as u32,
            };
            // SAFETY: the caller promised that there is room for `count` entries, which is more
            // than `number`.
            unsafe { entries.add(number).write_unaligned(entry) };
        });
        got.map_err(of_get)?;
        Ok(TRUE)
    }

    /// Posts a packet.
    ///
    /// By [`Rule::T06`](iocp_sim::Rule::T06), [`Rule::T09`](iocp_sim::Rule::T09),
    /// [`Rule::L08`](iocp_sim::Rule::L08).
    win32 fn PostQueuedCompletionStatus(
        port: HANDLE,
        bytes: u32,
        key: usize,
        overlapped: *const OVERLAPPED,
    ) -> BOOL {
        let packet = Packet {
            key: key as u64,
            context: overlapped.expose_provenance() as u64,
            status: Status::SUCCESS,
            information: u64::from(bytes),
        };
        handles::with_port(port, Access::MODIFY_STATE, |port| port.post(packet))?;
        Ok(TRUE)
    }
}

/// How a call gets several packets.
pub(super) struct How {
    pub(super) max: u32,
    pub(super) patience: Patience,
    pub(super) alertable: bool,
}

/// Gets packets, gives each to `write` with its number, and writes how many they are to `removed`:
/// none if it fails, and nothing if none were asked for.
///
/// The handle is looked at first, then the count, then whether the places are there.
///
/// By [`Rule::C32`](iocp_sim::Rule::C32), [`Rule::E01`](iocp_sim::Rule::E01),
/// [`Rule::E05`](iocp_sim::Rule::E05).
pub(super) fn get_many(
    port: HANDLE,
    how: How,
    removed: Result<Place<u32>, Refused>,
    write: impl Fn(usize, Packet),
) -> Result<(), Refused> {
    let mut packets = ROOM.try_with(Cell::take).unwrap_or_default();
    let got = handles::with_port(port, Access::MODIFY_STATE, |port| {
        if how.max == 0 {
            return Err(Refused(STATUS_INVALID_PARAMETER));
        }
        removed?;
        match how.alertable {
            true => port.get_many_alertable(&mut packets, how.max, how.patience),
            false => port.get_many(&mut packets, how.max, how.patience),
        }
    });
    for (number, packet) in packets.iter().enumerate() {
        write(number, *packet);
    }
    if let (Ok(removed), 1..) = (removed, how.max) {
        removed.write(u32::try_from(packets.len()).expect("no more than were asked for"));
    }
    packets.clear();
    if packets.capacity() <= MOST_ROOM_KEPT {
        let _ = ROOM.try_with(|room| room.set(packets));
    }
    got
}

thread_local! {
    /// Room for packets, empty, kept from call to call. A call within a call finds none.
    static ROOM: Cell<Vec<Packet>> = const { Cell::new(Vec::new()) };
}

/// How many packets a thread keeps room for.
const MOST_ROOM_KEPT: usize = 1024;

/// The address that a packet carries. Nothing here follows it.
pub(super) fn context<T>(packet: Packet) -> *mut T {
    ptr::with_exposed_provenance_mut(packet.context as usize)
}

fn patience(milliseconds: u32) -> Patience {
    Patience(Timeout::milliseconds(milliseconds).0)
}

fn new_port(limit: u32) -> Result<HANDLE, Refused> {
    let port = Object::Port(Arc::new(Port::new(limit, None)));
    handles::open(port, Kind::IoCompletion.all_access(), Flags::default())
}

fn device(handle: HANDLE) -> Result<Arc<Device>, Refused> {
    if handle.is_null() {
        return Err(Refused(STATUS_INVALID_HANDLE));
    }
    match handles::look_up(handle)?.object {
        Object::Device(device) => Ok(device),
        _ => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
    }
}

#[cfg(test)]
mod tests {
    use windows_sys::Win32::Foundation::FALSE;

    use super::*;

    fn room() -> usize {
        let packets = ROOM.take();
        let room = packets.capacity();
        ROOM.set(packets);
        room
    }

    fn get_one(port: HANDLE) -> BOOL {
        let (mut entry, mut removed) = (OVERLAPPED_ENTRY::default(), 0);
        // SAFETY: the places live longer than the call.
        unsafe { GetQueuedCompletionStatusEx(port, &raw mut entry, 1, &raw mut removed, 0, 0) }
    }

    #[test]
    fn a_batch_that_fails_keeps_the_room_of_its_thread() {
        let port = new_port(1).expect("there are handles");
        // SAFETY: the call has no places.
        assert_eq!(unsafe { PostQueuedCompletionStatus(port, 0, 7, ptr::null()) }, TRUE);
        assert_eq!(get_one(port), TRUE);
        let kept = room();
        assert!(kept > 0);
        assert_eq!((get_one(port), room()), (FALSE, kept));
        assert_eq!((get_one(ptr::null_mut()), room()), (FALSE, kept));
    }
}
