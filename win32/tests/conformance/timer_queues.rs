//! Timer queues: timers that call back.

use std::ptr;
use std::time::Duration;

use windows_sys::Win32::Foundation::{
    ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER, ERROR_IO_PENDING, HANDLE, INVALID_HANDLE_VALUE,
    WAIT_OBJECT_0,
};
use windows_sys::Win32::System::Threading::{
    ChangeTimerQueueTimer, CreateTimerQueue, CreateTimerQueueTimer, DeleteTimerQueue,
    DeleteTimerQueueEx, DeleteTimerQueueTimer, WT_EXECUTEDEFAULT, WT_EXECUTEINTIMERTHREAD,
};

use crate::actors::{Actor, own_id};
use crate::arm::{comes, nothing_comes, nothing_comes_within};
use crate::callbacks::Bell;
use crate::calls::Handle;
use crate::waitables::{LONG, is_signalled, made, manual, said, set, wait};

/// A time in which no case ends, in milliseconds.
const FAR: u32 = 60_000;
/// A time in which a case can do something before, in milliseconds.
const SOON: u32 = 300;
/// A time in which what is due soon would have come.
const AFTERWARDS: Duration = Duration::from_millis(500);

fn queue() -> Handle {
    // SAFETY: the call has no places.
    made(|| unsafe { CreateTimerQueue() }).expect("a queue").0
}

fn timer_with(queue: Handle, bell: &'static Bell, due: u32, period: u32, flags: u32) -> Handle {
    let mut timer: HANDLE = ptr::null_mut();
    // SAFETY: the place lives longer than the call, and a bell stays for ever.
    let (ok, error) = said(|| unsafe {
        let (queue, context) = (queue.raw(), bell.context());
        CreateTimerQueueTimer(&raw mut timer, queue, Bell::CALLBACK, context, due, period, flags)
    });
    assert!(ok, "there is no timer: {error}");
    Handle::of(timer)
}

/// A timer that rings a bell.
fn timer(queue: Handle, bell: &'static Bell, due: u32, period: u32) -> Handle {
    timer_with(queue, bell, due, period, WT_EXECUTEDEFAULT)
}

fn change(queue: Handle, timer: Handle, due: u32, period: u32) -> bool {
    // SAFETY: the call has no places.
    said(|| unsafe { ChangeTimerQueueTimer(queue.raw(), timer.raw(), due, period) }).0
}

fn delete(queue: Handle, timer: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { DeleteTimerQueueTimer(queue.raw(), timer.raw(), ptr::null_mut()) })
}

fn delete_and_tell(queue: Handle, timer: Handle, done: Handle) -> (bool, u32) {
    // SAFETY: the call has no places.
    said(|| unsafe { DeleteTimerQueueTimer(queue.raw(), timer.raw(), done.raw()) })
}

/// Deletes a timer, and waits for its callbacks.
fn delete_and_wait(queue: Handle, timer: Handle) -> bool {
    // SAFETY: the call has no places.
    said(|| unsafe { DeleteTimerQueueTimer(queue.raw(), timer.raw(), INVALID_HANDLE_VALUE) }).0
}

/// Deletes a queue with its timers, and waits for their callbacks.
fn delete_queue_and_wait(queue: Handle) -> bool {
    // SAFETY: the call has no places.
    said(|| unsafe { DeleteTimerQueueEx(queue.raw(), INVALID_HANDLE_VALUE) }).0
}

#[test]
fn a_timer_of_a_queue_calls_back_when_its_time_has_gone_by() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    timer(queue, bell, 20, 0);
    let told = comes(&told);
    // It is always that.
    assert!(told.timed_out);
    assert!(told.thread != 0 && told.thread != own_id());
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_timer_that_is_due_at_once_calls_back_at_once() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    timer(queue, bell, 0, 0);
    comes(&told);
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_timer_without_a_period_calls_back_once() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    timer(queue, bell, 0, 0);
    comes(&told);
    nothing_comes(&told);
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_timer_with_a_period_calls_back_again_and_again() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    timer(queue, bell, 10, 10);
    for _ in 0..4 {
        comes(&told);
    }
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn there_is_a_queue_that_nobody_has_to_make() {
    let (bell, told) = Bell::new();
    let timer = timer(Handle::NULL, bell, 0, 0);
    comes(&told);
    assert!(delete_and_wait(Handle::NULL, timer));
}

