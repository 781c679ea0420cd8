//! The port: events go in, moves between the five structures come out, each with its rule.
//!
//! It has no clock, no lock, no thread, no randomness and no I/O: time is an event, and whoever
//! drives the machine decides when an event happens and acts on what it is told.

mod arrivals;
mod beginning;
mod conditions;
mod event;
mod gets;
mod invariants;
mod lifetime;
mod limit;
mod moves;
mod pauses;
mod profile;
mod shortcuts;
mod snapshot;

use std::hash::{Hash, Hasher};

use self::conditions::Conditions;
pub use self::event::{Admission, Answer, Call, Elsewhere, Event, Form, Misuse, Outcome, Wait};
pub use self::invariants::{Broken, Ledger};
pub use self::limit::Limit;
pub use self::moves::{Item, Move, Place, Sink, Told};
pub use self::profile::{Profile, UnknownProfile};
pub use self::snapshot::Snapshot;
use crate::chain::Chain;
use crate::ids::ThreadId;
use crate::rules::Rule;
use crate::structures::{Completions, Devices, Paused, Released, Waiting};

/// One completion port.
///
/// Two machines are equal, and hash alike, when they mean the same: the same limit and profile;
/// the same packets and waiting threads in the same order; the same devices, released and paused
/// threads; the same waits, suspensions, APCs and calls of each thread; and both open, closed or
/// destroyed. What they are stored in, and how many packets have passed, makes no difference.
///
/// [`Machine::step`] explains how to drive it.
#[derive(Clone, Debug)]
pub struct Machine {
    profile: Profile,
    limit: Limit,
    life: Life,
    devices: Devices,
    completions: Completions,
    waiting: Waiting,
    released: Released,
    paused: Paused,
    conditions: Conditions,
    /// The threads that were suspended inside a call of this port.
    interrupted: Chain<ThreadId>,
    /// How many packets have come, so that each has a number that need not be stored.
    arrived: u64,
}

/// Whether the port has a handle, and whether it is there at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Life {
    Open,
    Closed,
    Destroyed,
}

impl Machine {
    /// Makes an open port without devices, packets and threads.
    #[must_use]
    pub fn new(profile: Profile, limit: Limit) -> Self {
        Self {
            profile,
            limit,
            life: Life::Open,
            devices: Devices::new(),
            completions: Completions::new(),
            waiting: Waiting::new(),
            released: Released::new(),
            paused: Paused::new(),
            conditions: Conditions::new(),
            interrupted: Chain::new(),
            arrived: 0,
        }
    }

