//! The one way in which an example is checked.

use iocp_sim::Rule;
use iocp_sim::rules::Kind;
use iocp_sim::sim::{Scenario, run};
use iocp_sim::trace::{Move, ResultKind, Step, ThreadResult};

/// Runs `scenario`, all of whose expectations must hold, and holds what its last step did against
/// `last`: its moves, then its results, then its refusal, each with its rule.
///
/// A rule that labels something must have labelled something in the run. A rule that follows from
/// others is shown by the expectations, so there must be some.
///
/// * `p1 post -> B C09`: a packet, thread, device or port went from one place to another;
/// * `B+p1 waiting -> released W01`: a thread took a packet along;
/// * `A stays paused C31`: a rule decided that it stays;
/// * `p1 done C05`: a thread that asks again is done with a packet;
/// * `B got p1 G01`, `A timeout G03`: what a call returned;
/// * `refused T08`: Windows refuses the step.
#[track_caller]
pub(crate) fn check(rule: Rule, scenario: &str, last: &[&str]) {
    let parsed = Scenario::parse(scenario).unwrap_or_else(|error| panic!("{error}"));
    let run = run(&parsed);
    if let Some(stop) = run.stop {
        panic!("{stop}");
    }
    let failures: Vec<String> = run.failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let steps = &run.trace.steps;
    let shown = steps.last().map(lines).unwrap_or_default();
    assert_eq!(shown, last, "the last step of the example of {rule}");
    assert!(!rule.is_planned(), "{rule} is planned");
    match rule.kind() {
        Kind::Move | Kind::Result | Kind::Refusal => {
            let occurs = steps.iter().flat_map(labels).any(|label| label == rule);
            assert!(occurs, "{rule} decided nothing in its own example");
        }
        Kind::Consequence => {
            let expects = scenario.lines().any(|line| line.trim_start().starts_with("expect"));
            assert!(expects, "the example of {rule} expects nothing");
        }
        Kind::Structure | Kind::Call => panic!("{rule} can not be shown by an event"),
    }
}

fn labels(step: &Step) -> impl Iterator<Item = Rule> {
    let moves = step.moves.iter().map(|moved| moved.rule);
    let results = step.results.iter().map(|result| result.rule);
    moves.chain(results).chain(step.refused)
}

fn lines(step: &Step) -> Vec<String> {
    let moves = step.moves.iter().map(move_line);
    let results = step.results.iter().map(result_line);
    let refused = step.refused.iter().map(|rule| format!("refused {rule}"));
    moves.chain(results).chain(refused).collect()
}

fn move_line(moved: &Move) -> String {
    let Move { item, from, to, rule, .. } = moved;
    let item = match &moved.with {
        Some(packet) => format!("{item}+{packet}"),
        None => item.clone(),
    };
    if to == "done" {
        format!("{item} done {rule}")
    } else if from == to {
        format!("{item} stays {to} {rule}")
    } else {
        format!("{item} {from} -> {to} {rule}")
    }
}

fn result_line(result: &ThreadResult) -> String {
    let ThreadResult { thread, rule, .. } = result;
    let packets: String = result.packets.iter().map(|packet| format!(" p{}", packet.n)).collect();
    match result.kind {
        ResultKind::Got => format!("{thread} got{packets} {rule}"),
        ResultKind::Timeout => format!("{thread} timeout {rule}"),
        ResultKind::Abandoned => format!("{thread} abandoned {rule}"),
        ResultKind::Closed => format!("{thread} closed {rule}"),
        ResultKind::Apc => format!("{thread} apc {rule}"),
        ResultKind::Refused => format!("{thread} refused {rule}"),
    }
}
