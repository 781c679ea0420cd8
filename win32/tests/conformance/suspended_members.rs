//! Threads of a port that are suspended: those that run, and those that wait.

use windows_sys::Win32::Foundation::{WAIT_OBJECT_0, WAIT_TIMEOUT};

use crate::actors::{Actor, resume, suspend, terminate};
use crate::arm::{comes, nothing_comes, settle, settle_all};
use crate::calls::{FOREVER, Got, Handle, get, port, post};
use crate::native::depth;
use crate::situations::{Busy, Spin, packet};
use crate::waitables::{WORKED, automatic, happens, manual, set, wait};

/// A thread that waits on a port, and what it gets. There are so many then.
fn waiter(port: Handle, number: usize) -> (Actor, std::sync::mpsc::Receiver<Got>) {
    let actor = Actor::new();
    let got = actor.risks(move || get(port, FOREVER));
    settle(port, number);
    (actor, got)
}

#[test]
fn a_thread_that_is_suspended_while_it_runs_is_replaced() {
    shows![C30, C10, U08];
    let (busy, spin) = (Busy::new(), Spin::new());
    let own = spin.clone();
    let runs = busy.runs.starts(move || own.run());
    assert_eq!(suspend(busy.runs.handle), Ok(0));
    busy.is_replaced();
    spin.stop();
    nothing_comes(&runs);
    assert_eq!(resume(busy.runs.handle), Ok(1));
    comes(&runs);
}

#[test]
fn a_thread_that_is_resumed_runs_though_the_limit_is_reached() {
    shows![C30, C11];
    let (busy, spin) = (Busy::new(), Spin::new());
    let own = spin.clone();
    let runs = busy.runs.starts(move || own.run());
    assert_eq!(suspend(busy.runs.handle), Ok(0));
    busy.is_replaced();
    assert_eq!(resume(busy.runs.handle), Ok(1));
    spin.stop();
    comes(&runs);
    settle_all(busy.port, 0, 2, 0);
    let (_third, got) = busy.third();
    let _waits = busy.waits.waits(manual());
    nothing_comes(&got);
}

#[test]
fn only_the_last_resumption_makes_a_thread_run() {
    shows![C30];
    let (busy, spin) = (Busy::new(), Spin::new());
    let own = spin.clone();
    let runs = busy.runs.starts(move || own.run());
    assert_eq!([suspend(busy.runs.handle), suspend(busy.runs.handle)], [Ok(0), Ok(1)]);
    busy.is_replaced();
    spin.stop();
    assert_eq!(resume(busy.runs.handle), Ok(2));
    nothing_comes(&runs);
    settle_all(busy.port, 0, 1, 1);
    assert_eq!(resume(busy.runs.handle), Ok(1));
    comes(&runs);
    settle_all(busy.port, 0, 2, 0);
}

#[test]
fn a_thread_that_is_suspended_while_it_waits_elsewhere_gives_no_second_slot_away() {
    shows![C30, C31];
    let (busy, event) = (Busy::new(), automatic());
    let waits = busy.runs.waits(event);
    busy.is_replaced();
    let (_third, got) = busy.third();
    assert_eq!(suspend(busy.runs.handle), Ok(0));
    nothing_comes(&got);
    assert_eq!(resume(busy.runs.handle), Ok(1));
    nothing_comes(&got);
    set(event);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    nothing_comes(&got);
}

#[test]
fn a_suspended_waiter_is_passed_over() {
    shows![W07, U09];
    let port = port(1);
    let (_first, first_got) = waiter(port, 1);
    let (second, second_got) = waiter(port, 2);
    assert_eq!(suspend(second.handle), Ok(0));
    settle_all(port, 1, 0, 1);
    post(port, 7);
    assert_eq!(comes(&first_got), packet(7));
    nothing_comes(&second_got);
}

#[test]
fn a_packet_is_queued_if_all_who_wait_are_suspended() {
    shows![W07];
    let port = port(1);
    let (waits, got) = waiter(port, 1);
    assert_eq!(suspend(waits.handle), Ok(0));
    settle_all(port, 0, 0, 1);
    post(port, 7);
    nothing_comes(&got);
    assert_eq!(depth(port), 1);
    // Whoever comes may have it.
    assert_eq!(get(port, 0), packet(7));
}

