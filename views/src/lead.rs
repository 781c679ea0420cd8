//! The rule that says most about a step.

use iocp_sim::Rule;
use iocp_sim::trace::{Move, Step};

use crate::moved::{is_done, packet};

/// The rule that decided what a step is about: the refusal, else what became of a packet, else
/// what became of a thread or a device, else what a call returned.
///
/// `None` where a step moved nothing and ended no call.
#[must_use]
pub fn lead(step: &Step) -> Option<Rule> {
    let moves = || step.moves.iter().filter(|moved| !is_done(step, moved));
    let of = |found: Option<&Move>| found.map(|moved| moved.rule);
    step.refused
        .or_else(|| of(moves().find(|moved| packet(step, moved).is_some())))
        .or_else(|| of(moves().next()))
        .or_else(|| step.results.first().map(|result| result.rule))
}

#[cfg(test)]
mod tests {
    use iocp_sim::sim::{Scenario, run};

    use super::*;
    use crate::renamed::renamed;

    #[test]
    fn what_a_thread_named_done_gets_leads() {
        let story = "port P limit 1\nthread DONE\nDONE: get P\npost P\n";
        let trace = run(&Scenario::parse(story).expect("it is a scenario")).trace;
        let names = renamed(trace.clone(), &[("DONE", "done")]);
        assert_eq!(lead(&names.steps[1]), Some(Rule::C09));
        assert_eq!(lead(&trace.steps[1]), Some(Rule::C09));
    }
}
