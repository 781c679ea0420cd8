//! What does a packet cost when several threads post and several get?

use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use iocp_sim::threads::WaitStrategy;

use crate::harness::{Case, Quantity, Scale, Unit, Workload};
use crate::host;
use crate::native;
use crate::queues::{self, Queue, SPIN, Textbook, packet};

/// Who takes part.
#[derive(Clone, Copy)]
struct Crowd {
    producers: u64,
    consumers: u64,
    /// How many consumers are to run at a time, where that can be asked for.
    limit: u32,
}

/// The cells of P5.
const CROWDS: [(&str, Crowd); 5] = [
    ("1P 1C", Crowd { producers: 1, consumers: 1, limit: 1 }),
    ("1P 2C", Crowd { producers: 1, consumers: 2, limit: 2 }),
    ("2P 2C", Crowd { producers: 2, consumers: 2, limit: 2 }),
    ("4P 4C", Crowd { producers: 4, consumers: 4, limit: 2 }),
    ("2P 16C", Crowd { producers: 2, consumers: 16, limit: 2 }),
];

/// The key that asks a consumer to stop.
const STOP: u64 = 0;

/// What passing packets through a crowd cost.
struct Cost {
    /// Nanoseconds a packet.
    time: f64,
    /// Context switches a packet, where the system counts them.
    switches: f64,
}

/// Passes `count` packets through the crowd.
fn pass(queue: &impl Queue, crowd: Crowd, count: u64) -> Cost {
    let Crowd { producers, consumers, .. } = crowd;
    let each = count / producers;
    let start = Barrier::new((producers + consumers + 1) as usize);
    let (taken, switches) = (AtomicU64::new(0), AtomicU64::new(0));
    let count_switches = || {
        switches.fetch_add(host::context_switches(), Ordering::Relaxed);
    };
    let mut begun = Instant::now();
    let mut ended = begun;
    thread::scope(|scope| {
        let produce = || {
            start.wait();
            let before = host::context_switches();
            (0..each).for_each(|number| queue.put(packet(number + 1)));
            switches.fetch_sub(before, Ordering::Relaxed);
            count_switches();
        };
        let consume = || {
            start.wait();
            let before = host::context_switches();
            let mut own = 0;
            while queue.take().key != STOP {
                own += 1;
            }
            let ended = Instant::now();
            taken.fetch_add(own, Ordering::Relaxed);
            switches.fetch_sub(before, Ordering::Relaxed);
            count_switches();
            ended
        };
        let posting: Vec<_> = (0..producers).map(|_| scope.spawn(produce)).collect();
        let getting: Vec<_> = (0..consumers).map(|_| scope.spawn(consume)).collect();
        begun = Instant::now();
        start.wait();
        posting.into_iter().for_each(|thread| thread.join().expect("a producer ends"));
        (0..consumers).for_each(|_| queue.put(packet(STOP)));
        let ends = getting.into_iter().map(|thread| thread.join().expect("a consumer ends"));
        ended = ends.max().expect("there are consumers");
    });
    assert_eq!(taken.load(Ordering::Relaxed), each * producers, "no packet is lost");
    let packets = (each * producers) as f64;
    let time = ended.duration_since(begun).as_nanos() as f64 / packets;
    Cost { time, switches: switches.load(Ordering::Relaxed) as f64 / packets }
}

/// A case of P5: all cells, and their geometric mean before them.
fn cells<'a, Q: Queue>(name: &'static str, count: u64, make: impl Fn(u32) -> Q + 'a) -> Case<'a> {
    Case::new(name, move || {
        let times = CROWDS.map(|(_, crowd)| pass(&make(crowd.limit), crowd, count).time);
        let logs: f64 = times.iter().map(|time| time.ln()).sum();
        let mean = (logs / times.len() as f64).exp();
        [mean].into_iter().chain(times).collect()
    })
}

/// P5: contended, with a strict limit.
pub(crate) fn crowds<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(40_000, 200_000);
    let mut cases = vec![
        cells("ours", count, |limit| queues::ours(limit, SPIN)),
        cells("ours, parking", count, |limit| queues::ours(limit, WaitStrategy::Park)),
        cells("crossbeam", count, |_| queues::crossbeam()),
        cells("kanal", count, |_| queues::kanal()),
        cells("flume", count, |_| queues::flume()),
        cells("Mutex + Condvar", count, |_| Textbook::default()),
    ];
    cases.push(cells(native::name(), native::enough(count), native::Port::open));
    let time = |name| Quantity::new(name, Unit::Nanoseconds);
    let mean = time("geometric mean").ratio("crossbeam", 1.0);
    let quantities = [mean].into_iter().chain(CROWDS.map(|(name, _)| time(name))).collect();
    Workload {
        id: "P5",
        what: "contended, with the limit",
        quantities,
        cases,
        rounds: scale.pick(5, 11),
    }
}

/// A case of P7.
fn many<'a, Q: Queue>(name: &'static str, count: u64, make: impl Fn(u32) -> Q + 'a) -> Case<'a> {
    let [.., (_, crowd)] = CROWDS;
    Case::new(name, move || {
        let cost = pass(&make(crowd.limit), crowd, count);
        let switches = cfg!(target_os = "linux").then_some(cost.switches);
        [cost.time].into_iter().chain(switches).collect()
    })
}

/// P7: sixteen consumers of which two are to run.
pub(crate) fn limited<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(50_000, 200_000);
    let mut cases = vec![
        many("ours", count, |limit| queues::ours(limit, SPIN)),
        many("ours, parking", count, |limit| queues::ours(limit, WaitStrategy::Park)),
        many("Mutex + Condvar", count, |_| Textbook::default()),
        many("crossbeam", count, |_| queues::crossbeam()),
    ];
    cases.push(many(native::name(), native::enough(count), native::Port::open));
    let time = Quantity::new("a packet", Unit::Nanoseconds).ratio("Mutex + Condvar", 0.08);
    let switches = Quantity::new("context switches a packet", Unit::Number).value(0.03);
    let switches = cfg!(target_os = "linux").then_some(switches);
    Workload {
        id: "P7",
        what: "2 post, 16 get, limit 2",
        quantities: [time].into_iter().chain(switches).collect(),
        cases,
        rounds: scale.pick(5, 11),
    }
}
