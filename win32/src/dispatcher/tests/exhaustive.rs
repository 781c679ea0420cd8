//! Every state that small worlds can reach, breadth first, each step beside the naive model.
//!
//! The states, transitions and seconds are printed
//! (`cargo test -p iocp-sim-win32 --lib exhaustive -- --nocapture`). What differs is printed with
//! the shortest way to it.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::time::Instant;

use windows_sys::Win32::Foundation::{
    NTSTATUS, STATUS_INVALID_PARAMETER_MIX, STATUS_MUTANT_LIMIT_EXCEEDED, STATUS_MUTANT_NOT_OWNED,
    STATUS_SEMAPHORE_LIMIT_EXCEEDED,
};

use super::super::object::RECURSION_LIMIT;
use super::steps::{Change, Happens, Reply, Step};
use super::world::World;
use super::{
    AUTO, Alert, Flag, MANUAL, MANUAL_TIMER, MUTEX, Mode, OUTSIDE, Object, Outcome, Patience,
    THREAD, TIMER, WaiterId, semaphore, taken,
};

/// No world may have more states, so that none takes more than a few seconds.
const MOST_STATES: usize = 100_000;
/// The addresses at which there are waits.
const ADDRESSES: [usize; 2] = [0x1000, 0x2000];

/// A small world: what there is, and how often what can happen.
struct Bounds {
    name: &'static str,
    objects: Vec<Object<Flag>>,
    waiters: usize,
    /// The waits that there are: their objects, and whether for all.
    waits: Vec<(Vec<usize>, Mode)>,
    alerts: Vec<Alert>,
    /// How many APCs are pending at most, and how deep suspensions nest, for each waiter.
    apcs: u32,
    suspensions: u32,
    /// How often a mutex can be taken: at least, where it is released, and at most.
    recursion: RangeInclusive<i64>,
    /// Whether waiters are ended, and leave.
    ends: bool,
    addresses: bool,
}

impl Bounds {
    fn new(name: &'static str, objects: &[Object<Flag>], waiters: usize) -> Self {
        Self {
            name,
            objects: objects.to_vec(),
            waiters,
            waits: vec![],
            alerts: vec![Alert::Deaf],
            apcs: 0,
            suspensions: 0,
            recursion: 0..=2,
            ends: false,
            addresses: false,
        }
    }

    fn waits(mut self, mode: Mode, waits: &[&[usize]]) -> Self {
        self.waits.extend(waits.iter().map(|objects| (objects.to_vec(), mode)));
        self
    }

    /// One APC and one suspension for each waiter, which may be ended or leave.
    fn interrupted(mut self) -> Self {
        self.alerts = vec![Alert::Alertable, Alert::Deaf];
        (self.apcs, self.suspensions, self.ends) = (1, 1, true);
        self
    }
}

/// Every step that can be tried in a world.
fn steps(bounds: &Bounds) -> Vec<Step> {
    let people = 0..bounds.waiters;
    let mut steps = Vec::new();
    for who in people.clone() {
        steps.extend(waits_of(bounds, who));
        steps.extend(happens(bounds).into_iter().map(|happens| Step::Waiter(who, happens)));
    }
    for (object, kind) in bounds.objects.iter().enumerate() {
        let changes = changes(kind, bounds.waiters);
        steps.extend(changes.into_iter().map(|change| Step::Object(object, change)));
    }
    if bounds.addresses {
        let wakes = [1, u32::MAX].map(|how_many| ADDRESSES.map(|address| (address, how_many)));
        let wakes = wakes.into_iter().flatten();
        steps.extend(wakes.map(|(address, how_many)| Step::WakeAt { address, how_many }));
        let waits = people.flat_map(|who| ADDRESSES.map(|address| Step::WaitAt { who, address }));
        steps.extend(waits);
    }
    steps
}

fn waits_of(bounds: &Bounds, who: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for (objects, mode) in &bounds.waits {
        for &alert in &bounds.alerts {
            for patience in [Patience::Poll, Patience::Waits] {
                let objects = objects.clone();
                steps.push(Step::Wait { who, objects, mode: *mode, alert, patience });
            }
        }
    }
    steps
}

fn happens(bounds: &Bounds) -> Vec<Happens> {
    let mut happens = vec![Happens::TimedOut];
    if bounds.apcs > 0 {
        happens.extend([Happens::Apc, Happens::TakesApc]);
    }
    if bounds.suspensions > 0 {
        happens.extend([Happens::Suspended, Happens::Resumed]);
    }
    if bounds.ends {
        happens.extend([Happens::Ended, Happens::Leaves]);
    }
    happens
}

fn changes(object: &Object<Flag>, waiters: usize) -> Vec<Change> {
    match object {
        Object::Event { .. } => vec![Change::Set, Change::Unset, Change::Pulse],
        Object::Semaphore { .. } => vec![Change::Release(1), Change::Release(2)],
        Object::Mutex(_) => (0..waiters).map(|by| Change::ReleaseMutex { by }).collect(),
        Object::Timer { .. } => vec![Change::Fire, Change::Arm],
        Object::Thread(_) => vec![Change::EndThread],
        Object::Never => vec![Change::Set],
        Object::Outside(_) => vec![Change::Outside(true), Change::Outside(false)],
    }
}

