//! A scenario: ports, threads and devices, what happens to them, and what is expected of it.

use std::num::NonZeroU32;

use crate::ids::{DeviceId, ThreadId};
use crate::machine::Profile;
use crate::structures::Status;

/// A scenario that was read. Threads and devices are numbered in the order of declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// What it is about.
    pub title: Option<String>,
    /// The question that it answers.
    pub question: Option<String>,
    /// The version of Windows whose rules hold.
    pub profile: Profile,
    /// How many processors the machine has: the limit of a port that names none.
    pub processors: NonZeroU32,
    /// The ports, in the order of declaration.
    pub ports: Vec<PortDeclaration>,
    /// The names of the threads, in the order of declaration.
    pub threads: Vec<String>,
    /// The names of the devices, in the order of declaration.
    pub devices: Vec<String>,
    /// Steps, expectations and notes, in order.
    pub statements: Vec<Statement>,
}

/// A port as it was declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortDeclaration {
    /// Its name.
    pub name: String,
    /// The limit it asks for; 0 asks for the processors.
    pub limit: u32,
}

/// A port of a scenario, by the order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PortId(pub usize);

/// Something that stands on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Where it stands.
    pub span: Span,
    /// The line without its comment and the blanks at its ends.
    pub text: String,
    /// What it is.
    pub act: Act,
}

/// A stretch of one line. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The line.
    pub line: usize,
    /// The column of its first character.
    pub column: usize,
    /// How many characters it has.
    pub length: usize,
}

/// What a statement says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Something happens.
    Step(Step),
    /// All of these hold.
    Expect(Vec<(Span, Condition)>),
    /// Words to be shown with the step before.
    Note(String),
    /// Two or more branches, each in its own order, in every interleaving.
    Group(Vec<Branch>),
    /// What the ends of the group before have in common, or not.
    Outcome(Quantifier, Vec<(Span, Condition)>),
}

/// Steps of a group that happen one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The steps, in order; at least one.
    pub steps: Vec<BranchStep>,
}

/// A step of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchStep {
    /// Where it stands.
    pub span: Span,
    /// The line without its comment and the blanks at its ends.
    pub text: String,
    /// What happens.
    pub step: Step,
}

/// In which ends of a group something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `always`: in every end.
    Always,
    /// `sometimes`: in at least one.
    Sometimes,
    /// `never`: in none.
    Never,
}

impl Scenario {
    /// Every step, those in groups included, in the order in which they stand.
    pub fn steps(&self) -> impl Iterator<Item = (Span, &str, &Step)> {
        self.statements.iter().flat_map(|statement| match &statement.act {
            Act::Step(step) => vec![(statement.span, statement.text.as_str(), step)],
            Act::Group(branches) => {
                let steps = branches.iter().flat_map(|branch| &branch.steps);
                steps.map(|step| (step.span, step.text.as_str(), &step.step)).collect()
            }
            Act::Expect(_) | Act::Note(_) | Act::Outcome(..) => Vec::new(),
        })
    }
}

/// A step with the place where it stands and its text.
pub(super) type Placed<'a> = (Span, &'a str, &'a Step);

impl Scenario {
    /// The steps of the first `count` statements, those of groups in this `order`: for each group
    /// the branches whose steps happen, one after the other.
    pub(super) fn played(&self, count: usize, order: &[Vec<usize>]) -> Vec<Placed<'_>> {
        let mut orders = order.iter();
        let mut played: Vec<Placed<'_>> = Vec::new();
        for Statement { span, text, act } in &self.statements[..count] {
            match act {
                Act::Step(step) => played.push((*span, text, step)),
                Act::Group(branches) => {
                    let order = orders.next().map(Vec::as_slice).unwrap_or_default();
                    let steps = in_order(branches, order);
                    played.extend(steps.map(|one| (one.span, one.text.as_str(), &one.step)));
                }
                Act::Expect(_) | Act::Note(_) | Act::Outcome(..) => {}
            }
        }
        played
    }
}

