//! What a step did, in a sentence or two that a teacher would say, made from its moves.

mod phrases;

use self::phrases::{packets, queued, words};
use super::scenario::{PortId, Scenario, Step};
use super::world::{Happened, Numbered, Returned, World};
use crate::ids::{DeviceId, ThreadId};
use crate::machine::{Item, Move, Outcome, Place};
use crate::rules::Rule;

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
            Step::Complete(device, _) => self.completion(device),
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
                vec![format!("{device} posts to {port} from here on, with key {key}."), self.end()]
            }
            Step::Dissociate(device) => {
                let device = self.device(device);
                vec![format!("{device} has no port any more."), self.end()]
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

    fn get(&self, thread: ThreadId, port: PortId) -> Vec<String> {
        let name = self.thread(thread);
        let left = self.left_another_port(thread);
        let begin = self.begin_get(thread, port);
        let Some(returned) = self.returned(thread) else {
            return vec![left, self.wait(&begin, thread, port)];
        };
        let snapshot = self.world.machine(port).snapshot();
        let end = match returned.outcome {
            Some(Outcome::Packets(_)) => {
                let nobody = if snapshot.waiting.is_empty() { "" } else { " Nobody is woken." };
                format!("{begin} and takes {} itself.{nobody}", packets(&returned.packets))
            }
            Some(Outcome::Timeout) if snapshot.queue.is_empty() => {
                format!("{begin}, finds nothing, and does not wait.")
            }
            Some(Outcome::Timeout) => format!(
                "{begin} and gets nothing, although {}: the limit is reached.",
                queued(snapshot.queue.len())
            ),
            Some(Outcome::Apc) => {
                format!("{begin}, but an APC is pending: it runs, and the call returns for it.")
            }
            Some(Outcome::Closed) => {
                format!("{name} asks, but {} is closed: the call fails.", self.port(port))
            }
            Some(Outcome::Abandoned) => format!("{name} asks, but {} ends.", self.port(port)),
            None => String::new(),
        };
        vec![left, end, self.over(port)]
    }

    /// "D is done with p1, asks again", or what a first get is.
    fn begin_get(&self, thread: ThreadId, port: PortId) -> String {
        let name = self.thread(thread);
        let done: Vec<Numbered> = self.happened.done.iter().map(|done| done.packet).collect();
        let from_outside = self.thread_moves(thread).any(|moved| moved.from == Place::Outside);
        match (done.is_empty(), from_outside) {
            (false, false) => format!("{name} is done with {}, asks again,", packets(&done)),
            (false, true) => format!(
                "{name} is done with {}, asks {} for the first time,",
                packets(&done),
                self.port(port)
            ),
            (true, true) => format!("{name} asks {} for the first time", self.port(port)),
            (true, false) => format!("{name} asks {}", self.port(port)),
        }
        .trim_end_matches(|last: char| last == ',' && done.is_empty())
        .to_owned()
    }

    fn wait(&self, begin: &str, thread: ThreadId, port: PortId) -> String {
        let snapshot = self.world.machine(port).snapshot();
        let below = snapshot.waiting.iter().skip(1).count();
        if !snapshot.queue.is_empty() {
            let queued = queued(snapshot.queue.len());
            return format!("{begin} and must wait, although {queued}: the limit is reached.");
        }
        let top = match below {
            0 => String::new(),
            _ => format!(" {} is the newest waiting thread.", self.thread(thread)),
        };
        format!("{begin} and waits: no packet is queued.{top}")
    }

    fn left_another_port(&self, thread: ThreadId) -> String {
        let left = |moved: &&(PortId, Move)| {
            moved.1.item == Item::Thread(thread) && moved.1.rule == Rule::C06
        };
        let Some(&(port, _)) = self.happened.moves.iter().find(left) else {
            return String::new();
        };
        let name = self.thread(thread);
        let takes_over = self.successor(port);
        format!("{name} leaves {}. {takes_over}", self.port(port)).trim_end().to_owned()
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
                match snapshot.waiting.is_empty() {
                    true => format!("{name} waits, so {name} gets it at once."),
                    false => format!("{name} waited last, so {name} gets it at once."),
                }
            }
            _ if snapshot.closed => format!("{} is closed: nobody will take it.", self.port(port)),
            _ if snapshot.waiting.is_empty() => format!("No thread waits, so it queues{behind}."),
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

    fn completion(&self, device: DeviceId) -> Vec<String> {
        let name = self.device(device);
        match self.happened.moves.first() {
            Some(&(port, _)) => self
                .arrival(port, |packet| format!("A request on {name} completes: {packet} comes.")),
            None => vec![format!("A request on {name} completes. It has no port, so no packet.")],
        }
    }

    fn pause(&self, thread: ThreadId, reason: &str) -> Vec<String> {
        let name = self.thread(thread);
        let mut moves = self.thread_moves(thread);
        match moves.find(|moved| moved.to == Place::Paused) {
            None => vec![format!("{name} {reason}. It belongs to no port.")],
            Some(moved) if moved.from == Place::Paused => {
                vec![format!("{name} {reason}. It is paused already, so nothing changes.")]
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
            Rule::C30 => vec![format!("{name} {reason}, but is still suspended.")],
            _ => vec![format!("{name} {reason}, but is still blocked.")],
        }
    }

    fn resume(&self, thread: ThreadId) -> Vec<String> {
        let name = self.thread(thread);
        let call = format!("{name} is resumed and goes on with its call");
        let waits = self.thread_moves(thread).any(|moved| moved.to == Place::Waiting);
        let end = match self.returned(thread) {
            None if waits => "it waits again, as the newest".to_owned(),
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
        let abandoned = self.happened.returns.len();
        let waiting = self.world.machine(port).snapshot().waiting.len();
        let threads = match (abandoned, waiting) {
            (0, 0) => String::new(),
            (0, _) => "Nobody is woken.".to_owned(),
            (1, _) => "The waiting thread returns without a packet.".to_owned(),
            (_, _) => format!("The {} waiting threads return without a packet.", words(abandoned)),
        };
        vec![format!("The last handle of {name} is closed."), threads, self.end()]
    }

    fn close_device(&self, device: DeviceId) -> Vec<String> {
        let name = self.device(device);
        let leaves = match self.happened.moves.first() {
            Some(&(port, _)) => format!(" and leaves the list of {}", self.port(port)),
            None => String::new(),
        };
        vec![format!("{name} is closed{leaves}. No packet comes of it."), self.end()]
    }

    fn advance(&self) -> Vec<String> {
        let ended = self.happened.returns.iter().map(|returned| self.thread(returned.thread));
        let names: Vec<&str> = ended.collect();
        let Some(&(port, _)) = self.happened.moves.first() else {
            return vec!["Time passes. No wait ends.".to_owned()];
        };
        match names.as_slice() {
            [] => vec!["Time passes.".to_owned()],
            [only] => vec![
                format!("{only}'s time is over. It runs, without a packet, and counts."),
                self.over(port),
            ],
            [..] => {
                let (last, others) = names.split_last().expect("there are several");
                let ended = format!("The time of {} and {last} is over.", others.join(", "));
                vec![ended, self.over(port)]
            }
        }
    }

    fn returned(&self, thread: ThreadId) -> Option<&Returned> {
        self.happened.returns.iter().find(|returned| returned.thread == thread)
    }

    fn thread_moves(&self, thread: ThreadId) -> impl Iterator<Item = Move> {
        let moves = self.happened.moves.iter().map(|&(_, moved)| moved);
        moves.filter(move |moved| moved.item == Item::Thread(thread) && moved.rule != Rule::C06)
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
