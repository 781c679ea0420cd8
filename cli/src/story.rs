//! A trace as a story: each step with its sentence, the five structures, the moves and the rules.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::RangeInclusive;

use iocp_sim::Rule;
use iocp_sim::picture::{Style, draw};
use iocp_sim::sim::{Run, Told};
use iocp_sim::trace::{Move, PortState, ResultKind, Step, ThreadResult, Trace};

/// The columns of a story on anything that is not a terminal.
const WIDTH: usize = 80;
/// The most columns that a story is read well in.
const WIDEST: usize = 120;
/// Where the text of a rule begins.
const RULE_INDENT: &str = "       ";

/// How a story is laid out.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    ascii: bool,
    width: usize,
}

impl Layout {
    /// What the terminal has room for and can show.
    pub(crate) fn of_terminal(ascii: bool) -> Self {
        let columns = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| width.0.into());
        Self { ascii: ascii || !locale_is_utf8(), width: columns.clamp(WIDTH, WIDEST) }
    }

    fn line(self) -> &'static str {
        if self.ascii { "-" } else { "─" }
    }

    fn arrow(self) -> &'static str {
        if self.ascii { "->" } else { "→" }
    }

    fn dot(self) -> &'static str {
        if self.ascii { "." } else { "·" }
    }

    /// `text` folded at the width, the first line behind `first`, the others behind `rest`.
    fn fold(self, text: &str, first: &str, rest: &str) -> String {
        let options = textwrap::Options::new(self.width - 1).initial_indent(first);
        textwrap::fill(text, options.subsequent_indent(rest).break_words(false)) + "\n"
    }
}

/// The first of these variables that is set names the locale, as POSIX has it.
fn locale_is_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    if cfg!(windows) && set.is_none() {
        return true;
    }
    set.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The steps of `trace` in `range`, told.
pub(crate) fn tell(run: &Run, layout: Layout, range: RangeInclusive<usize>) -> String {
    let trace = &run.trace;
    let mut seen = BTreeSet::new();
    let mut story = heading(trace, layout);
    if let Some(which) = which_end(run) {
        story += &(layout.fold(&which, "  ", "  ") + "\n");
    }
    for step in trace.steps.iter().filter(|step| range.contains(&step.n)) {
        let news = news(step, &mut seen);
        story.push_str(&chapter(trace, step, &news, layout));
    }
    story.push_str(&ending(trace, &seen, layout));
    story
}

fn heading(trace: &Trace, layout: Layout) -> String {
    let mut text = format!("\n  {}\n\n", trace.title);
    if let Some(question) = &trace.question {
        text += &layout.fold(question, "  ", "  ");
        text.push('\n');
    }
    text + &layout.fold(&cast(trace), "  ", "  ") + "\n"
}

/// Which of several ends is told.
fn which_end(run: &Run) -> Option<String> {
    let this = match run.told {
        Told::Only | Told::Stopped => return None,
        Told::Witness => "the first in which the first `sometimes` holds",
        Told::First => "the first that was found",
    };
    Some(format!("The groups can end in {} ways; this is {this}.", run.ends))
}

/// Who takes part: "One port, P, limit 1. Threads A B. Devices D."
fn cast(trace: &Trace) -> String {
    let ports: Vec<String> =
        trace.ports.iter().map(|port| format!("{} with limit {}", port.name, port.limit)).collect();
    let mut text = match ports.as_slice() {
        [] => "No port.".to_owned(),
        [only] => format!("One port, {only}."),
        [..] => format!("{} ports: {}.", ports.len(), ports.join(", ")),
    };
    let threads: Vec<&str> = trace.threads.iter().map(|thread| thread.name.as_str()).collect();
    if !threads.is_empty() {
        let _ = write!(text, " Threads {}.", threads.join(" "));
    }
    if !trace.devices.is_empty() {
        let _ = write!(text, " Devices {}.", trace.devices.join(" "));
    }
    let _ = write!(text, " Windows {}.", trace.profile);
    text
}

/// The rules of a step whose text is told: those not seen before, and the one that decided most.
///
/// Each with whether it is new: only then its reason is told, too.
fn news(step: &Step, seen: &mut BTreeSet<Rule>) -> Vec<(Rule, bool)> {
    let moves = step.moves.iter().map(|moved| moved.rule);
    let results = step.results.iter().map(|result| result.rule);
    let lead = lead(step);
    let mut news: Vec<(Rule, bool)> = Vec::new();
    for rule in step.refused.into_iter().chain(moves).chain(results) {
        let first_time = seen.insert(rule);
        let told = news.iter().any(|&(known, _)| known == rule);
        if (first_time || Some(rule) == lead) && !told {
            news.push((rule, first_time));
        }
    }
    news
}

