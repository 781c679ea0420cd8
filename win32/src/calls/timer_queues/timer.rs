//! A timer of a queue: it calls back when it is due, and knows nobody who waits for it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use windows_sys::Win32::System::Threading::INFINITE;

use super::queue::TimerQueue;
use crate::callbacks::{Callback, Callbacks, Caller, MOST_UNDER_WAY, Reason};
use crate::clockwork::{self, Alarm, Due, Moment};
use crate::objects::Period;
use crate::pool::Pool;
use crate::waits;

pub(super) struct QueueTimer {
    me: Weak<Self>,
    pub(super) queue: Arc<TimerQueue>,
    callback: Callback,
    place: &'static Pool,
    pub(super) callbacks: Callbacks,
    /// Guarded by the lock of all waits as well, under which alone it changes.
    state: Mutex<State>,
}

/// A time after which a timer calls back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    Finite(Duration),
    /// It does not go by.
    Infinite,
}

enum State {
    /// It has not been set.
    Made,
    Set {
        alarm: Option<(Alarm, Moment)>,
        period: Period,
    },
    /// It has called back once for all.
    Over,
    Deleted,
}

impl QueueTimer {
    /// A timer that is not set.
    pub(super) fn new(
        queue: &Arc<TimerQueue>,
        callback: Callback,
        place: &'static Pool,
    ) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            me: Weak::clone(me),
            queue: Arc::clone(queue),
            callback,
            place,
            callbacks: Callbacks::new(),
            state: Mutex::new(State::Made),
        })
    }

    /// Sets it, in the place of what it was set for, unless it has called back once for all.
    pub(super) fn set(&self, due: Span, period: Period) {
        waits::step(|_, _| {
            let mut state = self.state.lock();
            match &*state {
                State::Made | State::Set { .. } => {}
                State::Over | State::Deleted => return,
            }
            state.cancel();
            let alarm = match due {
                Span::Finite(span) => Some(self.alarm(Moment::after(span))),
                Span::Infinite => None,
            };
            *state = State::Set { alarm, period };
        });
    }

    /// Lets it call back no more.
    pub(super) fn delete(&self) {
        waits::step(|_, _| {
            let mut state = self.state.lock();
            state.cancel();
            *state = State::Deleted;
        });
    }

    fn alarm(&self, due: Moment) -> (Alarm, Moment) {
        let me: Weak<dyn Due> = self.me.clone();
        (clockwork::set(due, me), due)
    }

    /// Sets the next alarm, and says whether there is a callback, which is under way from here on.
    /// The lock of all waits is held.
    fn fires(&self, alarm: Alarm) -> bool {
        let mut state = self.state.lock();
        let State::Set { alarm: Some((current, due)), period } = *state else { return false };
        if current != alarm {
            return false;
        }
        match period {
            Period::Every(time) => {
                let alarm = Some(self.alarm(due.next(time)));
                *state = State::Set { alarm, period };
                if self.callbacks.under_way() >= MOST_UNDER_WAY {
                    return false;
                }
            }
            Period::Never => *state = State::Over,
        }
        self.callbacks.add();
        self.queue.callbacks.add();
        true
    }
}

impl Due for QueueTimer {
    fn is_due(&self, alarm: Alarm) {
        if waits::step(|_, _| self.fires(alarm)) {
            let caller = self.me.upgrade().expect("whoever tells of an alarm holds it");
            let callback = self.callback;
            self.place.submit(Box::new(move || callback.call(Reason::Time, caller)));
        }
    }
}

impl Caller for QueueTimer {
    fn has_returned(&self) {
        let events = waits::step(|dispatcher, ends| {
            let own = self.callbacks.remove(dispatcher, ends);
            (own, self.queue.callbacks.remove(dispatcher, ends))
        });
        drop(events);
    }

    fn is_counted_in(&self, callbacks: &Callbacks) -> bool {
        self.callbacks.is(callbacks) || self.queue.callbacks.is(callbacks)
    }
}

impl Span {
    pub(super) fn milliseconds(milliseconds: u32) -> Self {
        match milliseconds {
            INFINITE => Self::Infinite,
            _ => Self::Finite(Duration::from_millis(milliseconds.into())),
        }
    }
}

impl State {
    fn cancel(&self) {
        if let Self::Set { alarm: Some((alarm, _)), .. } = self {
            clockwork::cancel(*alarm);
        }
    }
}
