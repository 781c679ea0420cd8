//! The waitable objects of the kernel and whoever waits for them, as pure data: a step goes in,
//! ends of waits come out.
//!
//! It has no lock, clock, thread, randomness or I/O. A deadline that passes, a suspension and an
//! APC are steps, and what APCs carry is the driver's. A completion port lies outside: of it only
//! a [`Probe`] is known.

mod addresses;
mod interruptions;
mod object;
mod signals;
mod slab;
mod waits;

use std::collections::{BTreeMap, VecDeque};
use std::mem;

pub(crate) use self::object::{Life, Mutex, Object, Probe, Reset, Signal};
use self::slab::Slab;
use self::waits::Wait;
pub(crate) use self::waits::{Alert, Mode, Outcome, Patience};

/// The number of an object. It can be given again once the object is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ObjectId(pub(crate) u32);

/// The number of a waiter: a thread, or a registered wait. It can be given again once the waiter
/// has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WaiterId(pub(crate) u32);

/// Is told of the waits that end in the step of another, in the order in which they end.
pub(crate) trait Sink {
    fn wait_ended(&mut self, who: WaiterId, outcome: Outcome);
}

/// Gathers the ends, so that the waiters can be woken after the lock is released.
impl Sink for Vec<(WaiterId, Outcome)> {
    fn wait_ended(&mut self, who: WaiterId, outcome: Outcome) {
        self.push((who, outcome));
    }
}

/// Every waitable object, and everybody who can wait.
///
/// # How to drive it
///
/// One lock guards it. A thread that waits calls [`Dispatcher::wait`] under the lock; if that
/// returns no outcome it sleeps until a [`Sink`] is told of its outcome, or calls
/// [`Dispatcher::timed_out`] when its deadline passes. If that returns no outcome either, the wait
/// ended meanwhile, or the waiter is suspended and sleeps on: [`Dispatcher::is_waiting`] tells.
///
/// Steps under one hold of the lock are one step to everybody else. SignalObjectAndWait is a step
/// that signals and then `wait`: nobody who is released by the signal can act before the wait has
/// begun.
///
/// Who waits for an object is served in the order of beginning to wait; one who can not be
/// satisfied is passed over and keeps its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Dispatcher<P> {
    objects: Slab<Entry<P>>,
    waiters: Slab<Waiter>,
    /// Who waits at an address, the oldest first. An address where nobody waits is not here.
    addresses: BTreeMap<usize, VecDeque<WaiterId>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Entry<P> {
    object: Object<P>,
    /// Who waits for the object and can be served, the oldest first.
    queue: VecDeque<WaiterId>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Waiter {
    wait: Option<Wait>,
    suspended: u32,
    apcs: u32,
    /// The mutexes that it owns, in the order in which it took them.
    owns: Vec<ObjectId>,
}

impl<P> Dispatcher<P> {
    pub(crate) const fn new() -> Self {
        Self { objects: Slab::new(), waiters: Slab::new(), addresses: BTreeMap::new() }
    }

    /// Takes an object in. A mutex may have an owner from the beginning.
    pub(crate) fn add(&mut self, object: Object<P>) -> ObjectId {
        let owner = object.owner();
        let id = ObjectId(self.objects.insert(Entry { object, queue: VecDeque::new() }));
        if let Some(owner) = owner {
            self.waiters[owner.0].owns.push(id);
        }
        id
    }

    /// Takes an object out, and hands it back so that it can be dropped outside the lock.
    ///
    /// # Panics
    ///
    /// When somebody waits for it: a wait holds its objects.
    pub(crate) fn remove(&mut self, id: ObjectId) -> Object<P> {
        assert!(self.objects[id.0].queue.is_empty(), "nobody waits for an object that goes");
        debug_assert!(self.waiters.iter().all(|(_, waiter)| !waiter.waits_for(id)));
        let Entry { object, .. } = self.objects.remove(id.0);
        if let Some(owner) = object.owner() {
            self.waiters[owner.0].owns.retain(|&owned| owned != id);
        }
        object
    }

    pub(crate) fn object(&self, id: ObjectId) -> &Object<P> {
        &self.objects[id.0].object
    }

    /// Takes a waiter in, which is in no wait.
    pub(crate) fn come(&mut self) -> WaiterId {
        WaiterId(self.waiters.insert(Waiter::default()))
    }

    /// Whether `who` is in a wait, also when it is suspended inside it.
    pub(crate) fn is_waiting(&self, who: WaiterId) -> bool {
        self.waiters[who.0].wait.is_some()
    }

    /// Who waits for an object and can be served, the oldest first.
    #[cfg(test)]
    pub(crate) fn waiters(&self, id: ObjectId) -> impl Iterator<Item = WaiterId> {
        self.objects[id.0].queue.iter().copied()
    }
}

impl<P: Probe> Dispatcher<P> {
    /// Takes a waiter out, with its wait, its suspensions and its APCs. Nobody is told of the end
    /// of that wait. The mutexes that it owns are abandoned one after the other, in the order in
    /// which it took them: who waits for one gets it as abandoned, else the next who takes it.
    ///
    /// A thread that ends does this before its object is signalled.
    pub(crate) fn leave(&mut self, who: WaiterId, sink: &mut impl Sink) {
        self.take_out_of_wait(who);
        for id in mem::take(&mut self.waiters[who.0].owns) {
            self.objects[id.0].object = Object::Mutex(Mutex::Abandoned);
            self.serve(id, sink);
        }
        self.waiters.remove(who.0);
    }
}

impl Waiter {
    fn waits_for(&self, id: ObjectId) -> bool {
        match &self.wait {
            Some(Wait::Objects { objects, .. }) => objects.contains(&id),
            Some(Wait::Address { .. }) | None => false,
        }
    }
}

#[cfg(test)]
mod invariants;
#[cfg(test)]
mod tests;
