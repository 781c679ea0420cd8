//! The conductor: it has real threads do what a scenario says, and after each measure waits until
//! what there is to see is what the simulator shows.

use std::collections::BTreeMap;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim::sim::{PortId, Step, Timeout};

use super::group::follows_by_itself;
use super::picture::{
    Names, Picture, PortPicture, Progress, Seen, Standing, StepId, Told, describe,
};
use super::plan::Plan;
use super::score::{Measure, Path, Score};
use super::stage::{End, Stage, until};

/// How long each short while is tried.
const SHORT_MS: [u32; 5] = [20, 80, 320, 1_280, 5_120];

/// The longest delay of a branch, in turns of a loop: some hundred microseconds.
const LONGEST_DELAY: usize = 0x1FFF;

/// Why a performance is broken off.
enum Fault {
    /// The time of a get has passed before the scenario came to that.
    TooSlow,
    Discord(String),
}

/// A performance of a score.
struct Performance<'a> {
    score: &'a Score,
    plan: &'a Plan,
    stage: Stage,
    short_ms: u32,
    patience: Duration,
    /// The paths that agree with all that was seen, each with the names at each port by which it
    /// does.
    live: Vec<(usize, Vec<Names>)>,
    /// Since when a get waits, at the earliest and at the latest.
    ordered: BTreeMap<StepId, Instant>,
    waited: BTreeMap<StepId, Instant>,
    round: usize,
}

/// Plays a score once, and gives the paths that it may have gone.
///
/// # Errors
///
/// Both pictures, where they do not agree within so long.
pub(crate) fn play(score: &Score, round: usize, patience: Duration) -> Result<Vec<usize>, String> {
    let plan = Plan::of(score, round);
    for short_ms in SHORT_MS {
        match Performance::begin(score, &plan, short_ms, patience, round).play() {
            Ok(paths) => return Ok(paths),
            Err(Fault::TooSlow) => {}
            Err(Fault::Discord(text)) => return Err(text),
        }
    }
    Err("what happens before a time-out takes longer than five seconds".to_owned())
}

impl<'a> Performance<'a> {
    fn begin(
        score: &'a Score,
        plan: &'a Plan,
        short_ms: u32,
        patience: Duration,
        round: usize,
    ) -> Self {
        let stage = Stage::open(score, plan.timeouts_ms(&score.steps, short_ms));
        let names = vec![Names::default(); score.scenario.ports.len()];
        let live = plan.paths.iter().map(|&path| (path, names.clone())).collect();
        let (ordered, waited) = (BTreeMap::new(), BTreeMap::new());
        Self { score, plan, stage, short_ms, patience, live, ordered, waited, round }
    }

    fn play(mut self) -> Result<Vec<usize>, Fault> {
        for number in 0..self.score.measures.len() {
            let played = self.measure(number);
            if let Err(fault) = played {
                self.stage.end(&[]);
                return Err(fault);
            }
        }
        let score = self.score;
        let live: Vec<usize> = self.live.into_iter().map(|(path, _)| path).collect();
        let last = score.paths[live[0]].pictures.last();
        let ports = last.iter().flat_map(|picture| &picture.ports).flatten();
        let waiting: Vec<u32> = ports.flat_map(|port| port.waiting.clone()).collect();
        let late = self.stage.end(&waiting);
        let late: Vec<_> = late.into_iter().map(|id| &score.steps[id.0]).collect();
        if late.is_empty() {
            return Ok(live);
        }
        Err(Fault::Discord(format!("calls have returned after all: {late:?}")))
    }

    fn measure(&mut self, number: usize) -> Result<(), Fault> {
        let score = self.score;
        match &score.measures[number] {
            Measure::One(id) => {
                self.ordered.insert(*id, Instant::now());
                if let Step::Advance(_) = score.steps[id.0] {
                    sleep_until(self.passing(number).map(|(_, passed)| passed).max());
                }
                self.stage.perform(*id, self.end(number, *id));
            }
            Measure::Group(branches) => self.group(number, branches),
        }
        self.settle(number)
    }

