//! Condition variables: a thread gives a lock back and waits, as one step, and takes the lock again
//! once it was woken.
//!
//! The low half of the word counts the threads that sleep, or are about to; the high half is a
//! number that a wake-up changes where it finds nobody, so that a thread which has given its lock
//! back and does not wait yet will not. Such a thread may be woken beside another one: programs
//! look at their condition again, as they have to in Windows. A thread touches the variable until
//! it takes its lock again.
//!
//! Sleeping with a lock that the thread does not hold is refused with ERROR_NOT_OWNER; Windows
//! promises nothing there. A critical section that was entered more than once is left once, as in
//! Windows.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

use windows_sys::Win32::Foundation::{
    STATUS_INVALID_PARAMETER_2, STATUS_RESOURCE_NOT_OWNED, STATUS_TIMEOUT, TRUE,
};
use windows_sys::Win32::System::Threading::{
    CONDITION_VARIABLE, CONDITION_VARIABLE_LOCKMODE_SHARED, CRITICAL_SECTION, SRWLOCK,
};
use windows_sys::core::BOOL;

use super::critical_sections::Section;
use super::locking;
use super::slim_locks::{self, Hold};
use crate::codes::Refused;
use crate::waits::{AtAddress, wait_at, wake_at};

/// One that sleeps.
const SLEEPS: usize = 1;
/// One wake-up that found nobody.
const WAKE_UP: usize = 1 << (usize::BITS / 2);
/// The part of the word that counts those who sleep.
const SLEEPERS: usize = WAKE_UP - 1;

export! {
    /// Makes a variable that nobody waits for, as zeros are one.
    win32 fn InitializeConditionVariable(variable: *mut CONDITION_VARIABLE) -> () {
        // SAFETY: the caller promised that the variable is null or valid.
        unsafe { word(variable)? }.store(0, Relaxed);
        Ok(())
    }

    /// Leaves a section, waits, and enters it again.
    win32 fn SleepConditionVariableCS(
        variable: *mut CONDITION_VARIABLE, section: *mut CRITICAL_SECTION, timeout_ms: u32,
    ) -> BOOL {
        // SAFETY: the caller promised that both are null or valid.
        let (word, section) = unsafe { (word(variable)?, Section::at(section)?) };
        if !section.is_mine() {
            return Err(Refused(STATUS_RESOURCE_NOT_OWNED).into());
        }
        Ok(sleep(word, timeout_ms, || section.leave(), || section.enter())?)
    }

    /// Gives a slim lock back, waits, and takes it again.
    win32 fn SleepConditionVariableSRW(
        variable: *mut CONDITION_VARIABLE, lock: *mut SRWLOCK, timeout_ms: u32, flags: u32,
    ) -> BOOL {
        let hold = match flags {
            0 => Hold::Exclusive,
            CONDITION_VARIABLE_LOCKMODE_SHARED => Hold::Shared,
            _ => return Err(Refused(STATUS_INVALID_PARAMETER_2).into()),
        };
        // SAFETY: the caller promised that both are null or valid.
        let (word, lock) = unsafe { (word(variable)?, slim_locks::word(lock)?) };
        let give = || slim_locks::give(lock, hold);
        let take = || {
            slim_locks::take(lock, hold);
            Ok(())
        };
        Ok(sleep(word, timeout_ms, give, take)?)
    }

    /// Wakes one of those who wait.
    win32 fn WakeConditionVariable(variable: *mut CONDITION_VARIABLE) -> () {
        // SAFETY: the caller promised that the variable is null or valid.
        wake(unsafe { word(variable)? }, 1);
        Ok(())
    }

    /// Wakes all who wait.
    win32 fn WakeAllConditionVariable(variable: *mut CONDITION_VARIABLE) -> () {
        // SAFETY: the caller promised that the variable is null or valid.
        wake(unsafe { word(variable)? }, u32::MAX);
        Ok(())
    }
}

/// Gives a lock back, waits, and takes the lock again, however the wait has ended.
fn sleep(
    word: &AtomicUsize,
    timeout_ms: u32,
    give: impl FnOnce() -> Result<(), Refused>,
    take: impl FnOnce() -> Result<(), Refused>,
) -> Result<BOOL, Refused> {
    let deadline = locking::deadline(timeout_ms);
    // Whoever has the lock after this thread and wakes others sees that it sleeps.
    let before = word.fetch_add(SLEEPS, AcqRel);
    if let Err(refused) = give() {
        word.fetch_sub(SLEEPS, Relaxed);
        return Err(refused);
    }
    let still = || must_wait(word.load(Relaxed), before);
    let ended = wait_at(word.as_ptr().addr(), still, deadline);
    word.fetch_sub(SLEEPS, Relaxed);
    take()?;
    match ended {
        AtAddress::Woken | AtAddress::NotNeeded => Ok(TRUE),
        AtAddress::Timeout => Err(Refused(STATUS_TIMEOUT)),
    }
}

