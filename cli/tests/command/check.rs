//! `iocp-sim check`: what it says of files and folders, and its exit codes.

use std::fs;
use std::path::PathBuf;

use crate::explain::hopeless;
use crate::{Ended, file, fits_a_screen, flat, run, run_on};

const HOLDS: &str = "port P limit 1\nthread A\nA: get P\npost P key=1\nexpect A got key=1\n";
const FAILS: &str = "port P limit 1\nthread A\nA: get P\nexpect A got key=1\nexpect P active 7\n";
const IMPOSSIBLE: &str = "port P\nthread A\nA: get P\nA: block\n";
const UNREADABLE: &str = "port P\npots P\n";
const RACE: &str = "port P limit 1\nthread A B\nconcurrently\nA: get P\nand\nB: get P\nend\n\
                    post P key=1\nexpect P active 1\n";
const OUTCOMES: &str = "port P limit 1\nthread A B\nconcurrently\nA: get P\nand\nB: get P\nend\n\
                        sometimes P waiting [A B]\nalways P active 0\nnever P active 1\n";

/// A folder with these scenarios in it.
fn folder(name: &str, scenarios: &[(&str, &[u8])]) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (scenario, text) in scenarios {
        file(&format!("{name}/{scenario}.scenario"), text);
    }
    folder.to_str().expect("the path is UTF-8").to_owned()
}

#[test]
fn the_repositorys_scenarios_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios");
    let Ended { code, out, err } = run(&["check", folder]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.lines().rev().skip(1).all(|line| line.starts_with("holds ")), "{out}");
}

#[test]
fn traces_have_the_same_hashes_in_this_process_as_in_that_of_the_library() {
    let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios");
    let hashes = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/hashes.txt");
    let Ended { code, out, err } = run(&["check", scenarios, "--hashes", hashes]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
}

#[test]
fn a_trace_that_is_not_the_known_one_ends_with_1() {
    let folder = folder("hashes", &[("one", HOLDS.as_bytes())]);
    let hashes = format!("{folder}/hashes.txt");
    fs::write(&hashes, "0123456789abcdef one.scenario\n").expect("the folder is there");
    let Ended { code, err, .. } = run(&["check", &folder, "--hashes", &hashes]);
    assert_eq!(code, 1);
    assert!(flat(&err).contains("and had 0123456789abcdef"), "{err}");
}

#[test]
fn no_random_walks_at_all_are_refused() {
    let Ended { code, err, .. } =
        run_on(&["check", "--random", "0"], "none.scenario", RACE.as_bytes());
    assert_eq!(code, 2);
    assert!(err.contains("--random"), "{err}");
}

#[test]
fn a_group_of_many_branches_and_a_long_queue_stay_small() {
    let mut text = "port P\n".to_owned();
    text += &"post P\n".repeat(20_000);
    text += "concurrently\n";
    let branches: Vec<String> = (0..400).map(|key| format!("post P key={key}\n")).collect();
    text += &branches.join("and\n");
    text += "end\n";
    let Ended { code, err, .. } =
        run_on(&["check", "--cap", "200"], "large.scenario", text.as_bytes());
    assert_eq!(code, 3, "{err}");
}

#[test]
fn each_way_to_end_has_its_exit_code() {
    let ends: [(&str, &[u8], i32); 5] = [
        ("holds", HOLDS.as_bytes(), 0),
        ("fails", FAILS.as_bytes(), 1),
        ("impossible", IMPOSSIBLE.as_bytes(), 2),
        ("unreadable", UNREADABLE.as_bytes(), 2),
        ("incomplete", &hopeless(), 3),
    ];
    for (word, text, code) in ends {
        let end = run_on(&["check", "--cap", "50"], &format!("{word}-alone.scenario"), text);
        assert_eq!(end.code, code, "{end:?}");
        assert!(end.out.starts_with(word), "{end:?}");
        assert_eq!(end.err.is_empty(), code == 0, "{end:?}");
    }
}

#[test]
fn of_many_files_each_has_a_line_and_the_worst_decides() {
    let all: [(&str, &[u8]); 5] = [
        ("a", HOLDS.as_bytes()),
        ("b", FAILS.as_bytes()),
        ("c", IMPOSSIBLE.as_bytes()),
        ("d", UNREADABLE.as_bytes()),
        ("e", &hopeless()),
    ];
    let Ended { code, out, err } = run(&["check", "--cap", "50", &folder("all", &all)]);
    assert_eq!(code, 2);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 6, "{out}");
    let places: Vec<Option<usize>> = lines[..5].iter().map(|line| line.find("/")).collect();
    assert!(places.iter().all(|place| *place == places[0]), "aligned: {out}");
    let sum = "1 of 5 scenarios hold, 1 failed, 1 impossible, 1 incomplete, 1 unreadable";
    assert_eq!(lines[5], sum);
    assert!(flat(&err).contains("b.scenario: 1 more failure;"), "{err}");

    let Ended { code, .. } = run(&["check", "--cap", "50", &folder("two", &[all[1], all[4]])]);
    assert_eq!(code, 1, "a counterexample is an answer");
}

