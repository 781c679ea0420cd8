//! Traces that are read: they come out as they went in, and what was changed is named.

use serde_json::{Value, json};

use crate::{Ended, flat, run, run_on};

/// Its lines, its texts and its programs are not those of its canonical form.
const GROUPED: &str = "\
title Two ends  # and no comment
question Which?

port P limit 1
thread A B C
device D

associate  D P key=0x7   # seven
concurrently
    A:get P  timeout 5ms
and
    B: get P
end
sometimes P waiting [A B]
note The first.
note The second.
post P key=1 bytes=2 status=CANCELLED
D: complete
# C never asks
advance 10ms
";

fn grouped() -> String {
    traced("traces-grouped.scenario", GROUPED, 0)
}

fn traced(name: &str, scenario: &str, code: i32) -> String {
    let ended = run_on(&["export", "--json"], name, scenario.as_bytes());
    assert_eq!(ended.code, code, "{}", ended.err);
    ended.out
}

fn read(name: &str, trace: &[u8]) -> Ended {
    run_on(&["export", "--json"], name, trace)
}

/// The error of a trace in which what is at this place was changed.
fn error_with(name: &str, trace: &str, place: &str, value: Value) -> String {
    let mut changed: Value = serde_json::from_str(trace).expect("it is JSON");
    *changed.pointer_mut(place).unwrap_or_else(|| panic!("{place} is there")) = value;
    let Ended { code, out, err } = read(name, changed.to_string().as_bytes());
    assert_eq!((code, out.as_str()), (2, ""), "{place}");
    flat(&err)
}

#[test]
fn a_trace_that_is_read_comes_out_as_it_went_in() {
    let stopped = "port P\nthread A\n\nA: get P\nnote Here.\nA: get P\n";
    let nothing = "port P\nthread A\nA: unblock\n";
    for trace in [
        grouped(),
        traced("traces-stopped.scenario", stopped, 2),
        traced("traces-nothing.scenario", nothing, 2),
    ] {
        let Ended { code, out, err } = read("traces-again.json", trace.as_bytes());
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(out, trace);
    }
}

#[test]
fn a_change_of_anything_in_a_trace_is_named_with_its_step() {
    let trace = grouped();
    let places: [(&str, Value, &str); 24] = [
        ("/steps/1/state/0/waiting", json!([]), "step 2: its `state` is not what the machine"),
        ("/steps/4/state/0/queue", json!([]), "step 5: its `state`"),
        ("/steps/0/state/0/keys", json!([8]), "step 1: its `state`"),
        ("/steps/0/state/0/active", json!(3), "step 1: the active count of P"),
        ("/steps/0/state", json!([]), "step 1: it has not one state for each port"),
        ("/steps/0/state/0", json!(7), "invalid type: integer `7`, expected the state of a port"),
        ("/steps/3/holds/A", json!([]), "step 4: its `holds`"),
        ("/steps/2/says", json!("Nothing."), "step 3: a name stands beyond its sentence"),
        ("/steps/2/says", json!("x".repeat(200)), "step 3: its `says`"),
        ("/steps/2/names/0/0", json!(2), "step 3: its `names`"),
        ("/steps/2/text", json!("A: get P"), "step 3: its `text`"),
        ("/steps/2/text", json!("A: got P"), "step 3: its text or note can not be read"),
        ("/steps/2/event", json!("A: get P"), "its hash is"),
        ("/steps/1/line", json!(99), "step 2: its `line`"),
        ("/steps/2/pc/A", json!(1), "step 3: its `pc`"),
        ("/steps/0/n", json!(2), "step 1 says that it is step 2"),
        ("/threads/A/program", json!(["dance"]), "a `program` can not be read"),
        ("/threads/A/program", json!(["block"]), "step 3: its `line`"),
        ("/threads/A/lines", json!([9]), "step 3: its `line`"),
        ("/threads/B/lines", json!([10]), "`lines` of B can not have line 10"),
        ("/ends", json!(0), "expected a nonzero"),
        ("/rules/W01/why", json!("Because."), "its `rules` are not those of its steps"),
        ("/steps/3/results/A/packets/0/status", json!("0xC0000120"), "is no status"),
        ("/version", json!(2), "version 2 is not known here"),
    ];
    for (place, value, says) in places {
        let err = error_with("traces-changed.json", &trace, place, value);
        assert!(err.contains(says), "{place}: {err}");
        assert!(err.contains("traces-changed.json"), "{err}");
    }
}

