//! What a learner is asked before a step is shown: which thread gets a packet?

use iocp_sim::trace::{Packet, PortState, Step, ThreadHead, Trace};

use crate::event::Event;

/// How many threads are offered as an answer.
const MOST: usize = 8;

/// A question about a step that was not shown yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// The question, in words.
    pub(crate) text: String,
    /// The number of the packet that is asked about.
    pub(crate) packet: u64,
    /// The threads that can be named. The other answer is that no thread gets it yet.
    pub(crate) threads: Vec<String>,
    /// The thread that gets the packet in this step.
    pub(crate) answer: Option<String>,
}

/// The question that step `n` (counted from 1) answers, if it answers one: a packet arrives, a
/// thread asks while packets are queued, or a thread that counts stops counting.
pub(crate) fn question(trace: &Trace, n: usize) -> Option<Question> {
    let step = trace.steps.get(n.checked_sub(1)?)?;
    if step.refused.is_some() || trace.threads.is_empty() {
        return None;
    }
    let packet = arriving(step).or_else(|| at_stake(trace, n, step))?;
    let answer = step.results.iter().find(|result| has(&result.packets, packet));
    let text = format!("{}. Which thread gets p{packet}?", step.event);
    let answer = answer.map(|result| result.thread.clone());
    Some(Question { text, packet, threads: offered(trace, n, step, answer.as_ref()), answer })
}

/// The packet that goes in by this step.
fn arriving(step: &Step) -> Option<u64> {
    let arrives = matches!(Event::of(step).verb, "post" | "complete");
    let moved = step.moves.iter().filter(|_| arrives);
    moved.filter_map(|moved| moved.item.strip_prefix('p')?.parse().ok()).next()
}

/// The queued packet that this step may hand out: the oldest of the port that a thread calls, or
/// of the port whose slot becomes free.
fn at_stake(trace: &Trace, n: usize, step: &Step) -> Option<u64> {
    let before = &trace.steps.get(n.checked_sub(2)?)?.state;
    let event = Event::of(step);
    let port = match event.verb {
        "get" => before.iter().find(|port| Some(port.port.as_str()) == event.port()),
        "block" | "suspend" | "exit" => {
            before.iter().find(|port| event.actor.is_some_and(|actor| counts(port, actor)))
        }
        _ => None,
    };
    port?.queue.first().map(|packet| packet.n)
}

fn counts(port: &PortState, thread: &str) -> bool {
    port.released.iter().any(|released| released == thread)
}

fn has(packets: &[Packet], n: u64) -> bool {
    packets.iter().any(|packet| packet.n == n)
}

/// The answers: threads at a port and others that run, the answer always among them, in the order
/// of declaration.
fn offered(trace: &Trace, n: usize, step: &Step, answer: Option<&String>) -> Vec<String> {
    let before = n.checked_sub(2).and_then(|at| trace.steps.get(at));
    let ports = || before.into_iter().flat_map(|step| &step.state);
    let waiting = ports().flat_map(|port| &port.waiting);
    let others = ports().flat_map(|port| port.released.iter().chain(&port.paused));
    let actor = Event::of(step).thread();
    let known = |name: &&str| trace.threads.iter().any(|thread| thread.name == *name);
    let first = answer.map(String::as_str).into_iter().chain(actor);
    let runs = |(place, _): &(usize, &ThreadHead)| before.is_some_and(|at| runs(trace, at, *place));
    let all = trace.threads.iter().enumerate().filter(runs).map(|(_, head)| head.name.as_str());
    let wanted = first.chain(waiting.chain(others).map(String::as_str)).chain(all).filter(known);
    let mut chosen: Vec<&str> = Vec::new();
    for name in wanted {
        if chosen.len() < MOST && !chosen.contains(&name) {
            chosen.push(name);
        }
    }
    let in_order = trace.threads.iter().map(|thread| &thread.name);
    in_order.filter(|name| chosen.contains(&name.as_str())).cloned().collect()
}

/// Whether a thread has begun and has not ended after a step.
fn runs(trace: &Trace, after: &Step, thread: usize) -> bool {
    let (program, at) = (&trace.threads[thread].program, after.pc[thread]);
    let line = program.binary_search_by_key(&at, |line| line.line);
    let ends = |text: &str| text.split_whitespace().next() == Some("exit");
    at > 0 && !line.is_ok_and(|line| ends(&program[line].text))
}
