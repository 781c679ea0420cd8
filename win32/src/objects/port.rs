//! A port as a kernel object.

use std::time::Duration;

use iocp_sim::Packet;
use iocp_sim::threads::{CompletionPort, GetError};
use windows_sys::Win32::Foundation::{
    STATUS_ABANDONED_WAIT_0, STATUS_INVALID_DEVICE_STATE, STATUS_INVALID_HANDLE,
    STATUS_INVALID_PARAMETER, STATUS_NOT_IMPLEMENTED, STATUS_THREAD_IS_TERMINATING, STATUS_TIMEOUT,
    STATUS_USER_APC,
};

use super::HandleCount;
use crate::codes::Refused;
use crate::names::{self, Name};

/// A port, closed when its last handle is.
#[derive(Debug)]
pub(crate) struct Port {
    pub(crate) handles: HandleCount,
    pub(crate) name: Option<Name>,
    pub(crate) port: CompletionPort,
}

/// How long a get waits; `None` is for ever.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience(pub(crate) Option<Duration>);

impl Port {
    /// A port with the count of its first handle.
    pub(crate) fn new(limit: u32, name: Option<Name>) -> Self {
        let limit = if limit == 0 { processors() } else { limit };
        Self { handles: HandleCount::one(), name, port: CompletionPort::new(limit) }
    }

    #[inline]
    pub(crate) fn post(&self, packet: Packet) -> Result<(), Refused> {
        self.port.post(packet).map_err(|_| Refused(STATUS_INVALID_HANDLE))
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

    /// How many packets are queued.
    pub(crate) fn depth(&self) -> u32 {
        u32::try_from(self.port.depth()).unwrap_or(u32::MAX)
    }

    pub(super) fn close(&self) {
        if let Some(name) = &self.name {
            names::forget(name);
        }
        self.port.close();
    }
}

fn refused(error: GetError) -> Refused {
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
fn processors() -> u32 {
    // SAFETY: the call only reads a number.
    let count = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) };
    u32::try_from(count).unwrap_or(1).max(1)
}
