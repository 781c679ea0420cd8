//! Callbacks under way: counted, so that whoever ends what calls back can wait for them.
//!
//! A callback is under way from when it is decided on, so one that waits for a thread is too. It
//! has returned when its function has, or when the thread has ended in it.

use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::Arc;

use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{
    HANDLE, INVALID_HANDLE_VALUE, STATUS_INVALID_PARAMETER, STATUS_OBJECT_TYPE_MISMATCH,
    STATUS_PENDING, STATUS_POSSIBLE_DEADLOCK,
};
use windows_sys::Win32::System::Threading::{
    WAITORTIMERCALLBACK, WORKER_THREAD_FLAGS, WT_EXECUTEINIOTHREAD, WT_EXECUTEINPERSISTENTTHREAD,
    WT_EXECUTEINTIMERTHREAD, WT_EXECUTEINWAITTHREAD, WT_EXECUTELONGFUNCTION, WT_EXECUTEONLYONCE,
    WT_TRANSFER_IMPERSONATION,
};

use crate::codes::Refused;
use crate::dispatcher::Dispatcher;
use crate::objects::{Access, Kind, Object, Waitable};
use crate::pool::{self, Pool};
use crate::waits::{self, Ends, Outside};
use crate::{handles, inside};

/// A function of the user's, and what it is called with.
#[derive(Clone, Copy)]
pub(crate) struct Callback {
    function: unsafe extern "system" fn(*mut c_void, bool),
    context: usize,
}

/// Why a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Signalled,
    /// A time ran out, or a timer was due.
    Time,
}

/// How many callbacks of something are under way.
pub(crate) struct Callbacks {
    /// Guarded by the lock of all waits as well, under which alone it changes.
    state: Mutex<State>,
}

struct State {
    under_way: u32,
    /// What is set when none is left.
    event: Option<Arc<Waitable>>,
}

/// Who is told that no callback is under way any more.
pub(crate) enum Told {
    Nobody,
    Event(Arc<Waitable>),
    /// The caller, who waits for it.
    Caller,
}

/// What has callbacks.
pub(crate) trait Caller: Send + Sync {
    /// One of its callbacks has returned. No lock is held.
    fn has_returned(&self);

    /// Whether its callbacks are among these.
    fn is_counted_in(&self, callbacks: &Callbacks) -> bool;
}

/// How many callbacks of one thing are under way at most: what would add another one waits until
/// one has returned, or is left out.
pub(crate) const MOST_UNDER_WAY: u32 = 64;

/// What the lower half of the flags can say. The upper one has a limit for the pool of Windows.
const FLAGS: WORKER_THREAD_FLAGS = WT_EXECUTEINIOTHREAD
    | WT_EXECUTEINWAITTHREAD
    | WT_EXECUTEONLYONCE
    | WT_EXECUTELONGFUNCTION
    | WT_EXECUTEINTIMERTHREAD
    | WT_EXECUTEINPERSISTENTTHREAD
    | WT_TRANSFER_IMPERSONATION;

thread_local! {
    static RUNNING: Running = const { Running(RefCell::new(Vec::new())) };
}

/// What the calling thread is in callbacks of, one within the other.
struct Running(RefCell<Vec<Arc<dyn Caller>>>);

/// Where callbacks run that are wanted with these flags, as RegisterWaitForSingleObject says.
pub(crate) fn place(flags: WORKER_THREAD_FLAGS) -> Result<&'static Pool, Refused> {
    if flags & 0xFFFF & !FLAGS != 0 {
        return Err(Refused(STATUS_INVALID_PARAMETER));
    }
    let places = [
        (WT_EXECUTEINWAITTHREAD, &pool::WAITING),
        (WT_EXECUTEINTIMERTHREAD, &pool::TIMING),
        (WT_EXECUTEINPERSISTENTTHREAD, &pool::LASTING),
    ];
    let wanted = places.into_iter().find(|(flag, _)| flags & flag != 0);
    let pool = wanted.map_or(&pool::ANYWHERE, |(_, pool)| pool);
    pool.begin()?;
    Ok(pool)
}

