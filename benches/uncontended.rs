//! What does a packet cost when one thread posts it and gets it?

use std::hint::black_box;
use std::time::Instant;

use iocp_sim::threads::{CompletionPort, WaitStrategy};

use crate::children;
use crate::harness::{Case, Quantity, Scale, Unit, Workload};
use crate::native;
use crate::queues::{self, Bare, Queue, Textbook, packet};

/// How many packets a batch has.
const BATCH: usize = 64;

pub(crate) fn port() -> CompletionPort {
    queues::ours(1, WaitStrategy::Park)
}

/// Puts and takes one packet after the other; nanoseconds a packet.
pub(crate) fn pairs(queue: &impl Queue, count: u64) -> f64 {
    let begun = Instant::now();
    for key in 0..count {
        queue.put(packet(key));
        black_box(queue.try_take());
    }
    each(begun, count)
}

fn each(begun: Instant, count: u64) -> f64 {
    begun.elapsed().as_nanos() as f64 / count as f64
}

/// Puts so many that a batch is full, then takes them; nanoseconds a packet.
fn rounds(count: u64, mut round: impl FnMut()) -> f64 {
    let begun = Instant::now();
    for _ in 0..count / BATCH as u64 {
        round();
    }
    each(begun, count)
}

fn one_by_one(queue: &impl Queue, count: u64) -> f64 {
    rounds(count, || {
        (0..BATCH as u64).for_each(|key| queue.put(packet(key)));
        for _ in 0..BATCH {
            black_box(queue.try_take());
        }
    })
}

/// P1: post and get.
pub(crate) fn pair<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(100_000, 400_000);
    let (ours, bare, textbook) = (port(), Bare::default(), Textbook::default());
    let (crossbeam, bounded) = (queues::crossbeam(), queues::crossbeam_bounded(BATCH));
    let (flume, kanal, mpsc) = (queues::flume(), queues::kanal(), queues::mpsc());
    let mut cases = vec![
        Case::one("ours", move || pairs(&ours, count)),
        Case::one("crossbeam", move || pairs(&crossbeam, count)),
        Case::one("crossbeam bounded", move || pairs(&bounded, count)),
        Case::one("kanal", move || pairs(&kanal, count)),
        Case::one("flume", move || pairs(&flume, count)),
        Case::one("std mpsc", move || {
            let receiver = mpsc.1.lock().expect("nobody panics");
            let begun = Instant::now();
            for key in 0..count {
                mpsc.0.send(packet(key)).expect("the channel is open");
                black_box(receiver.try_recv().is_ok());
            }
            each(begun, count)
        }),
        Case::one("Mutex + VecDeque", move || pairs(&bare, count)),
        Case::one("Mutex + Condvar", move || pairs(&textbook, count)),
    ];
    let (native, few) = (native::Port::open(1), native::enough(count));
    cases.push(Case::one(native::name(), move || pairs(&native, few)));
    let quantity = Quantity::new("a packet", Unit::Nanoseconds)
        .ratio("crossbeam", 1.1)
        .ratio("Mutex + VecDeque", 1.25);
    Workload {
        id: "P1",
        what: "post, get; one thread",
        quantities: vec![quantity],
        cases,
        rounds: scale.pick(7, 21),
    }
}

/// In how many packets the calls of the system are counted.
const CALLS_OF: u64 = 1_000_000;

/// P2: post and get beside calls of the system.
pub(crate) fn system<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(50_000, 200_000);
    let ours = port();
    // Counted once: they are the same in each round.
    let calls = children::calls(CALLS_OF);
    let reading = move |time| [time].into_iter().chain(calls).collect();
    let mut cases = vec![Case::new("ours", move || reading(pairs(&ours, count)))];
    // What others call is known: it is what they are.
    let without = move |time| [time].into_iter().chain(calls.map(|_| f64::NAN)).collect();
    #[cfg(target_os = "linux")]
    cases.push(Case::new("eventfd", move || without(eventfd_pairs(count))));
    let (native, few) = (native::Port::open(1), native::enough(count));
    cases.push(Case::new(native::name(), move || without(pairs(&native, few))));
    let mut time = Quantity::new("a packet", Unit::Nanoseconds);
    if cfg!(target_os = "linux") {
        time = time.ratio("eventfd", 0.15);
    }
    if native::is_wine() {
        time = time.ratio(native::name(), 1.0 / 200.0);
    }
    let name = "system calls, 10⁶ packets in all";
    let calls = calls.map(|_| Quantity::new(name, Unit::Number).value(1000.0));
    Workload {
        id: "P2",
        what: "post, get beside calls of the system",
        quantities: [time].into_iter().chain(calls).collect(),
        cases,
        rounds: scale.pick(7, 21),
    }
}