    /// Lets one event happen, tells `sink` what moved and who returned, and says what became of
    /// the event.
    ///
    /// # The model
    ///
    /// A port is five structures: the devices that post to it; the queue of packets, first in
    /// first out; the threads that wait for one, last in first out; the released threads, which
    /// run and count against the limit; and the paused ones, which block or are suspended and do
    /// not count. A thread belongs to at most one port, that of its latest get.
    ///
    /// A driver owns the machine (behind a lock, if there are real threads), translates what
    /// happens to its threads and devices into events, and acts on what the sink is told:
    ///
    /// * [`Sink::moved`] tells of a [`Move`]` { item, from, to, rule }`. With
    ///   [`Item::Packet`]` { n, packet }` as its item and [`Place::Thread`]`(t)` as `to` it hands
    ///   `packet`, the `n`-th that came to this port, to `t`. Other moves ask nothing of a driver;
    ///   they are there to be shown.
    /// * [`Sink::returned`] ends the call of a thread: with the packets that moved to it just
    ///   before, with a time-out, for an APC, or because the port was closed. When `t` is the
    ///   thread that this very event is about, its call returns at once; when it is another one,
    ///   that thread was waiting: wake it, after the lock is released.
    /// * A get that returns nothing to its thread waits. Put the thread to sleep until a later
    ///   step returns to it.
    ///
    /// # Events
    ///
    /// Numbers of threads and devices are the driver's own: [`ThreadId`]`(0)`,
    /// [`DeviceId`](crate::DeviceId)`(0)` and so on. A thread needs no registration.
    ///
    /// * [`Event::Get`]: a running thread asks, with a [`Call`]: [`Call::single`] or
    ///   [`Call::batch`], which does not wait ([`Wait::Poll`]), waits until its deadline
    ///   ([`Wait::Timed`]) or for ever ([`Wait::Forever`]). The machine has no clock: when the
    ///   deadline passes, send [`Event::TimedOut`]. If a packet was handed over meanwhile the
    ///   answer is [`Answer::TooLate`], and the packet counts. Send it for a suspended thread as
    ///   well; its call notices on resuming.
    /// * [`Event::Post`]` { packet }`: a packet comes from anybody. A packet is a key, a context
    ///   (in Windows the address of an OVERLAPPED), a [`Status`](crate::Status) and an information
    ///   (mostly a count of bytes); the port looks into none of them.
    /// * [`Event::Complete`]` { device, context, status, information }`: a request on an
    ///   associated device completes. The port makes the packet, with the key of the device. A
    ///   device that is not associated needs no event: it makes no packet.
    /// * [`Event::Associate`]` { device, key, elsewhere }`: a device is bound to this port. The
    ///   driver keeps with each device which port it is bound to, and says so:
    ///   [`Elsewhere::Unbound`] for none or this one, `Open` or `Closed` for another one by the
    ///   state of its handle.
    /// * [`Event::CloseDevice`] and, from Windows 8.1 on, [`Event::Replace`] and
    ///   [`Event::Remove`]. A device is taken from another port by `Replace` here and, when that
    ///   is done, `Remove` there.
    /// * [`Event::Block`] and [`Event::Unblock`] around every wait of a thread outside its get.
    ///   They nest. [`Event::Suspend`] and [`Event::Resume`] come from outside, in any state, and
    ///   nest as well. While either lasts, the thread is paused and can not act.
    /// * [`Event::QueueApc`]: an APC for a thread. It ends an alertable wait in this port, else it
    ///   stays pending. [`Event::RunApcs`]: the thread ran its APCs somewhere else.
    /// * [`Event::Exit`]: the thread ends, in whatever state. Its number is free again.
    /// * [`Event::Close`]: the last handle is closed. The port is destroyed by itself, within the
    ///   step in which its last reference goes: see [`Machine::is_destroyed`].
    ///
    /// Events of a thread go to the port of its latest get, also after that port was closed.
    /// A thread that has called no port yet needs no machine; a driver in which such a thread can
    /// be blocked or suspended keeps one machine more, as the place where it is.
    ///
    /// # A thread that goes from one port to another
    ///
    /// Three steps, each under one lock, never two at once:
    ///
    /// 1. ask the new port: `new.admit(call, old.apcs(thread))` ([`Machine::admit`]); unless it
    ///    says [`Admission::Enter`], the call is over and nothing has moved;
    /// 2. send [`Event::Leave`] to the old port, which may release another thread there;
    /// 3. send [`Event::QueueApc`] to the new port for each APC that was pending, and then
    ///    [`Event::Enter`] instead of `Get`.
    ///
    /// # Answers and errors
    ///
    /// [`Answer::Done`]: it happened. [`Answer::Refused`]: Windows refuses it by that rule, and
    /// nothing moved: a second association ([`Rule::A03`]), a batch with room for none
    /// ([`Rule::E01`]), a post to a closed port ([`Rule::T08`]) and the like. A get on a closed
    /// port is not refused: it returns [`Outcome::Closed`].
    ///
    /// # Errors
    ///
    /// [`Misuse`] when the event can not happen, such as a get of a blocked thread: a mistake of
    /// the driver. Nothing moved.
    ///
    /// # Cost
    ///
    /// Constant, however many devices, packets and threads there are, but for a batch (its
    /// packets), a close (the threads of the port) and the destruction. A sink that drops what it
    /// is told, as `()` does, costs nothing.
    ///
    /// # Examples
    ///
    /// Two threads wait, and the last to come is the first to go:
    ///
    /// ```
    /// use std::num::NonZeroU32;
    /// use iocp_sim::{Call, Event, Limit, Machine, Outcome, Packet, Profile, Rule};
    /// use iocp_sim::{ThreadId, Told, Wait};
    ///
    /// let limit = Limit::new(1, NonZeroU32::MIN);
    /// let mut port = Machine::new(Profile::Windows11, limit);
    /// let call = Call::single(Wait::Forever);
    /// let mut told = Told::default();
    /// for thread in [ThreadId(0), ThreadId(1)] {
    ///     port.step(Event::Get { thread, call }, &mut told)?;
    /// }
    /// assert!(told.returns.is_empty()); // both wait
    ///
    /// let packet = Packet { key: 7, ..Packet::default() };
    /// port.step(Event::Post { packet }, &mut told)?;
    /// assert_eq!(told.returns, [(ThreadId(1), Outcome::Packets(1), Rule::G01)]);
    /// assert_eq!(port.snapshot().released, [ThreadId(1)]);
    /// assert_eq!(told.moves.last().map(|moved| moved.rule), Some(Rule::W01));
    /// # Ok::<(), iocp_sim::Misuse>(())
    /// ```
    ///
    /// A request completes on a device while no thread waits; the first thread to ask gets the
    /// packet, which carries the key of the device:
    ///
    /// ```
    /// use iocp_sim::{Call, DeviceId, Elsewhere, Event, Item, Place, Status, ThreadId, Told, Wait};
    /// # use std::num::NonZeroU32;
    /// # use iocp_sim::{Limit, Machine, Profile};
    /// # let mut port = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
    ///
    /// let (device, status) = (DeviceId(0), Status::SUCCESS);
    /// let elsewhere = Elsewhere::Unbound;
    /// port.step(Event::Associate { device, key: 5, elsewhere }, &mut ())?;
    /// port.step(Event::Complete { device, context: 0, status, information: 512 }, &mut ())?;
    ///
    /// let mut told = Told::default(); // gathers what it is told, step after step
    /// let (thread, call) = (ThreadId(0), Call::single(Wait::Poll));
    /// port.step(Event::Get { thread, call }, &mut told)?;
    /// for moved in &told.moves {
    ///     if let (Item::Packet { n, packet }, Place::Thread(t)) = (moved.item, moved.to) {
    ///         assert_eq!((t, n, packet.key, packet.information), (thread, 1, 5, 512));
    ///     }
    /// }
    /// # assert_eq!(told.moves.len(), 2);
    /// # Ok::<(), iocp_sim::Misuse>(())
    /// ```
    #[inline]
    pub fn step<S: Sink>(&mut self, event: Event, sink: &mut S) -> Result<Answer, Misuse> {
        let answer = match event {
            Event::Associate { device, key, elsewhere } => {
                Ok(self.associate(device, key, elsewhere, sink))
            }
            Event::Replace { device, key } => Ok(self.replace(device, key, sink)),
            Event::Remove { device } => self.remove(device, sink),
            Event::CloseDevice { device } => self.close_device(device, sink),
            Event::Complete { device, context, status, information } => {
                self.complete(device, (context, status, information), sink)
            }
            Event::Post { packet } => Ok(self.post(packet, sink)),
            Event::Get { thread, call } => self.get(thread, call, sink),
            Event::Enter { thread, call } => self.enter(thread, call, sink),
            Event::TimedOut { thread } => self.timed_out(thread, sink),
            Event::QueueApc { thread } => Ok(self.queue_apc(thread, sink)),
            Event::RunApcs { thread } => self.run_apcs(thread),
            Event::Block { thread } => self.block(thread, sink),
            Event::Unblock { thread } => self.unblock(thread, sink),
            Event::Suspend { thread } => Ok(self.suspend(thread, sink)),
            Event::Resume { thread } => self.resume(thread, sink),
            Event::Leave { thread } => self.leave(thread, sink),
            Event::Exit { thread } => Ok(self.exit(thread, sink)),
            Event::Close => Ok(self.close(sink)),
        };
        self.destroy_if_unreferenced(sink);
        answer
    }