fn wake(word: &AtomicUsize, how_many: u32) {
    if !somebody_sleeps(word.load(Acquire)) {
        return;
    }
    let then = |woken, _| _ = word.fetch_add(missed(woken, how_many), Relaxed);
    wake_at(word.as_ptr().addr(), how_many, then);
}

fn somebody_sleeps(word: usize) -> bool {
    word & SLEEPERS != 0
}

/// Whether a thread that is about to wait has to: since it counted itself no wake-up has missed it.
fn must_wait(word: usize, before: usize) -> bool {
    word / WAKE_UP == before / WAKE_UP
}

/// What a wake-up adds to the word that is for so many and has found these. Who is about to wait
/// was not found, and must not wait: that is one of those whom the wake-up is for.
fn missed(woken: u32, how_many: u32) -> usize {
    if woken < how_many { WAKE_UP } else { 0 }
}

/// The word of a variable.
///
/// # Safety
///
/// `variable` is null, or valid as long as the word is used, and nobody uses it in another way.
unsafe fn word<'a>(variable: *mut CONDITION_VARIABLE) -> Result<&'a AtomicUsize, Refused> {
    let variable = locking::place(variable)?;
    // SAFETY: the caller promised it, a pointer is as large as a number of that size, and aligned.
    Ok(unsafe { AtomicUsize::from_ptr(variable.cast().as_ptr()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Where a thread is that sleeps again and again.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum At {
        Awake,
        /// It has counted itself, and gives its lock back.
        Going(usize),
        Asleep,
        /// Its wait has ended, and it still counts.
        Leaving,
    }

    /// The word, the threads, and those in the queue.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct World {
        word: usize,
        threads: [At; 3],
        queue: Vec<usize>,
    }

    impl World {
        fn with(&self, who: usize, at: At) -> Self {
            let mut next = self.clone();
            next.threads[who] = at;
            next
        }

        /// What one step of this thread leads to. A wait can end by its time-out.
        fn step(&self, who: usize) -> Self {
            let mut next = match self.threads[who] {
                At::Awake => self.with(who, At::Going(self.word)),
                At::Going(before) if must_wait(self.word, before) => self.with(who, At::Asleep),
                At::Going(_) | At::Asleep => self.with(who, At::Leaving),
                At::Leaving => self.with(who, At::Awake),
            };
            next.queue.retain(|other| *other != who);
            match next.threads[who] {
                At::Awake => next.word -= SLEEPS,
                At::Going(_) => next.word += SLEEPS,
                At::Asleep => next.queue.push(who),
                At::Leaving => {}
            }
            next
        }

        fn wake(&self, how_many: u32) -> Self {
            let mut next = self.clone();
            let count = next.queue.len().min(how_many as usize);
            for who in next.queue.drain(..count) {
                next.threads[who] = At::Leaving;
            }
            next.word += missed(count as u32, how_many);
            next
        }

        /// How many threads sleep that no wake-up has reached.
        fn sleepers(&self) -> usize {
            let sleeps = |at: &&At| match at {
                At::Awake | At::Leaving => false,
                At::Going(before) => must_wait(self.word, *before),
                At::Asleep => true,
            };
            self.threads.iter().filter(sleeps).count()
        }
    }

    /// How many wake-ups may change the word, so that the search ends.
    const WAKE_UPS: usize = 3;

    #[test]
    fn whatever_threads_do_a_wake_up_reaches_one_that_sleeps_or_all() {
        let first = World { word: 0, threads: [At::Awake; 3], queue: Vec::new() };
        let (mut seen, mut open) = (HashSet::from([first.clone()]), vec![first]);
        while let Some(world) = open.pop() {
            let sleepers = world.sleepers();
            assert!(sleepers == 0 || somebody_sleeps(world.word), "not looked for: {world:?}");
            let (one, all) = (world.wake(1), world.wake(u32::MAX));
            assert!(sleepers == 0 || one.sleepers() < sleepers, "lost: {world:?} to {one:?}");
            assert_eq!(all.sleepers(), 0, "lost: {world:?} to {all:?}");
            let next = (0..3).map(|who| world.step(who)).chain([one, all]);
            let next = next.filter(|next| next.word / WAKE_UP <= WAKE_UPS);
            open.extend(next.filter(|next| seen.insert(next.clone())));
        }
        println!("{} states", seen.len());
    }
}
