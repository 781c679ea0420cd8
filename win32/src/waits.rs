//! The one lock of all waits, and what the threads of this process do under it.
//!
//! The [`Dispatcher`] decides who waits and whose wait ends; here are the lock, the clock, the
//! sleep and the wake-up. A thread that begins to wait is paused at its port in the same step, and
//! one whose wait ends counts there again in the step that ends it, whoever takes that step.
//!
//! Locks are taken in this order: this one, then what a thread's seat and a port have of their own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use iocp_sim::threads::{CompletionPort, Pause};
use parking_lot::Mutex;

use crate::codes::Refused;
use crate::dispatcher::{
    Alert, Dispatcher, Mode, ObjectId, Outcome, Patience, Probe, Sink, WaiterId,
};
use crate::inside;
use crate::objects::Thread;

static ALL: Mutex<All> = Mutex::new(All { dispatcher: Dispatcher::new(), agents: Vec::new() });

struct All {
    dispatcher: Dispatcher<Outside>,
    /// Who is told of the end of a wait, by the number of the waiter.
    agents: Vec<Option<Arc<dyn Agent>>>,
}

/// What waits know of a port: whether packets are queued, or it is closed.
#[derive(Debug)]
pub(crate) struct Outside(pub(crate) CompletionPort);

/// Who waits: a thread, or what was registered to be done after a wait.
pub(crate) trait Agent: Send + Sync {
    /// Is told, under the lock, how its wait ended.
    fn wait_ended(&self, outcome: Outcome);

    /// Is called after the lock is released.
    fn wake(&self);

    /// The number of the thread, if it is one.
    fn thread(&self) -> Option<u32> {
        None
    }
}

/// Gathers whose waits end in a step.
pub(crate) struct Ends<'a> {
    agents: &'a mut Vec<Option<Arc<dyn Agent>>>,
    first: Option<Arc<dyn Agent>>,
    others: Vec<Arc<dyn Agent>>,
}

/// Until when a wait goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// It does not wait at all.
    AtOnce,
    Passes(Instant),
    Forever,
}

/// How a wait at an address ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtAddress {
    Woken,
    /// There was nothing to wait for.
    NotNeeded,
    Timeout,
}

impl Probe for Outside {
    /// By [`Rule::L14`](iocp_sim::Rule::L14), [`Rule::K03`](iocp_sim::Rule::K03).
    fn is_signalled(&self) -> bool {
        self.0.depth() > 0 || self.0.is_closed()
    }
}

impl Sink for Ends<'_> {
    fn wait_ended(&mut self, who: WaiterId, outcome: Outcome) {
        let agent = self.agents[who.0 as usize].as_ref().expect("who waits is known");
        agent.wait_ended(outcome);
        let agent = Arc::clone(agent);
        match self.first {
            None => self.first = Some(agent),
            Some(_) => self.others.push(agent),
        }
    }
}

impl Ends<'_> {
    /// Says who is told of the waits of a waiter that has come.
    pub(crate) fn tell(&mut self, who: WaiterId, agent: Arc<dyn Agent>) {
        let place = who.0 as usize;
        if self.agents.len() <= place {
            self.agents.resize_with(place + 1, || None);
        }
        self.agents[place] = Some(agent);
    }

    /// The number of the thread that a waiter is, if it is one.
    pub(crate) fn thread(&self, who: WaiterId) -> Option<u32> {
        self.agents.get(who.0 as usize)?.as_ref()?.thread()
    }

    /// Tells nobody any more of the waits of a waiter, which is about to leave. What it gives back
    /// must not be dropped under the lock.
    pub(crate) fn forget(&mut self, who: WaiterId) -> Option<Arc<dyn Agent>> {
        self.agents[who.0 as usize].take()
    }
}

