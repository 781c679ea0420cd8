//! What one thread does to another: suspension, APCs, its end, and the end of its pause.

use std::time::Duration;

use iocp_sim::Rule;
use iocp_sim::threads::{CompletionPort, GetError, Pause, Thread, leave};

use crate::crew::{Worker, packet, queued, shows, until, until_waiting};

/// A worker, and the thread that it is.
fn worker() -> (Worker, Thread) {
    let worker = Worker::new();
    let thread = worker.does(Thread::current);
    (worker, thread)
}

/// W05, W07: it lost its place, and what came meanwhile waits for somebody else.
#[test]
fn a_thread_suspended_in_a_get_is_passed_over_and_waits_again_as_the_newest() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let ((first, suspended), (second, _)) = (worker(), worker());
    let get = port.clone();
    let one = first.begins(move || get.get());
    until_waiting(&port, 1);
    suspended.suspend();
    until(&port, |port| port.waiting.is_empty() && port.paused.len() == 1);
    port.post(packet(1)).unwrap();
    assert_eq!(queued(&port), [1]);
    let get = port.clone();
    assert_eq!(second.does(move || get.get()).map(|packet| packet.key), Ok(1));
    suspended.resume();
    until_waiting(&port, 1);
    second.does(leave);
    port.post(packet(2)).unwrap();
    assert_eq!(one.done().map(|packet| packet.key), Ok(2));
    shows(recording, &[Rule::W07, Rule::W05]);
}

/// W07: it looks at the queue first, and takes all that it has room for.
#[test]
fn a_batch_that_is_resumed_takes_what_came_meanwhile() {
    let port = CompletionPort::new(1);
    let (worker, thread) = worker();
    let get = port.clone();
    let batch = worker.begins(move || {
        let mut packets = Vec::new();
        get.get_many(&mut packets, 2, None).map(|_| packets)
    });
    until_waiting(&port, 1);
    thread.suspend();
    port.post_many(&[1, 2, 3].map(packet)).unwrap();
    thread.resume();
    let keys = batch.done().map(|packets| packets.iter().map(|p| p.key).collect::<Vec<_>>());
    assert_eq!((keys, queued(&port)), (Ok(vec![1, 2]), vec![3]));
}

/// C30: suspensions nest, and a suspended thread does not count.
#[test]
fn a_running_thread_that_is_suspended_stops_at_its_next_get() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let (worker, thread) = worker();
    let get = port.clone();
    assert_eq!(worker.does(move || get.poll()), Err(GetError::Timeout));
    thread.suspend();
    thread.suspend();
    assert_eq!(port.snapshot().paused.len(), 1);
    port.post(packet(1)).unwrap();
    let get = port.clone();
    let got = worker.begins(move || get.get());
    thread.resume();
    assert_eq!((port.snapshot().paused.len(), queued(&port)), (1, vec![1]));
    thread.resume();
    assert_eq!(got.done().map(|packet| packet.key), Ok(1));
    shows(recording, &[Rule::C30, Rule::C11]);
}

/// E06, E07: pending until an alertable get, which it ends.
#[test]
fn an_apc_ends_an_alertable_get_and_no_other() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let (worker, thread) = worker();
    let get = port.clone();
    let got = worker.begins(move || get.get());
    until_waiting(&port, 1);
    thread.queue_apc();
    until_waiting(&port, 1);
    port.post(packet(1)).unwrap();
    assert_eq!(got.done().map(|packet| packet.key), Ok(1));
    let get = port.clone();
    let alertable = move || get.get_many_alertable(&mut Vec::new(), 1, None);
    assert_eq!(worker.does(alertable.clone()), Err(GetError::Apc));
    worker.does(|| Thread::current().run_apcs());
    let got = worker.begins(alertable);
    until_waiting(&port, 1);
    thread.queue_apc();
    assert_eq!(got.done(), Err(GetError::Apc));
    shows(recording, &[Rule::E06, Rule::E07, Rule::C14]);
}

/// C28, E09: nor does a thread that comes from elsewhere become the port's by it.
#[test]
fn an_apc_stands_before_the_packet_for_a_thread_that_comes_from_elsewhere() {
    let (old, new) = (CompletionPort::new(1), CompletionPort::new(1));
    let (worker, thread) = worker();
    let poll = old.clone();
    assert_eq!(worker.does(move || poll.poll()), Err(GetError::Timeout));
    new.post(packet(1)).unwrap();
    thread.queue_apc();
    let get = new.clone();
    let alertable = move || get.get_many_alertable(&mut Vec::new(), 1, None);
    assert_eq!(worker.does(alertable.clone()), Err(GetError::Apc));
    assert_eq!((queued(&new), old.snapshot().released.len()), (vec![1], 1));
    worker.does(|| Thread::current().run_apcs());
    assert_eq!(worker.does(alertable), Ok(1));
    assert_eq!(old.snapshot().released.len(), 0);
}

/// E08: an APC that was queued elsewhere comes with the thread.
#[test]
fn a_pending_apc_goes_with_its_thread_to_another_port() {
    let (old, new) = (CompletionPort::new(1), CompletionPort::new(1));
    let (worker, thread) = worker();
    for port in [old, new.clone()] {
        thread.queue_apc();
        assert_eq!(worker.does(move || port.poll()), Err(GetError::Timeout));
    }
    new.post(packet(1)).unwrap();
    let get = new.clone();
    let alertable = move || get.get_many_alertable(&mut Vec::new(), 1, None);
    assert_eq!(worker.does(alertable.clone()), Ok(1));
    assert_eq!(worker.does(alertable.clone()), Err(GetError::Apc));
    worker.does(|| Thread::current().run_apcs());
    let poll = move || new.get_many_alertable(&mut Vec::new(), 1, Some(Duration::ZERO));
    assert_eq!(worker.does(poll), Err(GetError::Timeout));
}

/// H08, C29: it leaves the waiting threads, and no packet goes to it.
#[test]
fn a_thread_that_is_ended_in_a_get_leaves_its_port_at_once() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let (worker, thread) = worker();
    let get = port.clone();
    let got = worker.begins(move || get.get());
    until_waiting(&port, 1);
    assert!(thread.end());
    assert!(port.snapshot().waiting.is_empty());
    port.post(packet(1)).unwrap();
    assert_eq!((got.done(), queued(&port)), (Err(GetError::Ended), vec![1]));
    let get = port.clone();
    assert_eq!(worker.does(move || get.get()), Err(GetError::Ended));
    shows(recording, &[Rule::C29]);
}

/// C11: it counts before it goes on.
#[test]
fn a_pause_that_another_thread_ends_is_over_at_once() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    assert!(port.poll().is_err());
    let me = Thread::current();
    let pause = Pause::begin();
    assert_eq!(port.snapshot().paused.len(), 1);
    let worker = Worker::new();
    worker.does(move || {
        me.end_pause();
        me.end_pause();
    });
    assert_eq!(port.snapshot().released.len(), 1);
    drop(pause);
    assert_eq!(port.snapshot().released.len(), 1);
    leave();
    shows(recording, &[Rule::P05, Rule::C11]);
}
