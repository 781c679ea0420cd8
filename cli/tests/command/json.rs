//! Traces as JSON, held against docs/trace.schema.json.

use iocp_sim::trace::Trace;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::{Ended, flat, run, run_on};

const GROUPED: &str = "\
port P limit 1
port Q
thread A B
device D
associate D P key=0xffffffffffffffff
concurrently
    A: get P max 2 timeout 1ms
and
    D: complete bytes=5 status=CANCELLED
and
    B: get Q max 0
end
sometimes A got [p1]
note The first.
note The second.
B: block
advance 1ms
close P
close P
";

fn schema() -> Validator {
    let schema = include_str!("../../../docs/trace.schema.json");
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is a schema")
}

fn trace(arguments: &[&str]) -> Value {
    let Ended { code, out, err } = run(&[&["explain", "--format", "json"], arguments].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    serde_json::from_str(&out).expect("it prints JSON")
}

fn assert_valid(schema: &Validator, trace: &Value, name: &str) {
    let errors: Vec<String> = schema
        .iter_errors(trace)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{name}:\n{}", errors.join("\n"));
}

#[test]
fn every_lesson_has_the_form_of_the_schema() {
    let schema = schema();
    for name in iocp_sim::sim::lesson_names() {
        let trace = trace(&[name]);
        assert_valid(&schema, &trace, name);
        let steps = trace["steps"].as_array().expect("steps are a list");
        assert!(steps.len() > 5, "{name}");
    }
}

#[test]
fn a_scenario_with_a_group_has_the_form_of_the_schema() {
    let Ended { code, out, err } =
        run_on(&["explain", "--format", "json"], "grouped.scenario", GROUPED.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    let trace: Value = serde_json::from_str(&out).expect("it prints JSON");
    assert_valid(&schema(), &trace, "grouped");
    assert!(trace["ends"].as_u64() > Some(1));
    assert!(out.contains("18446744073709551615"), "a key has 64 bits");
    assert!(trace["steps"].as_array().is_some_and(|steps| {
        steps.iter().any(|step| step["note"] == "The first.\nThe second.")
            && steps.iter().any(|step| !step["refused"].is_null())
    }));
}

#[test]
fn a_document_that_is_broken_anywhere_is_refused() {
    let schema = schema();
    let whole = trace(&["over-limit"]);
    let places: [(&str, Value); 11] = [
        ("/version", json!(2)),
        ("/hash", json!("short")),
        ("/profile", json!("95")),
        ("/ends", json!(0)),
        ("/rules", json!({"W01": {"sentence": "", "why": "x", "evidence": "x"}})),
        ("/ports/0/limit", json!(0)),
        ("/steps/0/event", Value::Null),
        ("/steps/0/moves/0/rule", json!("because")),
        ("/steps/2/results/B/kind", json!("lost")),
        ("/steps/3/state/0/queue/0/n", json!("p2")),
        ("/steps/0/pc/A", json!(-1)),
    ];
    for (place, value) in places {
        let mut broken = whole.clone();
        *broken.pointer_mut(place).unwrap_or_else(|| panic!("{place} is there")) = value;
        assert!(!schema.is_valid(&broken), "{place}");
    }
    for (place, name) in [("", "steps"), ("/steps/0", "says"), ("/steps/0/state/0", "waiting")] {
        let mut broken = whole.clone();
        let object = broken.pointer_mut(place).and_then(Value::as_object_mut);
        object.and_then(|object| object.remove(name)).expect("it is there");
        assert!(!schema.is_valid(&broken), "without {place}/{name}");
        let mut broken = whole.clone();
        broken.pointer_mut(place).expect("it is there")["surprise"] = json!(1);
        assert!(!schema.is_valid(&broken), "with {place}/surprise");
    }
}

#[test]
fn json_is_printed_whole() {
    let Ended { code, out, err } = run(&["explain", "lifo", "--format", "json", "--from", "3"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("leave out --from and --to"), "{err}");
}

#[test]
fn a_trace_that_is_read_back_is_the_trace_that_was_written() {
    for name in iocp_sim::sim::lesson_names() {
        let Ended { out, .. } = run(&["explain", "--format", "json", name]);
        let read: Trace = serde_json::from_str(&out).expect("it is a trace");
        let again = serde_json::to_string_pretty(&read).expect("it can be written");
        assert_eq!(again + "\n", out, "{name}");
    }
}

#[test]
fn a_trace_is_told_as_its_scenario_is() {
    let Ended { out: json, .. } = run(&["explain", "--format", "json", "lifo"]);
    let told = run_on(&["explain"], "lifo.trace.json", json.as_bytes());
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.out.contains("waited last, so"), "{}", told.out);
}

#[test]
fn a_long_trace_is_read_whole() {
    let Ended { out: json, .. } = run(&["explain", "--format", "json", "lifo"]);
    let long = json.replacen('{', &format!("{{{}", " ".repeat(65 << 20)), 1);
    let told = run_on(&["explain"], "long.trace.json", long.as_bytes());
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert!(told.out.contains("waited last, so"), "{}", told.out);
}

#[test]
fn a_trace_that_was_changed_is_refused_with_the_reason() {
    let Ended { out, .. } = run(&["explain", "--format", "json", "lifo"]);
    for (from, to, says) in [
        ("\"rule\": \"W01\"", "\"rule\": \"W99\"", "step 7: `W99` is no rule of SPEC.md"),
        ("\"version\": 1", "\"version\": 7", "version 7 is not known here, only 1"),
        ("\"rule\": \"W01\"", "\"rule\": \"C11\"", "it was changed, or is of another version"),
        ("\"pc\": {", "\"pc\": { \"Z\": 1,", "its threads are not those of the trace"),
        ("\"steps\": [", "\"steps\": [7,", "this is no trace as `explain --format json` prints it"),
    ] {
        let changed = out.replacen(from, to, 1);
        assert_ne!(changed, out, "{from}");
        let ended = run_on(&["explain"], "changed.trace.json", changed.as_bytes());
        assert_eq!(ended.code, 2, "{from}");
        assert!(flat(&ended.err).contains(says), "{}", ended.err);
    }
}
