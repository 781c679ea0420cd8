//! How often posts and gets allocate: not at all, once a queue has been as deep as it gets. Each
//! thread counts its own allocations.

use std::hint::black_box;
use std::thread;
use std::time::Duration;

use allocation_counter::measure;
use iocp_sim::Packet;
use iocp_sim::threads::{CompletionPort, blocking};

const PACKETS: u64 = 1_000_000;

/// The packets in one block of the queue.
const BLOCK: u64 = 62;

fn packet(key: u64) -> Packet {
    Packet { key, ..Packet::default() }
}

/// Runs something once, and counts the allocations of the next run.
fn allocations(mut run: impl FnMut()) -> u64 {
    run();
    measure(run).count_total
}

#[test]
fn the_counter_counts() {
    let boxes = measure(|| drop((black_box(Box::new(1)), black_box(Box::new(2)))));
    assert_eq!(boxes.count_total, 2);
}

#[test]
fn a_queue_that_is_drained_allocates_nothing() {
    let port = CompletionPort::new(1);
    for depth in [1, 10, BLOCK] {
        let counted = allocations(|| {
            for key in 0..PACKETS / depth {
                (0..depth).for_each(|_| port.post(packet(key)).unwrap());
                (0..depth).for_each(|_| assert_eq!(port.get(), Ok(packet(key))));
            }
        });
        assert_eq!(counted, 0, "depth {depth}");
    }
}

#[test]
fn a_queue_that_is_never_empty_allocates_nothing() {
    for depth in [1, 100, 10_000] {
        let port = CompletionPort::new(1);
        (0..depth).for_each(|key| port.post(packet(key)).unwrap());
        let counted = allocations(|| {
            for key in 0..PACKETS {
                port.post(packet(key)).unwrap();
                port.get().unwrap();
            }
        });
        assert_eq!(counted, 0, "depth {depth}");
    }
}

#[test]
fn batches_allocate_nothing_where_there_is_room_for_them() {
    let port = CompletionPort::new(1);
    let posted = [packet(1); 60];
    let mut packets = Vec::with_capacity(64);
    let counted = allocations(|| {
        for _ in 0..1000 {
            port.post_many(&posted).unwrap();
            assert_eq!(port.get_many(&mut packets, 64, None), Ok(60));
        }
    });
    assert_eq!(counted, 0);
}

#[test]
fn polls_time_outs_pauses_and_switches_allocate_nothing() {
    let ports = [(); 2].map(|()| CompletionPort::new(1));
    let counted = allocations(|| {
        for round in 0..100 {
            for port in &ports {
                assert!(port.poll().is_err());
                assert!(port.get_timeout(Duration::from_nanos(round)).is_err());
                blocking(|| blocking(|| port.post(packet(round)).unwrap()));
                assert_eq!(port.get(), Ok(packet(round)));
            }
        }
    });
    assert_eq!(counted, 0);
}

/// Two threads that wait for each other's packets.
#[test]
fn packets_that_are_handed_over_allocate_nothing() {
    const ROUNDS: u64 = 20_000;
    const LONG: Duration = Duration::from_secs(60);
    let [here, there] = [(); 2].map(|()| CompletionPort::new(1));
    let answers = || {
        for key in 0..ROUNDS {
            assert_eq!(there.get_timeout(LONG), Ok(packet(key)));
            here.post(packet(key)).unwrap();
        }
    };
    let asks = || {
        for key in 0..ROUNDS {
            there.post(packet(key)).unwrap();
            assert_eq!(here.get_timeout(LONG), Ok(packet(key)));
        }
    };
    thread::scope(|scope| {
        let answering = scope.spawn(|| allocations(answers));
        assert_eq!(allocations(asks), 0);
        assert_eq!(answering.join().unwrap(), 0);
    });
}
