//! What happens to a thread outside its gets: APCs, waits, suspension, and its leaving.

use super::event::{Answer, Misuse, Outcome};
use super::gets::Origin;
use super::moves::{Item, Place, Sink};
use super::{Life, Machine};
use crate::ids::ThreadId;
use crate::rules::Rule;

impl Machine {
    pub(super) fn queue_apc(&mut self, thread: ThreadId, sink: &mut impl Sink) -> Answer {
        let waits = self.waiting.contains(thread);
        let condition = self.conditions.entry(thread);
        let alertable = condition.call.is_some_and(|call| call.is_alertable());
        if waits && alertable {
            self.end_wait(thread, Rule::C14, sink);
            sink.returned(thread, Outcome::Apc, Rule::E07);
            return Answer::Done;
        }
        condition.apcs += 1;
        if waits {
            self.stay(thread, Place::Waiting, Rule::E06, sink);
        }
        Answer::Done
    }

    pub(super) fn run_apcs(&mut self, thread: ThreadId) -> Result<Answer, Misuse> {
        let condition = self.conditions.entry(thread);
        condition.must_not_be_stopped()?;
        condition.apcs = 0;
        Ok(Answer::Done)
    }

    /// A wait within a wait changes the depth alone (C31).
    pub(super) fn block(
        &mut self,
        thread: ThreadId,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        let condition = self.conditions.entry(thread);
        condition.must_not_be_stopped()?;
        condition.blocked += 1;
        if !self.stop_counting(thread, Place::Paused, Rule::P05, Rule::C10, sink) {
            self.stay(thread, Place::Paused, Rule::C31, sink);
        }
        Ok(Answer::Done)
    }

    pub(super) fn unblock(
        &mut self,
        thread: ThreadId,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        let condition = self.conditions.entry(thread);
        condition.blocked = condition.blocked.checked_sub(1).ok_or(Misuse::NotBlocked)?;
        self.unpause(thread, sink);
        Ok(Answer::Done)
    }

    /// A waiting thread leaves the stack for its suspension (W07).
    pub(super) fn suspend(&mut self, thread: ThreadId, sink: &mut impl Sink) -> Answer {
        self.conditions.entry(thread).suspended += 1;
        if self.waiting.remove(thread) {
            self.interrupted.add(thread);
            self.paused.add(thread);
            self.tell(sink, Item::Thread(thread), Place::Waiting, Place::Paused, Rule::W07);
        } else if !self.stop_counting(thread, Place::Paused, Rule::C30, Rule::C10, sink) {
            self.stay(thread, Place::Paused, Rule::C30, sink);
        }
        Answer::Done
    }

    pub(super) fn resume(
        &mut self,
        thread: ThreadId,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        let condition = self.conditions.entry(thread);
        condition.suspended = condition.suspended.checked_sub(1).ok_or(Misuse::NotSuspended)?;
        if condition.suspended == 0 && self.interrupted.remove(thread) {
            self.go_on_with_call(thread, sink);
        } else {
            self.unpause(thread, sink);
        }
        Ok(Answer::Done)
    }

    /// Runs the call of a thread that was suspended inside it from its beginning, but for the
    /// deadline, which is kept.
    fn go_on_with_call(&mut self, thread: ThreadId, sink: &mut impl Sink) {
        let call = self.conditions.entry(thread).call.take().expect("it was suspended in a call");
        if self.life != Life::Open && self.profile.closing_abandons() {
            sink.returned(thread, Outcome::Abandoned, call.abandoned_by());
        } else {
            self.settle(thread, call, Origin::Suspension, sink);
        }
        self.conditions.entry(thread).expired = false;
    }

    /// Leaves this port for another one, or for none, with whatever a running thread has.
    pub(super) fn leave(
        &mut self,
        thread: ThreadId,
        sink: &mut impl Sink,
    ) -> Result<Answer, Misuse> {
        self.conditions.of(thread).must_run()?;
        self.conditions.forget(thread);
        self.stop_counting(thread, Place::Outside, Rule::C06, Rule::C06, sink);
        Ok(Answer::Done)
    }

    /// A thread that ends while it runs gives its slot away; one that does not run has none.
    pub(super) fn exit(&mut self, thread: ThreadId, sink: &mut impl Sink) -> Answer {
        self.conditions.forget(thread);
        self.interrupted.remove(thread);
        if self.waiting.remove(thread) {
            self.tell(sink, Item::Thread(thread), Place::Waiting, Place::Outside, Rule::C29);
        } else if self.paused.remove(thread) {
            self.tell(sink, Item::Thread(thread), Place::Paused, Place::Outside, Rule::C29);
        } else {
            self.stop_counting(thread, Place::Outside, Rule::C18, Rule::C18, sink);
        }
        Answer::Done
    }

    /// Releases a paused thread when nothing holds it any more, whatever the limit (C11).
    fn unpause(&mut self, thread: ThreadId, sink: &mut impl Sink) {
        let condition = self.conditions.of(thread);
        if condition.suspended > 0 {
            self.stay(thread, Place::Paused, Rule::C30, sink);
        } else if condition.blocked > 0 {
            self.stay(thread, Place::Paused, Rule::C31, sink);
        } else if self.paused.remove(thread) {
            self.released.add(thread);
            self.tell(sink, Item::Thread(thread), Place::Paused, Place::Released, Rule::C11);
        }
    }

    /// Takes a released thread off its list and hands its slot on; says whether it was released.
    fn stop_counting(
        &mut self,
        thread: ThreadId,
        to: Place,
        because: Rule,
        hand_over_by: Rule,
        sink: &mut impl Sink,
    ) -> bool {
        if !self.released.remove(thread) {
            return false;
        }
        if to == Place::Paused {
            self.paused.add(thread);
        }
        self.tell(sink, Item::Thread(thread), Place::Released, to, because);
        self.slot_freed(hand_over_by, sink);
        true
    }

    /// Tells that a thread of this port stays where it is by a rule.
    fn stay(&self, thread: ThreadId, place: Place, because: Rule, sink: &mut impl Sink) {
        if self.is_associated(thread) {
            self.tell(sink, Item::Thread(thread), place, place, because);
        }
    }
}
