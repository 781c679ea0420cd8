//! A sequence diagram has every move of its trace, between those who have part in it.

#[path = "../src/renamed.rs"]
mod renamed;

use std::fs;
use std::path::Path;

use iocp_sim::sim::{Scenario, run};
use iocp_sim::trace::{Move, Step, Trace};
use iocp_sim_views::mermaid;

use crate::renamed::renamed;

fn trace(text: &str) -> Trace {
    run(&Scenario::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).trace
}

/// Every lesson and every litmus scenario.
fn traces() -> Vec<(String, Trace)> {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let mut traces = Vec::new();
    for folder in ["lessons", "litmus"] {
        for entry in fs::read_dir(scenarios.join(folder)).expect("the folder is there") {
            let path = entry.expect("it is readable").path();
            let text = fs::read_to_string(&path).expect("a scenario is UTF-8");
            traces.push((path.display().to_string(), trace(&text)));
        }
    }
    assert!(traces.len() > 80, "the scenarios were not found");
    traces
}

/// The lines of each step: from its note to the next one's.
fn steps(diagram: &str) -> Vec<Vec<&str>> {
    let mut steps: Vec<Vec<&str>> = Vec::new();
    for line in diagram.lines().map(str::trim) {
        let begins = format!(": {}. ", steps.len() + 1);
        if line.starts_with("Note over") && line.contains(&begins) {
            steps.push(Vec::new());
        }
        if let Some(step) = steps.last_mut() {
            step.push(line);
        }
    }
    steps
}

/// What the line of a move ends in.
fn tail(moved: &Move) -> String {
    let Move { with, from, to, rule, .. } = moved;
    let with = with.as_ref().map(|packet| format!(" with {packet}")).unwrap_or_default();
    format!("{from} to {to}{with} ({rule})")
}

fn moves_are_drawn(step: &Step, lines: &[&str]) -> bool {
    let mut drawn = lines.iter();
    step.moves.iter().all(|moved| drawn.any(|line| line.ends_with(&tail(moved))))
}

#[test]
fn every_move_of_every_step_is_drawn_in_order() {
    for (name, trace) in traces() {
        let diagram = mermaid(&trace);
        let lines = steps(&diagram);
        assert_eq!(lines.len(), trace.steps.len(), "{name}");
        for (step, lines) in trace.steps.iter().zip(&lines) {
            assert!(moves_are_drawn(step, lines), "{name}, {}: {lines:#?}", step.event);
        }
    }
}

#[test]
fn every_result_is_seen_at_its_thread() {
    for (name, trace) in traces() {
        let diagram = mermaid(&trace);
        for (step, lines) in trace.steps.iter().zip(steps(&diagram)) {
            for result in &step.results {
                let heads = &trace.threads;
                let thread = heads.iter().position(|head| head.name == result.thread);
                let to = format!(">>t{}: ", thread.expect("it was declared"));
                let lost = to.replace(">>", "--x");
                let shows = |packet: String| {
                    lines.iter().any(|line| {
                        line.contains(&to) && line.split([' ', ',']).any(|word| word == packet)
                    })
                };
                let ends = result.packets.iter().all(|packet| shows(packet.name()));
                let fails = || lines.iter().any(|line| line.contains(&lost));
                assert!(
                    if result.packets.is_empty() { fails() } else { ends },
                    "{name}, {}: {lines:#?}",
                    step.event
                );
            }
        }
    }
}

#[test]
fn a_thread_has_a_bar_while_it_counts() {
    for (name, trace) in traces() {
        let diagram = mermaid(&trace);
        let mut bars = vec![0_i32; trace.threads.len()];
        for (step, lines) in trace.steps.iter().zip(steps(&diagram)) {
            for (number, (bar, head)) in bars.iter_mut().zip(&trace.threads).enumerate() {
                let begins = format!("activate t{number}");
                let ends = format!("deactivate t{number}");
                *bar += lines.iter().filter(|line| **line == begins).count() as i32;
                *bar -= lines.iter().filter(|line| **line == ends).count() as i32;
                let counts = step.state.iter().any(|port| port.released.contains(&head.name));
                assert_eq!(*bar, i32::from(counts), "{name}, {}: {}", step.event, head.name);
            }
        }
    }
}

