//! The names of kernel objects: one namespace for the process.
//!
//! A name stands in a directory. There are `\`, `\BaseNamedObjects`, and the latter for each
//! session; nobody can make others.

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

/// What a path leads to.
enum Leads {
    ToDirectory,
    ToObject,
}

impl Sought {
    /// Finds the port of this name, and counts a handle to it.
    pub(crate) fn open(&self) -> Result<Arc<Port>, Refused> {
        match leads(&self.name)? {
            Leads::ToDirectory => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
            Leads::ToObject => {
                let port = self.find(&PORTS.lock());
                let port = port.filter(|port| port.handles.add_if_open());
                port.ok_or(Refused(STATUS_OBJECT_NAME_NOT_FOUND))
            }
        }
    }

    /// Makes a port of this name, or finds it if it may exist. A handle is counted.
    pub(crate) fn create(&self, limit: u32, may_exist: bool) -> Result<Created, Refused> {
        let is_directory = matches!(leads(&self.name)?, Leads::ToDirectory);
        if is_directory && may_exist {
            return Err(Refused(STATUS_OBJECT_TYPE_MISMATCH));
        }
        let mut ports = PORTS.lock();
        match self.find(&ports) {
            _ if is_directory => Err(Refused(STATUS_OBJECT_NAME_COLLISION)),
            Some(_) if !may_exist => Err(Refused(STATUS_OBJECT_NAME_COLLISION)),
            Some(port) if port.handles.add_if_open() => Ok(Created::Existed(port)),
            _ => {
                let port = Arc::new(Port::new(limit, Some(self.name.clone())));
                ports.insert(self.name.clone(), Arc::downgrade(&port));
                Ok(Created::New(port))
            }
        }
    }

    /// By [`Rule::L26`](iocp_sim::Rule::L26).
    fn find(&self, ports: &BTreeMap<Name, Weak<Port>>) -> Option<Arc<Port>> {
        let open = |port: &Weak<Port>| port.upgrade().filter(|port| port.handles.count() > 0);
        if !self.any_case {
            return ports.get(&self.name).and_then(open);
        }
        let wanted = self.name.in_capitals();
        let mut alike = ports.iter().filter(|(name, _)| name.in_capitals() == wanted);
        alike.find_map(|(_, port)| open(port))
    }
}

impl Name {
    fn in_capitals(&self) -> String {
        String::from_utf16_lossy(&self.0).to_uppercase()
    }
}

/// By [`Rule::L26`](iocp_sim::Rule::L26).
fn leads(name: &Name) -> Result<Leads, Refused> {
    let path = String::from_utf16_lossy(&name.0);
    let Some(path) = path.strip_prefix('\\') else {
        return Err(Refused(STATUS_OBJECT_PATH_SYNTAX_BAD));
    };
    let is_session = |name: &str| name.parse::<u32>().is_ok();
    let parts: Vec<&str> = path.split('\\').collect();
    let object = match *parts {
        ["Sessions", session, "BaseNamedObjects", object] if is_session(session) => object,
        ["Sessions", session, "BaseNamedObjects"] | ["Sessions", session]
            if is_session(session) =>
        {
            return Ok(Leads::ToDirectory);
        }
        ["" | "BaseNamedObjects" | "Sessions"] => return Ok(Leads::ToDirectory),
        ["BaseNamedObjects", object] | [object] => object,
        _ => return Err(Refused(STATUS_OBJECT_PATH_NOT_FOUND)),
    };
    match object {
        "" => Err(Refused(STATUS_OBJECT_NAME_INVALID)),
        _ => Ok(Leads::ToObject),
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
