//! Recordings of real threads as scenarios and traces, for whatever plays, tells or exports those.
//!
//! [`CompletionPort::record`] notes what happens at a port. [`Recorded::scenario`] tells it as a
//! scenario of virtual threads, in which the port does the same again, step by step; and
//! [`Recorded::trace`] runs that. The threads have the names of the real ones, as far as the
//! language of scenarios has such names.
//!
//! What the port had in it when the recording began is made by steps that come first. What is not
//! at the port can not be seen: who posts, where a thread is that goes to another port (it goes to
//! a port `elsewhere`), how much time passes (a deadline has its place in the order, and no more).
//! Of a packet the context is left out, and of its information all but 32 bits.
//!
//! # Examples
//!
//! ```
//! use iocp_sim::Packet;
//! use iocp_sim::threads::CompletionPort;
//!
//! let port = CompletionPort::new(1);
//! let recording = port.record(1_000);
//! let worker = {
//!     let port = port.clone();
//!     std::thread::Builder::new().name("worker-1".to_owned()).spawn(move || port.get())?
//! };
//! port.post(Packet { key: 7, ..Packet::default() })?;
//! worker.join().expect("it does not panic")?;
//!
//! let trace = recording.finish().trace()?;
//! assert_eq!(trace.threads[0].name, "worker_1");
//! assert!(trace.steps.iter().any(|step| step.event == "worker_1: get P"));
//! // With the feature `serde` it is written as JSON, and `iocp-sim play FILE` plays it:
//! // serde_json::to_writer(std::fs::File::create("recorded.json")?, &trace)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`CompletionPort::record`]: crate::threads::CompletionPort::record

mod names;
mod teller;

use std::fmt;

use self::teller::Teller;
use crate::sim::{Impossible, Scenario, run};
use crate::threads::Recorded;
use crate::trace::Trace;

/// Why a recording can not be told as a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untold {
    /// Nothing happened, and the port was empty.
    Nothing,
    /// No steps are known that lead to the port as it was in the beginning.
    Beginning,
    /// A thread ran its APCs while it was blocked, or under Windows Vista: the language has no
    /// step that does this and nothing else.
    Apcs {
        /// The number of the event, counted from 0.
        event: usize,
    },
    /// Under Windows XP a thread left another port for this one, which was closed meanwhile, and
    /// went on here: in a scenario that is one step, and nothing comes between.
    Door {
        /// The number of the event, counted from 0.
        event: usize,
    },
    /// A step of the scenario can not happen.
    Step {
        /// The number of the step, counted from 1.
        step: usize,
        /// Why it can not.
        why: Impossible,
    },
}

impl fmt::Display for Untold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing was recorded"),
            Self::Beginning => f.write_str(
                "no steps are known that lead to the port as it was when the recording began; \
                 begin it earlier",
            ),
            Self::Apcs { event } => write!(
                f,
                "in event {event} a thread runs its APCs while it is blocked or under Windows \
                 Vista, and scenarios have no step for that; end the recording before it"
            ),
            Self::Door { event } => write!(
                f,
                "in event {event} a thread comes from another port to this one, which was closed \
                 meanwhile, and scenarios have no step for that; end the recording before it"
            ),
            Self::Step { step, why } => write!(f, "step {step} can not happen: {why}"),
        }
    }
}

impl std::error::Error for Untold {}

impl Recorded {
    /// The scenario in which virtual threads do what was recorded: the port does the same again.
    ///
    /// Left out are events that can not happen, and time-outs that came too late: they moved
    /// nothing. A thread that belonged to no port in between comes back under another name. One
    /// that left another port, and found this one closed as it came, is told as one that found it
    /// closed and stayed there. If events are missing at the end a note says so.
    ///
    /// # Errors
    ///
    /// [`Untold`], which says why there is none.
    pub fn scenario(&self) -> Result<Scenario, Untold> {
        self.told(self.said_of_missed())
    }

    /// The scenario, with a note at its end.
    fn told(&self, last: Option<String>) -> Result<Scenario, Untold> {
        let mut teller = Teller::new(self);
        let here = self.present();
        let beginning = self.start.beginning(here.map(|(thread, _)| thread));
        teller.begin(&beginning.ok_or(Untold::Beginning)?)?;
        teller.go_on()?;
        teller.finish(last)
    }

    /// The trace of [`Recorded::scenario`]: what `iocp-sim play` plays from a file, and what pages
    /// and pictures are made of. A trace holds a copy of the port after each step, so that a long
    /// recording with many threads or a long queue is cut. [`Trace::stops`] says so then, and if
    /// events are missing.
    ///
    /// `iocp-sim` reads a trace of at most 1 GiB, which is more than it writes, and a scenario of
    /// at most 1 MiB.
    ///
    /// # Errors
    ///
    /// [`Untold`], which says why there is none.
    pub fn trace(&self) -> Result<Trace, Untold> {
        let run = run(&self.told(None)?);
        let mut trace = run.trace;
        if let Some(stop) = run.stop {
            return Err(Untold::Step { step: run.steps + 1, why: stop.why });
        }
        trace.stops = trace.stops.or_else(|| self.said_of_missed());
        Ok(trace)
    }

    fn said_of_missed(&self) -> Option<String> {
        (self.missed > 0).then(|| format!("Events that were not recorded: {}.", self.missed))
    }
}
