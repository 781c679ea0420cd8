//! What a driver records: steps, each with its event, moves, results and the state after it.
//!
//! A trace names things as a person does: it holds no number that only a machine can read.

#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "serde")]
mod read;
mod scenario;
mod status;
mod text;

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use crate::machine::Profile;
use crate::rules::Rule;
use crate::structures::Status;

#[cfg(feature = "serde")]
pub use self::read::NoTrace;
pub(crate) use self::status::STATUSES;
pub use self::status::{status_name, status_named};

/// Everything that happened in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What the run is about.
    pub title: String,
    /// The question that it answers, if one was asked.
    pub question: Option<String>,
    /// The version of Windows whose rules held.
    pub profile: Profile,
    /// How many processors the machine has.
    pub processors: NonZeroU32,
    /// The ports, in the order of declaration.
    pub ports: Vec<PortHead>,
    /// In how many ends the run could end; this trace tells one of them.
    pub ends: usize,
    /// Whether it may have still more ends: not all orders of what is concurrent were tried.
    pub more_ends: bool,
    /// Why the trace stops before its story ends, in a sentence; `None` where it does not.
    pub stops: Option<String>,
    /// The threads, in the order of declaration.
    pub threads: Vec<ThreadHead>,
    /// The devices, in the order of declaration.
    pub devices: Vec<String>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// A port as it was declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortHead {
    /// Its name.
    pub name: String,
    /// How many threads it lets run at a time.
    pub limit: u32,
}

/// A thread and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadHead {
    /// Its name.
    pub name: String,
    /// Its steps as they were written.
    pub program: Vec<Line>,
}

/// A line of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, counted from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// One step and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number, counted from 1.
    pub n: usize,
    /// The virtual time of the step, in nanoseconds.
    pub at_ns: u64,
    /// The line of the scenario it stands in.
    pub line: usize,
    /// The step as it was written.
    pub text: String,
    /// The step in its canonical form.
    pub event: String,
    /// What happened, in a sentence.
    pub says: String,
    /// Where names of threads, devices, ports and packets stand in that sentence.
    pub names: Vec<Name>,
    /// The notes that follow the step.
    pub notes: Vec<String>,
    /// The rule by which the step was refused.
    pub refused: Option<Rule>,
    /// What moved, in order.
    pub moves: Vec<Move>,
    /// What the calls that ended in this step returned, in order.
    pub results: Vec<ThreadResult>,
    /// Every port after the step.
    pub state: Vec<PortState>,
    /// What each thread has in hand after the step, in the order of declaration.
    pub holds: Vec<Vec<Packet>>,
    /// The line of the step that each thread began last, 0 before its first, in the order of
    /// declaration.
    pub pc: Vec<usize>,
}

/// A stretch of a sentence that names something, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// How many characters stand before it.
    pub start: usize,
    /// How many it has.
    pub length: usize,
}

/// Something that moved, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The port in which it moved.
    pub port: String,
    /// What moved.
    pub item: String,
    /// The packet that a released thread takes along.
    pub with: Option<String>,
    /// Where it was.
    pub from: String,
    /// Where it is.
    pub to: String,
    /// The rule that decided it.
    pub rule: Rule,
}

/// What a call returned to its thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadResult {
    /// The thread.
    pub thread: String,
    /// What kind of result it was.
    pub kind: ResultKind,
    /// The packets that it got.
    pub packets: Vec<Packet>,
    /// The rule by which the call returned.
    pub rule: Rule,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultKind {
    /// With packets.
    Got,
    /// Without a packet in time.
    Timeout,
    /// Because the port was closed during it.
    Abandoned,
    /// Because the port was closed before it.
    Closed,
    /// For user APCs.
    Apc,
    /// Windows refused it.
    Refused,
}

