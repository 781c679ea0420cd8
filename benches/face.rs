//! What do the calls of Windows add to a port for Rust threads, and how far is Wine from them?

use crate::children;
use crate::harness::{Case, Quantity, Scale, Unit, Workload};
use crate::native::{self, FACE};
use crate::uncontended;

/// How many packets the program in C posts and gets under Wine.
const UNDER_WINE: u64 = 20_000;

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
    if children::wine_pairs(1).is_some() {
        let read = || children::wine_pairs(UNDER_WINE).expect("it could be run before");
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
