//! A naive model of the same: after each step it looks, from the beginning and as long as it finds
//! somebody, for the one who waits longest of those whose wait is over.
//!
//! It keeps no queues, and of each object one number, its signal: how many could take it.

use windows_sys::Win32::Foundation::{
    STATUS_INVALID_PARAMETER_MIX, STATUS_MUTANT_LIMIT_EXCEEDED, STATUS_MUTANT_NOT_OWNED,
    STATUS_OBJECT_TYPE_MISMATCH, STATUS_SEMAPHORE_LIMIT_EXCEEDED,
};

use super::super::object::RECURSION_LIMIT;
use super::steps::{Change, Happens, Reply, Step, Told};
use super::{Alert, Flag, Life, Mode, Mutex, Object, Outcome, Patience, Reset, Signal, WaiterId};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Naive {
    pub(super) things: Vec<Thing>,
    pub(super) people: Vec<Person>,
    /// Who is in a wait, from the one who began first.
    pub(super) line: Vec<usize>,
    /// Who owns which mutex, in the order in which they were taken.
    pub(super) owned: Vec<(usize, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Thing {
    pub(super) kind: Kind,
    /// Above 0 it is signalled. That of a mutex is 1 if it is free, and one less for each time
    /// that it was taken.
    pub(super) signal: i64,
    pub(super) max: i64,
    pub(super) abandoned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    AutoEvent,
    ManualEvent,
    AutoTimer,
    ManualTimer,
    Semaphore,
    Mutex,
    Thread,
    Never,
    Outside,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Person {
    pub(super) present: bool,
    pub(super) suspended: u32,
    pub(super) apcs: u32,
    /// The rest says something only while the person is in line.
    pub(super) wants: Vec<usize>,
    every: bool,
    alertable: bool,
    late: bool,
    pub(super) address: Option<usize>,
    woken: bool,
}

impl Naive {
    pub(super) fn new(objects: &[Object<Flag>], people: usize) -> Self {
        let things = objects.iter().map(Thing::new).collect();
        let owners = (0..).zip(objects).filter_map(|(thing, object)| match object {
            Object::Mutex(Mutex::Owned { owner: WaiterId(owner), .. }) => {
                Some((*owner as usize, thing))
            }
            _ => None,
        });
        let person = Person { present: true, ..Person::default() };
        Self { things, people: vec![person; people], line: vec![], owned: owners.collect() }
    }

    pub(super) fn is_waiting(&self, who: usize) -> bool {
        self.line.contains(&who)
    }

    /// How often `who` has taken a thing that it owns.
    pub(super) fn times_taken_by(&self, who: usize, thing: usize) -> i64 {
        if self.owned.contains(&(who, thing)) { 1 - self.things[thing].signal } else { 0 }
    }

    /// Whether a step can happen: who waits does nothing, and who is not there neither does nor
    /// suffers anything.
    pub(super) fn can(&self, step: &Step) -> bool {
        let runs = |who: usize| self.people[who].present && !self.is_waiting(who);
        match step {
            Step::Wait { who, .. } | Step::WaitAt { who, .. } => runs(*who),
            Step::WakeAt { .. } => true,
            Step::Waiter(who, Happens::TakesApc) => runs(*who),
            Step::Waiter(who, Happens::Comes) => !self.people[*who].present,
            Step::Waiter(who, _) => self.people[*who].present,
            Step::Object(_, Change::ReleaseMutex { by }) => runs(*by),
            Step::Object(thing, Change::Outside(_)) => self.things[*thing].kind == Kind::Outside,
            Step::Object(thing, Change::Replace(_)) => {
                self.line.iter().all(|&who| !self.people[who].wants.contains(thing))
            }
            Step::Object(..) => true,
        }
    }

    pub(super) fn take(&mut self, step: &Step) -> (Reply, Told) {
        let mut told = Told::new();
        let reply = match step {
            Step::Wait { who, objects, mode, alert, patience } => {
                let person = &mut self.people[*who];
                person.wants.clone_from(objects);
                person.every = *mode == Mode::All;
                person.alertable = *alert == Alert::Alertable;
                person.late = *patience == Patience::Poll;
                self.begin(*who)
            }
            Step::WaitAt { who, address } => {
                self.people[*who].address = Some(*address);
                self.line.push(*who);
                Reply::Done
            }
            Step::WakeAt { address, how_many } => self.wake(*address, *how_many),
            Step::Waiter(who, happens) => self.happen(*who, *happens, &mut told),
            Step::Object(thing, change) => self.change(*thing, change, &mut told),
        };
        self.look(&mut told);
        (reply, told)
    }

    fn wake(&mut self, address: usize, how_many: u32) -> Reply {
        let sleepers: Vec<usize> =
            self.line.iter().copied().filter(|&who| self.people[who].sleeps_at(address)).collect();
        let woken = sleepers.len().min(how_many as usize);
        for &who in &sleepers[..woken] {
            self.people[who].woken = true;
        }
        Reply::Before(i64::try_from(woken).expect("it is small"))
    }

    fn happen(&mut self, who: usize, happens: Happens, told: &mut Told) -> Reply {
        match happens {
            Happens::TimedOut => {
                self.people[who].late = self.is_waiting(who);
                let outcome = self.is_over(who);
                if let Some(outcome) = outcome {
                    self.carry_out(who, outcome);
                }
                Reply::Outcome(outcome)
            }
            Happens::Apc => {
                self.people[who].apcs += 1;
                self.look(told);
                Reply::EndedWait(!told.is_empty())
            }
            Happens::TakesApc => {
                let taken = self.people[who].apcs > 0;
                self.people[who].apcs -= u32::from(taken);
                Reply::Before(taken.into())
            }
            Happens::Suspended => {
                self.people[who].suspended += 1;
                Reply::Before(i64::from(self.people[who].suspended) - 1)
            }
            Happens::Resumed => self.resume(who, told),
            Happens::Ended => {
                if self.is_waiting(who) {
                    self.take_out(who);
                    told.push((who, Outcome::Ended));
                }
                Reply::Done
            }
            Happens::Leaves => self.leave(who, told),
            Happens::Comes => {
                self.people[who] = Person { present: true, ..Person::default() };
                Reply::Done
            }
        }
    }

    fn change(&mut self, thing: usize, change: &Change, told: &mut Told) -> Reply {
        const EVENTS: [Kind; 2] = [Kind::AutoEvent, Kind::ManualEvent];
        const TIMERS: [Kind; 2] = [Kind::AutoTimer, Kind::ManualTimer];
        match change {
            Change::Set => self.signal(thing, &EVENTS, 1),
            Change::Unset => self.signal(thing, &EVENTS, 0),
            Change::Pulse => {
                let before = self.signal(thing, &EVENTS, 1);
                self.look(told);
                let _ = self.signal(thing, &EVENTS, 0);
                before
            }
            Change::Fire => self.signal(thing, &TIMERS, 1),
            Change::Arm => self.signal(thing, &TIMERS, 0),
            Change::EndThread => match self.signal(thing, &[Kind::Thread], 1) {
                Reply::Before(_) => Reply::Done,
                refused => refused,
            },
            Change::Outside(signalled) => {
                self.things[thing].signal = i64::from(*signalled);
                Reply::Done
            }
            Change::Release(n) => self.release(thing, i64::from(*n)),
            Change::ReleaseMutex { by } => self.release_mutex(*by, thing),
            Change::Replace(by) => {
                self.owned.retain(|(_, owned)| *owned != thing);
                self.things[thing] = Thing::new(by);
                Reply::Done
            }
        }
    }

    /// Ends the wait of the one who waits longest of those whose wait is over, until there is none.
    fn look(&mut self, told: &mut Told) {
        let over = |naive: &Self| {
            naive.line.iter().find_map(|&who| naive.is_over(who).map(|outcome| (who, outcome)))
        };
        while let Some((who, outcome)) = over(self) {
            self.carry_out(who, outcome);
            told.push((who, outcome));
        }
    }

    /// How the wait of `who` ends, if it does as things stand.
    fn is_over(&self, who: usize) -> Option<Outcome> {
        let person = &self.people[who];
        if person.suspended > 0 || !self.is_waiting(who) {
            return None;
        }
        let there = |thing: &&usize| self.is_there(**thing, who);
        let abandoned = |thing: &usize| self.things[*thing].abandoned;
        if person.woken {
            Some(Outcome::Object(0))
        } else if person.every && !person.wants.is_empty() && person.wants.iter().all(|t| there(&t))
        {
            let any = person.wants.iter().any(abandoned);
            Some(if any { Outcome::Abandoned(0) } else { Outcome::Object(0) })
        } else if let (false, Some(thing)) = (person.every, person.wants.iter().find(there)) {
            let index = person.wants.iter().position(|other| other == thing)?;
            let index = u32::try_from(index).expect("it is small");
            Some(if abandoned(thing) { Outcome::Abandoned(index) } else { Outcome::Object(index) })
        } else if person.alertable && person.apcs > 0 {
            Some(Outcome::Apc)
        } else {
            person.late.then_some(Outcome::Timeout)
        }
    }

    fn is_there(&self, thing: usize, who: usize) -> bool {
        self.things[thing].signal > 0 || self.owned.contains(&(who, thing))
    }

    /// Takes who may be in line out of it, without what was said of the wait.
    fn take_out(&mut self, who: usize) -> Person {
        self.line.retain(|&other| other != who);
        let &Person { present, suspended, apcs, .. } = &self.people[who];
        let rest = Person { present, suspended, apcs, ..Person::default() };
        std::mem::replace(&mut self.people[who], rest)
    }

    fn carry_out(&mut self, who: usize, outcome: Outcome) {
        let Person { wants, every, .. } = self.take_out(who);
        let taken = match outcome {
            Outcome::Object(_) | Outcome::Abandoned(_) if every => wants,
            Outcome::Object(index) | Outcome::Abandoned(index) => {
                wants.get(index as usize).copied().into_iter().collect()
            }
            Outcome::Apc | Outcome::Timeout | Outcome::Ended => vec![],
        };
        for thing in taken {
            let state = &mut self.things[thing];
            match state.kind {
                Kind::AutoEvent | Kind::AutoTimer | Kind::Semaphore => state.signal -= 1,
                Kind::Mutex => {
                    state.signal -= 1;
                    state.abandoned = false;
                    if state.signal == 0 {
                        self.owned.push((who, thing));
                    }
                }
                Kind::ManualEvent | Kind::ManualTimer => {}
                Kind::Thread | Kind::Never | Kind::Outside => {}
            }
        }
    }

    fn begin(&mut self, who: usize) -> Reply {
        let Person { wants, every, suspended, .. } = &self.people[who];
        let twice = wants.iter().any(|thing| wants.iter().filter(|t| *t == thing).count() > 1);
        if *every && twice {
            self.take_out(who);
            return Reply::Refused(STATUS_INVALID_PARAMETER_MIX);
        }
        let full = |thing: &usize| {
            let limit = i64::from(RECURSION_LIMIT);
            self.owned.contains(&(who, *thing)) && self.things[*thing].signal == 1 - limit
        };
        let first = wants.iter().find(|thing| self.is_there(**thing, who));
        let certain = !*every && *suspended == 0;
        let refused = if certain { first.is_some_and(full) } else { wants.iter().any(full) };
        if refused {
            self.take_out(who);
            return Reply::Refused(STATUS_MUTANT_LIMIT_EXCEEDED);
        }
        self.line.push(who);
        let outcome = self.is_over(who);
        if let Some(outcome) = outcome {
            self.carry_out(who, outcome);
        }
        Reply::Outcome(outcome)
    }

    fn resume(&mut self, who: usize, told: &mut Told) -> Reply {
        let before = self.people[who].suspended;
        self.people[who].suspended = before.saturating_sub(1);
        self.look(told);
        if before == 1 && self.is_waiting(who) && self.people[who].address.is_none() {
            self.line.retain(|&other| other != who);
            self.line.push(who);
        }
        Reply::Before(before.into())
    }

    fn leave(&mut self, who: usize, told: &mut Told) -> Reply {
        self.take_out(who);
        self.people[who] = Person::default();
        while let Some(place) = self.owned.iter().position(|(owner, _)| *owner == who) {
            let (_, thing) = self.owned.remove(place);
            (self.things[thing].signal, self.things[thing].abandoned) = (1, true);
            self.look(told);
        }
        Reply::Done
    }

    fn signal(&mut self, thing: usize, kinds: &[Kind], signal: i64) -> Reply {
        let thing = &mut self.things[thing];
        match kinds.contains(&thing.kind) {
            true => Reply::Before(std::mem::replace(&mut thing.signal, signal)),
            false => Reply::Refused(STATUS_OBJECT_TYPE_MISMATCH),
        }
    }

    fn release(&mut self, thing: usize, n: i64) -> Reply {
        let Thing { kind, signal, max, .. } = &mut self.things[thing];
        match (kind, *signal + n <= *max) {
            (Kind::Semaphore, true) => Reply::Before(std::mem::replace(signal, *signal + n)),
            (Kind::Semaphore, false) => Reply::Refused(STATUS_SEMAPHORE_LIMIT_EXCEEDED),
            _ => Reply::Refused(STATUS_OBJECT_TYPE_MISMATCH),
        }
    }

    fn release_mutex(&mut self, who: usize, thing: usize) -> Reply {
        if self.things[thing].kind != Kind::Mutex {
            return Reply::Refused(STATUS_OBJECT_TYPE_MISMATCH);
        }
        if !self.owned.contains(&(who, thing)) {
            return Reply::Refused(STATUS_MUTANT_NOT_OWNED);
        }
        self.things[thing].signal += 1;
        if self.things[thing].signal == 1 {
            self.owned.retain(|&pair| pair != (who, thing));
        }
        Reply::Before(self.things[thing].signal - 1)
    }
}

impl Person {
    pub(super) fn sleeps_at(&self, address: usize) -> bool {
        self.address == Some(address) && !self.woken
    }
}

impl Thing {
    fn new(object: &Object<Flag>) -> Self {
        let (kind, signal) = match object {
            Object::Event { reset: Reset::Auto, signal } => (Kind::AutoEvent, is_set(*signal)),
            Object::Event { reset: Reset::Manual, signal } => (Kind::ManualEvent, is_set(*signal)),
            Object::Timer { reset: Reset::Auto, signal } => (Kind::AutoTimer, is_set(*signal)),
            Object::Timer { reset: Reset::Manual, signal } => (Kind::ManualTimer, is_set(*signal)),
            Object::Semaphore { count, .. } => (Kind::Semaphore, i64::from(*count)),
            Object::Mutex(Mutex::Free | Mutex::Abandoned) => (Kind::Mutex, 1),
            Object::Mutex(Mutex::Owned { recursion, .. }) => {
                (Kind::Mutex, 1 - i64::from(recursion.get()))
            }
            Object::Thread(life) => (Kind::Thread, i64::from(*life == Life::Ended)),
            Object::Never => (Kind::Never, 0),
            Object::Outside(Flag(signalled)) => (Kind::Outside, i64::from(*signalled)),
        };
        let max = if let Object::Semaphore { max, .. } = object { i64::from(*max) } else { 1 };
        let abandoned = matches!(object, Object::Mutex(Mutex::Abandoned));
        Self { kind, signal, max, abandoned }
    }
}

fn is_set(signal: Signal) -> i64 {
    i64::from(signal == Signal::Set)
}
