//! Scenarios that nobody wrote: steps at random, each of which can happen where it stands.

use std::num::NonZeroU32;

use iocp_sim::sim::{
    Act, Branch, BranchStep, Content, Get, PortDeclaration, PortId, Scenario, Span, Statement,
    Step, Timeout,
};
use iocp_sim::{DeviceId, Profile, Status, ThreadId};
use proptest::prelude::*;

use super::front::Front;
use super::group::ends;
use super::picture::{ROOM, StepId};
use super::score::Measure;

const PORTS: usize = 2;
const THREADS: u32 = 3;
const DEVICES: u32 = 2;

/// A step is dropped that would make more states than this.
const MOST_FRONTS: usize = 32;

/// What may be tried next: a step, or a group of branches.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    One(Step),
    Group(Vec<Vec<Step>>),
}

fn thread() -> impl Strategy<Value = ThreadId> {
    (0..THREADS).prop_map(ThreadId)
}

fn device() -> impl Strategy<Value = DeviceId> {
    (0..DEVICES).prop_map(DeviceId)
}

/// Mostly the first.
fn port() -> impl Strategy<Value = PortId> {
    prop_oneof![3 => Just(PortId(0)), 1 => Just(PortId(PORTS - 1))]
}

fn get() -> impl Strategy<Value = Step> {
    let max = prop_oneof![4 => Just(None), 1 => Just(Some(0)), 3 => (1_u32..4).prop_map(Some)];
    let timeout = prop_oneof![3 => Just(Timeout::Never), 1 => Just(Timeout::Poll)];
    (thread(), port(), max, timeout, any::<bool>()).prop_map(
        |(thread, port, max, timeout, alert)| {
            Step::Get(thread, port, Get { max, timeout, alertable: alert && max.is_some() })
        },
    )
}

fn content() -> impl Strategy<Value = Content> {
    let statuses = [Status::SUCCESS, Status(0x8000_0005), Status(0xC000_0120)];
    let status = prop::sample::select(statuses.to_vec());
    (0_u64..9, 0_u32..9, status).prop_map(|(key, bytes, status)| Content { key, bytes, status })
}

