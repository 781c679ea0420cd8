//! The rule that says most about a step.

use iocp_sim::Rule;
use iocp_sim::trace::{Move, Step};

/// The rule that decided what a step is about: the refusal, else what became of a packet, else
/// what became of a thread or a device, else what a call returned.
///
/// `None` where a step moved nothing and ended no call.
#[must_use]
pub fn lead(step: &Step) -> Option<Rule> {
    let moves = || step.moves.iter().filter(|moved| moved.to != "done");
    let of = |found: Option<&Move>| found.map(|moved| moved.rule);
    step.refused
        .or_else(|| of(moves().find(|moved| is_packet(step, moved))))
        .or_else(|| of(moves().next()))
        .or_else(|| step.results.first().map(|result| result.rule))
}

/// Packets go to the queue, to a thread or away; everything else goes between structures.
fn is_packet(step: &Step, moved: &Move) -> bool {
    let to_thread = step.results.iter().any(|result| result.thread == moved.to);
    to_thread || moved.to == "queue" || moved.from == "queue"
}
