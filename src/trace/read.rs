//! A trace read from JSON, in the form that `docs/trace.schema.json` describes.
//!
//! What the file says of itself is held against what it has: whoever reads a trace may rely on it.

use std::fmt;
use std::marker::PhantomData;
use std::num::{NonZeroU32, NonZeroUsize};

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};

use super::json::VERSION;
use super::{
    Line, Move, Name, Packet, PortHead, PortState, ResultKind, Step, ThreadHead, ThreadResult,
    Trace, is_of_text, status_name, status_named,
};
use crate::machine::Profile;
use crate::rules::Rule;
use crate::structures::Status;

/// Why JSON is no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTrace(String);

impl fmt::Display for NoTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoTrace {}

/// An object as pairs, in their order.
struct Pairs<T>(Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
            type Value = Pairs<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<T>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Reader(PhantomData))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a trace")]
struct Document {
    version: u32,
    title: String,
    #[serde(default, deserialize_with = "present")]
    question: Option<String>,
    profile: String,
    processors: NonZeroU32,
    hash: String,
    ends: NonZeroUsize,
    #[serde(default, deserialize_with = "so")]
    more_ends: bool,
    #[serde(default, deserialize_with = "present")]
    stops: Option<String>,
    rules: Pairs<RuleObject>,
    ports: Vec<PortObject>,
    threads: Pairs<Program>,
    devices: Vec<String>,
    steps: Vec<StepObject>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a rule")]
struct RuleObject {
    sentence: String,
    why: String,
    evidence: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a port")]
struct PortObject {
    name: String,
    limit: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a thread")]
struct Program {
    program: Vec<String>,
    lines: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a step")]
struct StepObject {
    n: usize,
    at_ns: u64,
    line: usize,
    text: String,
    event: String,
    says: String,
    names: Vec<(usize, usize)>,
    #[serde(default, deserialize_with = "present")]
    note: Option<String>,
    #[serde(deserialize_with = "Option::deserialize")]
    refused: Option<String>,
    moves: Vec<MoveObject>,
    results: Pairs<ResultObject>,
    state: Vec<StateObject>,
    holds: Pairs<Vec<PacketObject>>,
    pc: Pairs<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a move")]
struct MoveObject {
    port: String,
    item: String,
    #[serde(default, deserialize_with = "present")]
    with: Option<String>,
    from: String,
    to: String,
    rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a result")]
struct ResultObject {
    kind: String,
    packets: Vec<PacketObject>,
    rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the state of a port")]
struct StateObject {
    port: String,
    active: usize,
    limit: u32,
    closed: bool,
    destroyed: bool,
    devices: Vec<String>,
    keys: Vec<u64>,
    queue: Vec<PacketObject>,
    waiting: Vec<String>,
    released: Vec<String>,
    paused: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a packet")]
struct PacketObject {
    n: u64,
    key: u64,
    bytes: u32,
    status: String,
}

impl<'de> Deserialize<'de> for Trace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(Document::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// What is there or left out, and never null: it is written back as it was read.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

/// True or left out, and never false.
fn so<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    if bool::deserialize(deserializer)? {
        return Ok(true);
    }
    Err(de::Error::invalid_value(de::Unexpected::Bool(false), &"true, or no such field"))
}

type Read<T> = Result<T, NoTrace>;

fn wrong<T>(what: String) -> Read<T> {
    Err(NoTrace(what))
}

impl TryFrom<Document> for Trace {
    type Error = NoTrace;

