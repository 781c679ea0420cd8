//! What the language has, as tests; what it has not stands beside it, in `refusals`.

use super::*;
use crate::ids::{DeviceId, ThreadId};
use crate::sim::scenario::{
    Branch, BranchStep, Condition, Content, Get, Pattern, PortDeclaration, PortHas, PortId,
    Quantifier, Step, ThreadIs, Timeout,
};
use crate::structures::Status;

pub(super) const EXAMPLE: &str = "\
title  A blocked worker gives its slot away and takes it back over the limit
port P limit 1
thread A B
A: get P
B: get P                    # the newest waiter
post P key=1
expect B got key=1
expect P released [B] waiting [A]
post P key=2                # no slot is free: it queues
expect P queue [key=2]
B: block                    # frees the slot
expect A got key=2
expect P released [A] paused [B]
B: unblock                  # nothing stops it: two run under a limit of one
expect P released [A B] active 2
";

const P: PortId = PortId(0);
const A: ThreadId = ThreadId(0);
const B: ThreadId = ThreadId(1);
const D: DeviceId = DeviceId(0);
const E: DeviceId = DeviceId(1);
const FOREVER: Get = Get { max: None, timeout: Timeout::Never, alertable: false };
const CANCELLED: Status = Status(0xC000_0120);

fn keyed(key: u64) -> Pattern {
    Pattern { key: Some(key), ..Pattern::default() }
}

fn nth(n: u64) -> Pattern {
    Pattern { n: Some(n), ..Pattern::default() }
}

fn posted(key: u64) -> Step {
    Step::Post(None, P, Content { key, ..Content::default() })
}

fn span(line: usize, column: usize, length: usize) -> Span {
    Span { line, column, length }
}

/// Reads one line that follows a port, two threads and two devices.
fn act(line: &str) -> Act {
    let text = format!("port P\nthread A B\ndevice D E\n{line}\npost P\n");
    let scenario = Scenario::parse(&text).unwrap_or_else(|error| panic!("{line}: {error}"));
    scenario.statements.into_iter().next().unwrap().act
}

fn condition(text: &str) -> Condition {
    let line = format!("expect {text}");
    let Act::Expect(conditions) = act(&line) else { panic!("{line}") };
    let [(at, condition)] = conditions.try_into().unwrap();
    assert_eq!(at, span(4, 8, text.chars().count()), "{text}");
    condition
}

#[test]
fn the_example_is_read_as_the_tree_it_means() {
    let scenario = Scenario::parse(EXAMPLE).unwrap();
    let title = "A blocked worker gives its slot away and takes it back over the limit";
    assert_eq!(scenario.title.as_deref(), Some(title));
    assert_eq!(scenario.question, None);
    assert_eq!((scenario.profile, scenario.processors.get()), (Profile::Windows11, 4));
    assert_eq!(scenario.ports, [PortDeclaration { name: "P".to_owned(), limit: 1 }]);
    assert_eq!(scenario.threads, ["A", "B"]);
    assert!(scenario.devices.is_empty());

    let one = |thread, key| Condition::Thread(thread, ThreadIs::GotOne(keyed(key)));
    let port = |parts: &[PortHas]| Condition::Port(P, parts.to_vec());
    let expect = |line, length, condition| Act::Expect(vec![(span(line, 8, length), condition)]);
    let both = [PortHas::Released(vec![B]), PortHas::Waiting(vec![A])];
    let paused = [PortHas::Released(vec![A]), PortHas::Paused(vec![B])];
    let two = [PortHas::Released(vec![A, B]), PortHas::Active(2)];
    let expected = [
        (4, "A: get P", Act::Step(Step::Get(A, P, FOREVER))),
        (5, "B: get P", Act::Step(Step::Get(B, P, FOREVER))),
        (6, "post P key=1", Act::Step(posted(1))),
        (7, "expect B got key=1", expect(7, 11, one(B, 1))),
        (8, "expect P released [B] waiting [A]", expect(8, 26, port(&both))),
        (9, "post P key=2", Act::Step(posted(2))),
        (10, "expect P queue [key=2]", expect(10, 15, port(&[PortHas::Queue(vec![keyed(2)])]))),
        (11, "B: block", Act::Step(Step::Block(B))),
        (12, "expect A got key=2", expect(12, 11, one(A, 2))),
        (13, "expect P released [A] paused [B]", expect(13, 25, port(&paused))),
        (14, "B: unblock", Act::Step(Step::Unblock(B))),
        (15, "expect P released [A B] active 2", expect(15, 25, port(&two))),
    ];
    let expected = expected.map(|(line, text, act)| Statement {
        span: span(line, 1, text.len()),
        text: text.to_owned(),
        act,
    });
    assert_eq!(scenario.statements, expected);
}