#[test]
fn outcomes_are_counted_and_a_witness_is_a_scenario() {
    let Ended { code, out, err } = run_on(&["check"], "outcomes.scenario", OUTCOMES.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("outcomes.scenario: 2 ends, 5 states, every interleaving"), "{out}");
    assert!(out.contains("sometimes P waiting [A B]: held in 1 of 2 ends"), "{out}");
    assert!(out.contains("always P active 0: held in 2 of 2 ends"), "{out}");
    assert!(out.contains("never P active 1: held in 0 of 2 ends"), "{out}");
    let witness = out.split_once(":\n\n").expect("it shows an end").1;
    assert_eq!(run_on(&["check"], "witness.scenario", witness.as_bytes()).code, 0, "{witness}");
}

#[test]
fn a_counterexample_is_a_scenario_that_fails() {
    let text = RACE.replace("expect P active 1", "expect B got key=1");
    let Ended { code, err, .. } = run_on(&["check"], "race.scenario", text.as_bytes());
    assert_eq!(code, 1);
    let shown = err.split_once("this scenario shows it:\n\n").expect("it shows one").1;
    assert_eq!(run_on(&["check"], "shown.scenario", shown.as_bytes()).code, 1, "{shown}");
}

#[test]
fn the_cap_stops_a_hopeless_search_and_says_how_far_it_came() {
    let Ended { code, out, err } =
        run_on(&["check", "--cap", "1000"], "capped.scenario", &hopeless());
    assert_eq!(code, 3);
    assert!(out.contains("1000 states, stopped at the cap"), "{out}");
    assert!(flat(&err).contains("1000 states and") && err.contains("--cap"), "{err}");
    assert!(fits_a_screen(&err), "{err}");
    assert!(!err.contains('\r'), "progress is for terminals");
}

#[test]
fn a_random_search_is_the_same_twice_and_differs_by_its_seed() {
    let random = |seed| {
        let arguments = ["check", "--random", "20", "--seed", seed];
        run_on(&arguments, "random.scenario", &hopeless_posts())
    };
    let one = random("1");
    assert_eq!(one, random("1"));
    assert!(one.out.contains("20 random walks from seed 1"), "{}", one.out);
    let witness = |end: &Ended| end.out.split_once(":\n\n").map(|(_, text)| text.to_owned());
    assert!(witness(&one).is_some());
    assert_ne!(witness(&one), witness(&random("2")));
    assert_eq!(run(&["check", "--seed", "1", "x"]).code, 2, "a seed is for a random search");
}

/// As [`hopeless`], with an outcome that every end is a witness of.
fn hopeless_posts() -> Vec<u8> {
    [hopeless(), b"sometimes P active 0\n".to_vec()].concat()
}

#[test]
fn what_can_not_be_checked_ends_with_2_and_one_screen() {
    let empty = folder("empty", &[]);
    fs::create_dir_all(&empty).expect("the folder can be made");
    for (path, said) in [
        (empty.as_str(), "has no .scenario file in it"),
        ("missing.scenario", "no file `missing.scenario` could be read"),
        ("missing/", "no file `missing/` could be read"),
    ] {
        let Ended { code, err, .. } = run(&["check", path]);
        assert_eq!(code, 2, "{path}");
        assert!(flat(&err).contains(said), "{err}");
        assert!(fits_a_screen(&err), "{err}");
    }
    assert_eq!(run(&["check"]).code, 2, "it wants a file");
    assert_eq!(run(&["check", "--cap", "x", "y"]).code, 2, "a cap is a number");
}

#[test]
fn thousands_of_expectations_of_a_long_queue_are_checked_and_told_in_no_time() {
    let group = "thread A B\nconcurrently\nA: get P\nand\nB: get P\nend\n";
    let (posts, holds) = ("post P\n".repeat(20_000), "expect P active 1\n".repeat(20_000));
    let fails = "expect P queue []\n".repeat(3000);
    for (text, code) in [
        (format!("port P limit 1\n{group}{posts}{holds}"), 0),
        (format!("port P limit 1\n{group}{posts}{fails}"), 1),
    ] {
        let ended = run_on(&["check"], "expectations.scenario", text.as_bytes());
        assert_eq!(ended.code, code);
        assert!(ended.err.matches("this scenario shows it").count() <= 100);
    }
}