impl Told {
    /// Who is told if the caller gives this for a completion event.
    pub(crate) fn by(event: HANDLE) -> Result<Self, Refused> {
        match event {
            INVALID_HANDLE_VALUE => return Ok(Self::Caller),
            _ if event.is_null() => return Ok(Self::Nobody),
            _ => {}
        }
        let entry = handles::look_up(event)?;
        match &entry.object {
            Object::Waitable(waitable) if waitable.kind == Kind::Event => {
                entry.must_allow(Access::MODIFY_STATE)?;
                Ok(Self::Event(Arc::clone(waitable)))
            }
            _ => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
        }
    }
}

impl Callback {
    pub(crate) fn new(
        function: WAITORTIMERCALLBACK,
        context: *const c_void,
    ) -> Result<Self, Refused> {
        let function = function.ok_or(Refused(STATUS_INVALID_PARAMETER))?;
        Ok(Self { function, context: context.expose_provenance() })
    }

    /// Calls the function, on behalf of somebody who counts it.
    pub(crate) fn call(self, reason: Reason, caller: Arc<dyn Caller>) {
        RUNNING.with(|Running(callers)| callers.borrow_mut().push(Arc::clone(&caller)));
        inside::outside(|| {
            let context = std::ptr::with_exposed_provenance_mut(self.context);
            // SAFETY: whoever gave the function promised that it can be called with the context,
            // from any thread, until it is said that no callback is under way.
            unsafe { (self.function)(context, reason == Reason::Time) }
        });
        let running = RUNNING.with(|Running(callers)| callers.borrow_mut().pop());
        drop(running);
        caller.has_returned();
    }
}

impl Callbacks {
    pub(crate) const fn new() -> Self {
        Self { state: Mutex::new(State { under_way: 0, event: None }) }
    }

    pub(crate) fn under_way(&self) -> u32 {
        self.state.lock().under_way
    }

    /// One more is under way. The lock of all waits is held.
    pub(crate) fn add(&self) {
        self.state.lock().under_way += 1;
    }

    /// One has returned, in this step. What this gives back must not be dropped in it.
    pub(crate) fn remove(
        &self,
        dispatcher: &mut Dispatcher<Outside>,
        ends: &mut Ends<'_>,
    ) -> Option<Arc<Waitable>> {
        let mut state = self.state.lock();
        state.under_way -= 1;
        if state.under_way > 0 {
            return None;
        }
        dispatcher.wake_at(self.address(), u32::MAX, ends);
        let event = state.event.take();
        if let Some(event) = &event {
            dispatcher.set_event(event.id(), ends).expect("it is an event");
        }
        event
    }

    /// No more are to come, and somebody is told when none is under way.
    ///
    /// # Errors
    ///
    /// STATUS_PENDING if some are under way, and the caller has not waited for them.
    pub(crate) fn end(&self, told: Told) -> Result<(), Refused> {
        match told {
            Told::Caller => {
                // Once none is left none comes, so one wait is enough, whatever ends it.
                waits::wait_at(self.address(), || self.under_way() > 0, None);
                return Ok(());
            }
            Told::Nobody => {}
            Told::Event(event) => self.tell(event),
        }
        match self.under_way() {
            0 => Ok(()),
            _ => Err(Refused(STATUS_PENDING)),
        }
    }

    /// Fails if the calling thread is in one of them and wants to wait for all of them.
    pub(crate) fn can_be_awaited(&self, told: &Told) -> Result<(), Refused> {
        let is_within = RUNNING.with(|Running(callers)| {
            callers.borrow().iter().any(|caller| caller.is_counted_in(self))
        });
        match told {
            Told::Caller if is_within => Err(Refused(STATUS_POSSIBLE_DEADLOCK)),
            Told::Caller | Told::Nobody | Told::Event(_) => Ok(()),
        }
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }

    /// Sets an event when none is left, which may be at once.
    fn tell(&self, event: Arc<Waitable>) {
        let set = waits::step(|dispatcher, ends| {
            let mut state = self.state.lock();
            if state.under_way > 0 {
                state.event = Some(event);
                return None;
            }
            dispatcher.set_event(event.id(), ends).expect("it is an event");
            Some(event)
        });
        drop(set);
    }

    /// Where those wait who wait for all of them.
    fn address(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

impl Drop for Running {
    /// The thread ends: whatever it was in has returned.
    fn drop(&mut self) {
        for caller in self.0.get_mut().drain(..) {
            caller.has_returned();
        }
    }
}