#[test]
fn every_kind_of_step_is_read() {
    let get = |max, timeout, alertable| Step::Get(A, P, Get { max, timeout, alertable });
    let full = Content { key: u64::MAX, bytes: u32::MAX, status: CANCELLED };
    let cases = [
        ("A: get P", get(None, Timeout::Never, false)),
        ("A: get P max 3 timeout 10ms alertable", get(Some(3), Timeout::After(10_000_000), true)),
        ("A:get P alertable poll max 0", get(Some(0), Timeout::Poll, true)),
        ("A :get P timeout 0", get(None, Timeout::Poll, false)),
        ("A: get P timeout 0s", get(None, Timeout::Poll, false)),
        ("A: get P timeout 1ns", get(None, Timeout::After(1), false)),
        ("A: get P timeout 0x10us", get(None, Timeout::After(16_000), false)),
        ("A: block", Step::Block(A)),
        ("B: unblock", Step::Unblock(B)),
        ("A: suspend", Step::Suspend(A)),
        ("A: resume", Step::Resume(A)),
        ("A: apc", Step::Apc(A)),
        ("A: exit", Step::Exit(A)),
        ("B: post P", Step::Post(Some(B), P, Content::default())),
        (
            "post P status=CANCELLED bytes=4294967295 key=0xFFFFffffFFFFffff",
            Step::Post(None, P, full),
        ),
        ("associate D P key=7", Step::Associate(D, P, 7)),
        ("replace E P key=0", Step::Replace(E, P, 0)),
        ("dissociate D", Step::Dissociate(D)),
        ("D: complete", Step::Complete(D, Content::default())),
        (
            "E: complete status=CANCELLED bytes=5",
            Step::Complete(E, Content { key: 0, bytes: 5, status: CANCELLED }),
        ),
        (
            "E: complete status=0xe0000001",
            Step::Complete(E, Content { status: Status(0xE000_0001), ..Content::default() }),
        ),
        ("close P", Step::ClosePort(P)),
        ("close E", Step::CloseDevice(E)),
        ("advance 18446744073s", Step::Advance(18_446_744_073_000_000_000)),
        ("\t advance 0 \t# nothing", Step::Advance(0)),
    ];
    for (line, step) in cases {
        assert_eq!(act(line), Act::Step(step), "{line}");
    }
}

