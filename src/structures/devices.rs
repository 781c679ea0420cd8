//! The device list: which devices post to this port, and under which key.

use std::hash::{Hash, Hasher};

use crate::chain::Chain;
use crate::ids::DeviceId;
use crate::slots::Slots;

/// The devices associated with a port, each with its completion key.
#[derive(Clone, Debug)]
pub(crate) struct Devices {
    listed: Chain<DeviceId>,
    /// The keys of the devices that are listed: one look tells both.
    keys: Slots<Option<u64>>,
}

impl Devices {
    pub(crate) fn new() -> Self {
        Self { listed: Chain::new(), keys: Slots::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The key of `device`, if it is associated.
    pub(crate) fn key(&self, device: DeviceId) -> Option<u64> {
        *self.keys.get(device.0)?
    }

    /// Lists `device` under `key`; a device that is listed keeps its place and changes its key.
    pub(crate) fn set(&mut self, device: DeviceId, key: u64) {
        if self.keys.entry(device.0).replace(key).is_none() {
            self.listed.add(device);
        }
    }

    /// Takes `device` off the list and says whether it stood there.
    pub(crate) fn remove(&mut self, device: DeviceId) -> bool {
        let listed = self.listed.remove(device);
        if listed {
            *self.keys.entry(device.0) = None;
        }
        listed
    }

    /// The devices with their keys, in the order of association.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (DeviceId, u64)> {
        self.listed.oldest_first().map(|device| (device, self.key(device).expect("it is listed")))
    }
}

impl PartialEq for Devices {
    fn eq(&self, other: &Self) -> bool {
        self.listed.same_members(&other.listed)
            && self.iter().all(|(device, key)| other.key(device) == Some(key))
    }
}

impl Eq for Devices {}

impl Hash for Devices {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.listed.hash_members(state);
        // In the order of the numbers, as the members.
        self.keys.iter().filter_map(|(_, key)| *key).for_each(|key| key.hash(state));
    }
}
