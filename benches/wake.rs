//! How long does it take until a thread that waits runs?

use std::thread;
use std::time::Instant;

use iocp_sim::threads::WaitStrategy;

use crate::harness::{Case, Quantity, Scale, Unit, Workload};
use crate::host;
use crate::native;
#[cfg(target_os = "linux")]
use crate::queues::Futex;
use crate::queues::{self, Bare, Queue, SPIN, Textbook, Watched, packet};

/// The key that asks a thread to stop.
const STOP: u64 = 0;

/// Enough for a thread that takes a packet and passes it on.
const STACK: usize = 64 << 10;

/// Two threads pass a packet to and fro, each on its processor; nanoseconds one way.
fn to_and_fro(queues: [&impl Queue; 2], count: u64, processors: [usize; 2]) -> f64 {
    let [there, back] = queues;
    let taken = thread::scope(|scope| {
        scope.spawn(|| {
            host::pin(processors[1]);
            while there.take().key != STOP {
                back.put(packet(1));
            }
            back.put(packet(1));
        });
        let passing = scope.spawn(|| {
            host::pin(processors[0]);
            for _ in 0..count / 10 {
                there.put(packet(1));
                back.take();
            }
            let begun = Instant::now();
            for _ in 0..count {
                there.put(packet(1));
                back.take();
            }
            let taken = begun.elapsed();
            there.put(packet(STOP));
            back.take();
            taken
        });
        passing.join().expect("it ends")
    });
    taken.as_nanos() as f64 / (2 * count) as f64
}

/// Passes a packet to and fro between new queues.
fn between<Q: Queue>(make: impl Fn() -> Q, count: u64, processors: [usize; 2]) -> f64 {
    to_and_fro([&make(), &make()], count, processors)
}

/// P8: threads that wait with their eyes open.
pub(crate) fn hot<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(5_000, 20_000);
    let both = [0, 1];
    let mut cases = vec![
        Case::one("ours", move || between(|| queues::ours(1, SPIN), count, both)),
        Case::one("crossbeam", move || between(queues::crossbeam, count, both)),
        Case::one("kanal", move || between(queues::kanal, count, both)),
        Case::one("Mutex + VecDeque", move || between(Bare::default, count, both)),
    ];
    let mut quantity = Quantity::new("one way", Unit::Nanoseconds);
    #[cfg(target_os = "linux")]
    {
        let few = count / 10;
        cases.push(Case::one("raw futex", move || between(Futex::default, few, both)));
    }
    if cfg!(target_os = "linux") {
        quantity = quantity.ratio("raw futex", 0.1);
    }
    let few = count / 10;
    cases.push(Case::one(native::name(), move || between(|| native::Port::open(1), few, both)));
    Workload {
        id: "P8",
        what: "wake a thread that looks, two processors",
        quantities: vec![quantity],
        cases,
        rounds: scale.pick(5, 11),
    }
}

/// On one processor, then between two.
fn one_and_two<Q: Queue>(make: impl Fn() -> Q, count: u64) -> Vec<f64> {
    vec![between(&make, count, [0, 0]), between(&make, count / 4, [0, 1])]
}

/// P9: threads that sleep.
pub(crate) fn cold<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(4_000, 20_000);
    let mut cases = vec![
        Case::new("ours", move || one_and_two(|| queues::ours(1, WaitStrategy::Park), count)),
        Case::new("Mutex + Condvar", move || one_and_two(Textbook::default, count)),
    ];
    let mut one = Quantity::new("one processor", Unit::Nanoseconds);
    let mut two = Quantity::new("two processors", Unit::Nanoseconds);
    #[cfg(target_os = "linux")]
    cases.push(Case::new("raw futex", move || one_and_two(Futex::default, count)));
    if cfg!(target_os = "linux") {
        one = one.ratio("raw futex", 1.1);
        two = two.ratio("raw futex", 1.1);
    }
    let few = count / 4;
    cases.push(Case::new(native::name(), move || one_and_two(|| native::Port::open(1), few)));
    Workload {
        id: "P9",
        what: "wake a thread that sleeps, one way",
        quantities: vec![one, two],
        cases,
        rounds: scale.pick(5, 11),
    }
}

/// Wakes one of `sleepers` threads again and again, all on one processor; nanoseconds from the
/// post until it has answered.
pub(crate) fn among<Q: Watched>(make: impl Fn() -> Q, sleepers: usize, count: u64) -> f64 {
    let (there, back) = (&make(), &make());
    let taken = thread::scope(|scope| {
        let waking = scope.spawn(|| {
            // The threads that are begun here stay on the processor of this one.
            host::pin(0);
            for _ in 0..sleepers {
                let answer = || {
                    while there.take().key != STOP {
                        back.put(packet(1));
                    }
                };
                let builder = thread::Builder::new().stack_size(STACK);
                builder.spawn_scoped(scope, answer).expect("the system makes a thread");
            }
            while there.waiting() < sleepers {
                thread::yield_now();
            }
            let begun = Instant::now();
            for _ in 0..count {
                there.put(packet(1));
                back.take();
            }
            let taken = begun.elapsed();
            (0..sleepers).for_each(|_| there.put(packet(STOP)));
            taken
        });
        waking.join().expect("it ends")
    });
    taken.as_nanos() as f64 / count as f64
}

/// How many threads sleep in P10.
const MANY: usize = 10_000;

/// P10: one thread, then one of ten thousand.
pub(crate) fn crowded<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(2_000, 5_000);
    let one_and_many = |one: f64, many: f64| vec![one, many, many / one];
    let port = || queues::ours(1, WaitStrategy::Park);
    let cases = vec![
        Case::new("ours", move || one_and_many(among(port, 1, count), among(port, MANY, count))),
        Case::new("Mutex + Condvar", move || {
            one_and_many(among(Textbook::default, 1, count), among(Textbook::default, MANY, count))
        }),
    ];
    let time = |name| Quantity::new(name, Unit::Nanoseconds);
    let ratio = Quantity::new("ten thousand : one", Unit::Number).value(4.0);
    Workload {
        id: "P10",
        what: "post, wake, answer, on one processor",
        quantities: vec![time("one sleeps"), time("ten thousand sleep"), ratio],
        cases,
        rounds: scale.pick(1, 5),
    }
}
