//! What a story says round its steps: who takes part, where each thread is, what came of it.

use crate::{flat, run_on};

fn told(name: &str, text: &str) -> String {
    let end = run_on(&["explain"], &format!("story-{name}.scenario"), text.as_bytes());
    assert_eq!((end.code, end.err.as_str()), (0, ""));
    end.out
}

/// The line of each step that says what the threads do.
fn at(story: &str) -> Vec<String> {
    let lines = story.lines().filter_map(|line| line.strip_prefix("  at       "));
    lines.map(str::to_owned).collect()
}

#[test]
fn who_takes_part_is_told_in_words() {
    let one =
        told("one", "profile xp\nprocessors 1\nport P limit 1\nthread A\ndevice sock\npost P\n");
    let cast = "One port, P, limit 1. Thread A. Device sock. 1 processor, Windows XP.";
    assert!(one.contains(cast), "{one}");
    let two = told("two", "profile vista\nport P limit 1\nport Q limit 2\nthread A B\npost P\n");
    let cast = "Two ports: P limit 1, Q limit 2. Threads A B. 4 processors, Windows";
    assert!(two.contains(cast), "{two}");
}

#[test]
fn a_thread_is_where_it_is_and_not_where_it_began() {
    let story = told(
        "at",
        "port P limit 2\nthread A B\nA: get P\nB: get P timeout 1ms\npost P key=1\nA: suspend\n\
         B: block\nA: resume\nB: unblock\nB: get P poll\nB: exit\n",
    );
    let expected = [
        "A waits in get P  ·  B outside",
        "A waits in get P  ·  B waits in get P timeout 1ms",
        "A waits in get P  ·  B has p1",
        "A suspended  ·  B has p1",
        "A suspended  ·  B blocked",
        "A waits in get P  ·  B blocked",
        "A waits in get P  ·  B has p1",
        "A waits in get P  ·  B runs",
        "A waits in get P  ·  B ended",
    ];
    assert_eq!(at(&story), expected);
}

#[test]
fn threads_that_do_the_same_are_named_together_and_lines_fold() {
    let names: Vec<String> = (1..=30).map(|number| format!("worker{number}")).collect();
    let gets: String = names.iter().map(|name| format!("{name}: get P\n")).collect();
    let posts = "post P\n".repeat(25);
    let text = format!("port P limit 20\nthread {}\n{gets}{posts}", names.join(" "));
    let story = told("many", &text);
    assert!(story.lines().all(|line| line.chars().count() <= 80));
    assert!(flat(&story).contains("worker1 worker2 worker3 wait in get P"), "{story}");
}

#[test]
fn one_heading_names_a_port_and_a_closed_one_names_itself() {
    let story = told("ports", "port P\nport Q\nthread A\nA: get P poll\nA: get Q poll\nclose P\n")
        .lines()
        .filter(|line| line.starts_with("  port "))
        .map(|line| line.trim().to_owned())
        .collect::<Vec<_>>();
    assert_eq!(story, ["port P", "port P", "port Q", "port P is closed and destroyed"]);
}

#[test]
fn the_last_line_counts_what_was_lost_with_a_port() {
    let story = told("lost", "port P\npost P\npost P\nclose P\n");
    let sum = "3 steps: 0 packets delivered, 0 still queued, 2 lost with a port, 0 wake-ups.";
    assert!(flat(&story).contains(sum), "{story}");
}

#[test]
fn a_title_can_not_move_the_cursor() {
    let end = run_on(
        &["explain", "--color", "never"],
        "escape.scenario",
        b"title a\x1b[2Jb\nport P\npost P\nnote c\x1b[Hd\n",
    );
    assert!(!end.out.contains('\u{1b}'), "{}", end.out);
}
