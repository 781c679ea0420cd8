//! Packets that come to the port: completions of devices, and posts.

use super::event::{Answer, Misuse, Outcome};
use super::moves::{Item, Place, Sink};
use super::{Life, Machine};
use crate::ids::{DeviceId, ThreadId};
use crate::rules::Rule;
use crate::structures::{Packet, Status};

impl Machine {
    /// The key and the port are read from the device as it completes (A07, A08).
    pub(super) fn complete(
        &mut self,
        device: DeviceId,
        request: (u64, Status, u64),
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        let key = self.devices.key(device).ok_or(Misuse::NotAssociated)?;
        let (context, status, information) = request;
        let packet = Packet { key, context, status, information };
        self.arrive(packet, Place::Device(device), Rule::Q01, sink);
        Ok(Answer::Done)
    }

    pub(super) fn post(&mut self, packet: Packet, sink: &mut impl Sink) -> Answer {
        if self.life != Life::Open {
            return Answer::Refused(Rule::T08);
        }
        let queued_by = if packet.status == Status::SUCCESS { Rule::T01 } else { Rule::T04 };
        self.arrive(packet, Place::Outside, queued_by, sink);
        Answer::Done
    }

    /// Hands `packet` to the newest waiting thread if a slot is free, or queues it.
    fn arrive(&mut self, packet: Packet, from: Place, queued_by: Rule, sink: &mut impl Sink) {
        self.arrived += 1;
        let item = Item::Packet { n: self.arrived, packet };
        let open = self.life == Life::Open;
        if self.has_free_slot()
            && let Some(thread) = self.waiting.pop()
        {
            let rule = if open { Rule::C09 } else { Rule::K02 };
            self.tell(sink, item, from, Place::Thread(thread), rule);
            self.release_with(thread, packet, sink);
        } else {
            self.completions.push(packet);
            let rule = match (open, self.waiting.is_empty()) {
                (false, _) => Rule::K05,
                (true, true) => queued_by,
                (true, false) => Rule::C09,
            };
            self.tell(sink, item, from, Place::Queue, rule);
        }
    }

    /// Releases `thread`, which has left the stack, with the packet that was handed to it.
    pub(super) fn release_with(&mut self, thread: ThreadId, packet: Packet, sink: &mut impl Sink) {
        let call =
            self.conditions.entry(thread).call.take().expect("a waiting thread is in a call");
        self.released.add(thread);
        self.tell(sink, Item::Thread(thread), Place::Waiting, Place::Released, Rule::W01);
        let rule = if call.is_batch() { Rule::E14 } else { single_result(packet) };
        sink.returned(thread, Outcome::Packets(1), rule);
    }

    /// Takes the packet at the head, with its number.
    pub(super) fn take_packet(&mut self) -> Option<(u64, Packet)> {
        let n = self.arrived + 1 - self.completions.len() as u64;
        self.completions.pop().map(|packet| (n, packet))
    }
}

/// The rule by which a call for one packet returns this one.
pub(super) fn single_result(packet: Packet) -> Rule {
    if packet.status.is_success() { Rule::G01 } else { Rule::G02 }
}
