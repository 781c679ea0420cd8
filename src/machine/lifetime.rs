//! The devices' associations, the close of the last handle, and the end of the port.

use super::event::{Answer, Elsewhere, Misuse, Outcome};
use super::moves::{Item, Place, Sink};
use super::{Life, Machine};
use crate::ids::{DeviceId, ThreadId};
use crate::rules::Rule;

impl Machine {
    pub(super) fn associate(
        &mut self,
        device: DeviceId,
        key: u64,
        elsewhere: Elsewhere,
        sink: &mut impl Sink,
    ) -> Answer {
        if self.life != Life::Open {
            return Answer::Refused(Rule::A20);
        }
        if self.devices.key(device).is_some() {
            return Answer::Refused(Rule::A03);
        }
        match elsewhere {
            Elsewhere::Open => Answer::Refused(Rule::A03),
            Elsewhere::Closed => Answer::Refused(Rule::A21),
            Elsewhere::Unbound => {
                self.devices.set(device, key);
                self.tell(sink, Item::Device(device), Place::Outside, Place::Devices, Rule::P01);
                Answer::Done
            }
        }
    }

    pub(super) fn replace(&mut self, device: DeviceId, key: u64, sink: &mut impl Sink) -> Answer {
        if self.life != Life::Open {
            return Answer::Refused(Rule::A20);
        }
        if !self.profile.has_replacement() {
            return Answer::Refused(Rule::A13);
        }
        let listed = self.devices.key(device).is_some();
        self.devices.set(device, key);
        let from = if listed { Place::Devices } else { Place::Outside };
        self.tell(sink, Item::Device(device), from, Place::Devices, Rule::A13);
        Answer::Done
    }

    pub(super) fn remove(
        &mut self,
        device: DeviceId,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        if !self.profile.has_replacement() {
            return Ok(Answer::Refused(Rule::A13));
        }
        self.unlist(device, Rule::A13, sink)
    }

    pub(super) fn close_device(
        &mut self,
        device: DeviceId,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        self.unlist(device, Rule::A12, sink)
    }

    fn unlist(
        &mut self,
        device: DeviceId,
        because: Rule,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        if !self.devices.remove(device) {
            return Err(Misuse::NotAssociated);
        }
        self.tell(sink, Item::Device(device), Place::Devices, Place::Outside, because);
        Ok(Answer::Done)
    }

    pub(super) fn close(&mut self, sink: &mut impl Sink) -> Answer {
        if self.life != Life::Open {
            return Answer::Refused(Rule::L20);
        }
        self.life = Life::Closed;
        let abandons = self.profile.closing_abandons();
        let wakes_nobody = !abandons && !self.waiting.is_empty();
        let rule = if wakes_nobody { Rule::K02 } else { Rule::K10 };
        self.tell(sink, Item::Port, Place::Open, Place::Closed, rule);
        if abandons {
            self.abandon_waiting(sink);
            self.unassociate_all(Rule::K11, sink);
        }
        Answer::Done
    }

    fn abandon_waiting(&mut self, sink: &mut impl Sink) {
        while let Some(thread) = self.waiting.pop() {
            let call = self.conditions.entry(thread).call.take();
            let call = call.expect("a waiting thread is in a call");
            self.tell(sink, Item::Thread(thread), Place::Waiting, Place::Outside, Rule::K01);
            sink.returned(thread, Outcome::Abandoned, call.abandoned_by());
        }
    }

    /// Ends the association of every thread, so that none of them counts any more.
    fn unassociate_all(&mut self, because: Rule, sink: &mut impl Sink) {
        let released: Vec<ThreadId> = self.released.iter().collect();
        for thread in released {
            self.released.remove(thread);
            self.tell(sink, Item::Thread(thread), Place::Released, Place::Outside, because);
        }
        let paused: Vec<ThreadId> = self.paused.iter().collect();
        for thread in paused {
            self.paused.remove(thread);
            self.tell(sink, Item::Thread(thread), Place::Paused, Place::Outside, because);
        }
    }

    /// Destroys a closed port that no device and no call refers to.
    pub(super) fn destroy_if_unreferenced(&mut self, sink: &mut impl Sink) {
        let in_call = !self.waiting.is_empty() || !self.interrupted.is_empty();
        if self.life != Life::Closed || !self.devices.is_empty() || in_call {
            return;
        }
        self.life = Life::Destroyed;
        self.tell(sink, Item::Port, Place::Closed, Place::Destroyed, Rule::L10);
        while let Some((n, packet)) = self.take_packet() {
            let item = Item::Packet { n, packet };
            self.tell(sink, item, Place::Queue, Place::Discarded, Rule::L11);
        }
        self.unassociate_all(Rule::L12, sink);
    }
}
