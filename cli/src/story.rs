//! A trace as a story: each step with its sentence, the five structures, the moves and the rules.

mod heading;
mod whereabouts;

use std::collections::BTreeSet;

use iocp_sim::Rule;
use iocp_sim::picture::{Style, draw};
use iocp_sim::sim::Run;
use iocp_sim::trace::{Move, PortState, ResultKind, Step, ThreadResult, Trace};

use self::whereabouts::Whereabouts;
use crate::layout::Layout;
use crate::paint::{self, HEAD, QUIET, RULE, label, painted};

/// Where the text of a rule begins.
const RULE_INDENT: &str = "       ";
/// Where what the threads do begins.
const AT_INDENT: &str = "           ";

/// Where the port of a move stands, in a step that moves something in several.
const PORT_COLUMN: usize = 24;

/// Which steps are told.
pub(crate) struct Part {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// How many there are.
    pub(crate) of: usize,
}

/// The steps of a trace in `part`, told; `next` are the commands to go on with.
pub(crate) fn tell(run: &Run, layout: Layout, part: &Part, next: &[String]) -> String {
    let trace = &run.trace;
    let mut seen = BTreeSet::new();
    let mut whereabouts = Whereabouts::new(trace);
    let mut story = heading::heading(run, layout);
    for step in trace.steps.iter().filter(|step| step.n <= part.to) {
        whereabouts.follow(trace, step);
        if step.n >= part.from {
            let news = news(step, &mut seen);
            let at = whereabouts.told(trace, step);
            story.push_str(&chapter(trace, step, &news, &at, layout));
        }
    }
    story + &ending(&trace.steps[..part.to], &seen, part, next, layout)
}

/// The rules of a step that were not told before: a rule is explained once in a story.
fn news(step: &Step, seen: &mut BTreeSet<Rule>) -> Vec<Rule> {
    let moves = step.moves.iter().map(|moved| moved.rule);
    let results = step.results.iter().map(|result| result.rule);
    let rules = step.refused.into_iter().chain(moves).chain(results);
    rules.filter(|&rule| seen.insert(rule)).collect()
}

fn chapter(trace: &Trace, step: &Step, news: &[Rule], at: &[String], layout: Layout) -> String {
    let mut text = head(step, layout);
    text += &(layout.fold(&step.says, "  ", "  ") + "\n");
    for state in shown(step) {
        text += &picture(trace, step, state, layout);
    }
    text += &moves(trace, step, at, layout);
    for &rule in news {
        text += &explanation(rule, layout);
    }
    for note in trace.notes(step) {
        text += &(label(QUIET, &layout.fold(&note, "  note ", RULE_INDENT)) + "\n");
    }
    text
}

/// The line that begins a step: its number, the step as it was written, and a rule to the right.
fn head(step: &Step, layout: Layout) -> String {
    let line = layout.line();
    let number = format!("{line}{line} {} {line} ", step.n);
    let written = layout.cut(&step.text, layout.width - number.chars().count() - 3);
    let used = number.chars().count() + written.chars().count() + 1;
    let rest = line.repeat(layout.width.saturating_sub(used));
    format!("{}\n", painted(HEAD, &format!("{number}{written} {rest}")))
}

/// The ports in which something moved, or all of them where nothing did.
fn shown(step: &Step) -> Vec<&PortState> {
    let moved = |state: &&PortState| step.moves.iter().any(|moved| moved.port == state.port);
    let shown: Vec<&PortState> = step.state.iter().filter(moved).collect();
    if shown.is_empty() { step.state.iter().collect() } else { shown }
}

fn picture(trace: &Trace, step: &Step, state: &PortState, layout: Layout) -> String {
    let holds = |name: &str| {
        let thread = trace.threads.iter().position(|thread| thread.name == name);
        let held = thread.map(|number| step.holds[number].iter());
        held.into_iter().flatten().map(iocp_sim::trace::Packet::name).collect()
    };
    let lines = draw(state, &holds, Style { ascii: layout.ascii, width: layout.width });
    // The picture of a port that is closed says itself which port it is.
    let has_title = state.closed || state.destroyed || trace.ports.len() == 1;
    let title = if has_title { String::new() } else { format!("  port {}\n", state.port) };
    title + &paint::picture(&lines).join("\n") + "\n\n"
}