    fn try_from(document: Document) -> Read<Self> {
        if document.version != VERSION {
            let version = document.version;
            return wrong(format!("version {version} is not known here, only {VERSION}"));
        }
        let Ok(profile) = document.profile.parse::<Profile>() else {
            return wrong(format!("`{}` is no profile", document.profile));
        };
        check_heading(&document)?;
        let ports = document.ports.into_iter();
        let mut trace = Self {
            title: document.title,
            question: document.question,
            profile,
            processors: document.processors,
            ports: ports.map(|PortObject { name, limit }| PortHead { name, limit }).collect(),
            ends: document.ends.get(),
            more_ends: document.more_ends,
            stops: document.stops,
            threads: document.threads.0.into_iter().map(thread).collect::<Read<_>>()?,
            devices: document.devices,
            steps: Vec::with_capacity(document.steps.len()),
        };
        for (number, object) in (1..).zip(document.steps) {
            let n = object.n;
            if n != number {
                return wrong(format!("step {number} says that it is step {n}"));
            }
            let read = step(&trace, object);
            trace.steps.push(read.map_err(|NoTrace(why)| NoTrace(format!("step {n}: {why}")))?);
        }
        check_rules(&trace, &document.rules)?;
        let hash = format!("{:016x}", trace.hash());
        if hash != document.hash {
            let said = document.hash;
            return wrong(format!(
                "its hash is {hash}, and it says {said}: it was changed, or is of another version"
            ));
        }
        Ok(trace)
    }
}

/// Texts are lines of a scenario, and names are words of it: nothing in them begins another line.
fn check_heading(document: &Document) -> Read<()> {
    check_text("title", &document.title)?;
    document.question.iter().try_for_each(|question| check_text("question", question))?;
    document.stops.iter().try_for_each(|why| check_text("stops", why))?;
    let ports = document.ports.iter().map(|port| ("port", &port.name));
    let threads = document.threads.0.iter().map(|(name, _)| ("thread", name));
    let devices = document.devices.iter().map(|name| ("device", name));
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    match ports.chain(threads).chain(devices).find(|(_, name)| !is_name(name)) {
        Some((what, name)) => wrong(format!("{name:?} is no name of a {what}")),
        None => Ok(()),
    }
}

fn check_text(field: &str, text: &str) -> Read<()> {
    match text.chars().find(|&letter| !is_of_text(letter)) {
        Some('\n' | '\r') => wrong(format!("its `{field}` has a line break in it")),
        Some(_) => wrong(format!("its `{field}` has a control character in it")),
        None => Ok(()),
    }
}

/// The rules are those that occur in the steps, in the words of this SPEC.md.
fn check_rules(trace: &Trace, rules: &Pairs<RuleObject>) -> Read<()> {
    let mut missing = trace.rules();
    let is_known = |(id, object): &(String, RuleObject)| {
        id.parse().is_ok_and(|rule: Rule| {
            let entry = rule.entry();
            missing.remove(&rule)
                && entry.sentence == object.sentence
                && entry.why == object.why
                && entry.evidence == object.evidence
        })
    };
    if rules.0.iter().all(is_known) && missing.is_empty() {
        return Ok(());
    }
    wrong(
        "its `rules` are not those of its steps, in the words of SPEC.md: it was changed, or is \
         of another version"
            .to_owned(),
    )
}

fn thread((name, Program { program, lines }): (String, Program)) -> Read<ThreadHead> {
    if program.len() != lines.len() {
        return wrong(format!("the program of {name} has not one line number for each line"));
    }
    program.iter().try_for_each(|text| check_text("program", text))?;
    let lines = lines.into_iter().zip(program);
    let program = lines.map(|(line, text)| Line { line, text }).collect();
    Ok(ThreadHead { name, program })
}

/// One note a line.
fn lines(note: &str) -> impl Iterator<Item = String> {
    note.split('\n').map(str::to_owned)
}

fn step(trace: &Trace, object: StepObject) -> Read<Step> {
    check_text("text", &object.text)?;
    check_text("event", &object.event)?;
    let notes: Vec<String> = object.note.iter().flat_map(|note| lines(note)).collect();
    notes.iter().try_for_each(|note| check_text("note", note))?;
    if object.state.len() != trace.ports.len() {
        return wrong("it has not one state for each port".to_owned());
    }
    let states = object.state.into_iter().zip(&trace.ports);
    let state = states.map(|(state, port)| port_state(state, &port.name)).collect::<Read<_>>()?;
    let results = object.results.0.into_iter();
    let length = object.says.chars().count();
    let names = object.names.into_iter().map(|(start, length)| Name { start, length });
    let names: Vec<Name> = names.collect();
    if names.iter().any(|name| name.start.saturating_add(name.length) > length) {
        return wrong("a name stands beyond its sentence".to_owned());
    }
    Ok(Step {
        n: object.n,
        at_ns: object.at_ns,
        line: object.line,
        text: object.text,
        event: object.event,
        says: object.says,
        names,
        notes,
        refused: object.refused.as_deref().map(rule).transpose()?,
        moves: object.moves.into_iter().map(moved).collect::<Read<_>>()?,
        results: results.map(result).collect::<Read<_>>()?,
        state,
        holds: of_threads(trace, object.holds, |held| {
            held.into_iter().map(packet).collect::<Read<_>>()
        })?,
        pc: of_threads(trace, object.pc, Ok)?,
    })
}

/// One value for each thread, in the order of declaration.
fn of_threads<T, U>(trace: &Trace, pairs: Pairs<T>, read: impl Fn(T) -> Read<U>) -> Read<Vec<U>> {
    let names = trace.threads.iter().map(|thread| &thread.name);
    if !names.eq(pairs.0.iter().map(|(name, _)| name)) {
        return wrong("its threads are not those of the trace, in their order".to_owned());
    }
    pairs.0.into_iter().map(|(_, value)| read(value)).collect()
}

fn moved(MoveObject { port, item, with, from, to, rule: id }: MoveObject) -> Read<Move> {
    Ok(Move { port, item, with, from, to, rule: rule(&id)? })
}

fn result((thread, object): (String, ResultObject)) -> Read<ThreadResult> {
    let Some(kind) = ResultKind::ALL.into_iter().find(|kind| kind.name() == object.kind) else {
        return wrong(format!("`{}` is no kind of result", object.kind));
    };
    let packets = object.packets.into_iter().map(packet).collect::<Read<_>>()?;
    Ok(ThreadResult { thread, kind, packets, rule: rule(&object.rule)? })
}

fn port_state(object: StateObject, port: &str) -> Read<PortState> {
    if object.port != port {
        return wrong(format!("the state of {port} is missing"));
    }
    if object.active != object.released.len() {
        return wrong(format!("the active count of {port} is not that of its released threads"));
    }
    if object.devices.len() != object.keys.len() {
        return wrong(format!("the devices of {port} have not one key each"));
    }
    Ok(PortState {
        port: object.port,
        limit: object.limit,
        closed: object.closed,
        destroyed: object.destroyed,
        devices: object.devices.into_iter().zip(object.keys).collect(),
        queue: object.queue.into_iter().map(packet).collect::<Read<_>>()?,
        waiting: object.waiting,
        released: object.released,
        paused: object.paused,
    })
}

fn packet(PacketObject { n, key, bytes, status }: PacketObject) -> Read<Packet> {
    let value = status.strip_prefix("0x").and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let read = status_named(&status).or(value.map(Status));
    // A status has one spelling.
    match read.map(|read| Packet { n, key, bytes, status: read, status_name: status_name(read) }) {
        Some(packet) if packet.status_text() == status => Ok(packet),
        _ => wrong(format!("`{status}` is no status")),
    }
}

fn rule(id: &str) -> Read<Rule> {
    id.parse().map_err(|_| NoTrace(format!("`{id}` is no rule of SPEC.md")))
}
