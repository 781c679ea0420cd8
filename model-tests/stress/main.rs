//! A million packets through three ports, from eight producers to sixteen consumers that block,
//! time out, poll, panic, end and are replaced, and go from port to port.
//!
//! What is asserted is what SPEC.md promises, and no more:
//!
//! * Each packet is got exactly once, and none is left (Q05).
//! * A thread, and whoever comes in its place, gets the packets of one producer from one port in
//!   the order in which they were posted (Q01). Between threads, or ports, there is no order (Q03).
//! * In records of a few thousand entries, taken in between, threads do what the machine does,
//!   packets enter and leave in order (INV5), and the limit is exceeded by the rules alone that
//!   allow it (INV6).
//! * In snapshots, taken in between, no packet and no thread waits while a slot is free (INV2), a
//!   thread is in one place (P07), and the port whose threads neither block nor poll nor time out
//!   has never more active threads than its limit.
//! * Every thread ends.
//!
//! It takes 3 s on two processors. `STRESS_PACKETS` sets how many packets there are, and
//! `STRESS_SEED` the seed: it decides what threads do, and not how they interleave.

#[path = "../histories/check.rs"]
mod check;
mod consumers;
mod producers;
#[path = "../histories/random.rs"]
mod random;
mod scene;
mod watch;

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use crate::consumers::Planned;
use crate::scene::{PRODUCERS, Scene};

const PACKETS: u64 = 1_000_000;

/// From so many packets on everything happens that can happen.
const MANY: u64 = 100_000;

#[test]
fn each_packet_is_got_once_and_in_order_and_the_limits_hold() {
    let seed = given("STRESS_SEED", 1);
    let each = given("STRESS_PACKETS", PACKETS).div_ceil(PRODUCERS as u64);
    let begun = Instant::now();
    let scene = Arc::new(Scene::new(seed, each));
    println!("stress: seed {seed}, {} packets", scene.packets());
    consumers::begin(&scene);
    let watched = thread::scope(|scope| {
        for producer in 0..PRODUCERS {
            let scene = &scene;
            scope.spawn(move || scene.alarmed(|| producers::produce(scene, producer)));
        }
        watch::until_all_is_got(&scene).inspect_err(|_| scene.give_up())
    });
    let watched = watched.unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    end(&scene);
    println!("stress: {:?}", scene.counts);
    println!("stress: {watched}");
    println!("stress: {:.1} s", begun.elapsed().as_secs_f64());
    if scene.packets() >= MANY {
        assert_eq!(scene.counts.missing(), Vec::<&str>::new(), "they never happened");
        assert_eq!(watched.missing(), Vec::<&str>::new(), "they were never seen");
    }
}

fn given(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// Closes the ports, and waits for the end of every thread.
fn end(scene: &Scene) {
    for port in &scene.ports {
        assert_eq!(port.snapshot().queue, [], "packets are left");
        assert!(port.close());
    }
    // A thread is on the list before the one ends that it replaces.
    while let Some(thread) = scene.next_thread() {
        watch::until_it_ends(scene, &thread);
        if let Err(end) = thread.join() {
            assert!(end.is::<Planned>(), "seed {}: a consumer failed, see above", scene.seed);
        }
    }
    for port in &scene.ports {
        let snapshot = port.snapshot();
        assert!(snapshot.destroyed, "{snapshot:?}");
    }
}
