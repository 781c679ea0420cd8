//! A get, from its call to its return.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::GetError;
use super::member::{Home, Member, runs_at, with_member};
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
        match state.take_again(thread, wait) {
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
                Some(outcome) => returned(outcome)?,
                None => self.wait(member, deadline, |packet| heard.packet = packet)?,
            }
            Ok(heard.packet)
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
                None => self.wait(member, deadline, |packet| batch.push(packet)),
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
        let (mut state, mut batch) = (state, batch);
        let answer = loop {
            let batch = batch.as_deref_mut();
            let answer = match member.at(self.shared()) {
                Some(thread) => {
                    let mut state = state.take().unwrap_or_else(|| self.shared().lock());
                    if member.waiter.has_ended() {
                        return Err(GetError::Ended);
                    }
                    (!state.machine.is_suspended(thread)).then(|| {
                        state.step(Event::Get { thread, call }, Some(thread), heard, batch)
                    })
                }
                None => self.come(member, call, heard, batch)?,
            };
            match answer {
                Some(answer) => break answer,
                None => member.waiter.sleep_while_held(),
            }
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
    /// locks in turn. The seat is locked all the time, so that whoever suspends the thread or
    /// queues an APC to it knows where it belongs. A suspended thread does not come.
    fn come(
        &self,
        member: &mut Member,
        call: Call,
        heard: &mut Heard,
        batch: Option<&mut Vec<Packet>>,
    ) -> Result<Option<Result<Answer, Misuse>>, GetError> {
        let waiter = Arc::clone(&member.waiter);
        let mut seat = waiter.seat.lock();
        if waiter.has_ended() {
            return Err(GetError::Ended);
        }
        if seat.is_suspended() {
            return Ok(None);
        }
        let mut state = self.shared().lock();
        if call.is_batch() && !state.machine.profile().has_batches() {
            return Err(GetError::NoBatches);
        }
        match state.machine.admit(call, seat.apcs) {
            Admission::Enter => {}
            Admission::Refused(_) => return Err(GetError::NoRoom),
            Admission::Returns(Outcome::Apc, _) => return Err(GetError::Apc),
            Admission::Returns(..) => return Err(GetError::Closed),
        }
        let from_nowhere = seat.home().is_none();
        if !from_nowhere {
            drop(state);
            seat.part(|thread| Event::Leave { thread });
            state = self.shared().lock();
        }
        let thread = state.join(&waiter);
        let home = Home { port: Arc::clone(self.shared()), thread };
        seat.come(home.clone());
        member.come(home);
        for _ in 0..seat.apcs {
            let answer = state.step(Event::QueueApc { thread }, Some(thread), heard, None);
            let _ = answer.expect("an APC can be queued to any thread");
        }
        let event = match from_nowhere {
            true => Event::Get { thread, call },
            false => Event::Enter { thread, call },
        };
        Ok(Some(state.step(event, Some(thread), heard, batch)))
    }

    /// Waits until something is handed over, or until the deadline; then the machine decides. If it
    /// only notes the deadline, since the thread is suspended, the call goes on.
    fn wait(
        &self,
        member: &mut Member,
        mut deadline: Option<Instant>,
        take: impl FnMut(Packet),
    ) -> Result<(), GetError> {
        let shared = self.shared();
        loop {
            if let Some(delivery) = member.waiter.wait(deadline, shared.strategy) {
                return delivered(delivery, member, take);
            }
            let mut heard = Heard::default();
            let answer = self.time_out_here(member, &mut heard);
            heard.wake();
            match (answer, heard.outcome) {
                (Some(Answer::TooLate) | None, _) => {
                    let delivery = member.waiter.take();
                    let delivery = delivery.expect("it was stored before the time-out was late");
                    return delivered(delivery, member, take);
                }
                (_, Some(_)) => return Err(GetError::Timeout),
                (_, None) => deadline = None,
            }
        }
    }

    /// The deadline of the thread's call has passed. Nothing if another thread has ended this one
    /// meanwhile.
    fn time_out_here(&self, member: &Member, heard: &mut Heard) -> Option<Answer> {
        let thread = member.at(self.shared()).expect("a thread that waits belongs to the port");
        let mut state = self.shared().lock();
        if !state.is_here(thread, &member.waiter) {
            return None;
        }
        let answer = state.step(Event::TimedOut { thread }, Some(thread), heard, None);
        Some(answer.expect("the call has a deadline"))
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
        Outcome::Apc => Err(GetError::Apc),
    }
}

fn delivered(
    delivery: Delivery,
    member: &mut Member,
    mut take: impl FnMut(Packet),
) -> Result<(), GetError> {
    match delivery {
        Delivery::Packet(packet) => take(packet),
        Delivery::Packets(packets) => packets.into_iter().for_each(take),
        Delivery::Timeout => return Err(GetError::Timeout),
        Delivery::Abandoned => return Err(GetError::Abandoned),
        Delivery::Apc => return Err(GetError::Apc),
        Delivery::Ended => {
            member.is_gone();
            return Err(GetError::Ended);
        }
    }
    Ok(())
}
