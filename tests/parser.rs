//! The laws of reading and writing scenarios, on texts that nobody would write: whatever is read
//! means the same in its canonical form, which stays as it is, and runs; and nothing panics.
//!
//! The seeds are fixed, so that a run can be repeated; `PROPTEST_CASES` sets how many texts of each
//! kind there are (default 2000).

#[path = "parser/loose.rs"]
mod loose;

use std::cell::Cell;
use std::fmt::Debug;

use iocp_sim::sim::{Act, Scenario, Span, Step, lesson, lesson_names, run};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::loose::scenarios;

const CASES: u32 = 2000;

/// What the lessons lack.
const MORE: &str = "\
profile 10
processors 2
port P limit 0x2  # two run
port Q
thread A B
device D E

associate D P key=0x7
concurrently  # any order
    A: get P max 2 timeout 1500us alertable
    # between
    A: block
and
    D: complete bytes=12 status=END_OF_FILE
and
    advance 2ms
    close Q
end
sometimes A got [key=7,bytes=12,status=END_OF_FILE]
always A timeout and P devices [D] queue [p1]
never refused
expect P active 0 paused [A]
note as it is # no comment
";

/// Words of the language and some that are none, for texts without sense.
const WORDS: &str = "port thread device P A B D A: D: get post key=1 = , [ ] : expect got queue \
    waiting and end concurrently always refused p1 0x 10ms timeout max 3 close advance note title \
    # \u{feff} \u{e9} \0 \u{3000}x";

/// What stands between them.
const BETWEEN: &[&str] = &["", " ", "\t", " ", "\n", "\r\n", "\r", " \n "];

/// Checks the laws of a text, and says whether it was read.
fn obeys(bytes: &[u8]) -> bool {
    let read = match Scenario::from_bytes(bytes) {
        Ok(read) => read,
        Err(error) => {
            assert!(error.excerpt.text.chars().count() <= 80);
            assert!(!error.to_string().contains('\n'));
            return false;
        }
    };
    let text = str::from_utf8(bytes).expect("what is read is UTF-8");
    let canonical = Scenario::canonical(text).expect("what is read is written");
    let again = Scenario::parse(&canonical).expect("what is written is read");
    assert_eq!(bare(&again), bare(&read), "another meaning:\n{canonical}");
    assert_eq!(Scenario::canonical(&canonical).as_deref(), Ok(canonical.as_str()));
    assert_tidy(&canonical);
    assert_eq!(behind_marks(&canonical), behind_marks(text), "another comment:\n{canonical}");
    for (text, step) in steps(&again) {
        assert_eq!(text, step.text(&again));
    }
    let _ = run(&read);
    true
}

/// The scenario without the places and the texts of what it says.
fn bare(scenario: &Scenario) -> Scenario {
    const NOWHERE: Span = Span { line: 0, column: 0, length: 0 };
    let mut bare = scenario.clone();
    for statement in &mut bare.statements {
        statement.span = NOWHERE;
        statement.text.clear();
        match &mut statement.act {
            Act::Expect(conditions) | Act::Outcome(_, conditions) => {
                conditions.iter_mut().for_each(|(span, _)| *span = NOWHERE);
            }
            Act::Group(branches) => {
                for step in branches.iter_mut().flat_map(|branch| &mut branch.steps) {
                    step.span = NOWHERE;
                    step.text.clear();
                }
            }
            Act::Step(_) | Act::Note(_) => {}
        }
    }
    bare
}

/// The steps of a scenario, and how they are written.
fn steps(scenario: &Scenario) -> Vec<(&str, Step)> {
    let mut steps = Vec::new();
    for statement in &scenario.statements {
        match &statement.act {
            Act::Step(step) => steps.push((statement.text.as_str(), *step)),
            Act::Group(branches) => {
                let inside = branches.iter().flat_map(|branch| &branch.steps);
                steps.extend(inside.map(|inside| (inside.text.as_str(), inside.step)));
            }
            Act::Expect(_) | Act::Outcome(..) | Act::Note(_) => {}
        }
    }
    steps
}

/// What stands behind the first `#` of each line that has one: it stays as it is.
fn behind_marks(text: &str) -> Vec<&str> {
    let lines = text.split('\n').filter_map(|line| line.split_once('#'));
    lines.map(|(_, rest)| rest.trim_end_matches([' ', '\t', '\r'])).collect()
}

