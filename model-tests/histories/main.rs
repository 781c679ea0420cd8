//! Recorded runs of real threads: what they did at a port is what the machine does.
//!
//! Crews of threads post and get at random at two ports: single and batch gets with and without
//! time-outs, polls, waits outside the port, switches, completions of devices, ends and panics,
//! and a close. Each record is held against the machine and the invariants (`check`), and over all
//! of them the rules that threads make fire have fired. Five shapes with twenty seeds each, about
//! 250,000 events, take 2 s. `HISTORIES` sets how many seeds there are.

mod check;
mod crew;
mod random;
mod told;

use std::time::Instant;

use iocp_sim::threads::WaitStrategy::{Park, Spin};
use iocp_sim::threads::{Entry, Recorded};
use iocp_sim::{Item, Packet, Place, Profile, Rule};

use crate::check::{Seen, examine};
use crate::crew::{Run, Shape, run};
use crate::told::told;

const SEEDS: u64 = 20;

const USUAL: Shape = Shape {
    name: "limit 1",
    limit: 1,
    workers: 6,
    posters: 3,
    profile: Profile::Windows11,
    strategy: Park,
    close_at: 100,
};

const SHAPES: [Shape; 5] = [
    USUAL,
    Shape { name: "spinning", limit: 2, workers: 8, strategy: Spin { turns: 32 }, ..USUAL },
    Shape { name: "room for all", limit: 8, workers: 4, posters: 4, ..USUAL },
    Shape { name: "early close", limit: 2, close_at: 50, ..USUAL },
    Shape { name: "xp", limit: 1, profile: Profile::Xp, close_at: 80, ..USUAL },
];

#[test]
fn what_threads_do_is_what_the_machine_does_and_the_invariants_hold() {
    let given = std::env::var("HISTORIES").ok().and_then(|seeds| seeds.parse().ok());
    let mut all = Seen::default();
    for shape in SHAPES {
        let begun = Instant::now();
        let mut seen = Seen::default();
        for seed in 1..=given.unwrap_or(SEEDS) {
            for run in run(shape, seed) {
                let checked = check(run);
                seen.add(checked.unwrap_or_else(|wrong| {
                    panic!("{}, seed {seed}: {wrong}", shape.name);
                }));
            }
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!("{}: {} events, {seconds:.1} s", shape.name, seen.events);
        all.add(seen);
    }
    let silent: Vec<Rule> = FIRING.into_iter().filter(|rule| !all.rules.contains(rule)).collect();
    assert_eq!(silent, [], "they never fired");
    assert!(all.excesses > 0, "the limit was never exceeded");
}

/// Checks what was recorded at a port, and that it is what the threads got.
fn check(Run { recorded, mut got }: Run) -> Result<Seen, String> {
    if recorded.missed > 0 {
        return Err(format!("the record lacks {} events", recorded.missed));
    }
    let mut delivered: Vec<Packet> = delivered(&recorded).collect();
    for packets in [&mut delivered, &mut got] {
        packets.sort_by_key(|packet| (packet.key, packet.context));
    }
    if delivered != got {
        return Err(format!("{delivered:?} were recorded and {got:?} were got"));
    }
    let seen = examine(&recorded)?;
    told(&recorded)?;
    Ok(seen)
}

/// The packets that went to threads, in the order in which they left.
fn delivered(recorded: &Recorded) -> impl Iterator<Item = Packet> {
    recorded.entries().into_iter().filter_map(|entry| match entry {
        Entry::Move(moved) => match (moved.item, moved.to) {
            (Item::Packet { packet, .. }, Place::Thread(_)) => Some(packet),
            _ => None,
        },
        Entry::Event(_) | Entry::Return(..) => None,
    })
}

/// The rules that threads make fire in any of these runs, however they interleave.
const FIRING: [Rule; 28] = [
    Rule::P01,
    Rule::A12,
    Rule::Q01,
    Rule::T01,
    Rule::P03,
    Rule::P04,
    Rule::P05,
    Rule::W01,
    Rule::C03,
    Rule::C05,
    Rule::C06,
    Rule::C07,
    Rule::C08,
    Rule::C09,
    Rule::C10,
    Rule::C11,
    Rule::C13,
    Rule::C18,
    Rule::C31,
    Rule::E02,
    Rule::E14,
    Rule::G01,
    Rule::G03,
    Rule::G04,
    Rule::K01,
    Rule::K10,
    Rule::K11,
    Rule::L10,
];
