//! `iocp-sim explain`, as a user runs it: what it prints and how it ends.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;

const SITUATION: &str = "\
title  Four threads under a limit of two, one of which blocks
port P limit 2
thread A B C D
A: get P
B: get P
C: get P
D: get P
expect P waiting [D C B A] active 0
post P key=1
post P key=2
expect D got key=1 and C got key=2 and P released [D C] waiting [B A]
post P key=3
expect P queue [key=3] waiting [B A] active 2
D: block
expect B got key=3 and P queue [] released [C B] paused [D] waiting [A] active 2
D: unblock
expect P released [B C D] paused [] active 3
";

fn explain(scenario: &str) -> Command {
    let mut command = Command::cargo_bin("iocp-sim").expect("the command was built");
    command.args(["explain", scenario]);
    command
}

/// A file that holds `text`, in the folder for temporary files of this test run.
fn file(name: &str, text: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder is there");
    path
}

/// Explains `text` and gives the exit code, what was told, and what was reported.
fn explained(name: &str, text: &[u8]) -> (i32, String, String) {
    let path = file(name, text);
    let output = explain(path.to_str().expect("the path is UTF-8")).output().expect("it ran");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints UTF-8");
    (output.status.code().expect("it ended"), text(output.stdout), text(output.stderr))
}

#[test]
fn lifo_is_told_with_the_five_structures_and_the_sentences_of_the_rules() {
    let output = explain("lifo").output().expect("it ran");
    let story = String::from_utf8(output.stdout).expect("it prints UTF-8");
    assert_eq!(output.status.code(), Some(0));
    for heading in ["devices", "completion queue", "waiting", "released", "paused"] {
        assert!(story.contains(heading), "{heading}");
    }
    let flat = story.split_whitespace().collect::<Vec<_>>().join(" ");
    for rule in [iocp_sim::Rule::W01, iocp_sim::Rule::C09, iocp_sim::Rule::C05] {
        assert!(flat.contains(rule.sentence()), "{rule}");
        assert!(flat.contains(&rule.entry().why), "{rule}");
    }
}

#[test]
fn every_lesson_holds_and_fits_80_columns() {
    for name in iocp_sim::sim::lesson_names() {
        let output = explain(name).output().expect("it ran");
        let story = String::from_utf8(output.stdout).expect("it prints UTF-8");
        assert_eq!(output.status.code(), Some(0), "{name}: {story}");
        let widest = story.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{name}: {widest:?} columns");
    }
}

#[test]
fn ascii_is_ascii() {
    let output = explain("over-limit").arg("--ascii").output().expect("it ran");
    assert!(output.stdout.is_ascii());
    let unset = explain("over-limit").env("LC_ALL", "C").output().expect("it ran");
    assert_eq!(unset.stdout, output.stdout);
}

#[test]
fn a_situation_that_holds_ends_with_0() {
    let (code, story, report) = explained("holds.scenario", SITUATION.as_bytes());
    assert_eq!((code, report.as_str()), (0, ""));
    assert!(story.contains("Three threads run under a limit of two."), "{story}");
}

#[test]
fn one_letter_wrong_in_a_keyword_ends_with_2_and_names_place_and_word() {
    let (code, _, report) =
        explained("typo.scenario", SITUATION.replace("block", "blick").as_bytes());
    assert_eq!(code, 2);
    assert!(report.contains("typo.scenario, line 14, column 4"), "{report}");
    assert!(report.contains("`blick`") && report.contains("`block`"), "{report}");
}

#[test]
fn an_expectation_that_fails_ends_with_1_and_says_what_was_found() {
    let text = SITUATION.replace("paused [] active 3", "paused [] active 2");
    let (code, story, report) = explained("fails.scenario", text.as_bytes());
    assert_eq!(code, 1);
    assert!(story.contains("D: unblock"));
    assert!(report.contains("line 17, column 8"), "{report}");
    assert!(report.contains("found: P active 3"), "{report}");
}

#[test]
fn a_step_that_can_not_happen_ends_with_2_after_the_story_up_to_it() {
    let text = SITUATION.replace("D: unblock", "A: unblock");
    let (code, story, report) = explained("impossible.scenario", text.as_bytes());
    assert_eq!(code, 2);
    assert!(story.contains("D: block") && !story.contains("unblock"), "{story}");
    assert!(report.contains("line 16"), "{report}");
    assert!(report.contains("the thread is not blocked"), "{report}");
}

#[test]
fn what_is_no_scenario_ends_with_2_and_one_screen() {
    let long = format!("port P\nA{}\n", "x".repeat(900_000));
    let cases: [(&str, &[u8]); 5] = [
        ("empty", b""),
        ("no step", b"port P\nthread A\n"),
        ("binary", b"\x7fELF\x00\x01\x02\xff\xfe"),
        ("long", long.as_bytes()),
        ("unknown", b"port P\nQ: get P\n"),
    ];
    for (name, text) in cases {
        let (code, story, report) = explained(&format!("{name}.scenario"), text);
        assert_eq!((code, story.as_str()), (2, ""), "{name}");
        assert!(report.lines().count() < 20, "{name}: {report}");
        assert!(report.lines().all(|line| line.chars().count() < 200), "{name}: {report}");
        assert!(report.contains(name), "{name}: {report}");
    }
}

#[test]
fn a_name_that_is_neither_lesson_nor_file_ends_with_2_and_lists_the_lessons() {
    let output = explain("lefo").output().expect("it ran");
    let report = String::from_utf8(output.stderr).expect("it prints UTF-8");
    assert_eq!(output.status.code(), Some(2));
    assert!(report.contains("lifo") && report.contains("`lefo`"), "{report}");
}
