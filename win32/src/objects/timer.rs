//! A waitable timer. What it is to those who wait is in the dispatcher; here is when it fires, and
//! what it does then.
//!
//! A timer that nobody can reach any more fires no more.

use std::fmt;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;

use super::{Apc, HandleCount, Thread};
use crate::clockwork::{self, Alarm, Due, Moment};
use crate::codes::Refused;
use crate::dispatcher::{self, Dispatcher, ObjectId, Reset, Signal};
use crate::names::Name;
use crate::waits::{self, Ends, Outside};

/// A timer that can be waited for.
pub(crate) struct Timer {
    pub(crate) handles: HandleCount,
    pub(crate) name: Option<Name>,
    id: ObjectId,
    me: Weak<Self>,
    /// Guarded by the lock of all waits as well, under which alone it changes.
    setting: Mutex<Setting>,
}

/// For when a timer is set, and what it does then.
#[derive(Default)]
struct Setting {
    alarm: Option<Alarm>,
    due: Option<Moment>,
    period: Period,
    routine: Option<Routine>,
}

/// How much later a timer fires again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Period {
    #[default]
    Never,
    Every(Duration),
}

/// What is called in the thread that set a timer, each time when it has fired.
pub(crate) struct Routine {
    pub(crate) thread: Arc<Thread>,
    pub(crate) apc: Box<dyn Fn() -> Apc + Send>,
}

/// What can be asked of a timer.
pub(crate) struct Status {
    pub(crate) signal: Signal,
    /// How long it is until it fires, or how long ago it did; none if it was not set, or cancelled.
    pub(crate) distance: Option<Result<Duration, Duration>>,
}

/// What a step leaves over that must not be dropped in it.
type Left = (Setting, Option<Apc>);

impl Timer {
    /// A timer that is not set, with the count of its first handle.
    pub(crate) fn new(reset: Reset, name: Option<Name>) -> Arc<Self> {
        let id = waits::add(dispatcher::Object::Timer { reset, signal: Signal::Unset });
        Arc::new_cyclic(|me| Self {
            handles: HandleCount::one(),
            name,
            id,
            me: Weak::clone(me),
            setting: Mutex::default(),
        })
    }

    /// Its number among those that are waited for.
    pub(crate) fn id(&self) -> ObjectId {
        self.id
    }

    /// Sets the timer, in the place of what it was set for before, and says whether it was
    /// signalled. It is not signalled until its moment comes, which may be at once.
    pub(crate) fn set(
        &self,
        due: Moment,
        period: Period,
        routine: Option<Routine>,
    ) -> Result<Signal, Refused> {
        clockwork::begin()?;
        let (before, left) = waits::step(|dispatcher, ends| {
            let left = self.unset(dispatcher);
            let before = dispatcher.arm_timer(self.id).expect("it is a timer");
            let mut setting = self.setting.lock();
            *setting = Setting { alarm: None, due: Some(due), period, routine };
            match due.has_come() {
                true => self.fire(&mut setting, dispatcher, ends),
                false => setting.alarm = Some(self.alarm(due)),
            }
            (before, left)
        });
        drop(left);
        Ok(before)
    }

    /// Cancels what the timer was set for. Says whether it is signalled, and stays so.
    pub(crate) fn cancel(&self) -> Signal {
        let (signal, left) =
            waits::step(|dispatcher, _| (self.signal(dispatcher), self.unset(dispatcher)));
        drop(left);
        signal
    }

    pub(crate) fn status(&self) -> Status {
        waits::step(|dispatcher, _| Status {
            signal: self.signal(dispatcher),
            distance: self.setting.lock().due.map(Moment::distance),
        })
    }

    fn signal(&self, dispatcher: &Dispatcher<Outside>) -> Signal {
        match dispatcher.object(self.id) {
            dispatcher::Object::Timer { signal, .. } => *signal,
            _ => unreachable!("it is a timer"),
        }
    }

    /// Forgets what it was set for, and withdraws the APC that has not run.
    fn unset(&self, dispatcher: &mut Dispatcher<Outside>) -> Left {
        let setting = std::mem::take(&mut *self.setting.lock());
        if let Some(alarm) = setting.alarm {
            clockwork::cancel(alarm);
        }
        let apc = setting
            .routine
            .as_ref()
            .and_then(|routine| routine.thread.withdraw_apc_of(self.id, dispatcher));
        (setting, apc)
    }

    /// Its moment has come. A timer whose thread is to run a routine, and has ended, was cancelled
    /// by that.
    fn fire(
        &self,
        setting: &mut Setting,
        dispatcher: &mut Dispatcher<Outside>,
        ends: &mut Ends<'_>,
    ) {
        let Setting { alarm, due, period, routine } = setting;
        if routine.as_ref().is_some_and(|routine| routine.thread.is_over()) {
            *due = None;
            return;
        }
        dispatcher.fire_timer(self.id, ends).expect("it is a timer");
        if let Some(Routine { thread, apc }) = routine {
            thread.queue_apc_of(self.id, apc, dispatcher, ends);
        }
        if let (Period::Every(period), Some(due)) = (*period, due) {
            *due = due.next(period);
            *alarm = Some(self.alarm(*due));
        }
    }

    fn alarm(&self, due: Moment) -> Alarm {
        let me: Weak<dyn Due> = self.me.clone();
        clockwork::set(due, me)
    }
}

impl Period {
    /// A period of no time is none.
    pub(crate) fn milliseconds(milliseconds: u32) -> Self {
        match milliseconds {
            0 => Self::Never,
            _ => Self::Every(Duration::from_millis(milliseconds.into())),
        }
    }
}

impl Due for Timer {
    fn is_due(&self, alarm: Alarm) {
        waits::step(|dispatcher, ends| {
            let mut setting = self.setting.lock();
            if setting.alarm == Some(alarm) {
                setting.alarm = None;
                self.fire(&mut setting, dispatcher, ends);
            }
        });
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        let left = waits::step(|dispatcher, _| self.unset(dispatcher));
        drop(left);
        waits::remove(self.id);
    }
}

impl fmt::Debug for Timer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timer").field("id", &self.id).field("name", &self.name).finish()
    }
}
