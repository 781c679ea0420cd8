//! Random programs, and how they are written down.

use std::fmt;
use std::num::NonZeroU32;

use iocp_sim::sim::{Content, Get, PortId, Scenario, Step, Timeout, World};
use iocp_sim::{DeviceId, Profile, Status, ThreadId};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

const PORTS: usize = 3;
const THREADS: u32 = 6;
const DEVICES: u32 = 3;
const PROCESSORS: u32 = 2;
const STATUSES: [Status; 4] =
    [Status::SUCCESS, Status(0xC000_0120), Status(0x8000_0005), Status(0x0000_0102)];

/// A world and what happens in it, possible or not.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) profile: Profile,
    pub(crate) limits: Vec<u32>,
    pub(crate) steps: Vec<Step>,
}

impl Program {
    pub(crate) const PROCESSORS: u32 = PROCESSORS;
    pub(crate) const THREADS: u32 = THREADS;
    pub(crate) const DEVICES: u32 = DEVICES;

    /// The world before the first step.
    pub(crate) fn world(&self) -> World {
        World::new(&self.scenario())
    }

    /// The steps that can happen, each after those before it, and the last one, which failed.
    pub(crate) fn possible(&self) -> Vec<Step> {
        let mut world = self.world();
        let last = self.steps.len().saturating_sub(1);
        let numbered = self.steps.iter().enumerate();
        let possible =
            numbered.filter(|(number, step)| world.step(step).is_ok() || *number == last);
        possible.map(|(_, step)| *step).collect()
    }

    fn scenario(&self) -> Scenario {
        let mut text = String::new();
        self.write_head(&mut text).expect("a string takes any text");
        // A scenario has at least one step.
        Scenario::parse(&format!("{text}advance 0\n")).expect("the head of a program is sound")
    }

    fn write_head(&self, out: &mut impl fmt::Write) -> fmt::Result {
        writeln!(out, "profile {}", self.profile)?;
        writeln!(out, "processors {PROCESSORS}")?;
        for (number, limit) in self.limits.iter().enumerate() {
            writeln!(out, "port {} limit {limit}", port(PortId(number)))?;
        }
        let threads: Vec<String> = (0..THREADS).map(|number| thread(ThreadId(number))).collect();
        let devices: Vec<String> = (0..DEVICES).map(|number| device(DeviceId(number))).collect();
        writeln!(out, "thread {}\ndevice {}", threads.join(" "), devices.join(" "))
    }
}

/// A program as a scenario that `iocp-sim explain` tells.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_head(f)?;
        self.possible().iter().try_for_each(|step| write_step(f, step))
    }
}

fn write_step(f: &mut fmt::Formatter<'_>, step: &Step) -> fmt::Result {
    match *step {
        Step::Get(by, at, get) => write_get(f, by, at, get),
        Step::Block(by) => writeln!(f, "{}: block", thread(by)),
        Step::Unblock(by) => writeln!(f, "{}: unblock", thread(by)),
        Step::Suspend(by) => writeln!(f, "{}: suspend", thread(by)),
        Step::Resume(by) => writeln!(f, "{}: resume", thread(by)),
        Step::Apc(by) => writeln!(f, "{}: apc", thread(by)),
        Step::Exit(by) => writeln!(f, "{}: exit", thread(by)),
        Step::Post(by, at, Content { key, bytes, status }) => {
            let by = by.map_or(String::new(), |by| format!("{}: ", thread(by)));
            writeln!(f, "{by}post {} key={key} bytes={bytes} status={}", port(at), name(status))
        }
        Step::Associate(on, at, key) => {
            writeln!(f, "associate {} {} key={key}", device(on), port(at))
        }
        Step::Replace(on, at, key) => writeln!(f, "replace {} {} key={key}", device(on), port(at)),
        Step::Dissociate(on) => writeln!(f, "dissociate {}", device(on)),
        Step::Complete(on, Content { bytes, status, .. }) => {
            writeln!(f, "{}: complete bytes={bytes} status={}", device(on), name(status))
        }
        Step::ClosePort(at) => writeln!(f, "close {}", port(at)),
        Step::CloseDevice(on) => writeln!(f, "close {}", device(on)),
        Step::Advance(ns) => writeln!(f, "advance {ns}ns"),
    }
}

