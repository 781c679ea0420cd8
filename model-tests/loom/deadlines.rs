//! Time-outs against hand-overs. A deadline passes when a thread says so.

use std::time::Duration;

use iocp_sim::threads::{CompletionPort, Recorded};
use iocp_sim::{Event, ThreadId};
use loom::thread;

use crate::account::{ROOM, by, came_to_nothing, check_end, packet, told, watch};
use crate::explore::explore;

const WHILE: Duration = Duration::from_secs(1);
const TOO_LATE: &str = "a time-out came too late";
const IN_TIME: &str = "no time-out came too late";

/// Whether a time-out found that a packet had been handed over before.
fn late(recorded: &Recorded) -> String {
    let late = came_to_nothing(recorded, |event| matches!(event, Event::TimedOut { .. }));
    if late { TOO_LATE } else { IN_TIME }.to_owned()
}

/// One thread gets, one posts, one lets the deadline pass, and some look.
fn one_timed_get(watchers: usize) -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let (a, b, c) = (port.clone(), port.clone(), port.clone());
    let getter = thread::spawn(move || a.get_timeout(WHILE));
    let poster = thread::spawn(move || b.post(packet(1)));
    let clock = thread::spawn(move || c.time_out(ThreadId(0)));
    for _ in 0..watchers {
        watch(&port, 1);
    }
    poster.join().unwrap().unwrap();
    clock.join().unwrap();
    let got = getter.join().unwrap();
    let recorded = recording.finish();
    check_end(&port, &recorded, [1], &[&got]);
    vec![format!("{} by {}", told(got), by(&recorded, 1)), late(&recorded)]
}

#[test]
fn a_time_out_meets_a_hand_over() {
    let sometimes = ["1 by C09", "1 by Q01", "Timeout by T01", TOO_LATE, IN_TIME];
    explore("a time-out against a hand-over", 3, &sometimes, || one_timed_get(0));
    explore("a time-out against a hand-over, watched", 2, &sometimes, || one_timed_get(1));
}

fn a_timed_get_and_an_endless_one() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let (a, b, c) = (port.clone(), port.clone(), port.clone());
    let a = thread::spawn(move || a.get_timeout(WHILE));
    let b = thread::spawn(move || b.get());
    watch(&port, 2);
    let clock = thread::spawn(move || c.time_out(ThreadId(0)));
    port.post(packet(1)).unwrap();
    port.post(packet(2)).unwrap();
    clock.join().unwrap();
    let (a, b) = (a.join().unwrap(), b.join().unwrap());
    let recorded = recording.finish();
    check_end(&port, &recorded, [1, 2], &[&a, &b]);
    vec![format!("A got {}, B got {}", told(a), told(b))]
}

#[test]
fn a_packet_goes_to_another_thread_when_the_deadline_passes() {
    let sometimes = ["A got 1, B got 2", "A got 2, B got 1", "A got Timeout, B got 1"];
    explore("a time-out beside an endless get", 2, &sometimes, a_timed_get_and_an_endless_one);
}

/// A thread gets again after a time-out that came in time, too late, or not at all.
fn two_gets_of_one_thread() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let (a, b) = (port.clone(), port.clone());
    let getter = thread::spawn(move || (a.get_timeout(WHILE), a.get()));
    let clock = thread::spawn(move || b.time_out(ThreadId(0)));
    port.post(packet(1)).unwrap();
    port.post(packet(2)).unwrap();
    clock.join().unwrap();
    let (first, second) = getter.join().unwrap();
    let recorded = recording.finish();
    check_end(&port, &recorded, [1, 2], &[&first, &second]);
    vec![format!("{}, then {}", told(first), told(second)), late(&recorded)]
}

#[test]
fn a_late_time_out_leaves_nothing_behind() {
    let sometimes = ["1, then 2", "Timeout, then 1", TOO_LATE, IN_TIME];
    explore("a get after a time-out", 3, &sometimes, two_gets_of_one_thread);
}

fn a_timed_batch() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let (a, b, c) = (port.clone(), port.clone(), port.clone());
    let getter = thread::spawn(move || {
        let mut packets = Vec::new();
        let count = a.get_many(&mut packets, 2, Some(WHILE));
        (count, packets)
    });
    let poster = thread::spawn(move || b.post_many(&[packet(1), packet(2), packet(3)]));
    let clock = thread::spawn(move || c.time_out(ThreadId(0)));
    poster.join().unwrap().unwrap();
    clock.join().unwrap();
    let (count, packets) = getter.join().unwrap();
    let recorded = recording.finish();
    assert_eq!(count.unwrap_or_default(), packets.len());
    let got: Vec<_> = packets.iter().copied().map(Ok).collect();
    check_end(&port, &recorded, [1, 2, 3], &got.iter().collect::<Vec<_>>());
    let keys: Vec<u64> = packets.iter().map(|packet| packet.key).collect();
    vec![format!("got {keys:?}"), late(&recorded)]
}

#[test]
fn a_time_out_meets_a_hand_over_to_a_batch() {
    let sometimes = ["got []", "got [1]", "got [1, 2]", TOO_LATE, IN_TIME];
    explore("a time-out against a batch", 3, &sometimes, a_timed_batch);
}
