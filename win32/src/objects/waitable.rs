//! Events, semaphores and mutexes as kernel objects. What they are to those who wait is in the
//! dispatcher; here are their handles, their name and their type.

use std::sync::Arc;

use super::{HandleCount, Kind, Object};
use crate::dispatcher::{self, ObjectId};
use crate::names::Name;
use crate::waits::{self, Outside};

/// An object that is there to be waited for.
#[derive(Debug)]
pub(crate) struct Waitable {
    pub(crate) handles: HandleCount,
    pub(crate) name: Option<Name>,
    pub(crate) kind: Kind,
    id: ObjectId,
}

impl Waitable {
    /// An object with the count of its first handle.
    fn new(kind: Kind, name: Option<Name>, object: dispatcher::Object<Outside>) -> Self {
        Self { handles: HandleCount::one(), name, kind, id: waits::add(object) }
    }

    /// The same, as what handles name.
    pub(crate) fn object(
        kind: Kind,
        name: Option<Name>,
        object: dispatcher::Object<Outside>,
    ) -> Object {
        Object::Waitable(Arc::new(Self::new(kind, name, object)))
    }

    /// Its number among those that are waited for.
    pub(crate) fn id(&self) -> ObjectId {
        self.id
    }
}

impl Drop for Waitable {
    fn drop(&mut self) {
        waits::remove(self.id);
    }
}
