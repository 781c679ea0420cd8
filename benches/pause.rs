//! What does it cost a thread to say that it blocks, and that it goes on?

use std::hint::black_box;
use std::time::Instant;

use iocp_sim::threads::{WaitStrategy, blocking};
use parking_lot::Mutex;

use crate::harness::{Case, Quantity, Scale, Unit, Workload};
use crate::queues::{self, packet};

/// P12: block and unblock, with nobody waiting.
pub(crate) fn unnoticed<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(100_000, 400_000);
    let port = queues::ours(1, WaitStrategy::Park);
    let mutex = Mutex::new(0_u64);
    let pairs = move || {
        let begun = Instant::now();
        for _ in 0..count {
            *black_box(&mutex).lock() += 1;
            *black_box(&mutex).lock() += 1;
        }
        begun.elapsed().as_nanos() as f64 / count as f64
    };
    let pauses = move || {
        port.post(packet(1)).expect("the port is open");
        port.get().expect("a packet is there");
        let begun = Instant::now();
        for _ in 0..count {
            blocking(|| black_box(()));
        }
        begun.elapsed().as_nanos() as f64 / count as f64
    };
    let name = "two lock pairs";
    Workload {
        id: "P12",
        what: "block, unblock; nobody waits",
        quantities: vec![Quantity::new("both", Unit::Nanoseconds).ratio(name, 1.2)],
        cases: vec![Case::one("ours", pauses), Case::one(name, pairs)],
        rounds: scale.pick(7, 21),
    }
}
