//! What a thread does to another one, or has done to it.

use std::marker::PhantomData;
use std::sync::Arc;

use super::member::{Home, Member, with_member};
use super::waiter::Waiter;
use crate::machine::Event;

/// A thread as ports know it, for others to act on.
///
/// This is what a library needs that offers suspension, APCs, and waits which another thread ends,
/// such as the one that has the names of Windows. It tells the ports. What becomes of the thread
/// outside of them is left to that library: nothing here stops a thread that runs its own code.
///
/// # Examples
///
/// ```
/// use iocp_sim::threads::{CompletionPort, Thread};
///
/// let port = CompletionPort::new(1);
/// assert!(port.poll().is_err());
/// let me = Thread::current();
/// me.suspend();
/// assert_eq!(port.snapshot().paused.len(), 1);
/// me.resume();
/// assert_eq!(port.snapshot().released.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Thread {
    waiter: Arc<Waiter>,
}

/// The calling thread waits outside its port, as in [`blocking`](super::blocking), until this is
/// dropped; but another thread can end the pause before, by [`Thread::end_pause`].
///
/// # Examples
///
/// ```
/// use iocp_sim::threads::{CompletionPort, Pause, Thread};
///
/// let port = CompletionPort::new(1);
/// assert!(port.poll().is_err());
/// let pause = Pause::begin();
/// assert_eq!(port.snapshot().paused.len(), 1);
/// let me = Thread::current();
/// std::thread::spawn(move || me.end_pause()).join().expect("it does not panic");
/// assert_eq!(port.snapshot().released.len(), 1);
/// drop(pause);
/// ```
#[derive(Debug)]
pub struct Pause {
    /// It belongs to the thread that began it.
    here: PhantomData<*const ()>,
}

impl Thread {
    /// The calling thread.
    #[must_use]
    pub fn current() -> Self {
        Self { waiter: with_member(|member| Arc::clone(&member.waiter)) }
    }

    /// Suspends the thread: it does not count ([`Rule::C30`](crate::Rule::C30)). One that waits in
    /// a get is passed over meanwhile ([`Rule::W07`](crate::Rule::W07)); any other waits when it
    /// next comes to a port, or to leave one. Suspensions are counted.
    pub fn suspend(&self) {
        let mut seat = self.waiter.seat.lock();
        seat.suspended += 1;
        self.waiter.hold(true);
        seat.step(|thread| Event::Suspend { thread });
    }

    /// Takes one suspension back. Without any it does nothing.
    pub fn resume(&self) {
        let mut seat = self.waiter.seat.lock();
        let Some(left) = seat.suspended.checked_sub(1) else { return };
        seat.suspended = left;
        seat.step(|thread| Event::Resume { thread });
        self.waiter.hold(left > 0);
        drop(seat);
        self.waiter.wake();
    }

    /// Counts a user APC for the thread. It ends an alertable get
    /// ([`Rule::E07`](crate::Rule::E07)), or stays pending.
    ///
    /// What there is to run is kept by the caller.
    pub fn queue_apc(&self) {
        let mut seat = self.waiter.seat.lock();
        seat.apcs += 1;
        seat.step(|thread| Event::QueueApc { thread });
    }

    /// Counts no APC any more: the thread is about to run them, and must be the calling one. A
    /// suspended thread waits until it is resumed.
    ///
    /// A get that ended with [`GetError::Apc`](super::GetError::Apc) is to be followed by this.
    pub fn run_apcs(&self) {
        while !self.runs_apcs() {
            self.waiter.sleep_while_held();
        }
    }

    /// Counts no APC any more unless the thread is suspended, and says whether it did.
    fn runs_apcs(&self) -> bool {
        let mut seat = self.waiter.seat.lock();
        let runs = !seat.is_suspended();
        if runs && seat.apcs > 0 {
            seat.apcs = 0;
            seat.step(|thread| Event::RunApcs { thread });
        }
        runs
    }

    /// Ends the thread as far as ports are concerned. If it is in a get that has not returned it
    /// leaves its port at once ([`Rule::H08`](crate::Rule::H08)), and the get returns
    /// [`GetError::Ended`](super::GetError::Ended); says whether that was so. Otherwise its next
    /// get does, unless there is a packet for it at once. If it is suspended it is resumed, so that
    /// it can end.
    pub fn end(&self) -> bool {
        let mut seat = self.waiter.seat.lock();
        self.waiter.end();
        let in_get = seat.end_in_get(&self.waiter);
        while let Some(left) = seat.suspended.checked_sub(1) {
            seat.suspended = left;
            seat.step(|thread| Event::Resume { thread });
        }
        self.waiter.hold(false);
        drop(seat);
        self.waiter.wake();
        in_get
    }

    /// The calling thread ends, as far as ports are concerned, which must be this one: it leaves
    /// its port ([`Rule::C18`](crate::Rule::C18)). That happens by itself at the end of a thread,
    /// when its thread-local values are dropped.
    pub fn exit(&self) {
        with_member(Member::exit);
    }

    /// Ends the [`Pause`] that the thread is in, if it is in one that has not been ended: it counts
    /// from here on ([`Rule::C11`](crate::Rule::C11)).
    pub fn end_pause(&self) {
        let mut seat = self.waiter.seat.lock();
        if std::mem::take(&mut seat.paused) {
            seat.step(|thread| Event::Unblock { thread });
        }
    }
}

impl Pause {
    /// Begins a pause. A suspended thread waits until it is resumed.
    #[must_use]
    pub fn begin() -> Self {
        with_member(|member| {
            while !Self::begins(member) {
                member.waiter.sleep_while_held();
            }
            member.block();
        });
        Self { here: PhantomData }
    }

    /// Begins a pause unless the thread is suspended, and says whether it did.
    fn begins(member: &Member) -> bool {
        let mut seat = member.waiter.seat.lock();
        if seat.is_suspended() {
            return false;
        }
        seat.paused = true;
        if let Some(Home { port, thread }) = seat.home() {
            let paused = port.pause(*thread);
            assert!(paused, "a thread that is not suspended can wait");
        }
        true
    }
}

impl Drop for Pause {
    fn drop(&mut self) {
        Thread::current().end_pause();
        with_member(Member::unblock);
    }
}
