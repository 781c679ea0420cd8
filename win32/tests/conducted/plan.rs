//! Which gets are to see their time pass, and how long that is in reality.
//!
//! Virtual time is no real time. A get whose time passes in the simulator waits for a while that
//! is short, and every other get for one that never passes. Should a while turn out to be too
//! short for what the scenario does meanwhile, all is played once more with longer ones.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use iocp_sim::sim::{Get, Step, Timeout};

use super::picture::StepId;
use super::score::{Path, Score};

/// How long the gets of a performance wait, and which ways it may go.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The gets whose time is to pass, with their places in the order in which it does.
    short: BTreeMap<StepId, u32>,
    /// The paths in which the time of these gets passes if they have not returned by then, and
    /// that of no other.
    pub(crate) paths: Vec<usize>,
}

/// Longer than a performance lasts.
const NEVER_MS: u32 = 600_000;

impl Plan {
    /// The plan of a round. Where the time of a get may pass or not, rounds take turns.
    pub(crate) fn of(score: &Score, round: usize) -> Self {
        let mut moments: BTreeMap<StepId, usize> = BTreeMap::new();
        for path in &score.paths {
            for (&get, &measure) in &path.expired {
                let moment = moments.entry(get).or_insert(measure);
                *moment = measure.min(*moment);
            }
        }
        let chosen = &score.paths[round % score.paths.len()];
        moments.retain(|get, _| !chosen.pending.contains(get));
        let in_order: BTreeSet<usize> = moments.values().copied().collect();
        let place = |measure: usize| in_order.iter().position(|&moment| moment == measure);
        let place = |measure| place(measure).expect("it is one of them") + 1;
        let places = moments.into_iter().map(|(get, measure)| (get, place(measure)));
        let places = places.map(|(get, place)| (get, u32::try_from(place).expect("it is small")));
        let short = places.collect();
        let goes = |path: &Path| {
            let passes = |get| BTreeMap::contains_key(&short, get);
            path.expired.keys().all(passes) && !path.pending.iter().any(passes)
        };
        let paths = (0..score.paths.len()).filter(|&path| goes(&score.paths[path])).collect();
        Self { short, paths }
    }

    /// How long each get waits, if a short while is this long.
    pub(crate) fn timeouts_ms(&self, steps: &[Step], short_ms: u32) -> Vec<u32> {
        let timeout = |(number, step): (usize, &Step)| match step {
            Step::Get(_, _, Get { timeout, .. }) => match timeout {
                Timeout::Never => u32::MAX,
                Timeout::Poll => 0,
                Timeout::After(_) => {
                    self.short.get(&StepId(number)).map_or(NEVER_MS, |place| place * short_ms)
                }
            },
            _ => 0,
        };
        steps.iter().enumerate().map(timeout).collect()
    }

    /// The gets whose time is to pass, and how long they wait.
    pub(crate) fn short(&self, short_ms: u32) -> impl Iterator<Item = (StepId, Duration)> {
        let waits = move |place: u32| Duration::from_millis((place * short_ms).into());
        self.short.iter().map(move |(&get, &place)| (get, waits(place)))
    }
}
