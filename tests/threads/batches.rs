//! Gets of several packets.

use std::time::Duration;

use iocp_sim::threads::{CompletionPort, GetError};
use iocp_sim::{Packet, Profile, Rule};

use crate::crew::{Worker, packet, queued, shows, until_waiting};

fn keys(packets: &[Packet]) -> Vec<u64> {
    packets.iter().map(|packet| packet.key).collect()
}

/// E02, E10: the first in is the first out.
#[test]
fn a_batch_takes_the_oldest_packets_up_to_its_maximum_and_counts_once() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    port.post_many(&[1, 2, 3, 4, 5].map(packet)).unwrap();
    let mut packets = vec![packet(99)];
    assert_eq!(port.get_many(&mut packets, 3, None), Ok(3));
    assert_eq!(keys(&packets), [1, 2, 3]);
    assert_eq!(port.snapshot().released.len(), 1);
    assert_eq!(port.get_many(&mut packets, u32::MAX, None), Ok(2));
    assert_eq!(keys(&packets), [4, 5]);
    shows(recording, &[Rule::E02, Rule::C07]);
}

/// E14: it was given a slot for that packet.
#[test]
fn a_batch_that_waited_gets_one_packet_and_does_not_wait_for_more() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let worker = Worker::new();
    let get = worker.begins({
        let port = port.clone();
        move || {
            let mut packets = Vec::new();
            port.get_many(&mut packets, 8, None).map(|count| (count, packets))
        }
    });
    until_waiting(&port, 1);
    port.post_many(&[1, 2].map(packet)).unwrap();
    assert_eq!(get.done(), Ok((1, vec![packet(1)])));
    assert_eq!(queued(&port), [2]);
    shows(recording, &[Rule::W01, Rule::E14]);
}

/// E05.
#[test]
fn a_batch_in_vain_is_empty_and_its_thread_counts() {
    let port = CompletionPort::new(1);
    for timeout in [Duration::ZERO, Duration::from_millis(1)] {
        let mut packets = vec![packet(99)];
        assert_eq!(port.get_many(&mut packets, 8, Some(timeout)), Err(GetError::Timeout));
        assert_eq!(packets, []);
        assert_eq!(port.snapshot().released.len(), 1);
    }
}

/// E01, C32.
#[test]
fn a_batch_with_room_for_none_is_refused_and_moves_nothing() {
    let [here, there] = [(); 2].map(|()| CompletionPort::new(1));
    let recording = there.record(100);
    assert!(here.poll().is_err());
    there.post(packet(1)).unwrap();
    let before = there.snapshot();
    assert_eq!(there.get_many(&mut Vec::new(), 0, None), Err(GetError::NoRoom));
    assert_eq!(there.snapshot(), before);
    assert!(here.this_thread().is_some());

    assert_eq!(there.poll(), Ok(packet(1)));
    assert_eq!(there.get_many(&mut Vec::new(), 0, None), Err(GetError::NoRoom));
    assert_eq!(there.snapshot().released.len(), 1);
    shows(recording, &[]);
}

/// E13.
#[test]
fn windows_xp_has_no_batches() {
    let xp = CompletionPort::builder().limit(1).profile(Profile::Xp).build();
    xp.post(packet(1)).unwrap();
    let get_many = || xp.get_many(&mut Vec::new(), 8, None);
    let other = CompletionPort::new(1);
    assert!(other.poll().is_err());
    assert_eq!(get_many(), Err(GetError::NoBatches));
    assert_eq!(other.snapshot().released.len(), 1);
    assert_eq!(xp.get(), Ok(packet(1)));
    assert_eq!(get_many(), Err(GetError::NoBatches));
    assert_eq!(xp.snapshot().released.len(), 1);
}

/// E11, Q05.
#[test]
fn the_packets_of_one_batch_belong_to_its_thread_alone() {
    let port = CompletionPort::new(2);
    let all: Vec<Packet> = (0..100).map(packet).collect();
    port.post_many(&all).unwrap();
    let crew: [Worker; 2] = Worker::crew();
    let batches = crew.each_ref().map(|worker| {
        let port = port.clone();
        worker.begins(move || {
            let mut packets = Vec::new();
            port.get_many(&mut packets, 60, None).map(|_| packets)
        })
    });
    let [mut one, two] = batches.map(|batch| batch.done().unwrap());
    assert_eq!(one.len() + two.len(), 100);
    one.extend(two);
    one.sort_by_key(|packet| packet.key);
    assert_eq!(one, all);
}
