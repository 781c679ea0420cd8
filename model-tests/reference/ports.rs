//! What happens to ports and devices: association, packets, hand-over, close and destruction.
//!
//! Each event answers true when it happened and false when it was refused.

use super::{Device, Kind, Packet, Reference};
use iocp_sim::sim::PortId;
use iocp_sim::{DeviceId, Profile, ThreadId};

impl Reference {
    pub(super) fn associate(&mut self, device: DeviceId, port: PortId, key: u64) -> bool {
        if self.ports[port.0].closed || self.device(device).port.is_some() {
            return false; // A20, A03
        }
        self.point(device, port, key);
        true
    }

    pub(super) fn replace(&mut self, device: DeviceId, port: PortId, key: u64) -> bool {
        if self.ports[port.0].closed || self.profile < Profile::Windows8_1 {
            return false; // A20, A13
        }
        self.point(device, port, key);
        true
    }

    fn point(&mut self, device: DeviceId, port: PortId, key: u64) {
        let d = self.device_mut(device);
        d.port = Some(port);
        d.key = key;
    }

    pub(super) fn dissociate(&mut self, device: DeviceId) -> bool {
        if self.profile < Profile::Windows8_1 {
            return false; // A13
        }
        self.device_mut(device).port = None;
        true
    }

    pub(super) fn close_device(&mut self, device: DeviceId) -> bool {
        if self.device(device).closed {
            return false; // L20, of a device's handle
        }
        self.device_mut(device).closed = true;
        self.device_mut(device).port = None; // A16, A17
        true
    }

    pub(super) fn complete(&mut self, device: DeviceId, bytes: u32, status: u32) -> bool {
        let key = self.device(device).key;
        if let Some(port) = self.device(device).port {
            self.insert(port, key, bytes, status); // also when the port is closed, K05
        }
        true
    }

    pub(super) fn post(&mut self, port: PortId, key: u64, bytes: u32, status: u32) -> bool {
        if self.ports[port.0].closed {
            return false; // T08
        }
        self.insert(port, key, bytes, status);
        true
    }

    fn insert(&mut self, port: PortId, key: u64, bytes: u32, status: u32) {
        self.packets_so_far += 1;
        let packet = Packet { n: self.packets_so_far, key, bytes, status };
        match self.newest_waiting(port) {
            Some(thread) if self.has_free_slot(port) => {
                self.return_counted(thread, port, Kind::Got, vec![packet]); // C09
            }
            _ => self.ports[port.0].queue.push(packet),
        }
    }

    /// A slot was given up: at most one queued packet goes to the newest waiting thread (C23).
    pub(super) fn hand_over(&mut self, port: PortId) {
        if !self.has_free_slot(port) || self.ports[port.0].queue.is_empty() {
            return;
        }
        if let Some(thread) = self.newest_waiting(port) {
            let packet = self.ports[port.0].queue.remove(0);
            self.return_counted(thread, port, Kind::Got, vec![packet]); // W01, E14
        }
    }

    fn newest_waiting(&self, port: PortId) -> Option<ThreadId> {
        self.ports[port.0].waiting.last().copied()
    }

    pub(super) fn has_free_slot(&self, port: PortId) -> bool {
        let p = &self.ports[port.0];
        (p.released.len() as u64) < u64::from(p.limit)
    }

    pub(super) fn close_port(&mut self, port: PortId) -> bool {
        if self.ports[port.0].closed {
            return false; // L20
        }
        self.ports[port.0].closed = true;
        if self.profile == Profile::Xp {
            return true; // K02
        }
        while let Some(thread) = self.ports[port.0].waiting.pop() {
            self.end_call(thread, Kind::Abandoned, Vec::new()); // K01
        }
        for t in &mut self.threads {
            if let Some(call) = t.call.as_mut().filter(|call| call.port == port) {
                call.abandoned = true; // it is suspended, and returns when it is resumed
            }
        }
        self.end_associations(port); // K11
        true
    }

    fn end_associations(&mut self, port: PortId) {
        for t in self.threads.iter_mut().filter(|t| t.port == Some(port)) {
            t.port = None;
        }
        self.ports[port.0].released.clear();
        self.ports[port.0].paused.clear();
    }

    /// The end of every step: a port that nothing holds any more is destroyed (L10, L11, L12).
    pub(super) fn destroy_unused_ports(&mut self) {
        for port in (0..self.ports.len()).map(PortId) {
            let is_inside = self.threads.iter().any(|t| t.call.is_some_and(|c| c.port == port));
            if self.ports[port.0].closed && self.devices_of(port).is_empty() && !is_inside {
                self.ports[port.0].destroyed = true;
                self.ports[port.0].queue.clear();
                self.end_associations(port);
            }
        }
    }

    /// The devices that point to the port, with their keys, by id.
    pub(super) fn devices_of(&self, port: PortId) -> Vec<(DeviceId, u64)> {
        (0..)
            .map(DeviceId)
            .zip(&self.devices)
            .filter(|(_, device)| device.port == Some(port))
            .map(|(id, device)| (id, device.key))
            .collect()
    }

    pub(super) fn device(&self, device: DeviceId) -> &Device {
        &self.devices[device.0 as usize]
    }

    fn device_mut(&mut self, device: DeviceId) -> &mut Device {
        &mut self.devices[device.0 as usize]
    }
}
