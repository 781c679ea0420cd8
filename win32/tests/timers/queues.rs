//! Timer queues: their timers, and the ends of both.

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;

use iocp_sim_win32::Win32::Foundation::{
    ERROR_INVALID_HANDLE, ERROR_IO_PENDING, ERROR_POSSIBLE_DEADLOCK,
};
use iocp_sim_win32::Win32::System::Threading::{
    ChangeTimerQueueTimer, CreateTimerQueue, CreateTimerQueueTimer, DeleteTimerQueue,
    DeleteTimerQueueEx, DeleteTimerQueueTimer, ExitThread, GetCurrentThreadId, INFINITE,
    WT_EXECUTEDEFAULT, WT_EXECUTEINPERSISTENTTHREAD, WT_EXECUTEINTIMERTHREAD,
    WT_EXECUTEINWAITTHREAD, WT_EXECUTEONLYONCE, WaitForSingleObject,
};

use crate::{
    Calls, Handle, Reset, WORKED, call, close, comes, event, members, passes, port_of_this_thread,
    said, set, until, within_limit,
};

const FAR: u32 = 60_000;

fn queue() -> Handle {
    // SAFETY: the call has no places.
    let queue = unsafe { CreateTimerQueue() };
    assert!(!queue.is_null());
    Handle(queue)
}

fn timer_with(queue: Handle, calls: &'static Calls, due: u32, period: u32, flags: u32) -> Handle {
    let mut timer = ptr::null_mut();
    // SAFETY: the place lives longer than the call, and what the callback is given for ever.
    let made = said(|| unsafe {
        let (queue, context) = (queue.raw(), calls.context());
        CreateTimerQueueTimer(&raw mut timer, queue, Some(call), context, due, period, flags)
    });
    assert_eq!(made, WORKED);
    Handle(timer)
}

fn timer(queue: Handle, calls: &'static Calls, due: u32, period: u32) -> Handle {
    timer_with(queue, calls, due, period, WT_EXECUTEDEFAULT)
}

fn change(queue: Handle, timer: Handle, due: u32, period: u32) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { ChangeTimerQueueTimer(queue.raw(), timer.raw(), due, period) })
}

fn delete(queue: Handle, timer: Handle, event: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { DeleteTimerQueueTimer(queue.raw(), timer.raw(), event.raw()) })
}

fn delete_queue(queue: Handle, event: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { DeleteTimerQueueEx(queue.raw(), event.raw()) })
}

const PENDING: (bool, u32) = (false, ERROR_IO_PENDING);
const DEADLOCK: (bool, u32) = (false, ERROR_POSSIBLE_DEADLOCK);
const NO_HANDLE: (bool, u32) = (false, ERROR_INVALID_HANDLE);

/// What a callback does with itself, and what the calls said.
type Said = Arc<OnceLock<Vec<(bool, u32)>>>;

/// A timer whose first callback acts on the queue and on the timer.
fn acting(
    queue: Handle,
    act: impl Fn(Handle, Handle) -> Vec<(bool, u32)> + Send + Sync + 'static,
) -> (Handle, &'static Calls, Said) {
    let (said, itself) = (Said::default(), Arc::new(OnceLock::new()));
    let (says, knows_itself) = (Arc::clone(&said), Arc::clone(&itself));
    let calls = Calls::acting(move || {
        if says.get().is_none() {
            // Others do not set it.
            let _ = says.set(act(queue, *knows_itself.wait()));
        }
    });
    let timer = timer(queue, calls, 0, 1);
    itself.set(timer).expect("it is set once");
    (timer, calls, said)
}

#[test]
fn a_timer_can_be_deleted_in_its_own_callback_but_not_waited_for() {
    within_limit(|| {
        let queue = queue();
        let (timer, calls, said) = acting(queue, |queue, timer| {
            vec![delete(queue, timer, Handle::WAIT), delete(queue, timer, Handle::NULL)]
        });
        assert_eq!(*said.wait(), [DEADLOCK, PENDING]);
        assert_eq!(delete(queue, timer, Handle::NULL), NO_HANDLE);
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
        let begun = calls.begun();
        passes(5);
        assert_eq!((calls.begun(), calls.running()), (begun, 0));
    });
}

#[test]
fn a_queue_can_be_deleted_in_a_callback_of_its_timers_but_not_waited_for() {
    within_limit(|| {
        let (queue, done) = (queue(), event(Reset::Manual));
        let (timer, calls, said) = acting(queue, move |queue, _| {
            vec![delete_queue(queue, Handle::WAIT), delete_queue(queue, done)]
        });
        comes(done);
        assert_eq!(*said.wait(), [DEADLOCK, PENDING]);
        assert_eq!(calls.running(), 0);
        assert_eq!(delete_queue(queue, Handle::NULL), NO_HANDLE);
        assert_eq!(delete(queue, timer, Handle::NULL), NO_HANDLE);
    });
}