    /// The version of Windows whose rules hold.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// How many packets are queued: those that were handed over do not count ([`Rule::L09`]).
    #[must_use]
    pub fn depth(&self) -> usize {
        self.completions.len()
    }

    /// How many threads the port lets run at a time.
    #[must_use]
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// How many threads count against the limit: the released ones.
    #[must_use]
    pub fn active(&self) -> usize {
        self.released.len()
    }

    /// Whether the last handle is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.life != Life::Open
    }

    /// Whether the port is no more ([`Rule::L10`]).
    #[must_use]
    pub fn is_destroyed(&self) -> bool {
        self.life == Life::Destroyed
    }

    /// Whether `thread` belongs to this port: waiting, released or paused ([`Rule::C03`]).
    #[must_use]
    pub fn is_associated(&self, thread: ThreadId) -> bool {
        self.released.contains(thread)
            || self.paused.contains(thread)
            || self.waiting.contains(thread)
    }

    /// Whether `thread` is in a call that has not returned: it waits, or was suspended in it.
    #[must_use]
    pub fn is_in_call(&self, thread: ThreadId) -> bool {
        self.conditions.of(thread).call.is_some()
    }

    /// Whether `thread` is suspended.
    #[must_use]
    pub fn is_suspended(&self, thread: ThreadId) -> bool {
        self.conditions.of(thread).suspended > 0
    }

    /// Says why `thread` can not act, if it can not: it is in a call, suspended or blocked.
    pub fn must_run(&self, thread: ThreadId) -> Result<(), Misuse> {
        self.conditions.of(thread).must_run()
    }

    /// How many user APCs are pending for `thread`.
    #[must_use]
    pub fn apcs(&self, thread: ThreadId) -> u32 {
        self.conditions.of(thread).apcs
    }

    /// How many waits outside the port `thread` is in, one within the other.
    #[must_use]
    pub fn blocked(&self, thread: ThreadId) -> u32 {
        self.conditions.of(thread).blocked
    }

    /// How often `thread` was suspended more than resumed.
    #[must_use]
    pub fn suspended(&self, thread: ThreadId) -> u32 {
        self.conditions.of(thread).suspended
    }

    fn tell(&self, sink: &mut impl Sink, item: Item, from: Place, to: Place, rule: Rule) {
        sink.moved(Move { item, from, to, rule });
    }
}

impl PartialEq for Machine {
    fn eq(&self, other: &Self) -> bool {
        let Self { profile, limit, life, devices, completions, waiting, .. } = self;
        let Self { released, paused, conditions, interrupted, arrived: _, .. } = self;
        *profile == other.profile
            && *limit == other.limit
            && *life == other.life
            && *devices == other.devices
            && *completions == other.completions
            && *waiting == other.waiting
            && *released == other.released
            && *paused == other.paused
            && *conditions == other.conditions
            && interrupted.same_members(&other.interrupted)
    }
}

impl Eq for Machine {}

impl Hash for Machine {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.profile, self.limit, self.life).hash(state);
        (&self.devices, &self.completions, &self.waiting).hash(state);
        (&self.released, &self.paused, &self.conditions).hash(state);
        self.interrupted.hash_members(state);
    }
}
