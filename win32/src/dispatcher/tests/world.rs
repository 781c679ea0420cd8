//! A dispatcher beside the naive model of it: each step is taken by both, and compared.

use super::naive::{Kind, Naive, Thing};
use super::steps::{Change, Happens, Reply, Step, Told};
use super::{
    Dispatcher, Ends, Flag, Life, Mutex, Object, ObjectId, Outcome, Reset, Signal, WaiterId, taken,
};
use crate::codes::Refused;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct World {
    dispatcher: Dispatcher<Flag>,
    pub(super) naive: Naive,
    objects: Vec<ObjectId>,
    waiters: Vec<Option<WaiterId>>,
}

impl World {
    /// The first waiters have the numbers from 0, so that mutexes can name them as their owners.
    pub(super) fn new(objects: &[Object<Flag>], waiters: usize) -> Self {
        let naive = Naive::new(objects, waiters);
        let mut dispatcher = Dispatcher::new();
        let waiters = (0..waiters).map(|_| Some(dispatcher.come())).collect();
        let objects = objects.iter().map(|object| dispatcher.add(object.clone())).collect();
        Self { dispatcher, naive, objects, waiters }
    }

    /// Takes a step that can happen. Says what differs, or what does not hold.
    pub(super) fn step(&mut self, step: &Step) -> Result<(Reply, Told), String> {
        let waited = self.waited();
        let expected = self.naive.take(step);
        let numbers = self.waiters.clone();
        let (reply, ends) = self.take(step);
        let number = |who| numbers.iter().position(|waiter| *waiter == Some(who));
        let told: Option<Told> =
            ends.iter().map(|&(who, outcome)| Some((number(who)?, outcome))).collect();
        let found = (reply, told.ok_or_else(|| format!("{ends:?} name somebody who has gone"))?);
        if found != expected {
            return Err(format!("{step:?} gave {found:?}\nand should give {expected:?}"));
        }
        self.compare()?;
        self.account(step, &waited, &found)?;
        self.dispatcher.check().map_err(|broken| format!("after {step:?}: {}", broken.0))?;
        Ok(found)
    }

    /// Who is in a wait.
    fn waited(&self) -> Vec<bool> {
        let waiters = self.waiters.iter();
        waiters.map(|who| who.is_some_and(|who| self.dispatcher.is_waiting(who))).collect()
    }

    fn take(&mut self, step: &Step) -> (Reply, Ends) {
        let mut ends = Ends::new();
        let reply = self.reply(step, &mut ends);
        (reply.unwrap_or_else(|Refused(status)| Reply::Refused(status)), ends)
    }

    fn reply(&mut self, step: &Step, ends: &mut Ends) -> Result<Reply, Refused> {
        let d = &mut self.dispatcher;
        let waiter = |who: &usize| self.waiters[*who].expect("a step names who is there");
        Ok(match step {
            Step::Wait { who, objects, mode, alert, patience } => {
                let objects: Vec<ObjectId> =
                    objects.iter().map(|thing| self.objects[*thing]).collect();
                Reply::Outcome(d.wait(waiter(who), &objects, *mode, *alert, *patience)?)
            }
            Step::WaitAt { who, address } => {
                d.wait_at(waiter(who), *address);
                Reply::Done
            }
            Step::WakeAt { address, how_many } => {
                Reply::Before(d.wake_at(*address, *how_many, ends).into())
            }
            Step::Waiter(who, Happens::Comes) => {
                self.waiters[*who] = Some(d.come());
                Reply::Done
            }
            Step::Waiter(who, happens) => {
                let reply = happen(d, waiter(who), *happens, ends);
                if *happens == Happens::Leaves {
                    self.waiters[*who] = None;
                }
                reply
            }
            Step::Object(thing, change) => self.change(*thing, change, ends)?,
        })
    }

    fn change(&mut self, thing: usize, change: &Change, ends: &mut Ends) -> Result<Reply, Refused> {
        let (d, id) = (&mut self.dispatcher, self.objects[thing]);
        Ok(match change {
            Change::Set => before(d.set_event(id, ends)?),
            Change::Unset => before(d.reset_event(id)?),
            Change::Pulse => before(d.pulse_event(id, ends)?),
            Change::Release(n) => Reply::Before(d.release_semaphore(id, *n, ends)?.into()),
            Change::ReleaseMutex { by } => {
                let by = self.waiters[*by].expect("a step names who is there");
                Reply::Before(d.release_mutex(by, id, ends)?.into())
            }
            Change::Fire => before(d.fire_timer(id, ends)?),
            Change::Arm => before(d.arm_timer(id)?),
            Change::EndThread => {
                d.end_thread(id, ends)?;
                Reply::Done
            }
            Change::Outside(signalled) => {
                *d.probe_mut(id).expect("it lies outside") = Flag(*signalled);
                d.outside_changed(id, ends)?;
                Reply::Done
            }
            Change::Replace(by) => {
                d.remove(id);
                self.objects[thing] = d.add(by.clone());
                Reply::Done
            }
        })
    }

