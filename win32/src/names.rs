//! The names of kernel objects: one namespace for the process.
//!
//! A name stands in a directory. There are `\`, `\BaseNamedObjects`, and the latter for each
//! session; nobody can make others. In `\BaseNamedObjects`, `Local` and `Global` are that directory
//! again; in that of a session `Local` is, and `Global` is the one without a session. All of them
//! are of this process alone.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{
    STATUS_OBJECT_NAME_COLLISION, STATUS_OBJECT_NAME_INVALID, STATUS_OBJECT_NAME_NOT_FOUND,
    STATUS_OBJECT_PATH_NOT_FOUND, STATUS_OBJECT_PATH_SYNTAX_BAD, STATUS_OBJECT_TYPE_MISMATCH,
};

use crate::codes::Refused;
use crate::objects::Port;

/// The ports that have names. One whose last handle is closed does not count.
static PORTS: Mutex<BTreeMap<Name, Weak<Port>>> = Mutex::new(BTreeMap::new());

/// The full name of an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name(pub(crate) Vec<u16>);

/// A name that is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Sought {
    pub(crate) name: Name,
    pub(crate) any_case: bool,
}

/// The port that a name was created for. One handle is counted.
#[derive(Debug)]
pub(crate) enum Created {
    New(Arc<Port>),
    Existed(Arc<Port>),
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
    /// Finds the port of this name, and counts a handle to it.
    pub(crate) fn open(&self) -> Result<Arc<Port>, Refused> {
        match self.leads()? {
            Leads::ToDirectory => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
            Leads::ToObject(name) => {
                let port = self.find(&name, &PORTS.lock());
                let port = port.filter(|port| port.handles.add_if_open());
                port.ok_or(Refused(STATUS_OBJECT_NAME_NOT_FOUND))
            }
        }
    }

    /// Makes a port of this name, or finds it if it may exist. A handle is counted.
    pub(crate) fn create(&self, limit: u32, may_exist: bool) -> Result<Created, Refused> {
        let name = match self.leads()? {
            Leads::ToDirectory if may_exist => return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
            Leads::ToDirectory => return Err(Refused(STATUS_OBJECT_NAME_COLLISION)),
            Leads::ToObject(name) => name,
        };
        let mut ports = PORTS.lock();
        match self.find(&name, &ports) {
            Some(_) if !may_exist => Err(Refused(STATUS_OBJECT_NAME_COLLISION)),
            Some(port) if port.handles.add_if_open() => Ok(Created::Existed(port)),
            _ => {
                let port = Arc::new(Port::new(limit, Some(name.clone())));
                ports.insert(name, Arc::downgrade(&port));
                Ok(Created::New(port))
            }
        }
    }

    /// By [`Rule::L26`](iocp_sim::Rule::L26).
    fn find(&self, name: &Name, ports: &BTreeMap<Name, Weak<Port>>) -> Option<Arc<Port>> {
        let open = |port: &Weak<Port>| port.upgrade().filter(|port| port.handles.count() > 0);
        if !self.any_case {
            return ports.get(name).and_then(open);
        }
        let mut alike = ports.iter().filter(|(other, _)| is_alike(&other.0, &name.0));
        alike.find_map(|(_, port)| open(port))
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

/// Gives a name back, when the last handle of its port is closed.
///
/// By [`Rule::L26`](iocp_sim::Rule::L26).
pub(crate) fn forget(name: &Name) {
    let mut ports = PORTS.lock();
    // Another port may have the name since the last handle was closed.
    let open = |port: &Weak<Port>| port.upgrade().is_some_and(|port| port.handles.count() > 0);
    if ports.get(name).is_some_and(|port| !open(port)) {
        ports.remove(name);
    }
}
