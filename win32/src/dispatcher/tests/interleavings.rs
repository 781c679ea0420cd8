//! Races: every order in which the steps of a few actors can come, each actor's in its own order.

use std::collections::HashSet;

use super::steps::{Change, Happens, Reply, Step, Told};
use super::world::World;
use super::{AUTO, Alert, Flag, MUTEX, Mode, Object, Outcome, Patience};

const SET: Step = Step::Object(0, Change::Set);
const HERE: usize = 0x1000;

/// An alertable wait for object 0.
fn waits(who: usize, patience: Patience) -> Step {
    Step::Wait { who, objects: vec![0], mode: Mode::Any, alert: Alert::Alertable, patience }
}

fn happens<const N: usize>(who: usize, happens: [Happens; N]) -> Vec<Step> {
    happens.map(|happens| Step::Waiter(who, happens)).to_vec()
}

/// How a run ended: the world after it, and every wait that ended.
struct Run {
    world: World,
    ends: Told,
    steps: Vec<Step>,
}

/// Runs every order of the steps of these actors, and says how many there were.
fn race(object: &Object<Flag>, waiters: usize, actors: &[Vec<Step>], check: impl FnMut(Run)) {
    let mut runs = Runs { actors, check, count: 0 };
    let world = World::new(std::slice::from_ref(object), waiters);
    runs.go_on(&vec![0; actors.len()], &Run { world, ends: vec![], steps: vec![] });
    let all: usize = actors.iter().map(Vec::len).sum();
    let same = actors.iter().map(|steps| factorial(steps.len())).product::<usize>();
    assert_eq!(runs.count, factorial(all) / same, "every order was run");
}

fn factorial(n: usize) -> usize {
    (1..=n).product()
}

struct Runs<'a, F> {
    actors: &'a [Vec<Step>],
    check: F,
    count: usize,
}

impl<F: FnMut(Run)> Runs<'_, F> {
    /// Goes on with each actor that has a step left; `taken` says how many each has taken.
    fn go_on(&mut self, taken: &[usize], run: &Run) {
        let mut is_over = true;
        for (actor, steps) in self.actors.iter().enumerate() {
            let Some(step) = steps.get(taken[actor]) else { continue };
            is_over = false;
            let mut taken = taken.to_vec();
            taken[actor] += 1;
            self.go_on(&taken, &run.with(step));
        }
        if is_over {
            self.count += 1;
            (self.check)(run.with_nothing());
        }
    }
}

impl Run {
    fn with(&self, step: &Step) -> Self {
        let mut next = self.with_nothing();
        next.steps.push(step.clone());
        next.take(step);
        next
    }

    fn with_nothing(&self) -> Self {
        Self { world: self.world.clone(), ends: self.ends.clone(), steps: self.steps.clone() }
    }

    /// Takes a step. A wait that ends in it is counted, whoever is told.
    fn take(&mut self, step: &Step) -> Reply {
        let taken = self.world.step(step);
        let (reply, told) = taken.unwrap_or_else(|wrong| panic!("{wrong}\nin {:?}", self.steps));
        self.ends.extend(told);
        if let Reply::Outcome(Some(outcome)) = reply
            && let Step::Wait { who, .. } | Step::Waiter(who, _) = step
        {
            self.ends.push((*who, outcome));
        }
        reply
    }
}

#[test]
fn apc_against_signal_against_time_out_gives_one_end_and_loses_nothing() {
    let waiter = [vec![waits(0, Patience::Waits)], happens(0, [Happens::TimedOut])].concat();
    let suspender = happens(0, [Happens::Suspended, Happens::Resumed]);
    let actors = [waiter, vec![SET], happens(0, [Happens::Apc]), suspender];
    let mut outcomes = HashSet::new();
    race(&AUTO, 1, &actors, |mut run| {
        let [(0, outcome)] = run.ends[..] else { panic!("{:?} in {:?}", run.ends, run.steps) };
        outcomes.insert(outcome);
        let left = match outcome {
            Outcome::Object(0) => [Outcome::Apc, Outcome::Timeout],
            _ => [Outcome::Object(0), Outcome::Apc],
        };
        let first = run.take(&waits(0, Patience::Poll));
        assert_eq!(first, Reply::Outcome(Some(left[0])), "{:?}", run.steps);
        assert_eq!(run.take(&Step::Waiter(0, Happens::TakesApc)), Reply::Before(1));
        assert_eq!(run.take(&waits(0, Patience::Poll)), Reply::Outcome(Some(Outcome::Timeout)));
    });
    assert_eq!(outcomes, [Outcome::Object(0), Outcome::Apc, Outcome::Timeout].into());
}

#[test]
fn a_signal_is_taken_once_or_stays_whoever_times_out_or_is_ended() {
    let waiter = |who, end| [vec![waits(who, Patience::Waits)], happens(who, [end])].concat();
    let actors = [waiter(0, Happens::TimedOut), waiter(1, Happens::Ended), vec![SET]];
    let mut taken_by = HashSet::new();
    race(&AUTO, 3, &actors, |mut run| {
        let ends = |who| run.ends.iter().filter(|(waiter, _)| *waiter == who).count();
        assert_eq!((ends(0), ends(1)), (1, 1), "{:?} in {:?}", run.ends, run.steps);
        let taken = run.ends.iter().find(|(_, outcome)| *outcome == Outcome::Object(0)).copied();
        taken_by.insert(taken.map(|(who, _)| who));
        let left = if taken.is_some() { Outcome::Timeout } else { Outcome::Object(0) };
        assert_eq!(run.take(&waits(2, Patience::Poll)), Reply::Outcome(Some(left)));
    });
    assert_eq!(taken_by, [Some(0), Some(1), None].into());
}

#[test]
fn a_mutex_finds_one_next_owner_whoever_leaves_or_is_suspended() {
    let owner = [vec![waits(0, Patience::Waits)], happens(0, [Happens::Leaves])].concat();
    let suspended = happens(1, [Happens::Suspended, Happens::Resumed]);
    let actors = [owner, vec![waits(1, Patience::Waits)], suspended];
    let mut outcomes = HashSet::new();
    race(&MUTEX, 2, &actors, |run| {
        let mut ends = run.ends.iter().filter(|(who, _)| *who == 1);
        let (Some((_, outcome)), None) = (ends.next(), ends.next()) else {
            panic!("{:?} in {:?}", run.ends, run.steps)
        };
        outcomes.insert(*outcome);
    });
    assert_eq!(outcomes, [Outcome::Object(0), Outcome::Abandoned(0)].into());
}

#[test]
fn a_wake_up_ends_one_wait_at_its_address_if_there_is_any_suspended_or_not() {
    let waiter = |who| vec![Step::WaitAt { who, address: HERE }];
    let waker = vec![Step::WakeAt { address: HERE, how_many: 1 }];
    let suspender = happens(0, [Happens::Suspended, Happens::Resumed]);
    let actors = [waiter(0), waiter(1), waker, suspender];
    let mut woken = HashSet::new();
    race(&AUTO, 2, &actors, |run| {
        let place = |wanted: fn(&Step) -> bool| run.steps.iter().position(wanted);
        let wake = place(|step| matches!(step, Step::WakeAt { .. }));
        let wait = place(|step| matches!(step, Step::WaitAt { .. }));
        let expected = usize::from(wait < wake);
        assert_eq!(run.ends.len(), expected, "{:?} in {:?}", run.ends, run.steps);
        woken.insert(run.ends.first().copied());
    });
    let woken_so = [None, Some((0, Outcome::Object(0))), Some((1, Outcome::Object(0)))];
    assert_eq!(woken, woken_so.into());
}