fn write_get(f: &mut fmt::Formatter<'_>, by: ThreadId, at: PortId, get: Get) -> fmt::Result {
    let max = get.max.map_or(String::new(), |max| format!(" max {max}"));
    let timeout = match get.timeout {
        Timeout::Never => String::new(),
        Timeout::Poll => " poll".to_owned(),
        Timeout::After(ns) => format!(" timeout {ns}ns"),
    };
    let alertable = if get.alertable { " alertable" } else { "" };
    writeln!(f, "{}: get {}{max}{timeout}{alertable}", thread(by), port(at))
}

fn port(PortId(number): PortId) -> String {
    format!("P{number}")
}

fn thread(ThreadId(number): ThreadId) -> String {
    char::from(b'A' + u8::try_from(number).expect("threads are few")).to_string()
}

fn device(DeviceId(number): DeviceId) -> String {
    format!("D{number}")
}

fn name(status: Status) -> &'static str {
    iocp_sim::trace::status_name(status).expect("programs use named statuses")
}

pub(crate) fn programs() -> impl Strategy<Value = Program> {
    let limits = vec(prop_oneof![6 => 1..=3_u32, 1 => Just(0), 1 => Just(u32::MAX)], PORTS);
    let profile = select(Profile::ALL.as_slice());
    (profile, limits, vec(steps(), 1..200)).prop_map(|(profile, limits, steps)| {
        assert!(NonZeroU32::new(PROCESSORS).is_some());
        Program { profile, limits, steps }
    })
}

fn steps() -> impl Strategy<Value = Step> {
    // The first port gets most, so that threads meet there.
    let ports = || prop_oneof![6 => Just(0_usize), 2 => Just(1), 1 => Just(2)].prop_map(PortId);
    let threads = || (0..THREADS).prop_map(ThreadId);
    let devices = || (0..DEVICES).prop_map(DeviceId);
    prop_oneof![
        24 => (threads(), ports(), gets()).prop_map(|(by, at, get)| Step::Get(by, at, get)),
        12 => (option::weighted(0.3, threads()), ports(), contents())
            .prop_map(|(by, at, content)| Step::Post(by, at, content)),
        5 => threads().prop_map(Step::Block),
        5 => threads().prop_map(Step::Unblock),
        4 => threads().prop_map(Step::Suspend),
        6 => threads().prop_map(Step::Resume),
        3 => threads().prop_map(Step::Apc),
        4 => (0..40_u64).prop_map(Step::Advance),
        5 => (devices(), contents()).prop_map(|(on, content)| Step::Complete(on, content)),
        3 => (devices(), ports(), keys()).prop_map(|(on, at, key)| Step::Associate(on, at, key)),
        1 => (devices(), ports(), keys()).prop_map(|(on, at, key)| Step::Replace(on, at, key)),
        1 => devices().prop_map(Step::Dissociate),
        // What ends something is rare, and yet most programs end something.
        1 => prop_oneof![
            3 => threads().prop_map(Step::Exit),
            2 => ports().prop_map(Step::ClosePort),
            2 => devices().prop_map(Step::CloseDevice),
        ],
    ]
}

fn gets() -> impl Strategy<Value = Get> {
    let timeout = prop_oneof![
        4 => Just(Timeout::Never),
        2 => Just(Timeout::Poll),
        3 => (1..40_u64).prop_map(Timeout::After),
    ];
    let form = prop_oneof![
        5 => Just((None, false)),
        2 => (0..4_u32).prop_map(|max| (Some(max), false)),
        2 => (1..4_u32).prop_map(|max| (Some(max), true)),
        1 => Just((None, true)),
    ];
    (form, timeout).prop_map(|((max, alertable), timeout)| Get { max, timeout, alertable })
}

fn contents() -> impl Strategy<Value = Content> {
    (keys(), 0..3_u32, prop_oneof![4 => Just(Status::SUCCESS), 1 => select(STATUSES.as_slice())])
        .prop_map(|(key, bytes, status)| Content { key, bytes, status })
}

fn keys() -> impl Strategy<Value = u64> {
    0..9_u64
}