/// The rule that a step is told for.
fn lead(step: &Step) -> Option<Rule> {
    let plain = [Rule::W01, Rule::P05, Rule::T01, Rule::Q01];
    let mut moves = step.moves.iter().filter(|moved| moved.to != "done").map(|moved| moved.rule);
    let decided = moves.clone().find(|rule| !plain.contains(rule));
    let result = step.results.first().map(|result| result.rule);
    step.refused.or(decided).or(moves.next_back()).or(result)
}

fn chapter(trace: &Trace, step: &Step, news: &[(Rule, bool)], layout: Layout) -> String {
    let line = layout.line();
    let head = format!("{line}{line} {} {line} {} ", step.n, step.text);
    let rest = layout.width.saturating_sub(head.chars().count());
    let mut text = format!("{head}{}\n", line.repeat(rest));
    text += &layout.fold(&step.says, "  ", "  ");
    text.push('\n');
    for state in shown(step) {
        text += &picture(trace, step, state, layout);
    }
    text += &moves(trace, step, layout);
    for &(rule, is_new) in news {
        text += &explanation(rule, is_new, layout);
    }
    for note in &step.notes {
        text += &layout.fold(note, "  note ", RULE_INDENT);
        text.push('\n');
    }
    text
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
    let title =
        if trace.ports.len() > 1 { format!("  port {}\n", state.port) } else { String::new() };
    title + &lines.join("\n") + "\n\n"
}

fn moves(trace: &Trace, step: &Step, layout: Layout) -> String {
    let mut text = String::new();
    for moved in &step.moves {
        text += &row(layout, &item(moved), &journey(moved, layout), moved.rule);
    }
    for result in &step.results {
        text += &row(layout, &result.thread, &returned(result), result.rule);
    }
    if let Some(rule) = step.refused {
        text += &row(layout, "refused", "", rule);
    }
    if !trace.threads.is_empty() {
        text += &layout.fold(&whereabouts(trace, step, layout), "  at       ", "           ");
    }
    text.push('\n');
    text
}

/// A line of the table of moves, its rule at the right.
fn row(layout: Layout, item: &str, what: &str, rule: Rule) -> String {
    let left = format!("  {item:<8} {what}");
    let room = layout.width - 6;
    format!("{left:<room$} {rule}\n")
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

/// What each thread does: the step that it began last.
fn whereabouts(trace: &Trace, step: &Step, layout: Layout) -> String {
    let each = trace.threads.iter().zip(&step.pc).map(|(thread, pc)| {
        let begun = thread.program.iter().find(|line| line.line == *pc);
        format!("{} {}", thread.name, begun.map_or("-", |line| line.text.as_str()))
    });
    each.collect::<Vec<_>>().join(&format!("  {}  ", layout.dot()))
}

fn explanation(rule: Rule, with_reason: bool, layout: Layout) -> String {
    let entry = rule.entry();
    let mut text = layout.fold(&entry.sentence, &format!("  {:<5}", rule.id()), RULE_INDENT);
    if with_reason {
        text += &layout.fold(&entry.why, "  why  ", RULE_INDENT);
    }
    text + "\n"
}

fn ending(trace: &Trace, seen: &BTreeSet<Rule>, layout: Layout) -> String {
    let moves = || trace.steps.iter().flat_map(|step| &step.moves);
    let wakes = moves().filter(|moved| moved.rule == Rule::W01).count();
    let results = trace.steps.iter().flat_map(|step| &step.results);
    let delivered: usize = results.map(|result| result.packets.len()).sum();
    let queued: usize =
        trace.steps.last().map_or(0, |step| step.state.iter().map(|port| port.queue.len()).sum());
    let rules: Vec<&str> = seen.iter().map(|rule| rule.id()).collect();
    let text = format!(
        "{} steps. {} delivered, {queued} still queued, {wakes} {}. Rules seen: {}.",
        trace.steps.len(),
        if delivered == 1 { "1 packet".to_owned() } else { format!("{delivered} packets") },
        if wakes == 1 { "wake-up" } else { "wake-ups" },
        rules.join(" "),
    );
    format!("{}\n{}\n", layout.line().repeat(layout.width), layout.fold(&text, "  ", "  "))
}