fn step() -> impl Strategy<Value = Step> {
    let post = (prop::option::of(thread()), port(), content());
    prop_oneof![
        8 => get(),
        6 => post.prop_map(|(by, port, content)| Step::Post(by, port, content)),
        2 => thread().prop_map(Step::Block),
        2 => thread().prop_map(Step::Unblock),
        2 => thread().prop_map(Step::Suspend),
        3 => thread().prop_map(Step::Resume),
        2 => thread().prop_map(Step::Apc),
        1 => thread().prop_map(Step::Exit),
        2 => (device(), port(), 0_u64..9).prop_map(|(device, port, key)| {
            Step::Associate(device, port, key)
        }),
        1 => (device(), port(), 0_u64..9).prop_map(|(device, port, key)| {
            Step::Replace(device, port, key)
        }),
        1 => device().prop_map(Step::Dissociate),
        3 => (device(), content()).prop_map(|(device, Content { bytes, status, .. })| {
            Step::Complete(device, Content { key: 0, bytes, status })
        }),
        1 => port().prop_map(Step::ClosePort),
        1 => device().prop_map(Step::CloseDevice),
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    let branch = prop::collection::vec(step(), 1..3);
    prop_oneof![
        8 => step().prop_map(Wish::One),
        2 => prop::collection::vec(branch, 2..4).prop_map(Wish::Group),
    ]
}

/// A limit of each port, and what is tried.
pub(crate) fn wishes() -> impl Strategy<Value = (Vec<u32>, Vec<Wish>)> {
    let limits = prop::collection::vec(1_u32..3, PORTS);
    (limits, prop::collection::vec(wish(), 1..80))
}

/// The scenario of those wishes that can be fulfilled, one after the other.
pub(crate) fn scenario(limits: &[u32], wishes: &[Wish]) -> Scenario {
    let mut scenario = empty(limits);
    let (mut steps, mut packets) = (Vec::new(), 0);
    // Room for the told of as many steps as there may be.
    let most = wishes.iter().map(|wish| wish.steps().count()).sum();
    let mut fronts = vec![Front::with_steps(&scenario, most)];
    for wish in wishes {
        let brings =
            wish.steps().filter(|step| matches!(step, Step::Post(..) | Step::Complete(..)));
        let brings = brings.count();
        let first = steps.len();
        steps.extend(wish.steps().copied());
        let all = (packets + brings <= ROOM).then(|| after(&fronts, &wish.measure(first), &steps));
        match all.flatten() {
            Some(after) if after.len() <= MOST_FRONTS => {
                (fronts, packets) = (after, packets + brings);
                scenario.statements.push(statement(wish.act(&scenario)));
            }
            Some(_) | None => steps.truncate(first),
        }
    }
    scenario
}

/// The states after a measure, if it can happen in all.
fn after(fronts: &[Front], measure: &Measure, steps: &[Step]) -> Option<Vec<Front>> {
    let mut after: Vec<Front> = Vec::new();
    for front in fronts {
        after.extend(ends(front.clone(), measure, steps).ok()?);
        if after.len() > MOST_FRONTS {
            break;
        }
    }
    Some(after)
}

impl Wish {
    fn steps(&self) -> Box<dyn Iterator<Item = &Step> + '_> {
        match self {
            Self::One(step) => Box::new(std::iter::once(step)),
            Self::Group(branches) => Box::new(branches.iter().flatten()),
        }
    }

    fn measure(&self, first: usize) -> Measure {
        let mut ids = (first..).map(StepId);
        let mut next = || ids.next().expect("they do not end");
        match self {
            Self::One(_) => Measure::One(next()),
            Self::Group(branches) => {
                let ids = branches.iter().map(|branch| branch.iter().map(|_| next()).collect());
                Measure::Group(ids.collect())
            }
        }
    }

    fn act(&self, scenario: &Scenario) -> Act {
        let step = |step: &Step| BranchStep { span: SPAN, text: step.text(scenario), step: *step };
        match self {
            Self::One(step) => Act::Step(*step),
            Self::Group(branches) => {
                let branches = branches.iter();
                Act::Group(
                    branches
                        .map(|branch| Branch { steps: branch.iter().map(step).collect() })
                        .collect(),
                )
            }
        }
    }
}

/// Nowhere: it was never written.
const SPAN: Span = Span { line: 0, column: 0, length: 0 };

fn statement(act: Act) -> Statement {
    Statement { span: SPAN, text: String::new(), act }
}

fn empty(limits: &[u32]) -> Scenario {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let ports = ["P", "Q"].into_iter().zip(limits);
    let ports = ports.map(|(name, &limit)| PortDeclaration { name: name.to_owned(), limit });
    Scenario {
        title: None,
        question: None,
        profile: Profile::Windows11,
        processors: NonZeroU32::MIN,
        ports: ports.collect(),
        threads: names(&["A", "B", "C"]),
        devices: names(&["D", "E"]),
        statements: Vec::new(),
    }
}

/// The scenario as a text that can be read again.
pub(crate) fn written(scenario: &Scenario) -> String {
    let ports =
        scenario.ports.iter().map(|port| format!("port {} limit {}\n", port.name, port.limit));
    let mut text: String = ports.collect();
    text += &format!("thread {}\n", scenario.threads.join(" "));
    text += &format!("device {}\n", scenario.devices.join(" "));
    for statement in &scenario.statements {
        match &statement.act {
            Act::Step(step) => text += &format!("{}\n", step.text(scenario)),
            Act::Group(branches) => {
                for (number, branch) in branches.iter().enumerate() {
                    text += if number == 0 { "concurrently\n" } else { "and\n" };
                    let steps = branch.steps.iter().map(|one| format!("    {}\n", one.text));
                    text.extend(steps);
                }
                text += "end\n";
            }
            Act::Expect(_) | Act::Note(_) | Act::Outcome(..) => {}
        }
    }
    text
}
