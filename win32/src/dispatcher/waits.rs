//! Waits: how one begins, what it is tested for, and how it is taken out.

use std::collections::VecDeque;

use windows_sys::Win32::Foundation::{STATUS_INVALID_PARAMETER_MIX, STATUS_MUTANT_LIMIT_EXCEEDED};

use super::object::Taken;
use super::{Dispatcher, ObjectId, Probe, Waiter, WaiterId};
use crate::codes::Refused;

/// Whether a wait takes one of its objects, or all of them at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    Any,
    All,
}

/// Whether an APC ends a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Alert {
    Alertable,
    Deaf,
}

/// Whether a wait whose objects are not signalled goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Patience {
    Poll,
    Waits,
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// The object at this place was taken; 0 if all were, or if it waited at an address.
    Object(u32),
    /// The same, and the mutex, or one of them, was abandoned.
    Abandoned(u32),
    Apc,
    Timeout,
    /// The waiter was ended.
    Ended,
}

/// A wait that is under way. One for objects stands in the queue of each of them unless its waiter
/// is suspended; one at an address stands in the queue there until it is woken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wait {
    Objects { objects: Box<[ObjectId]>, terms: Terms },
    Address { address: usize, wake: Wake, deadline: Deadline },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Terms {
    pub(super) mode: Mode,
    pub(super) alert: Alert,
    pub(super) deadline: Deadline,
}

/// Whether the deadline of a wait has passed. That of a poll has passed from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Deadline {
    Ahead,
    Passed,
}

/// Whether a waiter at an address was woken. It has then left the queue there, and the wait ends
/// once the waiter is not suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wake {
    Awaited,
    Come,
}

impl<P: Probe> Dispatcher<P> {
    /// Begins a wait, and tests it: first the objects, then whether an APC is pending if it is
    /// alertable, then its patience (U02). If there is no outcome `who` waits. A wait for no
    /// objects is a sleep.
    ///
    /// For any object, it takes the first that is signalled, and that one only; for all, it takes
    /// all at once or none (U06). A waiter that is suspended already is in its wait from here on,
    /// as one that is suspended inside it: nothing is tested, and a poll has no outcome yet either.
    ///
    /// Nobody else's wait ends: taking an object signals none.
    ///
    /// # Errors
    ///
    /// STATUS_INVALID_PARAMETER_MIX when it waits for all and an object is there twice.
    /// STATUS_MUTANT_LIMIT_EXCEEDED when the mutex that it would take, or one of all, has been
    /// taken by `who` [`RECURSION_LIMIT`](super::object::RECURSION_LIMIT) times; a suspended waiter
    /// has it also for a mutex that it might take.
    pub(crate) fn wait(
        &mut self,
        who: WaiterId,
        objects: &[ObjectId],
        mode: Mode,
        alert: Alert,
        patience: Patience,
    ) -> Result<Option<Outcome>, Refused> {
        assert!(!self.is_waiting(who), "a waiter is in one wait at a time");
        self.refuse(who, objects, mode)?;
        let deadline = match patience {
            Patience::Poll => Deadline::Passed,
            Patience::Waits => Deadline::Ahead,
        };
        let terms = Terms { mode, alert, deadline };
        let outcome = match self.is_suspended(who) {
            true => None,
            false => self.test(who, objects, terms),
        };
        if outcome.is_none() {
            self.waiters[who.0].wait = Some(Wait::Objects { objects: objects.into(), terms });
            self.enqueue(who);
        }
        Ok(outcome)
    }

    fn refuse(&self, who: WaiterId, objects: &[ObjectId], mode: Mode) -> Result<(), Refused> {
        let is_twice = |at: usize| objects[..at].contains(&objects[at]);
        if mode == Mode::All && (0..objects.len()).any(is_twice) {
            return Err(Refused(STATUS_INVALID_PARAMETER_MIX));
        }
        let is_exhausted = |id: &ObjectId| self.object(*id).is_exhausted_by(who);
        let is_refused = match mode {
            Mode::Any if !self.is_suspended(who) => {
                let first = objects.iter().find(|id| self.object(**id).is_signalled_for(who));
                first.is_some_and(is_exhausted)
            }
            Mode::Any | Mode::All => objects.iter().any(is_exhausted),
        };
        match is_refused {
            true => Err(Refused(STATUS_MUTANT_LIMIT_EXCEEDED)),
            false => Ok(()),
        }
    }

