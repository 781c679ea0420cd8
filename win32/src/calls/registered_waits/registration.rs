//! A wait that is registered: a waiter like a thread, whose wait begins again when it has ended.

use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;

use crate::callbacks::{Callback, Callbacks, Caller, MOST_UNDER_WAY, Reason};
use crate::clockwork::{self, Alarm, Due, Moment};
use crate::codes::Refused;
use crate::dispatcher::{
    self, Alert, Dispatcher, Mode, ObjectId, Outcome, Patience, Reset, WaiterId,
};
use crate::objects::Object;
use crate::pool::Pool;
use crate::waits::{self, Agent, Outside};

pub(super) struct Registration {
    me: Weak<Self>,
    object: Object,
    lasts: Lasts,
    /// Its number among those who wait, until it is ended.
    who: WaiterId,
    terms: Terms,
    pub(super) callbacks: Callbacks,
    /// Guarded by the lock of all waits as well, under which alone it changes.
    state: Mutex<State>,
}

/// What is registered.
pub(super) struct Terms {
    pub(super) callback: Callback,
    pub(super) place: &'static Pool,
    /// After how long the time runs out, if it does.
    pub(super) span: Option<Duration>,
    pub(super) repeats: Repeats,
}

/// Whether the wait begins again when it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeats {
    Always,
    Never,
}

/// Whether an object is still signalled for the registration once that has waited for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lasts {
    Yes,
    No,
}

struct State {
    stage: Stage,
    /// When the time runs out.
    alarm: Option<Alarm>,
    /// Callbacks that are under way, and that the pool does not know yet.
    to_submit: Vec<Reason>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It is to wait, as soon as that can be.
    Begins,
    Waits,
    /// It waits again when a callback has returned.
    Rests,
    /// It waits no more.
    Ended,
}

impl Registration {
    /// A registration that does not wait yet.
    pub(super) fn new(object: Object, terms: Terms) -> Result<Arc<Self>, Refused> {
        let id = object.waitable()?;
        let (who, lasts) =
            waits::step(|dispatcher, _| (dispatcher.come(), Lasts::of(dispatcher.object(id))));
        let state = State { stage: Stage::Begins, alarm: None, to_submit: Vec::new() };
        let registration = Arc::new_cyclic(|me| Self {
            me: Weak::clone(me),
            object,
            lasts,
            who,
            terms,
            callbacks: Callbacks::new(),
            state: Mutex::new(state),
        });
        let agent = Arc::clone(&registration);
        waits::step(|_, ends| ends.tell(who, agent));
        Ok(registration)
    }

    /// Waits, if it is to.
    pub(super) fn begin(&self) {
        waits::step(|dispatcher, _| self.wait_if_it_begins(dispatcher));
        self.submit();
    }

    /// Waits no more, and gives back what it has taken. It is ended once.
    pub(super) fn end(&self) {
        let agent = waits::step(|dispatcher, ends| {
            let agent = ends.forget(self.who);
            dispatcher.leave(self.who, ends);
            let mut state = self.state.lock();
            state.stage = Stage::Ended;
            state.forget_alarm();
            agent
        });
        drop(agent);
    }

    /// Waits, if it is to, again and again as long as the waits end at once.
    fn wait_if_it_begins(&self, dispatcher: &mut Dispatcher<Outside>) {
        let mut state = self.state.lock();
        while state.stage == Stage::Begins {
            let patience = match self.terms.span {
                Some(Duration::ZERO) => Patience::Poll,
                Some(_) | None => Patience::Waits,
            };
            let objects = [self.id()];
            match dispatcher.wait(self.who, &objects, Mode::Any, Alert::Deaf, patience) {
                Ok(None) => {
                    state.stage = Stage::Waits;
                    state.alarm = self.terms.span.map(|span| self.alarm(span));
                }
                Ok(Some(outcome)) => self.note_end(&mut state, outcome),
                // It owns a mutex as often as can be.
                Err(_) => state.stage = Stage::Ended,
            }
        }
    }

    /// The wait has ended, so that there is a callback.
    fn note_end(&self, state: &mut State, outcome: Outcome) {
        state.forget_alarm();
        let reason = match outcome {
            Outcome::Object(_) | Outcome::Abandoned(_) => Reason::Signalled,
            Outcome::Timeout => Reason::Time,
            Outcome::Apc | Outcome::Ended => unreachable!("it is no thread"),
        };
        self.callbacks.add();
        state.to_submit.push(reason);
        let ends_at_once = match reason {
            Reason::Signalled => self.lasts == Lasts::Yes,
            Reason::Time => self.terms.span == Some(Duration::ZERO),
        };
        state.stage = match self.terms.repeats {
            Repeats::Never => Stage::Ended,
            Repeats::Always if ends_at_once => Stage::Rests,
            Repeats::Always if self.callbacks.under_way() >= MOST_UNDER_WAY => Stage::Rests,
            Repeats::Always => Stage::Begins,
        };
    }

    /// Has the callbacks run that nobody was told of. No lock is held.
    fn submit(&self) {
        let reasons = std::mem::take(&mut self.state.lock().to_submit);
        for reason in reasons {
            let caller = self.me.upgrade().expect("whoever submits holds it");
            let callback = self.terms.callback;
            self.terms.place.submit(Box::new(move || callback.call(reason, caller)));
        }
    }

    fn id(&self) -> ObjectId {
        self.object.waitable().expect("it could be waited for")
    }

    fn alarm(&self, span: Duration) -> Alarm {
        let me: Weak<dyn Due> = self.me.clone();
        clockwork::set(Moment::after(span), me)
    }
}

impl Agent for Registration {
    fn wait_ended(&self, outcome: Outcome) {
        self.note_end(&mut self.state.lock(), outcome);
    }

    fn wake(&self) {
        self.begin();
    }
}

impl Due for Registration {
    fn is_due(&self, alarm: Alarm) {
        waits::step(|dispatcher, _| {
            let mut state = self.state.lock();
            if state.alarm == Some(alarm)
                && let Some(outcome) = dispatcher.timed_out(self.who)
            {
                self.note_end(&mut state, outcome);
            }
            drop(state);
            self.wait_if_it_begins(dispatcher);
        });
        self.submit();
    }
}

impl Caller for Registration {
    fn has_returned(&self) {
        let event = waits::step(|dispatcher, ends| {
            let event = self.callbacks.remove(dispatcher, ends);
            let stage = &mut self.state.lock().stage;
            if *stage == Stage::Rests {
                *stage = Stage::Begins;
            }
            event
        });
        drop(event);
        self.begin();
    }

    fn is_counted_in(&self, callbacks: &Callbacks) -> bool {
        self.callbacks.is(callbacks)
    }
}

impl State {
    fn forget_alarm(&mut self) {
        self.alarm.take().into_iter().for_each(clockwork::cancel);
    }
}

impl Lasts {
    fn of(object: &dispatcher::Object<Outside>) -> Self {
        use dispatcher::Object;
        match object {
            Object::Event { reset: Reset::Auto, .. }
            | Object::Timer { reset: Reset::Auto, .. }
            | Object::Semaphore { .. } => Self::No,
            Object::Event { reset: Reset::Manual, .. }
            | Object::Timer { reset: Reset::Manual, .. }
            | Object::Thread(_)
            | Object::Never
            | Object::Outside(_)
            // The registration owns it then.
            | Object::Mutex(_) => Self::Yes,
        }
    }
}
