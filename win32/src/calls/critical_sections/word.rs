//! What becomes of LockCount, the word of a critical section.
//!
//! It is as debuggers of Windows read it: bit 0 is set if nobody has the section, bit 1 if nobody
//! who was woken is on the way, and the other bits are the complement of the number of threads that
//! wait. So -1 is free, -2 is entered, and -6 is entered while one waits.

use crate::calls::locking::{Came, Give, Given, Protocol, Queue, Take, Woken};

/// The protocol of critical sections.
pub(super) struct Section;

/// The way in which a section is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entered;

/// Nobody has it, and nobody waits.
pub(super) const FREE: u32 = u32::MAX;

const NOBODY_HAS_IT: u32 = 1;
const NOBODY_COMES: u32 = 2;
/// One that waits. The bits are a complement, so it is taken off for one that begins to.
const WAITS: u32 = 4;

/// Whether this is the word of a section that was initialised: there are never so many that wait.
pub(super) fn is_initialised(word: u32) -> bool {
    word.cast_signed() < 0
}

impl Protocol for Section {
    type Hold = Entered;

    fn take(word: u32, Entered: Entered, came: Came) -> Take {
        let is_free = word & NOBODY_HAS_IT != 0;
        let entered = word & !NOBODY_HAS_IT;
        match came {
            Came::First if is_free => Take::Has(entered),
            Came::First => Take::Marks(word.wrapping_sub(WAITS)),
            Came::Again if is_free => Take::Has(entered.wrapping_add(WAITS)),
            Came::Again => Take::Waits,
            Came::Woken if is_free => Take::Has((entered | NOBODY_COMES).wrapping_add(WAITS)),
            Came::Woken => Take::Marks(word | NOBODY_COMES),
        }
    }

    fn must_wait(word: u32, Entered: Entered) -> bool {
        word & NOBODY_HAS_IT == 0
    }

    fn give(word: u32, Entered: Entered) -> Give<Entered> {
        let nobody_waits = (!word) / WAITS == 0;
        match nobody_waits || word & NOBODY_COMES == 0 {
            true => Give::Gives(word | NOBODY_HAS_IT),
            false => Give::Wakes(Entered),
        }
    }

    fn woke(word: u32, Entered: Entered, Entered: Entered, woken: Woken) -> Given {
        let comes = if woken.count == 0 { 0 } else { NOBODY_COMES };
        Given::Gone((word | NOBODY_HAS_IT) & !comes)
    }

    fn queue(Entered: Entered) -> Queue {
        Queue { offset: 0, at_once: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::locking::explored::{At, Strangers, World, explore};

    /// What a debugger reads is true.
    fn check(world: &World<Section>) {
        let has_it =
            |at: &&At<Entered>| matches!(at, At::Holding(_) | At::Giving(_) | At::Waking(..));
        let waits = |at: &&At<Entered>| match at {
            At::Coming(_, came) => *came != Came::First,
            At::Queueing(_) | At::Asleep(_) => true,
            At::Outside | At::Holding(_) | At::Giving(_) | At::Waking(..) => false,
        };
        let count = world.threads.iter().filter(waits).count() as u32;
        assert_eq!((!world.word) / WAITS, count, "{world:?}");
        let is_free = world.threads.iter().filter(has_it).count() == 0;
        assert_eq!(world.word & NOBODY_HAS_IT != 0, is_free, "{world:?}");
        assert!(is_initialised(world.word), "{world:?}");
    }

    #[test]
    fn whatever_threads_do_a_section_excludes_and_nobody_sleeps_for_ever() {
        for (threads, strangers) in
            [(2, Strangers::None), (4, Strangers::None), (4, Strangers::Come)]
        {
            let exclude = |_, _| true;
            let seen = explore::<Section>(
                FREE,
                threads,
                &[Entered],
                strangers,
                exclude,
                check,
                |_, _, _| {},
            );
            println!("{threads} threads, {strangers:?}: {seen} states");
        }
    }

    #[test]
    fn the_count_is_as_the_pages_of_debuggers_have_it() {
        assert_eq!(FREE.cast_signed(), -1);
        assert_eq!(Section::take(FREE, Entered, Came::First), Take::Has((-2_i32).cast_unsigned()));
        let mut word = (-2_i32).cast_unsigned();
        for _ in 0..5 {
            let Take::Marks(next) = Section::take(word, Entered, Came::First) else { panic!() };
            word = next;
        }
        // It is entered, nobody was woken, and five wait.
        assert_eq!(word.cast_signed(), -22);
    }
}
