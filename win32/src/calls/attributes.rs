//! OBJECT_ATTRIBUTES: how a native call says which object it is about.

use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Win32::Foundation::{
    OBJ_CASE_INSENSITIVE, OBJ_INHERIT, OBJ_OPENIF, OBJ_PERMANENT, STATUS_ACCESS_VIOLATION,
    STATUS_INVALID_PARAMETER, STATUS_OBJECT_NAME_INVALID, STATUS_OBJECT_TYPE_MISMATCH,
    STATUS_PRIVILEGE_NOT_HELD, UNICODE_STRING,
};

use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;

use crate::codes::Refused;
use crate::handles::{self, Flags};
use crate::names::{Name, Sought};
use crate::places::read;

/// The flags that a handle has for security attributes: whether it is inherited.
///
/// # Safety
///
/// `attributes` is null, or can be read.
pub(super) unsafe fn inherited(attributes: *const SECURITY_ATTRIBUTES) -> Flags {
    // SAFETY: the caller promises it.
    let given = unsafe { read(attributes) };
    Flags::inherited_if(given.is_some_and(|given| given.bInheritHandle != 0))
}

/// Every attribute that there is.
const VALID: u32 = 0x1FF2;

/// What the attributes ask for.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    pub(super) name: Option<Sought>,
    pub(super) may_exist: bool,
    pub(super) flags: Flags,
}

impl Attributes {
    /// Reads attributes that must be there.
    ///
    /// # Safety
    ///
    /// As [`Attributes::read`].
    pub(super) unsafe fn read_given(attributes: *const OBJECT_ATTRIBUTES) -> Result<Self, Refused> {
        if attributes.is_null() {
            return Err(Refused(STATUS_INVALID_PARAMETER));
        }
        // SAFETY: the caller promises it.
        unsafe { Self::read(attributes) }
    }

    /// Reads attributes; without them nothing is asked for.
    ///
    /// # Safety
    ///
    /// `attributes` is null, or can be read, with all that it names.
    pub(super) unsafe fn read(attributes: *const OBJECT_ATTRIBUTES) -> Result<Self, Refused> {
        // SAFETY: the caller promises it.
        let Some(given) = (unsafe { read(attributes) }) else { return Ok(Self::default()) };
        if given.Length as usize != size_of::<OBJECT_ATTRIBUTES>() || given.Attributes & !VALID != 0
        {
            return Err(Refused(STATUS_INVALID_PARAMETER));
        }
        if given.Attributes & OBJ_PERMANENT != 0 {
            return Err(Refused(STATUS_PRIVILEGE_NOT_HELD));
        }
        // SAFETY: the caller promises it.
        let name = unsafe { name(given.ObjectName)? };
        if name.is_some() && !given.RootDirectory.is_null() {
            // No handle names a directory.
            handles::look_up(given.RootDirectory)?;
            return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH));
        }
        let any_case = given.Attributes & OBJ_CASE_INSENSITIVE != 0;
        Ok(Self {
            name: name.map(|name| Sought { name, any_case }),
            may_exist: given.Attributes & OBJ_OPENIF != 0,
            flags: Flags::inherited_if(given.Attributes & OBJ_INHERIT != 0),
        })
    }
}

/// The name, if there is one that is not empty.
///
/// # Safety
///
/// `string` is null, or can be read, with all that it names.
unsafe fn name(string: *const UNICODE_STRING) -> Result<Option<Name>, Refused> {
    // SAFETY: the caller promises it.
    let Some(string) = (unsafe { read(string) }) else { return Ok(None) };
    match string.Length {
        0 => return Ok(None),
        length if length % 2 != 0 => return Err(Refused(STATUS_OBJECT_NAME_INVALID)),
        _ => {}
    }
    if string.Buffer.is_null() {
        return Err(Refused(STATUS_ACCESS_VIOLATION));
    }
    let units = 0..usize::from(string.Length / 2);
    // SAFETY: the caller promises that so many can be read.
    let units = units.map(|unit| unsafe { string.Buffer.add(unit).read_unaligned() });
    Ok(Some(Name(units.collect())))
}
