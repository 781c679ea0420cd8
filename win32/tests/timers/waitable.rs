//! Waitable timers and their routines.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use iocp_sim_win32::Win32::Foundation::{
    FALSE, GetLastError, TRUE, WAIT_IO_COMPLETION, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use iocp_sim_win32::Win32::System::IO::{GetQueuedCompletionStatusEx, OVERLAPPED_ENTRY};
use iocp_sim_win32::Win32::System::Threading::{
    CancelWaitableTimer, INFINITE, SleepEx, WaitForMultipleObjects,
};

use crate::{
    Handle, Reset, WORKED, after, close, comes, event, members, passes, port_of_this_thread, said,
    set, set_timer, set_timer_with, timer, until, wait, within_limit,
};

thread_local! {
    /// How often the routine ran in this thread.
    static RAN: Cell<u32> = const { Cell::new(0) };
}

extern "system" fn routine(_: *const c_void, _: u32, _: u32) {
    RAN.set(RAN.get() + 1);
}

/// A routine that cancels the timer whose handle it is given.
extern "system" fn cancels(timer: *const c_void, _: u32, _: u32) {
    RAN.set(RAN.get() + 1);
    assert_eq!(cancel(Handle(timer.cast_mut())), WORKED);
}

fn set_with_routine(timer: Handle, due: i64, period: i32) {
    assert_eq!(set_timer_with(timer, due, period, Some(routine), ptr::null()), WORKED);
}

fn cancel(timer: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { CancelWaitableTimer(timer.raw()) })
}

/// Runs what is pending, and says whether there was anything.
fn alertable() -> bool {
    // SAFETY: the call has no places.
    unsafe { SleepEx(0, TRUE) == WAIT_IO_COMPLETION }
}

#[test]
fn a_timer_that_is_due_is_signalled_when_the_call_returns_and_so_is_its_routine_pending() {
    within_limit(|| {
        for due in [0, 1, after(0)] {
            let timer = timer(Reset::Auto);
            set_with_routine(timer, due, 0);
            assert_eq!((wait(timer, 0), wait(timer, 0)), (WAIT_OBJECT_0, WAIT_TIMEOUT));
            assert_eq!((alertable(), RAN.take(), alertable()), (true, 1, false));
        }
    });
}

#[test]
fn a_routine_that_is_still_pending_is_not_queued_again() {
    within_limit(|| {
        let timer = timer(Reset::Auto);
        let argument = timer.raw().cast_const();
        assert_eq!(set_timer_with(timer, 0, 1, Some(cancels), argument), WORKED);
        (0..5).for_each(|_| comes(timer));
        assert_eq!((alertable(), RAN.take()), (true, 1));
    });
}

#[test]
fn a_timer_that_is_set_again_or_cancelled_in_its_routine_does_as_it_is_told() {
    within_limit(|| {
        let timer = timer(Reset::Manual);
        assert_eq!(set_timer_with(timer, 0, 1, Some(cancels), timer.raw().cast_const()), WORKED);
        assert!(alertable());
        passes(10);
        assert_eq!((alertable(), RAN.take(), wait(timer, 0)), (false, 1, WAIT_OBJECT_0));
    });
}

#[test]
fn an_alertable_get_from_a_port_is_not_ended_by_a_routine_that_was_withdrawn() {
    within_limit(|| {
        let (timer, port) = (timer(Reset::Manual), port_of_this_thread());
        set_with_routine(timer, 0, 0);
        assert_eq!(cancel(timer), WORKED);
        let (mut entry, mut removed) = (OVERLAPPED_ENTRY::default(), 0);
        let mut get = || {
            let (entry, removed) = (&raw mut entry, &raw mut removed);
            // SAFETY: the places live longer than the call.
            unsafe {
                let got = GetQueuedCompletionStatusEx(port.raw(), entry, 1, removed, 0, TRUE);
                (got, GetLastError())
            }
        };
        assert_eq!((get(), RAN.take()), ((FALSE, WAIT_TIMEOUT), 0));
        set_with_routine(timer, 0, 0);
        assert_eq!((get(), RAN.take()), ((FALSE, WAIT_IO_COMPLETION), 1));
    });
}

#[test]
fn withdrawing_a_routine_leaves_the_other_apcs_and_those_of_other_timers() {
    within_limit(|| {
        let timers = [(); 3].map(|()| timer(Reset::Manual));
        timers.iter().for_each(|timer| set_with_routine(*timer, 0, 0));
        assert_eq!(cancel(timers[1]), WORKED);
        assert_eq!((alertable(), RAN.take()), (true, 2));
    });
}

#[test]
fn closing_the_last_handle_cancels_a_timer_and_withdraws_its_routine() {
    within_limit(|| {
        let (pending, ahead) = (timer(Reset::Manual), timer(Reset::Manual));
        set_with_routine(pending, 0, 0);
        set_with_routine(ahead, after(1), 1);
        assert_eq!((close(pending), close(ahead)), (WORKED, WORKED));
        passes(5);
        assert_eq!((alertable(), RAN.take()), (false, 0));
    });
}

#[test]
fn a_timer_fires_for_those_who_wait_for_it_though_its_handle_is_closed() {
    within_limit(|| {
        let timer = timer(Reset::Manual);
        let (port, waiter) = waits(timer);
        set_timer(timer, after(5), 0);
        assert_eq!(close(timer), WORKED);
        assert_eq!(waiter.join().expect("it ends").0, WAIT_OBJECT_0);
        close(port);
    });
}