    /// Runs the tests of the wait of `who` from the beginning. If it has an outcome the wait is
    /// over, and stands in no queue.
    pub(super) fn settle(&mut self, who: WaiterId) -> Option<Outcome> {
        debug_assert!(!self.is_suspended(who));
        let wait = self.waiters[who.0].wait.take()?;
        let outcome = match &wait {
            Wait::Objects { objects, terms } => self.test(who, objects, *terms),
            Wait::Address { wake: Wake::Come, .. } => Some(Outcome::Object(0)),
            Wait::Address { wake: Wake::Awaited, deadline, .. } => deadline.outcome(),
        };
        match outcome {
            Some(_) => self.take_out_of_queues(who, &wait),
            None => self.waiters[who.0].wait = Some(wait),
        }
        outcome
    }

    /// The tests of a wait, in their order.
    fn test(&mut self, who: WaiterId, objects: &[ObjectId], terms: Terms) -> Option<Outcome> {
        let taken = match terms.mode {
            Mode::Any => self.take_any(who, objects),
            Mode::All => self.take_all(who, objects),
        };
        let alerted = terms.alert == Alert::Alertable && self.waiters[who.0].apcs > 0;
        taken.or(alerted.then_some(Outcome::Apc)).or(terms.deadline.outcome())
    }

    fn take_any(&mut self, who: WaiterId, objects: &[ObjectId]) -> Option<Outcome> {
        let first = objects.iter().position(|id| self.object(*id).is_signalled_for(who))?;
        let index = u32::try_from(first).expect("a wait has few objects");
        Some(match self.take(who, objects[first]) {
            Taken::Plain | Taken::Owned => Outcome::Object(index),
            Taken::OwnedAbandoned => Outcome::Abandoned(index),
        })
    }

    fn take_all(&mut self, who: WaiterId, objects: &[ObjectId]) -> Option<Outcome> {
        let signalled = objects.iter().all(|id| self.object(*id).is_signalled_for(who));
        if objects.is_empty() || !signalled {
            return None;
        }
        let mut outcome = Outcome::Object(0);
        for &id in objects {
            if self.take(who, id) == Taken::OwnedAbandoned {
                outcome = Outcome::Abandoned(0);
            }
        }
        Some(outcome)
    }

    fn take(&mut self, who: WaiterId, id: ObjectId) -> Taken {
        let taken = self.objects[id.0].object.take(who);
        match taken {
            Taken::Plain => {}
            Taken::Owned | Taken::OwnedAbandoned => self.waiters[who.0].owns.push(id),
        }
        taken
    }
}

impl<P> Dispatcher<P> {
    /// Puts a wait for objects behind all others, in the queue of each object once. One at an
    /// address has kept its place.
    pub(super) fn enqueue(&mut self, who: WaiterId) {
        let Waiter { wait, suspended, .. } = &self.waiters[who.0];
        let (Some(Wait::Objects { objects, .. }), 0) = (wait, suspended) else { return };
        for id in objects {
            let queue = &mut self.objects[id.0].queue;
            if queue.back() != Some(&who) {
                queue.push_back(who);
            }
        }
    }

    /// Takes `who` out of its wait, and says whether it was in one.
    pub(super) fn take_out_of_wait(&mut self, who: WaiterId) -> bool {
        let wait = self.waiters[who.0].wait.take();
        if let Some(wait) = &wait {
            self.take_out_of_queues(who, wait);
        }
        wait.is_some()
    }

    pub(super) fn take_out_of_queues(&mut self, who: WaiterId, wait: &Wait) {
        match wait {
            Wait::Objects { objects, .. } => {
                for id in objects {
                    take_out(&mut self.objects[id.0].queue, who);
                }
            }
            Wait::Address { address, .. } => self.take_out_at(*address, who),
        }
    }
}

/// Takes `who` out of a queue, if it is there.
pub(super) fn take_out(queue: &mut VecDeque<WaiterId>, who: WaiterId) {
    if let Some(place) = queue.iter().position(|&waiter| waiter == who) {
        queue.remove(place);
    }
}

impl Deadline {
    fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Ahead => None,
            Self::Passed => Some(Outcome::Timeout),
        }
    }
}
