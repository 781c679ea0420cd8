//! What the port's lock guards: the machine, who is at the port, and the recording.

use std::sync::Arc;

use super::recording::Running;
use super::sync::{Held, Lock, Thread};
use super::waiter::{Delivery, WaitStrategy, Waiter};
use crate::ids::{DeviceId, ThreadId};
use crate::machine::{
    Answer, Call, Event, Item, Machine, Misuse, Move, Outcome, Place, Sink, Wait,
};
use crate::rules::Rule;
use crate::structures::Packet;

/// One port, shared by its handles, its threads and its devices.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) name: Option<String>,
    pub(super) strategy: WaitStrategy,
    state: Lock<State>,
}

/// What the lock guards.
#[derive(Debug)]
pub(super) struct State {
    pub(super) machine: Machine,
    /// The threads at this port, by their numbers.
    members: Vec<Option<Arc<Waiter>>>,
    free_threads: Vec<ThreadId>,
    devices: u32,
    free_devices: Vec<DeviceId>,
    pub(super) recording: Option<Box<Running>>,
}

/// What one step, or several under one lock, did.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// How the call of the stepping thread returned, if it did.
    pub(super) outcome: Option<Outcome>,
    /// The packet that it got, if it returned with one and did not ask for a batch.
    pub(super) packet: Packet,
    wake: Option<Arc<Waiter>>,
    wake_too: Vec<Arc<Waiter>>,
}

impl Shared {
    pub(super) fn new(name: Option<String>, strategy: WaitStrategy, machine: Machine) -> Self {
        let state = State {
            machine,
            members: Vec::new(),
            free_threads: Vec::new(),
            devices: 0,
            free_devices: Vec::new(),
            recording: None,
        };
        Self { name, strategy, state: Lock::new(state) }
    }

    #[inline]
    pub(super) fn lock(&self) -> Held<'_, State> {
        self.state.lock()
    }

    /// Pauses a thread that runs, unless it is suspended, and says whether it did.
    #[inline]
    pub(super) fn pause(&self, thread: ThreadId) -> bool {
        let mut state = self.lock();
        if state.machine.pause(thread) {
            note(&mut state.recording, || Event::Block { thread });
            return true;
        }
        if state.machine.is_suspended(thread) {
            return false;
        }
        let answer = finish(state, Event::Block { thread });
        let _ = answer.expect("a thread that runs this code can wait");
        true
    }

    /// Lets a thread go on that was paused.
    #[inline]
    pub(super) fn unpause(&self, thread: ThreadId) {
        let mut state = self.lock();
        if state.machine.unpause_blocked(thread) {
            note(&mut state.recording, || Event::Unblock { thread });
        } else {
            let answer = finish(state, Event::Unblock { thread });
            let _ = answer.expect("the thread was blocked");
        }
    }

    /// Lock, step, unlock, wake: for events that are about no call of the stepping thread.
    pub(super) fn step(&self, event: Event) -> Result<Answer, Misuse> {
        finish(self.lock(), event)
    }
}

/// Step, unlock, wake.
#[inline(never)]
pub(super) fn finish(mut state: Held<'_, State>, event: Event) -> Result<Answer, Misuse> {
    let mut heard = Heard::default();
    let answer = state.step(event, None, &mut heard, None);
    drop(state);
    heard.wake();
    answer
}

impl State {
    /// Steps the machine. What other threads are told is stored for them; they are to be woken
    /// once the lock is released. What `me` is told goes to `heard`, its packets to `batch` where
    /// there is one.
    pub(super) fn step(
        &mut self,
        event: Event,
        me: Option<ThreadId>,
        heard: &mut Heard,
        batch: Option<&mut Vec<Packet>>,
    ) -> Result<Answer, Misuse> {
        let Self { machine, members, recording, .. } = self;
        if let Some(running) = recording {
            running.log.note_any(event);
        }
        let handed_before = Vec::new();
        let mut teller = Teller { me, members, heard, batch, handed: None, handed_before };
        machine.step(event, &mut teller)
    }

    /// Queues a packet where nobody is to be told of it, and says whether it did.
    #[inline]
    pub(super) fn queue_posted(&mut self, packet: Packet) -> bool {
        let Self { machine, recording, .. } = self;
        machine.queue_posted(packet, || note(recording, || Event::Post { packet }))
    }

    /// Takes a packet for a thread that called before, where nobody else is to be told of it.
    #[inline]
    pub(super) fn take_again(&mut self, thread: ThreadId, wait: Wait) -> Option<Packet> {
        let Self { machine, recording, .. } = self;
        let get = || Event::Get { thread, call: Call::single(wait) };
        machine.take_again(thread, || note(recording, get))
    }

    /// Takes packets for a thread that called before, and says whether there were any.
    pub(super) fn take_batch_again(
        &mut self,
        thread: ThreadId,
        call: Call,
        batch: &mut Vec<Packet>,
    ) -> bool {
        let taken = self.machine.take_batch_again(thread, call, batch) > 0;
        if taken {
            note(&mut self.recording, || Event::Get { thread, call });
        }
        taken
    }

