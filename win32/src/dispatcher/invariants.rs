//! What holds between any two steps. Tests check it; it looks at everything.

use super::object::RECURSION_LIMIT;
use super::waits::{Deadline, Terms, Wait, Wake};
use super::{Alert, Dispatcher, Mode, Mutex, Object, ObjectId, Probe, WaiterId};

/// An invariant that does not hold.
#[derive(Debug)]
pub(super) struct Broken(pub(super) String);

fn hold(holds: bool, broken: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken(broken())) }
}

impl<P: Probe> Dispatcher<P> {
    /// The probe of what lies outside, so that a test can change it.
    pub(super) fn probe_mut(&mut self, id: ObjectId) -> Option<&mut P> {
        match &mut self.objects[id.0].object {
            Object::Outside(probe) => Some(probe),
            _ => None,
        }
    }

    pub(super) fn check(&self) -> Result<(), Broken> {
        self.check_objects()?;
        for (number, _) in self.waiters.iter() {
            self.check_wait(WaiterId(number))?;
            self.check_places(WaiterId(number))?;
            self.check_owned(WaiterId(number))?;
        }
        let queues = self.objects.iter().map(|(_, entry)| &entry.queue);
        let there = |who: &WaiterId| self.waiters.iter().any(|(number, _)| number == who.0);
        let known = queues.chain(self.addresses.values()).flatten().all(there);
        hold(known, || "a queue has somebody who is not there".to_owned())?;
        let forgotten = self.addresses.iter().find(|(_, queue)| queue.is_empty());
        hold(forgotten.is_none(), || format!("{forgotten:?} is empty and was kept"))
    }

    fn check_objects(&self) -> Result<(), Broken> {
        for (number, entry) in self.objects.iter() {
            match &entry.object {
                Object::Semaphore { count, max } => {
                    hold(count <= max, || format!("semaphore {number}: {count} of {max}"))?;
                }
                Object::Mutex(Mutex::Owned { owner, recursion }) => {
                    let owned = &self.waiters[owner.0].owns;
                    let times = owned.iter().filter(|id| id.0 == number).count();
                    hold(times == 1, || format!("mutex {number} is {times} times in its owner"))?;
                    let recursion = recursion.get();
                    hold(recursion <= RECURSION_LIMIT, || format!("mutex {number}: {recursion}"))?;
                }
                Object::Mutex(Mutex::Free | Mutex::Abandoned)
                | Object::Event { .. }
                | Object::Timer { .. }
                | Object::Thread(_)
                | Object::Never
                | Object::Outside(_) => {}
            }
        }
        Ok(())
    }

    /// Nobody who can be served waits for what is there.
    fn check_wait(&self, who: WaiterId) -> Result<(), Broken> {
        let waiter = &self.waiters[who.0];
        if waiter.suspended > 0 {
            return Ok(());
        }
        match &waiter.wait {
            None => Ok(()),
            Some(Wait::Address { wake, deadline, .. }) => {
                let goes_on = (*wake, *deadline) == (Wake::Awaited, Deadline::Ahead);
                hold(goes_on, || format!("{who:?} waits at an address though it was woken"))
            }
            Some(Wait::Objects { objects, terms: Terms { mode, alert, deadline } }) => {
                let mut found = objects.iter().map(|id| self.object(*id).is_signalled_for(who));
                let satisfied = match mode {
                    Mode::Any => found.any(|signalled| signalled),
                    Mode::All => !objects.is_empty() && found.all(|signalled| signalled),
                };
                hold(!satisfied, || format!("{who:?} waits for {mode:?} of {objects:?}"))?;
                let alerted = *alert == Alert::Alertable && waiter.apcs > 0;
                hold(!alerted, || format!("{who:?} waits beside an APC"))?;
                hold(*deadline == Deadline::Ahead, || format!("{who:?} waits past its deadline"))
            }
        }
    }

    /// A waiter stands in the queues of its wait once, and in no other.
    fn check_places(&self, who: WaiterId) -> Result<(), Broken> {
        let waiter = &self.waiters[who.0];
        let can_be_served = waiter.suspended == 0;
        for (number, entry) in self.objects.iter() {
            let waits = waiter.waits_for(ObjectId(number)) && can_be_served;
            let times = entry.queue.iter().filter(|waiter| **waiter == who).count();
            hold(times == usize::from(waits), || format!("{who:?} {times} times at {number}"))?;
        }
        for (place, queue) in &self.addresses {
            let waits = matches!(&waiter.wait, Some(Wait::Address { address, wake, .. })
                if address == place && *wake == Wake::Awaited);
            let times = queue.iter().filter(|waiter| **waiter == who).count();
            hold(times == usize::from(waits), || format!("{who:?} {times} times at {place:#x}"))?;
        }
        let lost = matches!(&waiter.wait, Some(Wait::Address { address, wake, .. })
            if *wake == Wake::Awaited && !self.addresses.contains_key(address));
        hold(!lost, || format!("{who:?} waits at an address that has no queue"))
    }

    fn check_owned(&self, who: WaiterId) -> Result<(), Broken> {
        let stray =
            self.waiters[who.0].owns.iter().find(|id| self.object(**id).owner() != Some(who));
        hold(stray.is_none(), || format!("{who:?} is said to own {stray:?}"))
    }
}