/// Whether a step stays within the bounds, and can happen.
fn may(bounds: &Bounds, world: &World, step: &Step) -> bool {
    let naive = &world.naive;
    let is_within = match step {
        Step::Waiter(who, Happens::Apc) => naive.people[*who].apcs < bounds.apcs,
        Step::Waiter(who, Happens::Suspended) => naive.people[*who].suspended < bounds.suspensions,
        Step::Object(thing, Change::ReleaseMutex { by }) => {
            let times = naive.times_taken_by(*by, *thing);
            times == 0 || times > *bounds.recursion.start()
        }
        Step::Wait { who, objects, .. } => {
            objects.iter().all(|thing| naive.times_taken_by(*who, *thing) < *bounds.recursion.end())
        }
        Step::WaitAt { .. } | Step::WakeAt { .. } | Step::Waiter(..) | Step::Object(..) => true,
    };
    is_within && naive.can(step)
}

/// The states of a world in the order in which they were found, each with how it was found.
struct Found<'a> {
    bounds: &'a Bounds,
    steps: Vec<Step>,
    numbers: HashMap<Rc<World>, usize>,
    worlds: Vec<(Rc<World>, Option<Way>)>,
    transitions: u64,
    seen: Seen,
}

/// The number of the state before it, and of the step from there.
type Way = (usize, usize);

/// What has happened at least once.
#[derive(Default)]
struct Seen {
    outcomes: HashSet<Outcome>,
    refusals: HashSet<NTSTATUS>,
}

/// Visits every state of a world, and panics with the shortest way to what differs.
fn search(bounds: &Bounds) -> Seen {
    let begun = Instant::now();
    let mut found = Found {
        bounds,
        steps: steps(bounds),
        numbers: HashMap::new(),
        worlds: vec![],
        transitions: 0,
        seen: Seen::default(),
    };
    found.add(World::new(&bounds.objects, bounds.waiters), None);
    let mut visited = 0;
    while visited < found.worlds.len() {
        found.visit(visited);
        visited += 1;
        assert!(visited < MOST_STATES, "{} is too large", bounds.name);
    }
    let (seconds, transitions) = (begun.elapsed().as_secs_f64(), found.transitions);
    println!("{}: {visited} states, {transitions} transitions, {seconds:.1} s", bounds.name);
    found.seen
}

impl Found<'_> {
    fn add(&mut self, world: World, way: Option<Way>) {
        if !self.numbers.contains_key(&world) {
            let world = Rc::new(world);
            self.numbers.insert(Rc::clone(&world), self.worlds.len());
            self.worlds.push((world, way));
        }
    }

    fn visit(&mut self, number: usize) {
        let world = Rc::clone(&self.worlds[number].0);
        for index in 0..self.steps.len() {
            let step = &self.steps[index];
            if !may(self.bounds, &world, step) {
                continue;
            }
            match follow(&world, step, &mut self.seen) {
                Ok(next) => self.add(next, Some((number, index))),
                Err(difference) => panic!("{difference}\nafter\n{}", self.way(number)),
            }
            self.transitions += 1;
        }
    }

    /// The steps that lead to a state, a line each.
    fn way(&self, mut number: usize) -> String {
        let mut steps = Vec::new();
        while let Some((before, index)) = self.worlds[number].1 {
            steps.push(format!("{:?}", self.steps[index]));
            number = before;
        }
        steps.reverse();
        steps.join("\n")
    }
}

/// The state after a step. Who leaves comes again at once, with the same number.
fn follow(world: &World, step: &Step, seen: &mut Seen) -> Result<World, String> {
    let mut next = world.clone();
    let (reply, told) = next.step(step)?;
    seen.outcomes.extend(told.into_iter().map(|(_, outcome)| outcome));
    match reply {
        Reply::Outcome(outcome) => seen.outcomes.extend(outcome),
        Reply::Refused(status) => seen.refusals.extend([status]),
        Reply::Done | Reply::Before(_) | Reply::EndedWait(_) => {}
    }
    if let Step::Waiter(who, Happens::Leaves) = step {
        next.step(&Step::Waiter(*who, Happens::Comes))?;
    }
    Ok(next)
}

#[track_caller]
fn assert_seen(seen: &Seen, outcomes: &[Outcome]) {
    let missing: Vec<&Outcome> =
        outcomes.iter().filter(|outcome| !seen.outcomes.contains(outcome)).collect();
    assert!(missing.is_empty(), "no wait ended with {missing:?}");
}

const EVERY_INTERRUPTION: [Outcome; 3] = [Outcome::Apc, Outcome::Timeout, Outcome::Ended];