#[test]
fn every_kind_of_condition_is_read() {
    let some = Pattern { bytes: Some(2), status: Some(Status::SUCCESS), ..keyed(1) };
    let thread = |is| Condition::Thread(A, is);
    let port = |parts: Vec<PortHas>| Condition::Port(P, parts);
    let cases = [
        ("A got", thread(ThreadIs::Got)),
        ("A got key=1", thread(ThreadIs::GotOne(keyed(1)))),
        ("A got p3", thread(ThreadIs::GotOne(nth(3)))),
        ("A got key=1 bytes=2 status=SUCCESS", thread(ThreadIs::GotOne(some))),
        ("A got status=SUCCESS, bytes=2,key=1", thread(ThreadIs::GotOne(some))),
        ("A got []", thread(ThreadIs::GotList(vec![]))),
        (
            "A got [ p12 key=1,bytes=2,status=SUCCESS\tkey=1 ]",
            thread(ThreadIs::GotList(vec![nth(12), some, keyed(1)])),
        ),
        ("A timeout", thread(ThreadIs::Timeout)),
        ("A abandoned", thread(ThreadIs::Abandoned)),
        ("A closed", thread(ThreadIs::Closed)),
        ("A apc", thread(ThreadIs::Apc)),
        ("A refused", thread(ThreadIs::Refused)),
        ("A waiting", thread(ThreadIs::Waiting)),
        ("refused", Condition::Refused),
        (
            "P active 0 paused [] released [B A] waiting[A] queue [p1] devices [E D]",
            port(vec![
                PortHas::Active(0),
                PortHas::Paused(vec![]),
                PortHas::Released(vec![B, A]),
                PortHas::Waiting(vec![A]),
                PortHas::Queue(vec![nth(1)]),
                PortHas::Devices(vec![E, D]),
            ]),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(condition(text), expected, "{text}");
    }
}

#[test]
fn each_condition_of_an_expectation_knows_its_text() {
    let read = act("expect A got and P  queue [p1]  and refused # and more");
    let got = Condition::Thread(A, ThreadIs::Got);
    let queue = Condition::Port(P, vec![PortHas::Queue(vec![nth(1)])]);
    let refused = (span(4, 37, 7), Condition::Refused);
    let expected = vec![(span(4, 8, 5), got), (span(4, 18, 13), queue), refused];
    assert_eq!(read, Act::Expect(expected));
}

#[test]
fn a_group_is_one_statement_and_its_outcomes_follow_it() {
    let text = "port P\nthread A B\n concurrently # now\nA: get P\n\n  A: block # so\nand\n\
                post P key=1\n# and\nand\nB: get P\nend # of it\n\nalways A got and B got\n\
                # more\nsometimes refused\nnever P active 3\nexpect A got";
    let scenario = Scenario::parse(text).unwrap();
    let step = |line, column, text: &str, step| BranchStep {
        span: span(line, column, text.len()),
        text: text.to_owned(),
        step,
    };
    let branch = |steps: &[BranchStep]| Branch { steps: steps.to_vec() };
    let branches = vec![
        branch(&[
            step(4, 1, "A: get P", Step::Get(A, P, FOREVER)),
            step(6, 3, "A: block", Step::Block(A)),
        ]),
        branch(&[step(8, 1, "post P key=1", posted(1))]),
        branch(&[step(11, 1, "B: get P", Step::Get(B, P, FOREVER))]),
    ];
    let got =
        |line, column, thread| (span(line, column, 5), Condition::Thread(thread, ThreadIs::Got));
    let active = Condition::Port(P, vec![PortHas::Active(3)]);
    let refused = vec![(span(16, 11, 7), Condition::Refused)];
    let expected = [
        (3, 2, "concurrently", Act::Group(branches)),
        (
            14,
            1,
            "always A got and B got",
            Act::Outcome(Quantifier::Always, vec![got(14, 8, A), got(14, 18, B)]),
        ),
        (16, 1, "sometimes refused", Act::Outcome(Quantifier::Sometimes, refused)),
        (
            17,
            1,
            "never P active 3",
            Act::Outcome(Quantifier::Never, vec![(span(17, 7, 10), active)]),
        ),
        (18, 1, "expect A got", Act::Expect(vec![got(18, 8, A)])),
    ];
    let expected = expected.map(|(line, column, text, act)| Statement {
        span: span(line, column, text.len()),
        text: text.to_owned(),
        act,
    });
    assert_eq!(scenario.statements, expected);
}

#[test]
fn headers_and_declarations_are_read_in_any_order() {
    let text = "\u{feff}device D\r\nquestion  Is `#` text? # yes\r\nprofile 8.1\r\nport P\r\n\
                # a comment\r\n\r\n\tprocessors 0x2\r\ntitle: \r\n"
        .replace("title: ", "title\t: so \u{e9}");
    let scenario = Scenario::parse(&format!("{text}post P\r\nthread A\r\nport Q limit 3")).unwrap();
    assert_eq!(scenario.question.as_deref(), Some("Is `#` text? # yes"));
    assert_eq!(scenario.title.as_deref(), Some(": so \u{e9}"));
    assert_eq!((scenario.profile, scenario.processors.get()), (Profile::Windows8_1, 2));
    let limits: Vec<u32> = scenario.ports.iter().map(|port| port.limit).collect();
    assert_eq!((limits, scenario.threads.len(), scenario.devices.len()), (vec![0, 3], 1, 1));
}

#[test]
fn a_note_keeps_its_text_and_its_place() {
    let scenario = Scenario::parse("port P\npost P\n  note  \u{e9}: two # three  ").unwrap();
    let note = &scenario.statements[1];
    assert_eq!(note.act, Act::Note("\u{e9}: two # three".to_owned()));
    assert_eq!((note.span, note.text.as_str()), (span(3, 3, 20), "note  \u{e9}: two # three"));
}