fn assert_tidy(canonical: &str) {
    assert!(canonical.ends_with('\n') && !canonical.starts_with('\n'));
    assert!(!canonical.ends_with("\n\n") && !canonical.contains("\n\n\n"));
    let untidy = |line: &str| line.ends_with([' ', '\t', '\r']);
    assert!(!canonical.split('\n').any(untidy), "blanks at the end of a line:\n{canonical}");
}

/// Checks many texts, and counts those that were read.
fn count<S: Strategy>(seed: u64, texts: S, obeys: impl Fn(S::Value) -> bool) -> (u32, u32)
where
    S::Value: Debug,
{
    let given = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = Config {
        cases: given.unwrap_or(CASES),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    };
    let (read, all) = (Cell::new(0), Cell::new(0));
    let outcome = TestRunner::new(config).run(&texts, |text| {
        read.set(read.get() + u32::from(obeys(text)));
        all.set(all.get() + 1);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    (read.get(), all.get())
}

#[test]
fn any_bytes_are_read_or_refused() {
    let bytes = prop_oneof![vec(any::<u8>(), 0..300), any::<String>().prop_map(String::into_bytes)];
    let (read, all) = count(1, bytes, |bytes| obeys(&bytes));
    assert!(read < all);
}

#[test]
fn words_of_the_language_in_any_order_are_read_or_refused() {
    let words: Vec<&str> = WORDS.split(' ').filter(|word| !word.is_empty()).collect();
    let (read, all) = count(2, vec((select(words), select(BETWEEN)), 0..20), |words| {
        let text: String = words.into_iter().flat_map(|(word, between)| [word, between]).collect();
        let opened = format!("port P\nthread A B\ndevice D\npost P\n{text}");
        obeys(text.as_bytes()) | obeys(opened.as_bytes())
    });
    assert!(0 < read && read < all, "{read} of {all} were read");
}

#[test]
fn every_loosely_written_scenario_is_read() {
    let (read, all) = count(4, scenarios(), |text| {
        assert!(obeys(text.as_bytes()), "{}", Scenario::parse(&text).unwrap_err());
        true
    });
    assert_eq!(read, all);
}

#[derive(Clone, Copy, Debug)]
enum Unit {
    Byte,
    Word,
    Line,
}

#[derive(Clone, Copy, Debug)]
enum Edit {
    Replace,
    Delete,
    Double,
    Swap,
}

impl Unit {
    fn split(self, text: &[u8]) -> Vec<Vec<u8>> {
        match self {
            Self::Byte => text.iter().map(|&byte| vec![byte]).collect(),
            Self::Word => text.split_inclusive(|&byte| byte == b' ').map(<[u8]>::to_vec).collect(),
            Self::Line => text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect(),
        }
    }
}

impl Edit {
    /// Edits one of the `units`; `from` are those that may take its place.
    fn edit(self, units: &mut Vec<Vec<u8>>, at: Index, with: Index, from: &[Vec<u8>]) {
        if units.is_empty() {
            return;
        }
        let (at, other) = (at.index(units.len()), with.index(units.len()));
        match self {
            Self::Replace => units[at].clone_from(&from[with.index(from.len())]),
            Self::Delete => drop(units.remove(at)),
            Self::Double => units.insert(other, units[at].clone()),
            Self::Swap => units.swap(at, other),
        }
    }
}

#[test]
fn lessons_with_a_few_changes_are_read_or_refused() {
    let lessons = || lesson_names().map(|name| lesson(name).expect("it has this name"));
    let texts: Vec<&str> = lessons().chain([MORE]).collect();
    let all_bytes: Vec<u8> = (0..=u8::MAX).collect();
    let unit = prop_oneof![Just(Unit::Byte), Just(Unit::Word), Just(Unit::Line)];
    let edit = select(vec![Edit::Replace, Edit::Delete, Edit::Double, Edit::Swap]);
    let edits = vec((unit, edit, any::<Index>(), any::<Index>()), 1..5);
    let (read, all) = count(3, (select(texts.clone()), edits), |(text, edits)| {
        let mut bytes = text.as_bytes().to_vec();
        for (unit, edit, at, with) in edits {
            let mut units = unit.split(&bytes);
            let from = match unit {
                Unit::Byte => unit.split(&all_bytes),
                Unit::Word | Unit::Line => {
                    texts.iter().flat_map(|t| unit.split(t.as_bytes())).collect()
                }
            };
            edit.edit(&mut units, at, with, &from);
            bytes = units.concat();
        }
        obeys(&bytes)
    });
    assert!(all / 20 < read && read < all - all / 20, "{read} of {all} were read");
}
