//! Records of what happened at a port.

use iocp_sim::threads::{CompletionPort, Difference, Entry, Recorded};
use iocp_sim::{Event, Item, Place, Rule};

use crate::crew::{Worker, fired, packet};

/// Ten posts and ten polls.
fn happens(port: &CompletionPort) {
    for key in 0..10 {
        port.post(packet(key)).unwrap();
        assert_eq!(port.poll(), Ok(packet(key)));
    }
}

fn is_event(entry: &Entry) -> bool {
    matches!(entry, Entry::Event(_))
}

#[test]
fn a_record_begins_with_the_port_as_it_was_and_replays() {
    let port = CompletionPort::new(1);
    port.post(packet(7)).unwrap();
    let recording = port.record(1000);
    assert_eq!(port.poll(), Ok(packet(7)));
    happens(&port);
    let recorded = recording.finish();
    assert_eq!(recorded.start.snapshot().queue.len(), 1);
    assert_eq!(recorded.events().count(), 21);
    assert_eq!(recorded.missed, 0);
    assert_eq!(recorded.replay(), Ok(()));
    assert!(fired(&recorded, Rule::T01));
    assert!(fired(&recorded, Rule::C05));
}

#[test]
fn a_record_without_room_counts_what_it_missed() {
    let port = CompletionPort::new(1);
    let [none, all] = [0, 1000].map(|capacity| {
        let worker = Worker::new();
        let recording = port.record(capacity);
        let recorded = worker.does({
            let port = port.clone();
            move || {
                happens(&port);
                recording.finish()
            }
        });
        worker.exits();
        recorded
    });
    assert_eq!(none.entries, []);
    assert_eq!(none.missed, all.entries.len());
    assert_eq!(none.replay(), Ok(()));
}

#[test]
fn a_record_that_is_full_keeps_whole_events_only() {
    let all = record(1000);
    for capacity in 0..=all.entries.len() + 1 {
        let some = record(capacity);
        assert!(some.entries.len() <= capacity);
        assert_eq!(some.entries.len() + some.missed, all.entries.len());
        assert_eq!(some.entries, all.entries[..some.entries.len()]);
        assert!(all.entries.get(some.entries.len()).is_none_or(is_event));
        assert_eq!(some.replay(), Ok(()));
    }
}

fn record(capacity: usize) -> Recorded {
    let port = CompletionPort::new(1);
    let recording = port.record(capacity);
    let worker = Worker::new();
    worker.does(move || happens(&port));
    recording.finish()
}

#[test]
fn another_record_takes_the_place_of_the_first() {
    let port = CompletionPort::new(1);
    let first = port.record(1000);
    port.post(packet(1)).unwrap();
    let second = port.record(1000);
    port.post(packet(2)).unwrap();
    let first = first.finish();
    port.post(packet(3)).unwrap();
    let second = second.finish();
    port.post(packet(4)).unwrap();
    assert_eq!(first.events().collect::<Vec<_>>(), [1].map(post));
    assert_eq!(second.events().collect::<Vec<_>>(), [2, 3].map(post));
    assert_eq!((first.replay(), second.replay()), (Ok(()), Ok(())));
}

fn post(key: u64) -> Event {
    Event::Post { packet: packet(key) }
}

#[test]
fn a_record_that_was_tampered_with_does_not_replay() {
    let mut recorded = record(1000);
    let honest = recorded.clone();
    let third = recorded.entries.iter().position(|entry| {
        matches!(entry, Entry::Move(moved) if matches!(moved.item, Item::Packet { n: 3, .. }))
    });
    let third = third.expect("the third packet moved");
    let Entry::Move(moved) = &mut recorded.entries[third] else { unreachable!("it is a move") };
    moved.to = Place::Discarded;
    let Difference { event, recorded: tampered, replayed } = recorded.replay().unwrap_err();
    // Each packet is posted by one event and taken by the next.
    assert_eq!(event, 4);
    assert_eq!(tampered, [recorded.entries[third]]);
    assert_eq!(replayed, [honest.entries[third]]);

    recorded.entries.remove(third);
    let difference = recorded.replay().unwrap_err();
    assert_eq!((difference.event, difference.recorded.len()), (4, 0));
    assert!(difference.to_string().starts_with("event 4 was recorded as [] and is replayed as "));
}

#[test]
fn a_recording_may_be_dropped_and_the_next_one_begins_afresh() {
    let port = CompletionPort::new(1);
    drop(port.record(1000));
    happens(&port);
    let recording = port.record(1000);
    drop(port);
    assert_eq!(recording.finish().events().collect::<Vec<_>>(), [Event::Close]);
}
