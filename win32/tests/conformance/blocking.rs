//! A thread that waits elsewhere gives its slot at the port to another.

use std::sync::mpsc::Receiver;

use windows_sys::Win32::Foundation::{ERROR_TIMEOUT, WAIT_OBJECT_0, WAIT_TIMEOUT};

use crate::actors::{Actor, queue_apc, signal_and_wait};
use crate::addresses::Word;
use crate::arm::{comes, settle, settle_all};
use crate::calls::{FOREVER, Handle, get, port, post};
use crate::locks::Hold::{Exclusive, Shared};
use crate::locks::{Section, Slim, Variable};
use crate::situations::Busy;
use crate::sleeps::sleep;
use crate::timers::{after, set_timer, timer};
use crate::waitables::{
    Alert, Reset, WORKED, Wanted, automatic, manual, mutex, owned_mutex, release, release_mutex,
    semaphore, set, wait, wait_alertably, wait_for,
};

/// Lets the thread that runs do something, in which another takes its place.
fn replaced_in<R: Send + 'static>(
    busy: &Busy,
    act: impl FnOnce() -> R + Send + 'static,
) -> Receiver<R> {
    let done = busy.runs.starts(act);
    busy.is_replaced();
    done
}

#[test]
fn who_waits_for_an_event_is_replaced() {
    shows![C10];
    let (busy, event) = (Busy::new(), automatic());
    let waits = replaced_in(&busy, move || wait(event, FOREVER));
    set(event);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn who_waits_for_a_time_is_replaced() {
    shows![C10];
    let busy = Busy::new();
    let waits = replaced_in(&busy, || wait(manual(), 300));
    assert_eq!(comes(&waits), WAIT_TIMEOUT);
}

#[test]
fn who_waits_for_a_semaphore_is_replaced() {
    shows![C10];
    let (busy, semaphore) = (Busy::new(), semaphore(0, 1));
    let waits = replaced_in(&busy, move || wait(semaphore, FOREVER));
    assert_eq!(release(semaphore, 1), Ok(0));
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn who_waits_for_a_mutex_is_replaced() {
    shows![C10];
    let (busy, mutex) = (Busy::new(), owned_mutex());
    let waits = replaced_in(&busy, move || wait(mutex, FOREVER));
    assert_eq!(release_mutex(mutex), WORKED);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn who_waits_for_a_timer_is_replaced() {
    shows![C10];
    let (busy, timer) = (Busy::new(), timer(Reset::Manual));
    assert_eq!(set_timer(timer, after(300), 0), WORKED);
    let waits = replaced_in(&busy, move || wait(timer, FOREVER));
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn who_waits_for_the_end_of_a_thread_is_replaced() {
    shows![C10];
    let (busy, mut ends) = (Busy::new(), Actor::new());
    let thread = ends.handle;
    let waits = replaced_in(&busy, move || wait(thread, FOREVER));
    ends.end();
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn who_waits_for_any_of_several_is_replaced() {
    shows![C10];
    let (busy, handles) = (Busy::new(), [automatic(), automatic()]);
    let waits = replaced_in(&busy, move || wait_for(Wanted::Any, &handles, FOREVER).0);
    set(handles[1]);
    assert_eq!(comes(&waits), WAIT_OBJECT_0 + 1);
}

#[test]
fn who_waits_for_all_of_several_is_replaced() {
    shows![C10];
    let (busy, handles) = (Busy::new(), [automatic(), automatic()]);
    set(handles[0]);
    let waits = replaced_in(&busy, move || wait_for(Wanted::All, &handles, FOREVER).0);
    set(handles[1]);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn who_signals_and_waits_is_replaced() {
    shows![C10];
    let (busy, event) = (Busy::new(), automatic());
    let waits =
        replaced_in(&busy, move || signal_and_wait(manual(), event, FOREVER, Alert::Deaf).0);
    set(event);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
}

#[test]
fn who_waits_alertably_is_replaced() {
    shows![C10];
    let busy = Busy::new();
    let waits = replaced_in(&busy, || wait_alertably(manual(), FOREVER));
    assert_eq!(queue_apc(busy.runs.handle, 7), WORKED);
    assert_eq!(comes(&waits), windows_sys::Win32::Foundation::WAIT_IO_COMPLETION);
}

#[test]
fn who_sleeps_is_replaced() {
    shows![C10];
    for alert in [Alert::Deaf, Alert::Alertable] {
        let busy = Busy::new();
        let sleeps = replaced_in(&busy, move || sleep(300, alert));
        assert_eq!(comes(&sleeps), 0);
    }
}

#[test]
fn who_waits_for_its_own_port_is_replaced() {
    shows![C10, L16];
    let busy = Busy::new();
    // The packet that is queued would let it through.
    let port = busy.port;
    assert_eq!(busy.runs.does(move || get(port, 0)).key, 2);
    let _waits = busy.runs.waits(port);
    settle_all(port, 1, 0, 1);
    post(port, 2);
    busy.is_replaced();
}

#[test]
fn who_waits_for_a_section_is_replaced() {
    shows![C10];
    let (busy, section) = (Busy::new(), Section::new());
    section.enter();
    let enters = replaced_in(&busy, move || section.enter());
    section.leave();
    comes(&enters);
}

#[test]
fn who_waits_for_a_slim_lock_is_replaced() {
    shows![C10];
    for hold in [Exclusive, Shared] {
        let (busy, lock) = (Busy::new(), Slim::new());
        lock.take(Exclusive);
        let takes = replaced_in(&busy, move || lock.take(hold));
        lock.release(Exclusive);
        comes(&takes);
    }
}

#[test]
fn who_sleeps_on_a_condition_variable_is_replaced() {
    shows![C10];
    let (busy, variable, section) = (Busy::new(), Variable::new(), Section::new());
    let sleeps = replaced_in(&busy, move || {
        section.enter();
        variable.sleep(section, FOREVER)
    });
    variable.wake();
    assert_eq!(comes(&sleeps), WORKED);
}

#[test]
fn who_sleeps_out_of_a_slim_lock_is_replaced() {
    shows![C10];
    let (busy, variable, lock) = (Busy::new(), Variable::new(), Slim::new());
    let sleeps = replaced_in(&busy, move || {
        lock.take(Exclusive);
        variable.sleep_slim(lock, Exclusive, 300)
    });
    assert_eq!(comes(&sleeps), (false, ERROR_TIMEOUT));
}

#[test]
fn who_waits_for_another_thread_to_initialize_is_replaced() {
    shows![C10];
    let (busy, once) = (Busy::new(), crate::once::once());
    assert!(crate::once::begin(once, 0).1);
    let begins = replaced_in(&busy, move || crate::once::begin(once, 0).0);
    assert_eq!(crate::once::complete(once, 0, 0), WORKED);
    assert_eq!(comes(&begins), WORKED);
}

#[test]
fn who_waits_at_an_address_is_replaced() {
    shows![C10];
    let (busy, word) = (Busy::new(), Word::new(1));
    let waits = replaced_in(&busy, move || word.wait(1, FOREVER));
    word.set(2);
    word.wake();
    assert_eq!(comes(&waits), WORKED);
}

#[test]
fn who_waits_while_nothing_is_queued_makes_room_for_the_next_packet() {
    shows![C10, C09];
    let (port, runs, waits) = (port(1), Actor::new(), Actor::new());
    post(port, 1);
    assert_eq!(runs.does(move || get(port, FOREVER)).key, 1);
    let got = waits.starts(move || get(port, FOREVER).key);
    settle(port, 1);
    let _blocks = runs.waits(mutex_of_another());
    post(port, 2);
    assert_eq!(comes(&got), 2);
}

/// A mutex that a thread owns which has not ended.
fn mutex_of_another() -> Handle {
    let (owner, mutex) = (Actor::new(), mutex());
    assert_eq!(owner.does(move || wait(mutex, 0)), WAIT_OBJECT_0);
    // It stays for ever.
    let _waits = owner.waits(manual());
    mutex
}
