//! Calls that ask for packets, from their admission to their return.

use super::arrivals::single_result;
use super::event::{Admission, Answer, Call, Misuse, Outcome, Wait};
use super::moves::{Item, Place, Sink};
use super::{Life, Machine};
use crate::ids::ThreadId;
use crate::rules::Rule;

/// How a thread comes to the call that it is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// It belongs here and runs.
    Here,
    /// It belonged to no port.
    Nowhere,
    /// It left another port.
    Elsewhere,
    /// It was suspended inside the call, and is resumed.
    Suspension,
}

impl Origin {
    fn place(self) -> Place {
        match self {
            Self::Here => Place::Released,
            Self::Nowhere | Self::Elsewhere => Place::Outside,
            Self::Suspension => Place::Paused,
        }
    }

    /// The rule by which a thread of this origin counts when its call returns with packets.
    fn counts_by(self) -> Rule {
        match self {
            Self::Here => Rule::C05,
            Self::Nowhere => Rule::C07,
            Self::Elsewhere => Rule::C06,
            Self::Suspension => Rule::W07,
        }
    }
}

impl Machine {
    /// Says whether a thread that belongs to no port, or to another one, may come in with `call`
    /// while `apcs` user APCs are pending for it. Nothing changes.
    ///
    /// A driver asks this before it makes a thread leave its port: a call that is refused, or
    /// that returns for an APC, leaves the thread where it was ([`Rule::C32`], [`Rule::C28`]).
    /// If the outcome is [`Outcome::Apc`], send [`Event::RunApcs`](super::Event::RunApcs) to the
    /// port that the thread belongs to. [`Machine::step`] tells the whole order.
    pub fn admit(&self, call: Call, apcs: u32) -> Admission {
        if self.life != Life::Open {
            Admission::Returns(Outcome::Closed, Rule::G05)
        } else if call.max() == 0 {
            Admission::Refused(Rule::E01)
        } else if call.is_alertable() && apcs > 0 && self.profile.strangers_run_apcs_first() {
            let deliverable = self.has_free_slot() && !self.completions.is_empty();
            let rule = if deliverable { Rule::E09 } else { Rule::C28 };
            Admission::Returns(Outcome::Apc, rule)
        } else {
            Admission::Enter
        }
    }

    pub(super) fn get(
        &mut self,
        thread: ThreadId,
        call: Call,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        self.must_be_able_to_get(thread, call)?;
        // A thread that belongs here and can act neither waits nor is paused.
        let associated = self.released.contains(thread);
        debug_assert_eq!(associated, self.is_associated(thread));
        // The APCs of a thread that belongs here wait for what the queue has (E08).
        let apcs = if associated { 0 } else { self.conditions.of(thread).apcs };
        match self.admit(call, apcs) {
            Admission::Refused(rule) => return Ok(Answer::Refused(rule)),
            Admission::Returns(outcome, rule) => {
                if outcome == Outcome::Apc {
                    self.conditions.entry(thread).apcs = 0;
                }
                sink.returned(thread, outcome, rule);
            }
            Admission::Enter => {
                let from = if associated { Origin::Here } else { Origin::Nowhere };
                self.settle(thread, call, from, sink);
            }
        }
        Ok(Answer::Done)
    }

    /// A port that was closed since the admission abandons the call.
    pub(super) fn enter(
        &mut self,
        thread: ThreadId,
        call: Call,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        self.must_be_able_to_get(thread, call)?;
        if self.is_associated(thread) {
            return Err(Misuse::Here);
        }
        if call.max() == 0 {
            return Ok(Answer::Refused(Rule::E01));
        }
        // On XP a close ends no call that is under way (K02).
        let goes_on = self.life == Life::Closed && !self.profile.closing_abandons();
        if self.life == Life::Open || goes_on {
            self.settle(thread, call, Origin::Elsewhere, sink);
        } else {
            sink.returned(thread, Outcome::Abandoned, call.abandoned_by());
        }
        Ok(Answer::Done)
    }

    fn must_be_able_to_get(&self, thread: ThreadId, call: Call) -> Result<(), Misuse> {
        self.conditions.of(thread).must_run()?;
        if call.is_batch() && !self.profile.has_batches() {
            return Err(Misuse::NoBatches);
        }
        Ok(())
    }

