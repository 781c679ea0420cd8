//! A trace for viewers of timelines: Chrome's trace events as JSON, in the form that
//! `docs/perfetto.schema.json` describes.
//!
//! Virtual time mostly stands still, so that the axis is the step: each takes a millisecond. The
//! virtual time is an argument of the step.

mod stretches;

use std::collections::HashMap;

use iocp_sim::trace::{Packet, PortState, ResultKind, Step, Trace};
use serde::Serialize;
use serde_json::{Value, json};

use crate::moved::arriving;
use crate::numbers::Numbers;

use self::stretches::{Stretch, covers, stretches};

/// How many microseconds of the axis a step takes.
const STEP: u64 = 1000;

/// Where within its step an arrow between tracks leaves, a call ends, and an arrow arrives.
const LEAVES: u64 = 200;
const ENDS: u64 = 500;
const ARRIVES: u64 = 700;

/// The process that all tracks belong to.
const PROCESS: u32 = 1;

/// The track of the steps. Threads follow it, in the order of declaration.
const STEPS: usize = 0;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    trace_events: Vec<Event>,
    display_time_unit: &'static str,
    other_data: Value,
}

#[derive(Serialize)]
struct Event {
    ph: &'static str,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cat: Option<&'static str>,
    pid: u32,
    tid: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dur: Option<u64>,
    /// What an arrow's two ends have in common.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    /// That an arrow ends at the slice around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    bp: Option<&'static str>,
    /// How far an instant reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<&'static str>,
    args: Value,
}

/// The trace as a timeline: a track for the steps, a track for each thread with what it does, an
/// arrow for each packet from where it went in to the thread that got it, and for each port
/// counters of its queue and its active threads.
///
/// # Panics
///
/// If a step has the number 0. They count from 1 in every trace which a run made, or which was read
/// from elsewhere and then held against the machine by [`replay`](iocp_sim::sim::replay).
#[must_use]
pub fn perfetto(trace: &Trace) -> String {
    let mut trace_events = names(trace);
    let numbers = Numbers::new(trace);
    for step in &trace.steps {
        trace_events.push(step_slice(trace, step));
        trace_events.extend(step.state.iter().flat_map(|port| counters(step, port)));
        trace_events.extend(results(&numbers, step));
    }
    let stretches = stretches(trace, &numbers);
    for (thread, own) in stretches.iter().enumerate() {
        trace_events.extend(own.iter().map(|stretch| stretch_slice(thread, stretch)));
    }
    trace_events.extend(arrows(trace, &numbers, &stretches));
    let other_data = json!({
        "title": trace.title,
        "question": trace.question,
        "profile": trace.profile.name(),
        "processors": trace.processors,
        "axis": "One step is one millisecond. The virtual time is `at_ns` of each step.",
    });
    let document = Document { trace_events, display_time_unit: "ms", other_data };
    serde_json::to_string(&document).expect("a timeline has only what JSON has")
}

impl Event {
    fn new(ph: &'static str, name: String, tid: usize, args: Value) -> Self {
        let (cat, ts, dur, id, bp, s) = (None, None, None, None, None, None);
        Self { ph, name, cat, pid: PROCESS, tid, ts, dur, id, bp, s, args }
    }

    fn slice(name: String, cat: &'static str, tid: usize, time: (u64, u64), args: Value) -> Self {
        let (ts, dur) = (Some(time.0), Some(time.1));
        Self { cat: Some(cat), ts, dur, ..Self::new("X", name, tid, args) }
    }
}

/// The axis at the beginning of a step.
fn start(n: usize) -> u64 {
    (n as u64 - 1) * STEP
}

fn names(trace: &Trace) -> Vec<Event> {
    let meta = |name: &str, tid, args| Event::new("M", name.to_owned(), tid, args);
    let mut events = vec![meta("process_name", STEPS, json!({ "name": trace.title }))];
    let threads = trace.threads.iter().map(|thread| format!("thread {}", thread.name));
    for (tid, name) in std::iter::once("steps".to_owned()).chain(threads).enumerate() {
        events.push(meta("thread_name", tid, json!({ "name": name })));
        events.push(meta("thread_sort_index", tid, json!({ "sort_index": tid })));
    }
    events
}

