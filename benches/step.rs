//! What does each kind of event cost the machine?
//!
//! `cargo bench -p iocp-sim-bench`. Criterion times one after the other: these are costs, for a
//! ratio see `cargo xtask bench`.

use std::hint::black_box;
use std::num::NonZeroU32;

use criterion::{Criterion, criterion_group, criterion_main};
use iocp_sim::{
    Call, DeviceId, Elsewhere, Event, Limit, Machine, Packet, Profile, Status, ThreadId, Wait,
};

const A: ThreadId = ThreadId(0);
const B: ThreadId = ThreadId(1);
const DEVICE: DeviceId = DeviceId(0);

fn get(thread: ThreadId, wait: Wait) -> Event {
    Event::Get { thread, call: Call::single(wait) }
}

fn post() -> Event {
    Event::Post { packet: Packet::default() }
}

fn complete() -> Event {
    Event::Complete { device: DEVICE, context: 0, status: Status::SUCCESS, information: 0 }
}

/// A port in which A runs, B has called as well, and a device is associated.
fn port() -> Machine {
    let mut machine = Machine::new(Profile::Windows11, Limit::new(2, NonZeroU32::MIN));
    let associate = Event::Associate { device: DEVICE, key: 1, elsewhere: Elsewhere::Unbound };
    run(&mut machine, &[associate, get(A, Wait::Poll), get(B, Wait::Poll)]);
    machine
}

fn run(machine: &mut Machine, events: &[Event]) {
    for &event in events {
        let answer = machine.step(event, &mut ());
        assert!(answer.is_ok(), "{event:?} can happen");
    }
}

/// Events that end where they began, by what they show.
fn cycles() -> Vec<(&'static str, Vec<Event>)> {
    let batch = Event::Get { thread: A, call: Call::batch(8, false, Wait::Poll) };
    let elsewhere = Elsewhere::Unbound;
    vec![
        ("post to the queue, get", vec![post(), get(A, Wait::Poll)]),
        ("complete to the queue, get", vec![complete(), get(A, Wait::Poll)]),
        ("get that waits, post to it", vec![get(A, Wait::Forever), post()]),
        ("get that waits, time-out", vec![get(A, Wait::Timed), Event::TimedOut { thread: A }]),
        ("poll in vain", vec![get(A, Wait::Poll)]),
        ("eight posts, a batch", [vec![post(); 8], vec![batch]].concat()),
        ("block, unblock", vec![Event::Block { thread: A }, Event::Unblock { thread: A }]),
        ("suspend, resume", vec![Event::Suspend { thread: A }, Event::Resume { thread: A }]),
        ("queue an APC, run it", vec![Event::QueueApc { thread: A }, Event::RunApcs { thread: A }]),
        ("exit, get by a new thread", vec![Event::Exit { thread: A }, get(A, Wait::Poll)]),
        (
            "close a device, associate it",
            vec![
                Event::CloseDevice { device: DEVICE },
                Event::Associate { device: DEVICE, key: 1, elsewhere },
            ],
        ),
    ]
}

fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    for (name, events) in cycles() {
        let mut machine = port();
        run(&mut machine, &events);
        assert!(machine == port(), "{name} ends where it began");
        group.bench_function(name, |bencher| {
            bencher.iter(|| run(black_box(&mut machine), black_box(&events)));
        });
    }
    group.finish();
}

criterion_group!(benches, steps);
criterion_main!(benches);
