//! The process as a kernel object. It ends after everybody who could wait for that.

use std::sync::OnceLock;

use super::HandleCount;
use crate::dispatcher::{Object, ObjectId};
use crate::waits;

pub(super) static HANDLES: HandleCount = HandleCount::none();

/// What those who wait for the process wait for.
pub(super) fn object() -> ObjectId {
    static OBJECT: OnceLock<ObjectId> = OnceLock::new();
    *OBJECT.get_or_init(|| waits::add(Object::Never))
}
