//! What does a step of the machine cost, small and large, and how fast is a search through its
//! states?

use std::collections::VecDeque;
use std::hint::black_box;
use std::num::NonZeroU32;
use std::time::Instant;

use iocp_sim::{Call, DeviceId, Elsewhere, Event, Limit, Machine, Profile, Status, ThreadId, Wait};

use crate::children;
use crate::cycle::{cycle, small};
use crate::harness::{Case, Quantity, Scale, Unit, Workload};
use crate::queues::{Bare, packet};
use crate::search::{self, Bounds, Node};
use crate::seeded::Generator;

pub(crate) fn get(thread: ThreadId, wait: Wait) -> Event {
    Event::Get { thread, call: Call::single(wait) }
}

fn complete(device: DeviceId) -> Event {
    Event::Complete { device, context: 1, status: Status::SUCCESS, information: 512 }
}

fn step(machine: &mut Machine, event: Event) {
    let answer = machine.step(event, &mut ());
    debug_assert!(answer.is_ok(), "{event:?} can happen");
    let _ = black_box(answer);
}

/// Nanoseconds a step.
fn small_steps(machine: &mut Machine, count: u64) -> f64 {
    let cycle = black_box(cycle());
    let rounds = count / cycle.len() as u64;
    let begun = Instant::now();
    for _ in 0..rounds {
        for event in cycle {
            step(machine, event);
        }
    }
    begun.elapsed().as_nanos() as f64 / (rounds * cycle.len() as u64) as f64
}

/// S1: a step of a small model.
pub(crate) fn steps<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(200_000, 1_000_000);
    let mut machine = small();
    let mut queue = VecDeque::new();
    let name = "VecDeque push + pop";
    let push_and_pop = move || {
        let begun = Instant::now();
        for key in 0..count {
            black_box(&mut queue).push_back(packet(key));
            black_box(black_box(&mut queue).pop_front());
        }
        begun.elapsed().as_nanos() as f64 / count as f64
    };
    Workload {
        id: "S1",
        what: "a step, small model",
        quantities: vec![Quantity::new("a step", Unit::Nanoseconds).ratio(name, 2.0)],
        cases: vec![
            Case::one("ours", move || small_steps(&mut machine, count)),
            Case::one(name, push_and_pop),
        ],
        rounds: scale.pick(7, 21),
    }
}

const DEVICES: u32 = 1_000_000;
const THREADS: u32 = 100_000;

/// A port with a million devices and a hundred thousand threads that run.
pub(crate) fn large() -> Machine {
    with_devices(DEVICES, THREADS)
}

fn with_devices(devices: u32, threads: u32) -> Machine {
    let limit = Limit::new(threads + 1, NonZeroU32::MIN);
    let mut machine = Machine::new(Profile::Windows11, limit);
    for number in 0..devices {
        let (device, key) = (DeviceId(number), u64::from(number));
        let event = Event::Associate { device, key, elsewhere: Elsewhere::Unbound };
        step(&mut machine, event);
    }
    (0..threads).for_each(|number| step(&mut machine, get(ThreadId(number), Wait::Poll)));
    machine
}

/// A request completes on any of the devices, and any of the threads takes it; nanoseconds a step.
fn large_steps(machine: &mut Machine, devices: u32, threads: u32, count: u64) -> f64 {
    let mut generator = Generator::new(7);
    let begun = Instant::now();
    for _ in 0..count / 2 {
        step(machine, complete(DeviceId(generator.below(devices))));
        step(machine, get(ThreadId(generator.below(threads)), Wait::Poll));
    }
    begun.elapsed().as_nanos() as f64 / count as f64
}

/// The same with so many devices, for the growth.
pub(crate) fn among_devices(devices: u32, count: u64) -> f64 {
    large_steps(&mut with_devices(devices, 4), devices, 4, count)
}

/// S2: a step of a large model, beside one of the small one.
pub(crate) fn large_model<'a>(scale: Scale) -> Workload<'a> {
    let count = scale.pick(200_000, 1_000_000);
    let (mut machine, mut beside) = (large(), small());
    let ours = move || {
        let time = large_steps(&mut machine, DEVICES, THREADS, count);
        let [bytes, _] = children::memory("machine:both:0");
        vec![time, time / small_steps(&mut beside, count), bytes / f64::from(1 << 20)]
    };
    let bare = Bare::default();
    let push_and_pop = move || vec![crate::uncontended::pairs(&bare, count), f64::NAN, f64::NAN];
    Workload {
        id: "S2",
        what: "a step, 10⁶ devices, 10⁵ threads",
        quantities: vec![
            Quantity::new("a step", Unit::Nanoseconds),
            Quantity::new("large : small", Unit::Number).value(4.0),
            Quantity::new("memory", Unit::Mebibytes).value(64.0),
        ],
        cases: vec![Case::new("ours", ours), Case::new("Mutex + VecDeque", push_and_pop)],
        rounds: scale.pick(3, 11),
    }
}

fn get_and_post(node: &Node, bounds: &Bounds) -> Vec<Event> {
    let gets = (0..bounds.threads).map(|number| get(ThreadId(number), Wait::Forever));
    let packet = packet(u64::from(node.came) + 1);
    gets.chain((node.came < bounds.packets).then_some(Event::Post { packet })).collect()
}

/// S4: every state of six threads and eight posts.
pub(crate) fn exhaustive<'a>(scale: Scale) -> Workload<'a> {
    let search = || {
        let (profile, device) = (Profile::Windows11, false);
        let bounds = Bounds { profile, limit: 1, threads: 6, packets: 8, device, depth: 0 };
        assert_eq!(bounds.depth, 0, "nothing nests here");
        let begun = Instant::now();
        let searched = search::search(&bounds, get_and_post);
        let seconds = begun.elapsed().as_secs_f64();
        vec![seconds, searched.states as f64, searched.transitions as f64]
    };
    Workload {
        id: "S4",
        what: "every state of 6 threads and 8 posts, all invariants",
        quantities: vec![
            Quantity::new("in all", Unit::Seconds).value(5.0),
            Quantity::new("states", Unit::Number),
            Quantity::new("transitions", Unit::Number),
        ],
        cases: vec![Case::new("ours", search)],
        rounds: scale.pick(1, 3),
    }
}

/// S5: the same seed makes the same trace in this process, in another one, and in a debug build.
pub(crate) fn determinism<'a>(_: Scale) -> Workload<'a> {
    let differing = || {
        let own = crate::seeded::hash();
        let others = children::hashes();
        others.iter().filter(|other| **other != own).count() as f64
    };
    Workload {
        id: "S5",
        what: "other traces from one seed: another process, a debug build",
        quantities: vec![Quantity::new("differ", Unit::Number).value(0.0)],
        cases: vec![Case::one("ours", differing)],
        rounds: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cycle_ends_where_it_began() {
        let mut machine = small();
        cycle().into_iter().for_each(|event| step(&mut machine, event));
        assert_eq!(machine, small());
    }
}
