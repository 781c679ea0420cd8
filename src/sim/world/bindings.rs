//! What devices do: they are bound to a port, complete requests, and are closed.

use super::{Device, Happened, Impossible, World};
use crate::ids::DeviceId;
use crate::machine::{Answer, Elsewhere, Event};
use crate::rules::Rule;
use crate::sim::scenario::{Content, PortId};

impl World {
    pub(super) fn associate(
        &mut self,
        device: DeviceId,
        port: PortId,
        key: u64,
        into: &mut Happened,
    ) -> Result<(), Impossible> {
        let elsewhere = match self.device(device)?.port.filter(|&bound| bound != port) {
            None => Elsewhere::Unbound,
            Some(bound) if self.machine(bound).is_closed() => Elsewhere::Closed,
            Some(_) => Elsewhere::Open,
        };
        let answer = self.at_port(port, Event::Associate { device, key, elsewhere }, into)?;
        if answer == Answer::Done {
            self.devices[device.0 as usize].port = Some(port);
        }
        Ok(())
    }

    pub(super) fn replace(
        &mut self,
        device: DeviceId,
        port: PortId,
        key: u64,
        into: &mut Happened,
    ) -> Result<(), Impossible> {
        let bound = self.device(device)?.port.filter(|&bound| bound != port);
        let answer = self.at_port(port, Event::Replace { device, key }, into)?;
        if answer != Answer::Done {
            return Ok(());
        }
        self.devices[device.0 as usize].port = Some(port);
        match bound {
            Some(old) => self.at_port(old, Event::Remove { device }, into).map(drop),
            None => Ok(()),
        }
    }

    pub(super) fn dissociate(
        &mut self,
        device: DeviceId,
        into: &mut Happened,
    ) -> Result<(), Impossible> {
        let Some(port) = self.device(device)?.port else {
            into.refused = (!self.profile.has_replacement()).then_some(Rule::A13);
            return Ok(());
        };
        if self.at_port(port, Event::Remove { device }, into)? == Answer::Done {
            self.devices[device.0 as usize].port = None;
        }
        Ok(())
    }

    /// A device without a port completes without a packet.
    pub(super) fn complete(
        &mut self,
        device: DeviceId,
        content: Content,
        into: &mut Happened,
    ) -> Result<(), Impossible> {
        let Some(port) = self.device(device)?.port else { return Ok(()) };
        let Content { bytes, status, .. } = content;
        let event = Event::Complete { device, context: 0, status, information: bytes.into() };
        self.at_port(port, event, into).map(drop)
    }

    pub(super) fn close_device(
        &mut self,
        device: DeviceId,
        into: &mut Happened,
    ) -> Result<(), Impossible> {
        let Device { port, closed } = self.devices[device.0 as usize];
        if closed {
            into.refused = Some(Rule::L20);
            return Ok(());
        }
        if let Some(port) = port {
            let _ = self.at_port(port, Event::CloseDevice { device }, into)?;
        }
        self.devices[device.0 as usize] = Device { port: None, closed: true };
        Ok(())
    }
}