    /// Gives a number to a thread that comes to this port.
    pub(super) fn join(&mut self, waiter: &Arc<Waiter>) -> ThreadId {
        let thread = self.free_threads.pop().unwrap_or_else(|| {
            let number = u32::try_from(self.members.len()).expect("threads are fewer than 2^32");
            self.members.push(None);
            ThreadId(number)
        });
        self.members[thread.0 as usize] = Some(Arc::clone(waiter));
        if let Some(running) = &mut self.recording {
            running.log.came(thread, waiter.thread().clone());
        }
        thread
    }

    /// The threads that have a number here.
    pub(super) fn present(&self) -> impl Iterator<Item = (ThreadId, Thread)> {
        let members = (0..).map(ThreadId).zip(&self.members);
        members.filter_map(|(thread, member)| Some((thread, member.as_ref()?.thread().clone())))
    }

    /// Takes the number back from a thread that has left.
    pub(super) fn part(&mut self, thread: ThreadId) {
        self.members[thread.0 as usize] = None;
        self.free_threads.push(thread);
    }

    /// Whether the thread with this number is the one that waits here.
    pub(super) fn is_here(&self, thread: ThreadId, waiter: &Arc<Waiter>) -> bool {
        let member = self.members.get(thread.0 as usize).and_then(Option::as_ref);
        member.is_some_and(|member| Arc::ptr_eq(member, waiter))
    }

    /// The place of the thread with this number, if there is one.
    #[cfg(loom)]
    pub(super) fn waiter(&self, thread: ThreadId) -> Option<Arc<Waiter>> {
        self.members.get(thread.0 as usize)?.clone()
    }

    /// Gives a number to a device that is to be associated.
    pub(super) fn device_number(&mut self) -> DeviceId {
        self.free_devices.pop().unwrap_or_else(|| {
            let number = self.devices;
            self.devices = number.checked_add(1).expect("devices are fewer than 2^32");
            DeviceId(number)
        })
    }

    /// Takes the number back from a device that is not associated any more.
    pub(super) fn free_device_number(&mut self, device: DeviceId) {
        self.free_devices.push(device);
    }
}

/// Notes an event that happens by a shorter way, if the port is recorded.
#[inline(always)]
fn note(recording: &mut Option<Box<Running>>, event: impl Fn() -> Event) {
    if let Some(running) = recording {
        running.log.note(event);
    }
}

impl Heard {
    /// Wakes whoever was told something. The lock must not be held.
    #[inline]
    pub(super) fn wake(&mut self) {
        if self.wake.is_some() {
            self.wake_all();
        }
    }

    fn wake_all(&mut self) {
        for waiter in self.wake.take().into_iter().chain(self.wake_too.drain(..)) {
            waiter.wake();
        }
    }
}

/// The sink: hands over under the lock.
pub(super) struct Teller<'a> {
    me: Option<ThreadId>,
    members: &'a [Option<Arc<Waiter>>],
    heard: &'a mut Heard,
    batch: Option<&'a mut Vec<Packet>>,
    /// The packet that moved to another thread just before its call returns, and those before it
    /// if the call is a batch that went on after a suspension.
    handed: Option<Packet>,
    handed_before: Vec<Packet>,
}

impl Teller<'_> {
    /// What moved to the thread whose call returns.
    fn handed(&mut self) -> Delivery {
        let last = self.handed.take().expect("a packet moved to the thread before");
        if self.handed_before.is_empty() {
            return Delivery::Packet(last);
        }
        self.handed_before.push(last);
        Delivery::Packets(std::mem::take(&mut self.handed_before))
    }
}

impl Sink for Teller<'_> {
    #[inline]
    fn moved(&mut self, moved: Move) {
        let (Item::Packet { packet, .. }, Place::Thread(thread)) = (moved.item, moved.to) else {
            return;
        };
        if self.me != Some(thread) {
            self.handed_before.extend(self.handed.replace(packet));
        } else if let Some(batch) = &mut self.batch {
            batch.push(packet);
        } else {
            self.heard.packet = packet;
        }
    }

    #[inline]
    fn returned(&mut self, thread: ThreadId, outcome: Outcome, _: Rule) {
        if self.me == Some(thread) {
            self.heard.outcome = Some(outcome);
            return;
        }
        let delivery = match outcome {
            Outcome::Packets(_) => self.handed(),
            Outcome::Timeout => Delivery::Timeout,
            Outcome::Abandoned | Outcome::Closed => Delivery::Abandoned,
            Outcome::Apc => Delivery::Apc,
        };
        let waiter = self.members[thread.0 as usize].as_ref().expect("a waiting thread is here");
        waiter.store(delivery);
        let waiter = Arc::clone(waiter);
        match self.heard.wake {
            None => self.heard.wake = Some(waiter),
            Some(_) => self.heard.wake_too.push(waiter),
        }
    }
}
