//! Every scenario that these calls can express, played by real threads: after each step they must
//! stand where the simulator has them, and every call must have returned what it says.
//!
//! A group of concurrent steps is played concurrently, `IOCP_SIM_ROUNDS` times, or 50, and has to
//! end as the explorer says that it may. What cannot be played is listed, with the reason.

#![cfg(not(windows))]

mod calls;
mod conductor;
mod front;
mod group;
mod picture;
mod plan;
mod random;
mod score;
mod stage;
mod worker;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use iocp_sim::sim::{Content, Get, PortId, Scenario, Step, Timeout};
use iocp_sim::{Status, ThreadId};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use self::score::{Measure, Score};
use self::stage::LONG;

/// How often a scenario with groups is played.
fn rounds() -> usize {
    let asked = std::env::var("IOCP_SIM_ROUNDS").ok();
    asked.map_or(50, |asked| asked.parse().expect("IOCP_SIM_ROUNDS is a number"))
}

/// The scenarios of a folder, by name.
fn scenarios(folder: &str) -> Vec<(String, Scenario)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios").join(folder);
    let entries = fs::read_dir(&folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it is readable").path());
    let mut scenarios: Vec<_> = paths
        .map(|path| {
            let bytes = fs::read(&path).expect("it is readable");
            let scenario = Scenario::from_bytes(&bytes).unwrap_or_else(|error| panic!("{error}"));
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            (name, scenario)
        })
        .collect();
    scenarios.sort_by(|(one, _), (other, _)| one.cmp(other));
    scenarios
}

/// Whether somebody stops, goes on, is interrupted or ends in it.
fn is_about_threads(scenario: &Scenario) -> bool {
    scenario.steps().any(|(_, _, step)| {
        matches!(
            step,
            Step::Block(_)
                | Step::Unblock(_)
                | Step::Suspend(_)
                | Step::Resume(_)
                | Step::Apc(_)
                | Step::Exit(_)
        )
    })
}

/// What was played.
#[derive(Debug, Default)]
struct Tally {
    scenarios: usize,
    rounds: usize,
    steps: usize,
    ends_seen: usize,
    ends: usize,
}

impl Tally {
    /// Plays a scenario, if it can be played.
    fn play(&mut self, name: &str, scenario: &Scenario) {
        let Ok(score) = Score::of(scenario) else { return };
        let has_groups = score.measures.iter().any(|measure| matches!(measure, Measure::Group(_)));
        let rounds = if has_groups { rounds() } else { 1 };
        let mut seen = BTreeSet::new();
        for round in 0..rounds {
            match conductor::play(&score, round, LONG) {
                Ok(paths) => seen.extend(paths),
                Err(text) => panic!("{name}, round {round}: {text}"),
            }
        }
        let (seen, ends, steps) = (seen.len(), score.paths.len(), score.steps.len());
        println!("{name}: {rounds} rounds of {steps} steps, {seen} of {ends} ends");
        *self = std::mem::take(self).with(&score, rounds, seen);
    }

    fn with(self, score: &Score, rounds: usize, ends_seen: usize) -> Self {
        Self {
            scenarios: self.scenarios + 1,
            rounds: self.rounds + rounds,
            steps: self.steps + rounds * score.steps.len(),
            ends_seen: self.ends_seen + ends_seen,
            ends: self.ends + score.paths.len(),
        }
    }

    /// Plays those of a folder that are asked for.
    fn play_all(folder: &str, asked: impl Fn(&Scenario) -> bool) {
        let (begun, mut tally) = (Instant::now(), Self::default());
        for (name, scenario) in scenarios(folder) {
            if asked(&scenario) {
                tally.play(&name, &scenario);
            }
        }
        println!("{tally:?} in {:.1} s", begun.elapsed().as_secs_f64());
        assert!(tally.scenarios > 10);
    }
}

#[test]
fn litmus_scenarios_of_threads_that_stop_or_end_go_as_the_simulator_says() {
    Tally::play_all("litmus", is_about_threads);
}

#[test]
fn other_litmus_scenarios_go_as_the_simulator_says() {
    Tally::play_all("litmus", |scenario| !is_about_threads(scenario));
}

#[test]
fn lessons_go_as_the_simulator_says() {
    Tally::play_all("lessons", |_| true);
}

/// Orders of two things that once went wrong.
const FOUND: [(&str, &str); 2] = [
    (
        "exit-against-block",
        "port P limit 1\nthread A\nA: get P poll\n\
         concurrently\n A: block\nand\n A: exit\nend\nalways P released [] paused []\n",
    ),
    (
        "apc-against-suspend",
        "port P limit 1\nthread A\nA: get P max 1 alertable\n\
         concurrently\n A: apc\nand\n A: suspend\nend\nalways P paused [A]\n\
         A: resume\nexpect A apc and P released [A]\n",
    ),
];

#[test]
fn what_once_went_wrong_goes_as_the_simulator_says() {
    for (name, text) in FOUND {
        let scenario = Scenario::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let mut tally = Tally::default();
        tally.play(name, &scenario);
        assert_eq!(tally.scenarios, 1);
    }
}

