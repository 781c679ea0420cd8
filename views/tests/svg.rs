//! What a picture has of its step.

use iocp_sim::sim::{Scenario, lesson, lesson_names, run};
use iocp_sim::trace::Trace;
use iocp_sim_views::{svg_step, svg_story};

fn trace(text: &str) -> Trace {
    run(&Scenario::parse(text).expect("it can be read")).trace
}

/// The most tokens that a structure shows one by one.
const MOST: usize = 5;

#[test]
fn every_thread_at_a_port_has_a_token_of_its_state() {
    for name in lesson_names() {
        let trace = trace(lesson(name).expect("it is a lesson"));
        for step in &trace.steps {
            let picture = svg_step(&trace, step.n).expect("the step is there");
            for port in &step.state {
                let lists = [&port.waiting, &port.released, &port.paused];
                assert!(lists.iter().all(|list| list.len() <= MOST), "{name} is small");
            }
            for (word, list) in [
                ("waiting", step.state.iter().map(|port| port.waiting.len()).sum::<usize>()),
                ("released", step.state.iter().map(|port| port.released.len()).sum()),
                ("paused", step.state.iter().map(|port| port.paused.len()).sum()),
            ] {
                let tokens = picture.matches(&format!("class=\"thread {word} ")).count();
                assert_eq!(tokens, list, "{name}, step {}: {word}", step.n);
            }
            let over: usize = step
                .state
                .iter()
                .map(|port| port.released.len().saturating_sub(port.limit as usize))
                .sum();
            assert_eq!(picture.matches(">over</text>").count(), over, "{name}, {}", step.n);
        }
    }
}

#[test]
fn colours_are_said_outright_for_those_who_draw_without_custom_properties() {
    let picture = svg_step(&trace(lesson("lifo").expect("it is a lesson")), 7);
    assert!(!picture.expect("it is there").contains("var("));
}

#[test]
fn a_strip_has_a_picture_for_each_step_and_says_how_many_it_leaves_out() {
    let trace = trace(lesson("lifo").expect("it is a lesson"));
    let steps = trace.steps.len();
    let strip = svg_story(&trace, 400);
    assert_eq!(strip.matches("<g class=\"step\"").count(), steps);
    let short = svg_story(&trace, 3);
    assert_eq!(short.matches("<g class=\"step\"").count(), 3);
    assert!(short.contains(&format!("{} more steps are left out", steps - 3)));
    assert!(svg_step(&trace, steps + 1).is_none() && svg_step(&trace, 0).is_some());
}

/// The height of a picture, and where the letters of its last words stand.
fn end(picture: &str) -> (usize, usize) {
    let number = |text: &str| {
        text.split('"').next().expect("a value has an end").parse().expect("it is a number")
    };
    let (_, height) = picture.split_once(" height=\"").expect("a picture has a height");
    let (_, last) = picture.rsplit_once("<text ").expect("it has words");
    let (_, y) = last.split_once(" y=\"").expect("words have a place");
    (number(height), number(y))
}

#[test]
fn the_last_words_of_a_strip_have_room_below_them() {
    let lifo = trace(lesson("lifo").expect("it is a lesson"));
    let two = "port P\nthread A B\nconcurrently\nA: get P\nand\nB: get P\nend\n";
    let two = trace(two);
    assert!(!two.remarks().is_empty());
    for strip in [svg_story(&lifo, 3), svg_story(&lifo, 0), svg_story(&two, 400)] {
        let (height, y) = end(&strip);
        assert!((12..40).contains(&(height - y)), "{height}, {y}");
    }
}

#[test]
fn a_long_step_ends_in_a_mark_where_it_is_cut() {
    let (long, longer) = ("P".repeat(60), "A".repeat(60));
    let trace = trace(&format!("port {long}\nthread {longer}\n{longer}: get {long}\n"));
    let picture = svg_step(&trace, 1).expect("it is there");
    let words = picture.lines().find(|line| line.contains("Step 1 of 1: A")).expect("it is told");
    assert!(words.ends_with("P…</text>"), "{words}");
    let before = svg_step(&trace, 0).expect("it is there");
    assert!(before.contains(">A scenario</text>"), "{before}");
}

#[test]
fn many_threads_are_counted_and_what_a_person_wrote_is_text() {
    let names: Vec<String> = (0..40).map(|number| format!("thread_{number}")).collect();
    let gets: String = names.iter().map(|name| format!("{name}: get P\n")).collect();
    let title = "title <script>\"&\u{FFFF}'";
    let text = format!("{title}\nport P limit 1\nthread {}\n{gets}", names.join(" "));
    let picture = svg_step(&trace(&text), 40).expect("it is there");
    assert!(picture.contains(">+36</text>"), "{picture}");
    assert!(!picture.contains("<script") && picture.contains("&lt;script&gt;"));
    assert!(!picture.contains('\u{FFFF}'));
}

#[test]
fn threads_over_a_high_limit_are_said_to_be_over_it() {
    let names: Vec<String> = (0..8).map(|number| format!("A{number}")).collect();
    let each =
        |what: &str| names.iter().map(|name| format!("{name}: {what}\n")).collect::<String>();
    let pauses: String = ["A7", "A6"].map(|name| format!("{name}: block\n")).concat();
    let text = format!(
        "port P limit 6\nthread {}\n{}{}{pauses}{}",
        names.join(" "),
        each("get P"),
        "post P\n".repeat(8),
        pauses.replace("block", "unblock"),
    );
    let trace = trace(&text);
    let picture = svg_step(&trace, trace.steps.len()).expect("it is there");
    assert!(picture.contains("class=\"alarm\">+4, 2 over limit 6</text>"), "{picture}");
    let before = svg_step(&trace, trace.steps.len() - 2).expect("it is there");
    assert!(before.contains("class=\"soft\">+2</text>"), "{before}");
}

#[test]
fn the_sentence_of_a_step_stands_there_whole() {
    for name in lesson_names() {
        let trace = trace(lesson(name).expect("it is a lesson"));
        for step in &trace.steps {
            let picture = svg_step(&trace, step.n).expect("the step is there");
            let lines = picture.lines().filter_map(|line| line.split_once("class=\"says\">"));
            let words: Vec<&str> =
                lines.filter_map(|(_, text)| text.strip_suffix("</text>")).collect();
            assert_eq!(words.join(" "), step.says, "{name}, step {}", step.n);
        }
    }
}