#[test]
fn the_end_of_the_setter_cancels_what_has_a_routine_and_nothing_else() {
    within_limit(|| {
        let [with, without] = [(); 2].map(|()| timer(Reset::Manual));
        let setter = thread::spawn(move || {
            set_with_routine(with, after(30), 1);
            set_timer(without, after(30), 1);
        });
        setter.join().expect("it ends");
        passes(40);
        assert_eq!((wait(with, 0), wait(without, 0)), (WAIT_TIMEOUT, WAIT_OBJECT_0));
        set_with_routine(with, 0, 0);
        assert_eq!((wait(with, 0), alertable(), RAN.take()), (WAIT_OBJECT_0, true, 1));
    });
}

#[test]
fn the_routine_belongs_to_who_set_the_timer_last() {
    within_limit(|| {
        let (timer, (told, tells)) = (timer(Reset::Manual), mpsc::channel());
        set_with_routine(timer, 0, 0);
        let other = thread::spawn(move || {
            set_with_routine(timer, 0, 0);
            told.send(()).expect("the test listens");
            (alertable(), RAN.take())
        });
        tells.recv().expect("it is set");
        assert_eq!(other.join().expect("it ends"), (true, 1));
        assert_eq!((alertable(), RAN.take()), (false, 0));
    });
}

#[test]
fn a_period_is_not_shorter_than_was_asked_for() {
    within_limit(|| {
        let (begun, timer) = (Instant::now(), timer(Reset::Auto));
        set_timer(timer, after(2), 2);
        (0..100).for_each(|_| comes(timer));
        assert!(begun.elapsed().as_millis() >= 200, "{:?}", begun.elapsed());
        cancel(timer);
    });
}

#[test]
fn thousands_of_timers_all_fire() {
    within_limit(|| {
        let timers: Vec<Handle> = (0..4_000).map(|_| timer(Reset::Manual)).collect();
        for (number, timer) in (0..).zip(&timers) {
            set_timer(*timer, after(number * 7 % 50), 0);
        }
        for some in timers.chunks(64) {
            let handles: Vec<_> = some.iter().map(|timer| timer.raw()).collect();
            let count = u32::try_from(handles.len()).expect("they are few");
            // SAFETY: so many handles can be read.
            let waited = unsafe { WaitForMultipleObjects(count, handles.as_ptr(), TRUE, INFINITE) };
            assert_eq!(waited, WAIT_OBJECT_0);
        }
        timers.into_iter().for_each(|timer| assert_eq!(close(timer), WORKED));
    });
}

#[test]
fn a_timer_that_many_set_and_cancel_is_as_the_last_one_left_it() {
    within_limit(|| {
        let timer = timer(Reset::Auto);
        thread::scope(|scope| {
            for number in 0..4 {
                scope.spawn(move || {
                    for turn in 0..2_000 {
                        match (number + turn) % 3 {
                            0 => set_timer(timer, after(0), 0),
                            1 => set_timer(timer, after(1), 1),
                            _ => assert_eq!(cancel(timer), WORKED),
                        }
                    }
                });
            }
        });
        set_timer(timer, after(60_000), 0);
        passes(5);
        assert_eq!(wait(timer, 0), WAIT_TIMEOUT);
        set_timer(timer, after(1), 0);
        comes(timer);
    });
}

/// How a wait ended, and how many members the port of the thread saw then.
type Waited = (u32, (usize, usize));

/// A thread that is a member of a port, and waits for a timer when this returns.
fn waits(timer: Handle) -> (Handle, JoinHandle<Waited>) {
    let (port_is, tells) = mpsc::channel();
    let waiter = thread::spawn(move || {
        let port = port_of_this_thread();
        port_is.send(port).expect("the test listens");
        (wait(timer, INFINITE), members(port))
    });
    let port = tells.recv().expect("it has a port");
    until("it is paused", || members(port) == (0, 1));
    (port, waiter)
}

#[test]
fn a_thread_that_waits_for_a_timer_is_paused_until_it_fires() {
    within_limit(|| {
        let timer = timer(Reset::Manual);
        let (port, waiter) = waits(timer);
        set_timer(timer, 0, 0);
        // It counts again in the step that ends its wait.
        assert_ne!(members(port), (0, 1));
        assert_eq!(waiter.join().expect("it ends"), (WAIT_OBJECT_0, (1, 0)));
        close(port);
    });
}

#[test]
fn a_routine_that_stays_does_not_hold_up_other_timers() {
    within_limit(|| {
        extern "system" fn stays(gate: *const c_void, _: u32, _: u32) {
            comes(Handle(gate.cast_mut()));
        }
        let (gate, slow, quick) = (event(Reset::Manual), timer(Reset::Auto), timer(Reset::Auto));
        let setter = thread::spawn(move || {
            assert_eq!(set_timer_with(slow, 0, 0, Some(stays), gate.raw().cast_const()), WORKED);
            alertable()
        });
        set_timer(quick, after(1), 1);
        (0..5).for_each(|_| comes(quick));
        set(gate);
        assert!(setter.join().expect("it ends"));
        cancel(quick);
    });
}
