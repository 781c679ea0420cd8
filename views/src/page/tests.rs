//! What a page holds is the trace, and nothing in a trace can break out of it.

use iocp_sim::sim::{Scenario, lesson, lesson_names, run};
use iocp_sim::trace::Trace;
use serde_json::Value;

use super::decode::{asked, said, states, steps, text};
use super::{data, delta, html};
use crate::limits::with_limit;
use crate::renamed::renamed;
use crate::{lead, prediction};

fn trace(text: &str) -> Trace {
    run(&Scenario::parse(text).expect("it is a scenario")).trace
}

fn lessons() -> impl Iterator<Item = Trace> {
    lesson_names().map(|name| trace(lesson(name).expect("a lesson has a text")))
}

fn variant(trace: &Trace) -> Value {
    let mut page: Value = serde_json::from_str(&data(trace, &[])).expect("it is JSON");
    page["variants"][0].take()
}

/// The state after a step, in the words of the trace.
fn named(variant: &Value, lists: &[Vec<u64>], port: usize, list: usize) -> Vec<String> {
    let items = lists[port * delta::OF_PORT + list].iter();
    let name = |&item: &u64| match list {
        0 => format!("p{item}"),
        4 => variant["devices"][item as usize].as_str().expect("a device has a name").to_owned(),
        5 => variant["strings"][item as usize].as_str().expect("a key has a text").to_owned(),
        _ => variant["threads"][item as usize]["name"].as_str().expect("it has one").to_owned(),
    };
    items.map(name).collect()
}

#[test]
fn the_lists_of_every_step_of_every_lesson_are_those_of_the_trace() {
    for trace in lessons() {
        let variant = variant(&trace);
        let states = states(&variant, delta::first(&trace));
        assert_eq!(states.len(), trace.steps.len());
        for (step, lists) in trace.steps.iter().zip(&states) {
            for (place, port) in step.state.iter().enumerate() {
                let queue: Vec<String> = port.queue.iter().map(|packet| packet.name()).collect();
                let of = |list| named(&variant, lists, place, list);
                assert_eq!(of(0), queue);
                assert_eq!(of(1), port.waiting);
                assert_eq!(of(2), port.released);
                assert_eq!(of(3), port.paused);
                let devices: Vec<(String, String)> = of(4).into_iter().zip(of(5)).collect();
                let bound = port.devices.iter().map(|(name, key)| (name.clone(), key.to_string()));
                assert_eq!(devices, bound.collect::<Vec<_>>());
                let about = [u64::from(port.limit), port.closed.into(), port.destroyed.into()];
                assert_eq!(lists[place * delta::OF_PORT + 6], about);
            }
        }
    }
}

#[test]
fn what_threads_hold_and_where_they_are_is_that_of_the_trace() {
    for trace in lessons() {
        let states = states(&variant(&trace), delta::first(&trace));
        for (step, lists) in trace.steps.iter().zip(&states) {
            let own = &lists[trace.ports.len() * delta::OF_PORT..];
            for (thread, lists) in own.chunks(delta::OF_THREAD).enumerate() {
                let held: Vec<u64> = step.holds[thread].iter().map(|packet| packet.n).collect();
                assert_eq!(lists, [held, vec![step.pc[thread] as u64]]);
            }
        }
    }
}

#[test]
fn sentences_moves_and_questions_are_those_of_the_trace() {
    for trace in lessons() {
        let variant = variant(&trace);
        for (step, coded) in trace.steps.iter().zip(steps(&variant)) {
            assert_eq!(text(&variant, &coded["e"]), step.event);
            assert_eq!(said(&variant, coded), step.says);
            assert_eq!(coded["w"].as_str(), lead(step).map(|rule| rule.id()));
            for (at, moved) in step.moves.iter().enumerate() {
                let names = (0..4).map(|part| text(&variant, &coded["m"][at][part]));
                let expected = [&moved.port, &moved.item, &moved.from, &moved.to];
                assert!(names.eq(expected.into_iter().map(String::as_str)));
            }
            let expected = prediction(&trace, step.n);
            let text = expected.as_ref().map(|expected| expected.text.clone());
            assert_eq!(asked(&variant, coded).map(|(asked, _)| asked), text);
            let right = expected.map(|expected| expected.answers[expected.right].text.clone());
            assert_eq!(asked(&variant, coded).map(|(_, right)| right), right);
        }
    }
}

#[test]
fn a_question_names_its_packet_though_a_port_is_named_like_one() {
    let story = "port W03 limit 1\nport Q\nthread A B\nA: get W03\nB: get W03\npost W03\n\
                 post W03\nB: get Q\n";
    let trace = renamed(trace(story), &[("W03", "p03")]);
    let variant = variant(&trace);
    let step = &steps(&variant)[4];
    let (words, _) = asked(&variant, step).expect("B leaves a port");
    assert_eq!(words, "B: get Q. B leaves p03. Which thread gets p2 of p03?");
    assert_eq!(step["q"][3], 2);
}

#[test]
fn a_packet_keeps_its_64_bits() {
    let trace = trace("port P\nthread A\nA: get P\npost P key=0xffffffffffffffff bytes=7\n");
    let packet = &variant(&trace)["packets"][0];
    assert_eq!(packet[0], "18446744073709551615");
    assert_eq!(packet[1], 7);
}

#[test]
fn a_packet_with_a_huge_number_takes_no_room() {
    let mut trace = trace("port P\npost P\npost P\n");
    trace.steps[1].state[0].queue[1].n = u64::MAX;
    assert_eq!(variant(&trace)["packets"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_text_can_not_break_out_of_the_page() {
    let evil = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> \u{2028} \"";
    let scenario = format!("title {evil}\nquestion {evil}\nport P\npost P\nnote {evil}\n");
    let page = html(&trace(&scenario), &[]);
    assert!(!page.contains("alert(1)</script>"));
    assert!(!page.contains("<img src=x"));
    assert!(!page.contains('\u{2028}'));
    let (_, data) = page.split_once("id=\"data\">").expect("the page has its data");
    let (data, _) = data.split_once("</script>").expect("the data end");
    let data: Value = serde_json::from_str(data).expect("the data are JSON");
    assert_eq!(data["title"].as_str(), Some(evil));
}

#[test]
fn a_page_names_no_other_place() {
    for trace in lessons() {
        let page = html(&trace, &[]);
        let address = "http://www.w3.org/2000/svg";
        let others = page.replace(address, "");
        assert!(!others.contains("http://") && !others.contains("https://"));
        assert!(page.len() < 300_000, "{} takes {} bytes", trace.title, page.len());
    }
}

#[test]
fn other_limits_stand_beside_the_trace() {
    let base = trace(lesson("over-limit").expect("it is a lesson"));
    let other = with_limit(&base, None, 2).expect("the lesson has one port");
    let page: Value =
        serde_json::from_str(&data(&base, std::slice::from_ref(&other))).expect("it is JSON");
    assert_eq!(page["variants"][0]["of"], Value::Null);
    assert_eq!(page["variants"][1]["limit"], 2);
    let of: Vec<u64> = super::decode::numbers(&page["variants"][1]["of"]).collect();
    assert!(of.iter().map(|&step| step as usize).eq(other.of));
}
