//! The kernel objects that handles name.

mod device;
mod handle_count;
mod kind;
mod port;
mod thread;

use std::sync::Arc;

pub(crate) use self::device::Device;
pub(crate) use self::handle_count::HandleCount;
pub(crate) use self::kind::{Access, Kind};
pub(crate) use self::port::{Patience, Port};
pub(crate) use self::thread::Thread;

/// An object, kept alive.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    Port(Arc<Port>),
    Reserve(Arc<Reserve>),
    Device(Arc<Device>),
    Process,
    Thread(Arc<Thread>),
}

/// The memory of one post, set aside: for a packet, or for an APC.
#[derive(Debug)]
pub(crate) struct Reserve {
    handles: HandleCount,
    kind: Kind,
}

static PROCESS: HandleCount = HandleCount::none();

impl Object {
    /// A reserve object with the count of its first handle.
    pub(crate) fn reserve(kind: Kind) -> Self {
        Self::Reserve(Arc::new(Reserve { handles: HandleCount::one(), kind }))
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Port(_) => Kind::IoCompletion,
            Self::Reserve(reserve) => reserve.kind,
            Self::Device(_) => Kind::File,
            Self::Process => Kind::Process,
            Self::Thread(_) => Kind::Thread,
        }
    }

    /// How many handles name this object.
    pub(crate) fn handles(&self) -> &HandleCount {
        match self {
            Self::Port(port) => &port.handles,
            Self::Reserve(reserve) => &reserve.handles,
            Self::Device(device) => &device.handles,
            Self::Process => &PROCESS,
            Self::Thread(thread) => &thread.handles,
        }
    }

    /// Takes one handle off the count. The last one ends what the handles kept open: calls that
    /// are under way still have the object.
    pub(crate) fn handle_is_closed(&self) {
        if !self.handles().remove() {
            return;
        }
        match self {
            Self::Port(port) => port.close(),
            Self::Device(device) => device.close(),
            Self::Reserve(_) | Self::Process | Self::Thread(_) => {}
        }
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Port(one), Self::Port(other)) => Arc::ptr_eq(one, other),
            (Self::Reserve(one), Self::Reserve(other)) => Arc::ptr_eq(one, other),
            (Self::Device(one), Self::Device(other)) => Arc::ptr_eq(one, other),
            (Self::Thread(one), Self::Thread(other)) => Arc::ptr_eq(one, other),
            (Self::Process, Self::Process) => true,
            _ => false,
        }
    }
}
