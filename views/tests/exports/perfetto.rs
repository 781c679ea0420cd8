//! The timeline has what each thread does at each step, once.

use std::collections::BTreeMap;

use iocp_sim::trace::{Step, Trace};
use iocp_sim_views::perfetto;
use serde_json::Value;

use crate::renamed::renamed;
use crate::{hostile, sample, samples};

const STEP: u64 = 1000;

fn events(trace: &Trace) -> Vec<Value> {
    let timeline: Value = serde_json::from_str(&perfetto(trace)).expect("it is JSON");
    timeline["traceEvents"].as_array().expect("they are a list").clone()
}

fn of_kind<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["ph"] == kind).collect()
}

fn number(event: &Value, name: &str) -> u64 {
    event[name].as_u64().unwrap_or_else(|| panic!("{name} is a number: {event}"))
}

/// The slices of each track, by their beginning.
fn tracks(events: &[Value]) -> BTreeMap<u64, Vec<&Value>> {
    let mut tracks: BTreeMap<u64, Vec<&Value>> = BTreeMap::new();
    for slice in of_kind(events, "X") {
        tracks.entry(number(slice, "tid")).or_default().push(slice);
    }
    for slices in tracks.values_mut() {
        slices.sort_by_key(|slice| number(slice, "ts"));
    }
    tracks
}

/// What a thread does after a step, by the words of the timeline, and where.
fn does<'a>(step: &'a Step, thread: &str) -> Option<(&'static str, &'a str)> {
    step.state.iter().find_map(|port| {
        let place = |names: &[String]| names.iter().position(|name| name == thread);
        let over = |place: usize| place >= port.limit as usize;
        let released = place(&port.released);
        let word = match (released, place(&port.waiting), place(&port.paused)) {
            (Some(place), None, None) if over(place) => "over the limit",
            (Some(_), None, None) => "running",
            (None, Some(_), None) => "waiting",
            (None, None, Some(_)) => "paused",
            (None, None, None) => return None,
            places => panic!("a thread is in one place: {places:?}"),
        };
        Some((word, port.port.as_str()))
    })
}

#[test]
fn slices_of_a_track_do_not_overlap_and_say_what_the_trace_says_at_each_step() {
    for sample in samples().into_iter().chain([hostile()]) {
        let trace = &sample.run.trace;
        let events = events(trace);
        let tracks = tracks(&events);
        for (tid, slices) in &tracks {
            for pair in slices.windows(2) {
                let end = number(pair[0], "ts") + number(pair[0], "dur");
                assert!(end <= number(pair[1], "ts"), "{}, track {tid}: {pair:?}", sample.name);
            }
        }
        for (tid, head) in (1_u64..).zip(&trace.threads) {
            let slices = tracks.get(&tid).map(Vec::as_slice).unwrap_or_default();
            for step in &trace.steps {
                let middle = step.n as u64 * STEP - STEP / 2;
                let around = slices.iter().find(|slice| {
                    let ts = number(slice, "ts");
                    ts < middle && middle < ts + number(slice, "dur")
                });
                let said = around.map(|slice| {
                    let port = slice["args"]["port"].as_str().expect("it names a port");
                    (slice["cat"].as_str().expect("it has a word"), port)
                });
                assert_eq!(said, does(step, &head.name), "{}: {}", sample.name, step.event);
            }
        }
    }
}

#[test]
fn every_step_is_a_slice_with_its_sentence_and_its_moves() {
    for sample in samples() {
        let trace = &sample.run.trace;
        let events = events(trace);
        let tracks = tracks(&events);
        assert_eq!(tracks[&0].len(), trace.steps.len(), "{}", sample.name);
        for (slice, step) in tracks[&0].iter().zip(&trace.steps) {
            assert_eq!(slice["name"], step.event);
            assert_eq!(slice["args"]["says"], step.says);
            assert_eq!(slice["args"]["at_ns"], step.at_ns);
            let moves = slice["args"]["moves"].as_array().expect("they are a list");
            assert_eq!(moves.len(), step.moves.len());
            for (said, moved) in moves.iter().zip(&step.moves) {
                let said = said.as_str().expect("it is text");
                for part in [&moved.item, &moved.from, &moved.to, moved.rule.id()] {
                    assert!(said.contains(part), "{said} has {part}");
                }
            }
        }
    }
}

#[test]
fn counters_are_the_depth_of_the_queue_and_the_active_threads() {
    for sample in samples() {
        let trace = &sample.run.trace;
        let events = events(trace);
        let counters = of_kind(&events, "C");
        assert_eq!(counters.len(), 2 * trace.ports.len() * trace.steps.len(), "{}", sample.name);
        let mut counters = counters.into_iter();
        for port in trace.steps.iter().flat_map(|step| &step.state) {
            let queue = counters.next().expect("each port has two");
            let active = counters.next().expect("each port has two");
            assert_eq!(queue["args"]["packets"], port.queue.len());
            assert_eq!(active["args"]["threads"], port.released.len());
        }
    }
}

#[test]
fn an_arrow_leads_from_where_a_packet_goes_in_to_the_thread_that_got_it() {
    let text = "port P limit 1\nthread A B W3\nA: get P\nB: get P\npost P key=1\n\
                post P key=2\nB: block\nW3: get P\n";
    let events = events(&renamed(sample("arrows", text).run.trace, &[("W3", "p3")]));
    let place = |event: &&Value| {
        (event["name"].clone(), number(event, "tid"), number(event, "ts") / STEP + 1)
    };
    let leaves: Vec<_> = of_kind(&events, "s").iter().map(place).collect();
    let arrives: Vec<_> = of_kind(&events, "f").iter().map(place).collect();
    assert_eq!(leaves, [("p1".into(), 0, 3), ("p2".into(), 0, 4)]);
    assert_eq!(arrives, [("p1".into(), 2, 3), ("p2".into(), 1, 5)]);
}

#[test]
fn an_arrow_does_not_leave_where_a_thread_with_the_name_of_a_packet_comes_from() {
    let text = "port P\nthread W1\ndevice OUTSIDE\nW1: get P\npost P\n";
    let names = [("W1", "p1"), ("OUTSIDE", "outside")];
    let events = events(&renamed(sample("outside", text).run.trace, &names));
    let leaves: Vec<_> = of_kind(&events, "s").iter().map(|leaf| number(leaf, "ts")).collect();
    assert_eq!(leaves, [STEP + 200]);
}

#[test]
fn both_ends_of_every_arrow_lie_within_a_slice_and_time_does_not_run_back() {
    for sample in samples() {
        let events = events(&sample.run.trace);
        let tracks = tracks(&events);
        let (leaves, arrives) = (of_kind(&events, "s"), of_kind(&events, "f"));
        assert_eq!(leaves.len(), arrives.len(), "{}", sample.name);
        for (leaf, arrival) in leaves.iter().zip(&arrives) {
            assert_eq!(leaf["id"], arrival["id"]);
            assert!(number(leaf, "ts") < number(arrival, "ts"), "{}", sample.name);
        }
        for end in leaves.into_iter().chain(arrives) {
            let ts = number(end, "ts");
            let is_around = |slice: &&Value| {
                (number(slice, "ts")..number(slice, "ts") + number(slice, "dur")).contains(&ts)
            };
            assert!(tracks[&number(end, "tid")].iter().any(is_around), "{}: {end}", sample.name);
        }
    }
}
