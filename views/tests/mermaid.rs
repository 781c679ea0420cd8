//! What a sequence diagram has of its trace.

use iocp_sim::sim::{Scenario, lesson, lesson_names, run};
use iocp_sim::trace::Trace;
use iocp_sim_views::mermaid;

fn trace(text: &str) -> Trace {
    run(&Scenario::parse(text).expect("it can be read")).trace
}

#[test]
fn every_move_and_every_result_stands_in_the_diagram_with_its_rule() {
    for name in lesson_names() {
        let trace = trace(lesson(name).expect("it is a lesson"));
        let diagram = mermaid(&trace);
        for step in &trace.steps {
            let begins = format!(": {}. ", step.n);
            let from = diagram.find(&begins).unwrap_or_else(|| panic!("{name}: step {}", step.n));
            let rest = &diagram[from..];
            let end = rest.find(&format!(": {}. ", step.n + 1)).unwrap_or(rest.len());
            for rule in step.moves.iter().map(|moved| moved.rule) {
                assert!(rest[..end].contains(&format!("({rule})")), "{name}, {}: {rule}", step.n);
            }
            for result in &step.results {
                let word = format!(": {}", result.kind.name());
                assert!(rest[..end].contains(&word), "{name}, {}: {word}", step.n);
            }
        }
    }
}

#[test]
fn a_bar_stands_for_each_stretch_in_which_a_thread_counts() {
    for name in lesson_names() {
        let trace = trace(lesson(name).expect("it is a lesson"));
        let mut runs = vec![false; trace.threads.len()];
        let mut stretches = 0;
        for step in &trace.steps {
            for (thread, runs) in trace.threads.iter().zip(&mut runs) {
                let counts = step.state.iter().any(|port| port.released.contains(&thread.name));
                stretches += usize::from(counts && !*runs);
                *runs = counts;
            }
        }
        let diagram = mermaid(&trace);
        assert_eq!(diagram.matches("    activate ").count(), stretches, "{name}");
        let open = runs.iter().filter(|runs| **runs).count();
        assert_eq!(diagram.matches("    deactivate ").count(), stretches - open, "{name}");
    }
}

#[test]
fn what_a_person_wrote_is_no_sign_of_mermaid() {
    let trace = trace("title end; %%{x}%% #1 <b>\"\nport end2\nthread par and2\npar: get end2\n");
    let diagram = mermaid(&trace);
    let title = diagram.lines().nth(1).expect("it has a title");
    assert!(!title.contains(['%', '<', '{', '"']), "{title}");
    assert!(diagram.contains("participant t0 as par"), "{diagram}");
}
