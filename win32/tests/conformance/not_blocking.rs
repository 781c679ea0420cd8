//! What is no wait gives no slot away, and the end of a wait takes one whatever the limit says.

use windows_sys::Win32::Foundation::{
    WAIT_FAILED, WAIT_IO_COMPLETION, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use windows_sys::Win32::System::Threading::{Sleep, SwitchToThread};

use crate::actors::{queue_apc, signal_and_wait};
use crate::arm::{comes, nothing_comes, settle, settle_all};
use crate::calls::{FOREVER, Got, Handle, get, post, with_rights};
use crate::locks::Hold::{Exclusive, Shared};
use crate::locks::{Section, Slim, Variable};
use crate::situations::{Busy, packet};
use crate::sleeps::sleep;
use crate::waitables::{
    Alert, Reset, State, Wanted, automatic, event, manual, mutex, release_mutex, semaphore, set,
    wait, wait_alertably, wait_for,
};

fn set_event() -> Handle {
    event(Reset::Manual, State::Set)
}

#[test]
fn a_wait_that_is_satisfied_at_once_changes_nothing() {
    shows![C24];
    let busy = Busy::new();
    let waited = busy.runs.does(|| {
        let mutex = mutex();
        let waits = [
            wait(set_event(), FOREVER),
            wait(semaphore(1, 1), FOREVER),
            wait(mutex, FOREVER),
            wait(mutex, FOREVER),
            wait_for(Wanted::Any, &[manual(), set_event()], FOREVER).0 - 1,
            wait_for(Wanted::All, &[semaphore(1, 1), set_event()], FOREVER).0,
            signal_and_wait(manual(), set_event(), FOREVER, Alert::Deaf).0,
        ];
        release_mutex(mutex);
        waits
    });
    assert_eq!(waited, [WAIT_OBJECT_0; 7]);
    busy.is_not_replaced();
}

#[test]
fn a_wait_of_no_time_changes_nothing() {
    shows![C24];
    let busy = Busy::new();
    let waited = busy.runs.does(|| {
        [
            wait(manual(), 0),
            wait_alertably(manual(), 0),
            wait_for(Wanted::Any, &[manual(), automatic()], 0).0,
            wait_for(Wanted::All, &[manual(), set_event()], 0).0,
            signal_and_wait(manual(), manual(), 0, Alert::Deaf).0,
        ]
    });
    assert_eq!(waited, [WAIT_TIMEOUT; 5]);
    busy.is_not_replaced();
}

#[test]
fn a_sleep_of_no_time_changes_nothing() {
    shows![C24];
    let busy = Busy::new();
    busy.runs.does(|| {
        // SAFETY: the calls have no places.
        unsafe {
            Sleep(0);
            SwitchToThread();
        }
        sleep(0, Alert::Alertable)
    });
    busy.is_not_replaced();
}

#[test]
fn a_wait_that_is_refused_changes_nothing() {
    shows![C10];
    let busy = Busy::new();
    let waited = busy.runs.does(|| {
        [
            wait(Handle::NULL, FOREVER),
            wait(with_rights(manual(), 2), FOREVER),
            wait_for(Wanted::Any, &[], FOREVER).0,
            wait_for(Wanted::All, &[manual(), Handle::NULL], FOREVER).0,
            signal_and_wait(manual(), Handle::NULL, FOREVER, Alert::Deaf).0,
        ]
    });
    assert_eq!(waited, [WAIT_FAILED; 5]);
    busy.is_not_replaced();
}

#[test]
fn a_wait_that_finds_an_apc_changes_nothing() {
    shows![C10];
    let busy = Busy::new();
    let waited = busy.runs.does(|| {
        let alertable = |act: fn() -> u32| {
            queue_apc(Handle::THREAD, 7);
            act()
        };
        [
            alertable(|| wait_alertably(manual(), FOREVER)),
            alertable(|| sleep(FOREVER, Alert::Alertable)),
            alertable(|| signal_and_wait(manual(), manual(), FOREVER, Alert::Alertable).0),
        ]
    });
    assert_eq!(waited, [WAIT_IO_COMPLETION; 3]);
    busy.is_not_replaced();
}

#[test]
fn a_lock_that_is_free_changes_nothing() {
    shows![C24];
    let busy = Busy::new();
    busy.runs.does(|| {
        let (section, lock) = (Section::new(), Slim::new());
        section.enter();
        section.enter();
        section.leave();
        section.leave();
        for hold in [Exclusive, Shared] {
            lock.take(hold);
            lock.release(hold);
        }
    });
    busy.is_not_replaced();
}

#[test]
fn a_lock_that_is_tried_changes_nothing() {
    shows![C24];
    let (busy, section, lock) = (Busy::new(), Section::new(), Slim::new());
    section.enter();
    lock.take(Exclusive);
    let tried = move || [section.try_enter(), lock.try_take(Exclusive), lock.try_take(Shared)];
    assert_eq!(busy.runs.does(tried), [false; 3]);
    busy.is_not_replaced();
}

#[test]
fn waking_others_changes_nothing() {
    shows![C24];
    let busy = Busy::new();
    busy.runs.does(|| {
        set(manual());
        Variable::new().wake_all();
        queue_apc(Handle::THREAD, 7);
    });
    busy.is_not_replaced();
}

/// A port of limit 1 for which two threads run, since the wait of one has ended.
fn over_the_limit() -> Busy {
    let (busy, event) = (Busy::new(), automatic());
    let waits = busy.runs.starts(move || wait(event, FOREVER));
    busy.is_replaced();
    set(event);
    assert_eq!(comes(&waits), WAIT_OBJECT_0);
    busy
}

#[test]
fn a_thread_whose_wait_ends_runs_though_the_limit_is_reached() {
    shows![C11];
    let busy = over_the_limit();
    settle_all(busy.port, 0, 2, 0);
    // Both run, and neither hinders the other.
    assert_eq!(busy.runs.does(|| 1) + busy.waits.does(|| 2), 3);
}

#[test]
fn over_the_limit_nobody_else_is_released() {
    shows![C11, C12];
    let busy = over_the_limit();
    let (_third, got) = busy.third();
    nothing_comes(&got);
}

#[test]
fn over_the_limit_one_that_waits_makes_room_for_nobody() {
    shows![C11, C12];
    let busy = over_the_limit();
    let (_third, got) = busy.third();
    let _waits = busy.waits.waits(manual());
    nothing_comes(&got);
    let _waits = busy.runs.waits(manual());
    assert_eq!(comes(&got), packet(3));
}

#[test]
fn over_the_limit_a_thread_that_comes_back_finds_nothing() {
    shows![C11, C12, C16];
    let (busy, third) = (over_the_limit(), 3);
    let port = busy.port;
    post(port, third);
    assert_eq!(busy.runs.does(move || get(port, 0)), Got::nothing(WAIT_TIMEOUT));
    // It waits, and one of two runs: that one may take the packet.
    let got = busy.runs.starts(move || get(port, FOREVER));
    settle(port, 1);
    nothing_comes(&got);
    assert_eq!(busy.waits.does(move || get(port, 0)), packet(third));
}

#[test]
fn a_timed_wait_that_ends_takes_its_slot_back() {
    shows![C11];
    let busy = Busy::new();
    let waits = busy.runs.starts(|| wait(manual(), 100));
    busy.is_replaced();
    assert_eq!(comes(&waits), WAIT_TIMEOUT);
    settle_all(busy.port, 0, 2, 0);
    let (_third, got) = busy.third();
    let _waits = busy.waits.waits(manual());
    nothing_comes(&got);
}

#[test]
fn an_apc_that_ends_a_wait_gives_the_slot_back() {
    shows![C11, C14];
    let busy = Busy::new();
    let waits = busy.runs.starts(|| sleep(FOREVER, Alert::Alertable));
    busy.is_replaced();
    queue_apc(busy.runs.handle, 7);
    assert_eq!(comes(&waits), WAIT_IO_COMPLETION);
    settle_all(busy.port, 0, 2, 0);
    let (_third, got) = busy.third();
    let _waits = busy.waits.waits(manual());
    nothing_comes(&got);
}

#[test]
fn waiting_again_and_again_makes_room_each_time() {
    shows![C10, C11];
    let busy = Busy::new();
    let port = busy.port;
    for round in 2..6 {
        let event = automatic();
        let (blocks, replaces) = match round % 2 {
            0 => (&busy.runs, &busy.waits),
            _ => (&busy.waits, &busy.runs),
        };
        let waits = blocks.starts(move || wait(event, FOREVER));
        if round == 2 {
            busy.is_replaced();
        }
        settle_all(port, 0, 1, 1);
        post(port, round + 1);
        assert_eq!(replaces.does(move || get(port, FOREVER)), packet(round + 1));
        set(event);
        assert_eq!(comes(&waits), WAIT_OBJECT_0);
        settle_all(port, 0, 2, 0);
    }
}
