//! NtQueryObject: what can be known of an object and its handle.

use std::ffi::c_void;

use windows_sys::Wdk::Foundation::{
    OBJECT_INFORMATION_CLASS, ObjectBasicInformation as BASIC_INFORMATION,
    ObjectTypeInformation as TYPE_INFORMATION,
};
use windows_sys::Win32::Foundation::{
    HANDLE, STATUS_INFO_LENGTH_MISMATCH, STATUS_INVALID_INFO_CLASS, STATUS_SUCCESS, UNICODE_STRING,
};
use windows_sys::Win32::System::WindowsProgramming::{
    PUBLIC_OBJECT_BASIC_INFORMATION, PUBLIC_OBJECT_TYPE_INFORMATION,
};

use crate::codes::Refused;
use crate::handles::{self, Entry};
use crate::objects::Object;
use crate::places::Place;

/// The class of the name.
const NAME_INFORMATION: OBJECT_INFORMATION_CLASS = 1;
/// The class of the flags of the handle.
const HANDLE_FLAG_INFORMATION: OBJECT_INFORMATION_CLASS = 4;

export! {
    /// What is known of an object: counts and rights, its name, its type, or the flags of the
    /// handle.
    ///
    /// By [`Rule::L25`](iocp_sim::Rule::L25).
    native fn NtQueryObject(
        handle: HANDLE,
        class: OBJECT_INFORMATION_CLASS,
        information: *mut c_void,
        length: u32,
        return_length: *mut u32,
    ) {
        // SAFETY: the caller promised that the places are null or can be written to, the first
        // of them as far as `length`.
        let (room, return_length) =
            unsafe { (Room::new(information, length), Place::optional(return_length)) };
        let entry = handles::look_up(handle)?;
        let needed = match class {
            BASIC_INFORMATION => size_of::<PUBLIC_OBJECT_BASIC_INFORMATION>(),
            NAME_INFORMATION => size_of::<UNICODE_STRING>() + text(&name(&entry)).len() * 2,
            TYPE_INFORMATION => {
                size_of::<PUBLIC_OBJECT_TYPE_INFORMATION>() + text(&kind(&entry)).len() * 2
            }
            HANDLE_FLAG_INFORMATION => size_of::<[u8; 2]>(),
            _ => return Err(Refused(STATUS_INVALID_INFO_CLASS)),
        };
        if let Some(return_length) = return_length {
            return_length.write(u32::try_from(needed).expect("names are short"));
        }
        let room = room.of(needed).ok_or(Refused(STATUS_INFO_LENGTH_MISMATCH))?;
        match class {
            BASIC_INFORMATION => room.put(basic(&entry)),
            NAME_INFORMATION => room.put_named(&name(&entry), |name| name),
            TYPE_INFORMATION => room.put_named(&kind(&entry), |name| {
                PUBLIC_OBJECT_TYPE_INFORMATION { TypeName: name, Reserved: [0; 22] }
            }),
            _ => room.put([
                u8::from(entry.flags.is_inherited()),
                u8::from(entry.flags.is_protected()),
            ]),
        }
        Ok(STATUS_SUCCESS)
    }
}

fn basic(entry: &Entry) -> PUBLIC_OBJECT_BASIC_INFORMATION {
    let handles = entry.object.handles().count();
    PUBLIC_OBJECT_BASIC_INFORMATION {
        Attributes: 0,
        GrantedAccess: entry.access.0,
        HandleCount: handles,
        // Each handle is a pointer to the object, and so is this call.
        PointerCount: handles + 1,
        Reserved: [0; 10],
    }
}

fn name(entry: &Entry) -> Vec<u16> {
    let name = match &entry.object {
        Object::Port(port) => port.name.as_ref(),
        Object::Waitable(waitable) => waitable.name.as_ref(),
        Object::Timer(timer) => timer.name.as_ref(),
        Object::Reserve(_) | Object::Device(_) | Object::Process | Object::Thread(_) => None,
    };
    name.map(|name| name.0.clone()).unwrap_or_default()
}

fn kind(entry: &Entry) -> Vec<u16> {
    entry.object.kind().name().encode_utf16().collect()
}

/// A text with the zero that ends it; no text has none.
fn text(name: &[u16]) -> Vec<u16> {
    if name.is_empty() { Vec::new() } else { [name, &[0]].concat() }
}

/// Where the caller wants the information.
struct Room {
    place: *mut c_void,
    length: usize,
}

impl Room {
    /// # Safety
    ///
    /// `place` is null, or can be written to as far as `length`, as long as this lives.
    unsafe fn new(place: *mut c_void, length: u32) -> Self {
        Self { place, length: length as usize }
    }

    /// The same, if there is room for so many bytes.
    fn of(self, needed: usize) -> Option<Self> {
        (!self.place.is_null() && self.length >= needed).then_some(self)
    }

    fn put<T>(&self, value: T) {
        assert!(size_of::<T>() <= self.length, "the caller of `put` asked for room");
        // SAFETY: whoever made this promised that so much can be written.
        unsafe { self.place.cast::<T>().write_unaligned(value) };
    }

    /// Puts what begins with a string, and the text of the string behind it.
    fn put_named<T>(&self, name: &[u16], head: impl FnOnce(UNICODE_STRING) -> T) {
        let text = text(name);
        assert!(size_of::<T>() + text.len() * 2 <= self.length, "there is room");
        // SAFETY: whoever made this promised that so much can be written.
        let buffer = unsafe { self.place.cast::<T>().add(1).cast::<u16>() };
        for (unit, value) in text.iter().enumerate() {
            // SAFETY: it is behind the head, and within the length.
            unsafe { buffer.add(unit).write_unaligned(*value) };
        }
        let length = u16::try_from(name.len() * 2).expect("a name has a 16-bit length");
        self.put(head(UNICODE_STRING {
            Length: length,
            // The end of the longest name there can be does not count.
            MaximumLength: u16::try_from(text.len() * 2).unwrap_or(length),
            Buffer: if text.is_empty() { std::ptr::null_mut() } else { buffer },
        }));
    }
}
