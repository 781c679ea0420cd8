//! One rule, whole: its words, and where it is kept.

use iocp_sim::Rule;
use iocp_sim::rules::{Kind, Place};
use iocp_sim::sim::{Scenario, lesson, lesson_names, run};

use crate::layout::Layout;
use crate::paint::{QUIET, RULE, label};

const INDENT: &str = "            ";

pub(super) fn card(rule: Rule, layout: Layout) -> String {
    let entry = rule.entry();
    let sentence = layout.fold(&entry.sentence, &format!("  {:<5}", rule.id()), "       ");
    let mut text = format!("\n{}\n", label(RULE, &sentence));
    let part = |name: &str, words: &str| {
        if words.is_empty() {
            return String::new();
        }
        label(QUIET, &layout.fold(words, &format!("  {name:<10}"), INDENT))
    };
    text += &part("detail", &entry.detail);
    text += &part("why", &entry.why);
    text += &part("evidence", &entry.evidence);
    text += &part("profile", &entry.profile);
    text += &part("section", &entry.section);
    text += &part("kind", seen(rule.kind()));
    if rule.is_planned() {
        text += &part("planned", "it is not followed yet, or not whole");
    }
    let (tests, code): (Vec<Place>, Vec<Place>) = rule.citations().partition(|one| one.is_test());
    // Who tells of a rule acts on it least.
    let (telling, acting): (Vec<Place>, Vec<Place>) =
        code.into_iter().partition(|place| place.file.starts_with("src/sim/says"));
    text += &part("lessons", &lessons(rule).join(", "));
    let code = [&acting, &telling].into_iter().flat_map(|places| in_code(places));
    for (number, place) in code.enumerate() {
        text += &part(if number == 0 { "code" } else { "" }, &place);
    }
    text + &examples(&tests)
}

/// The lessons in which the rule decides something.
fn lessons(rule: Rule) -> Vec<&'static str> {
    let shows = |name: &&str| {
        let scenario = lesson(name).map(Scenario::parse).and_then(Result::ok);
        scenario.is_some_and(|scenario| run(&scenario).trace.rules().contains(&rule))
    };
    lesson_names().filter(shows).collect()
}

fn seen(kind: Kind) -> &'static str {
    match kind {
        Kind::Move => "move: a move carries it",
        Kind::Result => "result: what a call returns carries it",
        Kind::Refusal => "refusal: a refused call carries it",
        Kind::Consequence => "consequence: it follows from other rules",
        Kind::Structure => "structure: no event can show it",
        Kind::Call => "call: a case of Win32 shows it",
    }
}

/// Each file with its functions.
fn in_code(places: &[Place]) -> Vec<String> {
    let files = places.chunk_by(|one, other| one.file == other.file);
    let functions =
        |places: &[Place]| places.iter().map(|place| place.function).collect::<Vec<_>>().join(", ");
    files.map(|places| format!("{}: {}", places[0].file, functions(places))).collect()
}

/// The file and the names of the examples, a name a line: they are long, and there to be copied.
fn examples(places: &[Place]) -> String {
    let mut text = String::new();
    for places in places.chunk_by(|one, other| one.file == other.file) {
        text += &label(QUIET, &format!("\n  examples  {}\n", places[0].file));
        text.extend(places.iter().map(|place| format!("    {}\n", place.function)));
    }
    text
}
