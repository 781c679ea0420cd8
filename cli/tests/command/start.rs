//! What the command says of itself: without arguments, its help, its lessons, its manual.

use crate::{Ended, command, ended, file, flat, run};

#[test]
fn without_arguments_it_says_what_to_try_and_each_works() {
    let Ended { code, out, err } = run(&[]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out.lines().count(), 11);
    for line in out.lines().skip(1) {
        let (line, _) = line.trim_start().split_once("  ").expect("it says what it shows");
        let (line, target) = line.split_once(" > ").unwrap_or((line, ""));
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], "iocp-sim");
        let Ended { code, out, err } = run(&words[1..]);
        if words[1] == "play" {
            assert!(flat(&err).contains("`iocp-sim explain lifo` prints the same steps"), "{err}");
            assert_eq!((code, out.as_str()), (2, ""), "there is no terminal");
            continue;
        }
        assert_eq!((code, err.as_str()), (0, ""), "{line}");
        if !target.is_empty() {
            file(target, out.as_bytes());
        }
    }
}

#[test]
fn an_unknown_command_ends_with_2_and_is_told_by_clap() {
    let Ended { code, out, err } = run(&["explian"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("'explian'") && err.contains("'explain'"), "{err}");
    assert_eq!(run(&["explain"]).code, 2, "it wants a scenario");
    assert_eq!(run(&["lessons", "lefo"]).code, 2);
}

#[test]
fn a_name_that_is_wrong_is_told_before_that_there_is_no_terminal() {
    let Ended { code, err, .. } = run(&["play", "nosuch"]);
    assert_eq!(code, 2);
    assert!(flat(&err).contains("`nosuch` is no lesson"), "{err}");
    assert!(!err.contains("explain"), "{err}");
}

#[test]
fn the_lessons_are_listed_in_order_with_title_and_question() {
    let Ended { code, out, .. } = run(&["lessons"]);
    assert_eq!(code, 0);
    let mut rest = flat(&out);
    for name in iocp_sim::sim::lesson_names() {
        let text = iocp_sim::sim::lesson(name).expect("it is there");
        let scenario = iocp_sim::sim::Scenario::parse(text).expect("it can be read");
        let title = scenario.title.expect("it has a title");
        let question = scenario.question.expect("it has a question");
        let told = flat(&format!("{name} {title} {question}"));
        rest = rest.split_once(&told).unwrap_or_else(|| panic!("{told}: {out}")).1.to_owned();
        assert_eq!(run(&["lessons", name]).out, text);
    }
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    assert!(rest.contains("iocp-sim explain tour"), "how to go on: {rest}");
}

#[test]
fn completions_and_the_manual_name_every_command() {
    let shells = ["bash", "zsh", "fish", "powershell", "elvish"];
    let texts = shells.map(|shell| run(&["completions", shell])).into_iter();
    for Ended { code, out, err } in texts.chain([run(&["man"])]) {
        assert_eq!((code, err.as_str()), (0, ""));
        for name in ["explain", "export", "check", "lessons", "rules", "fmt"] {
            assert!(out.contains(name), "{name}: {out}");
        }
    }
    assert!(run(&["man", "explain"]).out.contains("iocp\\-sim\\-explain"));
    assert_eq!(run(&["man", "expalin"]).code, 2);
    assert_eq!(run(&["completions", "tcsh"]).code, 2);
}

#[test]
fn the_help_tells_the_exit_codes() {
    let Ended { code, out, .. } = run(&["--help"]);
    assert_eq!(code, 0);
    assert!(out.contains("Exit codes:") && out.contains("NO_COLOR"), "{out}");
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let told = |arguments: &[&str]| run(&[&["explain", "over-limit"], arguments].concat()).out;
    let plain = told(&[]);
    assert!(!plain.contains('\u{1b}'));
    assert_eq!(told(&["--color", "never"]), plain);
    let coloured = told(&["--color", "always"]);
    assert!(coloured.contains("\u{1b}[1m── 1 ─ A: get P "), "{coloured}");
    assert_eq!(without_codes(&coloured), plain, "colour says nothing that words do not");
    let no_color = ended(command(&["explain", "over-limit"]).env("NO_COLOR", "1"));
    assert_eq!(no_color.out, plain);

    let error = run(&["explain", "--color", "always", "missing"]);
    assert!(error.err.contains('\u{1b}') && !run(&["explain", "missing"]).err.contains('\u{1b}'));
}

/// `text` without what stands between an escape and an `m`.
fn without_codes(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}