#[test]
fn a_waiter_that_is_resumed_takes_what_is_queued() {
    shows![W05, W07];
    let port = port(1);
    let (waits, got) = waiter(port, 1);
    assert_eq!(suspend(waits.handle), Ok(0));
    settle_all(port, 0, 0, 1);
    post(port, 7);
    assert_eq!(resume(waits.handle), Ok(1));
    assert_eq!(comes(&got), packet(7));
}

#[test]
fn a_waiter_that_is_resumed_waits_on() {
    shows![W07];
    let port = port(1);
    let (waits, got) = waiter(port, 1);
    assert_eq!((suspend(waits.handle), resume(waits.handle)), (Ok(0), Ok(1)));
    settle(port, 1);
    nothing_comes(&got);
    post(port, 7);
    assert_eq!(comes(&got), packet(7));
}

#[test]
fn a_waiter_that_is_resumed_is_the_newest() {
    shows![W05, W07];
    let port = port(4);
    let (first, first_got) = waiter(port, 1);
    let (_second, second_got) = waiter(port, 2);
    let (_third, third_got) = waiter(port, 3);
    assert_eq!((suspend(first.handle), resume(first.handle)), (Ok(0), Ok(1)));
    settle(port, 3);
    for (key, got) in [(1, &first_got), (2, &third_got), (3, &second_got)] {
        post(port, key);
        assert_eq!(comes(got), packet(key));
    }
}

#[test]
fn a_waiter_that_is_resumed_waits_on_if_the_limit_is_reached() {
    shows![W07, C08];
    let busy = Busy::new();
    assert_eq!((suspend(busy.waits.handle), resume(busy.waits.handle)), (Ok(0), Ok(1)));
    busy.waits_on();
    settle_all(busy.port, 1, 1, 0);
    busy.is_not_replaced();
}

#[test]
fn a_waiter_that_is_suspended_twice_is_resumed_twice() {
    shows![W07, C30];
    let port = port(1);
    let (waits, got) = waiter(port, 1);
    assert_eq!([suspend(waits.handle), suspend(waits.handle)], [Ok(0), Ok(1)]);
    settle_all(port, 0, 0, 1);
    post(port, 7);
    assert_eq!(resume(waits.handle), Ok(2));
    nothing_comes(&got);
    assert_eq!(resume(waits.handle), Ok(1));
    assert_eq!(comes(&got), packet(7));
}

#[test]
fn the_deadline_of_a_get_passes_while_its_thread_is_suspended() {
    shows![W06, U10];
    let (port, actor) = (port(1), Actor::new());
    let got = actor.starts(move || get(port, 400));
    settle(port, 1);
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(wait(manual(), 600), WAIT_TIMEOUT);
    nothing_comes(&got);
    assert_eq!(resume(actor.handle), Ok(1));
    assert_eq!(comes(&got), Got::nothing(WAIT_TIMEOUT));
}

#[test]
fn a_get_that_is_resumed_late_looks_at_the_queue_first() {
    shows![W07, U10];
    let (port, actor) = (port(1), Actor::new());
    let got = actor.starts(move || get(port, 400));
    settle(port, 1);
    assert_eq!(suspend(actor.handle), Ok(0));
    assert_eq!(wait(manual(), 600), WAIT_TIMEOUT);
    post(port, 7);
    assert_eq!(resume(actor.handle), Ok(1));
    assert_eq!(comes(&got), packet(7));
}

#[test]
fn a_suspended_waiter_that_is_terminated_leaves_the_packets_to_others() {
    shows![H08, W07];
    let port = port(1);
    let (waits, _got) = waiter(port, 1);
    assert_eq!(suspend(waits.handle), Ok(0));
    post(port, 7);
    assert_eq!(terminate(waits.handle, 1), WORKED);
    happens(waits.handle);
    settle_all(port, 0, 0, 0);
    assert_eq!(get(port, 0), packet(7));
}