/// A write and a read for each packet; nanoseconds a packet.
#[cfg(target_os = "linux")]
fn eventfd_pairs(count: u64) -> f64 {
    use rustix::event::{EventfdFlags, eventfd};

    let event = eventfd(0, EventfdFlags::empty()).expect("the system gives an event");
    let begun = Instant::now();
    let mut bytes = 1_u64.to_ne_bytes();
    for _ in 0..count {
        rustix::io::write(&event, &bytes).expect("there is room");
        rustix::io::read(&event, &mut bytes).expect("it was written");
    }
    each(begun, count)
}

/// P3: posts one by one, and a get of many.
pub(crate) fn get_many<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(100_000, 400_000);
    let (bare, crossbeam, kanal) = (Bare::default(), queues::crossbeam(), queues::kanal());
    let mut taken = Vec::with_capacity(BATCH);
    let mut cases = vec![
        batches("ours", count),
        Case::one("crossbeam", move || one_by_one(&crossbeam, count)),
        Case::one("kanal", move || one_by_one(&kanal, count)),
        Case::one("Mutex + VecDeque", move || {
            rounds(count, || {
                (0..BATCH as u64).for_each(|key| bare.put(packet(key)));
                bare.take_many(&mut taken, BATCH);
                black_box(taken.len());
            })
        }),
    ];
    cases.push(native_rounds(count));
    Workload {
        id: "P3",
        what: "64 posts, one get_many(64)",
        quantities: vec![Quantity::new("a packet", Unit::Nanoseconds).ratio("crossbeam", 0.7)],
        cases,
        rounds: scale.pick(7, 21),
    }
}

/// P4: posts and gets of many.
pub(crate) fn many_many<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(100_000, 400_000);
    let (ours, bare, crossbeam) = (port(), Bare::default(), queues::crossbeam());
    let posted: Vec<_> = (0..BATCH as u64).map(packet).collect();
    let also_posted = posted.clone();
    let (mut packets, mut taken) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
    let mut cases = vec![
        Case::one("ours", move || {
            rounds(count, || {
                ours.post_many(&posted).expect("the port is open");
                let got = ours.get_many(&mut packets, BATCH as u32, None);
                assert_eq!(black_box(got), Ok(BATCH));
            })
        }),
        Case::one("crossbeam", move || one_by_one(&crossbeam, count)),
        Case::one("Mutex + VecDeque", move || {
            rounds(count, || {
                bare.put_many(&also_posted);
                bare.take_many(&mut taken, BATCH);
                black_box(taken.len());
            })
        }),
    ];
    cases.push(native_rounds(count));
    Workload {
        id: "P4",
        what: "post_many(64), get_many(64)",
        quantities: vec![Quantity::new("a packet", Unit::Nanoseconds).ratio("crossbeam", 0.3)],
        cases,
        rounds: scale.pick(7, 21),
    }
}

/// Posts and gets of many by the calls of Windows.
pub(crate) fn native_rounds<'a>(count: u64) -> Case<'a> {
    let native = native::Port::open(1);
    let mut room = native::Room::new(BATCH);
    let few = native::enough(count);
    Case::one(native::name(), move || {
        rounds(few, || {
            (0..BATCH as u64).for_each(|key| native.put(packet(key)));
            assert_eq!(black_box(native.take_many(&mut room)), BATCH);
        })
    })
}

/// Posts to a port of ours and gets of many.
pub(crate) fn batches<'a>(name: &'static str, count: u64) -> Case<'a> {
    let (ours, mut packets) = (port(), Vec::with_capacity(BATCH));
    Case::one(name, move || {
        rounds(count, || {
            (0..BATCH as u64).for_each(|key| ours.put(packet(key)));
            let got = ours.get_many(&mut packets, BATCH as u32, None);
            assert_eq!(black_box(got), Ok(BATCH));
        })
    })
}
