//! The form in which a page holds traces: what is said once, and what changes at each step.

use std::collections::BTreeMap;

use serde::Serialize;

/// What a whole page holds.
#[derive(Serialize)]
pub(super) struct Page<'a> {
    pub(super) version: &'static str,
    pub(super) title: &'a str,
    pub(super) question: Option<&'a str>,
    pub(super) profile: &'static str,
    pub(super) processors: u32,
    /// The lesson that this is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lesson: Option<Lesson>,
    /// The texts of each rule that occurs.
    pub(super) rules: BTreeMap<&'static str, RuleText>,
    /// What each key of a source stands for, of those that the evidence names.
    pub(super) sources: BTreeMap<&'static str, String>,
    /// The trace, and the same steps under other limits.
    pub(super) variants: Vec<Variant<'a>>,
}

/// Where a lesson stands among the others.
#[derive(Serialize)]
pub(super) struct Lesson {
    pub(super) name: &'static str,
    /// Name and title of the lesson that is best read after it.
    pub(super) next: Option<(&'static str, String)>,
}

#[derive(Serialize)]
pub(super) struct RuleText {
    pub(super) sentence: &'static str,
    pub(super) detail: &'static str,
    pub(super) why: &'static str,
    pub(super) evidence: &'static str,
    pub(super) profile: &'static str,
    pub(super) section: &'static str,
}

/// One trace.
#[derive(Serialize)]
pub(super) struct Variant<'a> {
    /// The port whose limit tells this trace from the others.
    pub(super) port: &'a str,
    pub(super) limit: u32,
    /// For each step the step of the first trace that it is; absent in the first trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) of: Option<&'a [usize]>,
    /// Whether the story goes on behind the steps.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) cut: bool,
    /// What the trace does not tell, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<String>,
    pub(super) ports: Vec<(&'a str, u32)>,
    pub(super) threads: Vec<Thread<'a>>,
    pub(super) devices: &'a [String],
    /// Key, bytes and status of each packet, by its number less one.
    pub(super) packets: Vec<Option<(String, u32, String)>>,
    /// Texts, to which steps refer by number.
    pub(super) strings: Vec<String>,
    /// What can be answered, each list once: questions refer to them by number.
    pub(super) answers: Vec<Vec<Answer>>,
    pub(super) steps: Vec<Step>,
}

#[derive(Serialize)]
pub(super) struct Thread<'a> {
    pub(super) name: &'a str,
    pub(super) lines: Vec<usize>,
    pub(super) program: Vec<&'a str>,
}

/// One step, by numbers. Letters keep long traces small.
#[derive(Serialize)]
pub(super) struct Step {
    /// The event: a text.
    pub(super) e: usize,
    /// The line of the scenario.
    pub(super) l: usize,
    /// The virtual time in nanoseconds, where it differs from that of the step before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) t: Option<String>,
    /// What it says: a text with a hole for each name, then the names, which are texts.
    pub(super) s: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) n: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) r: Option<&'static str>,
    /// The rule that says most about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) w: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) m: Vec<Move>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) x: Vec<Returned>,
    /// What changes: see `delta.rs`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) d: Vec<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) q: Option<Asked>,
}

/// Port, what moved, from, to and rule; then the packet that rides along. Names are texts.
#[derive(Serialize)]
pub(super) struct Move(
    pub(super) usize,
    pub(super) usize,
    pub(super) usize,
    pub(super) usize,
    pub(super) &'static str,
    #[serde(skip_serializing_if = "Option::is_none")] pub(super) Option<usize>,
);

/// Thread, how the call ended, rule and packets.
#[derive(Serialize)]
pub(super) struct Returned(
    pub(super) usize,
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) Vec<u64>,
);

/// The question behind the step: a text with a hole for a packet, the list of answers, the place of
/// the right one, and the packet.
#[derive(Serialize)]
pub(super) struct Asked(
    pub(super) usize,
    pub(super) usize,
    pub(super) usize,
    #[serde(skip_serializing_if = "Option::is_none")] pub(super) Option<u64>,
);

/// An answer: its key, its words, and whether they are the name of a thread.
#[derive(Serialize)]
pub(super) struct Answer(pub(super) char, pub(super) String, pub(super) bool);
