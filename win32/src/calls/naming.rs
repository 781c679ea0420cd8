//! How objects are made and opened that may have a name, by Win32 and by native calls.
//!
//! A name of Win32 stands below the directory of named objects, so that `Local` and `Global` in
//! front of it are directories there.

use windows_sys::Win32::Foundation::{
    ERROR_ALREADY_EXISTS, ERROR_SUCCESS, HANDLE, MAX_PATH, NTSTATUS, STATUS_INVALID_PARAMETER,
    STATUS_NAME_TOO_LONG, STATUS_OBJECT_NAME_EXISTS, STATUS_OBJECT_PATH_SYNTAX_BAD, STATUS_SUCCESS,
};
use windows_sys::core::{BOOL, PCSTR, PCWSTR};

use super::attributes::Attributes;
use super::texts;
use crate::codes::{Refused, Win32Error};
use crate::handles::{self, Flags};
use crate::last_error;
use crate::names::{Created, Name, Sought};
use crate::objects::{Kind, Object};

/// A name as a call of Win32 is given it, if it is.
#[derive(Debug)]
pub(super) struct Given(Option<Vec<u16>>);

/// A handle to an object that a call asked for.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) handle: HANDLE,
    origin: Origin,
}

/// Whether an object was made, or was there by its name.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Made,
    Existed,
}

impl Attributes {
    /// What a call of Win32 asks for that makes an object. An empty name is none.
    pub(super) fn to_make(flags: Flags, Given(name): Given) -> Result<Self, Refused> {
        let name = name.filter(|name| !name.is_empty());
        Ok(Self { name: name.map(sought).transpose()?, may_exist: true, flags })
    }

    /// What a call of Win32 asks for that opens an object.
    pub(super) fn to_open(inherited: BOOL, Given(name): Given) -> Result<Self, Refused> {
        let name = name.ok_or(Refused(STATUS_INVALID_PARAMETER))?;
        let flags = Flags::inherited_if(inherited != 0);
        Ok(Self { name: Some(sought(name)?), may_exist: true, flags })
    }

    /// Makes an object of a kind, or finds it by its name. `make` makes it with the count of its
    /// first handle.
    pub(super) fn make(
        &self,
        kind: Kind,
        access: u32,
        make: impl FnOnce(Option<Name>) -> Object,
    ) -> Result<Made, Refused> {
        let (object, origin) = match &self.name {
            None => (make(None), Origin::Made),
            Some(name) => match name.create(kind, self.may_exist, |name| make(Some(name)))? {
                Created::New(object) => (object, Origin::Made),
                Created::Existed(object) => (object, Origin::Existed),
            },
        };
        Ok(Made { handle: handles::open(object, kind.grant(access), self.flags)?, origin })
    }

    /// Opens an object of a kind by its name.
    pub(super) fn open(&self, kind: Kind, access: u32) -> Result<HANDLE, Refused> {
        let name = self.name.as_ref().ok_or(Refused(STATUS_OBJECT_PATH_SYNTAX_BAD))?;
        handles::open(name.open(kind)?, kind.grant(access), self.flags)
    }
}

impl Made {
    /// What a native call says of it.
    pub(super) fn status(&self) -> NTSTATUS {
        match self.origin {
            Origin::Made => STATUS_SUCCESS,
            Origin::Existed => STATUS_OBJECT_NAME_EXISTS,
        }
    }

    /// What a call of Win32 returns. It says by the last error whether the object was there.
    pub(super) fn told(self) -> HANDLE {
        last_error::set(Win32Error(match self.origin {
            Origin::Made => ERROR_SUCCESS,
            Origin::Existed => ERROR_ALREADY_EXISTS,
        }));
        self.handle
    }
}

impl Given {
    /// # Safety
    ///
    /// `name` is null, or can be read up to a zero.
    pub(super) unsafe fn narrow(name: PCSTR) -> Self {
        // SAFETY: the caller promises it.
        Self(unsafe { texts::narrow(name) }.map(|name| name.encode_utf16().collect()))
    }

    /// # Safety
    ///
    /// As [`Given::narrow`].
    pub(super) unsafe fn wide(name: PCWSTR) -> Self {
        // SAFETY: the caller promises it.
        Self(unsafe { texts::units(name) })
    }
}

/// The directory of named objects.
const DIRECTORY: &str = r"\BaseNamedObjects";
const BACKSLASH: u16 = b'\\' as u16;

/// A name below the directory of named objects; an empty one is the directory.
fn sought(name: Vec<u16>) -> Result<Sought, Refused> {
    if name.len() > MAX_PATH as usize {
        return Err(Refused(STATUS_NAME_TOO_LONG));
    }
    if name.first() == Some(&BACKSLASH) {
        return Err(Refused(STATUS_OBJECT_PATH_SYNTAX_BAD));
    }
    let mut path: Vec<u16> = DIRECTORY.encode_utf16().collect();
    if !name.is_empty() {
        path.push(BACKSLASH);
        path.extend(name);
    }
    Ok(Sought { name: Name(path), any_case: false })
}
