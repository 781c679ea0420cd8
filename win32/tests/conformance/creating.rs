//! Making a port.

use windows_sys::Win32::Foundation::{ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER, WAIT_TIMEOUT};

use crate::calls::{
    FOREVER, Got, Handle, UNTOUCHED, close, create, duplicate, get, port, post, post_all,
};

#[test]
fn a_new_port_is_empty() {
    shows![L01];
    let (port, error) = create(Handle::INVALID, Handle::NULL, 7, 1);
    assert_ne!(port, Handle::NULL);
    assert_eq!(error, UNTOUCHED);
    assert_eq!(get(port, 0), Got::nothing(WAIT_TIMEOUT));
}

#[test]
fn each_port_is_another() {
    shows![L01];
    let (first, second) = (port(1), port(1));
    assert_ne!(first, second);
    post(first, 7);
    assert_eq!(get(second, 0), Got::nothing(WAIT_TIMEOUT));
}

#[test]
fn a_handle_is_a_multiple_of_four() {
    shows![L19];
    for _ in 0..10 {
        assert_eq!(port(1).0 % 4, 0);
    }
}

#[test]
fn the_key_of_a_port_without_a_device_is_ignored() {
    shows![L01];
    let (port, _) = create(Handle::INVALID, Handle::NULL, 7, 1);
    assert!(post_all(port, 0, 8, 0).0);
    assert_eq!(get(port, 0), Got::packet(8, 0, 0));
}

#[test]
fn the_limit_can_be_the_number_of_processors_or_as_large_as_you_like() {
    shows![C02];
    for limit in [0, FOREVER] {
        let port = port(limit);
        post(port, 7);
        assert_eq!(get(port, 0), Got::packet(7, 0, 0));
    }
}

#[test]
fn a_port_is_given_only_together_with_a_device() {
    shows![L02];
    for existing in [port(1), Handle::PROCESS, Handle(0x0ABC_DEF0)] {
        let created = create(Handle::INVALID, existing, 7, 1);
        assert_eq!(created, (Handle::NULL, ERROR_INVALID_PARAMETER));
    }
}

#[test]
fn null_is_no_device() {
    shows![L02];
    let port = port(1);
    for existing in [Handle::NULL, port] {
        let created = create(Handle::NULL, existing, 7, 1);
        assert_eq!(created, (Handle::NULL, ERROR_INVALID_HANDLE));
    }
}

#[test]
fn a_closed_handle_is_no_device() {
    shows![L02];
    let closed = port(1);
    assert!(close(closed).0);
    for existing in [Handle::NULL, port(1)] {
        let created = create(closed, existing, 7, 1);
        assert_eq!(created, (Handle::NULL, ERROR_INVALID_HANDLE));
    }
}

#[test]
fn a_port_and_a_thread_and_a_process_are_no_devices() {
    shows![L02];
    let others = [port(1), Handle::THREAD, duplicate(Handle::THREAD), duplicate(Handle::PROCESS)];
    for other in others {
        for existing in [Handle::NULL, port(1)] {
            let created = create(other, existing, 7, 1);
            assert_eq!(created, (Handle::NULL, ERROR_INVALID_HANDLE), "{other:?}");
        }
    }
}

#[test]
fn a_thousand_ports_are_no_trouble() {
    shows![L01];
    let ports: Vec<Handle> = (0..1_000).map(|_| port(1)).collect();
    for (key, port) in ports.iter().enumerate() {
        post(*port, key);
    }
    for (key, port) in ports.iter().enumerate() {
        assert_eq!(get(*port, 0), Got::packet(key, 0, 0));
        assert!(close(*port).0);
    }
}