fn moves(trace: &Trace, step: &Step, at: &[String], layout: Layout) -> String {
    let mut text = String::new();
    let first = step.moves.first().map(|moved| &moved.port);
    let in_several = step.moves.iter().any(|moved| Some(&moved.port) != first);
    for moved in &step.moves {
        let mut way = journey(moved, layout);
        if in_several {
            way = format!("{way:<PORT_COLUMN$} {}", moved.port);
        }
        text += &row(layout, &item(moved), &way, moved.rule);
    }
    for result in &step.results {
        text += &row(layout, &result.thread, &returned(result), result.rule);
    }
    if let Some(rule) = step.refused {
        text += &row(layout, "refused", "", rule);
    }
    if !trace.threads.is_empty() {
        text += &label(QUIET, &whereabouts(at, layout));
    }
    text.push('\n');
    text
}

/// What each thread does, broken within a thread only where it is longer than a line.
fn whereabouts(at: &[String], layout: Layout) -> String {
    const FIRM: &str = "\u{a0}";
    let room = layout.width - AT_INDENT.len() - 4;
    let fits = |one: &str| one.chars().count() <= room;
    let firm = |one: &String| if fits(one) { one.replace(' ', FIRM) } else { one.clone() };
    let text = at.iter().map(firm).collect::<Vec<_>>();
    let text = text.join(&format!("{FIRM}{FIRM}{} {FIRM}", layout.dot()));
    let folded = layout.fold(&text, "  at       ", AT_INDENT).replace(FIRM, " ");
    folded.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A line of the table of moves, its rule at the right.
fn row(layout: Layout, item: &str, what: &str, rule: Rule) -> String {
    let left = format!("  {item:<8} {what}");
    let room = layout.width - 6;
    format!("{left:<room$} {}\n", painted(RULE, rule.id()))
}

fn item(moved: &Move) -> String {
    match &moved.with {
        Some(packet) => format!("{} + {packet}", moved.item),
        None => moved.item.clone(),
    }
}

fn journey(moved: &Move, layout: Layout) -> String {
    if moved.from == moved.to {
        format!("stays {}", moved.to)
    } else if moved.to == "done" {
        "done".to_owned()
    } else {
        format!("{:<9} {} {}", moved.from, layout.arrow(), moved.to)
    }
}

fn returned(result: &ThreadResult) -> String {
    let packets: Vec<String> = result.packets.iter().map(|packet| packet.name()).collect();
    match result.kind {
        ResultKind::Got => format!("returns with {}", packets.join(" ")),
        ResultKind::Timeout => "returns: timeout".to_owned(),
        ResultKind::Abandoned => "returns: abandoned".to_owned(),
        ResultKind::Closed => "returns: closed".to_owned(),
        ResultKind::Apc => "returns: apc".to_owned(),
        ResultKind::Refused => "returns: refused".to_owned(),
    }
}

fn explanation(rule: Rule, layout: Layout) -> String {
    let entry = rule.entry();
    let sentence = layout.fold(&entry.sentence, &format!("  {:<5}", rule.id()), RULE_INDENT);
    let reason = layout.fold(&entry.why, "  why  ", RULE_INDENT);
    label(RULE, &sentence) + &label(QUIET, &reason) + "\n"
}

/// The last lines: what came of it up to here, and how to go on.
fn ending(
    steps: &[Step],
    seen: &BTreeSet<Rule>,
    part: &Part,
    next: &[String],
    layout: Layout,
) -> String {
    let moves = || steps.iter().flat_map(|step| &step.moves);
    let wakes = moves().filter(|moved| moved.rule == Rule::W01).count();
    let lost = moves().filter(|moved| moved.to == "discarded").count();
    let results = steps.iter().flat_map(|step| &step.results);
    let delivered: usize = results.map(|result| result.packets.len()).sum();
    let queued: usize =
        steps.last().map_or(0, |step| step.state.iter().map(|port| port.queue.len()).sum());
    let rules: Vec<&str> = seen.iter().map(|rule| rule.id()).collect();
    let so_far = if part.to < part.of { format!(" of {} so far", part.of) } else { String::new() };
    let mut counts = vec![format!("{} delivered", counted(delivered, "packet"))];
    counts.push(format!("{queued} still queued"));
    if lost > 0 {
        counts.push(format!("{lost} lost with a port"));
    }
    counts.push(counted(wakes, "wake-up"));
    let steps = counted(steps.len(), "step");
    let mut text = format!("{steps}{so_far}: {}.", counts.join(", "));
    if !rules.is_empty() {
        text += &format!(" Rules seen: {}.", rules.join(" "));
    }
    let mut ending = format!("{}\n", layout.line().repeat(layout.width));
    ending += &(layout.fold(&text, "  ", "  ") + "\n");
    for command in next {
        ending += &format!("  Next: {}\n\n", painted(HEAD, command));
    }
    ending
}

fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
