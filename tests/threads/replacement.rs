//! Associations that are replaced and removed, from Windows 8.1 on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use iocp_sim::threads::{AssociateError, CompletionPort, Device};
use iocp_sim::{Profile, Rule, Status};

use crate::crew::{queued, shows};

fn complete(device: &Device) -> bool {
    device.complete(0, 0, Status::SUCCESS)
}

/// A13, A14.
#[test]
fn a_new_key_holds_for_later_packets_only() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let device = Device::new();
    port.associate(&device, 1).unwrap();
    assert!(complete(&device));
    port.replace(&device, 2).unwrap();
    assert!(complete(&device));
    assert_eq!(queued(&port), [1, 2]);
    assert_eq!(port.snapshot().devices.len(), 1);
    shows(recording, &[Rule::A13]);
}

/// A13, A14.
#[test]
fn a_device_goes_to_another_port_and_its_queued_packets_stay() {
    let [here, there] = [(); 2].map(|()| CompletionPort::new(1));
    let device = Device::new();
    here.associate(&device, 1).unwrap();
    assert!(complete(&device));
    there.replace(&device, 2).unwrap();
    assert!(complete(&device));
    assert_eq!((queued(&here), queued(&there)), (vec![1], vec![2]));
    assert_eq!(here.snapshot().devices, []);
    assert_eq!(there.snapshot().devices.len(), 1);
    drop(device);
    assert_eq!(there.snapshot().devices, []);
}

/// A13.
#[test]
fn replacing_what_is_not_there_associates() {
    let port = CompletionPort::new(1);
    let device = Device::new();
    port.replace(&device, 1).unwrap();
    assert!(complete(&device));
    assert_eq!(queued(&port), [1]);
}

/// A13.
#[test]
fn a_device_without_its_association_makes_no_packet_and_may_be_associated_again() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let device = Device::new();
    assert_eq!(device.dissociate(), Ok(()));
    port.associate(&device, 1).unwrap();
    assert_eq!(device.dissociate(), Ok(()));
    assert_eq!(device.dissociate(), Ok(()));
    assert!(!complete(&device));
    assert_eq!(port.snapshot().devices, []);
    port.associate(&device, 2).unwrap();
    assert!(complete(&device));
    assert_eq!(queued(&port), [2]);
    shows(recording, &[Rule::A13]);
}

/// A13, A21: replacing is the way out of a closed port.
#[test]
fn a_device_of_a_closed_port_can_be_taken_from_it() {
    let [closed, open] = [(); 2].map(|()| CompletionPort::new(1));
    let device = Device::new();
    closed.associate(&device, 1).unwrap();
    closed.close();
    assert_eq!(closed.replace(&device, 2), Err(AssociateError::PortClosed));
    assert_eq!(open.replace(&device, 2), Ok(()));
    assert!(closed.snapshot().destroyed);
    assert!(complete(&device));
    assert_eq!(queued(&open), [2]);
}

/// A13: before 8.1 both are refused, and nothing changes.
#[test]
fn before_windows_8_1_an_association_stays() {
    for profile in Profile::ALL {
        let port = CompletionPort::builder().limit(1).profile(profile).build();
        let newest = CompletionPort::new(1);
        let device = Device::new();
        port.associate(&device, 1).unwrap();
        if profile.has_replacement() {
            assert_eq!(port.replace(&device, 2), Ok(()));
            assert_eq!(device.dissociate(), Ok(()));
            continue;
        }
        let refused = Err(AssociateError::NotInThisProfile);
        assert_eq!(port.replace(&device, 2), refused);
        assert_eq!(newest.replace(&device, 2), refused);
        assert_eq!(device.dissociate(), refused);
        assert_eq!(port.replace(&Device::new(), 2), refused);
        assert!(complete(&device));
        assert_eq!(queued(&port), [1]);
        assert_eq!(newest.snapshot().devices, []);
        drop(device);
        assert_eq!(port.snapshot().devices, []);
    }
}

/// Q05.
#[test]
fn no_completion_is_lost_while_its_device_goes_from_port_to_port() {
    let ports = [(); 2].map(|()| CompletionPort::new(1));
    let device = Device::new();
    ports[0].associate(&device, 0).unwrap();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for port in &ports {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    port.replace(&device, 0).unwrap();
                    thread::yield_now();
                }
            });
        }
        for _ in 0..2000 {
            assert!(complete(&device));
        }
        over.store(true, Ordering::Relaxed);
    });
    let came: usize = ports.iter().map(|port| queued(port).len()).sum();
    assert_eq!(came, 2000);
    let listed: usize = ports.iter().map(|port| port.snapshot().devices.len()).sum();
    assert_eq!(listed, 1);
}
