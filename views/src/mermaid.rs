//! A trace as a sequence diagram in the language of Mermaid.
//!
//! Participants have names of their own (`o`, `d0`, `P0`, `t0`), so that no name of a scenario is
//! read as a word of Mermaid.

use std::collections::BTreeSet;
use std::fmt::Write;

use iocp_sim::trace::{Move, Packet, ResultKind, Step, ThreadResult, Trace};

use crate::event::Event;
use crate::letters::shortened;
use crate::moved::{arriving, got, is_done, packet};
use crate::numbers::Numbers;

/// How many characters Mermaid draws unless its `maxTextSize` is raised.
const MOST_DRAWN: usize = 50_000;

/// The most characters of a title, of a name and of a line of a note.
const TITLE: usize = 200;
const NAME: usize = 40;
const LINE: usize = 56;

/// The trace as a sequence diagram: whoever acts from outside, devices, ports and threads as
/// participants, every move as a message or a note with its rule, a bar while a thread counts as
/// active, and the sentence of each step over those that it is about.
///
/// The diagram is whole however long it is. Mermaid draws at most 50,000 characters unless its
/// `maxTextSize` is raised; a longer diagram says so in its first line.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Scenario, run};
///
/// let scenario = Scenario::parse("port P limit 1\nthread A\nA: get P\npost P key=1\n")?;
/// let diagram = iocp_sim_views::mermaid(&run(&scenario).trace);
/// assert!(diagram.contains("o->>P0: p1, post to A (C09)"), "{diagram}");
/// assert!(diagram.contains("P0-->>t0: waiting to released with p1 (W01)"), "{diagram}");
/// # Ok::<(), iocp_sim::sim::ScenarioError>(())
/// ```
#[must_use]
pub fn mermaid(trace: &Trace) -> String {
    let numbers = Numbers::new(trace);
    let mut diagram = Diagram { trace, numbers, text: String::new(), active: BTreeSet::new() };
    diagram.head();
    for step in &trace.steps {
        diagram.step(step);
    }
    let text = diagram.text;
    // Mermaid counts as JavaScript does.
    match text.encode_utf16().count() {
        0..=MOST_DRAWN => text,
        long => {
            format!("%% {long} characters: Mermaid draws them if maxTextSize allows as many\n")
                + &text
        }
    }
}

struct Diagram<'a> {
    trace: &'a Trace,
    numbers: Numbers<'a>,
    text: String,
    /// The threads that have a bar, by number.
    active: BTreeSet<usize>,
}