/// Takes a step under the lock of all waits, and wakes whoever it tells when the lock is released.
///
/// Nothing that runs in `act` may drop an object or call what is the user's.
pub(crate) fn step<R>(act: impl FnOnce(&mut Dispatcher<Outside>, &mut Ends<'_>) -> R) -> R {
    let mut all = ALL.lock();
    let All { dispatcher, agents } = &mut *all;
    let mut ends = Ends { agents, first: None, others: Vec::new() };
    let result = act(dispatcher, &mut ends);
    let Ends { first, others, .. } = ends;
    drop(all);
    if let Some(first) = first {
        first.wake();
        others.iter().for_each(|agent| agent.wake());
    }
    result
}

/// Lets the calling thread wait for objects, of which the caller holds each; without any it sleeps.
/// `before` happens in the same step. APCs that end the wait have run when this returns.
///
/// By [`Rule::C10`](iocp_sim::Rule::C10), [`Rule::C11`](iocp_sim::Rule::C11),
/// [`Rule::C24`](iocp_sim::Rule::C24), [`Rule::U02`](iocp_sim::Rule::U02); of the deadline
/// [`Rule::U10`](iocp_sim::Rule::U10).
pub(crate) fn wait(
    objects: &[ObjectId],
    mode: Mode,
    alert: Alert,
    until: Until,
    before: impl FnOnce(&mut Dispatcher<Outside>, &mut Ends<'_>) -> Result<(), Refused>,
) -> Result<Outcome, Refused> {
    let patience = match until {
        Until::AtOnce => Patience::Poll,
        Until::Passes(_) | Until::Forever => Patience::Waits,
    };
    let me = Thread::current();
    let begun = begin(&me, |dispatcher, ends| {
        before(dispatcher, ends)?;
        dispatcher.wait(me.who(), objects, mode, alert, patience)
    })?;
    let outcome = begun.unwrap_or_else(|pause| me.sleep(until, pause));
    match outcome {
        Outcome::Apc => {
            me.run_apcs();
        }
        Outcome::Ended => inside::attend(),
        Outcome::Object(_) | Outcome::Abandoned(_) | Outcome::Timeout => {}
    }
    Ok(outcome)
}

/// Waits at an address until it is woken, unless `still` says, under the lock of all waits, that
/// there is nothing to wait for.
///
/// By [`Rule::C10`](iocp_sim::Rule::C10), [`Rule::C11`](iocp_sim::Rule::C11).
pub(crate) fn wait_at(
    address: usize,
    still: impl FnOnce() -> bool,
    deadline: Option<Instant>,
) -> AtAddress {
    let me = Thread::current();
    let begun = begin(&me, |dispatcher, _| {
        if !still() {
            return Ok(Some(Outcome::Timeout));
        }
        dispatcher.wait_at(me.who(), address);
        Ok(None)
    });
    let ended = match begun {
        Ok(Err(pause)) => me.sleep(deadline.map_or(Until::Forever, Until::Passes), pause),
        Ok(Ok(Outcome::Ended)) => Outcome::Ended,
        Ok(Ok(_)) | Err(_) => return AtAddress::NotNeeded,
    };
    match ended {
        Outcome::Timeout => AtAddress::Timeout,
        // Whoever waits for a lock would wait again. It holds nothing of this library.
        Outcome::Ended => {
            me.stops_or_ends();
            AtAddress::Woken
        }
        Outcome::Object(_) | Outcome::Abandoned(_) | Outcome::Apc => AtAddress::Woken,
    }
}

/// Wakes so many of those who wait at an address, the oldest first; says how many. `then` runs
/// under the same lock before any of them goes on, with the number of those who are woken and
/// whether others wait on.
pub(crate) fn wake_at(address: usize, how_many: u32, then: impl FnOnce(u32, bool)) -> u32 {
    step(|dispatcher, ends| {
        let waiting = dispatcher.waiters_at(address).count();
        let waiting = u32::try_from(waiting).expect("threads are fewer than 2^32");
        // Whoever is woken may go on at once.
        then(waiting.min(how_many), waiting > how_many);
        dispatcher.wake_at(address, how_many, ends)
    })
}

/// Begins a wait of the calling thread: its outcome if it has ended already, or else the pause of
/// the thread, begun in the same step. A suspended thread stops first.
fn begin(
    me: &Thread,
    wait: impl FnOnce(&mut Dispatcher<Outside>, &mut Ends<'_>) -> Result<Option<Outcome>, Refused>,
) -> Result<Result<Outcome, Pause>, Refused> {
    let mut wait = Some(wait);
    loop {
        let begun = step(|dispatcher, ends| {
            // Whoever ends the thread has found it in no wait, and wakes it no more.
            if me.is_to_end() {
                return Some(Ok(Ok(Outcome::Ended)));
            }
            if dispatcher.suspended(me.who()) > 0 {
                return None;
            }
            let wait = wait.take().expect("a wait begins once");
            let outcome = wait(dispatcher, ends);
            Some(outcome.map(|outcome| {
                outcome.ok_or_else(|| {
                    me.prepares_to_sleep();
                    Pause::begin()
                })
            }))
        });
        match begun {
            Some(begun) => return begun,
            None => me.sleep_while_suspended(),
        }
    }
}

impl Thread {
    /// Sleeps until the wait that the calling thread has begun ends.
    fn sleep(&self, until: Until, pause: Pause) -> Outcome {
        let mut deadline = match until {
            Until::Passes(deadline) => Some(deadline),
            Until::AtOnce | Until::Forever => None,
        };
        let outcome = loop {
            if let Some(outcome) = self.outcome_until(deadline) {
                break outcome;
            }
            // If it is none yet, the wait goes on for a reason that ends it without a deadline.
            deadline = None;
            let timed_out = step(|dispatcher, _| {
                let outcome = dispatcher.timed_out(self.who());
                outcome.inspect(|_| self.counts_again())
            });
            if let Some(outcome) = timed_out {
                break outcome;
            }
        };
        drop(pause);
        outcome
    }
}

impl Until {
    /// A time that is too far away to be told never comes.
    pub(crate) fn after(duration: Duration) -> Self {
        match duration {
            Duration::ZERO => Self::AtOnce,
            _ => Instant::now().checked_add(duration).map_or(Self::Forever, Self::Passes),
        }
    }
}

/// Adds an object, and gives its number.
pub(crate) fn add(object: crate::dispatcher::Object<Outside>) -> ObjectId {
    step(|dispatcher, _| dispatcher.add(object))
}

/// Removes an object that nobody waits for.
pub(crate) fn remove(id: ObjectId) {
    let object = step(|dispatcher, _| dispatcher.remove(id));
    drop(object);
}
