//! The routines of waitable timers, which are APCs of the thread that set them.

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr;
use std::time::Duration;

use windows_sys::Win32::Foundation::{WAIT_IO_COMPLETION, WAIT_OBJECT_0, WAIT_TIMEOUT};
use windows_sys::Win32::System::Threading::SetWaitableTimer;

use crate::actors::Actor;
use crate::calls::Handle;
use crate::sleeps::sleep;
use crate::timers::{after, at, cancel, set_timer, timer};
use crate::waitables::{Alert, LONG, Reset, WORKED, happens, manual, said, wait, wait_alertably};

thread_local! {
    /// What the routines of this thread were given: the argument and the time.
    static CALLED: RefCell<Vec<(usize, i64)>> = const { RefCell::new(Vec::new()) };
}

/// What a clock may differ from another by.
const APART: Duration = Duration::from_millis(100);

extern "system" fn routine(argument: *const c_void, low: u32, high: u32) {
    let time = i64::from(high) << 32 | i64::from(low);
    CALLED.with_borrow_mut(|called| called.push((argument.addr(), time)));
}

/// Sets a timer with a routine that notes what it is given.
fn set_with_routine(timer: Handle, due: i64, period: i32, argument: usize) -> (bool, u32) {
    let argument = ptr::without_provenance(argument);
    // SAFETY: the place lives longer than the call, and the routine follows no address.
    said(|| unsafe {
        SetWaitableTimer(timer.raw(), &raw const due, period, Some(routine), argument, 0)
    })
}

/// The arguments that routines were given in this thread. They are forgotten then.
fn called() -> Vec<usize> {
    CALLED.take().into_iter().map(|(argument, _)| argument).collect()
}

#[test]
fn the_routine_runs_in_an_alertable_wait_of_who_set_the_timer() {
    shows![U01, U15];
    let timer = timer(Reset::Manual);
    let called = Actor::new().does(move || {
        assert_eq!(set_with_routine(timer, after(10), 0, 7), WORKED);
        (sleep(LONG, Alert::Alertable), called())
    });
    assert_eq!(called, (WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn the_routine_is_told_when_the_timer_was_signalled() {
    let timer = timer(Reset::Manual);
    let (from, time, to) = Actor::new().does(move || {
        let from = at(Duration::ZERO);
        set_with_routine(timer, after(10), 0, 7);
        sleep(LONG, Alert::Alertable);
        let called = CALLED.take();
        (from, called[0].1, at(Duration::ZERO))
    });
    let apart = i64::try_from(APART.as_nanos() / 100).expect("it fits");
    assert!((from - apart..to + apart).contains(&time), "{from} {time} {to}");
}

#[test]
fn the_routine_runs_in_no_wait_that_is_not_alertable() {
    shows![U01, U15];
    let timer = timer(Reset::Manual);
    let waited = Actor::new().does(move || {
        set_with_routine(timer, 0, 0, 7);
        let first = (wait(timer, LONG), wait(manual(), 20), called());
        (first, sleep(LONG, Alert::Alertable), called())
    });
    assert_eq!(waited, ((WAIT_OBJECT_0, WAIT_TIMEOUT, vec![]), WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn the_routine_runs_in_no_other_thread() {
    shows![U15];
    let (timer, setter, other) = (timer(Reset::Manual), Actor::new(), Actor::new());
    setter.does(move || set_with_routine(timer, 0, 0, 7));
    let waited = other.does(move || (wait_alertably(timer, LONG), called()));
    assert_eq!(waited, (WAIT_OBJECT_0, vec![]));
    assert_eq!(other.does(|| (sleep(20, Alert::Alertable), called())), (0, vec![]));
    let waited = setter.does(|| (sleep(LONG, Alert::Alertable), called()));
    assert_eq!(waited, (WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn the_routine_runs_each_time_if_there_is_a_period() {
    let timer = timer(Reset::Automatic);
    let called = Actor::new().does(move || {
        set_with_routine(timer, after(10), 10, 7);
        let waits: Vec<u32> = (0..3).map(|_| sleep(LONG, Alert::Alertable)).collect();
        cancel(timer);
        (waits, called().len() >= 3)
    });
    assert_eq!(called, (vec![WAIT_IO_COMPLETION; 3], true));
}

#[test]
fn cancelling_a_timer_withdraws_a_routine_that_has_not_run() {
    let timer = timer(Reset::Manual);
    let waited = Actor::new().does(move || {
        set_with_routine(timer, 0, 0, 7);
        happens(timer);
        (cancel(timer), sleep(20, Alert::Alertable), called())
    });
    assert_eq!(waited, (WORKED, 0, vec![]));
}

#[test]
fn setting_a_timer_again_withdraws_a_routine_that_has_not_run() {
    let timer = timer(Reset::Manual);
    let waited = Actor::new().does(move || {
        set_with_routine(timer, 0, 0, 7);
        happens(timer);
        set_timer(timer, after(60_000), 0);
        (sleep(20, Alert::Alertable), called())
    });
    assert_eq!(waited, (0, vec![]));
}

#[test]
fn the_end_of_the_thread_cancels_a_timer_that_has_a_routine() {
    let (timer, mut setter) = (timer(Reset::Manual), Actor::new());
    setter.does(move || set_with_routine(timer, after(300), 0, 7));
    setter.end();
    assert_eq!(wait(timer, 500), WAIT_TIMEOUT);
}

#[test]
fn the_end_of_the_thread_leaves_a_timer_that_has_no_routine() {
    let (timer, mut setter) = (timer(Reset::Manual), Actor::new());
    setter.does(move || set_timer(timer, after(50), 0));
    setter.end();
    assert_eq!(wait(timer, LONG), WAIT_OBJECT_0);
}