#[test]
fn a_text_in_a_trace_begins_no_other_line() {
    let trace = grouped();
    for (place, value, field) in [
        ("/title", json!("x\nport Q"), "`title` has a line break"),
        ("/question", json!("x\rport Q"), "`question` has a line break"),
        ("/steps/2/note", json!("x\rexpect A got"), "step 3: its `note` has a line break"),
        ("/steps/0/text", json!("x\u{1b}[31m"), "step 1: its `text` has a control character"),
        ("/devices", json!(["D E"]), "\"D E\" is no name of a device"),
        ("/ports/0/name", json!("P\nport Q"), "\"P\\nport Q\" is no name of a port"),
    ] {
        let err = error_with("traces-lines.json", &trace, place, value);
        assert!(err.contains(field), "{place}: {err}");
    }
}

#[test]
fn several_notes_stay_several_and_a_line_of_them_is_no_step() {
    let text = grouped().replace(r"The first.\nThe second.", r"One.\nclose P\n# three");
    let Ended { code, out, err } = read("traces-notes.json", text.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out == text && text.contains("close P"), "{out}");
}

#[test]
fn a_field_that_no_trace_has_is_refused() {
    let trace = grouped().replacen('{', "{\"extra\": 1,", 1);
    let Ended { code, err, .. } = read("traces-extra.json", trace.as_bytes());
    assert_eq!(code, 2);
    assert!(flat(&err).contains("unknown field `extra`"), "{err}");
}

#[test]
fn a_trace_that_tells_more_text_than_a_scenario_may_have_is_read_back() {
    let title = "t".repeat((1 << 20) - 50);
    let trace = traced("traces-long.scenario", &format!("title {title}\nport P\npost P\n"), 0);
    let Ended { code, out, err } = read("traces-long.json", trace.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out == trace);
    for form in ["--html", "--dot", "--svg"] {
        let ended = run_on(&["export", form], "traces-long.json", trace.as_bytes());
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{form}");
    }
}

#[test]
fn the_graph_of_a_trace_has_the_lines_of_the_trace() {
    let ended = run_on(&["export", "--dot"], "traces-graph.json", grouped().as_bytes());
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert!(ended.out.contains("tooltip=\"line 10\""), "{}", ended.out);
}

#[test]
fn a_trace_begins_with_a_mark_or_is_told_to_be_utf_8() {
    let trace = run(&["export", "--json", "lifo"]).out;
    let marked = read("traces-mark.json", &[b"\xef\xbb\xbf", trace.as_bytes()].concat());
    assert_eq!((marked.code, marked.out), (0, trace.clone()));
    let wide = |mark: &[u8], bytes: fn(u16) -> [u8; 2]| {
        [mark.to_vec(), trace.encode_utf16().flat_map(bytes).collect()].concat()
    };
    for bytes in [
        wide(b"\xff\xfe", u16::to_le_bytes),
        wide(b"\xfe\xff", u16::to_be_bytes),
        wide(b"", u16::to_le_bytes),
        wide(b"", u16::to_be_bytes),
    ] {
        let Ended { code, err, .. } = read("traces-wide.json", &bytes);
        assert_eq!(code, 2);
        assert!(flat(&err).contains("UTF-16; save it as"), "{err}");
    }
}

#[test]
fn what_a_trace_does_not_tell_has_a_field_and_is_read_back() {
    let stopped = "port P\nthread A\nA: get P\nnote It waits.\nA:  block # now\n";
    let open = String::from_utf8(crate::explain::hopeless()).expect("it is UTF-8");
    for (name, scenario, code, field, words) in [
        ("stopped", stopped, 2, "stops", "The story can not go on with `A:  block`: the thread"),
        ("open", &open, 3, "more_ends", "true"),
    ] {
        let trace = traced(&format!("traces-{name}.scenario"), scenario, code);
        let value: Value = serde_json::from_str(&trace).expect("it is JSON");
        let said = value[field].to_string();
        assert!(said.contains(words), "{name}: {said}");
        let Ended { code, out, err } = read(&format!("traces-{name}.json"), trace.as_bytes());
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        assert!(out == trace, "{name}");
    }
}
