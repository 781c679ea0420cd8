//! How a lock whose state is one word, in the memory of its user, is taken and given back.
//!
//! A [`Protocol`] says what becomes of the word, and is pure, so that a search can go through all
//! that threads may do with it. Here it is carried out: by one atomic operation where nobody waits,
//! and otherwise through the waits at addresses.
//!
//! The word is what owns the lock. Who is woken owns nothing yet, and has to take it as anybody
//! else; whoever comes in between may be first. A lock that somebody waits for is given back under
//! the lock of all waits: once another thread can have it, its memory is not touched any more.

#[cfg(test)]
pub(super) mod explored;

use std::ptr::NonNull;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{
    STATUS_ACCESS_VIOLATION, STATUS_DATATYPE_MISALIGNMENT, STATUS_RESOURCE_NOT_OWNED,
};
use windows_sys::Win32::System::Threading::INFINITE;

use crate::codes::Refused;
use crate::waits::{AtAddress, wait_at, wake_at};

/// What becomes of the word of a lock.
pub(super) trait Protocol {
    /// The ways in which the lock can be held. Each has a queue of those who wait to hold it so.
    type Hold: Copy + Eq;

    /// What a thread does that wants to hold the lock.
    fn take(word: u32, hold: Self::Hold, came: Came) -> Take;

    /// Whether a thread that is about to wait has to, and will be found by whoever gives the lock
    /// back.
    fn must_wait(word: u32, hold: Self::Hold) -> bool;

    /// What a thread does that holds the lock and gives it back.
    fn give(word: u32, hold: Self::Hold) -> Give<Self::Hold>;

    /// The same, once `woken` of those who waited to hold the lock as `next` are about to go on.
    fn woke(word: u32, hold: Self::Hold, next: Self::Hold, woken: Woken) -> Given;

    /// The queue of those who wait to hold the lock so.
    fn queue(hold: Self::Hold) -> Queue;
}

/// What a thread that wants a lock has been through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Came {
    /// Nothing: the word says nothing of it.
    First,
    /// It has left a mark in the word, and looks again.
    Again,
    /// It waited, and was woken.
    Woken,
}

/// What a thread does that wants a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Take {
    /// With this word it has the lock.
    Has(u32),
    /// With this word it has left a mark that it will wait, and looks again.
    Marks(u32),
    /// It waits.
    Waits,
}

/// What a thread does that gives a lock back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Give<H> {
    /// With this word it is given back.
    Gives(u32),
    /// It wakes those who wait to hold the lock so.
    Wakes(H),
    /// The lock is not held so.
    NotHeld,
}

/// What a thread has done that gave a lock back and woke others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// With this word the lock is given back.
    Gone(u32),
    /// With this word it is still held, and there are others to be woken.
    Held(u32),
}

/// Those who were woken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Woken {
    pub(super) count: u32,
    pub(super) left: Left,
}

/// Whether others wait still in the same queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    Nobody,
    Others,
}

/// A queue of those who wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Queue {
    /// How far behind the word its address is.
    pub(super) offset: usize,
    /// How many are woken at once.
    pub(super) at_once: u32,
}

/// Takes a lock if that needs no wait.
#[inline]
pub(super) fn try_take<P: Protocol>(word: &AtomicU32, hold: P::Hold) -> bool {
    loop {
        let seen = word.load(Relaxed);
        let Take::Has(next) = P::take(seen, hold, Came::First) else { return false };
        // What others did while they held the lock is seen from here on.
        if word.compare_exchange_weak(seen, next, Acquire, Relaxed).is_ok() {
            return true;
        }
    }
}

/// Takes a lock, however long it has to wait.
#[cold]
pub(super) fn take<P: Protocol>(word: &AtomicU32, hold: P::Hold) {
    let place = word.as_ptr().addr() + P::queue(hold).offset;
    let mut came = Came::First;
    loop {
        let seen = word.load(Relaxed);
        match P::take(seen, hold, came) {
            Take::Has(next) => {
                if word.compare_exchange_weak(seen, next, Acquire, Relaxed).is_ok() {
                    return;
                }
            }
            Take::Marks(next) => {
                if word.compare_exchange_weak(seen, next, Relaxed, Relaxed).is_ok() {
                    came = Came::Again;
                }
            }
            Take::Waits => {
                let still = || P::must_wait(word.load(Relaxed), hold);
                came = match wait_at(place, still, None) {
                    AtAddress::Woken => Came::Woken,
                    AtAddress::NotNeeded | AtAddress::Timeout => Came::Again,
                }
            }
        }
    }
}

/// Gives a lock back, if it is held so.
#[inline]
pub(super) fn give<P: Protocol>(word: &AtomicU32, hold: P::Hold) -> Result<(), Refused> {
    loop {
        let seen = word.load(Relaxed);
        match P::give(seen, hold) {
            // What was done while the lock was held is seen by whoever takes it next.
            Give::Gives(next) => {
                if word.compare_exchange_weak(seen, next, Release, Relaxed).is_ok() {
                    return Ok(());
                }
            }
            Give::Wakes(next) => {
                if wake::<P>(word, hold, next) {
                    return Ok(());
                }
            }
            Give::NotHeld => return Err(Refused(STATUS_RESOURCE_NOT_OWNED)),
        }
    }
}

/// Wakes those who wait to hold the lock so. Says whether it is given back.
#[cold]
fn wake<P: Protocol>(word: &AtomicU32, hold: P::Hold, next: P::Hold) -> bool {
    let queue = P::queue(next);
    let mut is_gone = false;
    let then = |count, others| {
        let left = if others { Left::Others } else { Left::Nobody };
        is_gone = give_under_lock::<P>(word, hold, next, Woken { count, left });
    };
    wake_at(word.as_ptr().addr() + queue.offset, queue.at_once, then);
    is_gone
}

fn give_under_lock<P: Protocol>(
    word: &AtomicU32,
    hold: P::Hold,
    next: P::Hold,
    woken: Woken,
) -> bool {
    loop {
        let seen = word.load(Relaxed);
        let (then, is_gone) = match P::woke(seen, hold, next, woken) {
            Given::Gone(then) => (then, true),
            Given::Held(then) => (then, false),
        };
        if word.compare_exchange_weak(seen, then, Release, Relaxed).is_ok() {
            return is_gone;
        }
    }
}

/// Where a lock is. A place that is missing, or that no atomic operation can be done at, is
/// refused.
#[inline]
pub(super) fn place<T>(place: *mut T) -> Result<NonNull<T>, Refused> {
    let place = NonNull::new(place).ok_or(Refused(STATUS_ACCESS_VIOLATION))?;
    if place.is_aligned() { Ok(place) } else { Err(Refused(STATUS_DATATYPE_MISALIGNMENT)) }
}

/// When so many milliseconds are over.
pub(super) fn deadline(timeout_ms: u32) -> Option<Instant> {
    let timeout = Duration::from_millis(timeout_ms.into());
    if timeout_ms == INFINITE { None } else { Instant::now().checked_add(timeout) }
}
