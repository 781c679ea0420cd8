//! The rules one by one; every state of small worlds, and long runs in larger ones, beside a naive
//! model.

mod addresses;
mod exhaustive;
mod interleavings;
mod interruptions;
mod naive;
mod objects;
mod random;
mod steps;
mod waits;
mod world;

use std::num::NonZeroU32;

use super::{
    Alert, Dispatcher, Life, Mode, Mutex, Object, ObjectId, Outcome, Patience, Probe, Reset,
    Signal, WaiterId,
};

/// Something outside that is signalled or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Flag(bool);

impl Probe for Flag {
    fn is_signalled(&self) -> bool {
        self.0
    }
}

/// The waits that a step has ended, in their order.
type Ends = Vec<(WaiterId, Outcome)>;

const AUTO: Object<Flag> = Object::Event { reset: Reset::Auto, signal: Signal::Unset };
const MANUAL: Object<Flag> = Object::Event { reset: Reset::Manual, signal: Signal::Unset };
const TIMER: Object<Flag> = Object::Timer { reset: Reset::Auto, signal: Signal::Unset };
const MANUAL_TIMER: Object<Flag> = Object::Timer { reset: Reset::Manual, signal: Signal::Unset };
const MUTEX: Object<Flag> = Object::Mutex(Mutex::Free);
const THREAD: Object<Flag> = Object::Thread(Life::Running);
const OUTSIDE: Object<Flag> = Object::Outside(Flag(false));

const fn semaphore(count: u32, max: u32) -> Object<Flag> {
    Object::Semaphore { count, max }
}

/// A mutex that was taken so often.
fn taken(owner: WaiterId, times: u32) -> Object<Flag> {
    let recursion = NonZeroU32::new(times).expect("it was taken");
    Object::Mutex(Mutex::Owned { owner, recursion })
}

/// A dispatcher with these objects and so many waiters.
fn scene<const O: usize, const W: usize>(
    objects: [Object<Flag>; O],
) -> (Dispatcher<Flag>, [ObjectId; O], [WaiterId; W]) {
    let mut d = Dispatcher::new();
    let waiters = std::array::from_fn(|_| d.come());
    let objects = objects.map(|object| d.add(object));
    (d, objects, waiters)
}

/// Begins a wait that is not alertable, and that goes on: there is no outcome.
fn waits(d: &mut Dispatcher<Flag>, who: WaiterId, objects: &[ObjectId], mode: Mode) {
    let outcome = d.wait(who, objects, mode, Alert::Deaf, Patience::Waits);
    assert_eq!(outcome, Ok(None), "{who:?} waits");
    d.check().expect("the invariants hold");
}

/// Begins an alertable wait for any, and that goes on: there is no outcome.
fn waits_alertably(d: &mut Dispatcher<Flag>, who: WaiterId, objects: &[ObjectId]) {
    let outcome = d.wait(who, objects, Mode::Any, Alert::Alertable, Patience::Waits);
    assert_eq!(outcome, Ok(None), "{who:?} waits");
    d.check().expect("the invariants hold");
}

/// What a poll of any of the objects finds.
fn poll(d: &mut Dispatcher<Flag>, who: WaiterId, objects: &[ObjectId]) -> Outcome {
    let outcome = d.wait(who, objects, Mode::Any, Alert::Deaf, Patience::Poll);
    outcome.expect("it is not refused").expect("a poll ends")
}

/// The waits that end in a step, after which the invariants hold.
fn ends_of(d: &mut Dispatcher<Flag>, step: impl FnOnce(&mut Dispatcher<Flag>, &mut Ends)) -> Ends {
    let mut ends = Ends::new();
    step(d, &mut ends);
    d.check().expect("the invariants hold");
    ends
}
