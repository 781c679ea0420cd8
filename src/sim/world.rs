//! A world of ports, virtual threads, devices and virtual time: the driver that has no threads.
//!
//! It decides nothing about a port: it turns steps into events, one machine a port, and keeps
//! what belongs to no port: which port a thread called last, which port a device is bound to,
//! when a call's deadline is.

mod bindings;
mod calls;
mod happened;

use std::collections::VecDeque;

use self::happened::Recorder;
pub use self::happened::{Done, Happened, Impossible, Numbered, Returned};
use super::scenario::{PortId, Scenario, Step};
use crate::ids::{DeviceId, ThreadId};
use crate::machine::{Answer, Event, Limit, Machine, Profile};

/// Ports, threads and devices, and the time.
///
/// Two worlds are equal when whatever happens from here on is the same in both, results included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    profile: Profile,
    ports: Vec<Port>,
    /// Where the threads are that have called no port.
    nowhere: Machine,
    threads: Vec<Thread>,
    devices: Vec<Device>,
    now_ns: u64,
    /// How many packets went into any port.
    entered: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Port {
    machine: Machine,
    /// The world's numbers of the queued packets, the next to leave first.
    queued: VecDeque<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Thread {
    home: Option<PortId>,
    exited: bool,
    deadline_ns: Option<u64>,
    /// The packets that moved to it and of which its call has not told yet.
    arriving: Vec<Numbered>,
    holds: Vec<Numbered>,
    result: Option<Returned>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Device {
    port: Option<PortId>,
    closed: bool,
}

impl World {
    /// The world that a scenario declares, before its first step.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let Scenario { profile, processors, ref ports, ref threads, ref devices, .. } = *scenario;
        let port = |limit| Machine::new(profile, Limit::new(limit, processors));
        Self {
            profile,
            ports: ports
                .iter()
                .map(|declared| Port { machine: port(declared.limit), queued: VecDeque::new() })
                .collect(),
            nowhere: port(0),
            threads: vec![Thread::default(); threads.len()],
            devices: vec![Device::default(); devices.len()],
            now_ns: 0,
            entered: 0,
        }
    }

    /// Lets one step happen.
    ///
    /// # Errors
    ///
    /// [`Impossible`] when it can not.
    pub fn step(&mut self, step: &Step) -> Result<Happened, Impossible> {
        let mut happened = Happened::default();
        let into = &mut happened;
        match *step {
            Step::Get(thread, port, get) => self.get(thread, port, get, into)?,
            Step::Block(thread) => self.at_home(thread, Event::Block { thread }, into)?,
            Step::Unblock(thread) => self.at_home(thread, Event::Unblock { thread }, into)?,
            Step::Suspend(thread) => self.at_home(thread, Event::Suspend { thread }, into)?,
            Step::Resume(thread) => self.at_home(thread, Event::Resume { thread }, into)?,
            Step::Apc(thread) => self.at_home(thread, Event::QueueApc { thread }, into)?,
            Step::Exit(thread) => self.exit(thread, into)?,
            Step::Post(by, port, content) => self.post(by, port, content, into)?,
            Step::Associate(device, port, key) => self.associate(device, port, key, into)?,
            Step::Replace(device, port, key) => self.replace(device, port, key, into)?,
            Step::Dissociate(device) => self.dissociate(device, into)?,
            Step::Complete(device, content) => self.complete(device, content, into)?,
            Step::ClosePort(port) => drop(self.at_port(port, Event::Close, into)?),
            Step::CloseDevice(device) => self.close_device(device, into)?,
            Step::Advance(ns) => self.advance(ns, into)?,
        }
        Ok(happened)
    }

    /// The port's machine.
    #[must_use]
    pub fn machine(&self, port: PortId) -> &Machine {
        &self.ports[port.0].machine
    }

    /// The world's numbers of the packets that are queued, the next to leave first.
    #[must_use]
    pub fn queue(&self, port: PortId) -> Vec<Numbered> {
        self.queued(port).collect()
    }

    /// As [`World::queue`], without a copy.
    pub(super) fn queued(&self, port: PortId) -> impl Iterator<Item = Numbered> {
        let Port { machine, queued } = &self.ports[port.0];
        queued.iter().zip(machine.packets()).map(|(&n, packet)| Numbered { n, packet })
    }

    /// What the latest call of `thread` that ended returned.
    #[must_use]
    pub fn result(&self, thread: ThreadId) -> Option<&Returned> {
        self.threads[thread.0 as usize].result.as_ref()
    }

    /// The packets that `thread` has in hand.
    #[must_use]
    pub fn holds(&self, thread: ThreadId) -> &[Numbered] {
        &self.threads[thread.0 as usize].holds
    }

    /// Whether `thread` waits in a get.
    #[must_use]
    pub fn waits(&self, thread: ThreadId) -> bool {
        self.ports.iter().any(|port| port.machine.waiting().any(|waiting| waiting == thread))
    }

    /// About how much the world holds, in packets.
    pub(super) fn weight(&self) -> usize {
        let queued: usize = self.ports.iter().map(|port| port.queued.len()).sum();
        let held: usize = self.threads.iter().map(|thread| 4 + 2 * thread.holds.len()).sum();
        8 + 8 * self.ports.len() + queued + held + self.devices.len()
    }

    /// The virtual time, in nanoseconds.
    #[must_use]
    pub fn now_ns(&self) -> u64 {
        self.now_ns
    }

    /// How many packets went into any port.
    pub(super) fn entered(&self) -> u64 {
        self.entered
    }

    /// How long it is until the next deadline that has not passed.
    pub(super) fn next_deadline_in_ns(&self) -> Option<u64> {
        let deadlines = self.threads.iter().filter_map(|thread| thread.deadline_ns);
        deadlines.map(|deadline_ns| deadline_ns.saturating_sub(self.now_ns)).min()
    }

    /// Sends an event to the port that the thread called last.
    fn at_home(
        &mut self,
        thread: ThreadId,
        event: Event,
        into: &mut Happened,
    ) -> Result<(), Impossible> {
        match self.thread(thread)?.home {
            Some(port) => self.at_port(port, event, into).map(drop),
            None => Ok(self.nowhere.step(event, &mut ()).map(drop)?),
        }
    }

    fn at_port(
        &mut self,
        port: PortId,
        event: Event,
        into: &mut Happened,
    ) -> Result<Answer, Impossible> {
        let Port { machine, queued } = &mut self.ports[port.0];
        let entered = &mut self.entered;
        let mut recorder = Recorder { port, queued, entered, threads: &mut self.threads, into };
        let answer = machine.step(event, &mut recorder)?;
        if let Answer::Refused(rule) = answer {
            into.refused = Some(rule);
        }
        Ok(answer)
    }

    fn thread(&self, thread: ThreadId) -> Result<&Thread, Impossible> {
        let known = &self.threads[thread.0 as usize];
        if known.exited { Err(Impossible::Exited) } else { Ok(known) }
    }

    fn home(&self, thread: ThreadId) -> &Machine {
        self.threads[thread.0 as usize].home.map_or(&self.nowhere, |port| self.machine(port))
    }

    fn device(&self, device: DeviceId) -> Result<Device, Impossible> {
        let known = self.devices[device.0 as usize];
        if known.closed { Err(Impossible::DeviceClosed) } else { Ok(known) }
    }

    fn set_deadline(&mut self, thread: ThreadId, deadline_ns: Option<u64>) {
        self.threads[thread.0 as usize].deadline_ns = deadline_ns;
    }

    fn tell_return(&mut self, returned: Returned, into: &mut Happened) {
        self.threads[returned.thread.0 as usize].result = Some(returned.clone());
        into.returns.push(returned);
    }
}
