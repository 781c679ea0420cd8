//! Waits for a port itself, beside the gets from it.

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, WAIT_FAILED, WAIT_OBJECT_0, WAIT_TIMEOUT,
};

use crate::actors::Actor;
use crate::arm::{comes, nothing_comes, settle};
use crate::calls::{FOREVER, Got, Handle, UNTOUCHED, close, get, port, post, with_rights};
use crate::native::{MODIFY_STATE, depth};
use crate::waitables::{
    LONG, Reset, SYNCHRONIZE, State, WORKED, Wanted, automatic, event, is_signalled, manual, set,
    wait, wait_for, wait_with_error,
};

#[test]
fn a_port_is_signalled_while_a_packet_is_queued() {
    shows![L14];
    let port = port(1);
    assert_eq!(wait_with_error(port, 0), (WAIT_TIMEOUT, UNTOUCHED));
    post(port, 7);
    assert_eq!(wait_with_error(port, 0), (WAIT_OBJECT_0, UNTOUCHED));
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
    assert_eq!(wait(port, 0), WAIT_TIMEOUT);
}

#[test]
fn a_wait_for_a_port_takes_no_packet() {
    shows![L14];
    let port = port(1);
    post(port, 7);
    for _ in 0..3 {
        assert_eq!(wait(port, FOREVER), WAIT_OBJECT_0);
    }
    assert_eq!(depth(port), 1);
}

#[test]
fn one_post_releases_everybody_who_waits_for_the_port() {
    shows![L14];
    let (port, first, second) = (port(1), Actor::new(), Actor::new());
    let waits = [first.waits(port), second.waits(port)];
    post(port, 7);
    assert_eq!(waits.map(|wait| comes(&wait)), [WAIT_OBJECT_0; 2]);
    assert_eq!(depth(port), 1);
}

#[test]
fn a_packet_that_a_get_takes_releases_nobody_who_waits_for_the_port() {
    shows![L15];
    let (port, waits, gets) = (port(1), Actor::new(), Actor::new());
    let waits = waits.waits(port);
    let got = gets.starts(move || get(port, FOREVER));
    settle(port, 1);
    post(port, 7);
    assert_eq!(comes(&got), Got::packet(7, 0, 0));
    nothing_comes(&waits);
}

#[test]
fn a_packet_that_the_limit_holds_up_releases_who_waits_for_the_port() {
    shows![L15, C09];
    let (port, runs, gets, waits) = (port(1), Actor::new(), Actor::new(), Actor::new());
    post(port, 1);
    assert_eq!(runs.does(move || get(port, FOREVER)), Got::packet(1, 0, 0));
    let got = gets.starts(move || get(port, FOREVER));
    settle(port, 1);
    let waits = waits.waits(port);
    nothing_comes(&waits);
    post(port, 2);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    nothing_comes(&got);
    assert_eq!(depth(port), 1);
}

#[test]
fn a_wait_for_a_port_does_not_bind_the_thread_to_it() {
    shows![L16];
    let (port, waits, gets) = (port(1), Actor::new(), Actor::new());
    post(port, 1);
    assert_eq!(waits.does(move || wait(port, LONG)), WAIT_OBJECT_0);
    assert_eq!(gets.does(move || get(port, 0)), Got::packet(1, 0, 0));
}

#[test]
fn a_thread_that_waits_for_a_port_gets_none_of_its_packets() {
    shows![L16];
    let (port, waits) = (port(1), Actor::new());
    let waits = waits.waits(port);
    post(port, 1);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    assert_eq!(get(port, 0), Got::packet(1, 0, 0));
}

#[test]
fn a_thread_that_waits_for_another_port_lets_go_of_its_own() {
    shows![L16, C10];
    let (own, other) = (port(1), port(1));
    let (runs, gets) = (Actor::new(), Actor::new());
    post(own, 1);
    assert_eq!(runs.does(move || get(own, FOREVER)), Got::packet(1, 0, 0));
    let got = gets.starts(move || get(own, FOREVER));
    settle(own, 1);
    post(own, 2);
    nothing_comes(&got);
    let waits = runs.starts(move || wait(other, FOREVER));
    assert_eq!(comes(&got), Got::packet(2, 0, 0));
    post(other, 3);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_wait_for_a_port_needs_the_right_to_wait() {
    shows![L18];
    let port = with_rights(port(1), MODIFY_STATE);
    post(port, 7);
    assert_eq!(wait_with_error(port, 0), (WAIT_FAILED, ERROR_ACCESS_DENIED));
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
}

#[test]
fn the_right_to_wait_for_a_port_is_enough_to_wait() {
    shows![L18];
    let port = port(1);
    let waits = with_rights(port, SYNCHRONIZE);
    assert_eq!(wait(waits, 0), WAIT_TIMEOUT);
    post(port, 7);
    assert_eq!(wait(waits, 0), WAIT_OBJECT_0);
    assert_eq!(get(waits, 0), Got::nothing(ERROR_ACCESS_DENIED));
}

#[test]
fn closing_a_port_releases_who_waits_for_it() {
    shows![K03];
    let (port, first, second) = (port(1), Actor::new(), Actor::new());
    let waits = [first.waits(port), second.waits_for(port, LONG)];
    assert_eq!(close(port), WORKED);
    assert_eq!(waits.map(|wait| comes(&wait)), [WAIT_OBJECT_0; 2]);
}

#[test]
fn closing_one_of_two_handles_to_a_port_releases_nobody_who_waits_for_it() {
    shows![K04];
    let (port, actor) = (port(1), Actor::new());
    let other = crate::calls::duplicate(port);
    let waits = actor.waits(port);
    assert_eq!(close(other), WORKED);
    nothing_comes(&waits);
    post(port, 7);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn a_port_among_several_objects_is_like_a_manual_event() {
    shows![U07];
    let (port, event) = (port(1), event(Reset::Automatic, State::Unset));
    assert_eq!(wait_for(Wanted::Any, &[event, port], 0).0, WAIT_TIMEOUT);
    post(port, 7);
    for _ in 0..2 {
        assert_eq!(wait_for(Wanted::Any, &[event, port], 0).0, WAIT_OBJECT_0 + 1);
    }
    set(event);
    assert_eq!(wait_for(Wanted::All, &[event, port], 0).0, WAIT_OBJECT_0);
    assert!(!is_signalled(event));
    assert_eq!(depth(port), 1);
}

#[test]
fn a_packet_releases_a_wait_for_the_port_and_an_event() {
    shows![U07];
    let (port, event, actor) = (port(1), automatic(), Actor::new());
    let waits = actor.starts(move || wait_for(Wanted::All, &[port, event], FOREVER).0);
    nothing_comes(&waits);
    set(event);
    nothing_comes(&waits);
    post(port, 7);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    assert_eq!(get(port, 0), Got::packet(7, 0, 0));
}

#[test]
fn closing_a_port_releases_a_wait_for_it_and_others() {
    shows![K03];
    let (port, actor) = (port(1), Actor::new());
    let waits = actor.starts(move || wait_for(Wanted::Any, &[manual(), port], FOREVER).0);
    nothing_comes(&waits);
    assert_eq!(close(port), WORKED);
    assert_eq!(comes(&waits), WAIT_OBJECT_0 + 1);
}

#[test]
fn who_waits_for_a_port_without_packets_waits_on() {
    shows![L14];
    let (port, actor): (Handle, Actor) = (port(1), Actor::new());
    let waits = actor.waits_for(port, 400);
    nothing_comes(&waits);
    assert_eq!(comes(&waits), WAIT_TIMEOUT);
}
