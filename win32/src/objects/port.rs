//! A port as a kernel object.

use std::sync::OnceLock;
use std::time::Duration;

use iocp_sim::Packet;
use iocp_sim::threads::{CompletionPort, GetError};
use windows_sys::Win32::Foundation::{
    STATUS_ABANDONED_WAIT_0, STATUS_INVALID_DEVICE_STATE, STATUS_INVALID_HANDLE,
    STATUS_INVALID_PARAMETER, STATUS_NOT_IMPLEMENTED, STATUS_THREAD_IS_TERMINATING, STATUS_TIMEOUT,
    STATUS_USER_APC,
};

use super::{HandleCount, Thread};
use crate::codes::Refused;
use crate::dispatcher::{Object, ObjectId};
use crate::inside;
use crate::names::{self, Name};
use crate::waits::{self, Outside};

/// A port, closed when its last handle is.
#[derive(Debug)]
pub(crate) struct Port {
    pub(crate) handles: HandleCount,
    pub(crate) name: Option<Name>,
    pub(crate) port: CompletionPort,
    /// What those who wait for the port itself wait for. There is none until somebody does.
    object: OnceLock<ObjectId>,
}

/// How long a get waits; `None` is for ever.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience(pub(crate) Option<Duration>);

impl Port {
    /// A port with the count of its first handle.
    pub(crate) fn new(limit: u32, name: Option<Name>) -> Self {
        let limit = if limit == 0 { processors() } else { limit };
        let port = CompletionPort::new(limit);
        Self { handles: HandleCount::one(), name, port, object: OnceLock::new() }
    }

    #[inline]
    pub(crate) fn post(&self, packet: Packet) -> Result<(), Refused> {
        let post = || self.port.post(packet).map_err(|_| Refused(STATUS_INVALID_HANDLE));
        self.tell_of(post)
    }

    /// Does something by which a packet may be queued, and tells those who wait for the port. If
    /// there are any it is one step with what they are told.
    ///
    /// By [`Rule::L14`](iocp_sim::Rule::L14), [`Rule::L15`](iocp_sim::Rule::L15).
    #[inline]
    pub(crate) fn tell_of<R>(&self, act: impl FnOnce() -> R) -> R {
        if let Some(object) = self.object.get() {
            return tell_in_a_step(*object, act);
        }
        let result = act();
        // Who came to wait since then has looked at the port, or is told by this.
        if let Some(object) = self.object.get() {
            tell_in_a_step(*object, || ());
        }
        result
    }

    /// What those who wait for the port itself wait for.
    pub(crate) fn object(&self) -> ObjectId {
        *self.object.get_or_init(|| waits::add(Object::Outside(Outside(self.port.clone()))))
    }

    #[inline]
    pub(crate) fn get(&self, Patience(timeout): Patience) -> Result<Packet, Refused> {
        let got = match timeout {
            None => self.port.get(),
            Some(Duration::ZERO) => self.port.poll(),
            Some(timeout) => self.port.get_timeout(timeout),
        };
        got.map_err(refused)
    }

    pub(crate) fn get_many(
        &self,
        packets: &mut Vec<Packet>,
        max: u32,
        Patience(timeout): Patience,
    ) -> Result<(), Refused> {
        self.port.get_many(packets, max, timeout).map(|_| ()).map_err(refused)
    }

    /// Gets alertably. APCs that end the call have run when this returns.
    ///
    /// By [`Rule::E07`](iocp_sim::Rule::E07), [`Rule::E08`](iocp_sim::Rule::E08),
    /// [`Rule::E09`](iocp_sim::Rule::E09), [`Rule::C28`](iocp_sim::Rule::C28).
    pub(crate) fn get_many_alertable(
        &self,
        packets: &mut Vec<Packet>,
        max: u32,
        Patience(timeout): Patience,
    ) -> Result<(), Refused> {
        let me = Thread::current();
        me.tells_its_port_of_apcs();
        let got = self.port.get_many_alertable(packets, max, timeout).map(|_| ());
        if got == Err(GetError::Apc) {
            me.run_apcs();
        }
        got.map_err(refused)
    }

    /// How many packets are queued.
    pub(crate) fn depth(&self) -> u32 {
        u32::try_from(self.port.depth()).unwrap_or(u32::MAX)
    }

    pub(super) fn close(&self) {
        if let Some(name) = &self.name {
            names::forget(name);
        }
        self.tell_of(|| self.port.close());
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        if let Some(object) = self.object.get() {
            waits::remove(*object);
        }
    }
}

#[cold]
fn tell_in_a_step<R>(object: ObjectId, act: impl FnOnce() -> R) -> R {
    waits::step(|dispatcher, ends| {
        let result = act();
        dispatcher.outside_changed(object, ends).expect("a port lies outside");
        result
    })
}

fn refused(error: GetError) -> Refused {
    if error == GetError::Ended {
        inside::attend();
    }
    Refused(match error {
        GetError::Timeout => STATUS_TIMEOUT,
        GetError::Abandoned => STATUS_ABANDONED_WAIT_0,
        GetError::Closed => STATUS_INVALID_HANDLE,
        GetError::Blocking => STATUS_INVALID_DEVICE_STATE,
        GetError::NoRoom => STATUS_INVALID_PARAMETER,
        GetError::NoBatches => STATUS_NOT_IMPLEMENTED,
        GetError::Apc => STATUS_USER_APC,
        GetError::Ended => STATUS_THREAD_IS_TERMINATING,
    })
}

/// How many processors the machine has, whatever this process may use of them.
pub(crate) fn processors() -> u32 {
    // SAFETY: the call only reads a number.
    let count = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) };
    u32::try_from(count).unwrap_or(1).max(1)
}