/// The steps of a group in the order in which its branches come to act.
pub(super) fn in_order<'a>(
    branches: &'a [Branch],
    order: &[usize],
) -> impl Iterator<Item = &'a BranchStep> {
    let mut rest: Vec<_> = branches.iter().map(|branch| branch.steps.iter()).collect();
    order.iter().map(move |&number| rest[number].next().expect("an order has what there is"))
}

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `A: get P …`
    Get(ThreadId, PortId, Get),
    /// `A: block`
    Block(ThreadId),
    /// `A: unblock`
    Unblock(ThreadId),
    /// `A: suspend`
    Suspend(ThreadId),
    /// `A: resume`
    Resume(ThreadId),
    /// `A: apc`
    Apc(ThreadId),
    /// `A: exit`
    Exit(ThreadId),
    /// `[A:] post P …`; without a thread it is someone outside who posts.
    Post(Option<ThreadId>, PortId, Content),
    /// `associate D P key=N`
    Associate(DeviceId, PortId, u64),
    /// `replace D P key=N`
    Replace(DeviceId, PortId, u64),
    /// `dissociate D`
    Dissociate(DeviceId),
    /// `D: complete …`; the key of the content is 0, that of the device counts.
    Complete(DeviceId, Content),
    /// `close P`
    ClosePort(PortId),
    /// `close D`
    CloseDevice(DeviceId),
    /// `advance DURATION`, in nanoseconds.
    Advance(u64),
}

impl Step {
    /// The thread whose doing the step is, or to whom it is done.
    #[must_use]
    pub fn actor(&self) -> Option<ThreadId> {
        match *self {
            Self::Get(thread, ..)
            | Self::Block(thread)
            | Self::Unblock(thread)
            | Self::Suspend(thread)
            | Self::Resume(thread)
            | Self::Apc(thread)
            | Self::Exit(thread) => Some(thread),
            Self::Post(by, ..) => by,
            Self::Associate(..)
            | Self::Replace(..)
            | Self::Dissociate(_)
            | Self::Complete(..)
            | Self::ClosePort(_)
            | Self::CloseDevice(_)
            | Self::Advance(_) => None,
        }
    }
}

/// The options of a get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Get {
    /// Room for this many packets, where it is a batch.
    pub max: Option<u32>,
    /// How long it waits.
    pub timeout: Timeout,
    /// Whether an APC ends it.
    pub alertable: bool,
}

/// How long a get waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timeout {
    /// Without end.
    Never,
    /// Not at all: `poll`, or `timeout 0`.
    Poll,
    /// So many nanoseconds, at least 1.
    After(u64),
}

/// What a packet carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Its completion key.
    pub key: u64,
    /// The low 32 bits of its information.
    pub bytes: u32,
    /// Its status.
    pub status: Status,
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// What a thread got last, or where it is.
    Thread(ThreadId, ThreadIs),
    /// What some of the structures of a port hold.
    Port(PortId, Vec<PortHas>),
    /// The step before was refused.
    Refused,
}

/// What a thread got last, or where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreadIs {
    /// `got`: any packets.
    Got,
    /// `got key=1 …`: exactly one packet, of this kind.
    GotOne(Pattern),
    /// `got [ … ]`: exactly these packets.
    GotList(Vec<Pattern>),
    /// `timeout`
    Timeout,
    /// `abandoned`
    Abandoned,
    /// `closed`
    Closed,
    /// `apc`
    Apc,
    /// `refused`
    Refused,
    /// `waiting`
    Waiting,
}

/// What one structure of a port holds. The next to leave stands first; devices, released and
/// paused threads are sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortHas {
    /// `devices [ … ]`
    Devices(Vec<DeviceId>),
    /// `queue [ … ]`
    Queue(Vec<Pattern>),
    /// `waiting [ … ]`
    Waiting(Vec<ThreadId>),
    /// `released [ … ]`
    Released(Vec<ThreadId>),
    /// `paused [ … ]`
    Paused(Vec<ThreadId>),
    /// `active N`
    Active(usize),
}

/// A kind of packet: every part that is given must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// `pN`: the N-th packet that went in, over all ports.
    pub n: Option<u64>,
    /// `key=N`
    pub key: Option<u64>,
    /// `bytes=N`
    pub bytes: Option<u32>,
    /// `status=NAME`
    pub status: Option<Status>,
}
