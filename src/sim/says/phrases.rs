//! Phrases that several sentences share, and numbers as they are read out.

use super::Teller;
use crate::machine::{Item, Move, Place, Snapshot};
use crate::rules::Rule;
use crate::sim::scenario::PortId;
use crate::sim::world::Numbered;

impl Teller<'_> {
    /// Who takes the slot that became free, or why nobody does.
    pub(super) fn successor(&self, port: PortId) -> String {
        let in_port = self.happened.moves.iter().filter(|(at, _)| *at == port);
        let handed = in_port.map(|(_, moved)| moved).find_map(|moved| match moved {
            Move {
                item: Item::Packet { n, .. },
                from: Place::Queue,
                to: Place::Thread(to),
                rule: Rule::C10 | Rule::C18 | Rule::C06,
            } => Some((*n, *to)),
            _ => None,
        });
        if let Some((n, thread)) = handed {
            return format!("{} takes its place, with p{n}.", self.thread(thread));
        }
        let Snapshot { queue, waiting, .. } = self.world.machine(port).snapshot();
        match (queue.is_empty(), waiting.is_empty()) {
            (true, true) => String::new(),
            (true, false) => "No packet is queued, so nobody takes its place.".to_owned(),
            (false, true) => "No thread waits, so nobody takes its place.".to_owned(),
            (false, false) => "No slot is free, so nobody takes its place.".to_owned(),
        }
    }

    /// "Two threads run under a limit of one.", where they do.
    pub(super) fn over(&self, port: PortId) -> String {
        let machine = self.world.machine(port);
        let (active, limit) = (machine.active(), machine.limit().get() as usize);
        if active <= limit {
            return String::new();
        }
        format!("{} threads run under a limit of {}.", capital(&words(active)), words(limit))
    }

    /// What is said of a port that was destroyed in this step.
    pub(super) fn end(&self) -> String {
        let mut moves = self.happened.moves.iter();
        let Some(&(port, _)) = moves.find(|(_, moved)| moved.rule == Rule::L10) else {
            return String::new();
        };
        let lost = self.happened.moves.iter().filter(|(_, moved)| moved.rule == Rule::L11).count();
        let lost = match lost {
            0 => String::new(),
            1 => " One packet is lost with it.".to_owned(),
            _ => format!(" {} packets are lost with it.", capital(&words(lost))),
        };
        format!("Nothing refers to {} any more: it is destroyed.{lost}", self.port(port))
    }
}

/// "p1", "p1 and p2", "p1, p2 and p3".
pub(super) fn packets(packets: &[Numbered]) -> String {
    let names: Vec<String> = packets.iter().map(|packet| format!("p{}", packet.n)).collect();
    list(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// "A", "A and B", "A, B and C".
pub(super) fn list(names: &[&str]) -> String {
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

pub(super) fn queued(number: usize) -> String {
    if number == 1 {
        "one packet is queued".to_owned()
    } else {
        format!("{} packets are queued", words(number))
    }
}

/// A number as it is read out, up to twelve.
pub(super) fn words(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