fn step_slice(trace: &Trace, step: &Step) -> Event {
    let moves: Vec<String> = step
        .moves
        .iter()
        .map(|it| format!("{} {}: {} to {} ({})", it.port, it.item, it.from, it.to, it.rule))
        .collect();
    let mut args = json!({
        "n": step.n,
        "at_ns": step.at_ns,
        "line": step.line,
        "says": step.says,
        "moves": moves,
    });
    if let Some(rule) = step.refused {
        args["refused"] = json!(rule.id());
    }
    let notes = trace.notes(step);
    if !notes.is_empty() {
        args["note"] = json!(notes.join(" "));
    }
    Event::slice(step.event.clone(), "step", STEPS, (start(step.n), STEP), args)
}

fn counters(step: &Step, port: &PortState) -> [Event; 2] {
    let PortState { port, limit, queue, released, .. } = port;
    let counter = |what: String, unit: &str, count: usize| Event {
        ts: Some(start(step.n)),
        ..Event::new("C", what, STEPS, json!({ unit: count }))
    };
    [
        counter(format!("{port} queue"), "packets", queue.len()),
        counter(format!("{port} active (limit {limit})"), "threads", released.len()),
    ]
}

/// The calls that ended, as instants of their threads.
fn results(numbers: &Numbers<'_>, step: &Step) -> Vec<Event> {
    let results = step.results.iter().filter_map(|result| {
        let name = match result.kind {
            ResultKind::Got => format!("got {}", listed(&result.packets)),
            ResultKind::Timeout => "timeout".to_owned(),
            ResultKind::Abandoned => "abandoned".to_owned(),
            ResultKind::Closed => "closed".to_owned(),
            ResultKind::Apc => "apc".to_owned(),
            ResultKind::Refused => "refused".to_owned(),
        };
        let args = json!({ "step": step.n, "rule": result.rule.id() });
        let event = Event::new("i", name, track(numbers.thread(&result.thread)?), args);
        let ts = Some(start(step.n) + ENDS);
        Some(Event { cat: Some("result"), ts, s: Some("t"), ..event })
    });
    results.collect()
}

fn stretch_slice(thread: usize, stretch: &Stretch<'_>) -> Event {
    let Stretch { first, last, does, port, packets } = *stretch;
    let mut name = does.word().to_owned();
    if does.has_packets() && !packets.is_empty() {
        name = format!("{name}, {}", listed(packets));
    }
    let keys: Vec<u64> = packets.iter().map(|packet| packet.key).collect();
    let args = json!({
        "port": port,
        "from_step": first,
        "to_step": last,
        "packets": packets.iter().map(Packet::name).collect::<Vec<_>>(),
        "keys": keys,
    });
    let time = (start(first), (last - first + 1) as u64 * STEP);
    Event::slice(name, does.word(), track(thread), time, args)
}

/// An arrow for each packet that a thread got and has a track at that step.
fn arrows(trace: &Trace, numbers: &Numbers<'_>, stretches: &[Vec<Stretch<'_>>]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut entered = HashMap::new();
    for step in &trace.steps {
        entered.extend(arriving(step).map(|n| (n, step.n)));
        for result in &step.results {
            let Some(thread) = numbers.thread(&result.thread) else { continue };
            if !covers(&stretches[thread], step.n) {
                continue;
            }
            for packet in &result.packets {
                let Some(&from) = entered.get(&packet.n) else { continue };
                events.extend(arrow(packet.n, (from, STEPS), (step.n, track(thread))));
            }
        }
    }
    events
}

fn arrow(id: u64, from: (usize, usize), to: (usize, usize)) -> [Event; 2] {
    let end = |ph, (n, tid), offset| {
        let event = Event::new(ph, format!("p{id}"), tid, json!({}));
        Event { cat: Some("packet"), ts: Some(start(n) + offset), id: Some(id), ..event }
    };
    let arrival = Event { bp: Some("e"), ..end("f", to, ARRIVES) };
    [end("s", from, LEAVES), arrival]
}

/// The track of a thread.
fn track(thread: usize) -> usize {
    STEPS + 1 + thread
}

fn listed(packets: &[Packet]) -> String {
    packets.iter().map(Packet::name).collect::<Vec<_>>().join(" ")
}
