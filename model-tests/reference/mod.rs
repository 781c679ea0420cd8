//! The reference: a second, naive completion port, written from SPEC.md alone.
//!
//! It shares ids and the profile with the crate, nothing else, so that the two can be compared.
//! Lists are plain vectors, searched and counted afresh each time. It is not fast, names no rule
//! in its answers, and knows no more of the world than ports, threads, devices and the time.
//! An id that was never handed to [`Reference::new`] panics.

mod invariants;
mod ports;
mod threads;

use iocp_sim::sim::PortId;
use iocp_sim::{DeviceId, Profile, ThreadId};

/// Several ports with their threads, devices and virtual time.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    profile: Profile,
    now_ns: u64,
    packets_so_far: u64,
    ports: Vec<Port>,
    threads: Vec<Thread>,
    devices: Vec<Device>,
    /// The calls that ended in the step under way; empty between steps.
    results: Vec<CallResult>,
}

/// A packet; `n` counts from 1 those that went in, over all ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    pub n: u64,
    pub key: u64,
    pub bytes: u32,
    pub status: u32,
}

/// One step of the world. A get without `max` asks for one packet, without `timeout_ns` for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Get {
        thread: ThreadId,
        port: PortId,
        max: Option<u32>,
        timeout_ns: Option<u64>,
        alertable: bool,
    },
    Block(ThreadId),
    Unblock(ThreadId),
    Suspend(ThreadId),
    Resume(ThreadId),
    Apc(ThreadId),
    Exit(ThreadId),
    Post {
        by: Option<ThreadId>,
        port: PortId,
        key: u64,
        bytes: u32,
        status: u32,
    },
    Associate {
        device: DeviceId,
        port: PortId,
        key: u64,
    },
    Replace {
        device: DeviceId,
        port: PortId,
        key: u64,
    },
    Dissociate(DeviceId),
    Complete {
        device: DeviceId,
        bytes: u32,
        status: u32,
    },
    ClosePort(PortId),
    CloseDevice(DeviceId),
    Advance(u64),
}

/// How a get ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Got,
    Timeout,
    Abandoned,
    Closed,
    Apc,
    Refused,
}

/// A get that ended in a step; it has packets only when its kind is `Got`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallResult {
    pub thread: ThreadId,
    pub kind: Kind,
    pub packets: Vec<Packet>,
}

/// The answer to a step. The results stand in the order in which the calls ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaction {
    Happened { refused: bool, results: Vec<CallResult> },
    Impossible,
}

/// What one port holds: the head of the queue and the newest waiter first, the sets sorted by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    pub devices: Vec<(DeviceId, u64)>,
    pub queue: Vec<Packet>,
    pub waiting: Vec<ThreadId>,
    pub released: Vec<ThreadId>,
    pub paused: Vec<ThreadId>,
    pub closed: bool,
    pub destroyed: bool,
}

/// A port. It keeps no devices: those that point to it are its device list (A02).
#[derive(Clone, Debug, PartialEq)]
struct Port {
    limit: u32,
    closed: bool,
    destroyed: bool,
    /// The head is first.
    queue: Vec<Packet>,
    /// The newest is last.
    waiting: Vec<ThreadId>,
    released: Vec<ThreadId>,
    paused: Vec<ThreadId>,
}

#[derive(Clone, Debug, PartialEq)]
struct Thread {
    port: Option<PortId>,
    blocked: u32,
    suspended: u32,
    apc: bool,
    call: Option<Call>,
    exited: bool,
}

/// The get that a thread is inside.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Call {
    port: PortId,
    max: u32,
    deadline_ns: Option<u64>,
    alertable: bool,
    abandoned: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Device {
    port: Option<PortId>,
    key: u64,
    closed: bool,
}

