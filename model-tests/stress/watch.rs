//! Watches the ports from outside until everything is got: snapshots, records and progress.

use std::collections::BTreeSet;
use std::fmt;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use iocp_sim::{Rule, Snapshot};

use crate::check::{Seen, examine};
use crate::scene::{CALM, PORTS, Scene};

/// When nothing is got for so long, something waits that should not.
const STANDSTILL: Duration = Duration::from_secs(60);

const BETWEEN_LINES: Duration = Duration::from_secs(5);

/// How many entries a record has at most, and how often one is taken: every so many snapshots.
const ENTRIES: usize = 4000;
const SNAPSHOTS_A_RECORD: u64 = 20;

/// What was seen from outside.
#[derive(Default)]
pub(crate) struct Watched {
    snapshots: u64,
    /// Snapshots of ports with more active threads than their limit.
    over_the_limit: u64,
    records: u64,
    seen: Seen,
}

/// Watches until every packet is got.
pub(crate) fn until_all_is_got(scene: &Scene) -> Result<Watched, String> {
    let mut watched = Watched::default();
    let mut progress = Progress::begin();
    while scene.got_in_all() < scene.packets() {
        if scene.failed() {
            return Err("a thread failed, see above".to_owned());
        }
        progress.look(scene)?;
        for (at, port) in scene.ports.iter().enumerate() {
            watched.look(at, &port.snapshot())?;
        }
        if watched.snapshots % (SNAPSHOTS_A_RECORD * PORTS as u64) == 0 {
            let at = watched.records as usize % PORTS;
            watched.record(scene, at).map_err(|wrong| format!("port {at}: {wrong}"))?;
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(watched)
}

/// Waits until a thread of a closed port ends.
pub(crate) fn until_it_ends(scene: &Scene, thread: &JoinHandle<()>) {
    let begun = Instant::now();
    while !thread.is_finished() {
        let snapshots = || scene.ports.each_ref().map(|port| port.snapshot());
        assert!(begun.elapsed() < STANDSTILL, "a thread does not end: {:#?}", snapshots());
        thread::sleep(Duration::from_micros(100));
    }
}

impl Watched {
    fn look(&mut self, at: usize, snapshot: &Snapshot) -> Result<(), String> {
        let Snapshot { limit, queue, waiting, released, paused, .. } = snapshot;
        let limit = *limit as usize;
        self.snapshots += 1;
        self.over_the_limit += u64::from(released.len() > limit);
        let threads = [waiting, released, paused].into_iter().flatten();
        let distinct: BTreeSet<_> = threads.clone().map(|thread| thread.0).collect();
        let wrong = if released.len() < limit && !queue.is_empty() && !waiting.is_empty() {
            "a packet and a thread wait while a slot is free"
        } else if threads.count() != distinct.len() {
            "a thread is in two places"
        } else if at == CALM && released.len() > limit {
            "nobody blocks, polls or times out, and the limit is exceeded"
        } else {
            return Ok(());
        };
        Err(format!("{wrong}: {snapshot:?}"))
    }

    /// Takes a record for a short while, and checks it.
    fn record(&mut self, scene: &Scene, at: usize) -> Result<(), String> {
        let recording = scene.ports[at].record(ENTRIES);
        thread::sleep(Duration::from_millis(2));
        self.seen.add(examine(&recording.finish())?);
        self.records += 1;
        Ok(())
    }

    /// What was never seen.
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let saw = |rule| self.seen.rules.contains(&rule);
        let seen = [
            ("a recorded excess", self.seen.excesses > 0),
            ("a packet taken by a busy thread", saw(Rule::C05)),
            ("a packet handed over to a waiting thread", saw(Rule::W01)),
            ("a slot given away by blocking", saw(Rule::C10)),
        ];
        seen.into_iter().filter(|(_, seen)| !seen).map(|(what, _)| what).collect()
    }
}

impl fmt::Display for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { snapshots, over_the_limit, records, seen } = self;
        let Seen { events, excesses, .. } = seen;
        write!(f, "{snapshots} snapshots, {over_the_limit} of them over the limit; ")?;
        write!(f, "{records} records of {events} events, with {excesses} excesses")
    }
}

/// Says how far it is, and notices when it does not go on.
struct Progress {
    begun: Instant,
    got: u64,
    since: Instant,
    lines: u32,
}

impl Progress {
    fn begin() -> Self {
        let begun = Instant::now();
        Self { begun, got: 0, since: begun, lines: 1 }
    }

    fn look(&mut self, scene: &Scene) -> Result<(), String> {
        let got = scene.got_in_all();
        if got > self.got {
            (self.got, self.since) = (got, Instant::now());
        } else if self.since.elapsed() > STANDSTILL {
            let snapshots = scene.ports.each_ref().map(|port| port.snapshot());
            return Err(format!("{got} packets were got, and no more: {snapshots:#?}"));
        }
        if self.begun.elapsed() > BETWEEN_LINES * self.lines {
            self.lines += 1;
            println!("stress: {} of 100 after {:.0?}", got * 100 / scene.packets(), {
                self.begun.elapsed()
            });
        }
        Ok(())
    }
}
