//! What moved: packets told from threads, devices and ports by more than their names, since a
//! thread may be named like a packet or like a place.

use iocp_sim::trace::{Move, Step};

use crate::event::Event;

/// The number of the packet of this name, which is `p` and the digits of the number.
pub(crate) fn packet_number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix('p')?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| is_number)
}

/// The number of the packet that moved, if it was one. Packets alone are posted, queued, done and
/// discarded; what goes elsewhere is one if it is what a thread got.
pub(crate) fn packet(step: &Step, moved: &Move) -> Option<u64> {
    let n = packet_number(&moved.item)?;
    let is_packet = matches!(moved.from.as_str(), "post" | "queue")
        || matches!(moved.to.as_str(), "queue" | "discarded" | "done")
        || got(step, &moved.to, n);
    is_packet.then_some(n)
}

/// Whether a thread is done with a packet. It may also go to a thread that has the name `done`.
pub(crate) fn is_done(step: &Step, moved: &Move) -> bool {
    moved.to == "done" && packet(step, moved).is_some_and(|n| !got(step, &moved.to, n))
}

/// The packet that goes in by this step.
pub(crate) fn arriving(step: &Step) -> Option<u64> {
    let event = Event::of(step);
    let from = match event.verb {
        "post" => "post",
        "complete" => event.actor?,
        _ => return None,
    };
    let mut moves = step.moves.iter().filter(|moved| moved.from == from);
    moves.find_map(|moved| packet(step, moved))
}

/// Whether a call of this thread returned the packet.
pub(crate) fn got(step: &Step, thread: &str, n: u64) -> bool {
    let mut results = step.results.iter().filter(|result| result.thread == thread);
    results.any(|result| result.packets.iter().any(|packet| packet.n == n))
}

#[cfg(test)]
mod tests {
    use iocp_sim::sim::{Scenario, run};
    use iocp_sim::trace::Trace;

    use super::*;
    use crate::renamed::renamed;

    /// Of each move of the last step the packet, and whether a thread is done with it.
    fn last(trace: &Trace) -> Vec<(Option<u64>, bool)> {
        let step = trace.steps.last().expect("it has steps");
        step.moves.iter().map(|moved| (packet(step, moved), is_done(step, moved))).collect()
    }

    fn trace(text: &str, names: &[(&str, &str)]) -> Trace {
        renamed(run(&Scenario::parse(text).expect("it is a scenario")).trace, names)
    }

    #[test]
    fn a_packet_has_p_and_its_number_for_a_name_and_nothing_else_is_one() {
        assert_eq!(packet_number("p12"), Some(12));
        for name in ["p", "p03", "p0", "p+3", "pp3", "p3x", "P3", "3", ""] {
            assert_eq!(packet_number(name), None, "{name}");
        }
    }

    #[test]
    fn a_thread_and_a_port_that_are_named_like_a_packet_are_none() {
        let text = "port X1 limit 1\nthread Y1\nY1: get X1\n";
        let names = [("X1", "p1"), ("Y1", "p2")];
        assert_eq!(last(&trace(text, &names)), [(None, false)]);
        let closed = format!("{text}close X1\n");
        assert!(last(&trace(&closed, &names)).iter().all(|&it| it == (None, false)));
        let posted = format!("{text}post X1\n");
        assert_eq!(last(&trace(&posted, &names)), [(Some(1), false), (None, false)]);
    }

    #[test]
    fn a_packet_that_a_thread_named_done_gets_is_not_done() {
        let text = "port P limit 1\nthread DONE\nDONE: get P\npost P\n";
        let names = [("DONE", "done")];
        assert_eq!(last(&trace(text, &names)), [(Some(1), false), (None, false)]);
        let again = format!("{text}DONE: get P\n");
        assert_eq!(last(&trace(&again, &names))[0], (Some(1), true));
    }

    #[test]
    fn a_packet_arrives_from_a_device_that_is_named_like_a_place() {
        let text = "port P\nthread WAITING\ndevice OUTSIDE\nassociate OUTSIDE P key=1\n\
                    WAITING: get P\nOUTSIDE: complete\n";
        let trace = trace(text, &[("OUTSIDE", "outside"), ("WAITING", "waiting")]);
        assert_eq!(last(&trace), [(Some(1), false), (None, false)]);
        assert_eq!(arriving(&trace.steps[2]), Some(1));
        assert!(trace.steps[..2].iter().all(|step| arriving(step).is_none()));
    }
}