    /// Looks at the queue, then at the APCs, then at the deadline, and only then waits.
    pub(super) fn settle(
        &mut self,
        thread: ThreadId,
        call: Call,
        from: Origin,
        sink: &mut impl Sink,
    ) {
        let condition = self.conditions.of(thread);
        let alerted = call.is_alertable() && condition.apcs > 0;
        if self.has_free_slot_for(from) && !self.completions.is_empty() {
            self.take(thread, call, from, alerted, sink);
        } else if alerted {
            self.settle_released(thread, from, Rule::C14, sink);
            self.conditions.entry(thread).apcs = 0;
            sink.returned(thread, Outcome::Apc, Rule::E07);
        } else if call.wait == Wait::Poll || condition.expired {
            let rule = if from == Origin::Suspension { Rule::W06 } else { Rule::P04 };
            self.settle_released(thread, from, rule, sink);
            sink.returned(thread, Outcome::Timeout, Rule::G03);
        } else {
            self.settle_waiting(thread, call, from, sink);
        }
    }

    /// Takes what the call has room for, the oldest first.
    fn take(
        &mut self,
        thread: ThreadId,
        call: Call,
        from: Origin,
        alerted: bool,
        sink: &mut impl Sink,
    ) {
        let packet_by = match (alerted, call.is_batch(), from) {
            (true, _, _) => Rule::E08,
            (false, true, _) => Rule::E02,
            (false, false, Origin::Here) => Rule::C05,
            (false, false, Origin::Suspension) => Rule::W07,
            (false, false, Origin::Nowhere | Origin::Elsewhere) => Rule::Q01,
        };
        let mut count = 0;
        let mut result = Rule::E02;
        while count < call.max()
            && let Some((n, packet)) = self.take_packet()
        {
            let item = Item::Packet { n, packet };
            self.tell(sink, item, Place::Queue, Place::Thread(thread), packet_by);
            if !call.is_batch() {
                result = single_result(packet);
            }
            count += 1;
        }
        self.settle_released(thread, from, from.counts_by(), sink);
        sink.returned(thread, Outcome::Packets(count), result);
    }

    /// The call returns: the thread runs, and counts. One that did before never ceased to.
    fn settle_released(&mut self, thread: ThreadId, from: Origin, by: Rule, sink: &mut impl Sink) {
        if from == Origin::Here {
            return;
        }
        self.paused.remove(thread);
        self.released.add(thread);
        self.tell(sink, Item::Thread(thread), from.place(), Place::Released, by);
    }

    fn settle_waiting(&mut self, thread: ThreadId, call: Call, from: Origin, sink: &mut impl Sink) {
        self.released.remove(thread);
        self.paused.remove(thread);
        self.waiting.push(thread);
        self.conditions.entry(thread).call = Some(call);
        let rule = match from {
            Origin::Suspension => Rule::W05,
            _ if !self.completions.is_empty() => Rule::C08,
            Origin::Here => Rule::P03,
            Origin::Nowhere | Origin::Elsewhere => Rule::C03,
        };
        self.tell(sink, Item::Thread(thread), from.place(), Place::Waiting, rule);
    }

    /// A deadline passes. A call that has returned is none of it: its packet counts.
    pub(super) fn timed_out(
        &mut self,
        thread: ThreadId,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        let condition = self.conditions.entry(thread);
        let Some(call) = condition.call else { return Ok(Answer::TooLate) };
        if call.wait != Wait::Timed {
            return Err(Misuse::NoDeadline);
        }
        if self.waiting.contains(thread) {
            self.end_wait(thread, Rule::C13, sink);
            sink.returned(thread, Outcome::Timeout, Rule::G03);
        } else {
            condition.expired = true;
        }
        Ok(Answer::Done)
    }

    /// Ends the wait of a waiting thread without a packet: it counts, whatever the limit.
    pub(super) fn end_wait(&mut self, thread: ThreadId, because: Rule, sink: &mut impl Sink) {
        let waited = self.waiting.remove(thread);
        assert!(waited, "only a waiting thread's wait ends");
        self.conditions.entry(thread).call = None;
        self.released.add(thread);
        self.tell(sink, Item::Thread(thread), Place::Waiting, Place::Released, because);
    }
}
