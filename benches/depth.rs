//! What does a deep queue cost, in time and in memory?

use std::hint::black_box;
use std::time::Instant;

use iocp_sim::threads::WaitStrategy;

use crate::children;
use crate::harness::{Case, Quantity, Scale, Unit, Workload};
use crate::queues::{self, Bare, Queue, packet};

/// What filling and draining a queue cost.
struct Cost {
    /// Nanoseconds a packet, to put it and to take it.
    time: f64,
    /// The longest put, in microseconds.
    worst: f64,
}

fn fill_and_drain(queue: &impl Queue, depth: u64) -> Cost {
    let begun = Instant::now();
    let mut before = begun;
    let mut worst = 0;
    for key in 0..depth {
        queue.put(packet(key));
        let after = Instant::now();
        worst = worst.max(after.duration_since(before).as_nanos());
        before = after;
    }
    let clock = clock(depth);
    let filled = begun.elapsed().saturating_sub(clock);
    let begun = Instant::now();
    for _ in 0..depth {
        black_box(queue.try_take());
    }
    let time = (filled + begun.elapsed()).as_nanos() as f64 / depth as f64;
    Cost { time, worst: worst as f64 / 1000.0 }
}

/// What so many looks at the clock take.
fn clock(count: u64) -> std::time::Duration {
    let begun = Instant::now();
    for _ in 0..count {
        black_box(Instant::now());
    }
    begun.elapsed()
}

/// Fills and drains a new queue; nanoseconds a packet.
pub(crate) fn at_depth(depth: u64) -> f64 {
    fill_and_drain(&queues::ours(1, WaitStrategy::Park), depth).time
}

fn case<'a, Q: Queue>(name: &'static str, depth: u64, make: impl Fn() -> Q + 'a) -> Case<'a> {
    Case::new(name, move || {
        let memory = children::memory(&format!("queue:{name}:{depth}"));
        let Cost { time, worst } = fill_and_drain(&make(), depth);
        let [full, drained] = memory.map(|bytes| bytes / depth as f64);
        vec![full, worst, drained, time]
    })
}

/// P11: ten million packets.
pub(crate) fn deep<'a>(scale: Scale) -> Workload<'a> {
    let depth = scale.pick(1_000_000, 10_000_000);
    let cases = vec![
        case("ours", depth, || queues::ours(1, WaitStrategy::Park)),
        case("Mutex + VecDeque", depth, Bare::default),
        case("crossbeam", depth, queues::crossbeam),
    ];
    Workload {
        id: "P11",
        what: "fill, then drain",
        quantities: vec![
            Quantity::new("bytes a packet", Unit::Bytes).value(40.0),
            Quantity::new("longest post", Unit::Microseconds),
            Quantity::new("bytes a packet once drained", Unit::Bytes),
            Quantity::new("a packet", Unit::Nanoseconds),
        ],
        cases,
        rounds: scale.pick(1, 5),
    }
}
