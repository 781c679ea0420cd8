//! Which lesson a trace is, and which comes after it.

use iocp_sim::sim::{Scenario, lesson, lesson_names, run};
use iocp_sim::trace::Trace;

use super::form::Lesson;

/// The lesson whose steps these are. A title alone makes no lesson.
pub(super) fn of(trace: &Trace) -> Option<Lesson> {
    let mut names = lesson_names();
    let name = names.find(|name| is(name, trace))?;
    let next = names.next().map(|name| (name, scenario(name).title.unwrap_or_default()));
    Some(Lesson { name, next })
}

/// Lessons run in no time, and only the one with this title does.
fn is(name: &str, trace: &Trace) -> bool {
    let lesson = scenario(name);
    if lesson.title.as_ref() != Some(&trace.title) {
        return false;
    }
    let steps = run(&lesson).trace.steps;
    let same = steps.iter().zip(&trace.steps).all(|(step, other)| step.event == other.event);
    same && steps.len() == trace.steps.len()
}

fn scenario(name: &str) -> Scenario {
    Scenario::parse(lesson(name).expect("a lesson has a text")).expect("a lesson is a scenario")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_every_lesson_comes_the_next_and_none_after_the_last() {
        let names: Vec<_> = lesson_names().collect();
        for (place, name) in names.iter().enumerate() {
            let found = of(&run(&scenario(name)).trace).expect("it is a lesson");
            assert_eq!(found.name, *name);
            assert_eq!(found.next.map(|(name, _)| name), names.get(place + 1).copied());
        }
    }

    #[test]
    fn a_story_with_the_title_of_a_lesson_is_no_lesson() {
        let other = Scenario::parse("title Over the limit\nport P\npost P\n").expect("it is one");
        assert!(of(&run(&other).trace).is_none());
    }
}
