//! Threads of a port that end: those that run, wait, or wait elsewhere.

use std::ffi::c_void;

use windows_sys::Win32::System::Threading::{ExitThread, THREAD_CREATE_RUN_IMMEDIATELY};

use crate::actors::{Actor, create_thread, ended, terminate};
use crate::arm::{comes, kept, nothing_comes, settle, settle_all};
use crate::calls::{FOREVER, Handle, get, port, post};
use crate::native::depth;
use crate::situations::{Busy, packet};
use crate::waitables::{LONG, WORKED, automatic, happens, manual, set, wait};

#[test]
fn a_thread_that_returns_gives_its_slot_away() {
    shows![C18];
    let mut busy = Busy::new();
    busy.runs.end();
    busy.is_replaced();
}

/// What a thread is given that gets a packet and ends when it is let.
struct Gets {
    port: Handle,
    got: Handle,
    ends: Handle,
}

extern "system" fn gets_and_exits(parameter: *mut c_void) -> u32 {
    // SAFETY: whoever made the thread gave it that, for ever.
    let gets = unsafe { &*parameter.cast::<Gets>() };
    get(gets.port, LONG);
    set(gets.got);
    // It is not to wait, which would give the slot away already.
    while wait(gets.ends, 0) != 0 {}
    // SAFETY: nothing that this thread holds is needed.
    unsafe { ExitThread(5) }
}

#[test]
fn a_thread_that_exits_gives_its_slot_away() {
    shows![C18];
    let (port, waits) = (port(1), Actor::new());
    let gets = kept(Gets { port, got: automatic(), ends: manual() });
    let parameter = (&raw const *gets).cast_mut();
    let start = Some(gets_and_exits as unsafe extern "system" fn(*mut c_void) -> u32);
    let (thread, _) = create_thread(start, parameter.cast(), THREAD_CREATE_RUN_IMMEDIATELY);
    post(port, 1);
    happens(gets.got);
    let got = waits.starts(move || get(port, FOREVER));
    settle(port, 1);
    post(port, 2);
    nothing_comes(&got);
    set(gets.ends);
    assert_eq!(ended(thread), 5);
    assert_eq!(comes(&got), packet(2));
}

#[test]
fn a_thread_that_waits_elsewhere_and_is_terminated_has_no_slot_to_give() {
    shows![C29, C18];
    let busy = Busy::new();
    let _waits = busy.runs.waits(manual());
    busy.is_replaced();
    let (_third, got) = busy.third();
    assert_eq!(terminate(busy.runs.handle, 1), WORKED);
    happens(busy.runs.handle);
    nothing_comes(&got);
    settle_all(busy.port, 1, 1, 0);
}

#[test]
fn a_thread_that_waits_on_the_port_and_is_terminated_has_no_slot_to_give() {
    shows![C29, H08];
    let busy = Busy::new();
    let (newest, port) = (Actor::new(), busy.port);
    let _got = newest.risks(move || get(port, FOREVER));
    settle(port, 2);
    assert_eq!(terminate(newest.handle, 1), WORKED);
    happens(newest.handle);
    settle_all(port, 1, 1, 0);
    busy.is_not_replaced();
}

#[test]
fn a_waiter_that_is_terminated_is_passed_over() {
    shows![H08];
    let (port, first, second) = (port(1), Actor::new(), Actor::new());
    let got = first.starts(move || get(port, FOREVER));
    settle(port, 1);
    let _got = second.risks(move || get(port, FOREVER));
    settle(port, 2);
    assert_eq!(terminate(second.handle, 1), WORKED);
    happens(second.handle);
    post(port, 7);
    assert_eq!(comes(&got), packet(7));
}

#[test]
fn a_thread_that_ends_takes_its_packet_with_it() {
    shows![H06];
    let (port, mut actor) = (port(1), Actor::new());
    post(port, 7);
    assert_eq!(actor.does(move || get(port, FOREVER)), packet(7));
    actor.end();
    assert_eq!(depth(port), 0);
    // Its slot is free again.
    post(port, 8);
    assert_eq!(Actor::new().does(move || get(port, 0)), packet(8));
}

#[test]
fn a_thread_that_ends_over_the_limit_makes_room_for_nobody() {
    shows![C18, C12];
    let (mut busy, event) = (Busy::new(), automatic());
    let waits = busy.runs.starts(move || wait(event, FOREVER));
    busy.is_replaced();
    set(event);
    comes(&waits);
    let (_third, got) = busy.third();
    busy.waits.end();
    nothing_comes(&got);
    busy.runs.end();
    assert_eq!(comes(&got), packet(3));
}

#[test]
fn a_thread_that_ends_elsewhere_leaves_the_port_alone() {
    shows![C18];
    let busy = Busy::new();
    let mut other = Actor::new();
    other.end();
    busy.is_not_replaced();
}
