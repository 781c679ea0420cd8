//! Threads that end while they count.

use iocp_sim::Snapshot;
use iocp_sim::threads::CompletionPort;
use loom::thread;

use crate::account::{ROOM, by, check_end, most_active, packet, told, watch};
use crate::explore::explore;

/// Waits until every thread has left the port: a thread leaves after it was joined.
fn left(port: &CompletionPort) {
    loop {
        let Snapshot { waiting, released, paused, .. } = port.snapshot();
        if waiting.is_empty() && released.is_empty() && paused.is_empty() {
            return;
        }
        thread::yield_now();
    }
}

/// A thread ends with the only slot while another one waits and a packet is queued, or comes.
fn an_end_after_a_get() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let (a, b, c) = (port.clone(), port.clone(), port.clone());
    let a = thread::spawn(move || a.get());
    let b = thread::spawn(move || b.get());
    let poster = thread::spawn(move || c.post(packet(2)));
    watch(&port, 1);
    port.post(packet(1)).unwrap();
    poster.join().unwrap().unwrap();
    let (a, b) = (a.join().unwrap(), b.join().unwrap());
    left(&port);
    let recorded = recording.finish();
    check_end(&port, &recorded, [1, 2], &[&a, &b]);
    let who = format!("A got {}, B got {}", told(a), told(b));
    vec![who, format!("2 by {}", by(&recorded, 2))]
}

#[test]
fn a_thread_that_ends_gives_its_slot_to_another() {
    let who = ["A got 1, B got 2", "A got 2, B got 1"];
    let sometimes = [&who[..], &["2 by C09", "2 by C18", "2 by Q01"]].concat();
    explore("the end of a thread against a post", 2, &sometimes, an_end_after_a_get);
}

/// A thread polls, which gives it a slot with or without a packet, and ends.
fn an_end_after_a_poll() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let (a, b) = (port.clone(), port.clone());
    let a = thread::spawn(move || a.poll());
    let b = thread::spawn(move || b.get());
    watch(&port, 2);
    port.post(packet(1)).unwrap();
    port.post(packet(2)).unwrap();
    let (a, b) = (a.join().unwrap(), b.join().unwrap());
    left(&port);
    let recorded = recording.finish();
    check_end(&port, &recorded, [1, 2], &[&a, &b]);
    let rule = by(&recorded, b.as_ref().map_or(0, |packet| packet.key));
    let active = format!("{} active", most_active(&recorded));
    vec![format!("A got {}, B got {}", told(a), told(b)), format!("B by {rule}"), active]
}

#[test]
fn a_thread_that_polls_and_ends_gives_its_slot_to_another() {
    let who = ["A got 1, B got 2", "A got 2, B got 1", "A got Timeout, B got 1"];
    let rules = ["B by C09", "B by C18", "B by Q01"];
    let sometimes = [&who[..], &rules[..], &["1 active", "2 active"]].concat();
    explore("a poll and the end of its thread against posts", 2, &sometimes, an_end_after_a_poll);
}

/// One slot goes through three threads.
fn three_ends() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let port = port.clone();
            thread::spawn(move || port.get())
        })
        .collect();
    watch(&port, 1);
    port.post_many(&[packet(1), packet(2), packet(3)]).unwrap();
    let got: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    left(&port);
    let recorded = recording.finish();
    check_end(&port, &recorded, [1, 2, 3], &got.iter().collect::<Vec<_>>());
    let keys: Vec<String> = got.into_iter().map(told).collect();
    vec![keys.join(" "), format!("3 by {}", by(&recorded, 3))]
}

#[test]
fn a_slot_goes_through_three_threads_that_end() {
    let orders = ["1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1"];
    let sometimes = [&orders[..], &["3 by C18", "3 by Q01"]].concat();
    explore("the ends of three threads", 2, &sometimes, three_ends);
}
