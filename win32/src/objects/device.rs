//! A device as a kernel object: what Windows calls a file object.

use std::sync::{Arc, Weak};

use iocp_sim::Status;
use iocp_sim::threads::{self, AssociateError};
use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{
    STATUS_INVALID_HANDLE, STATUS_INVALID_INFO_CLASS, STATUS_INVALID_PARAMETER,
};

use super::{HandleCount, Port};
use crate::codes::Refused;

/// A device, which leaves its port when its last handle is closed.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) handles: HandleCount,
    /// Whether it was opened for asynchronous I/O.
    overlapped: bool,
    /// None once the last handle is closed.
    device: Mutex<Option<threads::Device>>,
    /// The port that it was associated with last, whose waiters are told of its packets.
    port: Mutex<Weak<Port>>,
}

impl Device {
    /// A device with the count of its first handle.
    pub(crate) fn new(overlapped: bool) -> Self {
        let device = Mutex::new(Some(threads::Device::new()));
        Self { handles: HandleCount::one(), overlapped, device, port: Mutex::default() }
    }

    /// By [`Rule::A05`](iocp_sim::Rule::A05).
    pub(crate) fn associate(&self, port: &Arc<Port>, key: usize) -> Result<(), Refused> {
        if !self.overlapped {
            return Err(Refused(STATUS_INVALID_PARAMETER));
        }
        let device = self.device.lock();
        let device = device.as_ref().ok_or(Refused(STATUS_INVALID_HANDLE))?;
        port.port.associate(device, key as u64).map_err(refused)?;
        *self.port.lock() = Arc::downgrade(port);
        Ok(())
    }

    /// By [`Rule::A13`](iocp_sim::Rule::A13): without a port it removes the association.
    pub(crate) fn replace(&self, port: Option<&Arc<Port>>, key: usize) -> Result<(), Refused> {
        let device = self.device.lock();
        let device = device.as_ref().ok_or(Refused(STATUS_INVALID_HANDLE))?;
        match port {
            Some(port) => port.port.replace(device, key as u64).map_err(refused)?,
            None => device.dissociate().map_err(refused)?,
        }
        *self.port.lock() = port.map(Arc::downgrade).unwrap_or_default();
        Ok(())
    }

    /// Completes a request, and says whether a packet came of it.
    pub(crate) fn complete(&self, context: u64, information: u64, status: Status) -> bool {
        let Some(device) = self.device.lock().clone() else { return false };
        let complete = || device.complete(context, information, status);
        let port = self.port.lock().upgrade();
        match port {
            Some(port) => port.tell_of(complete),
            None => complete(),
        }
    }

    pub(super) fn close(&self) {
        let device = self.device.lock().take();
        drop(device);
    }
}

fn refused(error: AssociateError) -> Refused {
    Refused(match error {
        AssociateError::PortClosed => STATUS_INVALID_HANDLE,
        AssociateError::Associated | AssociateError::PortOfDeviceClosed => STATUS_INVALID_PARAMETER,
        AssociateError::NotInThisProfile => STATUS_INVALID_INFO_CLASS,
    })
}
