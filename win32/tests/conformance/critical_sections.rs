//! Critical sections.

use windows_sys::Win32::System::Threading::{
    DeleteCriticalSection, InitializeCriticalSectionAndSpinCount, InitializeCriticalSectionEx,
    SetCriticalSectionSpinCount,
};

use crate::actors::Actor;
use crate::arm::{comes, nothing_comes};
use crate::calls::UNTOUCHED;
use crate::locks::{Place, Section};
use crate::waitables::{WORKED, said};

#[test]
fn a_section_lets_one_thread_in() {
    let (section, other) = (Section::new(), Actor::new());
    section.enter();
    assert!(!other.does(move || section.try_enter()));
    section.leave();
    assert!(other.does(move || section.try_enter()));
    assert!(!section.try_enter());
}

#[test]
fn a_thread_can_enter_a_section_again() {
    let (section, other) = (Section::new(), Actor::new());
    section.enter();
    section.enter();
    assert!(section.try_enter());
    for _ in 0..2 {
        section.leave();
        assert!(!other.does(move || section.try_enter()));
    }
    section.leave();
    assert!(other.does(move || section.try_enter()));
}

#[test]
fn who_comes_to_a_section_that_is_taken_waits_until_it_is_left() {
    let (section, other) = (Section::new(), Actor::new());
    section.enter();
    let enters = other.starts(move || section.enter());
    nothing_comes(&enters);
    section.leave();
    comes(&enters);
    assert!(!section.try_enter());
}

#[test]
fn everybody_who_waits_for_a_section_gets_in() {
    let (section, actors) = (Section::new(), [(); 3].map(|()| Actor::new()));
    section.enter();
    let visits = actors.each_ref().map(|actor| {
        actor.starts(move || {
            section.enter();
            section.leave();
        })
    });
    visits.iter().for_each(nothing_comes);
    section.leave();
    visits.iter().for_each(comes);
    assert!(section.try_enter());
}

#[test]
fn a_section_keeps_a_count_together() {
    const TURNS: usize = 2_000;
    let (section, count) = (Section::new(), Place::new(0_usize));
    let actors = [(); 3].map(|()| Actor::new());
    let turns = actors.each_ref().map(|actor| {
        actor.starts(move || {
            for _ in 0..TURNS {
                section.enter();
                // SAFETY: nobody else is in the section.
                unsafe { *count.raw() += 1 };
                section.leave();
            }
        })
    });
    turns.iter().for_each(comes);
    section.enter();
    // SAFETY: nobody else is in the section.
    assert_eq!(unsafe { *count.raw() }, 3 * TURNS);
}

#[test]
fn a_section_can_be_made_with_a_count_of_spins() {
    let (plain, extended) = (Section::blank(), Section::blank());
    // SAFETY: the sections stay for ever.
    let made = unsafe {
        [
            said(|| InitializeCriticalSectionAndSpinCount(plain.0.raw(), 4_000)),
            said(|| InitializeCriticalSectionEx(extended.0.raw(), 4_000, 0)),
        ]
    };
    assert_eq!(made, [WORKED; 2]);
    for section in [plain, extended] {
        section.enter();
        assert!(!Actor::new().does(move || section.try_enter()));
        section.leave();
    }
}

#[test]
fn setting_the_count_of_spins_says_the_one_from_before() {
    let section = Section::blank();
    // SAFETY: the section stays for ever, and is initialized before it is used.
    let before = unsafe {
        InitializeCriticalSectionAndSpinCount(section.0.raw(), 1_000);
        SetCriticalSectionSpinCount(section.0.raw(), 2_000);
        SetCriticalSectionSpinCount(section.0.raw(), 0)
    };
    // A machine of one processor has no use for it, and ignores it.
    assert!([0, 2_000].contains(&before), "{before}");
}

#[test]
fn a_section_leaves_the_last_error_alone() {
    let section = Section::new();
    let (_, error) = crate::calls::with_error(|| {
        section.enter();
        section.leave();
    });
    assert_eq!(error, UNTOUCHED);
}

#[test]
fn a_section_that_is_deleted_can_be_made_again() {
    let section = Section::new();
    section.enter();
    section.leave();
    // SAFETY: nobody uses it, and its memory stays for ever.
    unsafe { DeleteCriticalSection(section.0.raw()) };
    // SAFETY: its memory stays for ever.
    unsafe { InitializeCriticalSectionAndSpinCount(section.0.raw(), 0) };
    section.enter();
    assert!(!Actor::new().does(move || section.try_enter()));
    section.leave();
}

#[test]
fn sections_are_different_wherever_they_lie() {
    let sections: [Section; 2] = [Section::new(), Section::new()];
    sections[0].enter();
    assert!(Actor::new().does(move || sections[1].try_enter()));
}
