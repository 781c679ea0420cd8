//! The names of kernel objects: one namespace for the process.
//!
//! A name stands in a directory. There are `\`, `\BaseNamedObjects`, and the latter for each
//! session; nobody can make others. In `\BaseNamedObjects`, `Local` and `Global` are that directory
//! again; in that of a session `Local` is, and `Global` is the one without a session. All of them
//! are of this process alone.
//!
//! Objects of all kinds share the names. A name belongs to the object that has it until the last
//! handle of that is closed, whoever still waits for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{
    STATUS_OBJECT_NAME_COLLISION, STATUS_OBJECT_NAME_INVALID, STATUS_OBJECT_NAME_NOT_FOUND,
    STATUS_OBJECT_PATH_NOT_FOUND, STATUS_OBJECT_PATH_SYNTAX_BAD, STATUS_OBJECT_TYPE_MISMATCH,
};

use crate::codes::Refused;
use crate::objects::{Kind, Object, Port, Timer, Waitable};

/// The objects that have names. One whose last handle is closed does not count.
static NAMED: Mutex<BTreeMap<Name, Named>> = Mutex::new(BTreeMap::new());

/// An object that has a name. The name keeps nothing alive.
#[derive(Debug)]
enum Named {
    Port(Weak<Port>),
    Waitable(Weak<Waitable>),
    Timer(Weak<Timer>),
}

/// The full name of an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name(pub(crate) Vec<u16>);

/// A name that is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Sought {
    pub(crate) name: Name,
    pub(crate) any_case: bool,
}

/// The object that a name was created for. One handle is counted.
#[derive(Debug)]
pub(crate) enum Created {
    New(Object),
    Existed(Object),
}

/// What a path leads to: an object by the one full name that it has.
enum Leads {
    ToDirectory,
    ToObject(Name),
}

/// A directory, and of which session it is.
#[derive(Clone, Copy)]
enum Directory {
    Root,
    Sessions,
    Session(u32),
    Objects(Option<u32>),
}

impl Sought {
    /// Finds the object of this name, which must be of a kind, and counts a handle to it.
    pub(crate) fn open(&self, kind: Kind) -> Result<Object, Refused> {
        let name = match self.leads()? {
            Leads::ToDirectory => return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
            Leads::ToObject(name) => name,
        };
        match self.find(&name, &NAMED.lock()) {
            Some(object) if object.kind() != kind => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
            Some(object) if object.handles().add_if_open() => Ok(object),
            Some(_) | None => Err(Refused(STATUS_OBJECT_NAME_NOT_FOUND)),
        }
    }

    /// Makes an object of this name, or finds it if it may exist and is of a kind. A handle is
    /// counted: `make` makes an object of that kind with the count of its first handle, and no
    /// other name is looked for meanwhile.
    pub(crate) fn create(
        &self,
        kind: Kind,
        may_exist: bool,
        make: impl FnOnce(Name) -> Object,
    ) -> Result<Created, Refused> {
        let name = match self.leads()? {
            Leads::ToDirectory if may_exist => return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
            Leads::ToDirectory => return Err(Refused(STATUS_OBJECT_NAME_COLLISION)),
            Leads::ToObject(name) => name,
        };
        let mut named = NAMED.lock();
        match self.find(&name, &named) {
            Some(_) if !may_exist => Err(Refused(STATUS_OBJECT_NAME_COLLISION)),
            Some(object) if object.kind() != kind => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
            Some(object) if object.handles().add_if_open() => Ok(Created::Existed(object)),
            Some(_) | None => {
                let object = make(name.clone());
                named.insert(name, Named::of(&object));
                Ok(Created::New(object))
            }
        }
    }

    /// By [`Rule::L26`](iocp_sim::Rule::L26).
    fn find(&self, name: &Name, named: &BTreeMap<Name, Named>) -> Option<Object> {
        if !self.any_case {
            return named.get(name).and_then(Named::open);
        }
        let mut alike = named.iter().filter(|(other, _)| is_alike(&other.0, &name.0));
        alike.find_map(|(_, named)| named.open())
    }

