//! What do the calls of Windows add to a port for Rust threads, and how far is Wine from them?

use std::sync::{Condvar, Mutex};
use std::time::Instant;

use crate::children;
use crate::harness::{Case, Quantity, Scale, Unit, Workload};
use crate::native::{self, FACE};
use crate::uncontended;

/// How many pairs of calls the program in C makes under Wine.
const UNDER_WINE: u64 = 20_000;

const CONDITION: &str = "Mutex + Condvar";
const BEHIND: &str = "the port behind it";
const WINE: &str = "C under Wine";

/// W1: PostQueuedCompletionStatus and GetQueuedCompletionStatus.
pub(crate) fn pairs<'a>(scale: Scale) -> Option<Workload<'a>> {
    let count = scale.pick(100_000, 400_000);
    let (face, behind) = (native::Port::open(1), uncontended::port());
    let mut cases = vec![
        Case::one(FACE, move || uncontended::pairs(&face, count)),
        Case::one(BEHIND, move || uncontended::pairs(&behind, count)),
    ];
    let mut time = Quantity::new("a packet", Unit::Nanoseconds).ratio(BEHIND, 1.5);
    if children::wine_pairs("port", 1).is_some() {
        let read = || children::wine_pairs("port", UNDER_WINE).expect("it could be run before");
        cases.push(Case::one(WINE, read));
        time = time.ratio(WINE, 0.01);
    }
    let workload = Workload {
        id: "W1",
        what: "PostQueuedCompletionStatus, GetQueuedCompletionStatus",
        quantities: vec![time],
        cases,
        rounds: scale.pick(3, 11),
    };
    (!cfg!(windows)).then_some(workload)
}

/// W2: GetQueuedCompletionStatusEx.
pub(crate) fn batches<'a>(scale: Scale) -> Option<Workload<'a>> {
    let count = scale.pick(100_000, 400_000);
    let time = Quantity::new("a packet", Unit::Nanoseconds).ratio(BEHIND, 1.5);
    let workload = Workload {
        id: "W2",
        what: "64 PostQueuedCompletionStatus, GetQueuedCompletionStatusEx(64)",
        quantities: vec![time],
        cases: vec![uncontended::native_rounds(count), uncontended::batches(BEHIND, count)],
        rounds: scale.pick(7, 21),
    };
    (!cfg!(windows)).then_some(workload)
}

/// W3: SetEvent and WaitForSingleObject.
pub(crate) fn events<'a>(scale: Scale) -> Option<Workload<'a>> {
    let count = scale.pick(100_000, 400_000);
    let (event, flag) = (native::Event::open(), Flag::default());
    let mut cases = vec![
        Case::one(FACE, move || {
            per_pair(count, || {
                event.set();
                event.wait();
            })
        }),
        Case::one(CONDITION, move || {
            per_pair(count, || {
                flag.set();
                flag.wait();
            })
        }),
    ];
    let mut time = Quantity::new("a pair", Unit::Nanoseconds).ratio(CONDITION, 1.0);
    if children::wine_pairs("event", 1).is_some() {
        let read = || children::wine_pairs("event", UNDER_WINE).expect("it could be run before");
        cases.push(Case::one(WINE, read));
        time = time.ratio(WINE, 0.02);
    }
    let workload = Workload {
        id: "W3",
        what: "SetEvent, WaitForSingleObject",
        quantities: vec![time],
        cases,
        rounds: scale.pick(3, 11),
    };
    (!cfg!(windows)).then_some(workload)
}

fn per_pair(count: u64, pair: impl Fn()) -> f64 {
    let begun = Instant::now();
    (0..count).for_each(|_| pair());
    begun.elapsed().as_secs_f64() * 1e9 / count as f64
}

/// An event as a program without one writes it.
#[derive(Default)]
struct Flag {
    set: Mutex<bool>,
    condition: Condvar,
}

impl Flag {
    fn set(&self) {
        *self.set.lock().expect("nobody panics") = true;
        self.condition.notify_one();
    }

    fn wait(&self) {
        let set = self.set.lock().expect("nobody panics");
        let mut set = self.condition.wait_while(set, |set| !*set).expect("nobody panics");
        *set = false;
    }
}
