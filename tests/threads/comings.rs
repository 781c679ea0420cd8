//! Threads that come to a port, go to another one, and end.

use iocp_sim::threads::{CompletionPort, GetError, blocking, leave};
use iocp_sim::{Rule, Snapshot, ThreadId};

use crate::crew::{Worker, packet, queued, shows};

/// C06, C19.
#[test]
fn a_thread_that_gets_from_another_port_gives_its_slot_away() {
    let [here, there] = [(); 2].map(|()| CompletionPort::new(1));
    let recordings = [here.record(100), there.record(100)];
    let [worker, other] = Worker::crew();
    here.post_many(&[1, 2].map(packet)).unwrap();
    there.post(packet(3)).unwrap();
    worker.gets(&here).unwrap();
    let waits = other.waits(&here);
    assert_eq!(worker.gets(&there), Ok(packet(3)));
    assert_eq!(waits.done(), Ok(packet(2)));
    assert_eq!(here.snapshot().released.len(), 1);
    assert_eq!(there.snapshot().released.len(), 1);
    for recording in recordings {
        shows(recording, &[Rule::C06]);
    }
}

/// C03, P07.
#[test]
fn a_thread_belongs_to_the_port_it_called_last() {
    let ports = [(); 3].map(|()| CompletionPort::new(1));
    for last in [0, 1, 2, 1, 0] {
        assert_eq!(ports[last].poll(), Err(GetError::Timeout));
        for (number, port) in ports.iter().enumerate() {
            let Snapshot { released, .. } = port.snapshot();
            assert_eq!(port.this_thread(), released.first().copied());
            assert_eq!(released.len(), usize::from(number == last));
        }
    }
}

/// C07: it gives up nothing, and there is no port that it left.
#[test]
fn a_thread_that_belonged_to_no_port_counts_when_its_first_get_returns() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    port.post(packet(1)).unwrap();
    let worker = Worker::new();
    assert_eq!(worker.gets(&port), Ok(packet(1)));
    assert_eq!(port.snapshot().released.len(), 1);
    shows(recording, &[Rule::C07]);
}

/// C06: the port that it waits at does not count it.
#[test]
fn a_thread_that_waits_at_another_port_counts_nowhere() {
    let [here, there] = [(); 2].map(|()| CompletionPort::new(1));
    let worker = Worker::new();
    assert!(worker.polls(&here).is_err());
    let waits = worker.waits(&there);
    assert_eq!(here.snapshot().released, []);
    assert_eq!(there.snapshot().released, []);
    there.post(packet(1)).unwrap();
    assert_eq!(waits.done(), Ok(packet(1)));
}

/// C32, G05.
#[test]
fn a_thread_that_asks_a_closed_port_stays_where_it_is() {
    let [here, closed] = [(); 2].map(|()| CompletionPort::new(1));
    closed.close();
    assert!(here.poll().is_err());
    let before = here.snapshot();
    assert_eq!(closed.get(), Err(GetError::Closed));
    // A closed port is found before anything else (SPEC.md, Choices).
    assert_eq!(closed.get_many(&mut Vec::new(), 0, None), Err(GetError::Closed));
    assert_eq!(here.snapshot(), before);
    assert_eq!(closed.this_thread(), None);
}

/// C06.
#[test]
fn a_thread_that_leaves_gives_its_slot_away_and_may_come_again() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let [worker, other] = Worker::crew();
    port.post_many(&[1, 2].map(packet)).unwrap();
    worker.gets(&port).unwrap();
    let waits = other.waits(&port);
    worker.does(leave);
    assert_eq!(waits.done(), Ok(packet(2)));
    worker.does(leave);
    assert_eq!(port.snapshot().released.len(), 1);
    other.exits();
    port.post(packet(3)).unwrap();
    assert_eq!(worker.gets(&port), Ok(packet(3)));
    assert_eq!(port.snapshot().released.len(), 1);
    shows(recording, &[Rule::C06, Rule::C07]);
}

#[test]
fn a_thread_that_leaves_belongs_to_no_port_unless_it_is_blocked() {
    let port = CompletionPort::new(1);
    assert!(port.poll().is_err());
    blocking(|| {
        leave();
        assert_eq!(port.snapshot().paused.len(), 1);
    });
    assert!(port.this_thread().is_some());
    leave();
    assert_eq!(port.this_thread(), None);
    let Snapshot { waiting, released, paused, .. } = port.snapshot();
    assert_eq!((waiting.len(), released.len(), paused.len()), (0, 0, 0));
    port.close();
    leave();
}

/// C18.
#[test]
fn a_thread_that_ends_hands_its_slot_over() {
    for end in [Worker::exits, Worker::panics] {
        let port = CompletionPort::new(1);
        let recording = port.record(100);
        let [worker, other] = Worker::crew();
        port.post_many(&[1, 2].map(packet)).unwrap();
        worker.gets(&port).unwrap();
        let waits = other.waits(&port);
        end(worker);
        assert_eq!(waits.done(), Ok(packet(2)));
        assert_eq!(port.snapshot().released.len(), 1);
        shows(recording, &[Rule::C18, Rule::W01]);
    }
}

#[test]
fn a_thread_that_ends_without_a_packet_queued_leaves_an_empty_port() {
    let port = CompletionPort::new(1);
    let fresh = port.snapshot();
    let worker = Worker::new();
    assert!(worker.polls(&port).is_err());
    worker.exits();
    assert_eq!(port.snapshot(), fresh);
}

/// A thread that is gone takes the packets it got along; those that are queued are for others.
#[test]
fn a_thread_that_panics_between_its_packets_loses_no_other() {
    let port = CompletionPort::new(1);
    port.post_many(&[1, 2, 3].map(packet)).unwrap();
    for key in 1..=3 {
        let worker = Worker::new();
        assert_eq!(worker.gets(&port), Ok(packet(key)));
        worker.panics();
    }
    assert_eq!(queued(&port), []);
}

#[test]
fn numbers_of_threads_that_are_gone_are_given_again() {
    let port = CompletionPort::new(1);
    let other = CompletionPort::new(1);
    for _ in 0..200 {
        let worker = Worker::new();
        assert!(worker.polls(&port).is_err());
        assert_eq!(port.snapshot().released, [ThreadId(0)]);
        worker.exits();
    }
    for _ in 0..50 {
        let crew: [Worker; 4] = Worker::crew();
        for worker in &crew {
            assert!(worker.polls(&port).is_err());
        }
        let released = port.snapshot().released;
        assert_eq!(released.len(), 4);
        assert!(released.iter().all(|thread| thread.0 < 4), "{released:?}");
        for worker in crew {
            assert!(worker.polls(&other).is_err());
            assert_eq!(other.snapshot().released, [ThreadId(0)]);
            worker.exits();
        }
    }
    assert_eq!(port.snapshot().released, []);
}

#[test]
fn threads_outlive_the_port_they_belong_to() {
    let crew: [Worker; 4] = Worker::crew();
    let gone = CompletionPort::new(4);
    for worker in &crew {
        assert!(worker.polls(&gone).is_err());
    }
    drop(gone);
    let [exits, panics, blocks, gets] = crew;
    exits.exits();
    panics.panics();
    assert_eq!(blocks.does(|| blocking(|| 7)), 7);
    let port = CompletionPort::new(1);
    port.post(packet(1)).unwrap();
    assert_eq!(gets.gets(&port), Ok(packet(1)));
    assert_eq!(port.snapshot().released.len(), 1);
}
