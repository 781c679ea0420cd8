//! The graph has the states, the steps and the ends that a run has.

use iocp_sim::sim::{Graph, NodeKind, Way, graph};
use iocp_sim_views::dot;

use crate::{Sample, hostile, sample, samples};

const TWO_GROUPS: &str = "\
port P limit 1
thread A B C
concurrently
A: get P
and
B: get P
end
C: get P poll
concurrently
post P key=1
and
post P key=2
end
";

fn graph_of(Sample { scenario, run, .. }: &Sample, cap: usize) -> Graph {
    graph(scenario, &run.trace, cap)
}

/// The text with everything between double quotes taken out, and what was there.
fn without_strings(text: &str) -> (String, Vec<String>) {
    let (mut outside, mut strings) = (String::new(), Vec::new());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '"' {
            outside.push(letter);
            continue;
        }
        let mut string = String::new();
        loop {
            match letters.next().expect("a string is closed") {
                '"' => break,
                '\\' => string.extend(['\\', letters.next().expect("an escape has a letter")]),
                letter => string.push(letter),
            }
        }
        strings.push(string);
    }
    (outside, strings)
}

#[test]
fn the_graph_has_as_many_ends_as_the_run() {
    for sample in samples() {
        let graph = graph_of(&sample, Way::CAP);
        assert!(!graph.is_cut(), "{}", sample.name);
        assert_eq!(graph.ends(), sample.run.ends, "{}", sample.name);
        let text = dot(&graph, &sample.run.trace);
        assert_eq!(text.matches(", peripheries=2").count(), graph.ends(), "{}", sample.name);
        assert_eq!(text.matches(" -> ").count(), graph.edges.len(), "{}", sample.name);
        assert_eq!(
            text.matches("\n  n").count() - text.matches(" -> ").count() - 1,
            graph.nodes.len(),
            "{}",
            sample.name
        );
    }
}

#[test]
fn the_told_way_leads_from_the_beginning_through_the_states_of_the_trace_to_an_end() {
    for sample in samples() {
        let graph = graph_of(&sample, Graph::CAP);
        let steps = &sample.run.trace.steps;
        assert_eq!(graph.way.len(), steps.len(), "{}", sample.name);
        let mut at = 0;
        for (&number, step) in graph.way.iter().zip(steps) {
            let edge = &graph.edges[number];
            assert_eq!((edge.from, &edge.event), (at, &step.event), "{}", sample.name);
            at = edge.to;
            assert_eq!(graph.nodes[at].state, step.state, "{}", sample.name);
            assert_eq!(graph.nodes[at].holds, step.holds, "{}", sample.name);
        }
        assert_eq!(graph.nodes[at].kind, NodeKind::End, "{}", sample.name);
    }
}

#[test]
fn a_scenario_without_a_group_is_a_chain() {
    let chain = sample("chain", "port P\nthread A\nA: get P\npost P key=1\nA: block\n");
    let graph = graph_of(&chain, Graph::CAP);
    let edges: Vec<(usize, usize)> = graph.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    assert_eq!(edges, [(0, 1), (1, 2), (2, 3)]);
    assert!(!dot(&graph, &chain.run.trace).contains("subgraph"));
}

#[test]
fn each_group_is_drawn_apart_and_its_branches_are_numbered() {
    let sample = sample("two groups", TWO_GROUPS);
    let graph = graph_of(&sample, Graph::CAP);
    assert_eq!((graph.groups, graph.ends()), (2, sample.run.ends));
    assert_eq!(sample.run.ends, 4);
    let text = dot(&graph, &sample.run.trace);
    for expected in ["cluster_0 {", "cluster_1 {", "[1] A: get P", "[2] post P key=2"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn a_graph_that_is_cut_says_so_and_keeps_the_told_way() {
    let sample = sample("two groups", TWO_GROUPS);
    let whole = graph_of(&sample, Graph::CAP).nodes.len();
    for cap in 0..whole {
        let graph = graph_of(&sample, cap);
        assert_eq!(graph.nodes.len(), cap.max(1));
        assert!(graph.is_cut());
        assert_eq!(graph.way.len(), (cap.max(1) - 1).min(sample.run.trace.steps.len()));
        let text = dot(&graph, &sample.run.trace);
        assert!(text.contains("\\nCut: what follows a dashed state"), "{text}");
        assert!(text.contains("style=\"rounded,dashed\""), "{text}");
    }
    let text = dot(&graph_of(&sample, whole), &sample.run.trace);
    assert!(!text.contains("Cut") && !text.contains("dashed"), "{text}");
}

#[test]
fn a_step_that_can_not_happen_is_where_the_graph_stops() {
    let stopped = sample("stopped", "port P\nthread A\nA: get P\nA: get P\npost P key=1\n");
    let graph = graph_of(&stopped, Graph::CAP);
    assert!(matches!(graph.nodes[1].kind, NodeKind::Stopped(_)), "{:?}", graph.nodes[1]);
    assert_eq!((graph.nodes.len(), graph.ends()), (2, 0));
    let text = dot(&graph, &stopped.run.trace);
    assert!(text.contains("octagon") && text.contains("stopped: "), "{text}");
}

#[test]
fn hostile_names_stay_within_their_quotes() {
    let sample = hostile();
    let text = dot(&graph_of(&sample, Graph::CAP), &sample.run.trace);
    let (outside, strings) = without_strings(&text);
    assert!(
        outside
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "_-> \n{}[]=,.;".contains(letter)),
        "{outside}"
    );
    let caption = &strings[0];
    assert!(
        caption.starts_with("\\\"><script>alert(1)</script> \\\\N \\\\ &amp;lt; }"),
        "{caption}"
    );
    assert!(strings.iter().all(|string| string.chars().count() < 1500 && !string.contains('\n')));
}
