//! What a step did, in a sentence or two that a teacher would say, made from its moves.

mod gets;
mod phrases;

use self::phrases::{list, packets, words};
use super::scenario::{PortId, Scenario, Step};
use super::world::{Happened, Returned, World};
use crate::ids::{DeviceId, ThreadId};
use crate::machine::{Item, Move, Outcome, Place};
use crate::rules::Rule;
use crate::structures::Status;
use crate::trace::status_name;

/// Says what `happened` in `step`, after which `world` is as it is.
pub(super) fn says(scenario: &Scenario, world: &World, step: &Step, happened: &Happened) -> String {
    let teller = Teller { scenario, world, happened };
    let mut sentences = match happened.refused {
        Some(rule) => vec![teller.refusal(step, rule)],
        None => teller.step(step),
    };
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

struct Teller<'a> {
    scenario: &'a Scenario,
    world: &'a World,
    happened: &'a Happened,
}

impl Teller<'_> {
    fn step(&self, step: &Step) -> Vec<String> {
        match *step {
            Step::Get(thread, port, _) => self.get(thread, port),
            Step::Post(_, port, _) => self.arrival(port, |packet| format!("{packet} is posted.")),
            Step::Complete(device, content) => self.completion(device, content.status),
            Step::Block(thread) => self.pause(thread, "must wait for something else"),
            Step::Suspend(thread) => self.suspend(thread),
            Step::Unblock(thread) => self.unpause(thread, "has what it waited for"),
            Step::Resume(thread) => self.resume(thread),
            Step::Apc(thread) => self.apc(thread),
            Step::Exit(thread) => self.exit(thread),
            Step::Associate(device, port, key) => {
                let (device, port) = (self.device(device), self.port(port));
                vec![format!("{device} is associated with {port}: its packets carry key {key}.")]
            }
            Step::Replace(device, port, key) => {
                let (device, port) = (self.device(device), self.port(port));
                vec![
                    format!("{device} reports to {port} from here on, with key {key}."),
                    self.end(),
                ]
            }
            Step::Dissociate(device) => {
                let device = self.device(device);
                vec![format!("{device} has no port from here on."), self.end()]
            }
            Step::ClosePort(port) => self.close(port),
            Step::CloseDevice(device) => self.close_device(device),
            Step::Advance(_) => self.advance(),
        }
    }

    fn refusal(&self, step: &Step, rule: Rule) -> String {
        let (device, port) = match *step {
            Step::Associate(device, port, _) | Step::Replace(device, port, _) => {
                (self.device(device), self.port(port))
            }
            Step::Dissociate(device) | Step::CloseDevice(device) => (self.device(device), ""),
            Step::Post(_, port, _) | Step::Get(_, port, _) | Step::ClosePort(port) => {
                ("", self.port(port))
            }
            _ => ("", ""),
        };
        match rule {
            Rule::A03 => format!("{device} has a port already: refused."),
            Rule::A13 => "Before Windows 8.1 no association can be changed: refused.".to_owned(),
            Rule::A20 => format!("{port} is closed, so no device can be associated: refused."),
            Rule::A21 => format!("{device} still belongs to the port that was closed: refused."),
            Rule::E01 => "A batch with room for no packet: refused.".to_owned(),
            Rule::L20 => format!("{device}{port} is closed already: refused."),
            Rule::T08 => format!("{port} is closed, so the post is refused."),
            other => format!("Refused by {other}."),
        }
    }

    fn arrival(&self, port: PortId, comes: impl FnOnce(&str) -> String) -> Vec<String> {
        let Some((n, moved)) = self.packet_moves().next() else { return Vec::new() };
        let packet = format!("p{n}");
        let snapshot = self.world.machine(port).snapshot();
        let behind = match snapshot.queue.len() {
            0 | 1 => String::new(),
            more => format!(" behind {} older", words(more - 1)),
        };
        let place = match moved.to {
            Place::Thread(thread) => {
                let name = self.thread(thread);
                let waits = if snapshot.waiting.is_empty() { "waits" } else { "waited last" };
                format!("{name} {waits}, so {name} gets it at once.")
            }
            _ if snapshot.closed && snapshot.waiting.is_empty() => {
                format!("{} is closed, so no new get can take it.", self.port(port))
            }
            _ if snapshot.waiting.is_empty() => {
                let full = self.world.machine(port).active() >= snapshot.limit as usize;
                let also = if full { " and no slot is free" } else { "" };
                format!("No thread waits{also}, so it queues{behind}.")
            }
            _ => {
                let full = match snapshot.released.as_slice() {
                    [only] => format!("{} holds the only slot", self.thread(*only)),
                    _ => "No slot is free".to_owned(),
                };
                format!("{full}, so {packet} queues{behind}.")
            }
        };
        vec![comes(&packet), place]
    }

    fn completion(&self, device: DeviceId, status: Status) -> Vec<String> {
        let verb = match (status, status_name(status)) {
            (Status::SUCCESS, _) => "completes".to_owned(),
            (_, Some(name)) if status.0 >= 0xC000_0000 => format!("fails with {name}"),
            (_, Some(name)) => format!("ends with {name}"),
            (_, None) => format!("ends with {:#010x}", status.0),
        };
        let request = format!("A request on {} {verb}", self.device(device));
        match self.happened.moves.first() {
            Some(&(port, _)) => self.arrival(port, |packet| format!("{request}: {packet} comes.")),
            None => vec![format!("{request}. The device has no port, so there is no packet.")],
        }
    }

    fn pause(&self, thread: ThreadId, reason: &str) -> Vec<String> {
        let name = self.thread(thread);
        let mut moves = self.thread_moves(thread);
        match moves.find(|moved| moved.to == Place::Paused) {
            None => vec![format!("{name} {reason}. It belongs to no port.")],
            Some(moved) if moved.from == Place::Paused => {
                vec![format!("{name} {reason}, once more. It stays paused.")]
            }
            Some(_) => {
                let successor = self.home(thread).map(|port| self.successor(port));
                let stops = format!("{name} {reason}, so it stops counting.");
                vec![stops, successor.unwrap_or_default()]
            }
        }
    }

    fn suspend(&self, thread: ThreadId) -> Vec<String> {
        let waited = self.thread_moves(thread).any(|moved| moved.from == Place::Waiting);
        if waited {
            let name = self.thread(thread);
            return vec![format!("{name} is suspended while it waits, and loses its place.")];
        }
        self.pause(thread, "is suspended")
    }

    fn unpause(&self, thread: ThreadId, reason: &str) -> Vec<String> {
        let name = self.thread(thread);
        let Some(moved) = self.thread_moves(thread).next() else {
            return vec![format!("{name} {reason}. It belongs to no port.")];
        };
        match moved.rule {
            Rule::C11 => {
                let over = self.home(thread).map(|port| self.over(port)).unwrap_or_default();
                vec![format!("{name} {reason} and runs again."), over]
            }
            Rule::C30 => vec![format!("{name} {reason}, but stays suspended.")],
            _ => vec![format!("{name} {reason}, but stays blocked.")],
        }
    }

    fn resume(&self, thread: ThreadId) -> Vec<String> {
        let name = self.thread(thread);
        let call = format!("{name} is resumed and goes on with its call");
        let waits = self.thread_moves(thread).any(|moved| moved.to == Place::Waiting);
        let end = match self.returned(thread) {
            None if waits => "it waits again, as the newest".to_owned(),
            None if self.thread_moves(thread).any(|moved| moved.rule == Rule::C30) => {
                return vec![format!("One suspension of {name} ends. It stays suspended.")];
            }
            None => return self.unpause(thread, "is resumed"),
            Some(returned) => match returned.outcome {
                Some(Outcome::Packets(_)) => format!("it takes {}", packets(&returned.packets)),
                Some(Outcome::Timeout) => "its time is over".to_owned(),
                Some(Outcome::Apc) => "an APC ends it".to_owned(),
                _ => "the port was closed meanwhile".to_owned(),
            },
        };
        let over = self.home(thread).map(|port| self.over(port)).unwrap_or_default();
        vec![format!("{call}: {end}."), over]
    }

    fn apc(&self, thread: ThreadId) -> Vec<String> {
        let name = self.thread(thread);
        let ended = self.returned(thread).is_some();
        let stays = self.thread_moves(thread).any(|moved| moved.rule == Rule::E06);
        if ended {
            let over = self.home(thread).map(|port| self.over(port)).unwrap_or_default();
            vec![
                format!("An APC ends {name}'s alertable wait. {name} runs, without a packet."),
                over,
            ]
        } else if stays {
            vec![format!("{name}'s wait is not alertable, so the APC stays pending.")]
        } else {
            vec![format!("An APC is pending for {name}.")]
        }
    }

    fn exit(&self, thread: ThreadId) -> Vec<String> {
        let name = self.thread(thread);
        let Some(&(port, moved)) =
            self.happened.moves.iter().find(|(_, moved)| moved.item == Item::Thread(thread))
        else {
            return vec![format!("{name} ends. It belonged to no port.")];
        };
        match moved.rule {
            Rule::C18 => vec![format!("{name} ends and gives up its slot."), self.successor(port)],
            _ => vec![format!("{name} ends. It held no slot."), self.end()],
        }
    }

    fn close(&self, port: PortId) -> Vec<String> {
        let name = self.port(port);
        let abandoned: Vec<&str> =
            self.happened.returns.iter().map(|returned| self.thread(returned.thread)).collect();
        let waiting = self.world.machine(port).snapshot().waiting.len();
        let returns = if abandoned.len() == 1 { "returns" } else { "return" };
        let threads = match (abandoned.is_empty(), waiting) {
            (true, 0) => String::new(),
            (true, _) => "Nobody is woken.".to_owned(),
            (false, _) => format!("{} {returns} without a packet.", list(&abandoned)),
        };
        vec![format!("The last handle of {name} is closed."), threads, self.end()]
    }

    fn close_device(&self, device: DeviceId) -> Vec<String> {
        let name = self.device(device);
        let leaves = match self.happened.moves.first() {
            Some(&(port, _)) => format!(" and leaves the list of {}", self.port(port)),
            None => String::new(),
        };
        vec![format!("{name} is closed{leaves}. That makes no packet."), self.end()]
    }

    fn advance(&self) -> Vec<String> {
        let names: Vec<&str> =
            self.happened.returns.iter().map(|returned| self.thread(returned.thread)).collect();
        let held = self.happened.expired.iter().map(|&thread| {
            let name = self.thread(thread);
            format!("{name}'s time is over, but {name} is suspended and can not return yet.")
        });
        let ended = match names.as_slice() {
            [] if self.happened.expired.is_empty() => "Time passes. No wait ends.".to_owned(),
            [] => String::new(),
            [only] => format!("{only}'s time is over. It runs, without a packet, and counts."),
            [..] => format!("The time of {} is over. They run, without a packet.", list(&names)),
        };
        let over = self.happened.moves.first().map(|&(port, _)| self.over(port));
        [ended].into_iter().chain(held).chain(over).collect()
    }

    fn returned(&self, thread: ThreadId) -> Option<&Returned> {
        self.happened.returns.iter().find(|returned| returned.thread == thread)
    }

    fn thread_moves(&self, thread: ThreadId) -> impl Iterator<Item = Move> {
        let moves = self.happened.moves.iter().map(|&(_, moved)| moved);
        let leaves = |moved: &Move| (moved.rule, moved.to) == (Rule::C06, Place::Outside);
        moves.filter(move |moved| moved.item == Item::Thread(thread) && !leaves(moved))
    }

    fn packet_moves(&self) -> impl Iterator<Item = (u64, Move)> {
        self.happened.moves.iter().filter_map(|&(_, moved)| match moved.item {
            Item::Packet { n, .. } => Some((n, moved)),
            _ => None,
        })
    }

    /// The port in which a thread moved.
    fn home(&self, thread: ThreadId) -> Option<PortId> {
        let mut moves = self.happened.moves.iter();
        moves.find(|(_, moved)| moved.item == Item::Thread(thread)).map(|&(port, _)| port)
    }

    fn thread(&self, thread: ThreadId) -> &str {
        &self.scenario.threads[thread.0 as usize]
    }

    fn device(&self, device: DeviceId) -> &str {
        &self.scenario.devices[device.0 as usize]
    }

    fn port(&self, port: PortId) -> &str {
        &self.scenario.ports[port.0].name
    }
}