    /// By [`Rule::L26`](iocp_sim::Rule::L26).
    fn leads(&self) -> Result<Leads, Refused> {
        let Some((&BACKSLASH, path)) = self.name.0.split_first() else {
            return Err(Refused(STATUS_OBJECT_PATH_SYNTAX_BAD));
        };
        let mut parts = path.split(|unit| *unit == BACKSLASH);
        let object = parts.next_back().expect("a split has a part");
        let directory =
            parts.try_fold(Directory::Root, |directory, part| self.child(directory, part));
        let directory = directory.ok_or(Refused(STATUS_OBJECT_PATH_NOT_FOUND))?;
        let is_directory = path.is_empty() || self.child(directory, object).is_some();
        match directory.path() {
            _ if is_directory => Ok(Leads::ToDirectory),
            _ if object.is_empty() => Err(Refused(STATUS_OBJECT_NAME_INVALID)),
            Some(path) => Ok(Leads::ToObject(Name(
                path.encode_utf16().chain(object.iter().copied()).collect(),
            ))),
            None => Err(Refused(STATUS_OBJECT_PATH_NOT_FOUND)),
        }
    }

    /// The directory that has this name in another.
    fn child(&self, directory: Directory, part: &[u16]) -> Option<Directory> {
        let is = |name: &str| {
            let name: Vec<u16> = name.encode_utf16().collect();
            if self.any_case { is_alike(part, &name) } else { part == name }
        };
        match directory {
            Directory::Root if is("BaseNamedObjects") => Some(Directory::Objects(None)),
            Directory::Root if is("Sessions") => Some(Directory::Sessions),
            Directory::Sessions => session(part).map(Directory::Session),
            Directory::Session(session) if is("BaseNamedObjects") => {
                Some(Directory::Objects(Some(session)))
            }
            Directory::Objects(session) if is("Local") => Some(Directory::Objects(session)),
            Directory::Objects(_) if is("Global") => Some(Directory::Objects(None)),
            Directory::Root | Directory::Session(_) | Directory::Objects(_) => None,
        }
    }
}

impl Named {
    fn of(object: &Object) -> Self {
        match object {
            Object::Port(port) => Self::Port(Arc::downgrade(port)),
            Object::Waitable(waitable) => Self::Waitable(Arc::downgrade(waitable)),
            Object::Timer(timer) => Self::Timer(Arc::downgrade(timer)),
            Object::Reserve(_) | Object::Device(_) | Object::Process | Object::Thread(_) => {
                unreachable!("an object of this kind has no name")
            }
        }
    }

    /// The object, unless its last handle is closed.
    fn open(&self) -> Option<Object> {
        let object = match self {
            Self::Port(port) => port.upgrade().map(Object::Port),
            Self::Waitable(waitable) => waitable.upgrade().map(Object::Waitable),
            Self::Timer(timer) => timer.upgrade().map(Object::Timer),
        };
        object.filter(|object| object.handles().count() > 0)
    }
}

impl Directory {
    /// What stands before the names of its objects, if it can have some.
    fn path(self) -> Option<String> {
        match self {
            Self::Root => Some(r"\".to_owned()),
            Self::Objects(None) => Some(r"\BaseNamedObjects\".to_owned()),
            Self::Objects(Some(session)) => Some(format!(r"\Sessions\{session}\BaseNamedObjects\")),
            Self::Sessions | Self::Session(_) => None,
        }
    }
}

const BACKSLASH: u16 = b'\\' as u16;

/// The session of this number, written as numbers are.
fn session(part: &[u16]) -> Option<u32> {
    let part = String::from_utf16(part).ok()?;
    part.parse().ok().filter(|session: &u32| session.to_string() == part)
}

/// Whether two names differ in case at most.
fn is_alike(one: &[u16], other: &[u16]) -> bool {
    let capitals = |name: &[u16]| name.iter().map(|unit| capital(*unit)).collect::<Vec<_>>();
    one.len() == other.len() && capitals(one) == capitals(other)
}

/// The capital of a letter, if it is one unit too.
fn capital(unit: u16) -> u16 {
    let Some(letter) = char::from_u32(unit.into()) else { return unit };
    let mut capitals = letter.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) => u16::try_from(u32::from(capital)).unwrap_or(unit),
        _ => unit,
    }
}

/// Gives a name back, when the last handle of its object is closed.
///
/// By [`Rule::L26`](iocp_sim::Rule::L26).
pub(crate) fn forget(name: &Name) {
    let mut named = NAMED.lock();
    // Another object may have the name since the last handle was closed.
    if named.get(name).is_some_and(|named| named.open().is_none()) {
        named.remove(name);
    }
}
