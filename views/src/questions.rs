//! Which thread gets a packet? What is at stake in a step, and which threads are named.

use iocp_sim::trace::{Packet, PortState, Step, ThreadHead, Trace};

use crate::event::Event;
use crate::moved::arriving;

/// How many threads are offered as an answer.
const MOST: usize = 8;

/// A question about a step that was not shown yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question<'a> {
    /// The number of the packet that is asked about.
    pub(crate) packet: u64,
    /// The thread that leaves a port for another, and the port, where this is what frees a slot.
    pub(crate) left: Option<(&'a str, &'a str)>,
    /// The threads that can be named. The other answer is that no thread gets it yet.
    pub(crate) threads: Vec<&'a str>,
    /// The thread that gets the packet in this step.
    pub(crate) answer: Option<&'a str>,
}

/// The question that step `n` (counted from 1) answers, if it answers one: a packet arrives, a
/// thread asks while packets are queued, or a thread that counts stops counting.
pub(crate) fn question(trace: &Trace, n: usize) -> Option<Question<'_>> {
    let step = trace.steps.get(n.checked_sub(1)?)?;
    let before = n.checked_sub(2).map(|at| &trace.steps[at]);
    let packet = arriving(step).or_else(|| at_stake(before?, step))?;
    let ports = || before.into_iter().flat_map(|step| &step.state);
    let waiting = ports().flat_map(|port| &port.waiting);
    let others = ports().flat_map(|port| port.released.iter().chain(&port.paused));
    let actor = Event::of(step).thread();
    let runs = |(place, _): &(usize, &ThreadHead)| before.is_some_and(|at| runs(trace, at, *place));
    let all = trace.threads.iter().enumerate().filter(runs).map(|(_, head)| &head.name);
    let names = waiting.chain(others).chain(all).map(String::as_str);
    about(trace, step, packet, actor.into_iter().chain(names))
}

/// Who takes the place of a thread that goes to another port while packets are queued.
pub(crate) fn question_of_leaving(trace: &Trace, n: usize) -> Option<Question<'_>> {
    let step = trace.steps.get(n.checked_sub(1)?)?;
    let before = &trace.steps.get(n.checked_sub(2)?)?.state;
    let (actor, asked) = Event::of(step).asks()?;
    let old = before.iter().find(|port| port.port != asked && counts(port, actor))?;
    // A port that is closed sends it back, and it does not leave.
    step.state.iter().find(|port| port.port == old.port && !counts(port, actor))?;
    let packet = old.queue.first()?.n;
    let asked = about(trace, step, packet, old.waiting.iter().map(String::as_str))?;
    Some(Question { left: Some((actor, &old.port)), ..asked })
}

/// The question about a packet with these threads to choose from, the first of them first.
/// `None` where there is no choice.
fn about<'a>(
    trace: &'a Trace,
    step: &'a Step,
    packet: u64,
    names: impl Iterator<Item = &'a str>,
) -> Option<Question<'a>> {
    let answer = step.results.iter().find(|result| has(&result.packets, packet));
    let answer = answer.map(|result| result.thread.as_str());
    let threads = offered(trace, answer, names);
    let is_offered = answer.is_none_or(|answer| threads.contains(&answer));
    (is_offered && !threads.is_empty()).then_some(Question { packet, left: None, threads, answer })
}

/// The queued packet that this step may hand out: the oldest of the port that a thread calls, or
/// of the port whose slot becomes free.
fn at_stake(before: &Step, step: &Step) -> Option<u64> {
    let event = Event::of(step);
    let actor = event.actor?;
    let is_at_stake = |port: &&PortState| match event.verb {
        "get" => event.port() == Some(&port.port),
        "block" | "suspend" | "exit" => counts(port, actor),
        _ => false,
    };
    let port = before.state.iter().find(is_at_stake)?;
    port.queue.first().map(|packet| packet.n)
}

fn counts(port: &PortState, thread: &str) -> bool {
    port.released.iter().any(|released| released == thread)
}

fn has(packets: &[Packet], n: u64) -> bool {
    packets.iter().any(|packet| packet.n == n)
}

/// The threads that are named, the answer always among them, in the order of declaration.
fn offered<'a>(
    trace: &'a Trace,
    answer: Option<&'a str>,
    names: impl Iterator<Item = &'a str>,
) -> Vec<&'a str> {
    let mut chosen: Vec<&str> = Vec::with_capacity(MOST);
    for name in answer.into_iter().chain(names) {
        if !chosen.contains(&name) {
            chosen.push(name);
        }
        if chosen.len() == MOST {
            break;
        }
    }
    let in_order = trace.threads.iter().map(|thread| thread.name.as_str());
    in_order.filter(|name| chosen.contains(name)).collect()
}

/// Whether a thread has begun and has not ended after a step.
fn runs(trace: &Trace, after: &Step, thread: usize) -> bool {
    let (program, at) = (&trace.threads[thread].program, after.pc[thread]);
    let line = program.binary_search_by_key(&at, |line| line.line);
    let ends = |text: &str| text.split_whitespace().next() == Some("exit");
    at > 0 && !line.is_ok_and(|line| ends(&program[line].text))
}
