//! Every state that small worlds can reach, breadth first, and every invariant in each of them.
//!
//! The bounds stand in each test; the states, transitions and seconds are printed
//! (`cargo test --test exhaustive -- --nocapture`). A violation prints the shortest way to it.

mod program;
mod search;

use iocp_sim::{Call, Event, Packet, Profile, Status, ThreadId, Wait};

use std::time::Instant;

use crate::search::{Bounds, DEVICE, Node, Searched, search};

/// Searches, and says how large the world was.
fn walk(bounds: &Bounds, events: fn(&Node, &Bounds) -> Vec<Event>) {
    let begun = Instant::now();
    let Searched { states, transitions } = search(bounds, events);
    let seconds = begun.elapsed().as_secs_f64();
    println!("{bounds:?}: {states} states, {transitions} transitions, {seconds:.1} s");
}

fn threads(count: u32) -> impl Iterator<Item = ThreadId> {
    (0..count).map(ThreadId)
}

/// Packets are told apart by their keys, which count from 1.
fn post(node: &Node, bounds: &Bounds) -> Option<Event> {
    let packet = Packet { key: u64::from(node.came) + 1, ..Packet::default() };
    (node.came < bounds.packets).then_some(Event::Post { packet })
}

/// The completions of the device are told apart by their contexts.
fn device_events(node: &Node, bounds: &Bounds) -> Vec<Event> {
    let (device, context) = (DEVICE, u64::from(node.came) + 1);
    let complete = Event::Complete { device, context, status: Status::SUCCESS, information: 0 };
    let may_complete = (node.came < bounds.packets).then_some(complete);
    may_complete.into_iter().chain([Event::CloseDevice { device }]).collect()
}

/// Every event: a bounded number of waits, suspensions and APCs each.
fn every_event(node: &Node, bounds: &Bounds) -> Vec<Event> {
    let machine = &node.machine;
    let mut events: Vec<Event> = post(node, bounds).into_iter().collect();
    events.push(Event::Close);
    if bounds.device {
        events.extend(device_events(node, bounds));
    }
    for thread in threads(bounds.threads) {
        events.extend([Event::Exit { thread }, Event::TimedOut { thread }]);
        events.extend([Event::Unblock { thread }, Event::Resume { thread }]);
        events.extend([Event::Leave { thread }, Event::RunApcs { thread }]);
        if machine.blocked(thread) < bounds.depth {
            events.push(Event::Block { thread });
        }
        if machine.suspended(thread) < bounds.depth {
            events.push(Event::Suspend { thread });
        }
        if machine.apcs(thread) < bounds.depth {
            events.push(Event::QueueApc { thread });
        }
        for wait in [Wait::Timed, Wait::Poll] {
            events.push(Event::Get { thread, call: Call::single(wait) });
            if bounds.profile.has_batches() {
                events.push(Event::Get { thread, call: Call::batch(2, true, wait) });
            }
        }
    }
    events
}

fn get_and_post(node: &Node, bounds: &Bounds) -> Vec<Event> {
    let call = Call::single(Wait::Forever);
    let gets = threads(bounds.threads).map(|thread| Event::Get { thread, call });
    gets.chain(post(node, bounds)).collect()
}

#[test]
fn three_threads_and_three_packets_keep_every_invariant() {
    for limit in [1, 2] {
        let (profile, device) = (Profile::Windows11, false);
        let bounds = Bounds { profile, limit, threads: 3, packets: 3, device, depth: 1 };
        walk(&bounds, every_event);
    }
}

#[test]
fn two_threads_and_a_device_with_everything_two_deep_keep_every_invariant() {
    for profile in [Profile::Xp, Profile::Vista, Profile::Windows11] {
        for (limit, device) in [(1, true), (2, false)] {
            let bounds = Bounds { profile, limit, threads: 2, packets: 3, device, depth: 2 };
            walk(&bounds, every_event);
        }
    }
}

#[test]
fn six_threads_and_eight_posts_keep_every_invariant() {
    for limit in [1, 2] {
        let profile = Profile::Windows11;
        let bounds = Bounds { profile, limit, threads: 6, packets: 8, device: false, depth: 0 };
        walk(&bounds, get_and_post);
    }
}
