//! `iocp-sim explain`, as a user runs it: what it prints and how it ends.

use crate::{Ended, command, ended, fits_a_screen, flat, run, run_on};

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

fn explained(name: &str, text: &[u8]) -> Ended {
    run_on(&["explain"], name, text)
}

#[test]
fn lifo_is_told_with_the_five_structures_and_the_sentences_of_the_rules() {
    let Ended { code, out, .. } = run(&["explain", "lifo"]);
    assert_eq!(code, 0);
    for heading in ["devices", "completion queue", "waiting", "released", "paused"] {
        assert!(out.contains(heading), "{heading}");
    }
    for rule in [iocp_sim::Rule::W01, iocp_sim::Rule::C09, iocp_sim::Rule::C05] {
        assert!(flat(&out).contains(rule.sentence()), "{rule}");
        assert!(flat(&out).contains(&rule.entry().why), "{rule}");
    }
}

#[test]
fn every_lesson_holds_and_fits_80_columns_and_names_the_next() {
    let mut next = "tour".to_owned();
    for name in iocp_sim::sim::lesson_names() {
        assert_eq!(next, name);
        let Ended { code, out, err } = run(&["explain", name]);
        assert_eq!((code, err.as_str()), (0, ""), "{name}: {out}");
        let widest = out.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{name}: {widest:?} columns");
        let last = out.lines().rfind(|line| line.contains("Next: iocp-sim explain "));
        next = last.map_or("", |line| line.trim_start().rsplit(' ').next().unwrap()).to_owned();
    }
    assert_eq!(next, "", "the last lesson names none");
}

#[test]
fn ascii_is_ascii() {
    let asked = run(&["explain", "over-limit", "--ascii"]);
    assert!(asked.out.is_ascii());
    let unset = ended(command(&["explain", "over-limit"]).env("LC_ALL", "C"));
    assert_eq!(unset, asked);
}

#[test]
fn a_part_is_told_with_what_is_known_by_then_and_how_to_read_on() {
    let part = run(&["explain", "lifo", "--from", "5", "--to", "7"]);
    let steps: Vec<&str> = part.out.lines().filter(|line| line.starts_with("── ")).collect();
    assert_eq!((part.code, steps.len()), (0, 3), "{}", part.out);
    assert!(steps[0].starts_with("── 5 ─ ") && steps[2].starts_with("── 7 ─ "));
    assert!(part.out.contains("7 steps of 11 so far"), "{}", part.out);
    assert!(part.out.contains("Next: iocp-sim explain lifo --from 8"), "{}", part.out);
}

#[test]
fn a_part_that_has_no_step_ends_with_2() {
    for (part, said) in [
        (["--from", "12", "--to", "99"], "there is no step 12: there are 11 steps"),
        (["--from", "5", "--to", "4"], "no step is from 5 and to 4"),
    ] {
        let Ended { code, out, err } = run(&[&["explain", "lifo"], part.as_slice()].concat());
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(said), "{err}");
    }
}

