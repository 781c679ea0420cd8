//! The port calls of ntdll, and those of reserve objects.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use iocp_sim::{Packet, Status};
use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Win32::Foundation::{
    HANDLE, NTSTATUS, STATUS_INFO_LENGTH_MISMATCH, STATUS_INVALID_HANDLE,
    STATUS_INVALID_INFO_CLASS, STATUS_INVALID_PARAMETER, STATUS_OBJECT_NAME_INVALID,
    STATUS_OBJECT_TYPE_MISMATCH, STATUS_SUCCESS,
};
use windows_sys::Win32::System::IO::{IO_STATUS_BLOCK, IO_STATUS_BLOCK_0};

use super::attributes::Attributes;
use super::port::{How, context, get_many};
use super::times::Timeout;
use crate::codes::Refused;
use crate::handles;
use crate::ntdll::FILE_IO_COMPLETION_INFORMATION;
use crate::objects::{Access, Kind, Object, Patience, Port};
use crate::places::{Place, read};

/// The one class of information that a port gives: how many packets are queued.
const BASIC_INFORMATION: i32 = 0;

export! {
    /// Makes a port, which may have a name.
    ///
    /// By [`Rule::L06`](iocp_sim::Rule::L06), [`Rule::L07`](iocp_sim::Rule::L07).
    native fn NtCreateIoCompletion(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        count: u32,
    ) {
        // SAFETY: the caller promised that the place is null or can be written to, and that the
        // attributes are null or can be read.
        let (handle, attributes) =
            unsafe { (Place::required(handle)?, Attributes::read(attributes)?) };
        let port = |name| Object::Port(Arc::new(Port::new(count, name)));
        let made = attributes.make(Kind::IoCompletion, access, port)?;
        handle.write(made.handle);
        Ok(made.status())
    }

    /// Opens a port by its name.
    ///
    /// By [`Rule::L06`](iocp_sim::Rule::L06), [`Rule::L07`](iocp_sim::Rule::L07).
    native fn NtOpenIoCompletion(
        handle: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
    ) {
        // SAFETY: as for NtCreateIoCompletion.
        let (handle, attributes) =
            unsafe { (Place::required(handle)?, Attributes::read_given(attributes)?) };
        handle.write(attributes.open(Kind::IoCompletion, access)?);
        Ok(STATUS_SUCCESS)
    }

    /// How many packets are queued.
    ///
    /// By [`Rule::L08`](iocp_sim::Rule::L08), [`Rule::L17`](iocp_sim::Rule::L17).
    native fn NtQueryIoCompletion(
        port: HANDLE,
        class: i32,
        information: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) {
        if class != BASIC_INFORMATION {
            return Err(Refused(STATUS_INVALID_INFO_CLASS));
        }
        if length as usize != size_of::<u32>() {
            return Err(Refused(STATUS_INFO_LENGTH_MISMATCH));
        }
        // SAFETY: the caller promised that the places are null or can be written to, the first
        // of them as far as `length`.
        let (depth, return_length) = unsafe {
            (Place::required(information.cast::<u32>())?, Place::optional(return_length))
        };
        let count = |port: &Port| Ok(port.depth());
        depth.write(handles::with_port(port, Access::QUERY_STATE, count)?);
        if let Some(return_length) = return_length {
            return_length.write(length);
        }
        Ok(STATUS_SUCCESS)
    }

    /// Posts a packet.
    ///
    /// By [`Rule::L08`](iocp_sim::Rule::L08), [`Rule::T06`](iocp_sim::Rule::T06).
    native fn NtSetIoCompletion(
        port: HANDLE,
        key: *const c_void,
        context: *const c_void,
        status: NTSTATUS,
        information: usize,
    ) {
        let packet = packet(key, context, status, information);
        handles::with_port(port, Access::MODIFY_STATE, |port| port.post(packet))?;
        Ok(STATUS_SUCCESS)
    }

    /// Posts a packet in memory that was set aside.
    ///
    /// By [`Rule::V02`](iocp_sim::Rule::V02).
    native fn NtSetIoCompletionEx(
        port: HANDLE,
        reserve: HANDLE,
        key: *const c_void,
        context: *const c_void,
        status: NTSTATUS,
        information: usize,
    ) {
        let packet = packet(key, context, status, information);
        if reserve.is_null() {
            return Err(Refused(STATUS_INVALID_HANDLE));
        }
        let reserve = handles::look_up(reserve)?;
        if reserve.object.kind() != Kind::IoCompletionReserve {
            return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH));
        }
        handles::with_port(port, Access::MODIFY_STATE, |port| port.post(packet))?;
        Ok(STATUS_SUCCESS)
    }

    /// Gets a packet.
    ///
    /// By [`Rule::L08`](iocp_sim::Rule::L08), [`Rule::G05`](iocp_sim::Rule::G05),
    /// [`Rule::G06`](iocp_sim::Rule::G06).
    native fn NtRemoveIoCompletion(
        port: HANDLE,
        key: *mut *mut c_void,
        context: *mut *mut c_void,
        status_block: *mut IO_STATUS_BLOCK,
        timeout: *const i64,
    ) {
        // SAFETY: the caller promised that the places are null or can be written to, and the
        // timeout read.
        let (key, place, block, patience) = unsafe {
            (
                Place::required(key),
                Place::required(context),
                Place::required(status_block),
                patience(read(timeout)),
            )
        };
        let get = |port: &Port| Ok((key?, place?, block?, port.get(patience)?));
        let (key, place, block, packet) = handles::with_port(port, Access::MODIFY_STATE, get)?;
        key.write(ptr::with_exposed_provenance_mut(packet.key as usize));
        place.write(self::context(packet));
        block.write(self::status_block(packet));
        Ok(STATUS_SUCCESS)
    }

    /// Gets up to so many packets.
    native fn NtRemoveIoCompletionEx(
        port: HANDLE,
        information: *mut FILE_IO_COMPLETION_INFORMATION,
        count: u32,
        removed: *mut u32,
        timeout: *const i64,
        alertable: u8,
    ) {
        // SAFETY: the caller promised that the places are null or can be written to, and the
        // timeout read.
        let (entries, removed, patience) = unsafe {
            (Place::required(information), Place::required(removed), patience(read(timeout)))
        };
        let how = How { max: count, patience, alertable: alertable != 0 };
        get_many(port, how, entries.and(removed), |number, packet| {
            let entry = FILE_IO_COMPLETION_INFORMATION {
                KeyContext: ptr::with_exposed_provenance_mut(packet.key as usize),
                ApcContext: context(packet),
                IoStatusBlock: status_block(packet),
            };
            // SAFETY: the caller promised that there is room for `count` entries, which is more
            // than `number`.
            unsafe { information.add(number).write_unaligned(entry) };
        })?;
        Ok(STATUS_SUCCESS)
    }

    /// Sets memory aside for one post, or for one APC.
    ///
    /// By [`Rule::V01`](iocp_sim::Rule::V01).
    native fn NtAllocateReserveObject(
        handle: *mut HANDLE,
        attributes: *const OBJECT_ATTRIBUTES,
        kind: i32,
    ) {
        let kind = match kind {
            0 => Kind::UserApcReserve,
            1 => Kind::IoCompletionReserve,
            _ => return Err(Refused(STATUS_INVALID_PARAMETER)),
        };
        // SAFETY: as for NtCreateIoCompletion.
        let (handle, attributes) =
            unsafe { (Place::required(handle)?, Attributes::read(attributes)?) };
        if attributes.name.is_some() {
            return Err(Refused(STATUS_OBJECT_NAME_INVALID));
        }
        let reserve = Object::reserve(kind);
        handle.write(handles::open(reserve, kind.all_access(), attributes.flags)?);
        Ok(STATUS_SUCCESS)
    }
}

fn packet(
    key: *const c_void,
    context: *const c_void,
    status: NTSTATUS,
    information: usize,
) -> Packet {
    Packet {
        key: key.expose_provenance() as u64,
        context: context.expose_provenance() as u64,
        status: Status(status.cast_unsigned()),
        information: information as u64,
    }
}

fn status_block(packet: Packet) -> IO_STATUS_BLOCK {
    // The pointer is the wider member: written as one, the status leaves nothing unwritten.
    let status = ptr::without_provenance_mut(packet.status.0 as usize);
    IO_STATUS_BLOCK {
        Anonymous: IO_STATUS_BLOCK_0 { Pointer: status },
        Information: packet.information as usize,
    }
}

fn patience(timeout: Option<i64>) -> Patience {
    Patience(Timeout::native(timeout).0)
}