#[test]
fn the_timer_that_is_due_first_calls_back_first() {
    let (queue, (late, late_told), (early, early_told)) = (queue(), Bell::new(), Bell::new());
    timer(queue, late, FAR, 0);
    timer(queue, early, 10, 0);
    comes(&early_told);
    nothing_comes(&late_told);
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_callback_can_be_wanted_in_the_thread_of_the_timers() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    timer_with(queue, bell, 10, 10, WT_EXECUTEINTIMERTHREAD);
    let threads = [comes(&told).thread, comes(&told).thread];
    assert_eq!(threads[0], threads[1]);
    assert_ne!(threads[0], own_id());
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_timer_that_is_deleted_does_not_call_back() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    let timer = timer(queue, bell, SOON, 0);
    assert!(delete_and_wait(queue, timer));
    nothing_comes_within(&told, AFTERWARDS);
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_timer_with_a_period_that_is_deleted_calls_back_no_more() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    let timer = timer(queue, bell, 0, 10);
    comes(&told);
    assert!(delete_and_wait(queue, timer));
    while told.try_recv().is_ok() {}
    nothing_comes(&told);
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn deleting_a_timer_can_wait_for_its_callback() {
    let (queue, gate, deletes) = (queue(), manual(), Actor::new());
    let (bell, told) = Bell::gated(gate);
    let timer = timer(queue, bell, 0, 0);
    comes(&told);
    let deleted = deletes.starts(move || (delete_and_wait(queue, timer), wait(gate, 0)));
    nothing_comes(&deleted);
    set(gate);
    assert_eq!(comes(&deleted), (true, WAIT_OBJECT_0));
    bell.is_left();
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn deleting_a_timer_whose_callback_is_under_way_says_so() {
    let (queue, gate) = (queue(), manual());
    let (bell, told) = Bell::gated(gate);
    let timer = timer(queue, bell, 0, 0);
    comes(&told);
    assert_eq!(delete(queue, timer), (false, ERROR_IO_PENDING));
    set(gate);
    bell.is_left();
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn deleting_a_timer_can_set_an_event_when_its_callback_has_returned() {
    let (queue, gate, done) = (queue(), manual(), manual());
    let (bell, told) = Bell::gated(gate);
    let timer = timer(queue, bell, 0, 0);
    comes(&told);
    assert_eq!(delete_and_tell(queue, timer, done), (false, ERROR_IO_PENDING));
    assert!(!is_signalled(done));
    set(gate);
    assert_eq!(wait(done, LONG), WAIT_OBJECT_0);
    bell.is_left();
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_timer_can_be_changed_to_be_due_earlier() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    let timer = timer(queue, bell, FAR, 0);
    assert!(change(queue, timer, 10, 0));
    comes(&told);
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_timer_can_be_changed_to_be_due_later() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    let timer = timer(queue, bell, SOON, 0);
    assert!(change(queue, timer, FAR, 0));
    nothing_comes_within(&told, AFTERWARDS);
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_timer_can_be_changed_to_have_a_period() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    let timer = timer(queue, bell, FAR, 0);
    assert!(change(queue, timer, 10, 10));
    for _ in 0..3 {
        comes(&told);
    }
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn a_timer_that_has_called_back_once_for_all_is_not_changed() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    let timer = timer(queue, bell, 0, 0);
    comes(&told);
    change(queue, timer, 10, 0);
    nothing_comes(&told);
    assert!(delete_queue_and_wait(queue));
}

#[test]
fn deleting_a_queue_deletes_its_timers() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    for due in [SOON, SOON + 5, FAR] {
        timer(queue, bell, due, 0);
    }
    assert!(delete_queue_and_wait(queue));
    nothing_comes_within(&told, AFTERWARDS);
}

#[test]
fn deleting_a_queue_can_wait_for_the_callbacks() {
    let (queue, gate, deletes) = (queue(), manual(), Actor::new());
    let (bell, told) = Bell::gated(gate);
    timer(queue, bell, 0, 0);
    comes(&told);
    let deleted = deletes.starts(move || (delete_queue_and_wait(queue), wait(gate, 0)));
    nothing_comes(&deleted);
    set(gate);
    assert_eq!(comes(&deleted), (true, WAIT_OBJECT_0));
    bell.is_left();
}

#[test]
fn deleting_a_queue_can_set_an_event_when_the_callbacks_have_returned() {
    let (queue, gate, done) = (queue(), manual(), manual());
    let (bell, told) = Bell::gated(gate);
    timer(queue, bell, 0, 0);
    comes(&told);
    // SAFETY: the call has no places.
    let deleted = said(|| unsafe { DeleteTimerQueueEx(queue.raw(), done.raw()) });
    assert_eq!(deleted, (false, ERROR_IO_PENDING));
    assert!(!is_signalled(done));
    set(gate);
    assert_eq!(wait(done, LONG), WAIT_OBJECT_0);
    bell.is_left();
}

#[test]
fn a_queue_can_be_deleted_without_waiting() {
    let (queue, (bell, told)) = (queue(), Bell::new());
    timer(queue, bell, SOON, 0);
    // SAFETY: the call has no places.
    unsafe { DeleteTimerQueue(queue.raw()) };
    nothing_comes_within(&told, AFTERWARDS);
}

#[test]
fn what_is_no_queue_and_no_timer_can_not_be_deleted() {
    // SAFETY: the call has no places.
    let none = said(|| unsafe { DeleteTimerQueueEx(ptr::null_mut(), ptr::null_mut()) });
    assert_eq!(none, (false, ERROR_INVALID_HANDLE));
    let queue = queue();
    assert_eq!(delete(queue, Handle::NULL), (false, ERROR_INVALID_PARAMETER));
    assert!(delete_queue_and_wait(queue));
}