#[test]
fn two_waiters_and_two_events_agree_whatever_interrupts_them() {
    let bounds = Bounds::new("two waiters, two events", &[AUTO, MANUAL], 2)
        .waits(Mode::Any, &[&[0], &[1, 0, 1]])
        .waits(Mode::All, &[&[0, 1], &[]])
        .interrupted();
    let seen = search(&bounds);
    assert_seen(&seen, &EVERY_INTERRUPTION);
    assert_seen(&seen, &[Outcome::Object(0), Outcome::Object(1)]);
}

#[test]
fn two_waiters_a_mutex_and_a_semaphore_agree_whatever_interrupts_them() {
    let bounds = Bounds::new("two waiters, mutex and semaphore", &[MUTEX, semaphore(1, 2)], 2)
        .waits(Mode::Any, &[&[0], &[1, 0]])
        .waits(Mode::All, &[&[0, 1], &[0, 0]])
        .interrupted();
    let seen = search(&bounds);
    assert_seen(&seen, &EVERY_INTERRUPTION);
    assert_seen(&seen, &[Outcome::Abandoned(0), Outcome::Abandoned(1)]);
    let refusals =
        [STATUS_INVALID_PARAMETER_MIX, STATUS_MUTANT_NOT_OWNED, STATUS_SEMAPHORE_LIMIT_EXCEEDED];
    assert_eq!(seen.refusals, refusals.into());
}

#[test]
fn three_waiters_two_mutexes_and_an_event_agree() {
    let mut bounds = Bounds::new("three waiters, two mutexes, event", &[MUTEX, MUTEX, AUTO], 3)
        .waits(Mode::Any, &[&[0], &[1], &[2, 1, 0]])
        .waits(Mode::All, &[&[0, 1], &[1, 2]]);
    (bounds.ends, bounds.recursion) = (true, 0..=1);
    let seen = search(&bounds);
    assert_seen(&seen, &[Outcome::Object(2), Outcome::Abandoned(0), Outcome::Abandoned(2)]);
}

#[test]
fn three_waiters_for_any_and_all_agree_while_they_are_suspended() {
    let mut bounds = Bounds::new("three waiters, suspensions", &[AUTO, semaphore(0, 2)], 3)
        .waits(Mode::Any, &[&[0], &[0, 1]])
        .waits(Mode::All, &[&[0, 1]]);
    bounds.suspensions = 1;
    assert_seen(&search(&bounds), &[Outcome::Object(1), Outcome::Timeout]);
}

#[test]
fn waits_for_a_timer_a_thread_and_what_lies_outside_agree() {
    let world = |name, timer| {
        Bounds::new(name, &[OUTSIDE, timer, THREAD, Object::Never], 2)
            .waits(Mode::Any, &[&[1, 0], &[3, 2, 0]])
            .waits(Mode::All, &[&[0, 1], &[2, 3]])
    };
    let seen = search(&world("outside, timer, thread and process", TIMER).interrupted());
    assert_seen(&seen, &EVERY_INTERRUPTION);
    assert_seen(&seen, &[Outcome::Object(0), Outcome::Object(1), Outcome::Object(2)]);
    let seen = search(&world("the same with a manual timer", MANUAL_TIMER));
    assert_seen(&seen, &[Outcome::Object(0), Outcome::Object(1), Outcome::Object(2)]);
}

#[test]
fn waits_at_two_addresses_agree_beside_an_event() {
    let mut bounds = Bounds::new("addresses", &[AUTO], 3).waits(Mode::Any, &[&[0]]);
    (bounds.addresses, bounds.suspensions, bounds.ends) = (true, 1, true);
    assert_seen(&search(&bounds), &[Outcome::Object(0), Outcome::Timeout, Outcome::Ended]);
}

#[test]
fn suspensions_and_apcs_of_one_waiter_agree_two_deep() {
    let mut bounds = Bounds::new("two deep", &[AUTO, MUTEX], 1)
        .waits(Mode::Any, &[&[0], &[1, 0], &[]])
        .waits(Mode::All, &[&[0, 1]])
        .interrupted();
    (bounds.apcs, bounds.suspensions, bounds.recursion) = (2, 2, 0..=3);
    bounds.addresses = true;
    assert_seen(&search(&bounds), &EVERY_INTERRUPTION);
}

#[test]
fn waits_for_a_mutex_that_was_taken_almost_too_often_agree() {
    let mutex = taken(WaiterId(0), RECURSION_LIMIT - 1);
    let mut bounds = Bounds::new("the limit of recursion", &[mutex, AUTO], 2)
        .waits(Mode::Any, &[&[0], &[1, 0]])
        .waits(Mode::All, &[&[1, 0]]);
    let limit = i64::from(RECURSION_LIMIT);
    (bounds.suspensions, bounds.recursion) = (1, limit - 1..=limit + 1);
    let seen = search(&bounds);
    assert!(seen.refusals.contains(&STATUS_MUTANT_LIMIT_EXCEEDED));
}
