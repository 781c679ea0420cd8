//! A trace in the form in which a page holds it.

use std::collections::BTreeMap;

use iocp_sim::Rule;
use iocp_sim::trace::{self, Packet, Trace};

use super::asked::Questions;
use super::form::{Asked, Move, Page, Returned, RuleText, Step, Thread, Variant};
use super::table::{HOLE, Table};
use super::{VERSION, delta, lesson, sources};
use crate::lead;
use crate::limits::OtherLimit;
use crate::numbers::Numbers;

/// The data of a page.
pub(super) fn page<'a>(trace: &'a Trace, others: &'a [OtherLimit]) -> Page<'a> {
    let first = others.first();
    let port = first.map_or_else(|| only_port(trace), |other| other.port.as_str());
    let mut variants = vec![variant(trace, port, None)];
    variants.extend(
        others.iter().map(|other| variant(&other.trace, &other.port, Some(other.of.as_slice()))),
    );
    let traces = [trace].into_iter().chain(others.iter().map(|other| &other.trace));
    let rules: BTreeMap<_, _> = traces.flat_map(rules).map(text).collect();
    Page {
        version: VERSION,
        title: &trace.title,
        question: trace.question.as_deref(),
        profile: trace.profile.name(),
        processors: trace.processors.get(),
        lesson: lesson::of(trace),
        sources: sources::of(rules.values().map(|rule| rule.evidence)),
        rules,
        variants,
    }
}

fn only_port(trace: &Trace) -> &str {
    trace.ports.first().map_or("", |port| port.name.as_str())
}

/// The rules that occur, those that only lead included.
fn rules(trace: &Trace) -> Vec<Rule> {
    trace.rules().into_iter().chain(trace.steps.iter().filter_map(lead)).collect()
}

fn text(rule: Rule) -> (&'static str, RuleText) {
    let entry = rule.entry();
    let text = RuleText {
        sentence: &entry.sentence,
        detail: &entry.detail,
        why: &entry.why,
        evidence: &entry.evidence,
        profile: &entry.profile,
        section: &entry.section,
    };
    (rule.id(), text)
}

fn variant<'a>(trace: &'a Trace, port: &'a str, of: Option<&'a [usize]>) -> Variant<'a> {
    let mut texts = Table::default();
    let mut questions = Questions::default();
    let numbers = Numbers::new(trace);
    let steps = steps(trace, &numbers, &mut texts, &mut questions);
    let limit = trace.ports.iter().find(|head| head.name == port);
    Variant {
        port,
        limit: limit.map_or(0, |head| head.limit),
        of,
        cut: trace.stops.is_some(),
        remarks: trace.remarks(),
        ports: trace.ports.iter().map(|head| (head.name.as_str(), head.limit)).collect(),
        threads: trace.threads.iter().map(thread).collect(),
        devices: &trace.devices,
        packets: packets(trace),
        strings: texts.texts(),
        answers: questions.answers(),
        steps,
    }
}

fn thread(head: &trace::ThreadHead) -> Thread<'_> {
    let program = head.program.iter();
    Thread {
        name: &head.name,
        lines: program.clone().map(|line| line.line).collect(),
        program: program.map(|line| line.text.as_str()).collect(),
    }
}

/// What each packet is, by its number less one.
fn packets(trace: &Trace) -> Vec<Option<(String, u32, String)>> {
    let mut found: BTreeMap<u64, &Packet> = BTreeMap::new();
    for step in &trace.steps {
        let queued = step.state.iter().flat_map(|port| &port.queue);
        let taken = step.results.iter().flat_map(|result| &result.packets);
        let held = step.holds.iter().flatten();
        found.extend(queued.chain(taken).chain(held).map(|packet| (packet.n, packet)));
    }
    let last = found.last_key_value().map_or(0, |(&n, _)| n);
    // At most one goes in by a step, whatever number a trace gives it.
    let last = last.min(trace.steps.len() as u64);
    (1..=last).map(|n| found.get(&n).map(|packet| content(packet))).collect()
}

fn content(packet: &Packet) -> (String, u32, String) {
    let number = || format!("{:#010x}", packet.status.0);
    let status = packet.status_name.map_or_else(number, str::to_owned);
    (packet.key.to_string(), packet.bytes, status)
}

fn steps(
    trace: &Trace,
    numbers: &Numbers<'_>,
    texts: &mut Table,
    questions: &mut Questions,
) -> Vec<Step> {
    let mut lists = delta::first(trace);
    let mut now_ns = 0;
    let mut steps = Vec::with_capacity(trace.steps.len());
    for step in &trace.steps {
        let after = delta::after(step, numbers, texts);
        let changes = delta::between(&lists, &after);
        let passed = (step.at_ns != now_ns).then(|| step.at_ns.to_string());
        let asked = questions.before(trace, step, texts);
        steps.push(coded(step, texts, changes, passed, asked));
        lists = after;
        now_ns = step.at_ns;
    }
    steps
}

fn coded(
    step: &trace::Step,
    texts: &mut Table,
    changes: Vec<Vec<u64>>,
    passed: Option<String>,
    asked: Option<Asked>,
) -> Step {
    Step {
        e: texts.number(&step.event),
        l: step.line,
        t: passed,
        s: said(step, texts),
        n: step.notes.iter().map(|note| texts.number(note)).collect(),
        r: step.refused.map(Rule::id),
        w: lead(step).map(Rule::id),
        m: step.moves.iter().map(|moved| coded_move(moved, texts)).collect(),
        x: step.results.iter().map(|result| returned(result, texts)).collect(),
        d: changes,
        q: asked,
    }
}

/// The sentence with holes where its names stood, then the names.
fn said(step: &trace::Step, texts: &mut Table) -> Vec<usize> {
    let letters: Vec<char> = step.says.chars().collect();
    let mut text = String::new();
    let mut names = Vec::new();
    let mut at = 0;
    for name in &step.names {
        let end = name.start + name.length;
        text.extend(&letters[at..name.start]);
        text.push(HOLE);
        names.push(letters[name.start..end].iter().collect::<String>());
        at = end;
    }
    text.extend(&letters[at..]);
    let mut said = vec![texts.number(&text)];
    said.extend(names.iter().map(|name| texts.number(name)));
    said
}

fn coded_move(moved: &trace::Move, texts: &mut Table) -> Move {
    let mut number = |text: &String| texts.number(text);
    Move(
        number(&moved.port),
        number(&moved.item),
        number(&moved.from),
        number(&moved.to),
        moved.rule.id(),
        moved.with.as_ref().map(number),
    )
}

fn returned(result: &trace::ThreadResult, texts: &mut Table) -> Returned {
    let packets = result.packets.iter().map(|packet| packet.n).collect();
    Returned(texts.number(&result.thread), result.kind.name(), result.rule.id(), packets)
}