#[test]
fn signs_of_mermaid_in_titles_and_notes_are_escaped() {
    let trace = trace(
        "title end; #1 %%{init} \"<script>\" style x:#y; $$a$$\n\
         port end1\nthread W1 note1\nW1: get end1\nnote loop: -->> ; end\n",
    );
    let diagram = mermaid(&renamed(trace, &[("W1", "p1")]));
    let title = diagram.lines().find(|line| line.contains("Note over o,t1: "));
    let title = title.expect("the title is a note over all");
    assert!(title.contains("end#59; #35;1 #37;#37;#123;init#125; #34;#60;script#62;"), "{title}");
    assert!(diagram.contains("(loop#58; #45;#45;#62;#62; #59; end)"), "{diagram}");
    assert!(diagram.contains("participant t0 as p1"), "{diagram}");
    assert!(diagram.contains("t0->>P0: outside to waiting (C03)"), "{diagram}");
}

#[test]
fn a_packet_is_not_taken_for_a_thread_that_has_its_name() {
    let trace = trace("port P limit 1\nthread W1 B\nB: get P\npost P key=1\n");
    let diagram = mermaid(&renamed(trace, &[("W1", "p1")]));
    assert!(diagram.contains("o->>P0: p1, post to B (C09)"), "{diagram}");
    assert!(!diagram.contains("t0-"), "the thread p1 does nothing: {diagram}");
}

#[test]
fn a_port_that_is_named_like_a_packet_is_not_posted_as_it_ends() {
    for (old, new) in [("Q7", "p1"), ("Q", "p")] {
        let trace = trace(&format!("port {old}\nthread A\nA: post {old}\nclose {old}\n"));
        let diagram = mermaid(&renamed(trace, &[(old, new)]));
        for note in ["Note over P0: open to closed", "Note over P0: closed to destroyed"] {
            assert!(diagram.contains(note), "{note}: {diagram}");
        }
    }
}

#[test]
fn a_packet_that_a_thread_named_done_gets_leaves_the_port() {
    let trace = trace("port P limit 1\nthread DONE\npost P\nDONE: get P\nDONE: get P\n");
    let diagram = mermaid(&renamed(trace, &[("DONE", "done")]));
    assert!(diagram.contains("P0->>t0: p1, queue to done ("), "{diagram}");
    assert!(diagram.contains("Note over t0: p1, done to done ("), "{diagram}");
}

#[test]
fn a_packet_of_a_device_that_is_named_like_a_place_comes_from_the_device() {
    for (old, new) in [("OUTSIDE", "outside"), ("QUEUE", "queue"), ("WAITING", "waiting")] {
        let head = format!("port P\nthread A\ndevice {old}\nassociate {old} P key=1\n");
        let trace = trace(&format!("{head}{old}: complete\nA: get P\n{old}: complete\nA: get P\n"));
        let diagram = mermaid(&renamed(trace, &[(old, new)]));
        for packet in ["p1", "p2"] {
            let line = format!("d0->>P0: {packet}, {new} to queue (");
            assert!(diagram.contains(&line), "{line}: {diagram}");
        }
    }
}

#[test]
fn a_long_diagram_says_what_mermaid_needs_to_draw_it() {
    let posts = "post P key=1\n".repeat(1000);
    let diagram = mermaid(&trace(&format!("port P\nthread A\n{posts}")));
    let (first, rest) = diagram.split_once('\n').expect("it has lines");
    assert_eq!(
        first,
        format!("%% {} characters: Mermaid draws them if maxTextSize allows as many", rest.len()),
    );
    assert!(rest.starts_with("sequenceDiagram\n"));
    assert!(mermaid(&trace("port P\npost P\n")).starts_with("sequenceDiagram\n"));
}
