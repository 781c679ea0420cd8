//! Tells event after event as steps, beside a machine that goes along.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use super::Untold;
use super::names::Names;
use crate::ids::{DeviceId, ThreadId};
use crate::machine::{Answer, Call, Elsewhere, Event, Form, Machine, Profile, Wait};
use crate::sim::{
    Act, Content, Get, PortDeclaration, PortId, Scenario, Span, Statement, Step, Timeout,
};
use crate::structures::Packet;
use crate::threads::{Noted, Recorded};

/// The port that was recorded.
const PORT: PortId = PortId(0);

/// From one deadline that passes to the next, in nanoseconds. How long it was is not recorded.
const MOMENT: u64 = 1_000_000;

const POLL: Get = Get { max: None, timeout: Timeout::Poll, alertable: false };

pub(super) struct Teller<'a> {
    recorded: &'a Recorded,
    machine: Machine,
    scenario: Scenario,
    names: Names,
    steps: Vec<Step>,
    /// How many of the steps lead to the beginning.
    before: usize,
    /// The threads by their numbers at the port.
    threads: BTreeMap<ThreadId, Thread>,
    /// Those that went to another port and may come back, by their numbers among the people.
    away: BTreeMap<usize, Away>,
    devices: BTreeMap<DeviceId, DeviceId>,
    elsewhere: Option<PortId>,
    timed: Vec<TimedGet>,
    /// How many deadlines have passed.
    now: u64,
}

/// A thread with a number at the port.
struct Thread {
    person: usize,
    /// Who plays it, once it has called.
    actor: Option<ThreadId>,
    /// The APCs that it brings, until it calls.
    apcs: u32,
    /// Which of the timed gets is its latest.
    timed: usize,
}

/// A thread that is elsewhere, and how many APCs are pending for it there.
struct Away {
    actor: ThreadId,
    apcs: u32,
}

/// A get with a deadline, which may pass.
struct TimedGet {
    step: usize,
    begun: u64,
    due: Option<u64>,
}

impl<'a> Teller<'a> {
    pub(super) fn new(recorded: &'a Recorded) -> Self {
        let (profile, limit) = (recorded.start.profile(), recorded.start.limit());
        let mut names = Names::default();
        let name = names.give(Some(recorded.name.as_deref().unwrap_or("P")), "P");
        let scenario = Scenario {
            title: Some(title(recorded.name.as_deref())),
            question: None,
            profile,
            // Nothing asks for them: the limit of each port is given.
            processors: NonZeroU32::new(limit.get()).unwrap_or(NonZeroU32::MIN),
            ports: vec![PortDeclaration { name, limit: limit.get() }],
            threads: Vec::new(),
            devices: Vec::new(),
            statements: Vec::new(),
        };
        let mut teller = Self {
            recorded,
            machine: Machine::new(profile, limit),
            scenario,
            names,
            steps: Vec::new(),
            before: 0,
            threads: BTreeMap::new(),
            away: BTreeMap::new(),
            devices: BTreeMap::new(),
            elsewhere: None,
            timed: Vec::new(),
            now: 0,
        };
        recorded.present().for_each(|(thread, person)| teller.came(thread, person));
        teller
    }

    /// Tells what leads to the beginning.
    pub(super) fn begin(&mut self, events: &[Event]) -> Result<(), Untold> {
        events.iter().try_for_each(|&event| self.happened(event, 0))?;
        self.before = self.steps.len();
        Ok(())
    }

    /// Tells what was recorded.
    pub(super) fn go_on(&mut self) -> Result<(), Untold> {
        let mut number = 0;
        for noted in self.recorded.noted() {
            match noted {
                Noted::Came(thread, person) => self.came(thread, person),
                Noted::Event(event) => {
                    self.happened(event, number)?;
                    number += 1;
                }
            }
        }
        Ok(())
    }

    /// The scenario, with a note at its end.
    pub(super) fn finish(mut self, last: Option<String>) -> Result<Scenario, Untold> {
        if self.steps.is_empty() {
            return Err(Untold::Nothing);
        }
        for TimedGet { step, begun, due } in &self.timed {
            if let Step::Get(_, _, get) = &mut self.steps[*step] {
                let due = due.unwrap_or(self.now + 1);
                get.timeout = Timeout::After((due - begun) * MOMENT);
            }
        }
        let Self { mut scenario, steps, before, .. } = self;
        let mut lines: Vec<(String, Act)> =
            steps.into_iter().map(|step| (step.text(&scenario), Act::Step(step))).collect();
        lines.extend(last.map(note));
        if before > 0 {
            lines.insert(before, note("Here the recording begins.".to_owned()));
        }
        let lists = [&scenario.threads, &scenario.devices];
        let declared = lists.iter().filter(|names| !names.is_empty()).count();
        // The title, the profile and the processors come first.
        let numbers = 3 + scenario.ports.len() + declared + 1..;
        let placed = numbers.zip(lines).map(|(line, (text, act))| {
            let span = Span { line, column: 1, length: text.chars().count() };
            Statement { span, text, act }
        });
        scenario.statements = placed.collect();
        Ok(scenario)
    }

