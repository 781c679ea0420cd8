//! A trace as a sequence diagram, for whatever draws Mermaid.

use std::collections::BTreeSet;
use std::fmt::Write;

use iocp_sim::trace::{Move, ResultKind, Step, ThreadResult, Trace};

/// The trace as a Mermaid sequence diagram: devices, ports and threads as participants, packets as
/// arrows, a bar while a thread counts as running, and a note with the sentence of each step.
///
/// Mermaid refuses a text of more than 50,000 letters unless its `maxTextSize` is raised; the
/// diagram is written whole, and says so in its first lines.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Scenario, run};
///
/// let scenario = Scenario::parse("port P limit 1\nthread A\nA: get P\npost P key=1\n")?;
/// let diagram = iocp_sim_views::mermaid(&run(&scenario).trace);
/// assert!(diagram.contains("P0->>t0: p1, post to A (C09)"), "{diagram}");
/// # Ok::<(), iocp_sim::sim::ScenarioError>(())
/// ```
#[must_use]
pub fn mermaid(trace: &Trace) -> String {
    let mut diagram = Diagram { trace, text: String::new(), runs: BTreeSet::new() };
    diagram.head();
    for step in &trace.steps {
        diagram.step(step);
    }
    let Diagram { text, .. } = diagram;
    if text.len() > MOST {
        let note = format!("%% {} letters: raise maxTextSize to draw it\n", text.len());
        return text.replacen('\n', &format!("\n{note}"), 1);
    }
    text
}

/// What Mermaid draws where nobody allows more.
const MOST: usize = 50_000;

struct Diagram<'a> {
    trace: &'a Trace,
    text: String,
    /// The threads that have a bar, by number.
    runs: BTreeSet<usize>,
}

impl Diagram<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "    {line}");
    }

    fn head(&mut self) {
        self.text.push_str("sequenceDiagram\n");
        self.line(&format!("title {}", escaped(&self.trace.title)));
        self.line("participant o as outside");
        for (number, device) in self.trace.devices.iter().enumerate() {
            let _ = writeln!(self.text, "    participant d{number} as {}", escaped(device));
        }
        for (number, port) in self.trace.ports.iter().enumerate() {
            let (name, limit) = (escaped(&port.name), port.limit);
            let _ = writeln!(self.text, "    participant P{number} as {name}, limit {limit}");
        }
        for (number, thread) in self.trace.threads.iter().enumerate() {
            let _ = writeln!(self.text, "    participant t{number} as {}", escaped(&thread.name));
        }
    }

    fn step(&mut self, step: &Step) {
        let at = self.first_port(step);
        let says = escaped(&step.says);
        let event = escaped(&step.event);
        self.line(&format!("Note over {at}: {}. {event}<br/>{says}", step.n));
        if let Some(rule) = step.refused {
            self.line(&format!("{}--x{at}: refused ({rule})", self.actor(step)));
        }
        for moved in &step.moves {
            self.moved(step, moved);
        }
        for result in &step.results {
            self.returned(&at, result);
        }
        self.bars(step);
    }

    /// The port that a step is about.
    fn first_port(&self, step: &Step) -> String {
        let moved = step.moves.first().map(|moved| moved.port.as_str());
        let words = step.event.split(' ');
        let named = words.into_iter().find(|word| self.port(word).is_some());
        let name = moved.or(named).and_then(|name| self.port(name));
        format!("P{}", name.unwrap_or(0))
    }

    /// Who does a step.
    fn actor(&self, step: &Step) -> String {
        let actor = step.event.split_once(": ").and_then(|(name, _)| self.known(name));
        actor.unwrap_or_else(|| "o".to_owned())
    }

    fn port(&self, name: &str) -> Option<usize> {
        self.trace.ports.iter().position(|port| port.name == name)
    }

    /// The participant of a thread or a device.
    fn known(&self, name: &str) -> Option<String> {
        let thread = self.trace.threads.iter().position(|thread| thread.name == name);
        let device = || self.trace.devices.iter().position(|device| device == name);
        thread.map(|number| format!("t{number}")).or_else(|| Some(format!("d{}", device()?)))
    }

    fn moved(&mut self, step: &Step, moved: &Move) {
        let Move { item, from, to, rule, .. } = moved;
        let port = format!("P{}", self.port(&moved.port).unwrap_or(0));
        let way = if from == to { format!("stays {to}") } else { format!("{from} to {to}") };
        let way = escaped(&way);
        let is_packet = self.known(item).is_none() && self.port(item).is_none();
        if is_packet && to == "done" {
            let thread = self.known(from).unwrap_or_else(|| "o".to_owned());
            self.line(&format!("Note right of {thread}: {item} done ({rule})"));
        } else if is_packet {
            let source = match from.as_str() {
                "post" => self.actor(step),
                "queue" => port.clone(),
                name => self.known(name).unwrap_or_else(|| port.clone()),
            };
            if source != port {
                self.line(&format!("{source}->>{port}: {item} ({rule})"));
            }
            match self.known(to) {
                Some(thread) => self.line(&format!("{port}->>{thread}: {item}, {way} ({rule})")),
                None => self.line(&format!("Note right of {port}: {item}, {way} ({rule})")),
            }
        } else if let Some(participant) = self.known(item) {
            let with =
                moved.with.as_ref().map_or(String::new(), |packet| format!(" with {packet}"));
            self.line(&format!("{participant}-->>{port}: {way}{with} ({rule})"));
        } else {
            self.line(&format!("Note right of {port}: {way} ({rule})"));
        }
    }

    fn returned(&mut self, port: &str, result: &ThreadResult) {
        let Some(thread) = self.known(&result.thread) else { return };
        let packets: Vec<String> = result.packets.iter().map(|packet| packet.name()).collect();
        let words = match result.kind {
            ResultKind::Got => format!("got {}", packets.join(" ")),
            kind => kind.name().to_owned(),
        };
        self.line(&format!("{port}-->>{thread}: {words} ({})", result.rule));
    }

    /// Begins and ends the bars of threads that began or ceased to count.
    fn bars(&mut self, step: &Step) {
        let counts = |name: &String| step.state.iter().any(|port| port.released.contains(name));
        for (number, thread) in self.trace.threads.iter().enumerate() {
            let word = match (counts(&thread.name), self.runs.contains(&number)) {
                (true, false) => {
                    self.runs.insert(number);
                    "activate"
                }
                (false, true) => {
                    self.runs.remove(&number);
                    "deactivate"
                }
                _ => continue,
            };
            let _ = writeln!(self.text, "    {word} t{number}");
        }
    }
}

/// Text in which nothing is a sign of Mermaid's own.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '#' | ';' | '%' | '<' | '>' | '"' | '&' | '{' | '}' | '`' | '\\' | '+' => {
                let _ = write!(escaped, "#{};", u32::from(letter));
            }
            letter if letter.is_control() || "\u{2028}\u{2029}".contains(letter) => {
                escaped.push(' ');
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}