    /// A thread that is free ends by itself.
    fn end(&self, number: usize, id: StepId) -> End {
        let Some(before) = number.checked_sub(1) else { return End::ByItself };
        let Some(thread) = self.score.steps[id.0].actor() else { return End::ByAnother };
        let is_free = |picture: &Picture| {
            let calls = self.score.steps.iter().zip(&picture.told);
            let mut calls = calls.filter(|(step, _)| step.actor() == Some(thread));
            picture.threads[thread.0 as usize].0 == Standing::Free
                && calls.all(|(_, progress)| *progress != Progress::UnderWay)
        };
        if self.pictures(before).all(is_free) { End::ByItself } else { End::ByAnother }
    }

    /// What the simulator shows after a measure.
    fn pictures(&self, number: usize) -> impl Iterator<Item = &'a Picture> {
        let score = self.score;
        self.live.iter().map(move |(path, _)| &score.paths[*path].pictures[number])
    }

    /// The gets whose time may pass in this measure, and when it has passed in reality.
    fn passing(&self, number: usize) -> impl Iterator<Item = (StepId, Instant)> {
        let may_pass = move |get: &StepId| {
            let passes = |path: &Path| path.expired.get(get) == Some(&number);
            self.live.iter().any(|(path, _)| passes(&self.score.paths[*path]))
        };
        let short = self.plan.short(self.short_ms);
        short.filter(move |(get, _)| may_pass(get)).filter_map(|(get, waits)| {
            let since = self.waited.get(&get)?;
            Some((get, *since + waits))
        })
    }

    /// Plays the branches of a group, each in a thread of its own, at about the time at which the
    /// time of a get passes, if there is one. That decides how often which of them is first, and
    /// nothing else.
    fn group(&mut self, number: usize, branches: &[Vec<StepId>]) {
        let now = Instant::now();
        self.ordered.extend(branches.iter().flatten().map(|&id| (id, now)));
        let passing: Vec<_> = self.passing(number).collect();
        let lead = Duration::from_micros([u64::MAX / 2, 500, 200, 0][self.round % 4]);
        let begins = passing.iter().map(|&(_, passed)| passed).max();
        sleep_until(begins.and_then(|begins| begins.checked_sub(lead)));
        let barrier = Barrier::new(branches.len());
        thread::scope(|scope| {
            for (hand, branch) in branches.iter().enumerate() {
                let (this, barrier, passing) = (&*self, &barrier, &passing);
                scope.spawn(move || {
                    barrier.wait();
                    this.delay(hand);
                    this.branch(branch, passing);
                });
            }
        });
    }

    /// Lets now this branch come first and now that one: a thread takes longer to begin what it is
    /// told to than another one takes to do something to it.
    fn delay(&self, hand: usize) {
        let mixed = (self.round * 8 + hand + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let turns = (mixed >> 40) & LONGEST_DELAY >> ((mixed >> 60) & 7);
        (0..turns).for_each(|_| std::hint::spin_loop());
    }

    fn branch(&self, branch: &[StepId], passing: &[(StepId, Instant)]) {
        for (place, &id) in branch.iter().enumerate() {
            self.stage.perform(id, End::ByAnother);
            if let Some(next) = branch.get(place + 1) {
                self.wait_until_happened(id, &self.score.steps[next.0], passing);
            }
        }
    }

    /// Waits until a step has happened, so that the next one of its branch may.
    fn wait_until_happened(&self, id: StepId, next: &Step, passing: &[(StepId, Instant)]) {
        let step = &self.score.steps[id.0];
        match *step {
            Step::Get(..) | Step::Post(Some(_), ..) if follows_by_itself(step, next) => {}
            Step::Get(_, _, get) => {
                assert_eq!(get.timeout, Timeout::Poll, "no other get is followed by such a step");
                until("a poll returns", || self.stage.told(id).is_some());
            }
            Step::Post(Some(_), ..) => {
                until("a post returns", || self.stage.told(id).is_some());
            }
            Step::Block(thread) => self.stage.wait_for_wait(thread),
            Step::Advance(_) => passing.iter().for_each(|&(get, passed)| self.passes(get, passed)),
            _ => {}
        }
    }

    /// Waits until the time of a get has passed: its thread was told, or is suspended.
    fn passes(&self, get: StepId, passed: Instant) {
        sleep_until(Some(passed));
        let Step::Get(thread, port, _) = self.score.steps[get.0] else { return };
        until("a time-out is noted", || {
            let seen = self.stage.look();
            let numbers = self.live.iter().flat_map(|(_, names)| &names[port.0].threads);
            let mut numbers = numbers.filter(|(_, name)| **name == thread.0);
            let waits =
                |shown: &PortPicture| numbers.any(|(number, _)| shown.waiting.contains(number));
            seen.told[get.0].is_some() || !seen.ports[port.0].as_ref().is_some_and(waits)
        });
    }

    /// Waits until what there is to see is what the simulator shows in some paths, and drops the
    /// others.
    fn settle(&mut self, number: usize) -> Result<(), Fault> {
        let begun = Instant::now();
        loop {
            let seen = self.stage.look();
            let agree = |(path, names): &(usize, Vec<Names>)| {
                Some((*path, self.agree(number, *path, names, &seen)?))
            };
            let agreeing: Vec<_> = self.live.iter().filter_map(agree).collect();
            // What is seen of one port may be older than what is seen of another.
            if !agreeing.is_empty() && self.stage.look() == seen {
                self.live = agreeing;
                let waits = |get: &StepId| seen.told[get.0].is_none();
                let (now, gets) = (Instant::now(), self.ordered.keys().copied().filter(waits));
                gets.for_each(|get| _ = self.waited.entry(get).or_insert(now));
                return Ok(());
            }
            if self.is_too_slow(number, &seen) {
                return Err(Fault::TooSlow);
            }
            if begun.elapsed() > self.patience {
                return Err(Fault::Discord(self.discord(number, &seen)));
            }
            thread::yield_now();
        }
    }

    /// The names that threads and devices have at each port, if all that is seen agrees.
    fn agree(
        &self,
        number: usize,
        path: usize,
        names: &[Names],
        seen: &Seen,
    ) -> Option<Vec<Names>> {
        let picture = &self.score.paths[path].pictures[number];
        if !picture.agrees_on_calls(&self.score.steps, seen) {
            return None;
        }
        let ports = picture.ports.iter().zip(&seen.ports).zip(names);
        (0..)
            .map(PortId)
            .zip(ports)
            .map(|(id, ((expected, port), earlier))| {
                let (expected, port) = match (expected, port) {
                    (None, None) => return Some(Names::default()),
                    (Some(expected), Some(port)) => (expected, port),
                    (None, Some(_)) | (Some(_), None) => return None,
                };
                let names = port.named_as(expected)?;
                let stays = |name| self.score.thread_stays(number, id, name);
                let device_stays = |name| self.score.device_stays(number, name);
                names.follow(earlier, stays, device_stays).then_some(names)
            })
            .collect()
    }

    /// Whether the time of a get has passed that was to wait on.
    fn is_too_slow(&self, number: usize, seen: &Seen) -> bool {
        let waits = |get: StepId| {
            self.pictures(number).all(|picture| picture.told[get.0] == Progress::UnderWay)
        };
        self.plan.short(self.short_ms).any(|(get, time)| {
            let has_passed = || self.ordered[&get].elapsed() >= time;
            seen.told[get.0] == Some(Told::Timeout) && waits(get) && has_passed()
        })
    }

    fn discord(&self, number: usize, seen: &Seen) -> String {
        let scenario = &self.score.scenario;
        let told: Vec<_> = seen.told.iter().map(|told| format!("{told:?}")).collect();
        let mut text = format!("after {:?}\n  is seen\n", self.score.measures[number]);
        text += &describe(scenario, &seen.ports, &told);
        text += &format!("    APCs run: {:?}\n", seen.ran);
        for (path, names) in &self.live {
            let Picture { ports, told, threads } = &self.score.paths[*path].pictures[number];
            let told: Vec<_> = told.iter().map(|told| format!("{told:?}")).collect();
            text += &format!("  where the simulator shows\n{}", describe(scenario, ports, &told));
            text += &format!("    threads: {threads:?}; names before: {names:?}\n");
        }
        text
    }
}

fn sleep_until(moment: Option<Instant>) {
    if let Some(moment) = moment {
        thread::sleep(moment.saturating_duration_since(Instant::now()));
    }
}
