//! Who is released, with which packet, and how many run.

use iocp_sim::threads::CompletionPort;
use iocp_sim::{Packet, Rule, Snapshot};

use crate::crew::{STRATEGIES, Worker, packet, queued, shows};

/// W01, INV5.
#[test]
fn the_last_thread_to_wait_is_the_first_released() {
    for strategy in STRATEGIES {
        let port = CompletionPort::builder().limit(3).wait_strategy(strategy).build();
        let recording = port.record(100);
        let crew: [Worker; 3] = Worker::crew();
        let gets = crew.each_ref().map(|worker| worker.waits(&port));
        for key in 1..=3 {
            port.post(packet(key)).unwrap();
        }
        let keys = gets.map(|get| get.done().unwrap().key);
        assert_eq!(keys, [3, 2, 1]);
        shows(recording, &[Rule::C03, Rule::W01, Rule::G01]);
    }
}

/// C09.
#[test]
fn a_packet_joins_the_queue_while_the_limit_is_reached_though_a_thread_waits() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let [worker, other] = Worker::crew();
    let _waits = other.waits(&port);
    let get = worker.waits(&port);
    port.post_many(&[packet(1), packet(2)]).unwrap();
    assert_eq!(get.done(), Ok(packet(1)));
    let Snapshot { waiting, released, queue, limit, .. } = port.snapshot();
    assert_eq!((waiting.len(), released.len(), queue.len(), limit), (1, 1, 1, 1));
    shows(recording, &[Rule::C09]);
    port.close();
}

/// C05, C22.
#[test]
fn a_busy_thread_takes_the_next_packet_before_a_waiting_one() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let [busy, idle] = Worker::crew();
    let waits = idle.waits(&port);
    let first = busy.waits(&port);
    port.post_many(&[packet(1), packet(2), packet(3)]).unwrap();
    assert_eq!(first.done(), Ok(packet(1)));
    assert_eq!(busy.gets(&port), Ok(packet(2)));
    assert_eq!(busy.gets(&port), Ok(packet(3)));
    assert_eq!(port.snapshot().waiting.len(), 1);
    shows(recording, &[Rule::C05]);
    busy.exits();
    port.post(packet(4)).unwrap();
    assert_eq!(waits.done(), Ok(packet(4)));
}

/// C08.
#[test]
fn a_thread_that_comes_while_the_limit_is_reached_waits_although_packets_are_queued() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let [first, second] = Worker::crew();
    port.post_many(&[packet(1), packet(2)]).unwrap();
    assert_eq!(first.gets(&port), Ok(packet(1)));
    let waits = second.waits(&port);
    assert_eq!(queued(&port), [2]);
    shows(recording, &[Rule::C08]);
    first.exits();
    assert_eq!(waits.done(), Ok(packet(2)));
}

/// Q06, W04: nothing is in the queue, and nobody waits, although the thread may not run yet.
#[test]
fn a_packet_is_handed_over_before_the_post_returns() {
    for strategy in STRATEGIES {
        let port = CompletionPort::builder().limit(1).wait_strategy(strategy).build();
        let worker = Worker::new();
        let get = worker.waits(&port);
        port.post(packet(1)).unwrap();
        let Snapshot { waiting, released, queue, .. } = port.snapshot();
        assert_eq!((waiting.len(), released.len(), queue.len()), (0, 1, 0));
        assert_eq!(get.done(), Ok(packet(1)));
    }
}

/// Q01, Q04: nothing in a packet is looked into.
#[test]
fn packets_leave_as_they_came_and_in_their_order() {
    let port = CompletionPort::new(1);
    let recording = port.record(10_000);
    let packets: Vec<Packet> = (0..1000u64)
        .map(|n| Packet {
            key: u64::MAX - n,
            context: n,
            status: iocp_sim::Status(0xC000_0000 | n as u32),
            information: n * n,
        })
        .collect();
    port.post_many(&packets).unwrap();
    let got: Vec<Packet> = packets.iter().map(|_| port.get().unwrap()).collect();
    assert_eq!(got, packets);
    shows(recording, &[Rule::T04, Rule::Q01, Rule::C07, Rule::C05, Rule::G02]);
}

/// C20.
#[test]
fn a_thread_that_posts_to_its_own_port_takes_its_own_packet() {
    let port = CompletionPort::new(1);
    let [poster, idle] = Worker::crew();
    let waits = idle.waits(&port);
    let got = poster.does({
        let port = port.clone();
        move || {
            assert!(port.poll().is_err());
            port.post(packet(1)).unwrap();
            port.get()
        }
    });
    assert_eq!(got, Ok(packet(1)));
    port.close();
    assert!(waits.done().is_err());
}

/// T03, C03.
#[test]
fn a_thread_that_posts_does_not_belong_to_the_port() {
    let port = CompletionPort::new(1);
    port.post(packet(1)).unwrap();
    assert_eq!(port.this_thread(), None);
    assert_eq!(port.snapshot().released.len(), 0);
    port.get().unwrap();
    assert_eq!(port.this_thread(), Some(port.snapshot().released[0]));
}

/// C26.
#[test]
fn two_ports_with_limit_1_let_two_threads_run() {
    let ports = [(); 2].map(|()| CompletionPort::new(1));
    let crew: [Worker; 2] = Worker::crew();
    for (worker, port) in crew.iter().zip(&ports) {
        port.post(packet(1)).unwrap();
        worker.gets(port).unwrap();
    }
    assert!(ports.iter().all(|port| port.snapshot().released.len() == 1));
}

/// C12, C23.
#[test]
fn each_slot_that_becomes_free_hands_over_one_packet() {
    let port = CompletionPort::new(2);
    let recording = port.record(200);
    let busy: [Worker; 2] = Worker::crew();
    let idle: [Worker; 3] = Worker::crew();
    port.post_many(&[1, 2, 3, 4, 5].map(packet)).unwrap();
    for worker in &busy {
        worker.gets(&port).unwrap();
    }
    let mut gets = idle.each_ref().map(|worker| Some(worker.waits(&port)));
    for (left, worker) in busy.into_iter().enumerate() {
        worker.exits();
        assert_eq!(port.snapshot().released.len(), 2);
        let released = gets[2 - left].take().expect("it waits");
        assert_eq!(released.done(), Ok(packet(3 + left as u64)));
    }
    assert_eq!(queued(&port), [5]);
    assert_eq!(port.snapshot().waiting.len(), 1);
    shows(recording, &[Rule::C18, Rule::W01]);
    port.close();
}
