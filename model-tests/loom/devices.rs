//! Associations against each other, and against completions.

use iocp_sim::Status;
use iocp_sim::threads::{CompletionPort, Device};
use loom::thread;

use crate::account::{ROOM, check_end, packet, told};
use crate::explore::explore;

/// Two ports want one device, on which a request completes.
fn two_associations() -> Vec<String> {
    let (left, right) = (CompletionPort::new(1), CompletionPort::new(1));
    let recordings = (left.record(ROOM), right.record(ROOM));
    let device = Device::new();
    let (port, same) = (left.clone(), device.clone());
    let on_left = thread::spawn(move || port.associate(&same, 1).is_ok());
    let (port, same) = (right.clone(), device.clone());
    let on_right = thread::spawn(move || port.associate(&same, 2).is_ok());
    let same = device.clone();
    let completer = thread::spawn(move || same.complete(0, 0, Status::SUCCESS));
    let (on_left, on_right) = (on_left.join().unwrap(), on_right.join().unwrap());
    assert_ne!(on_left, on_right, "one of them succeeds");
    let completed = completer.join().unwrap();
    let recorded = (recordings.0.finish(), recordings.1.finish());
    check_end(&left, &recorded.0, (completed && on_left).then_some(1), &[]);
    check_end(&right, &recorded.1, (completed && on_right).then_some(2), &[]);
    let what = if completed { "a packet" } else { "no packet" };
    vec![format!("{}, {what}", if on_left { "left" } else { "right" })]
}

#[test]
fn two_ports_associate_one_device() {
    let sometimes = ["left, a packet", "left, no packet", "right, a packet", "right, no packet"];
    explore("two associations against a completion", 3, &sometimes, two_associations);
}

/// A device goes to another port while requests complete on it and a thread waits there.
fn a_replacement() -> Vec<String> {
    let (left, right) = (CompletionPort::new(1), CompletionPort::new(1));
    let recordings = (left.record(ROOM), right.record(ROOM));
    let device = Device::new();
    left.associate(&device, 1).unwrap();
    let (port, same) = (right.clone(), device.clone());
    let replacer = thread::spawn(move || port.replace(&same, 2));
    let same = device.clone();
    let completer = thread::spawn(move || same.complete(0, 0, Status::SUCCESS));
    let port = left.clone();
    let getter = thread::spawn(move || port.get());
    left.post(packet(3)).unwrap();
    replacer.join().unwrap().unwrap();
    assert!(completer.join().unwrap(), "it has a port all the time");
    let got = getter.join().unwrap();
    let recorded = (recordings.0.finish(), recordings.1.finish());
    let on_right = right.snapshot().queue.len() == 1;
    let on_left = (!on_right).then_some(1);
    check_end(&left, &recorded.0, on_left.into_iter().chain([3]), &[&got]);
    check_end(&right, &recorded.1, on_right.then_some(2), &[]);
    assert!(left.snapshot().devices.is_empty());
    vec![format!("{}, got {}", if on_right { "right" } else { "left" }, told(got))]
}

#[test]
fn a_device_is_replaced_while_a_request_completes() {
    let sometimes = ["left, got 1", "left, got 3", "right, got 3"];
    explore("a replacement against a completion", 2, &sometimes, a_replacement);
}
