//! A trace as JSON, in the form that `docs/trace.schema.json` describes.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Move, Packet, PortHead, PortState, Step, ThreadResult, Trace};
use crate::rules::Rule;

/// The version of the form.
pub(super) const VERSION: u32 = 1;

/// Pairs that become an object, in their order.
struct Object<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for Object<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<&'a str>,
    profile: &'static str,
    processors: u32,
    hash: String,
    ends: usize,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more_ends: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stops: Option<&'a str>,
    rules: Object<RuleText>,
    ports: Vec<PortObject<'a>>,
    threads: Object<Program<'a>>,
    devices: &'a [String],
    steps: Vec<StepObject<'a>>,
}

#[derive(Serialize)]
struct RuleText {
    sentence: &'static str,
    why: &'static str,
    evidence: &'static str,
}

#[derive(Serialize)]
struct PortObject<'a> {
    name: &'a str,
    limit: u32,
}

#[derive(Serialize)]
struct Program<'a> {
    program: Vec<&'a str>,
    /// The lines of the scenario that these stand in.
    lines: Vec<usize>,
}

#[derive(Serialize)]
struct StepObject<'a> {
    n: usize,
    at_ns: u64,
    line: usize,
    text: &'a str,
    event: &'a str,
    says: &'a str,
    /// The start and the length of each name in what it says.
    names: Vec<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    refused: Option<&'static str>,
    moves: Vec<MoveObject<'a>>,
    results: Object<ResultObject>,
    state: Vec<StateObject<'a>>,
    holds: Object<Vec<PacketObject>>,
    pc: Object<usize>,
}

#[derive(Serialize)]
struct MoveObject<'a> {
    port: &'a str,
    item: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<&'a str>,
    from: &'a str,
    to: &'a str,
    rule: &'static str,
}

#[derive(Serialize)]
struct ResultObject {
    kind: &'static str,
    packets: Vec<PacketObject>,
    rule: &'static str,
}

#[derive(Serialize)]
struct StateObject<'a> {
    port: &'a str,
    active: usize,
    limit: u32,
    closed: bool,
    destroyed: bool,
    devices: Vec<&'a str>,
    /// The key of each device.
    keys: Vec<u64>,
    queue: Vec<PacketObject>,
    waiting: &'a [String],
    released: &'a [String],
    paused: &'a [String],
}

#[derive(Serialize)]
struct PacketObject {
    n: u64,
    key: u64,
    bytes: u32,
    status: String,
}

impl Serialize for Trace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let threads = self.threads.iter().map(|thread| {
            let program = thread.program.iter().map(|line| line.text.as_str()).collect();
            let lines = thread.program.iter().map(|line| line.line).collect();
            (thread.name.clone(), Program { program, lines })
        });
        let document = Document {
            version: VERSION,
            title: &self.title,
            question: self.question.as_deref(),
            profile: self.profile.name(),
            processors: self.processors.get(),
            hash: format!("{:016x}", self.hash()),
            ends: self.ends,
            more_ends: self.more_ends,
            stops: self.stops.as_deref(),
            rules: Object(self.rules().into_iter().map(rule_text).collect()),
            ports: self.ports.iter().map(port_object).collect(),
            threads: Object(threads.collect()),
            devices: &self.devices,
            steps: self.steps.iter().map(|step| step_object(self, step)).collect(),
        };
        document.serialize(serializer)
    }
}

fn rule_text(rule: Rule) -> (String, RuleText) {
    let entry = rule.entry();
    let text = RuleText { sentence: &entry.sentence, why: &entry.why, evidence: &entry.evidence };
    (rule.id().to_owned(), text)
}

fn port_object(PortHead { name, limit }: &PortHead) -> PortObject<'_> {
    PortObject { name, limit: *limit }
}

fn step_object<'a>(trace: &Trace, step: &'a Step) -> StepObject<'a> {
    let threads = || trace.threads.iter().map(|thread| thread.name.clone());
    let held = step.holds.iter().map(|packets| packets.iter().map(packet_object).collect());
    StepObject {
        n: step.n,
        at_ns: step.at_ns,
        line: step.line,
        text: &step.text,
        event: &step.event,
        says: &step.says,
        names: step.names.iter().map(|name| (name.start, name.length)).collect(),
        note: (!step.notes.is_empty()).then(|| step.notes.join("\n")),
        refused: step.refused.map(Rule::id),
        moves: step.moves.iter().map(move_object).collect(),
        results: Object(step.results.iter().map(result_object).collect()),
        state: step.state.iter().map(state_object).collect(),
        holds: Object(threads().zip(held).collect()),
        pc: Object(threads().zip(step.pc.iter().copied()).collect()),
    }
}

fn move_object(moved: &Move) -> MoveObject<'_> {
    let Move { port, item, with, from, to, rule } = moved;
    MoveObject { port, item, with: with.as_deref(), from, to, rule: rule.id() }
}

fn result_object(result: &ThreadResult) -> (String, ResultObject) {
    let packets = result.packets.iter().map(packet_object).collect();
    let (kind, rule) = (result.kind.name(), result.rule.id());
    (result.thread.clone(), ResultObject { kind, packets, rule })
}

fn state_object(state: &PortState) -> StateObject<'_> {
    StateObject {
        port: &state.port,
        active: state.released.len(),
        limit: state.limit,
        closed: state.closed,
        destroyed: state.destroyed,
        devices: state.devices.iter().map(|(name, _)| name.as_str()).collect(),
        keys: state.devices.iter().map(|&(_, key)| key).collect(),
        queue: state.queue.iter().map(packet_object).collect(),
        waiting: &state.waiting,
        released: &state.released,
        paused: &state.paused,
    }
}

fn packet_object(packet: &Packet) -> PacketObject {
    let Packet { n, key, bytes, .. } = *packet;
    PacketObject { n, key, bytes, status: packet.status_text() }
}

impl Packet {
    /// Its status, by name where it has one.
    pub(super) fn status_text(&self) -> String {
        let value = || format!("{:#010x}", self.status.0);
        self.status_name.map_or_else(value, str::to_owned)
    }
}
