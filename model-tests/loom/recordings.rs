//! A recording that begins and ends while threads are at work.

use iocp_sim::threads::{CompletionPort, Recorded};
use loom::thread;

use crate::account::{ROOM, check_recorded, check_snapshot, packet, told};
use crate::explore::explore;

fn a_recording_beside_work() -> Vec<String> {
    let port = CompletionPort::new(1);
    let (a, b, c) = (port.clone(), port.clone(), port.clone());
    let getter = thread::spawn(move || a.get());
    let poster = thread::spawn(move || b.post(packet(1)));
    let recorder = thread::spawn(move || c.record(ROOM).finish());
    poster.join().unwrap().unwrap();
    let recorded: Recorded = recorder.join().unwrap();
    assert_eq!(told(getter.join().unwrap()), "1");
    check_recorded(&recorded);
    check_snapshot(&port.snapshot(), 1);
    let names = recorded.events().map(|event| {
        let name = format!("{event:?}");
        name.split(' ').next().unwrap_or_default().to_owned()
    });
    vec![names.collect::<Vec<_>>().join(" ")]
}

#[test]
fn a_recording_begins_and_ends_while_threads_work() {
    let few = ["", "Get", "Post", "Exit", "Get Post", "Get Exit", "Post Get", "Post Exit"];
    let sometimes = [&few[..], &["Get Post Exit", "Post Get Exit"]].concat();
    explore("a recording beside a get and a post", 3, &sometimes, a_recording_beside_work);
}

/// The second recording takes the place of the first; each tells what it saw.
fn two_recordings() -> Vec<String> {
    let port = CompletionPort::new(1);
    let first = port.record(ROOM);
    let (a, b) = (port.clone(), port.clone());
    let getter = thread::spawn(move || a.get());
    let recorder = thread::spawn(move || b.record(ROOM).finish());
    port.post(packet(1)).unwrap();
    let second: Recorded = recorder.join().unwrap();
    assert_eq!(told(getter.join().unwrap()), "1");
    let first = first.finish();
    check_recorded(&first);
    check_recorded(&second);
    let (first, second) = (first.events().count(), second.events().count());
    vec![format!("the first saw {first}"), format!("the second saw {second}")]
}

#[test]
fn a_recording_takes_the_place_of_another() {
    let first = ["the first saw 0", "the first saw 1", "the first saw 2", "the first saw 3"];
    let second = ["the second saw 0", "the second saw 1", "the second saw 2", "the second saw 3"];
    let sometimes = [first, second].concat();
    explore("a recording in the place of another", 3, &sometimes, two_recordings);
}