#[test]
fn a_situation_that_holds_ends_with_0() {
    let Ended { code, out, err } = explained("holds.scenario", SITUATION.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(flat(&out).contains("Three threads run under a limit of two."), "{out}");
}

#[test]
fn standard_input_is_told_like_a_file() {
    let told = ended(command(&["explain", "-"]).write_stdin(SITUATION));
    assert_eq!(told, explained("input.scenario", SITUATION.as_bytes()));
}

#[test]
fn one_letter_wrong_in_a_keyword_ends_with_2_and_names_place_and_word() {
    let text = SITUATION.replace("block", "blick");
    let Ended { code, err, .. } = explained("typo.scenario", text.as_bytes());
    assert_eq!(code, 2);
    assert!(flat(&err).contains("typo.scenario, line 14, column 4"), "{err}");
    assert!(err.contains("`blick`") && err.contains("`block`"), "{err}");
}

#[test]
fn an_expectation_that_fails_ends_with_1_and_says_what_was_found() {
    let text = SITUATION.replace("paused [] active 3", "paused [] active 2");
    let Ended { code, out, err } = explained("fails.scenario", text.as_bytes());
    assert_eq!(code, 1);
    assert!(out.contains("D: unblock"));
    assert!(err.contains("line 17, column 8"), "{err}");
    assert!(err.contains("found: P active 3"), "{err}");
}

#[test]
fn a_step_that_can_not_happen_ends_with_2_after_the_story_up_to_it() {
    let text = SITUATION.replace("D: unblock", "A: unblock");
    let Ended { code, out, err } = explained("impossible.scenario", text.as_bytes());
    assert_eq!(code, 2);
    assert!(out.contains("D: block") && !out.contains("─ A: unblock"), "{out}");
    assert!(flat(&out).contains("note The story can not go on with `A: unblock`: "), "{out}");
    assert!(err.contains("line 16"), "{err}");
    assert!(err.contains("the thread is not blocked"), "{err}");
}

#[test]
fn too_many_interleavings_end_with_3_and_are_told_as_far_as_they_were_seen() {
    let Ended { code, out, err } = explained("hopeless.scenario", &hopeless());
    assert_eq!(code, 3, "{err}");
    assert!(flat(&out).contains("ways at least; this is the first that was found."), "{out}");
    assert!(flat(&err).contains("not every interleaving was tried: 200000 states"), "{err}");
}

/// More interleavings than can be tried.
pub(crate) fn hopeless() -> Vec<u8> {
    let mut text = "port P\nthread A B C D\nconcurrently\n".to_owned();
    for (number, thread) in ["A", "B", "C", "D"].into_iter().enumerate() {
        for post in 0..30 {
            text += &format!("{thread}: post P key={}\n", 100 * number + post);
        }
        text += if number < 3 { "and\n" } else { "end\nalways P active 0\n" };
    }
    text.into_bytes()
}

#[test]
fn states_that_hold_too_much_are_said_to_and_no_higher_cap_is_advised() {
    let posts = "post P\n".repeat(4000);
    let text = format!("port P\nconcurrently\n{posts}and\n{posts}end\n");
    let Ended { code, err, .. } = run_on(&["check"], "heavy.scenario", text.as_bytes());
    assert_eq!(code, 3, "{err}");
    assert!(flat(&err).contains("they hold more than is kept"), "{err}");
    assert!(!err.contains("--cap"), "{err}");
}

#[test]
fn a_cap_that_is_used_up_in_the_first_group_leaves_an_end_for_the_second() {
    let mut text = String::from_utf8(hopeless()).expect("it is text");
    text = text.replace("always P active 0\n", "A: get P poll\nexpect A got\nconcurrently\n");
    text += "post P\nand\nB: get P poll\nend\nexpect B got\n";
    let Ended { code, out, .. } = run_on(&["explain"], "cap.scenario", text.as_bytes());
    assert_eq!(code, 3);
    assert!(out.contains("── 121 ─ A: get P poll"), "the whole way is told");
}

#[test]
fn a_story_that_would_fill_the_memory_is_cut() {
    let text = format!("port P\n{}", "post P\n".repeat(10_000));
    let Ended { code, out, err } =
        run_on(&["explain", "--from", "2800"], "long.scenario", text.as_bytes());
    assert_eq!(code, 3);
    assert!(err.contains("the trace is cut after step"), "{err}");
    assert!(flat(&out).contains("note The story goes on for 7"), "{out}");
    assert!(flat(&out).contains(" steps, too many for a trace."), "{out}");
}

#[test]
fn what_is_no_scenario_ends_with_2_and_one_screen() {
    let long = format!("port P\nA{}\n", "x".repeat(900_000));
    let large = format!("port P\n# {}\n", "x".repeat(10 << 20));
    let cases: [(&str, &[u8]); 6] = [
        ("empty", b""),
        ("no step", b"port P\nthread A\n"),
        ("binary", b"\x7fELF\x00\x01\x02\xff\xfe"),
        ("long", long.as_bytes()),
        ("large", large.as_bytes()),
        ("unknown", b"port P\nQ: get P\n"),
    ];
    for (name, text) in cases {
        for arguments in [&["explain"], &["check"], &["fmt"]] {
            let Ended { code, out, err } =
                run_on(arguments, &format!("refused/{name}.scenario"), text);
            assert_eq!(code, 2, "{name}");
            assert!(out.is_empty() || out.starts_with("unreadable  "), "{out}");
            assert!(fits_a_screen(&err), "{name}: {err}");
            assert!(flat(&err).contains(name), "{name}: {err}");
        }
    }
}

#[test]
fn what_was_found_takes_no_more_than_a_screen() {
    let posts = "post P key=1\n".repeat(5_000);
    let text = format!("port P limit 1\n{posts}expect P queue []\n");
    let Ended { code, err, .. } = run_on(&["check"], "many.scenario", text.as_bytes());
    assert_eq!(code, 1);
    assert!(fits_a_screen(&err) && err.contains("found: "), "{err}");
}

#[test]
fn a_name_that_is_neither_lesson_nor_file_ends_with_2_and_lists_the_lessons() {
    let Ended { code, err, .. } = run(&["explain", "lefo"]);
    assert_eq!(code, 2);
    assert!(err.contains("lifo") && err.contains("`lefo`"), "{err}");
    let Ended { code, err, .. } = run(&["explain", &"long/".repeat(800)]);
    assert_eq!(code, 2);
    assert!(fits_a_screen(&err), "{err}");
}
