//! Sleeps, of no time, of some and without end.

use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::WAIT_IO_COMPLETION;
use windows_sys::Win32::System::Threading::{Sleep, SleepEx, SwitchToThread};

use crate::actors::{Actor, queue_apc, ran};
use crate::arm::{comes, nothing_comes};
use crate::calls::{FOREVER, Handle, UNTOUCHED, with_error};
use crate::waitables::{Alert, WORKED};

/// What a sleep may be shorter than it was told, where time goes by in ticks.
const TICK: Duration = Duration::from_millis(20);

pub(crate) fn sleep(milliseconds: u32, alert: Alert) -> u32 {
    // SAFETY: the call has no places.
    unsafe { SleepEx(milliseconds, alert.flag()) }
}

#[test]
fn a_sleep_lasts_as_long_as_it_is_told() {
    let started = Instant::now();
    // SAFETY: the call has no places.
    unsafe { Sleep(60) };
    assert!(started.elapsed() + TICK >= Duration::from_millis(60));
    let started = Instant::now();
    assert_eq!(sleep(60, Alert::Alertable), 0);
    assert!(started.elapsed() + TICK >= Duration::from_millis(60));
}

#[test]
fn a_sleep_of_no_time_comes_back_at_once() {
    let actor = Actor::new();
    let slept = actor.does(|| {
        // SAFETY: the call has no places.
        unsafe { Sleep(0) };
        (sleep(0, Alert::Deaf), sleep(0, Alert::Alertable))
    });
    assert_eq!(slept, (0, 0));
}

#[test]
fn a_sleep_leaves_the_last_error_alone() {
    shows![U03];
    // SAFETY: the call has no places.
    let slept = with_error(|| unsafe {
        Sleep(0);
        Sleep(1);
        SleepEx(1, 1)
    });
    assert_eq!(slept, (0, UNTOUCHED));
}

#[test]
fn an_alertable_sleep_of_no_time_runs_the_apcs_that_are_there() {
    shows![U01, U03];
    let actor = Actor::new();
    let slept = actor.does(|| {
        assert_eq!(queue_apc(Handle::THREAD, 7), WORKED);
        (sleep(0, Alert::Alertable), ran(), sleep(0, Alert::Alertable), ran())
    });
    assert_eq!(slept, (WAIT_IO_COMPLETION, vec![7], 0, vec![]));
}

#[test]
fn a_sleep_that_is_not_alertable_runs_no_apc() {
    shows![U01];
    let actor = Actor::new();
    let slept = actor.does(|| {
        assert_eq!(queue_apc(Handle::THREAD, 7), WORKED);
        // SAFETY: the call has no places.
        unsafe { Sleep(1) };
        (sleep(1, Alert::Deaf), ran(), sleep(0, Alert::Alertable), ran())
    });
    assert_eq!(slept, (0, vec![], WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn an_alertable_sleep_without_end_ends_with_an_apc() {
    shows![U01];
    let actor = Actor::new();
    let sleeps = actor.starts(|| (sleep(FOREVER, Alert::Alertable), ran()));
    nothing_comes(&sleeps);
    assert_eq!(queue_apc(actor.handle, 7), WORKED);
    assert_eq!(comes(&sleeps), (WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn a_thread_can_let_others_run() {
    // Whether there was another to run is nobody's to say.
    // SAFETY: the call has no places.
    let (_, error) = with_error(|| unsafe { SwitchToThread() });
    assert_eq!(error, UNTOUCHED);
}
