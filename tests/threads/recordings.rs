//! Records of what happened at a port.

use iocp_sim::recordings::Untold;
use iocp_sim::sim::Act;
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
    assert_eq!(none.entries(), []);
    assert_eq!(none.missed, all.events().count());
    assert_eq!(none.replay(), Ok(()));
}

#[test]
fn a_record_that_is_full_keeps_the_first_events() {
    let all: Vec<Event> = record(1000).events().collect();
    for capacity in 0..=all.len() + 1 {
        let some = record(capacity);
        let kept: Vec<Event> = some.events().collect();
        assert_eq!(kept, all[..all.len().min(capacity)]);
        assert_eq!(kept.len() + some.missed, all.len());
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
fn a_record_whose_end_is_another_does_not_replay() {
    let mut recorded = record(1000);
    assert_eq!(recorded.replay(), Ok(()));
    recorded.end = recorded.start.clone();
    let Difference { recorded: end, replayed } = recorded.replay().unwrap_err();
    assert_eq!((end.is_closed(), replayed.is_closed()), (false, true));
    assert_eq!(*end, recorded.end);
    let difference = recorded.replay().unwrap_err().to_string();
    assert!(difference.starts_with("the port ended as Machine {"), "{difference}");
    // What was missed may have made the difference.
    recorded.missed = 1;
    assert_eq!(recorded.replay(), Ok(()));
}

#[test]
fn entries_tell_what_came_of_each_event() {
    let port = CompletionPort::new(1);
    let recording = port.record(1000);
    port.post(packet(7)).unwrap();
    let Entry::Move(moved) = recording.finish().entries()[1] else { panic!("it is queued") };
    assert_eq!(moved.item, Item::Packet { n: 1, packet: packet(7) });
    assert_eq!((moved.from, moved.to, moved.rule), (Place::Outside, Place::Queue, Rule::T01));
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

#[test]
fn what_is_missing_is_said_in_a_note_and_what_was_there_before_comes_first() {
    let port = CompletionPort::builder().limit(1).name("the port").build();
    port.post(packet(1)).unwrap();
    let recording = port.record(1);
    port.post(packet(2)).unwrap();
    port.post(packet(3)).unwrap();
    let recorded = recording.finish();
    let trace = recorded.trace().unwrap();
    let told: Vec<(&str, &[String])> =
        trace.steps.iter().map(|step| (step.event.as_str(), step.notes.as_slice())).collect();
    let begins = ["Here the recording begins.".to_owned()];
    let steps = [("post the_port key=1", &begins[..]), ("post the_port key=2", &[])];
    assert_eq!(told, steps);
    let missed = "Events that were not recorded: 1.";
    assert_eq!(trace.stops.as_deref(), Some(missed));
    let scenario = recorded.scenario().unwrap();
    assert_eq!(scenario.statements.last().unwrap().act, Act::Note(missed.to_owned()));
    assert_eq!(trace.title, "A recording of the port");
}

#[test]
fn an_empty_record_of_an_empty_port_says_that_there_is_nothing() {
    let untold = CompletionPort::new(1).record(10).finish().scenario().unwrap_err();
    assert_eq!(untold, Untold::Nothing);
    assert_eq!(untold.to_string(), "nothing was recorded");
}