    fn came(&mut self, thread: ThreadId, person: usize) {
        self.threads.insert(thread, Thread { person, actor: None, apcs: 0, timed: 0 });
    }

    /// Tells an event, the `number`-th that was recorded.
    fn happened(&mut self, event: Event, number: usize) -> Result<(), Untold> {
        let apcs = match event {
            Event::Leave { thread } | Event::RunApcs { thread } => self.machine.apcs(thread),
            _ => 0,
        };
        let closed = self.machine.is_closed() && !self.machine.is_destroyed();
        if closed && matches!(event, Event::Enter { .. }) && self.machine.profile() == Profile::Xp {
            return Err(Untold::Door { event: number });
        }
        match self.machine.step(event, &mut ()) {
            Ok(Answer::TooLate) | Err(_) => return Ok(()),
            Ok(Answer::Done) => self.tell(event, true, apcs),
            Ok(Answer::Refused(_)) => self.tell(event, false, apcs),
        }
        .map_err(|NoApcs| Untold::Apcs { event: number })
    }

    fn tell(&mut self, event: Event, done: bool, apcs: u32) -> Result<(), NoApcs> {
        match event {
            Event::Associate { device, key, elsewhere } => {
                let actor = self.device(device, elsewhere);
                self.step(Step::Associate(actor, PORT, key));
                self.keep(device, actor, done);
            }
            Event::Replace { device, key } => {
                let actor = self.device(device, Elsewhere::Unbound);
                self.step(Step::Replace(actor, PORT, key));
                self.keep(device, actor, done);
            }
            Event::Remove { device } => {
                self.listed(device, Step::Dissociate);
                self.forget(device, done);
            }
            Event::CloseDevice { device } => {
                self.listed(device, Step::CloseDevice);
                self.forget(device, done);
            }
            Event::Complete { device, context: _, status, information } => {
                let content = Content { key: 0, bytes: information as u32, status };
                self.listed(device, |actor| Step::Complete(actor, content));
            }
            Event::Post { packet: Packet { key, context: _, status, information } } => {
                let content = Content { key, bytes: information as u32, status };
                self.step(Step::Post(None, PORT, content));
            }
            Event::Get { thread, call } => self.get(thread, call, false),
            Event::Enter { thread, call } => self.get(thread, call, true),
            Event::TimedOut { thread } => self.time_out(thread),
            Event::QueueApc { thread } => self.queue_apc(thread),
            Event::RunApcs { thread } => return self.run_apcs(thread, apcs),
            Event::Block { thread } => self.by(thread, Step::Block),
            Event::Unblock { thread } => self.by(thread, Step::Unblock),
            Event::Suspend { thread } => self.by(thread, Step::Suspend),
            Event::Resume { thread } => self.by(thread, Step::Resume),
            Event::Leave { thread } => self.leave(thread, apcs),
            Event::Exit { thread } => {
                self.by(thread, Step::Exit);
                self.threads.remove(&thread);
            }
            Event::Close => self.step(Step::ClosePort(PORT)),
        }
        Ok(())
    }

