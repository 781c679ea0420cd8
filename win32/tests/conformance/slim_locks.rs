//! Slim reader/writer locks.

use windows_sys::Win32::System::Threading::SRWLOCK_INIT;

use crate::actors::Actor;
use crate::arm::{comes, nothing_comes};
use crate::locks::Hold::{Exclusive, Shared};
use crate::locks::{Place, Slim};

#[test]
fn a_lock_that_is_held_exclusively_is_held_by_one() {
    let (lock, other) = (Slim::new(), Actor::new());
    lock.take(Exclusive);
    let tried = other.does(move || [lock.try_take(Exclusive), lock.try_take(Shared)]);
    assert_eq!(tried, [false, false]);
    lock.release(Exclusive);
    assert!(other.does(move || lock.try_take(Exclusive)));
}

#[test]
fn a_lock_that_is_shared_is_held_by_many_and_by_nobody_exclusively() {
    let (lock, actors) = (Slim::new(), [(); 2].map(|()| Actor::new()));
    lock.take(Shared);
    assert!(actors[0].does(move || lock.try_take(Shared)));
    assert!(!actors[1].does(move || lock.try_take(Exclusive)));
    lock.release(Shared);
    assert!(!actors[1].does(move || lock.try_take(Exclusive)));
    actors[0].does(move || lock.release(Shared));
    assert!(actors[1].does(move || lock.try_take(Exclusive)));
}

#[test]
fn a_lock_that_is_free_can_be_taken_either_way() {
    let lock = Slim::new();
    for hold in [Shared, Exclusive, Shared] {
        assert!(lock.try_take(hold));
        lock.release(hold);
        lock.take(hold);
        lock.release(hold);
    }
}

#[test]
fn its_owner_can_not_take_a_lock_again() {
    let lock = Slim::new();
    lock.take(Exclusive);
    assert_eq!([lock.try_take(Exclusive), lock.try_take(Shared)], [false, false]);
    lock.release(Exclusive);
    lock.take(Shared);
    assert!(!lock.try_take(Exclusive));
}

#[test]
fn who_wants_a_lock_exclusively_waits_until_it_is_released() {
    for hold in [Shared, Exclusive] {
        let (lock, other) = (Slim::new(), Actor::new());
        lock.take(hold);
        let takes = other.starts(move || lock.take(Exclusive));
        nothing_comes(&takes);
        lock.release(hold);
        comes(&takes);
        assert!(!lock.try_take(Shared));
    }
}

#[test]
fn who_wants_to_share_a_lock_waits_until_nobody_holds_it_exclusively() {
    let (lock, actors) = (Slim::new(), [(); 3].map(|()| Actor::new()));
    lock.take(Exclusive);
    let takes = actors.each_ref().map(|actor| actor.starts(move || lock.take(Shared)));
    takes.iter().for_each(nothing_comes);
    lock.release(Exclusive);
    takes.iter().for_each(comes);
    assert!(!lock.try_take(Exclusive));
    for actor in &actors {
        actor.does(move || lock.release(Shared));
    }
    assert!(lock.try_take(Exclusive));
}

#[test]
fn everybody_who_waits_for_a_lock_gets_it() {
    let (lock, actors) = (Slim::new(), [(); 4].map(|()| Actor::new()));
    lock.take(Exclusive);
    let holds = [Exclusive, Shared, Exclusive, Shared];
    let mut visits = Vec::new();
    for (actor, hold) in actors.iter().zip(holds) {
        visits.push(actor.starts(move || {
            lock.take(hold);
            lock.release(hold);
        }));
    }
    visits.iter().for_each(nothing_comes);
    lock.release(Exclusive);
    visits.iter().for_each(comes);
    assert!(lock.try_take(Exclusive));
}

#[test]
fn a_lock_keeps_a_count_together() {
    const TURNS: usize = 2_000;
    let (lock, count) = (Slim::new(), Place::new(0_usize));
    let actors = [(); 3].map(|()| Actor::new());
    let turns = actors.each_ref().map(|actor| {
        actor.starts(move || {
            for turn in 0..TURNS {
                lock.take(Exclusive);
                // SAFETY: nobody else holds the lock.
                unsafe { *count.raw() += 1 };
                lock.release(Exclusive);
                lock.take(Shared);
                // SAFETY: nobody writes while the lock is shared.
                assert!(unsafe { *count.raw() } > turn);
                lock.release(Shared);
            }
        })
    });
    turns.iter().for_each(comes);
    lock.take(Shared);
    // SAFETY: nobody writes while the lock is shared.
    assert_eq!(unsafe { *count.raw() }, 3 * TURNS);
}

#[test]
fn a_lock_needs_no_call_to_be_made() {
    let lock = Slim(Place::new(SRWLOCK_INIT));
    lock.take(Exclusive);
    assert!(!Actor::new().does(move || lock.try_take(Shared)));
    lock.release(Exclusive);
}
