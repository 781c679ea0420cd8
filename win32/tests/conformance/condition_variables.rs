//! Condition variables, with critical sections and with slim locks.

use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::ERROR_TIMEOUT;
use windows_sys::Win32::System::Threading::CONDITION_VARIABLE_INIT;

use crate::actors::Actor;
use crate::arm::{comes, nothing_comes};
use crate::calls::FOREVER;
use crate::locks::Hold::{Exclusive, Shared};
use crate::locks::{Place, Section, Slim, Variable};
use crate::waitables::{LONG, WORKED, automatic, happens, set};

/// What a sleep may be shorter than it was told, where time goes by in ticks.
const TICK: Duration = Duration::from_millis(20);

/// Lets a thread sleep out of a section, and comes back when it sleeps: whoever gets into the
/// section then, after the thread was there, knows that it has gone to sleep.
fn sleeps(
    actor: &Actor,
    variable: Variable,
    section: Section,
    milliseconds: u32,
) -> std::sync::mpsc::Receiver<(bool, u32)> {
    let ready = automatic();
    let slept = actor.starts(move || {
        section.enter();
        set(ready);
        let slept = variable.sleep(section, milliseconds);
        section.leave();
        slept
    });
    happens(ready);
    section.enter();
    section.leave();
    slept
}

#[test]
fn a_sleep_lets_others_into_the_section() {
    let (variable, section, actor) = (Variable::new(), Section::new(), Actor::new());
    let slept = sleeps(&actor, variable, section, FOREVER);
    assert!(section.try_enter());
    section.leave();
    variable.wake();
    assert_eq!(comes(&slept), WORKED);
}

#[test]
fn a_sleep_that_ends_is_in_the_section_again() {
    let (variable, section, actor) = (Variable::new(), Section::new(), Actor::new());
    let slept = sleeps(&actor, variable, section, FOREVER);
    section.enter();
    variable.wake();
    nothing_comes(&slept);
    section.leave();
    assert_eq!(comes(&slept), WORKED);
}

#[test]
fn a_wake_wakes_one() {
    let (variable, section) = (Variable::new(), Section::new());
    let actors = [(); 2].map(|()| Actor::new());
    let slept = actors.each_ref().map(|actor| sleeps(actor, variable, section, FOREVER));
    slept.iter().for_each(nothing_comes);
    variable.wake();
    let woken = loop {
        // Which of the two it is, is not said.
        match [slept[0].try_recv(), slept[1].try_recv()] {
            [Err(_), Err(_)] => std::thread::yield_now(),
            [first, second] => break [first.is_ok(), second.is_ok()],
        }
    };
    assert_ne!(woken[0], woken[1]);
    let other = &slept[usize::from(woken[0])];
    nothing_comes(other);
    variable.wake();
    assert_eq!(comes(other), WORKED);
}

#[test]
fn a_wake_of_all_wakes_everybody() {
    let (variable, section) = (Variable::new(), Section::new());
    let actors = [(); 3].map(|()| Actor::new());
    let slept = actors.each_ref().map(|actor| sleeps(actor, variable, section, FOREVER));
    slept.iter().for_each(nothing_comes);
    variable.wake_all();
    assert_eq!(slept.map(|slept| comes(&slept)), [WORKED; 3]);
}

#[test]
fn a_wake_that_finds_nobody_is_forgotten() {
    let (variable, section, actor) = (Variable::new(), Section::new(), Actor::new());
    variable.wake();
    variable.wake_all();
    let slept = sleeps(&actor, variable, section, 50);
    assert_eq!(comes(&slept), (false, ERROR_TIMEOUT));
}

#[test]
fn a_sleep_that_nobody_ends_times_out_and_is_in_the_section() {
    let (variable, section, other) = (Variable::new(), Section::new(), Actor::new());
    section.enter();
    let started = Instant::now();
    assert_eq!(variable.sleep(section, 60), (false, ERROR_TIMEOUT));
    assert!(started.elapsed() + TICK >= Duration::from_millis(60));
    assert!(!other.does(move || section.try_enter()));
    section.leave();
}

