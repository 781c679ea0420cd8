//! What a learner is asked before a step is shown, with the answers to choose from.

use std::fmt;

use iocp_sim::trace::{PortState, Step, Trace};

use crate::event::Event;
use crate::moved::packet;
use crate::questions::{Question, question, question_of_leaving};

/// A question about a step that was not shown yet, and its answers.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Scenario, run};
/// use iocp_sim_views::prediction;
///
/// let scenario = Scenario::parse("port P\nthread A B\nA: get P\nB: get P\npost P key=1\n")?;
/// let trace = run(&scenario).trace;
/// let asked = prediction(&trace, 3).expect("a packet arrives");
/// assert_eq!(asked.place, "After step 2");
/// assert_eq!(asked.text, "post P key=1. Which thread gets p1?");
/// let texts: Vec<_> = asked.answers.iter().map(|answer| answer.text.as_str()).collect();
/// assert_eq!(texts, ["A", "B", "nobody yet"]);
/// assert_eq!(texts[asked.right], "B");
/// # Ok::<(), iocp_sim::sim::ScenarioError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// Where the question stands: before the first step, or after which one.
    pub place: String,
    /// The question, in words. It begins with the step.
    pub text: String,
    /// The answers, of which there are at least two.
    pub answers: Vec<Answer>,
    /// The place of the right one among the answers, counted from 0.
    pub right: usize,
    /// The question without the step.
    pub(crate) words: Words,
}

/// A question without its step: the packet that it is about stands between two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) before: String,
    pub(crate) packet: Option<u64>,
    pub(crate) after: String,
}

/// An answer that can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The key that gives it. No two answers have the same one, and none has `s`, which skips the
    /// question on a page.
    pub key: char,
    /// What it says.
    pub text: String,
    /// The thread that it names, if it names one.
    pub thread: Option<String>,
}

/// What is asked before step `n` (counted from 1), if anything is: which thread gets a packet,
/// whether a get finds one, what becomes of the packets of a port that a thread leaves, or how many
/// threads run after a pause begins or ends.
///
/// # Panics
///
/// If a step does not have the line of every thread. Every trace has it which a run made, or which
/// was read from elsewhere and then held against the machine by [`replay`](iocp_sim::sim::replay).
#[must_use]
pub fn prediction(trace: &Trace, n: usize) -> Option<Prediction> {
    let step = trace.steps.get(n.checked_sub(1)?)?;
    if step.refused.is_some() {
        return None;
    }
    let before = n.checked_sub(2).map(|at| trace.steps[at].state.as_slice()).unwrap_or_default();
    let (words, answers, right) = question_of_leaving(trace, n)
        .map(receiving)
        .or_else(|| getting(before, step))
        .or_else(|| question(trace, n).map(receiving))
        .or_else(|| running(before, step))?;
    let place =
        if n == 1 { "Before the first step".into() } else { format!("After step {}", n - 1) };
    let text = format!("{}. {words}", step.event);
    Some(Prediction { place, text, answers, right, words })
}

/// Which thread gets a packet: the words, the answers, and the place of the right one.
fn receiving(asked: Question<'_>) -> (Words, Vec<Answer>, usize) {
    let Question { packet, left, threads, answer } = asked;
    let right = answer.and_then(|answer| threads.iter().position(|&name| name == answer));
    let right = right.unwrap_or(threads.len());
    let named = ('1'..='9').zip(threads);
    let mut answers: Vec<_> = named
        .map(|(key, name)| Answer { key, text: name.to_owned(), thread: Some(name.to_owned()) })
        .collect();
    answers.push(said('n', "nobody yet"));
    let (before, after) = match left {
        Some((thread, port)) => (format!("{thread} leaves {port}. "), format!(" of {port}?")),
        None => (String::new(), "?".to_owned()),
    };
    let before = before + "Which thread gets ";
    (Words { before, packet: Some(packet), after }, answers, right)
}

/// Whether a thread that asks gets a packet: one that ran, or that asks while packets are queued.
fn getting(before: &[PortState], step: &Step) -> Option<(Words, Vec<Answer>, usize)> {
    let event = Event::of(step);
    let (actor, name) = event.asks()?;
    let named = |port: &&PortState| port.port == name;
    let ran = before.iter().any(|port| port.released.iter().any(|thread| thread == actor));
    before.iter().find(named).filter(|port| ran || !port.queue.is_empty())?;
    let waits = step.state.iter().find(named)?.waiting.iter().any(|thread| thread == actor);
    let own = step.results.iter().find(|result| result.thread == actor);
    let right = match own {
        Some(result) if result.packets.is_empty() => 2,
        Some(_) => 0,
        None if waits => 1,
        None => return None,
    };
    let mut answers = vec![said('g', "it gets a packet"), said('w', "it waits")];
    let mut text = format!("Does {actor} get a packet, or does it wait?");
    if right == 2 || event.may_give_up() {
        answers.push(said('r', "it returns without one"));
        text = format!("Does {actor} get a packet, wait, or return without one?");
    }
    Some((plain(text), answers, right))
}

/// How many threads of a port run once one of them pauses, or no longer does.
fn running(before: &[PortState], step: &Step) -> Option<(Words, Vec<Answer>, usize)> {
    let pauses = |from: &str, to: &str| {
        matches!((from, to), ("released", "paused") | ("paused", "released" | "waiting"))
    };
    let mut threads = step.moves.iter().filter(|moved| packet(step, moved).is_none());
    let moved = threads.find(|moved| pauses(&moved.from, &moved.to))?;
    let named = |port: &&PortState| port.port == moved.port;
    let old = before.iter().find(named)?.released.len();
    let port = step.state.iter().find(named)?;
    let new = port.released.len();
    let counts = old.saturating_sub(1)..=old + 1;
    let right = counts.clone().position(|count| count == new)?;
    let text = format!("How many threads of {} run after it?", port.port);
    let answers = counts.map(|count| {
        let digit = char::from_digit((count % 10) as u32, 10).expect("it is below ten");
        said(digit, &count.to_string())
    });
    Some((plain(text), answers.collect(), right))
}