#[test]
fn a_timer_can_be_changed_in_its_own_callback() {
    within_limit(|| {
        let queue = queue();
        let (_, calls, said) =
            acting(queue, |queue, timer| vec![change(queue, timer, 0, 0), WORKED]);
        assert_eq!(*said.wait(), [WORKED, WORKED]);
        calls.come(2);
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
    });
}

#[test]
fn no_callback_runs_when_the_deletion_that_waits_has_returned() {
    within_limit(|| {
        let queue = queue();
        for turn in 0..300 {
            let calls = Calls::counted();
            let timer = timer(queue, calls, turn % 3, 1);
            if turn % 2 == 0 {
                calls.come(1);
            }
            assert_eq!(delete(queue, timer, Handle::WAIT), WORKED);
            let begun = calls.begun();
            assert_eq!(calls.running(), 0);
            assert_eq!(delete(queue, timer, Handle::WAIT), NO_HANDLE);
            assert_eq!(calls.begun(), begun);
        }
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
    });
}

#[test]
fn one_of_many_who_delete_a_timer_does() {
    within_limit(|| {
        let (queue, deleted) = (queue(), AtomicU32::new(0));
        let timers: Vec<Handle> =
            (0..500).map(|number| timer(queue, Calls::counted(), number % 5, 1)).collect();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for timer in &timers {
                        match delete(queue, *timer, Handle::WAIT) {
                            WORKED => _ = deleted.fetch_add(1, SeqCst),
                            refused => assert_eq!(refused, NO_HANDLE),
                        }
                    }
                });
            }
        });
        assert_eq!(deleted.into_inner(), 500);
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
    });
}

#[test]
fn timers_are_made_and_deleted_while_their_queue_is_deleted() {
    within_limit(|| {
        for _ in 0..50 {
            let (queue, calls) = (queue(), Calls::counted());
            let makes = thread::spawn(move || {
                loop {
                    let mut timer = ptr::null_mut();
                    let context = calls.context();
                    // SAFETY: the place lives longer than the call.
                    let (made, error) = said(|| unsafe {
                        let timer = &raw mut timer;
                        CreateTimerQueueTimer(timer, queue.raw(), Some(call), context, 0, 1, 0)
                    });
                    if !made {
                        return error;
                    }
                    delete(queue, Handle(timer), Handle::NULL);
                }
            });
            calls.come(1);
            assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
            let begun = calls.begun();
            assert_eq!(makes.join().expect("it ends"), ERROR_INVALID_HANDLE);
            assert_eq!((calls.begun(), calls.running()), (begun, 0));
        }
    });
}

#[test]
fn thousands_of_timers_call_back_once_each() {
    within_limit(|| {
        let queue = queue();
        let all: Vec<&Calls> = (0..3_000).map(|_| Calls::counted()).collect();
        for (number, calls) in (0..).zip(&all) {
            timer(queue, calls, number * 7 % 50, 0);
        }
        all.iter().for_each(|calls| calls.come(1));
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
        assert!(all.iter().all(|calls| (calls.begun(), calls.timed_out()) == (1, 1)));
    });
}

#[test]
fn callbacks_of_one_timer_run_beside_each_other_and_some_are_left_out() {
    within_limit(|| {
        let (queue, gate) = (queue(), event(Reset::Manual));
        let calls = Calls::gated(gate);
        timer(queue, calls, 0, 1);
        calls.come(64);
        passes(10);
        assert_eq!(calls.begun(), 64);
        set(gate);
        calls.come(65);
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
        assert_eq!(calls.running(), 0);
    });
}

#[test]
fn who_waits_for_callbacks_is_paused_until_the_last_has_returned() {
    within_limit(|| {
        let (queue, gate, (port_is, tells)) = (queue(), event(Reset::Manual), mpsc::channel());
        let calls = Calls::gated(gate);
        timer(queue, calls, 0, 0);
        calls.come(1);
        let deletes = thread::spawn(move || {
            let port = port_of_this_thread();
            port_is.send(port).expect("the test listens");
            (delete_queue(queue, Handle::WAIT), members(port))
        });
        let port = tells.recv().expect("it has a port");
        until("it is paused", || members(port) == (0, 1));
        set(gate);
        assert_eq!(deletes.join().expect("it ends"), (WORKED, (1, 0)));
        close(port);
    });
}

#[test]
fn a_callback_that_ends_its_thread_has_returned() {
    within_limit(|| {
        let (queue, done) = (queue(), event(Reset::Manual));
        // SAFETY: the callback holds nothing that others need.
        let ends = Calls::acting(|| unsafe { ExitThread(7) });
        let timer = timer(queue, ends, 0, 0);
        ends.come(1);
        assert!([WORKED, PENDING].contains(&delete(queue, timer, done)));
        comes(done);
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
        // There is another thread for the next one.
        let (queue, calls) = (self::queue(), Calls::counted());
        self::timer(queue, calls, 0, 0);
        calls.come(1);
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
    });
}

