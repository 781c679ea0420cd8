//! What the playground is answered, as its page asks.

use iocp_sim_playground::answer;
use serde_json::{Value, json};

const RACE: &str = "\
port P limit 1
thread A
concurrently
    A: get P poll
and
    post P key=1
end
sometimes A got key=1
sometimes A timeout
never A waiting
always P released [A]
";

fn asked(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).expect("every answer is JSON")
}

fn played(text: &str) -> Value {
    asked(&json!({ "play": { "text": text, "cap": 1000 } }))
}

#[test]
fn every_lesson_is_listed_and_holds() {
    let lessons = asked(&json!("lessons"));
    let lessons = lessons["lessons"].as_array().expect("it is a list");
    assert_eq!(lessons.len(), iocp_sim::sim::lesson_names().count());
    for lesson in lessons {
        let text = lesson["text"].as_str().expect("a lesson has a text");
        let played = played(text);
        assert_eq!(played["failures"], json!([]), "{}", lesson["name"]);
        assert_eq!(played["stop"], Value::Null, "{}", lesson["name"]);
        assert_eq!(played["steps"], json!(played["lines"].as_array().map(Vec::len)));
    }
}

#[test]
fn a_fault_has_its_place_its_words_and_what_helps() {
    let error = &played("port P\nthread A\nA: gte P\n")["error"];
    assert_eq!(
        (&error["line"], &error["column"], &error["length"]),
        (&json!(3), &json!(4), &json!(3))
    );
    assert!(error["help"].as_str().is_some_and(|help| help.contains("get")), "{error}");
}

#[test]
fn the_ends_of_a_group_are_counted_and_each_claim_that_holds_has_its_witness() {
    let played = played(RACE);
    assert_eq!(played["complete"], json!(true));
    let tallies = played["tallies"].as_array().expect("it is a list");
    assert_eq!(tallies.len(), 4);
    let witness = tallies[1]["witness"].as_str().expect("it held once");
    let walked = self::played(witness);
    assert_eq!((&walked["failures"], &walked["ends"]), (&json!([]), &json!(1)));
}

#[test]
fn a_claim_that_fails_has_a_scenario_that_shows_it() {
    let played = played(&RACE.replace("never A waiting", "never A timeout"));
    let failure = &played["failures"][0];
    assert_eq!(failure["span"]["line"], json!(10));
    let shown = failure["counterexample"].as_str().expect("there are groups");
    assert!(shown.contains("A: get P poll\n"), "{shown}");
}

#[test]
fn what_could_happen_can_be_gone_on_with_and_is_a_scenario_again() {
    let text = "port P limit 1\nthread A B\nA: get P\npost P key=1\n";
    let choices = asked(&json!({ "choices": { "text": text, "after": 1 } }));
    let events = choices["choices"].as_array().expect("it is a list");
    assert!(events.iter().any(|choice| choice["event"] == "B: get P"), "{choices}");
    for choice in events {
        let steps = &choice["event"];
        let branch = asked(&json!({ "branch": { "text": text, "after": 1, "steps": steps } }));
        let branch = branch["text"].as_str().expect("what is offered can happen");
        assert_eq!(played(branch)["steps"], json!(2), "{branch}");
    }
}

#[test]
fn a_step_that_can_not_happen_or_be_read_is_refused_in_words() {
    let text = "port P limit 1\nthread A\nA: get P\n";
    for (steps, words) in [
        ("A: get P", "can not happen"),
        ("A: nap", "nap"),
        ("B: get P", "B"),
        ("note A waits.", "no step"),
    ] {
        let branch = asked(&json!({ "branch": { "text": text, "after": 1, "steps": steps } }));
        let message = branch["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(words), "{steps:?}: {branch}");
    }
}

#[test]
fn whatever_is_asked_is_answered() {
    let deep = format!("{{\"play\":{{\"text\":{}", "[".repeat(10_000));
    for request in ["", "{}", "null", "{\"nothing\":{}}", "\u{0}", deep.as_str()] {
        let answer: Value = serde_json::from_str(&answer(request)).expect("every answer is JSON");
        assert!(answer["error"]["message"].is_string(), "{answer}");
    }
    let request = json!({ "choices": { "text": RACE, "after": u64::MAX } });
    assert!(asked(&request)["choices"].is_array());
    assert!(played("")["error"].is_object());
    assert!(played(&"x".repeat(2 << 20))["error"].is_object());
}