impl Reference {
    /// Makes one port for each limit (C01: 0 means the processors), and fresh threads and devices.
    pub fn new(
        profile: Profile,
        limits: &[u32],
        processors: u32,
        threads: u32,
        devices: u32,
    ) -> Self {
        let port = |limit: &u32| Port {
            limit: if *limit == 0 { processors } else { *limit },
            closed: false,
            destroyed: false,
            queue: Vec::new(),
            waiting: Vec::new(),
            released: Vec::new(),
            paused: Vec::new(),
        };
        let thread =
            Thread { port: None, blocked: 0, suspended: 0, apc: false, call: None, exited: false };
        let device = Device { port: None, key: 0, closed: false };
        Reference {
            profile,
            now_ns: 0,
            packets_so_far: 0,
            ports: limits.iter().map(port).collect(),
            threads: vec![thread; threads as usize],
            devices: vec![device; devices as usize],
            results: Vec::new(),
        }
    }

    /// Takes one step whole, or says that it cannot happen and changes nothing.
    pub fn act(&mut self, action: Action) -> Reaction {
        if self.is_impossible(action) {
            return Reaction::Impossible;
        }
        let refused = !self.perform(action);
        self.destroy_unused_ports();
        Reaction::Happened { refused, results: std::mem::take(&mut self.results) }
    }

    /// The five structures of a port, and how far its end has come.
    pub fn lists(&self, port: PortId) -> Lists {
        let sorted = |list: &Vec<ThreadId>| {
            let mut list = list.clone();
            list.sort_by_key(|thread| thread.0);
            list
        };
        let p = &self.ports[port.0];
        Lists {
            devices: self.devices_of(port),
            queue: p.queue.clone(),
            waiting: p.waiting.iter().rev().copied().collect(),
            released: sorted(&p.released),
            paused: sorted(&p.paused),
            closed: p.closed,
            destroyed: p.destroyed,
        }
    }

    fn is_impossible(&self, action: Action) -> bool {
        let is_xp = self.profile == Profile::Xp;
        match action {
            Action::Get { thread, max, timeout_ns, alertable, .. } => {
                let overflows = self.now_ns.checked_add(timeout_ns.unwrap_or(0)).is_none();
                !self.runs(thread) || overflows || (is_xp && (max.is_some() || alertable))
            }
            Action::Block(thread) => {
                let t = self.thread(thread);
                t.exited || t.call.is_some() || t.suspended > 0
            }
            Action::Unblock(thread) => {
                self.thread(thread).exited || self.thread(thread).blocked == 0
            }
            Action::Resume(thread) => {
                self.thread(thread).exited || self.thread(thread).suspended == 0
            }
            Action::Suspend(thread) | Action::Apc(thread) | Action::Exit(thread) => {
                self.thread(thread).exited
            }
            Action::Post { by, .. } => by.is_some_and(|thread| !self.runs(thread)),
            Action::Associate { device, .. }
            | Action::Replace { device, .. }
            | Action::Dissociate(device)
            | Action::Complete { device, .. } => self.device(device).closed,
            Action::ClosePort(_) | Action::CloseDevice(_) => false,
            Action::Advance(ns) => self.now_ns.checked_add(ns).is_none(),
        }
    }

    /// Does what the action says; false when it is refused.
    fn perform(&mut self, action: Action) -> bool {
        match action {
            Action::Get { thread, port, max, timeout_ns, alertable } => {
                let deadline_ns = timeout_ns.map(|ns| self.now_ns + ns);
                let max = max.unwrap_or(1);
                self.get(thread, Call { port, max, deadline_ns, alertable, abandoned: false })
            }
            Action::Block(thread) => self.block(thread),
            Action::Unblock(thread) => self.unblock(thread),
            Action::Suspend(thread) => self.suspend(thread),
            Action::Resume(thread) => self.resume(thread),
            Action::Apc(thread) => self.apc(thread),
            Action::Exit(thread) => self.exit(thread),
            Action::Post { port, key, bytes, status, .. } => self.post(port, key, bytes, status),
            Action::Associate { device, port, key } => self.associate(device, port, key),
            Action::Replace { device, port, key } => self.replace(device, port, key),
            Action::Dissociate(device) => self.dissociate(device),
            Action::Complete { device, bytes, status } => self.complete(device, bytes, status),
            Action::ClosePort(port) => self.close_port(port),
            Action::CloseDevice(device) => self.close_device(device),
            Action::Advance(ns) => self.advance(ns),
        }
    }
}