impl Diagram<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "    {line}");
    }

    fn head(&mut self) {
        let trace = self.trace;
        self.text += "sequenceDiagram\n";
        self.line("participant o as outside");
        for (number, device) in trace.devices.iter().enumerate() {
            self.line(&format!("participant d{number} as {}", shortened(device, NAME)));
        }
        for (number, port) in trace.ports.iter().enumerate() {
            let (name, limit) = (shortened(&port.name, NAME), port.limit);
            self.line(&format!("participant P{number} as {name}, limit {limit}"));
        }
        for (number, thread) in trace.threads.iter().enumerate() {
            self.line(&format!("participant t{number} as {}", shortened(&thread.name, NAME)));
        }
        self.title();
    }

    /// A note over all. Mermaid reads its own `title` only where there is a DOM.
    fn title(&mut self) {
        let trace = self.trace;
        let last = match (trace.threads.len().checked_sub(1), trace.ports.len().checked_sub(1)) {
            (Some(thread), _) => format!(",t{thread}"),
            (None, Some(port)) => format!(",P{port}"),
            (None, None) => String::new(),
        };
        let words = [Some(&trace.title), trace.question.as_ref()].into_iter().flatten();
        let lines: Vec<String> = words
            .map(|text| escaped(&shortened(text, TITLE)))
            .filter(|it| !it.is_empty())
            .collect();
        if !lines.is_empty() {
            self.line(&format!("Note over o{last}: {}", lines.join("<br/>")));
        }
    }

    fn step(&mut self, step: &Step) {
        let (actor, port) = (self.actor(step), self.port_of(step));
        let mut says = vec![format!("{}. {}", step.n, step.says)];
        says.extend(self.trace.notes(step).iter().map(|note| format!("({note})")));
        let says: Vec<String> = says.iter().flat_map(|text| wrapped(text)).collect();
        let over = if actor == port { port.clone() } else { format!("{actor},{port}") };
        self.line(&format!("Note over {over}: {}", says.join("<br/>")));
        if let Some(rule) = step.refused {
            self.line(&format!("{actor}-x{port}: {}, refused ({rule})", escaped(&step.event)));
        } else if step.moves.is_empty() {
            self.line(&format!("{actor}->>{port}: {}", escaped(&step.event)));
        }
        for moved in &step.moves {
            self.moved(&actor, step, moved);
        }
        for result in step.results.iter().filter(|result| !is_drawn(step, result)) {
            self.returned(&port, result);
        }
        self.bars(step);
    }

    /// Who does a step.
    fn actor(&self, step: &Step) -> String {
        let named = Event::of(step).actor.and_then(|name| self.known(name));
        named.unwrap_or_else(|| "o".to_owned())
    }

    /// The port that a step is about, or else whoever does it.
    fn port_of(&self, step: &Step) -> String {
        let moved = step.moves.last().and_then(|moved| self.port(&moved.port));
        let named = || Event::of(step).port().and_then(|name| self.port(name));
        moved.or_else(named).unwrap_or_else(|| self.actor(step))
    }

    fn port(&self, name: &str) -> Option<String> {
        self.numbers.port(name).map(|number| format!("P{number}"))
    }

    fn thread(&self, name: &str) -> Option<String> {
        self.numbers.thread(name).map(|number| format!("t{number}"))
    }

    fn device(&self, name: &str) -> Option<String> {
        self.numbers.device(name).map(|number| format!("d{number}"))
    }

    /// The participant of a thread or a device.
    fn known(&self, name: &str) -> Option<String> {
        self.thread(name).or_else(|| self.device(name))
    }

    fn moved(&mut self, actor: &str, step: &Step, moved: &Move) {
        let Move { port, item, with, from, to, rule } = moved;
        let port = self.port(port).unwrap_or_else(|| "o".to_owned());
        let with = with.as_ref().map_or_else(String::new, |packet| format!(" with {packet}"));
        let way = format!("{from} to {to}{with} ({rule})");
        let line = if let Some(n) = packet(step, moved) {
            let (from, to) = self.packet_ends((actor, &port), step, (n, moved));
            let line =
                if from == to { format!("Note over {to}") } else { format!("{from}->>{to}") };
            format!("{line}: {item}, {way}")
        } else if let Some(thread) = self.thread(item) {
            thread_line(&thread, &port, moved, &way)
        } else if let Some(device) = self.device(item) {
            format!("{device}->>{port}: {way}")
        } else {
            format!("Note over {port}: {way}")
        };
        self.line(&line);
    }

    /// A packet comes from whoever posts it or from its device, and leaves for a thread. Where it
    /// stays is both ends.
    fn packet_ends(
        &self,
        (actor, port): (&str, &str),
        step: &Step,
        (n, moved): (u64, &Move),
    ) -> (String, String) {
        let thread = |name: &str| self.thread(name).unwrap_or_else(|| actor.to_owned());
        if is_done(step, moved) {
            (thread(&moved.from), thread(&moved.from))
        } else if arriving(step) == Some(n) {
            (actor.to_owned(), port.to_owned())
        } else if got(step, &moved.to, n) {
            (port.to_owned(), thread(&moved.to))
        } else {
            (port.to_owned(), port.to_owned())
        }
    }

    fn returned(&mut self, port: &str, result: &ThreadResult) {
        let Some(thread) = self.thread(&result.thread) else { return };
        let packets: Vec<String> = result.packets.iter().map(Packet::name).collect();
        let (arrow, packets) = match result.kind {
            ResultKind::Got => ("-->>", format!(" {}", packets.join(" "))),
            ResultKind::Timeout
            | ResultKind::Abandoned
            | ResultKind::Closed
            | ResultKind::Apc
            | ResultKind::Refused => ("--x", String::new()),
        };
        let word = result.kind.name();
        self.line(&format!("{port}{arrow}{thread}: {word}{packets} ({})", result.rule));
    }

    /// Begins and ends the bars of the threads that began or ceased to count.
    fn bars(&mut self, step: &Step) {
        let released = step.state.iter().flat_map(|port| &port.released);
        let counting: BTreeSet<usize> =
            released.filter_map(|name| self.numbers.thread(name)).collect();
        let active = std::mem::replace(&mut self.active, counting);
        let changed: Vec<usize> = active.symmetric_difference(&self.active).copied().collect();
        for number in changed {
            let verb = if active.contains(&number) { "deactivate" } else { "activate" };
            self.line(&format!("{verb} t{number}"));
        }
    }
}

/// A thread is let run by its port, stops or goes on by itself, and comes and goes as it likes.
fn thread_line(thread: &str, port: &str, moved: &Move, way: &str) -> String {
    match (moved.from.as_str(), moved.to.as_str()) {
        ("waiting", "released" | "outside") => format!("{port}-->>{thread}: {way}"),
        (_, "released") if moved.with.is_some() => format!("{port}-->>{thread}: {way}"),
        ("released" | "paused" | "waiting", "paused") | ("paused", "released") => {
            format!("{thread}->>{thread}: {way}")
        }
        _ => format!("{thread}->>{port}: {way}"),
    }
}

/// Whether arrows to the thread show every packet that a call returned.
fn is_drawn(step: &Step, result: &ThreadResult) -> bool {
    let shows = |packet: &Packet| {
        let name = packet.name();
        step.moves.iter().any(|moved| {
            let is_handed = moved.item == result.thread && moved.with.as_ref() == Some(&name);
            let is_taken = moved.item == name && moved.from == "queue";
            is_handed || (is_taken && moved.to == result.thread)
        })
    };
    result.kind == ResultKind::Got && result.packets.iter().all(shows)
}

/// Lines of some fifty characters, escaped. A longer word stays whole.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LINE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| escaped(line)).collect()
}

/// Text in which nothing but letters, digits and blanks is left for Mermaid to read, apart from
/// what ends sentences and what names and numbers have.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            letter if letter.is_control() || "\u{2028}\u{2029}".contains(letter) => out.push(' '),
            ' ' | '.' | ',' | '=' | '_' | '(' | ')' | '?' | '\'' | '…' => out.push(letter),
            letter if letter.is_ascii() && !letter.is_ascii_alphanumeric() => {
                let _ = write!(out, "#{};", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out
}
