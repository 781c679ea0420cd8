//! What every recorded run satisfies.
//!
//! The record replays on the machine and comes to the end that the port came to; what moves then
//! satisfies INV1 to INV6; and the packets of one poster came in the order in which it posted them
//! (Q01). Nothing is said of the order in which threads return from their gets (Q03).

use std::collections::{BTreeMap, BTreeSet};

use iocp_sim::threads::{Entry, Recorded};
use iocp_sim::{Event, Item, Ledger, Machine, Place, Rule, Sink};

/// What was seen in a recorded run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) events: usize,
    /// The rules that moved something or returned a call.
    pub(crate) rules: BTreeSet<Rule>,
    /// How many events left more threads active than the limit, and more than before.
    pub(crate) excesses: usize,
}

impl Seen {
    pub(crate) fn add(&mut self, other: Self) {
        self.events += other.events;
        self.rules.extend(other.rules);
        self.excesses += other.excesses;
    }
}

/// Checks a record. The key of each packet is taken for its poster, the context for its number.
pub(crate) fn examine(recorded: &Recorded) -> Result<Seen, String> {
    recorded.replay().map_err(|difference| difference.to_string())?;
    let mut walk = Walk::from(&recorded.start);
    for (number, (event, came_of_it)) in groups(&recorded.entries()).enumerate() {
        walk.step(event, came_of_it)
            .map_err(|what| format!("event {number}, {event:?}: {what}"))?;
    }
    Ok(walk.seen)
}

/// The events, each with what came of it.
fn groups(entries: &[Entry]) -> impl Iterator<Item = (Event, &[Entry])> {
    let is_event = |entry: &Entry| matches!(entry, Entry::Event(_));
    let mut rest = entries;
    std::iter::from_fn(move || {
        let (&first, others) = rest.split_first()?;
        let Entry::Event(event) = first else { unreachable!("an event comes first") };
        let end = others.iter().position(is_event).unwrap_or(others.len());
        let (came_of_it, after) = others.split_at(end);
        rest = after;
        Some((event, came_of_it))
    })
}

/// A way along a record, with a machine that goes along.
struct Walk {
    machine: Machine,
    ledger: Ledger,
    latest: BTreeMap<u64, u64>,
    seen: Seen,
}

impl Walk {
    fn from(start: &Machine) -> Self {
        let ledger = Ledger::of(start);
        Self { machine: start.clone(), ledger, latest: BTreeMap::new(), seen: Seen::default() }
    }

    /// The ledger is told what was recorded, and the machine goes along in silence.
    fn step(&mut self, event: Event, came_of_it: &[Entry]) -> Result<(), String> {
        let before = self.machine.active();
        self.ledger.begin(&self.machine);
        for entry in came_of_it {
            self.told(entry)?;
        }
        // An event that can not happen, as a get of a blocked thread, moves nothing.
        let _ = self.machine.step(event, &mut ());
        let queue: Vec<u64> = self.machine.snapshot().queue.iter().map(|&(n, _)| n).collect();
        self.ledger.check(&self.machine, &queue).map_err(|broken| broken.to_string())?;
        let active = self.machine.active();
        let limit = self.machine.limit().get() as usize;
        self.seen.excesses += usize::from(active > limit && active > before);
        self.seen.events += 1;
        Ok(())
    }

    fn told(&mut self, entry: &Entry) -> Result<(), String> {
        match *entry {
            Entry::Event(_) => unreachable!("events part the groups"),
            Entry::Move(moved) => {
                self.ledger.moved(moved);
                self.seen.rules.insert(moved.rule);
                let arrives = matches!(moved.from, Place::Outside | Place::Device(_));
                if let (Item::Packet { packet, .. }, true) = (moved.item, arrives) {
                    return self.arrived(packet.key, packet.context);
                }
            }
            Entry::Return(thread, outcome, rule) => {
                self.ledger.returned(thread, outcome, rule);
                self.seen.rules.insert(rule);
            }
        }
        Ok(())
    }

    fn arrived(&mut self, poster: u64, number: u64) -> Result<(), String> {
        match self.latest.insert(poster, number) {
            Some(latest) if latest >= number => {
                Err(format!("packet {number} of poster {poster} came after packet {latest}"))
            }
            _ => Ok(()),
        }
    }
}