/// What is left out, and why. Ports are those of Windows 11; a scenario of another version is
/// played if all that it claims is true there as well.
#[test]
fn these_scenarios_are_not_for_real_threads() {
    let left_out: Vec<String> = ["lessons", "litmus"]
        .into_iter()
        .flat_map(scenarios)
        .filter_map(|(name, scenario)| Some(format!("{name}: {}", Score::of(&scenario).err()?)))
        .collect();
    println!("{}", left_out.join("\n"));
    assert_eq!(
        left_out,
        [
            "close-xp: the rules are those of profile xp",
            "apc-against-first-poll-on-vista: the rules are those of profile vista",
            "blocked-through-close-on-xp: the rules are those of profile xp",
            "close-against-block-on-xp: the rules are those of profile xp",
            "close-against-completion-on-xp: the rules are those of profile xp",
            "close-against-get-on-xp: the rules are those of profile xp",
            "close-against-suspend-on-xp: the rules are those of profile xp",
            "close-on-xp-at-the-limit: the rules are those of profile xp",
            "first-alertable-get-on-vista: the rules are those of profile vista",
            "nested-blocks: a thread that waits can not begin another wait",
            "replace-before-8-1: the rules are those of profile 8",
        ]
    );
}

/// How many scenarios are made up: 100, or as `IOCP_SIM_SCENARIOS` says. They are always the same.
fn made_up() -> u32 {
    let asked = std::env::var("IOCP_SIM_SCENARIOS").ok();
    asked.map_or(100, |asked| asked.parse().expect("IOCP_SIM_SCENARIOS is a number"))
}

#[test]
fn whatever_can_happen_goes_as_the_simulator_says() {
    let config = Config {
        cases: made_up(),
        failure_persistence: None,
        max_shrink_iters: 30,
        ..Config::default()
    };
    let algorithm = RngAlgorithm::ChaCha;
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(algorithm));
    let (begun, tally) = (Instant::now(), Cell::new(Tally::default()));
    let result = runner.run(&random::wishes(), |(limits, wishes)| {
        let scenario = random::scenario(&limits, &wishes);
        let score = Score::of(&scenario).map_err(|why| TestCaseError::fail(why.to_string()))?;
        let mut seen = BTreeSet::new();
        for round in 0..ROUNDS_OF_MADE_UP {
            match conductor::play(&score, round, Duration::from_secs(10)) {
                Ok(paths) => seen.extend(paths),
                Err(text) => {
                    let text = format!("{}\n{text}", random::written(&scenario));
                    return Err(TestCaseError::fail(text));
                }
            }
        }
        tally.set(tally.take().with(&score, ROUNDS_OF_MADE_UP, seen.len()));
        Ok(())
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(why, _)) => panic!("{why}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
    let tally = tally.take();
    println!("{tally:?} in {:.1} s", begun.elapsed().as_secs_f64());
    assert!(tally.steps > 10 * tally.rounds && tally.ends > tally.scenarios, "{tally:?}");
}

/// How often each of them is played.
const ROUNDS_OF_MADE_UP: usize = 3;

/// What is said of a score in which something is changed after it was made: the real threads do
/// another thing than what is expected of them.
fn discord(text: &str, change: impl Fn(&mut Score)) -> String {
    let scenario = Scenario::parse(text).expect("it can be read");
    let mut score = Score::of(&scenario).expect("it can be played");
    change(&mut score);
    let played = conductor::play(&score, 0, Duration::from_millis(200));
    played.expect_err("it is noticed")
}

/// Its steps are numbered from 0: the gets, the post, the block and the unblock.
const HAND_OVER: &str = "port P limit 1\nthread A B\nA: get P\nB: get P\n\
                         post P key=1\nB: block\nB: unblock\n";

fn content(key: u64) -> Content {
    Content { key, bytes: 0, status: Status::SUCCESS }
}

#[test]
fn a_call_that_returns_something_else_is_noticed() {
    let text = discord(HAND_OVER, |score| score.steps[2] = Step::Post(None, PortId(0), content(2)));
    assert!(text.contains("key: 2") && text.contains("key: 1"), "{text}");
}

#[test]
fn a_call_that_returns_too_early_is_noticed() {
    let poll = Get { max: None, timeout: Timeout::Poll, alertable: false };
    let text = discord(HAND_OVER, |score| score.steps[0] = Step::Get(ThreadId(0), PortId(0), poll));
    assert!(text.contains("Some(Timeout)") && text.contains("UnderWay"), "{text}");
}

#[test]
fn a_thread_that_is_elsewhere_is_noticed() {
    let text = discord(HAND_OVER, |score| score.steps[3] = Step::Suspend(ThreadId(0)));
    assert!(text.contains("paused: [0]") && text.contains("paused: [1]"), "{text}");
}

#[test]
fn a_limit_that_is_another_is_noticed() {
    let text = discord(HAND_OVER, |score| score.scenario.ports[0].limit = 2);
    assert!(text.contains("limit: 2") && text.contains("limit: 1"), "{text}");
}

/// Both threads may be released, in either order; the simulator is made to forget one.
#[test]
fn an_end_of_a_group_that_the_simulator_does_not_have_is_noticed() {
    let text = "port P limit 2\nthread A B\npost P key=1\npost P key=2\n\
                concurrently\n A: get P\nand\n B: get P\nend\n";
    let scenario = Scenario::parse(text).expect("it can be read");
    let mut score = Score::of(&scenario).expect("it can be played");
    assert_eq!(score.paths.len(), 2);
    score.paths.truncate(1);
    let mut rounds =
        (0..100_000).map(|round| conductor::play(&score, round, Duration::from_millis(20)));
    assert!(rounds.any(|played| played.is_err()), "one of the ends never comes");
}

/// A short while that turns out too short is no discord.
#[test]
fn what_happens_before_a_time_out_may_take_long() {
    let posts = "post P key=1\nA: get P poll\n".repeat(10);
    let text = format!("port P limit 1\nthread A B\nB: get Q timeout 1ms\n{posts}advance 1ms\n");
    let text = text.replacen("thread", "port Q limit 1\nthread", 1);
    let scenario = Scenario::parse(&text).expect("it can be read");
    let score = Score::of(&scenario).expect("it can be played");
    assert_eq!(conductor::play(&score, 0, LONG), Ok(vec![0]));
}
