//! A bounded record of what happened at a port, taken under its lock.

use std::fmt;
use std::sync::Arc;

use super::state::{Shared, Teller};
use super::sync::Mutex;
use crate::ids::ThreadId;
use crate::machine::{Answer, Event, Machine, Misuse, Move, Outcome, Sink};
use crate::rules::Rule;

/// The room that is made before a recording begins; beyond it the record grows under the lock.
const RESERVED: usize = 1 << 16;

/// Something that was recorded: an event, and then what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// An event.
    Event(Event),
    /// Something moved by the event before.
    Move(Move),
    /// A call returned by the event before.
    Return(ThreadId, Outcome, Rule),
}

/// What was recorded.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The port as it was when the recording began.
    pub start: Machine,
    /// What happened, in order. An event and what came of it are there wholly, or not at all.
    pub entries: Vec<Entry>,
    /// How many entries more there would be, had there been room.
    pub missed: usize,
}

/// A recording under way. It ends when this is dropped.
#[derive(Debug)]
pub struct Recording {
    port: Arc<Shared>,
    log: Arc<Log>,
}

/// What a recording writes to.
#[derive(Debug)]
pub(super) struct Log {
    capacity: usize,
    recorded: Mutex<Recorded>,
}

/// A place at which a replay went another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the event, counted from 0.
    pub event: usize,
    /// What was recorded.
    pub recorded: Vec<Entry>,
    /// What the machine did.
    pub replayed: Vec<Entry>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { event, recorded, replayed } = self;
        write!(f, "event {event} was recorded as {recorded:?} and is replayed as {replayed:?}")
    }
}

impl std::error::Error for Difference {}

impl Recording {
    pub(super) fn begin(port: &Arc<Shared>, capacity: usize) -> Self {
        let mut state = port.lock();
        let start = state.machine.clone();
        let entries = Vec::with_capacity(capacity.min(RESERVED));
        let recorded = Mutex::new(Recorded { start, entries, missed: 0 });
        let log = Arc::new(Log { capacity, recorded });
        state.log = Some(Arc::clone(&log));
        drop(state);
        Self { port: Arc::clone(port), log }
    }

    /// Ends the recording and gives what was recorded.
    #[must_use]
    pub fn finish(self) -> Recorded {
        self.stop();
        self.log.recorded.lock().clone()
    }

    /// Another recording may have taken the place of this one.
    fn stop(&self) {
        let mut state = self.port.lock();
        if state.log.as_ref().is_some_and(|log| Arc::ptr_eq(log, &self.log)) {
            state.log = None;
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Recorded {
    /// The events, in order.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Event(event) => Some(*event),
            Entry::Move(_) | Entry::Return(..) => None,
        })
    }

    /// Sends the recorded events to a machine in the state of the beginning, and holds what it
    /// does against what was recorded.
    ///
    /// # Errors
    ///
    /// The first place at which they differ.
    pub fn replay(&self) -> Result<(), Difference> {
        let mut machine = self.start.clone();
        let mut rest = self.entries.as_slice();
        let mut event = 0;
        while let [first, others @ ..] = rest {
            let length =
                others.iter().take_while(|entry| !matches!(entry, Entry::Event(_))).count();
            let (came_of_it, after) = others.split_at(length);
            let Entry::Event(happened) = *first else { unreachable!("an event comes first") };
            let replayed = replay_one(&mut machine, happened);
            if replayed != came_of_it {
                return Err(Difference { event, recorded: came_of_it.to_vec(), replayed });
            }
            rest = after;
            event += 1;
        }
        Ok(())
    }
}

fn replay_one(machine: &mut Machine, event: Event) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut writer = Writer { entries: &mut entries, teller: None, room: usize::MAX, missed: 0 };
    // An event that can not happen moves nothing, in the record as here.
    let _ = machine.step(event, &mut writer);
    entries
}

impl Log {
    /// Steps `machine` and writes down what happens, if there is room for all of it.
    pub(super) fn step(
        &self,
        machine: &mut Machine,
        event: Event,
        teller: &mut Teller<'_>,
    ) -> Result<Answer, Misuse> {
        let mut recorded = self.recorded.lock();
        let before = recorded.entries.len();
        let Recorded { entries, missed, .. } = &mut *recorded;
        let full = *missed > 0;
        let mut writer = Writer { entries, teller: Some(teller), room: self.capacity, missed: 0 };
        writer.write(Entry::Event(event));
        let answer = machine.step(event, &mut writer);
        let dropped = writer.missed;
        if dropped > 0 || full {
            *missed += dropped + (entries.len() - before);
            entries.truncate(before);
        }
        answer
    }
}

/// Writes down what it is told, and passes it on.
struct Writer<'a, 'b> {
    entries: &'a mut Vec<Entry>,
    teller: Option<&'a mut Teller<'b>>,
    room: usize,
    missed: usize,
}

impl Writer<'_, '_> {
    fn write(&mut self, entry: Entry) {
        if self.entries.len() < self.room {
            self.entries.push(entry);
        } else {
            self.missed += 1;
        }
    }
}

impl Sink for Writer<'_, '_> {
    fn moved(&mut self, moved: Move) {
        self.write(Entry::Move(moved));
        if let Some(teller) = &mut self.teller {
            teller.moved(moved);
        }
    }

    fn returned(&mut self, thread: ThreadId, outcome: Outcome, rule: Rule) {
        self.write(Entry::Return(thread, outcome, rule));
        if let Some(teller) = &mut self.teller {
            teller.returned(thread, outcome, rule);
        }
    }
}
