//! Devices of the user's own, on which I/O completes.

use std::sync::Arc;

use super::error::AssociateError;
use super::state::{Heard, Shared};
use super::sync::Mutex;
use crate::ids::DeviceId;
use crate::machine::{Answer, Elsewhere, Event};
use crate::rules::Rule;
use crate::structures::Status;

/// Something on which I/O completes: what Windows calls a file object.
///
/// A device belongs to at most one port ([`Rule::A03`]), which
/// [`CompletionPort::associate`](super::CompletionPort::associate) gives it; then each
/// [`complete`](Device::complete) makes a packet there, with the key of the association. Clones
/// are handles to the same device ([`Rule::A01`]). It is closed, and leaves its port, when the
/// last of them is dropped ([`Rule::A12`]); packets that are queued stay ([`Rule::A17`]).
#[derive(Clone, Debug, Default)]
pub struct Device {
    object: Arc<Object>,
}

#[derive(Debug, Default)]
struct Object {
    /// The port and the number there, as the file object of Windows has them.
    bound: Mutex<Option<Binding>>,
}

#[derive(Clone, Debug)]
struct Binding {
    port: Arc<Shared>,
    device: DeviceId,
}

impl Device {
    /// A device without a port.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Completes a request: the port, if there is one, gets a packet with this context,
    /// information and status. Says whether it did.
    ///
    /// Port and key are those of this moment, not of the time when the request was made
    /// ([`Rule::A08`]).
    pub fn complete(&self, context: u64, information: u64, status: Status) -> bool {
        // The lock of the device is held, so that completions keep their order.
        let bound = self.object.bound.lock();
        let Some(Binding { port, device }) = &*bound else { return false };
        let event = Event::Complete { device: *device, context, status, information };
        port.step(event) == Ok(Answer::Done)
    }

    /// Removes the association ([`Rule::A13`], from Windows 8.1 on). There need not be one.
    ///
    /// # Errors
    ///
    /// [`AssociateError::NotInThisProfile`] if the port is of an older Windows.
    pub fn dissociate(&self) -> Result<(), AssociateError> {
        let mut bound = self.object.bound.lock();
        let Some(binding) = &*bound else { return Ok(()) };
        if binding.leave(|device| Event::Remove { device }) {
            *bound = None;
            Ok(())
        } else {
            Err(AssociateError::NotInThisProfile)
        }
    }

    pub(super) fn associate(&self, port: &Arc<Shared>, key: u64) -> Result<(), AssociateError> {
        let mut bound = self.object.bound.lock();
        let elsewhere = match &*bound {
            Some(binding) if !Arc::ptr_eq(&binding.port, port) => binding.state_of_port(),
            _ => Elsewhere::Unbound,
        };
        let known = bound.as_ref().filter(|binding| Arc::ptr_eq(&binding.port, port));
        let known = known.map(|binding| binding.device);
        let binding = enter(port, known, |device| Event::Associate { device, key, elsewhere })?;
        *bound = Some(binding);
        Ok(())
    }

    pub(super) fn replace(&self, port: &Arc<Shared>, key: u64) -> Result<(), AssociateError> {
        let mut bound = self.object.bound.lock();
        let known = bound.as_ref().filter(|binding| Arc::ptr_eq(&binding.port, port));
        let known = known.map(|binding| binding.device);
        if port.lock().machine.is_closed() {
            return Err(AssociateError::PortClosed);
        }
        if bound.as_ref().is_some_and(|old| !old.port.lock().machine.profile().has_replacement()) {
            return Err(AssociateError::NotInThisProfile);
        }
        let binding = enter(port, known, |device| Event::Replace { device, key })?;
        if let Some(old) = bound.replace(binding).filter(|_| known.is_none()) {
            let left = old.leave(|device| Event::Remove { device });
            assert!(left, "a port that can take a device can give one");
        }
        Ok(())
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        if let Some(binding) = self.bound.lock().take() {
            let left = binding.leave(|device| Event::CloseDevice { device });
            assert!(left, "a device that is associated can be closed");
        }
    }
}

impl Binding {
    fn state_of_port(&self) -> Elsewhere {
        let closed = self.port.lock().machine.is_closed();
        if closed { Elsewhere::Closed } else { Elsewhere::Open }
    }

    /// Takes the device off its port's list, and says whether that was allowed.
    fn leave(&self, event: impl FnOnce(DeviceId) -> Event) -> bool {
        let mut heard = Heard::default();
        let mut state = self.port.lock();
        let answer = state.step(event(self.device), None, &mut heard, None);
        let left = answer == Ok(Answer::Done);
        if left {
            state.free_device_number(self.device);
        }
        drop(state);
        heard.wake();
        left
    }
}

/// Puts a device on the list of `port`, under the number it has there or a new one.
fn enter(
    port: &Arc<Shared>,
    known: Option<DeviceId>,
    event: impl FnOnce(DeviceId) -> Event,
) -> Result<Binding, AssociateError> {
    let mut heard = Heard::default();
    let mut state = port.lock();
    let device = known.unwrap_or_else(|| state.device_number());
    let answer = state.step(event(device), None, &mut heard, None);
    if answer == Ok(Answer::Done) {
        return Ok(Binding { port: Arc::clone(port), device });
    }
    if known.is_none() {
        state.free_device_number(device);
    }
    Err(match answer {
        Ok(Answer::Refused(Rule::A03)) => AssociateError::Associated,
        Ok(Answer::Refused(Rule::A21)) => AssociateError::PortOfDeviceClosed,
        Ok(Answer::Refused(Rule::A13)) => AssociateError::NotInThisProfile,
        _ => AssociateError::PortClosed,
    })
}
