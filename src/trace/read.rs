//! A trace read from JSON, in the form that `docs/trace.schema.json` describes.
//!
//! What the file says of itself is held against what it has: whoever reads a trace may rely on it.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};

use super::json::VERSION;
use super::{
    Line, Move, Name, Packet, PortHead, PortState, ResultKind, Step, ThreadHead, ThreadResult,
    Trace, status_name, status_named,
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
struct Document {
    version: u32,
    title: String,
    question: Option<String>,
    profile: String,
    processors: NonZeroU32,
    hash: String,
    ends: usize,
    ports: Vec<PortObject>,
    threads: Pairs<Program>,
    devices: Vec<String>,
    steps: Vec<StepObject>,
}

#[derive(Deserialize)]
struct PortObject {
    name: String,
    limit: u32,
}

#[derive(Deserialize)]
struct Program {
    program: Vec<String>,
    lines: Vec<usize>,
}

#[derive(Deserialize)]
struct StepObject {
    n: usize,
    at_ns: u64,
    line: usize,
    text: String,
    event: String,
    says: String,
    names: Vec<(usize, usize)>,
    #[serde(default)]
    note: Option<String>,
    refused: Option<String>,
    moves: Vec<MoveObject>,
    results: Pairs<ResultObject>,
    state: Vec<StateObject>,
    holds: Pairs<Vec<PacketObject>>,
    pc: Pairs<usize>,
}

#[derive(Deserialize)]
struct MoveObject {
    port: String,
    item: String,
    #[serde(default)]
    with: Option<String>,
    from: String,
    to: String,
    rule: String,
}

#[derive(Deserialize)]
struct ResultObject {
    kind: String,
    packets: Vec<PacketObject>,
    rule: String,
}

#[derive(Deserialize)]
struct StateObject {
    port: String,
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
        let ports = document.ports.into_iter();
        let mut trace = Self {
            title: document.title,
            question: document.question,
            profile,
            processors: document.processors,
            ports: ports.map(|PortObject { name, limit }| PortHead { name, limit }).collect(),
            ends: document.ends,
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

fn thread((name, Program { program, lines }): (String, Program)) -> Read<ThreadHead> {
    if program.len() != lines.len() {
        return wrong(format!("the program of {name} has not one line number for each line"));
    }
    let lines = lines.into_iter().zip(program);
    let program = lines.map(|(line, text)| Line { line, text }).collect();
    Ok(ThreadHead { name, program })
}

fn step(trace: &Trace, object: StepObject) -> Read<Step> {
    let states = object.state.into_iter().zip(&trace.ports);
    let state: Vec<PortState> =
        states.map(|(state, port)| port_state(state, &port.name)).collect::<Read<_>>()?;
    if state.len() != trace.ports.len() {
        return wrong("it has not one state for each port".to_owned());
    }
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
        notes: object.note.into_iter().collect(),
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
    let Some(status) = status_named(&status).or(value.map(Status)) else {
        return wrong(format!("`{status}` is no status"));
    };
    Ok(Packet { n, key, bytes, status, status_name: status_name(status) })
}

fn rule(id: &str) -> Read<Rule> {
    id.parse().map_err(|_| NoTrace(format!("`{id}` is no rule of SPEC.md")))
}
