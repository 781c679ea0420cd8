//! What becomes of the word of a slim lock.

use crate::calls::locking::{Came, Give, Given, Left, Protocol, Queue, Take, Woken};

/// The protocol of slim locks. A word of zero is a lock that nobody holds or waits for.
pub(super) struct Slim;

/// How a slim lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Hold {
    Exclusive,
    Shared,
}

/// It is held exclusively.
const EXCLUSIVE: u32 = 1;
/// Somebody waits to hold it exclusively, is about to, or was. Who gives the lock back finds out.
const EXCLUSIVE_WAITS: u32 = 2;
/// Somebody waits to share it, is about to, or was.
const SHARED_WAITS: u32 = 4;
/// Somebody who waited to hold it exclusively was woken, and has not looked yet.
const EXCLUSIVE_COMES: u32 = 8;
/// One who shares it.
const SHARED: u32 = 16;

/// Whoever comes to share it gives way to these.
const GO_BEFORE: u32 = EXCLUSIVE_WAITS | EXCLUSIVE_COMES;

impl Protocol for Slim {
    type Hold = Hold;

    fn take(word: u32, hold: Hold, came: Came) -> Take {
        match hold {
            Hold::Exclusive => take_exclusive(word, came),
            Hold::Shared => take_shared(word, came),
        }
    }

    fn must_wait(word: u32, hold: Hold) -> bool {
        match hold {
            Hold::Exclusive => is_held(word) && word & EXCLUSIVE_WAITS != 0,
            Hold::Shared => word & (EXCLUSIVE | GO_BEFORE) != 0 && word & SHARED_WAITS != 0,
        }
    }

    fn give(word: u32, hold: Hold) -> Give<Hold> {
        match hold {
            Hold::Exclusive if word & EXCLUSIVE == 0 => Give::NotHeld,
            Hold::Shared if word < SHARED => Give::NotHeld,
            Hold::Exclusive if word & SHARED_WAITS != 0 => Give::Wakes(Hold::Shared),
            Hold::Exclusive if word & GO_BEFORE == EXCLUSIVE_WAITS => Give::Wakes(Hold::Exclusive),
            Hold::Shared if is_last(word) && word & GO_BEFORE == EXCLUSIVE_WAITS => {
                Give::Wakes(Hold::Exclusive)
            }
            Hold::Shared if word & GO_BEFORE == 0 && word & SHARED_WAITS != 0 => {
                Give::Wakes(Hold::Shared)
            }
            Hold::Exclusive | Hold::Shared => Give::Gives(without(word, hold)),
        }
    }

    fn woke(word: u32, hold: Hold, next: Hold, woken: Woken) -> Given {
        match next {
            Hold::Exclusive => woke_exclusive(word, hold, woken),
            Hold::Shared => woke_shared(word, hold, woken),
        }
    }

    fn queue(hold: Hold) -> Queue {
        match hold {
            Hold::Exclusive => Queue { offset: 0, at_once: 1 },
            Hold::Shared => Queue { offset: 1, at_once: u32::MAX },
        }
    }
}

fn take_exclusive(word: u32, came: Came) -> Take {
    // Who was woken has looked from here on.
    let looked = if came == Came::Woken { word & !EXCLUSIVE_COMES } else { word };
    if !is_held(word) {
        Take::Has(looked | EXCLUSIVE)
    } else if looked == word && word & EXCLUSIVE_WAITS != 0 {
        Take::Waits
    } else {
        Take::Marks(looked | EXCLUSIVE_WAITS)
    }
}

fn take_shared(word: u32, came: Came) -> Take {
    // Who was woken has given way already.
    let gives_way_to = if came == Came::Woken { 0 } else { GO_BEFORE };
    if word & (EXCLUSIVE | gives_way_to) == 0 {
        Take::Has(word.wrapping_add(SHARED))
    } else if word & SHARED_WAITS != 0 {
        Take::Waits
    } else {
        Take::Marks(word | SHARED_WAITS)
    }
}

/// Nobody is left in the queue of the exclusive ones unless `woken` says so.
fn woke_exclusive(word: u32, hold: Hold, woken: Woken) -> Given {
    let waits = match woken.left {
        Left::Nobody => 0,
        Left::Others => EXCLUSIVE_WAITS,
    };
    let word = word & !EXCLUSIVE_WAITS | waits;
    match woken.count {
        // Then those who gave way to them must not be left asleep.
        0 if word & SHARED_WAITS != 0 => Given::Held(word),
        0 => Given::Gone(without(word, hold)),
        _ => Given::Gone(without(word, hold) | EXCLUSIVE_COMES),
    }
}

