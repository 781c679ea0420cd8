//! A bounded record of what happened at a port, taken under its lock.

use std::fmt;
use std::sync::Arc;

use super::log::{Account, Log, Noted};
use super::state::Shared;
use super::sync::Mutex;
use crate::ids::ThreadId;
use crate::machine::{Event, Machine, Move, Outcome, Sink};
use crate::rules::Rule;

/// Something that was recorded: an event, or what came of the event before.
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
///
/// It is the events, in the order in which the port took them, and who came to the port. Whatever
/// came of them is made anew from the port as it was in the beginning: the machine is
/// deterministic. [`Recorded::trace`] makes of it what is played and exported.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The port as it was when the recording began.
    pub start: Machine,
    /// The port as it was when the recording ended.
    pub end: Machine,
    /// How many events more there would be, had there been room: the last ones.
    pub missed: usize,
    /// The name of the port.
    pub name: Option<String>,
    account: Account,
}

/// A recording under way. It ends when this is dropped.
#[derive(Debug)]
pub struct Recording {
    port: Arc<Shared>,
    place: Arc<Place>,
}

/// Where what was recorded is put when another recording takes over.
type Place = Mutex<Option<Recorded>>;

/// What a port that is recorded writes to.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) log: Log,
    start: Machine,
    place: Arc<Place>,
}

/// A replay that came to another end than the port did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The port at the end of the recording.
    pub recorded: Box<Machine>,
    /// The machine at the end of the replay.
    pub replayed: Box<Machine>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { recorded, replayed } = self;
        write!(f, "the port ended as {recorded:?} and its replay as {replayed:?}")
    }
}

impl std::error::Error for Difference {}

impl Recording {
    pub(super) fn begin(port: &Arc<Shared>, capacity: usize) -> Self {
        let mut log = Log::new(capacity);
        let place = Arc::new(Place::new(None));
        let mut state = port.lock();
        log.begin(state.present());
        let start = state.machine.clone();
        let running = Running { log, start, place: Arc::clone(&place) };
        if let Some(before) = state.recording.replace(Box::new(running)) {
            let (end, name) = (state.machine.clone(), port.name.clone());
            let place = Arc::clone(&before.place);
            *place.lock() = Some(before.end(end, name));
        }
        drop(state);
        Self { port: Arc::clone(port), place }
    }

    /// Ends the recording and gives what was recorded.
    #[must_use]
    pub fn finish(self) -> Recorded {
        match self.stop() {
            Some((running, end)) => running.end(end, self.port.name.clone()),
            None => self.place.lock().take().expect("what another recording ended is here"),
        }
    }

    /// Stops the recording unless another one has taken its place.
    fn stop(&self) -> Option<(Box<Running>, Machine)> {
        let mut state = self.port.lock();
        let is_this = |running: &mut Box<Running>| Arc::ptr_eq(&running.place, &self.place);
        let running = state.recording.take_if(is_this)?;
        Some((running, state.machine.clone()))
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Running {
    fn end(self, end: Machine, name: Option<String>) -> Recorded {
        let Self { log, start, .. } = self;
        Recorded { start, end, missed: log.missed(), name, account: log.account() }
    }
}

impl Recorded {
    /// The events, in order.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        self.account.events()
    }

    /// The events and what came of each, as a replay tells it.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let mut machine = self.start.clone();
        let mut entries = Entries::default();
        for event in self.events() {
            entries.0.push(Entry::Event(event));
            // An event that can not happen moves nothing, here as in the port.
            let _ = machine.step(event, &mut entries);
        }
        entries.0
    }

    /// Sends the recorded events to a machine in the state of the beginning, and holds the state
    /// in which it is then against that of the port at the end of the recording. If events are
    /// missing at the end there is nothing to compare.
    ///
    /// # Errors
    ///
    /// Both states, if they differ.
    pub fn replay(&self) -> Result<(), Difference> {
        let mut replayed = self.start.clone();
        for event in self.events() {
            let _ = replayed.step(event, &mut ());
        }
        if self.missed > 0 || replayed == self.end {
            return Ok(());
        }
        Err(Difference { recorded: Box::new(self.end.clone()), replayed: Box::new(replayed) })
    }

    /// The threads that were at the port in the beginning, each with its number in `people`.
    pub(crate) fn present(&self) -> impl Iterator<Item = (ThreadId, usize)> {
        self.account.here()
    }

    /// The events, and who came to the port, in order.
    pub(crate) fn noted(&self) -> impl Iterator<Item = Noted> {
        self.account.noted()
    }

    /// The names of the threads, as far as they have some.
    pub(crate) fn people(&self) -> &[Option<String>] {
        &self.account.people
    }
}

/// Keeps what it is told.
#[derive(Default)]
struct Entries(Vec<Entry>);

impl Sink for Entries {
    fn moved(&mut self, moved: Move) {
        self.0.push(Entry::Move(moved));
    }

    fn returned(&mut self, thread: ThreadId, outcome: Outcome, rule: Rule) {
        self.0.push(Entry::Return(thread, outcome, rule));
    }
}
