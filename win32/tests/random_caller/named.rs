//! Native calls that are told by OBJECT_ATTRIBUTES and a UNICODE_STRING what they are about.

use std::ptr;

use iocp_sim_win32::Wdk::Foundation::OBJECT_ATTRIBUTES;
use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::ntdll::*;
use proptest::prelude::*;
use proptest::sample::select;

use crate::{Program, Which, which};

const NAMES: [&str; 9] = [
    "",
    "plain",
    r"\",
    r"\port",
    r"\PORT",
    r"\BaseNamedObjects",
    r"\BaseNamedObjects\port",
    r"\Sessions\1\BaseNamedObjects\port",
    r"\no\such\path",
];
/// As many units as a name can claim to have.
const UNITS: usize = 1 << 15;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Create,
    Open,
    Reserve,
}

/// A call with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    kind: Kind,
    has_place: bool,
    access: u32,
    number: i32,
    length: u32,
    root: Which,
    flags: u32,
    name: Option<Name>,
}

/// A name that may claim another length than it has.
#[derive(Clone, Debug)]
struct Name {
    text: Vec<u16>,
    length: Option<u16>,
    maximum: u16,
    has_buffer: bool,
}

pub(crate) fn call() -> impl Strategy<Value = Call> {
    let kind = select(&[Kind::Create, Kind::Open, Kind::Reserve][..]);
    let right = size_of::<OBJECT_ATTRIBUTES>() as u32;
    let length = prop_oneof![8 => Just(right), 1 => any::<u32>(), 1 => 0_u32..64];
    let root = prop_oneof![3 => Just(Which::Number(0)), 1 => which()];
    let known = select(&[0, OBJ_INHERIT, OBJ_CASE_INSENSITIVE, OBJ_OPENIF, OBJ_PERMANENT][..]);
    let flags =
        prop_oneof![4 => known, 1 => any::<u32>(), 1 => any::<u32>().prop_map(|f| f & 0x1FF2)];
    let fixed = (kind, any::<bool>(), any::<u32>(), -1_i32..4, length, root, flags);
    (fixed, prop::option::weighted(0.8, name())).prop_map(|(fixed, name)| {
        let (kind, has_place, access, number, length, root, flags) = fixed;
        Call { kind, has_place, access, number, length, root, flags, name }
    })
}

fn name() -> impl Strategy<Value = Name> {
    let known = select(&NAMES[..]).prop_map(|name| name.encode_utf16().collect());
    let text = prop_oneof![4 => known, 1 => prop::collection::vec(any::<u16>(), 0..40)];
    let length = prop_oneof![4 => Just(None), 1 => any::<u16>().prop_map(Some)];
    let has_buffer = prop::bool::weighted(0.9);
    (text, length, any::<u16>(), has_buffer).prop_map(|(text, length, maximum, has_buffer)| Name {
        text,
        length,
        maximum,
        has_buffer,
    })
}

impl Call {
    pub(crate) fn make(&self, program: &mut Program) {
        let mut units = vec![0; UNITS];
        let string = self.name.as_ref().map(|name| {
            units[..name.text.len()].copy_from_slice(&name.text);
            let length = name.length.unwrap_or((name.text.len() * 2) as u16);
            let buffer = if name.has_buffer { units.as_mut_ptr() } else { ptr::null_mut() };
            UNICODE_STRING { Length: length, MaximumLength: name.maximum, Buffer: buffer }
        });
        let attributes = OBJECT_ATTRIBUTES {
            Length: self.length,
            RootDirectory: program.handle(self.root),
            ObjectName: string.as_ref().map_or(ptr::null(), ptr::from_ref),
            Attributes: self.flags,
            SecurityDescriptor: ptr::null(),
            SecurityQualityOfService: ptr::null(),
        };
        let mut made = ptr::null_mut();
        let place = if self.has_place { &raw mut made } else { ptr::null_mut() };
        // SAFETY: the place is null or good, and the name has as many units as it can claim.
        let status = unsafe {
            match self.kind {
                Kind::Create => NtCreateIoCompletion(place, self.access, &attributes, 1),
                Kind::Open => NtOpenIoCompletion(place, self.access, &attributes),
                Kind::Reserve => NtAllocateReserveObject(place, &attributes, self.number),
            }
        };
        assert_eq!(status >= 0, !made.is_null(), "{self:?}: {status:#x}");
        program.keep(made);
    }
}