#[test]
fn a_sleep_of_no_time_times_out() {
    let (variable, section, lock) = (Variable::new(), Section::new(), Slim::new());
    section.enter();
    assert_eq!(variable.sleep(section, 0), (false, ERROR_TIMEOUT));
    section.leave();
    lock.take(Exclusive);
    assert_eq!(variable.sleep_slim(lock, Exclusive, 0), (false, ERROR_TIMEOUT));
    lock.release(Exclusive);
}

#[test]
fn a_timed_sleep_can_be_woken() {
    let (variable, section, actor) = (Variable::new(), Section::new(), Actor::new());
    let slept = sleeps(&actor, variable, section, LONG);
    variable.wake();
    assert_eq!(comes(&slept), WORKED);
}

/// Lets a thread sleep out of a slim lock, and comes back when it sleeps.
fn sleeps_slim(
    actor: &Actor,
    variable: Variable,
    lock: Slim,
    hold: crate::locks::Hold,
) -> std::sync::mpsc::Receiver<(bool, u32)> {
    let ready = automatic();
    let slept = actor.starts(move || {
        lock.take(hold);
        set(ready);
        let slept = variable.sleep_slim(lock, hold, FOREVER);
        lock.release(hold);
        slept
    });
    happens(ready);
    lock.take(Exclusive);
    lock.release(Exclusive);
    slept
}

#[test]
fn a_sleep_lets_go_of_a_slim_lock_and_takes_it_again() {
    for hold in [Exclusive, Shared] {
        let (variable, lock, actor) = (Variable::new(), Slim::new(), Actor::new());
        let slept = sleeps_slim(&actor, variable, lock, hold);
        lock.take(Exclusive);
        variable.wake();
        nothing_comes(&slept);
        lock.release(Exclusive);
        assert_eq!(comes(&slept), WORKED);
        assert!(lock.try_take(Exclusive));
    }
}

#[test]
fn a_sleep_takes_a_slim_lock_again_as_it_was_held() {
    let (variable, lock, actor) = (Variable::new(), Slim::new(), Actor::new());
    let slept = sleeps_slim(&actor, variable, lock, Shared);
    // It gets in beside another that shares the lock.
    lock.take(Shared);
    variable.wake();
    assert_eq!(comes(&slept), WORKED);
    lock.release(Shared);
    let slept = sleeps_slim(&actor, variable, lock, Exclusive);
    lock.take(Shared);
    variable.wake();
    nothing_comes(&slept);
    lock.release(Shared);
    assert_eq!(comes(&slept), WORKED);
}

#[test]
fn a_sleep_out_of_a_slim_lock_times_out_and_holds_it() {
    for hold in [Exclusive, Shared] {
        let (variable, lock, other) = (Variable::new(), Slim::new(), Actor::new());
        lock.take(hold);
        assert_eq!(variable.sleep_slim(lock, hold, 20), (false, ERROR_TIMEOUT));
        assert!(!other.does(move || lock.try_take(Exclusive)));
        lock.release(hold);
    }
}

#[test]
fn two_threads_can_go_by_turns() {
    const TURNS: usize = 500;
    let (variable, section) = (Variable::new(), Section::new());
    let (turn, actors) = (Place::new(0_usize), [(); 2].map(|()| Actor::new()));
    let mut done = Vec::new();
    for (own, actor) in actors.iter().enumerate() {
        done.push(actor.starts(move || {
            section.enter();
            for _ in 0..TURNS {
                // SAFETY: nobody else is in the section.
                while unsafe { *turn.raw() } % 2 != own {
                    assert_eq!(variable.sleep(section, LONG), WORKED);
                }
                // SAFETY: nobody else is in the section.
                unsafe { *turn.raw() += 1 };
                variable.wake_all();
            }
            section.leave();
        }));
    }
    done.iter().for_each(comes);
    // SAFETY: the others are done.
    assert_eq!(unsafe { *turn.raw() }, 2 * TURNS);
}

#[test]
fn a_variable_needs_no_call_to_be_made() {
    let variable = Variable(Place::new(CONDITION_VARIABLE_INIT));
    let (section, actor) = (Section::new(), Actor::new());
    let slept = sleeps(&actor, variable, section, FOREVER);
    variable.wake();
    assert_eq!(comes(&slept), WORKED);
}
