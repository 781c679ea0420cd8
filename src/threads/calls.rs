//! A get, from its call to its return.

use std::time::{Duration, Instant};

use super::error::GetError;
use super::member::{Member, runs_at, with_member};
use super::port::CompletionPort;
use super::state::{Heard, State};
use super::sync::Held;
use super::waiter::Delivery;
use crate::machine::{Admission, Answer, Call, Event, Misuse, Outcome, Wait};
use crate::structures::Packet;

impl CompletionPort {
    #[inline]
    pub(super) fn single(&self, deadline: Option<Instant>, wait: Wait) -> Result<Packet, GetError> {
        let Some(thread) = runs_at(self.shared()) else {
            return self.ask(None, deadline, wait);
        };
        let mut state = self.shared().lock();
        match state.take_again(thread) {
            Some(packet) => Ok(packet),
            None => self.ask(Some(state), deadline, wait),
        }
    }

    /// Asks for a packet by a step, with the state of the port if the thread runs here, and waits.
    #[inline(never)]
    fn ask(
        &self,
        state: Option<Held<'_, State>>,
        deadline: Option<Instant>,
        wait: Wait,
    ) -> Result<Packet, GetError> {
        with_member(|member| {
            let mut heard = Heard::default();
            match self.call(member, state, Call::single(wait), &mut heard, None)? {
                Some(outcome) => returned(outcome).map(|()| heard.packet),
                None => self.wait(member, deadline),
            }
        })
    }

    pub(super) fn batch(
        &self,
        call: Call,
        deadline: Option<Instant>,
        batch: &mut Vec<Packet>,
    ) -> Result<(), GetError> {
        let mut state = None;
        if let Some(thread) = runs_at(self.shared()) {
            let state = state.insert(self.shared().lock());
            if state.take_batch_again(thread, call, batch) {
                return Ok(());
            }
        }
        with_member(|member| {
            let mut heard = Heard::default();
            match self.call(member, state, call, &mut heard, Some(batch))? {
                Some(outcome) => returned(outcome),
                None => self.wait(member, deadline).map(|packet| batch.push(packet)),
            }
        })
    }

    /// Makes a call, and says how it returned unless it waits. Packets that it takes go to `batch`
    /// where there is one, and else the packet to `heard`.
    fn call(
        &self,
        member: &mut Member,
        state: Option<Held<'_, State>>,
        call: Call,
        heard: &mut Heard,
        batch: Option<&mut Vec<Packet>>,
    ) -> Result<Option<Outcome>, GetError> {
        if member.blocked > 0 {
            return Err(GetError::Blocking);
        }
        let answer = match member.at(self.shared()) {
            Some(thread) => {
                let mut state = state.unwrap_or_else(|| self.shared().lock());
                state.step(Event::Get { thread, call }, Some(thread), heard, batch)
            }
            None => self.come(member, call, heard, batch)?,
        };
        heard.wake();
        match answer {
            Ok(Answer::Done) => Ok(heard.outcome),
            Ok(Answer::Refused(_)) => Err(GetError::NoRoom),
            Ok(Answer::TooLate) => unreachable!("a get is never too late"),
            Err(Misuse::NoBatches) => Err(GetError::NoBatches),
            Err(_) => Err(GetError::Blocking),
        }
    }

    /// Comes from no port, in one step, or from another one: is admitted, leaves, enters; three
    /// locks in turn.
    fn come(
        &self,
        member: &mut Member,
        call: Call,
        heard: &mut Heard,
        batch: Option<&mut Vec<Packet>>,
    ) -> Result<Result<Answer, Misuse>, GetError> {
        let mut state = self.shared().lock();
        if call.is_batch() && !state.machine.profile().has_batches() {
            return Err(GetError::NoBatches);
        }
        match state.machine.admit(call, 0) {
            Admission::Enter => {}
            Admission::Refused(_) => return Err(GetError::NoRoom),
            Admission::Returns(..) => return Err(GetError::Closed),
        }
        let from_nowhere = member.home.is_none();
        if !from_nowhere {
            drop(state);
            member.part(|thread| Event::Leave { thread });
            state = self.shared().lock();
        }
        let thread = state.join(&member.waiter);
        member.come(self.shared(), thread);
        let event = match from_nowhere {
            true => Event::Get { thread, call },
            false => Event::Enter { thread, call },
        };
        Ok(state.step(event, Some(thread), heard, batch))
    }

    /// Waits until something is handed over, or until the deadline; then the machine decides.
    fn wait(&self, member: &Member, deadline: Option<Instant>) -> Result<Packet, GetError> {
        let shared = self.shared();
        if let Some(delivery) = member.waiter.wait(deadline, shared.strategy) {
            return delivered(delivery);
        }
        let thread = member.at(shared).expect("a thread that waits belongs to the port");
        let mut heard = Heard::default();
        let event = Event::TimedOut { thread };
        let answer = shared.lock().step(event, Some(thread), &mut heard, None);
        heard.wake();
        match answer {
            Ok(Answer::TooLate) => {
                let delivery = member.waiter.take();
                delivered(delivery.expect("it was stored before the time-out came too late"))
            }
            _ => Err(GetError::Timeout),
        }
    }

    /// Lets the deadline of a thread's timed get pass, where there is no clock to do it: of the one
    /// under way, or else of the next one.
    #[cfg(loom)]
    pub fn time_out(&self, thread: crate::ThreadId) {
        // A thread that has not come yet, or has gone, has no deadline.
        let waiter = self.shared().lock().waiter(thread);
        if let Some(waiter) = waiter {
            waiter.pass_deadline();
        }
    }
}

/// A deadline too far away to be told is none.
pub(super) fn deadline(timeout: Duration) -> (Option<Instant>, Wait) {
    if timeout.is_zero() {
        return (None, Wait::Poll);
    }
    match Instant::now().checked_add(timeout) {
        Some(deadline) => (Some(deadline), Wait::Timed),
        None => (None, Wait::Forever),
    }
}

fn returned(outcome: Outcome) -> Result<(), GetError> {
    match outcome {
        Outcome::Packets(_) => Ok(()),
        Outcome::Timeout => Err(GetError::Timeout),
        Outcome::Abandoned => Err(GetError::Abandoned),
        Outcome::Closed => Err(GetError::Closed),
        Outcome::Apc => unreachable!("no thread of this driver has APCs"),
    }
}

fn delivered(delivery: Delivery) -> Result<Packet, GetError> {
    match delivery {
        Delivery::Packet(packet) => Ok(packet),
        Delivery::Timeout => Err(GetError::Timeout),
        Delivery::Abandoned => Err(GetError::Abandoned),
    }
}