/// The five structures of one port, each in the order in which it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortState {
    /// The port.
    pub port: String,
    /// How many threads it lets run at a time.
    pub limit: u32,
    /// Whether its last handle is closed.
    pub closed: bool,
    /// Whether it is no more.
    pub destroyed: bool,
    /// The devices with their keys, in the order of association.
    pub devices: Vec<(String, u64)>,
    /// The queued packets, the next to leave first.
    pub queue: Vec<Packet>,
    /// The waiting threads, the next to leave first.
    pub waiting: Vec<String>,
    /// The released threads, in the order of entering. Their number is the active count.
    pub released: Vec<String>,
    /// The paused threads, in the order of entering.
    pub paused: Vec<String>,
}

/// A packet, with the number it has among all that went into any port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Its number, counted from 1.
    pub n: u64,
    /// Its completion key.
    pub key: u64,
    /// The low 32 bits of its information.
    pub bytes: u32,
    /// The NTSTATUS that its request ended with.
    pub status: Status,
    /// The name of that status, if it has one here.
    pub status_name: Option<&'static str>,
}

impl Trace {
    /// The most that the steps of a trace hold, by [`Trace::weight`]: some 400 MB. A recording of
    /// eight threads and a short queue has 80,000 steps then. Each step has a copy of everything,
    /// so that a long scenario with a long queue would fill any memory: a trace is cut where it
    /// holds more.
    pub const MOST: usize = 4_000_000;

    /// About how much the steps hold together, in names and packets.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.steps.iter().map(Step::weight).sum()
    }

    /// What the trace does not tell, in sentences: other ends, and why it stops.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let ends = match (self.ends, self.more_ends) {
            (1, false) => None,
            (1, true) => Some("This is the one end that was seen, and there may be more.".into()),
            (ends, false) => Some(format!("This is one of {ends} ends that the story can have.")),
            (ends, true) => {
                Some(format!("This is one of {ends} ends that were seen, and there may be more."))
            }
        };
        ends.into_iter().chain(self.stops.clone()).collect()
    }

    /// The notes that follow `step`; behind those of the last step stand [`Trace::remarks`].
    #[must_use]
    pub fn notes(&self, step: &Step) -> Vec<String> {
        let remarks = if step.n == self.steps.len() { self.remarks() } else { Vec::new() };
        step.notes.iter().cloned().chain(remarks).collect()
    }

    /// Every port before the first step.
    #[must_use]
    pub fn start(&self) -> Vec<PortState> {
        let empty = |PortHead { name, limit }: &PortHead| PortState {
            port: name.clone(),
            limit: *limit,
            closed: false,
            destroyed: false,
            devices: Vec::new(),
            queue: Vec::new(),
            waiting: Vec::new(),
            released: Vec::new(),
            paused: Vec::new(),
        };
        self.ports.iter().map(empty).collect()
    }

    /// The rules that occur in the trace.
    #[must_use]
    pub fn rules(&self) -> BTreeSet<Rule> {
        let moves = self.steps.iter().flat_map(|step| &step.moves).map(|moved| moved.rule);
        let results = self.steps.iter().flat_map(|step| &step.results).map(|result| result.rule);
        let refusals = self.steps.iter().filter_map(|step| step.refused);
        moves.chain(results).chain(refusals).collect()
    }
}

impl Step {
    /// About how much it holds, in names and packets.
    pub(crate) fn weight(&self) -> usize {
        let state = self.state.iter().map(|port| {
            let threads = port.waiting.len() + port.released.len() + port.paused.len();
            8 + port.devices.len() + port.queue.len() + threads
        });
        let held: usize = self.holds.iter().map(|packets| 1 + packets.len()).sum();
        state.sum::<usize>() + held + self.moves.len() + self.results.len()
    }
}

/// Whether titles and notes may have this letter: no control character, and none that turns the
/// order of those behind it.
pub(crate) fn is_of_text(letter: char) -> bool {
    let turns = matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    letter == '\t' || !(letter.is_control() || turns)
}

impl Packet {
    /// The name that expectations and pictures give the packet.
    #[must_use]
    pub fn name(&self) -> String {
        format!("p{}", self.n)
    }
}
