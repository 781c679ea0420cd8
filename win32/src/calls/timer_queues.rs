//! The calls of timer queues, whose timers call back.

mod queue;
mod timer;

use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, OnceLock};

use windows_sys::Win32::Foundation::{
    HANDLE, STATUS_INVALID_HANDLE, STATUS_INVALID_PARAMETER, TRUE,
};
use windows_sys::Win32::System::Threading::{
    WAITORTIMERCALLBACK, WORKER_THREAD_FLAGS, WT_EXECUTEONLYONCE,
};
use windows_sys::core::BOOL;

use self::queue::TimerQueue;
use self::timer::{QueueTimer, Span};
use crate::callbacks::{self, Callback, Told};
use crate::clockwork;
use crate::codes::Refused;
use crate::objects::Period;
use crate::places::Place;
use crate::tickets::Tickets;

static QUEUES: Tickets<TimerQueue> = Tickets::of(1);
static TIMERS: Tickets<QueueTimer> = Tickets::of(2);

export! {
    /// Makes a timer queue.
    win32 fn CreateTimerQueue() -> HANDLE { Ok(QUEUES.give(Arc::new(TimerQueue::new()))?) }

    /// Deletes a queue with its timers. If callbacks are under way the call fails with
    /// ERROR_IO_PENDING, and the queue is deleted.
    win32 fn DeleteTimerQueue(queue: HANDLE) -> BOOL {
        delete_queue(queue, Told::Nobody)?;
        Ok(TRUE)
    }

    /// Deletes a queue with its timers, and sets an event when no callback of them is under way any
    /// more; with INVALID_HANDLE_VALUE in its place the call returns then. In a callback of such a
    /// timer that can never be, and is refused with ERROR_POSSIBLE_DEADLOCK where Windows hangs.
    win32 fn DeleteTimerQueueEx(queue: HANDLE, event: HANDLE) -> BOOL {
        delete_queue(queue, Told::by(event)?)?;
        Ok(TRUE)
    }

    /// Makes a timer that calls back after a time, and after each period if there is one. Without a
    /// queue it is in one that is always there. A time of INFINITE does not go by.
    ///
    /// The flags do what they do for RegisterWaitForSingleObject; with WT_EXECUTEONLYONCE there is
    /// no period. Periods are counted from when the timer was due, and one is left out while 64
    /// callbacks of the timer are under way.
    win32 fn CreateTimerQueueTimer(
        timer: *mut HANDLE,
        queue: HANDLE,
        function: WAITORTIMERCALLBACK,
        context: *const c_void,
        due_ms: u32,
        period_ms: u32,
        flags: WORKER_THREAD_FLAGS,
    ) -> BOOL {
        // SAFETY: the caller promised that the place is null or can be written to.
        let place = unsafe { Place::required(timer)? };
        let callback = Callback::new(function, context)?;
        let queue = queue_of(queue)?;
        let pool = callbacks::place(flags)?;
        clockwork::begin()?;
        let timer = QueueTimer::new(&queue, callback, pool);
        let ticket = TIMERS.give(Arc::clone(&timer))?;
        if let Err(refused) = queue.add(ticket, &timer) {
            drop(TIMERS.take(ticket));
            return Err(refused.into());
        }
        // A callback may use the number.
        place.write(ticket);
        let period = match flags & WT_EXECUTEONLYONCE {
            0 => Period::milliseconds(period_ms),
            _ => Period::Never,
        };
        timer.set(Span::milliseconds(due_ms), period);
        Ok(TRUE)
    }

    /// Changes after which time a timer calls back, and after which period again. One that has
    /// called back once for all stays as it is.
    win32 fn ChangeTimerQueueTimer(
        queue: HANDLE,
        timer: HANDLE,
        due_ms: u32,
        period_ms: u32,
    ) -> BOOL {
        let timer = timer_of(queue, timer)?;
        timer.set(Span::milliseconds(due_ms), Period::milliseconds(period_ms));
        Ok(TRUE)
    }

    /// Deletes a timer, and sets an event when no callback of it is under way any more; with
    /// INVALID_HANDLE_VALUE in its place the call returns then. In a callback of the timer itself
    /// that can never be, and is refused with ERROR_POSSIBLE_DEADLOCK where Windows hangs. Without
    /// an event the call fails with ERROR_IO_PENDING if callbacks are under way, and the timer is
    /// deleted.
    win32 fn DeleteTimerQueueTimer(queue: HANDLE, timer: HANDLE, event: HANDLE) -> BOOL {
        let told = Told::by(event)?;
        timer_of(queue, timer)?.callbacks.can_be_awaited(&told)?;
        let deleted = TIMERS.take(timer)?;
        deleted.delete();
        deleted.queue.remove(timer);
        deleted.callbacks.end(told)?;
        Ok(TRUE)
    }
}

/// The queue that is named, or the one that is always there.
fn queue_of(queue: HANDLE) -> Result<Arc<TimerQueue>, Refused> {
    static DEFAULT: OnceLock<Arc<TimerQueue>> = OnceLock::new();
    if queue.is_null() {
        return Ok(Arc::clone(DEFAULT.get_or_init(|| Arc::new(TimerQueue::new()))));
    }
    QUEUES.find(queue)
}

/// A timer of a queue.
fn timer_of(queue: HANDLE, timer: HANDLE) -> Result<Arc<QueueTimer>, Refused> {
    if timer.is_null() {
        return Err(Refused(STATUS_INVALID_PARAMETER));
    }
    let (queue, timer) = (queue_of(queue)?, TIMERS.find(timer)?);
    match Arc::ptr_eq(&timer.queue, &queue) {
        true => Ok(timer),
        false => Err(Refused(STATUS_INVALID_HANDLE)),
    }
}

fn delete_queue(queue: HANDLE, told: Told) -> Result<(), Refused> {
    QUEUES.find(queue)?.callbacks.can_be_awaited(&told)?;
    let queue = QUEUES.take(queue)?;
    for (ticket, timer) in queue.close() {
        timer.delete();
        drop(TIMERS.take(ptr::without_provenance_mut(ticket)));
    }
    queue.callbacks.end(told)
}