    /// Both models are in the same state, as far as it can be asked for.
    fn compare(&self) -> Result<(), String> {
        let (d, naive) = (&self.dispatcher, &self.naive);
        for (thing, &id) in self.objects.iter().enumerate() {
            let (found, expected) = (d.object(id), self.object(thing));
            same(&format!("object {thing}"), found, &expected)?;
            let is_served = |who: &usize| {
                let person = &naive.people[*who];
                person.suspended == 0 && person.wants.contains(&thing)
            };
            let expected: Vec<WaiterId> = self.in_line(is_served);
            same(&format!("queue {thing}"), &d.waiters(id).collect(), &expected)?;
        }
        for (who, id) in self.waiters.iter().enumerate() {
            let person = &naive.people[who];
            same(&format!("presence of {who}"), &id.is_some(), &person.present)?;
            let Some(id) = *id else { continue };
            let found = (d.is_waiting(id), d.suspended(id), d.apcs(id));
            let expected = (naive.is_waiting(who), person.suspended, person.apcs);
            same(&format!("waiter {who}"), &found, &expected)?;
            let Some(address) = person.address else { continue };
            let expected = self.in_line(|who| naive.people[*who].sleeps_at(address));
            same("queue at an address", &d.waiters_at(address).collect(), &expected)?;
        }
        Ok(())
    }

    fn in_line(&self, chosen: impl Fn(&usize) -> bool) -> Vec<WaiterId> {
        let chosen = self.naive.line.iter().filter(|who| chosen(who));
        chosen.map(|who| self.waiters[*who].expect("who is in line is there")).collect()
    }

    /// The object as the naive model has it.
    fn object(&self, thing: usize) -> Object<Flag> {
        let Thing { kind, signal, max, abandoned } = self.naive.things[thing];
        let number = |number: i64| u32::try_from(number).expect("it is not below 0");
        let set = if signal > 0 { Signal::Set } else { Signal::Unset };
        match kind {
            Kind::AutoEvent => Object::Event { reset: Reset::Auto, signal: set },
            Kind::ManualEvent => Object::Event { reset: Reset::Manual, signal: set },
            Kind::AutoTimer => Object::Timer { reset: Reset::Auto, signal: set },
            Kind::ManualTimer => Object::Timer { reset: Reset::Manual, signal: set },
            Kind::Semaphore => Object::Semaphore { count: number(signal), max: number(max) },
            Kind::Mutex if signal > 0 && abandoned => Object::Mutex(Mutex::Abandoned),
            Kind::Mutex if signal > 0 => Object::Mutex(Mutex::Free),
            Kind::Mutex => {
                let owner = self.naive.owned.iter().find(|(_, owned)| *owned == thing);
                let (owner, _) = owner.expect("who has taken a mutex owns it");
                taken(self.waiters[*owner].expect("an owner is there"), number(1 - signal))
            }
            Kind::Thread if signal > 0 => Object::Thread(Life::Ended),
            Kind::Thread => Object::Thread(Life::Running),
            Kind::Never => Object::Never,
            Kind::Outside => Object::Outside(Flag(signal > 0)),
        }
    }

    /// Every wait has one end, unless its waiter leaves; and no step ends another's by a time-out
    /// that it did not bring.
    fn account(
        &self,
        step: &Step,
        waited: &[bool],
        (reply, told): &(Reply, Told),
    ) -> Result<(), String> {
        for (who, (before, after)) in waited.iter().zip(self.waited()).enumerate() {
            let happens = match step {
                Step::Waiter(waiter, happens) if *waiter == who => Some(*happens),
                _ => None,
            };
            let timed_out = happens == Some(Happens::TimedOut);
            let by_itself = timed_out && *reply != Reply::Outcome(None);
            let by_others = told.iter().filter(|(waiter, _)| *waiter == who).count();
            let expected = *before && !after && happens != Some(Happens::Leaves);
            let ends = by_others + usize::from(by_itself);
            same(&format!("ends of the wait of {who}"), &ends, &usize::from(expected))?;
        }
        let brought = |outcome: &Outcome| {
            let Step::Waiter(_, happens) = step else {
                return matches!(outcome, Outcome::Object(_) | Outcome::Abandoned(_));
            };
            match outcome {
                Outcome::Object(_) | Outcome::Timeout => *happens == Happens::Resumed,
                Outcome::Abandoned(_) => matches!(happens, Happens::Leaves | Happens::Resumed),
                Outcome::Apc => matches!(happens, Happens::Apc | Happens::Resumed),
                Outcome::Ended => *happens == Happens::Ended,
            }
        };
        let stray = told.iter().any(|(_, outcome)| !brought(outcome));
        same("an end that the step does not bring", &stray, &false)
    }
}

fn happen(d: &mut Dispatcher<Flag>, who: WaiterId, happens: Happens, ends: &mut Ends) -> Reply {
    match happens {
        Happens::TimedOut => Reply::Outcome(d.timed_out(who)),
        Happens::Apc => Reply::EndedWait(d.queue_apc(who, ends)),
        Happens::TakesApc => Reply::Before(d.take_apc(who).into()),
        Happens::Suspended => Reply::Before(d.suspend(who).into()),
        Happens::Resumed => Reply::Before(d.resume(who, ends).into()),
        Happens::Ended => {
            d.end(who, ends);
            Reply::Done
        }
        Happens::Leaves => {
            d.leave(who, ends);
            Reply::Done
        }
        Happens::Comes => unreachable!("who comes has no number before"),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what} is {found:?}\nand should be {expected:?}")),
    }
}

fn before(signal: Signal) -> Reply {
    Reply::Before(i64::from(signal == Signal::Set))
}
