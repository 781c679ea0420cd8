//! Devices: their port, their completions and their end.

use std::thread;

use iocp_sim::threads::{AssociateError, CompletionPort, Device};
use iocp_sim::{DeviceId, Packet, Rule, Status};

use crate::crew::{Worker, packet, queued, shows};

fn complete(device: &Device) -> bool {
    device.complete(0, 0, Status::SUCCESS)
}

/// P01, A07, Q04.
#[test]
fn a_completion_makes_a_packet_with_the_key_of_the_device() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let device = Device::new();
    port.associate(&device, 7).unwrap();
    let status = Status(0xC000_0120);
    assert!(device.complete(1, 2, status));
    let expected = Packet { key: 7, context: 1, information: 2, status };
    assert_eq!(port.get(), Ok(expected));
    shows(recording, &[Rule::P01, Rule::Q01, Rule::G02]);
}

/// Q06.
#[test]
fn a_completion_is_handed_over_to_a_waiting_thread() {
    let port = CompletionPort::new(1);
    let device = Device::new();
    port.associate(&device, 7).unwrap();
    let worker = Worker::new();
    let get = worker.waits(&port);
    assert!(complete(&device));
    assert_eq!(queued(&port), []);
    assert_eq!(get.done(), Ok(packet(7)));
}

/// A08.
#[test]
fn a_completion_without_a_port_makes_no_packet() {
    let port = CompletionPort::new(1);
    let device = Device::new();
    assert!(!complete(&device));
    port.associate(&device, 7).unwrap();
    assert_eq!(queued(&port), []);
    assert!(complete(&device));
    assert_eq!(queued(&port), [7]);
}

/// A03.
#[test]
fn a_second_association_is_refused_whichever_port_and_key_it_names() {
    let [port, other] = [(); 2].map(|()| CompletionPort::new(1));
    let device = Device::new();
    port.associate(&device, 7).unwrap();
    for (port, key) in [(&port, 7), (&port, 8), (&other, 7), (&other, 8)] {
        assert_eq!(port.associate(&device, key), Err(AssociateError::Associated));
    }
    assert!(complete(&device));
    assert_eq!(queued(&port), [7]);
    assert_eq!(other.snapshot().devices, []);
}

/// A20, A21, K10.
#[test]
fn a_device_is_associated_neither_with_a_closed_port_nor_away_from_one() {
    let [closed, open] = [(); 2].map(|()| CompletionPort::new(1));
    let [bound, free] = [(); 2].map(|()| Device::new());
    closed.associate(&bound, 7).unwrap();
    closed.close();
    assert_eq!(closed.associate(&bound, 7), Err(AssociateError::PortClosed));
    assert_eq!(closed.associate(&free, 7), Err(AssociateError::PortClosed));
    assert_eq!(open.associate(&bound, 7), Err(AssociateError::PortOfDeviceClosed));
    assert_eq!(closed.snapshot().devices.len(), 1);
    assert_eq!(open.associate(&free, 7), Ok(()));
}

/// A01.
#[test]
fn clones_are_one_device() {
    let port = CompletionPort::new(1);
    let device = Device::new();
    let clone = device.clone();
    port.associate(&device, 7).unwrap();
    assert_eq!(port.associate(&clone, 8), Err(AssociateError::Associated));
    assert!(complete(&clone));
    assert_eq!(queued(&port), [7]);
}

/// A06.
#[test]
fn devices_may_share_a_port_and_a_key() {
    let port = CompletionPort::new(1);
    let devices = [(); 3].map(|()| Device::new());
    for (device, key) in devices.iter().zip([0, 7, 7]) {
        port.associate(device, key).unwrap();
    }
    assert!(devices.iter().all(complete));
    assert_eq!(queued(&port), [0, 7, 7]);
}

/// A12, A16, A17.
#[test]
fn the_last_clone_takes_the_device_off_the_list_and_no_packet_with_it() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let device = Device::new();
    port.associate(&device, 7).unwrap();
    let last = device.clone();
    drop(device);
    assert!(complete(&last));
    assert_eq!(port.snapshot().devices.len(), 1);
    drop(last);
    assert_eq!(port.snapshot().devices, []);
    assert_eq!(queued(&port), [7]);
    shows(recording, &[Rule::A12]);
}

/// K05, L10, L11.
#[test]
fn completions_arrive_at_a_closed_port_until_its_devices_are_gone() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let device = Device::new();
    port.associate(&device, 7).unwrap();
    port.close();
    assert!(complete(&device));
    assert_eq!(queued(&port), [7]);
    assert!(!port.snapshot().destroyed);
    drop(device);
    assert!(port.snapshot().destroyed);
    assert_eq!(queued(&port), []);
    shows(recording, &[Rule::K05, Rule::L10, Rule::L11]);
}

#[test]
fn a_device_outlives_the_handles_of_its_port() {
    let device = Device::new();
    CompletionPort::new(1).associate(&device, 7).unwrap();
    assert!(complete(&device));
    assert!(complete(&device));
}

/// A04.
#[test]
fn of_threads_that_associate_one_device_exactly_one_succeeds() {
    const THREADS: u64 = 6;
    for _ in 0..100 {
        let ports = [(); 2].map(|()| CompletionPort::new(1));
        let device = Device::new();
        let associate = |key: u64| ports[key as usize % 2].associate(&device, key);
        let results = thread::scope(|scope| {
            let begin = |key| scope.spawn(move || associate(key));
            let threads: Vec<_> = (0..THREADS).map(begin).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        let won: Vec<u64> =
            (0..).zip(&results).filter(|(_, result)| result.is_ok()).map(|(key, _)| key).collect();
        assert_eq!(won.len(), 1, "{results:?}");
        let lost = results.iter().filter(|result| **result == Err(AssociateError::Associated));
        assert_eq!(lost.count() as u64, THREADS - 1);
        assert!(complete(&device));
        assert_eq!(queued(&ports[won[0] as usize % 2]), won);
    }
}

#[test]
fn numbers_of_devices_that_are_gone_are_given_again() {
    let port = CompletionPort::new(1);
    let stays = Device::new();
    port.associate(&stays, 1).unwrap();
    for key in 2..200 {
        let comes = Device::new();
        port.associate(&comes, key).unwrap();
        assert_eq!(port.snapshot().devices, [(DeviceId(0), 1), (DeviceId(1), key)]);
        assert!(port.associate(&comes, key).is_err());
    }
}

#[test]
fn an_association_that_is_refused_uses_up_no_number() {
    let [port, other] = [(); 2].map(|()| CompletionPort::new(1));
    let bound = Device::new();
    other.associate(&bound, 1).unwrap();
    for _ in 0..10 {
        assert_eq!(port.associate(&bound, 1), Err(AssociateError::Associated));
    }
    let device = Device::new();
    port.associate(&device, 7).unwrap();
    assert_eq!(port.snapshot().devices, [(DeviceId(0), 7)]);
}
