//! `export`: each form, to the output and to a file, and what keeps it from being written.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::{Ended, file, flat, run, run_on};

const FAILING: &str = "port P\nthread A\nA: get P\nexpect A got\n";
const STOPPED: &str = "port P\nthread A\nA: get P\nA: get P\n";

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Nothing is there the first time.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    folder
}

fn exported(arguments: &[&str]) -> String {
    let Ended { code, out, err } = run(&[&["export"], arguments].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    out
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is a folder");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    entries.map(|entry| name(entry.expect("it is readable"))).collect()
}

#[test]
fn every_lesson_is_exported_in_every_form() {
    let schema = include_str!("../../../docs/perfetto.schema.json");
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    let schema = jsonschema::validator_for(&schema).expect("the schema is a schema");
    for name in iocp_sim::sim::lesson_names() {
        let timeline = serde_json::from_str(&exported(&["--perfetto", name]));
        let timeline: Value = timeline.expect("it is JSON");
        let errors: Vec<String> =
            schema.iter_errors(&timeline).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {}", errors.join("\n"));
        let graph = exported(&["--dot", name]);
        assert!(graph.starts_with("digraph scenario {\n") && graph.ends_with("}\n"), "{graph}");
        let trace = exported(&["--json", name]);
        assert_eq!(trace, run(&["explain", "--format", "json", name]).out);
    }
}

#[test]
fn a_timeline_that_is_broken_anywhere_is_not_of_the_schema() {
    let schema = include_str!("../../../docs/perfetto.schema.json");
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    let schema = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let whole: Value = serde_json::from_str(&exported(&["--perfetto", "lifo"])).expect("JSON");
    assert!(schema.is_valid(&whole));
    let events = whole["traceEvents"].as_array().expect("they are a list");
    let places = [("ph", json!("B")), ("pid", json!(2)), ("tid", json!(-1)), ("args", json!(1))];
    for number in 0..events.len() {
        for (place, value) in &places {
            let mut broken = whole.clone();
            broken["traceEvents"][number][place] = value.clone();
            assert!(!schema.is_valid(&broken), "event {number}, {place}");
        }
        let mut broken = whole.clone();
        broken["traceEvents"][number]["surprise"] = json!(1);
        assert!(!schema.is_valid(&broken), "event {number} with a surprise");
    }
}

#[test]
fn a_trace_is_exported_as_its_scenario_is() {
    let trace = exported(&["--json", "over-limit"]);
    let path = file("exported/over-limit.json", trace.as_bytes());
    let path = path.to_str().expect("the path is UTF-8");
    let again: Value = serde_json::from_str(&exported(&["--json", path])).expect("it is JSON");
    let trace: Value = serde_json::from_str(&trace).expect("it is JSON");
    assert_eq!(again["hash"], trace["hash"]);
}

#[test]
fn exactly_one_form_is_asked_for() {
    for arguments in [&["export", "lifo"][..], &["export", "--dot", "--json", "lifo"]] {
        let Ended { code, out, err } = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("--dot"), "{err}");
    }
    assert_eq!(run(&["export", "--json", "--states", "5", "lifo"]).code, 2);
    assert_eq!(run(&["export", "--dot", "--states", "0", "lifo"]).code, 2);
}

#[test]
fn a_graph_has_no_more_states_than_asked_for() {
    let graph = exported(&["--dot", "--states", "3", "lifo"]);
    assert!(graph.contains("\\n3 states, 2 steps, 0 ends"), "{graph}");
    assert!(graph.contains("\\nCut: "), "{graph}");
}

#[test]
fn a_file_is_replaced_at_once_and_nothing_is_left_beside_it() {
    let folder = folder("export-replaces");
    let path = folder.join("lifo.dot");
    fs::write(&path, "what was there").expect("the folder is there");
    let name = path.to_str().expect("the path is UTF-8");
    let Ended { code, out, err } = run(&["export", "--dot", "lifo", "-o", name]);
    let text = fs::read_to_string(&path).expect("it was written");
    assert_eq!((code, out.as_str()), (0, ""));
    assert_eq!(err, format!("{name}: {} bytes written\n", text.len()));
    assert_eq!(text, exported(&["--dot", "lifo"]));
    assert_eq!(names_in(&folder), ["lifo.dot"]);
}

#[test]
fn a_folder_and_a_place_that_is_not_there_are_errors_that_leave_nothing() {
    let folder = folder("export-refused");
    let missing = folder.join("missing/lifo.dot");
    for (path, why) in [(&folder, "it is a folder"), (&missing, "could not be written")] {
        let name = path.to_str().expect("the path is UTF-8");
        let Ended { code, out, err } = run(&["export", "--dot", "lifo", "-o", name]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(flat(&err).contains(why), "{err}");
    }
    assert!(names_in(&folder).is_empty());
}

#[test]
fn what_fails_is_exported_reported_and_ends_as_it_is_explained() {
    for (name, text, code) in [("failing", FAILING, 1), ("stopped", STOPPED, 2)] {
        let name = format!("export-{name}.scenario");
        let explained = run_on(&["explain"], &name, text.as_bytes());
        let exported = run_on(&["export", "--json"], &name, text.as_bytes());
        assert_eq!((explained.code, exported.code), (code, code));
        assert_eq!(exported.err, explained.err);
        let trace: Value = serde_json::from_str(&exported.out).expect("it is JSON");
        assert_eq!(trace["steps"].as_array().map(Vec::len), Some(1));
    }
    assert_eq!(run(&["export", "--json", "no-such-lesson"]).code, 2);
}

#[test]
fn a_graph_of_large_states_is_cut_for_its_size_and_says_so() {
    let ports: String = (0..2000).map(|port| format!("port P{port}\n")).collect();
    let text = format!("{ports}{}", "post P1\n".repeat(300));
    let ended = run_on(&["export", "--dot"], "export-ports.scenario", text.as_bytes());
    assert_eq!(ended.code, 3);
    assert!(flat(&ended.err).contains("the graph is cut after 2"), "{}", ended.err);
    assert!(ended.out.contains("\\nCut: "));
}

#[test]
fn how_many_states_and_limits_can_be_asked_for_is_bounded_and_named() {
    for (arguments, says) in [
        (["--dot", "--states", "10001"], "--states 10001: a graph has at most 10000 states"),
        (["--html", "--limits", "1,2,1"], "--limits has 1 twice: name each limit once"),
        (["--html", "--limits", "1,2,3,4,5,6,7,8,9"], "has 9 limits: a page has at most 8"),
    ] {
        let Ended { code, out, err } = run(&[&["export", "lifo"], &arguments[..]].concat());
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(flat(&err).contains(says), "{err}");
    }
    let two = "port P\nport Q\npost P\n";
    let Ended { code, err, .. } =
        run_on(&["export", "--html", "--limits", "2"], "export-two.scenario", two.as_bytes());
    assert_eq!(code, 2);
    assert!(flat(&err).contains("about one port, and here are 2: leave it out"), "{err}");
}

#[test]
fn a_file_has_as_long_a_name_as_a_file_can_have() {
    let folder = folder("export-long-name");
    let path = folder.join(format!("{}.dot", "n".repeat(251)));
    let name = path.to_str().expect("the path is UTF-8");
    let Ended { code, err, .. } = run(&["export", "--dot", "lifo", "-o", name]);
    assert_eq!(code, 0, "{err}");
    assert!(path.is_file());
}

#[test]
fn a_dash_is_standard_output() {
    let ended = run(&["export", "--dot", "lifo", "-o", "-"]);
    assert_eq!(ended, run(&["export", "--dot", "lifo"]));
}
