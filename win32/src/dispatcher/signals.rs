//! What signals an object, and what ends its signal. A signal serves who waits for the object, in
//! the same step.
//!
//! An object of another kind refuses with STATUS_OBJECT_TYPE_MISMATCH.

use std::mem;
use std::num::NonZeroU32;

use windows_sys::Win32::Foundation::{
    STATUS_MUTANT_NOT_OWNED, STATUS_OBJECT_TYPE_MISMATCH, STATUS_SEMAPHORE_LIMIT_EXCEEDED,
};

use super::{Dispatcher, Life, Mutex, Object, ObjectId, Probe, Signal, Sink, WaiterId};
use crate::codes::Refused;

const OTHER_KIND: Refused = Refused(STATUS_OBJECT_TYPE_MISMATCH);

impl<P: Probe> Dispatcher<P> {
    /// Sets an event, and returns its state from before.
    pub(crate) fn set_event(
        &mut self,
        id: ObjectId,
        sink: &mut impl Sink,
    ) -> Result<Signal, Refused> {
        let before = mem::replace(self.event(id)?, Signal::Set);
        self.serve(id, sink);
        Ok(before)
    }

    /// Unsets an event, and returns its state from before.
    pub(crate) fn reset_event(&mut self, id: ObjectId) -> Result<Signal, Refused> {
        Ok(mem::replace(self.event(id)?, Signal::Unset))
    }

    /// Sets an event, serves whom that satisfies at this moment, unsets it, and returns its state
    /// from before.
    pub(crate) fn pulse_event(
        &mut self,
        id: ObjectId,
        sink: &mut impl Sink,
    ) -> Result<Signal, Refused> {
        let before = self.set_event(id, sink)?;
        self.reset_event(id)?;
        Ok(before)
    }

    /// Adds `n` to the count of a semaphore, and returns the count from before. A count above the
    /// most that there may be is refused with STATUS_SEMAPHORE_LIMIT_EXCEEDED.
    pub(crate) fn release_semaphore(
        &mut self,
        id: ObjectId,
        n: u32,
        sink: &mut impl Sink,
    ) -> Result<u32, Refused> {
        let Object::Semaphore { count, max } = &mut self.objects[id.0].object else {
            return Err(OTHER_KIND);
        };
        let before = *count;
        if n > *max - before {
            return Err(Refused(STATUS_SEMAPHORE_LIMIT_EXCEEDED));
        }
        *count += n;
        self.serve(id, sink);
        Ok(before)
    }

    /// Releases a mutex once, and returns its state from before as NtReleaseMutant reports it: 0
    /// if it is free with that, one less for each time that it must still be released. Who does not
    /// own it is refused with STATUS_MUTANT_NOT_OWNED.
    pub(crate) fn release_mutex(
        &mut self,
        who: WaiterId,
        id: ObjectId,
        sink: &mut impl Sink,
    ) -> Result<i32, Refused> {
        let Object::Mutex(mutex) = &mut self.objects[id.0].object else {
            return Err(OTHER_KIND);
        };
        let recursion = match mutex {
            Mutex::Owned { owner, recursion } if *owner == who => recursion,
            Mutex::Owned { .. } | Mutex::Free | Mutex::Abandoned => {
                return Err(Refused(STATUS_MUTANT_NOT_OWNED));
            }
        };
        let left = recursion.get() - 1;
        match NonZeroU32::new(left) {
            Some(left) => *recursion = left,
            None => {
                *mutex = Mutex::Free;
                self.waiters[who.0].owns.retain(|&owned| owned != id);
                self.serve(id, sink);
            }
        }
        Ok(-i32::try_from(left).expect("a recursion is below its limit"))
    }

    /// A timer is due: it is signalled. Returns its state from before.
    pub(crate) fn fire_timer(
        &mut self,
        id: ObjectId,
        sink: &mut impl Sink,
    ) -> Result<Signal, Refused> {
        let before = mem::replace(self.timer(id)?, Signal::Set);
        self.serve(id, sink);
        Ok(before)
    }

    /// A timer is set for a time to come, which ends its signal. Returns its state from before.
    pub(crate) fn arm_timer(&mut self, id: ObjectId) -> Result<Signal, Refused> {
        Ok(mem::replace(self.timer(id)?, Signal::Unset))
    }

    /// The thread that an object stands for has ended.
    pub(crate) fn end_thread(&mut self, id: ObjectId, sink: &mut impl Sink) -> Result<(), Refused> {
        let Object::Thread(life) = &mut self.objects[id.0].object else {
            return Err(OTHER_KIND);
        };
        *life = Life::Ended;
        self.serve(id, sink);
        Ok(())
    }

    /// What lies outside may be signalled by now.
    pub(crate) fn outside_changed(
        &mut self,
        id: ObjectId,
        sink: &mut impl Sink,
    ) -> Result<(), Refused> {
        let Object::Outside(_) = self.object(id) else { return Err(OTHER_KIND) };
        self.serve(id, sink);
        Ok(())
    }

    /// Ends the waits that an object satisfies, from the oldest, as long as it is signalled. One
    /// round is enough: who is served takes signals away and adds none.
    pub(super) fn serve(&mut self, id: ObjectId, sink: &mut impl Sink) {
        let mut passed_over = 0;
        while self.object(id).is_signalled()
            && let Some(&who) = self.objects[id.0].queue.get(passed_over)
        {
            match self.settle(who) {
                Some(outcome) => sink.wait_ended(who, outcome),
                None => passed_over += 1,
            }
        }
    }

    fn event(&mut self, id: ObjectId) -> Result<&mut Signal, Refused> {
        let Object::Event { signal, .. } = &mut self.objects[id.0].object else {
            return Err(OTHER_KIND);
        };
        Ok(signal)
    }

    fn timer(&mut self, id: ObjectId) -> Result<&mut Signal, Refused> {
        let Object::Timer { signal, .. } = &mut self.objects[id.0].object else {
            return Err(OTHER_KIND);
        };
        Ok(signal)
    }
}
