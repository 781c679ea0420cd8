//! Gets that wait for a while, or not at all.

use std::thread;
use std::time::{Duration, Instant};

use iocp_sim::threads::{CompletionPort, GetError, WaitStrategy};
use iocp_sim::{Packet, Rule, Status};

use crate::crew::{STRATEGIES, Worker, packet, queued, shows, until_waiting};

const SHORT: Duration = Duration::from_millis(2);

/// G13, P04.
#[test]
fn a_timeout_of_0_does_not_wait() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    assert_eq!(port.get_timeout(Duration::ZERO), Err(GetError::Timeout));
    assert_eq!(port.poll(), Err(GetError::Timeout));
    port.post(packet(1)).unwrap();
    assert_eq!(port.get_timeout(Duration::ZERO), Ok(packet(1)));
    shows(recording, &[Rule::P04, Rule::G03, Rule::C05]);
}

/// C13, G03.
#[test]
fn a_short_timeout_passes_and_the_thread_counts() {
    for strategy in STRATEGIES {
        let port = CompletionPort::builder().limit(1).wait_strategy(strategy).build();
        let recording = port.record(100);
        let begun = Instant::now();
        assert_eq!(port.get_timeout(SHORT), Err(GetError::Timeout));
        assert!(begun.elapsed() >= SHORT);
        assert_eq!(port.snapshot().released.len(), 1);
        shows(recording, &[Rule::C03, Rule::C13, Rule::G03]);
    }
}

#[test]
fn a_thread_that_spins_without_end_notices_its_deadline() {
    let strategy = WaitStrategy::Spin { turns: u32::MAX };
    let port = CompletionPort::builder().limit(1).wait_strategy(strategy).build();
    let worker = Worker::new();
    let get = worker.begins(move || port.get_timeout(SHORT));
    assert_eq!(get.done(), Err(GetError::Timeout));
}

/// C13, INV6.
#[test]
fn a_thread_whose_time_is_over_counts_even_over_the_limit() {
    let port = CompletionPort::new(1);
    let crew: [Worker; 3] = Worker::crew();
    for worker in &crew {
        let port = port.clone();
        assert_eq!(worker.does(move || port.get_timeout(SHORT)), Err(GetError::Timeout));
    }
    assert_eq!(port.snapshot().released.len(), 3);
}

#[test]
fn a_packet_that_comes_before_the_deadline_ends_the_wait() {
    for strategy in STRATEGIES {
        let port = CompletionPort::builder().limit(1).wait_strategy(strategy).build();
        let worker = Worker::new();
        for timeout in [Duration::from_secs(3600), Duration::MAX] {
            let get = worker.begins({
                let port = port.clone();
                move || port.get_timeout(timeout)
            });
            until_waiting(&port, 1);
            port.post(packet(1)).unwrap();
            assert_eq!(get.done(), Ok(packet(1)));
        }
    }
}

/// C15: the slot that a poll in vain leaves with its thread.
#[test]
fn a_poll_in_vain_holds_a_slot_until_its_thread_goes() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let [poller, idle] = Worker::crew();
    let waits = idle.waits(&port);
    assert_eq!(poller.polls(&port), Err(GetError::Timeout));
    port.post(packet(1)).unwrap();
    assert_eq!(queued(&port), [1]);
    let (block, end) = poller.blocks(&port);
    assert_eq!(waits.done(), Ok(packet(1)));
    drop(end);
    block.done();
    shows(recording, &[Rule::P04, Rule::C09, Rule::C10]);
}

/// C16, C17.
#[test]
fn a_poll_at_the_limit_finds_nothing_though_a_packet_is_queued_and_stalls_the_other_thread() {
    let port = CompletionPort::new(1);
    let [worker, poller] = Worker::crew();
    port.post_many(&[1, 2, 3].map(packet)).unwrap();
    assert_eq!(worker.gets(&port), Ok(packet(1)));

    assert_eq!(poller.polls(&port), Err(GetError::Timeout));
    assert_eq!(queued(&port), [2, 3]);
    assert_eq!(port.snapshot().released.len(), 2);

    let stalled = worker.waits(&port);
    assert_eq!(poller.polls(&port), Ok(packet(2)));
    assert_eq!(port.snapshot().waiting.len(), 1);
    poller.exits();
    assert_eq!(stalled.done(), Ok(packet(3)));
}

/// G02: it is a packet, and its status says how its request ended.
#[test]
fn a_packet_of_failure_is_a_packet() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let failed = Packet { status: Status(0xC000_0120), ..packet(1) };
    port.post(failed).unwrap();
    let got = port.get();
    assert_eq!(got, Ok(failed));
    assert!(got.is_ok_and(|packet| !packet.status.is_success()));
    shows(recording, &[Rule::T04, Rule::G02]);
}

/// W04, INV4: the race is decided by the machine, so a packet goes somewhere in any case.
#[test]
fn no_packet_is_lost_between_a_time_out_and_a_hand_over() {
    const PACKETS: u64 = 5000;
    for strategy in STRATEGIES {
        let port = CompletionPort::builder().limit(1).wait_strategy(strategy).build();
        let (mut expected, mut calls) = (0, 0u64);
        thread::scope(|scope| {
            scope.spawn(|| {
                for key in 0..PACKETS {
                    port.post(packet(key)).unwrap();
                    (0..key % 7).for_each(|_| thread::yield_now());
                }
            });
            while expected < PACKETS {
                let got = match calls % 3 {
                    // A wake-up that came too late for the get before is none for this one.
                    0 => port.get(),
                    _ => port.get_timeout(Duration::from_nanos(1 + calls % 20_000)),
                };
                match got {
                    Ok(got) => {
                        assert_eq!(got.key, expected);
                        expected += 1;
                    }
                    Err(GetError::Timeout) if calls % 3 != 0 => {}
                    Err(error) => panic!("{error}"),
                }
                calls += 1;
            }
        });
        assert_eq!(queued(&port), []);
    }
}