#[test]
fn a_thread_of_the_pool_leaves_the_port_that_its_callback_got_from() {
    within_limit(|| {
        let (queue, port) = (queue(), Arc::new(OnceLock::new()));
        let gets = Arc::clone(&port);
        let calls = Calls::acting(move || {
            let port = port_of_this_thread();
            assert_eq!(members(port), (1, 0));
            gets.set(port).expect("it is set once");
        });
        timer(queue, calls, 0, 0);
        let port = *port.wait();
        until("it has left", || members(port) == (0, 0));
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
        close(port);
    });
}

#[test]
fn callbacks_of_each_special_thread_run_there_one_after_the_other() {
    within_limit(|| {
        let queue = queue();
        let mut threads = Vec::new();
        for flags in [WT_EXECUTEINWAITTHREAD, WT_EXECUTEINTIMERTHREAD, WT_EXECUTEINPERSISTENTTHREAD]
        {
            let (told, tells) = mpsc::channel();
            let calls = Calls::acting(move || {
                // SAFETY: the call has no places. Later callbacks are of no interest.
                let _ = told.send(unsafe { GetCurrentThreadId() });
            });
            let timers = [(); 3].map(|()| timer_with(queue, calls, 0, 1, flags));
            let ids: Vec<u32> = (0..20).map(|_| tells.recv().expect("it comes")).collect();
            assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
            for timer in timers {
                assert_eq!(delete(queue, timer, Handle::WAIT), WORKED);
            }
            assert_eq!(calls.most_running(), 1);
            threads.push(ids[0]);
        }
        threads.dedup();
        assert_eq!(threads.len(), 3);
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
    });
}

#[test]
fn a_timer_is_there_until_it_is_deleted_and_changes_no_more_once_it_is_over() {
    within_limit(|| {
        let (queue, calls) = (queue(), Calls::counted());
        let once = timer_with(queue, calls, 0, 1, WT_EXECUTEONLYONCE);
        calls.come(1);
        assert_eq!(change(queue, once, 0, 1), WORKED);
        let never = timer(queue, calls, INFINITE, 1);
        passes(5);
        assert_eq!(calls.begun(), 1);
        assert_eq!(change(queue, never, 0, 0), WORKED);
        calls.come(2);
        assert_eq!(delete(queue, once, Handle::WAIT), WORKED);
        assert_eq!(change(queue, once, 0, 1), NO_HANDLE);
        assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
        assert_eq!(change(queue, never, 0, 0), NO_HANDLE);
    });
}

#[test]
fn a_queue_and_its_timers_are_known_by_no_other_name() {
    within_limit(|| {
        let (ours, other) = (queue(), queue());
        let timer = timer(ours, Calls::counted(), FAR, 0);
        for wrong in [other, Handle::NULL, timer, Handle(timer.raw().wrapping_byte_add(1))] {
            assert_eq!(delete(wrong, timer, Handle::NULL), NO_HANDLE);
            assert_eq!(change(wrong, timer, 0, 0), NO_HANDLE);
        }
        assert_eq!((close(timer), close(ours)), (NO_HANDLE, NO_HANDLE));
        // SAFETY: the calls have no places.
        unsafe {
            assert_eq!(WaitForSingleObject(timer.raw(), 0), u32::MAX);
            assert_eq!(said(|| DeleteTimerQueue(timer.raw())), NO_HANDLE);
        }
        assert_eq!(delete(ours, ours, Handle::NULL), NO_HANDLE);
        assert_eq!(delete(ours, timer, event(Reset::Auto)), WORKED);
        for queue in [ours, other] {
            assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
        }
    });
}

#[test]
fn a_queue_is_deleted_with_timers_whose_callbacks_delete_others() {
    within_limit(|| {
        for _ in 0..50 {
            let (queue, at) = (queue(), Arc::new(AtomicUsize::new(0)));
            let timers = Arc::new(OnceLock::<Vec<Handle>>::new());
            let (all, over) = (Arc::clone(&timers), Arc::new(AtomicBool::new(false)));
            let is_over = Arc::clone(&over);
            let calls = Calls::acting(move || {
                let all = all.wait();
                let next = all[at.fetch_add(1, SeqCst) % all.len()];
                let deleted = delete(queue, next, Handle::NULL);
                assert!([WORKED, PENDING, NO_HANDLE].contains(&deleted));
                assert!(!is_over.load(SeqCst), "no callback runs any more");
            });
            let made = (0..20).map(|number| timer(queue, calls, number % 3, 1)).collect();
            timers.set(made).expect("they are set once");
            calls.come(3);
            assert_eq!(delete_queue(queue, Handle::WAIT), WORKED);
            over.store(true, SeqCst);
        }
    });
}