    fn step(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// A step of a thread that has called.
    fn by(&mut self, thread: ThreadId, step: impl FnOnce(ThreadId) -> Step) {
        if let Some(actor) = self.threads.get(&thread).and_then(|thread| thread.actor) {
            self.step(step(actor));
        }
    }

    fn get(&mut self, thread: ThreadId, call: Call, enters: bool) {
        let known = self.threads.get(&thread).and_then(|thread| thread.actor);
        let Some(actor) = known.or_else(|| self.comes(thread, enters)) else { return };
        let (max, alertable) = match call.form {
            Form::Single => (None, false),
            Form::Batch { max, alertable } => (Some(max), alertable),
        };
        let timeout = match call.wait {
            Wait::Poll => Timeout::Poll,
            Wait::Forever => Timeout::Never,
            // The deadline is known in the end.
            Wait::Timed => Timeout::After(MOMENT),
        };
        if call.wait == Wait::Timed {
            let timed = TimedGet { step: self.steps.len(), begun: self.now, due: None };
            self.threads.entry(thread).and_modify(|thread| thread.timed = self.timed.len());
            self.timed.push(timed);
        }
        self.step(Step::Get(actor, PORT, Get { max, timeout, alertable }));
    }

    /// Says who plays a thread that comes, and lets it come from where it was, with its APCs.
    fn comes(&mut self, thread: ThreadId, from_elsewhere: bool) -> Option<ThreadId> {
        let Thread { person, apcs, .. } = *self.threads.get(&thread)?;
        let away = self.away.remove(&person);
        // APCs that it ran there can not be told; then another one plays it.
        let (actor, brings) = match away.filter(|away| from_elsewhere && away.apcs <= apcs) {
            Some(Away { actor, apcs }) => (actor, apcs),
            None => (self.new_actor(person, from_elsewhere), 0),
        };
        (brings..apcs).for_each(|_| self.step(Step::Apc(actor)));
        self.threads.entry(thread).and_modify(|thread| thread.actor = Some(actor));
        Some(actor)
    }

    fn new_actor(&mut self, person: usize, from_elsewhere: bool) -> ThreadId {
        let own = self.recorded.people().get(person).and_then(Option::as_deref);
        let actor = ThreadId(self.scenario.threads.len() as u32);
        self.scenario.threads.push(self.names.give(own, "T"));
        if from_elsewhere {
            let elsewhere = self.elsewhere();
            self.step(Step::Get(actor, elsewhere, POLL));
        }
        actor
    }

    fn time_out(&mut self, thread: ThreadId) {
        self.now += 1;
        let timed = self.threads.get(&thread).and_then(|thread| self.timed.get_mut(thread.timed));
        if let Some(timed) = timed {
            timed.due = Some(self.now);
        }
        self.step(Step::Advance(MOMENT));
    }

    fn queue_apc(&mut self, thread: ThreadId) {
        match self.threads.get_mut(&thread) {
            Some(Thread { actor: None, apcs, .. }) => *apcs += 1,
            _ => self.by(thread, Step::Apc),
        }
    }

    /// An alertable get of another port runs pending APCs, and leaves the thread here (C28), from
    /// Windows 7 on. Windows XP has no such gets, and APCs make no difference.
    fn run_apcs(&mut self, thread: ThreadId, apcs: u32) -> Result<(), NoApcs> {
        let profile = self.scenario.profile;
        if apcs == 0 || !profile.has_batches() {
            return Ok(());
        }
        if profile < Profile::Windows7 || self.machine.blocked(thread) > 0 {
            return Err(NoApcs);
        }
        let elsewhere = self.elsewhere();
        self.by(thread, |actor| Step::Get(actor, elsewhere, Get { alertable: true, ..POLL }));
        Ok(())
    }

    fn leave(&mut self, thread: ThreadId, apcs: u32) {
        let elsewhere = self.elsewhere();
        self.by(thread, |actor| Step::Get(actor, elsewhere, POLL));
        if let Some(Thread { person, actor: Some(actor), .. }) = self.threads.remove(&thread) {
            self.away.insert(person, Away { actor, apcs });
        }
    }

    /// The port where threads and devices are that are not here.
    fn elsewhere(&mut self) -> PortId {
        match self.elsewhere {
            Some(port) => port,
            None => {
                let port = self.port("elsewhere");
                self.elsewhere = Some(port);
                port
            }
        }
    }

    fn port(&mut self, name: &str) -> PortId {
        let declaration = PortDeclaration { name: self.names.give(Some(name), "P"), limit: 1 };
        self.scenario.ports.push(declaration);
        PortId(self.scenario.ports.len() - 1)
    }

    /// Who plays a device that is to be associated. One that is on no list is a new one.
    fn device(&mut self, device: DeviceId, elsewhere: Elsewhere) -> DeviceId {
        if let Some(&actor) = self.devices.get(&device) {
            return actor;
        }
        let actor = DeviceId(self.scenario.devices.len() as u32);
        self.scenario.devices.push(self.names.give(None, "D"));
        let bound = match elsewhere {
            Elsewhere::Unbound => return actor,
            Elsewhere::Open => self.elsewhere(),
            Elsewhere::Closed => self.port("closed_port"),
        };
        self.step(Step::Associate(actor, bound, 0));
        if elsewhere == Elsewhere::Closed {
            self.step(Step::ClosePort(bound));
        }
        actor
    }

    fn keep(&mut self, device: DeviceId, actor: DeviceId, done: bool) {
        if done {
            self.devices.insert(device, actor);
        }
    }

    fn forget(&mut self, device: DeviceId, done: bool) {
        if done {
            self.devices.remove(&device);
        }
    }

    fn listed(&mut self, device: DeviceId, step: impl FnOnce(DeviceId) -> Step) {
        if let Some(&actor) = self.devices.get(&device) {
            self.step(step(actor));
        }
    }
}

/// There is no step that runs these APCs.
struct NoApcs;

fn note(text: String) -> (String, Act) {
    (format!("note {text}"), Act::Note(text))
}

/// The title of a recording of a port with this name.
fn title(name: Option<&str>) -> String {
    let in_one_line = |letter: char| if letter.is_control() { ' ' } else { letter };
    let name: String = name.unwrap_or_default().chars().map(in_one_line).collect();
    format!("A recording of {}", name.trim()).trim_end_matches(" of ").to_owned()
}