/// Words about no packet.
fn plain(text: String) -> Words {
    Words { before: text, packet: None, after: String::new() }
}

fn said(key: char, text: &str) -> Answer {
    Answer { key, text: text.to_owned(), thread: None }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, packet, after } = self;
        match packet {
            Some(n) => write!(f, "{before}p{n}{after}"),
            None => write!(f, "{before}{after}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use iocp_sim::sim::{Scenario, run};

    use super::*;

    fn trace(text: &str) -> Trace {
        run(&Scenario::parse(text).expect("it is a scenario")).trace
    }

    /// The question before the last step: its words, its answers, and the right one.
    fn last(text: &str) -> (String, Vec<String>, String) {
        let trace = trace(text);
        let Prediction { text, answers, right, .. } =
            prediction(&trace, trace.steps.len()).expect("something is asked");
        let right = answers[right].text.clone();
        (text, answers.into_iter().map(|answer| answer.text).collect(), right)
    }

    const OVER: &str = "port P limit 1\nthread A B\nA: get P\nB: get P\npost P\npost P\nB: block\n";

    #[test]
    fn a_get_over_the_limit_is_asked_about_and_waits() {
        let (text, answers, right) = last(&format!("{OVER}B: unblock\npost P\nA: get P\n"));
        assert_eq!(text, "A: get P. Does A get a packet, or does it wait?");
        assert_eq!(answers, ["it gets a packet", "it waits"]);
        assert_eq!(right, "it waits");
    }

    #[test]
    fn a_get_with_a_free_slot_gets_a_packet() {
        let (_, _, right) = last("port P limit 1\nthread A\npost P\nA: get P\n");
        assert_eq!(right, "it gets a packet");
    }

    #[test]
    fn a_poll_over_the_limit_returns_without_a_packet() {
        let (text, answers, right) = last(&format!("{OVER}B: unblock\npost P\nA: get P poll\n"));
        assert_eq!(text, "A: get P poll. Does A get a packet, wait, or return without one?");
        assert_eq!(answers, ["it gets a packet", "it waits", "it returns without one"]);
        assert_eq!(right, "it returns without one");
    }

    #[test]
    fn a_thread_that_asks_again_is_asked_about_though_nothing_is_queued() {
        let (_, _, right) = last("port P limit 1\nthread A\npost P\nA: get P\nA: get P\n");
        assert_eq!(right, "it waits");
    }

    #[test]
    fn a_thread_that_leaves_hands_the_packets_of_its_port_to_another() {
        let story =
            "port P limit 1\nport Q\nthread A B\nA: get P\nB: get P\npost P\npost P\nB: get Q\n";
        let (text, answers, right) = last(story);
        assert_eq!(text, "B: get Q. B leaves P. Which thread gets p2 of P?");
        assert_eq!(
            (answers.as_slice(), right.as_str()),
            (&["A", "nobody yet"].map(str::to_owned)[..], "A")
        );
    }

    #[test]
    fn the_newest_of_many_waiting_threads_is_among_the_answers() {
        let names = ["C", "D", "E", "F", "G", "H", "I", "J", "K", "B"];
        let story = format!(
            "port P limit 1\nport Q\nthread A {}\nA: get P\npost P\n{}post P\nA: get Q\n",
            names.join(" "),
            names.map(|name| format!("{name}: get P\n")).concat(),
        );
        let (text, answers, right) = last(&story);
        assert_eq!(text, "A: get Q. A leaves P. Which thread gets p2 of P?");
        assert_eq!(answers, ["E", "F", "G", "H", "I", "J", "K", "B", "nobody yet"]);
        assert_eq!(right, "B");
    }

    #[test]
    fn a_thread_that_a_closed_port_sends_back_does_not_leave_its_own() {
        let story = "port P limit 1\nport Q\nthread A B\nA: get P\npost P\nB: get P\npost P\n\
                     close Q\nA: get Q\n";
        let (text, _, right) = last(story);
        assert_eq!(text, "A: get Q. Does A get a packet, wait, or return without one?");
        assert_eq!(right, "it returns without one");
    }

    #[test]
    fn two_run_under_a_limit_of_one_when_a_pause_ends() {
        let (text, answers, right) = last(&format!("{OVER}B: unblock\n"));
        assert_eq!(text, "B: unblock. How many threads of P run after it?");
        assert_eq!(answers, ["0", "1", "2"]);
        assert_eq!(right, "2");
    }

    #[test]
    fn a_thread_that_ended_and_one_that_did_not_begin_are_no_answers() {
        let story = "port P limit 1\nthread A B C\nA: get P\npost P\nA: exit\nB: get P\npost P\n";
        assert_eq!(last(story).1, ["B", "nobody yet"]);
    }

    #[test]
    fn a_question_that_has_one_answer_is_not_asked() {
        assert_eq!(prediction(&trace("port P\nthread A\npost P\nA: get P\n"), 1), None);
    }

    #[test]
    fn the_first_question_stands_before_the_first_step() {
        let asked = prediction(&trace("port P\nthread A\nA: post P\n"), 1).expect("it is asked");
        assert_eq!(asked.place, "Before the first step");
    }
}
