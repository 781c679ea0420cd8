//! What becomes of the word of a one-time initialisation.
//!
//! Its two low bits say how far it is; the others are what was stored with the result. While one
//! thread tries, the lowest of the others says whether somebody waits for it.

use windows_sys::Win32::Foundation::{
    STATUS_INVALID_PARAMETER, STATUS_INVALID_PARAMETER_3, STATUS_UNSUCCESSFUL,
};

use crate::codes::Refused;

/// Nobody has begun.
pub(super) const UNTOUCHED: usize = 0;

const ONE_TRIES: usize = 1;
const ONE_TRIES_OTHERS_WAIT: usize = 5;
const DONE: usize = 2;
const MANY_TRY: usize = 3;
const STAGE: usize = 3;

/// How threads try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One after the other, until one has succeeded.
    Alone,
    /// At once, and the first one that is done has succeeded.
    AtOnce,
}

/// What a thread does that wants something to be initialised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begin {
    /// It is, and this was stored with it.
    Is(usize),
    /// It tries, with this word.
    Tries(usize),
    /// It waits, with this word.
    Waits(usize),
}

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It succeeded, and this is to be stored with it.
    Succeeded(Kind, usize),
    /// It failed. Of those that try at once none can say so: it just does not end.
    Failed,
}

/// What a thread does whose try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It leaves this word, and nobody waits.
    Leaves(usize),
    /// It leaves this word, and wakes those who wait.
    Wakes(usize),
}

/// What was stored, if the initialisation is done.
pub(super) fn stored(word: usize) -> Option<usize> {
    (word & STAGE == DONE).then_some(word & !STAGE)
}

/// Begins a try, unless the initialisation is done. Those that try at once and those that do not
/// can not be mixed.
pub(super) fn begin(word: usize, kind: Kind) -> Result<Begin, Refused> {
    if let Some(stored) = stored(word) {
        return Ok(Begin::Is(stored));
    }
    match (kind, word) {
        (Kind::Alone, UNTOUCHED) => Ok(Begin::Tries(ONE_TRIES)),
        (Kind::Alone, ONE_TRIES | ONE_TRIES_OTHERS_WAIT) => Ok(Begin::Waits(ONE_TRIES_OTHERS_WAIT)),
        (Kind::AtOnce, UNTOUCHED | MANY_TRY) => Ok(Begin::Tries(MANY_TRY)),
        (Kind::Alone | Kind::AtOnce, _) => Err(Refused(STATUS_INVALID_PARAMETER)),
    }
}

/// Whether a thread that is about to wait has to.
pub(super) fn must_wait(word: usize) -> bool {
    word == ONE_TRIES_OTHERS_WAIT
}

/// Ends a try.
pub(super) fn end(word: usize, outcome: Outcome) -> Result<End, Refused> {
    let (kind, next) = match outcome {
        Outcome::Succeeded(_, result) if result & STAGE != 0 => {
            return Err(Refused(STATUS_INVALID_PARAMETER_3));
        }
        Outcome::Succeeded(kind, result) => (kind, result | DONE),
        Outcome::Failed => (Kind::Alone, UNTOUCHED),
    };
    match (kind, word) {
        (Kind::Alone, ONE_TRIES) | (Kind::AtOnce, MANY_TRY) => Ok(End::Leaves(next)),
        (Kind::Alone, ONE_TRIES_OTHERS_WAIT) => Ok(End::Wakes(next)),
        // Nobody tries: it is done, or was not begun.
        (Kind::Alone | Kind::AtOnce, _) if matches!(word & STAGE, UNTOUCHED | DONE) => {
            Err(Refused(STATUS_UNSUCCESSFUL))
        }
        (Kind::Alone | Kind::AtOnce, _) => Err(Refused(STATUS_INVALID_PARAMETER)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Where a thread is that wants something to be initialised.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum At {
        Coming,
        Queueing,
        Asleep,
        Trying,
        Done,
    }

    type World = (usize, [At; 3]);

    fn step((word, mut threads): World, who: usize, outcome: Outcome) -> World {
        let next = match threads[who] {
            At::Coming => match begin(word, Kind::Alone).expect("they all try alone") {
                Begin::Is(_) => (word, At::Done),
                Begin::Tries(next) => (next, At::Trying),
                Begin::Waits(next) => (next, At::Queueing),
            },
            At::Queueing => (word, if must_wait(word) { At::Asleep } else { At::Coming }),
            At::Asleep | At::Done => (word, threads[who]),
            At::Trying => match end(word, outcome).expect("it has begun") {
                End::Leaves(next) => (next, left(outcome)),
                End::Wakes(next) => {
                    let asleep = threads.iter_mut().filter(|at| **at == At::Asleep);
                    asleep.for_each(|at| *at = At::Coming);
                    (next, left(outcome))
                }
            },
        };
        threads[who] = next.1;
        (next.0, threads)
    }

    /// Who failed may try again.
    fn left(outcome: Outcome) -> At {
        match outcome {
            Outcome::Succeeded(..) => At::Done,
            Outcome::Failed => At::Coming,
        }
    }

    #[test]
    fn whatever_three_threads_do_one_at_a_time_tries_and_nobody_sleeps_for_ever() {
        let first: World = (UNTOUCHED, [At::Coming; 3]);
        let (mut seen, mut open) = (HashSet::from([first]), vec![first]);
        while let Some(world) = open.pop() {
            let count = |wanted| world.1.iter().filter(|at| **at == wanted).count();
            assert!(count(At::Trying) <= 1, "{world:?}");
            assert!(count(At::Asleep) == 0 || count(At::Trying) == 1, "{world:?}");
            assert_eq!(count(At::Done) > 0, stored(world.0) == Some(8), "{world:?}");
            for outcome in [Outcome::Succeeded(Kind::Alone, 8), Outcome::Failed] {
                let next = (0..3).map(|who| step(world, who, outcome));
                open.extend(next.filter(|next| seen.insert(*next)));
            }
        }
        assert!(seen.iter().any(|world| world.1.contains(&At::Asleep)));
        println!("{} states", seen.len());
    }
}
