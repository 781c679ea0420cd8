//! Long random runs of more objects and waiters, beside the naive model. A run that differs is
//! shrunk to a minimal one.
//!
//! `PROPTEST_CASES` says how many runs there are.

use std::cell::RefCell;
use std::collections::HashSet;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use windows_sys::Win32::Foundation::{
    NTSTATUS, STATUS_INVALID_PARAMETER_MIX, STATUS_MUTANT_NOT_OWNED, STATUS_OBJECT_TYPE_MISMATCH,
    STATUS_SEMAPHORE_LIMIT_EXCEEDED,
};

use super::steps::{Change, Happens, Reply, Step};
use super::world::World;
use super::{
    AUTO, Alert, Flag, MANUAL, MANUAL_TIMER, MUTEX, Mode, OUTSIDE, Object, Outcome, Patience,
    THREAD, TIMER, semaphore,
};

const RUNS: u32 = 400;
const STEPS: usize = 300;
const WAITERS: usize = 6;
const KINDS: [Object<Flag>; 10] = [
    AUTO,
    MUTEX,
    semaphore(1, 3),
    MANUAL,
    MUTEX,
    OUTSIDE,
    TIMER,
    MANUAL_TIMER,
    THREAD,
    Object::Never,
];
/// Most waits are for a few of the objects, so that they meet.
const OBJECTS: usize = 5;

fn config() -> Config {
    let given = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    Config {
        cases: given.unwrap_or(RUNS),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        rng_seed: RngSeed::Fixed(0x10C9),
        ..Config::default()
    }
}

fn object() -> impl Strategy<Value = usize> {
    prop_oneof![4 => 0..OBJECTS, 1 => 0..KINDS.len()]
}

fn wait() -> impl Strategy<Value = Step> {
    let objects = prop::collection::vec(object(), 0..4);
    let mode = prop_oneof![Just(Mode::Any), Just(Mode::All)];
    let alert = prop_oneof![1 => Just(Alert::Alertable), 3 => Just(Alert::Deaf)];
    let patience = prop_oneof![1 => Just(Patience::Poll), 4 => Just(Patience::Waits)];
    (0..WAITERS, objects, mode, alert, patience)
        .prop_map(|(who, objects, mode, alert, patience)| Step::Wait {
            who,
            objects,
            mode,
            alert,
            patience,
        })
        .boxed()
}

fn happens() -> impl Strategy<Value = Happens> {
    prop_oneof![
        3 => Just(Happens::TimedOut),
        3 => Just(Happens::Apc),
        2 => Just(Happens::TakesApc),
        3 => Just(Happens::Suspended),
        4 => Just(Happens::Resumed),
        1 => Just(Happens::Ended),
        1 => Just(Happens::Leaves),
        4 => Just(Happens::Comes),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => Just(Change::Set),
        1 => Just(Change::Unset),
        2 => Just(Change::Pulse),
        4 => (0..4_u32).prop_map(Change::Release),
        12 => (0..WAITERS).prop_map(|by| Change::ReleaseMutex { by }),
        2 => Just(Change::Fire),
        1 => Just(Change::Arm),
        1 => Just(Change::EndThread),
        2 => any::<bool>().prop_map(Change::Outside),
        1 => (0..KINDS.len()).prop_map(|kind| Change::Replace(KINDS[kind].clone())),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let address = || prop_oneof![Just(0x1000_usize), Just(0x2000)];
    prop_oneof![
        8 => wait(),
        1 => (0..WAITERS, address()).prop_map(|(who, address)| Step::WaitAt { who, address }),
        1 => (address(), 0..3_u32)
            .prop_map(|(address, how_many)| Step::WakeAt { address, how_many }),
        6 => (0..WAITERS, happens()).prop_map(|(who, happens)| Step::Waiter(who, happens)),
        12 => (object(), change()).prop_map(|(object, change)| Step::Object(object, change)),
    ]
}

/// What has happened at least once.
#[derive(Default)]
struct Seen {
    outcomes: HashSet<Outcome>,
    refusals: HashSet<NTSTATUS>,
    /// How many waits one step has ended at most.
    ends: usize,
}

/// Runs the steps that can happen, and says at which one the models differ.
fn run(steps: &[Step], seen: &mut Seen) -> Result<(), String> {
    let mut world = World::new(&KINDS, WAITERS);
    for (number, step) in (1..).zip(steps) {
        if !world.naive.can(step) {
            continue;
        }
        let (reply, told) =
            world.step(step).map_err(|difference| format!("step {number}: {difference}"))?;
        seen.ends = seen.ends.max(told.len());
        seen.outcomes.extend(told.into_iter().map(|(_, outcome)| outcome));
        match reply {
            Reply::Refused(status) => {
                seen.refusals.insert(status);
            }
            Reply::Outcome(outcome) => seen.outcomes.extend(outcome),
            Reply::Done | Reply::Before(_) | Reply::EndedWait(_) => {}
        }
    }
    Ok(())
}

#[test]
fn long_runs_agree_and_meet_every_outcome_and_refusal() {
    let seen = RefCell::new(Seen::default());
    let steps = prop::collection::vec(step(), STEPS);
    let outcome = TestRunner::new(config())
        .run(&steps, |steps| run(&steps, &mut seen.borrow_mut()).map_err(TestCaseError::fail));
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, steps)) => panic!("{reason}\n\nminimal run:\n{steps:#?}"),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
    let Seen { outcomes, refusals, ends } = seen.into_inner();
    let kinds = [Outcome::Apc, Outcome::Timeout, Outcome::Ended];
    let places = (0..3).flat_map(|place| [Outcome::Object(place), Outcome::Abandoned(place)]);
    assert_eq!(outcomes, kinds.into_iter().chain(places).collect());
    let every = [
        STATUS_INVALID_PARAMETER_MIX,
        STATUS_MUTANT_NOT_OWNED,
        STATUS_OBJECT_TYPE_MISMATCH,
        STATUS_SEMAPHORE_LIMIT_EXCEEDED,
    ];
    assert_eq!(refusals, every.into());
    assert!(ends >= WAITERS / 2, "{ends} waits ended in one step at most");
}
