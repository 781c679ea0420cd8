//! Waits outside the port.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use iocp_sim::threads::{CompletionPort, GetError, blocking};
use iocp_sim::{Rule, Snapshot};

use crate::crew::{Worker, packet, queued, shows};

fn counts(port: &CompletionPort) -> (usize, usize) {
    let Snapshot { released, paused, .. } = port.snapshot();
    (released.len(), paused.len())
}

/// C10.
#[test]
fn a_thread_that_blocks_gives_its_slot_to_the_newest_waiting_one() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let [worker, other] = Worker::crew();
    port.post_many(&[1, 2].map(packet)).unwrap();
    worker.gets(&port).unwrap();
    let waits = other.waits(&port);
    let (block, end) = worker.blocks(&port);
    assert_eq!(waits.done(), Ok(packet(2)));
    assert_eq!(counts(&port), (1, 1));
    drop(end);
    block.done();
    shows(recording, &[Rule::P05, Rule::C10]);
}

/// C11, C12.
#[test]
fn a_thread_that_goes_on_counts_over_the_limit_and_the_excess_shrinks_by_gets() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let [worker, other] = Worker::crew();
    port.post_many(&[1, 2].map(packet)).unwrap();
    worker.gets(&port).unwrap();
    let (block, end) = worker.blocks(&port);
    assert_eq!(other.gets(&port), Ok(packet(2)));
    drop(end);
    block.done();
    assert_eq!(counts(&port), (2, 0));

    port.post(packet(3)).unwrap();
    let waits = other.waits(&port);
    assert_eq!(counts(&port), (1, 0));
    assert_eq!(queued(&port), [3]);
    assert_eq!(worker.gets(&port), Ok(packet(3)));
    shows(recording, &[Rule::C11, Rule::C08]);
    port.close();
    assert_eq!(waits.done(), Err(GetError::Abandoned));
}

/// C31.
#[test]
fn only_the_end_of_the_outermost_wait_lets_a_thread_count_again() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    assert!(port.poll().is_err());
    blocking(|| {
        assert_eq!(counts(&port), (0, 1));
        blocking(|| assert_eq!(counts(&port), (0, 1)));
        assert_eq!(counts(&port), (0, 1));
    });
    assert_eq!(counts(&port), (1, 0));
    shows(recording, &[Rule::P05, Rule::C31, Rule::C11]);
}

#[test]
fn a_wait_that_panics_has_ended() {
    let port = CompletionPort::new(1);
    assert!(port.poll().is_err());
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        blocking(|| blocking(|| resume_unwind(Box::new("planned"))));
    }));
    assert!(panicked.is_err());
    assert_eq!(counts(&port), (1, 0));
    port.post(packet(1)).unwrap();
    assert_eq!(port.get(), Ok(packet(1)));
}

#[test]
fn a_thread_without_a_port_just_waits_and_can_not_get_meanwhile() {
    let port = CompletionPort::new(1);
    port.post(packet(1)).unwrap();
    let before = port.snapshot();
    blocking(|| {
        assert_eq!(port.poll(), Err(GetError::Blocking));
        blocking(|| assert_eq!(port.poll(), Err(GetError::Blocking)));
        assert_eq!(port.poll(), Err(GetError::Blocking));
    });
    assert_eq!(port.snapshot(), before);
    assert_eq!(port.get(), Ok(packet(1)));
}

#[test]
fn a_blocked_thread_can_get_from_no_port() {
    let [here, there] = [(); 2].map(|()| CompletionPort::new(1));
    let recordings = [here.record(100), there.record(100)];
    for port in [&here, &there] {
        port.post_many(&[1, 2].map(packet)).unwrap();
    }
    here.get().unwrap();
    blocking(|| {
        let before = [here.snapshot(), there.snapshot()];
        for port in [&here, &there] {
            assert_eq!(port.get(), Err(GetError::Blocking));
            assert_eq!(port.poll(), Err(GetError::Blocking));
            assert_eq!(port.get_timeout(Duration::from_secs(1)), Err(GetError::Blocking));
            assert_eq!(port.get_many(&mut Vec::new(), 1, None), Err(GetError::Blocking));
        }
        assert_eq!([here.snapshot(), there.snapshot()], before);
    });
    assert_eq!(here.get(), Ok(packet(2)));
    assert_eq!(there.get(), Ok(packet(1)));
    for recording in recordings {
        shows(recording, &[]);
    }
}

/// C24: it can do everything else.
#[test]
fn a_blocked_thread_can_post_to_its_own_port() {
    let port = CompletionPort::new(1);
    let other = Worker::new();
    assert!(port.poll().is_err());
    let waits = other.waits(&port);
    blocking(|| port.post(packet(1)).unwrap());
    assert_eq!(waits.done(), Ok(packet(1)));
    assert_eq!(counts(&port), (2, 0));
}

/// K11.
#[test]
fn a_port_may_be_closed_while_its_thread_is_blocked() {
    let port = CompletionPort::new(1);
    assert!(port.poll().is_err());
    blocking(|| {
        assert!(port.close());
        assert_eq!(port.get(), Err(GetError::Blocking));
    });
    assert_eq!(counts(&port), (0, 0));
    assert_eq!(port.get(), Err(GetError::Closed));

    let other = CompletionPort::new(1);
    assert_eq!(other.poll(), Err(GetError::Timeout));
    blocking(|| assert_eq!(counts(&other), (0, 1)));
}

#[test]
fn the_value_of_a_wait_is_passed_on() {
    assert_eq!(blocking(|| 7), 7);
}