/// Nobody is left in the queue of those who share.
fn woke_shared(word: u32, hold: Hold, woken: Woken) -> Given {
    let word = word & !SHARED_WAITS;
    match woken.count {
        0 if word & GO_BEFORE == EXCLUSIVE_WAITS => Given::Held(word),
        _ => Given::Gone(without(word, hold)),
    }
}

/// The word without one who holds the lock so.
fn without(word: u32, hold: Hold) -> u32 {
    match hold {
        Hold::Exclusive => word & !EXCLUSIVE,
        Hold::Shared => word.wrapping_sub(SHARED),
    }
}

fn is_held(word: u32) -> bool {
    word & EXCLUSIVE != 0 || word >= SHARED
}

/// Whether no more than one shares it.
fn is_last(word: u32) -> bool {
    word < 2 * SHARED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::locking::explored::{At, Strangers, World, explore};

    /// Nobody who wants to share sleeps for ever while others share: where one sleeps, no others
    /// are let in, or somebody is about to wake those who sleep.
    fn check(world: &World<Slim>) {
        let sleeps = world.threads.contains(&At::Asleep(Hold::Shared));
        let others_give_way = world.word & (EXCLUSIVE | GO_BEFORE) != 0;
        let is_waking = |at: &At<Hold>| matches!(at, At::Giving(_) | At::Waking(..));
        let may_sleep = others_give_way || world.threads.iter().any(is_waking);
        assert!(!sleeps || may_sleep, "passed by others for ever: {world:?}");
        if world.threads.iter().all(|at| *at == At::Outside) {
            assert_eq!(world.word, 0, "a mark is left: {world:?}");
        }
    }

    /// Who comes to share never passes somebody who sleeps to be exclusive, or was woken for that,
    /// and nobody falls asleep where the lock is free.
    fn check_step(before: &World<Slim>, after: &World<Slim>, who: usize, strangers: Strangers) {
        let falls_asleep = before.threads[who] == At::Queueing(Hold::Exclusive)
            && after.threads[who] == At::Asleep(Hold::Exclusive);
        assert!(!falls_asleep || is_held(before.word), "{before:?} to {after:?}");
        let first = [Came::First, Came::Again].map(|came| At::Coming(Hold::Shared, came));
        let shares = after.threads[who] == At::Holding(Hold::Shared);
        let goes_before = |at: &At<Hold>| match (*at, strangers) {
            (At::Asleep(Hold::Exclusive), _) => true,
            // A stranger tells nobody that it wakes.
            (At::Coming(Hold::Exclusive, Came::Woken), Strangers::None) => true,
            _ => false,
        };
        let passes = first.contains(&before.threads[who]) && shares;
        assert!(!(passes && before.threads.iter().any(goes_before)), "{before:?} to {after:?}");
    }

    const HOLDS: [Hold; 2] = [Hold::Exclusive, Hold::Shared];

    #[test]
    fn whatever_threads_do_a_slim_lock_excludes_and_nobody_sleeps_for_ever() {
        for (threads, strangers) in
            [(2, Strangers::None), (4, Strangers::None), (3, Strangers::Come)]
        {
            let step = |before: &_, after: &_, who| check_step(before, after, who, strangers);
            let exclude = |one, other| one == Hold::Exclusive || other == Hold::Exclusive;
            let seen = explore::<Slim>(0, threads, &HOLDS, strangers, exclude, check, step);
            println!("{threads} threads, {strangers:?}: {seen} states");
        }
    }

    #[test]
    fn what_is_not_held_so_can_not_be_given_back() {
        let shared = (3 * SHARED) | EXCLUSIVE_WAITS | SHARED_WAITS;
        assert_eq!(Slim::give(0, Hold::Exclusive), Give::NotHeld);
        assert_eq!(Slim::give(0, Hold::Shared), Give::NotHeld);
        assert_eq!(Slim::give(shared, Hold::Exclusive), Give::NotHeld);
        assert_eq!(Slim::give(EXCLUSIVE, Hold::Shared), Give::NotHeld);
    }
}
