//! The kernel objects that handles name.

mod device;
mod handle_count;
mod kind;
mod port;
mod process;
mod thread;
mod timer;
mod waitable;

use std::sync::Arc;

use windows_sys::Win32::Foundation::{STATUS_NOT_IMPLEMENTED, STATUS_OBJECT_TYPE_MISMATCH};

pub(crate) use self::device::Device;
pub(crate) use self::handle_count::HandleCount;
pub(crate) use self::kind::{Access, Kind};
pub(crate) use self::port::{Patience, Port, processors};
pub(crate) use self::thread::{Apc, Thread, end, end_here};
pub(crate) use self::timer::{Period, Routine, Timer};
pub(crate) use self::waitable::Waitable;
use crate::codes::Refused;
use crate::dispatcher::ObjectId;
use crate::names;

/// An object, kept alive.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    Port(Arc<Port>),
    Reserve(Arc<Reserve>),
    Device(Arc<Device>),
    Process,
    Thread(Arc<Thread>),
    Waitable(Arc<Waitable>),
    Timer(Arc<Timer>),
}

/// The memory of one post, set aside: for a packet, or for an APC.
#[derive(Debug)]
pub(crate) struct Reserve {
    handles: HandleCount,
    kind: Kind,
}

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
            Self::Waitable(waitable) => waitable.kind,
            Self::Timer(_) => Kind::Timer,
        }
    }

    /// How many handles name this object.
    pub(crate) fn handles(&self) -> &HandleCount {
        match self {
            Self::Port(port) => &port.handles,
            Self::Reserve(reserve) => &reserve.handles,
            Self::Device(device) => &device.handles,
            Self::Process => &process::HANDLES,
            Self::Thread(thread) => &thread.handles,
            Self::Waitable(waitable) => &waitable.handles,
            Self::Timer(timer) => &timer.handles,
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
            Self::Waitable(waitable) => waitable.name.iter().for_each(names::forget),
            Self::Timer(timer) => timer.name.iter().for_each(names::forget),
            Self::Reserve(_) | Self::Process | Self::Thread(_) => {}
        }
    }

    /// What waits for it are told of; nobody can wait for every object.
    pub(crate) fn waitable(&self) -> Result<ObjectId, Refused> {
        match self {
            Self::Port(port) => Ok(port.object()),
            Self::Thread(thread) => Ok(thread.object()),
            Self::Waitable(waitable) => Ok(waitable.id()),
            Self::Timer(timer) => Ok(timer.id()),
            Self::Process => Ok(process::object()),
            // Its state comes with requests.
            Self::Device(_) => Err(Refused(STATUS_NOT_IMPLEMENTED)),
            Self::Reserve(_) => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
        }
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Port(one), Self::Port(other)) => Arc::ptr_eq(one, other),
            (Self::Reserve(one), Self::Reserve(other)) => Arc::ptr_eq(one, other),
            (Self::Device(one), Self::Device(other)) => Arc::ptr_eq(one, other),
            (Self::Thread(one), Self::Thread(other)) => Arc::ptr_eq(one, other),
            (Self::Waitable(one), Self::Waitable(other)) => Arc::ptr_eq(one, other),
            (Self::Timer(one), Self::Timer(other)) => Arc::ptr_eq(one, other),
            (Self::Process, Self::Process) => true,
            _ => false,
        }
    }
}
