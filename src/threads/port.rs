//! The port as a Rust program uses it.

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use super::builder::Builder;
use super::calls::deadline;
use super::device::Device;
use super::error::{AssociateError, GetError, PostError, PostManyError};
use super::member::with_member;
use super::recording::Recording;
use super::state::{Heard, Shared, finish};
use crate::machine::{Answer, Call, Event, Snapshot, Wait};
use crate::structures::Packet;

/// How many packets are posted under one lock.
const POSTED_AT_ONCE: usize = 256;

/// An I/O completion port for threads.
///
/// # The model
///
/// A port has a queue of packets and a limit. Whoever has finished something *posts* a packet,
/// or *completes* a request on a [`Device`] that is *associated* with the port. Worker threads
/// *get* packets, one after the other. The port decides which of them run:
///
/// * Packets leave in the order in which they came ([`Rule::Q01`](crate::Rule::Q01)).
/// * Threads that wait are a stack: the last to wait is the first to be released
///   ([`Rule::W01`](crate::Rule::W01)). Few threads stay busy, and the others sleep.
/// * A thread belongs to the port that it called last, from its first get on
///   ([`Rule::C03`](crate::Rule::C03)). Between two gets it is *released*: it counts against the
///   limit, whatever it does ([`Rule::C04`](crate::Rule::C04)). While the limit is reached nobody
///   else is released, even if packets are queued ([`Rule::C08`](crate::Rule::C08)).
/// * A thread that is about to wait for something else says so by [`blocking`](super::blocking).
///   It is *paused* then, and does not count, so that another one can take its place
///   ([`Rule::C10`](crate::Rule::C10)). When it goes on it counts at once: for a while more
///   threads than the limit may run ([`Rule::C11`](crate::Rule::C11)).
/// * A thread that ends, by a panic too, or gets from another port gives its slot away
///   ([`Rule::C18`](crate::Rule::C18), [`Rule::C06`](crate::Rule::C06)). So it has once
///   `JoinHandle::join` returned; [`leave`](super::leave) does it while the thread goes on.
///
/// So make more worker threads than the limit, and give the limit the number of processors, which
/// is what 0 asks for. The limit is no bound: as many more threads as come back from
/// [`blocking`](super::blocking), or time out, may run beside it. A get gives a packet, whose
/// status says how its request ended, or a [`GetError`] that says why there is none: the two can
/// not be taken for each other.
///
/// A `CompletionPort` is a handle: cloning it is cheap, and the port is closed when the last one
/// is dropped, or by [`close`](CompletionPort::close), at which threads that wait return
/// [`GetError::Abandoned`]. Packets that are still queued are lost
/// ([`Rule::L11`](crate::Rule::L11)). Workers that hold clones of the handle keep the port open:
/// stop them by posting a packet to each once the work is done, as below.
///
/// A packet is four numbers. To run closures, keep them in a table and post their keys; catch
/// their panics in the worker, since a panic ends the thread and not just the job.
///
/// # Examples
///
/// A pool of four workers, of which two run at a time:
///
/// ```
/// use std::thread;
///
/// use iocp_sim::Packet;
/// use iocp_sim::threads::CompletionPort;
///
/// let port = CompletionPort::new(2);
/// let workers: Vec<_> = (0..4)
///     .map(|_| {
///         let port = port.clone();
///         thread::spawn(move || {
///             let mut sum = 0;
///             while let Ok(packet) = port.get() {
///                 if packet.key == 0 {
///                     break; // asked to stop
///                 }
///                 sum += packet.information;
///             }
///             sum
///         })
///     })
///     .collect();
///
/// for information in 1..=100 {
///     port.post(Packet { key: 1, information, ..Packet::default() })?;
/// }
/// for _ in &workers {
///     port.post(Packet::default())?; // one request to stop for each worker
/// }
/// let sums = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
/// assert_eq!(sums.sum::<u64>(), 5050);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompletionPort {
    handle: Arc<Handle>,
}

/// The handles to one port, which is closed when the last is dropped.
#[derive(Debug)]
struct Handle {
    shared: Arc<Shared>,
}

/// No panic leaves a port half changed: nothing user-written runs under its lock.
impl RefUnwindSafe for CompletionPort {}
impl UnwindSafe for CompletionPort {}

impl Drop for Handle {
    fn drop(&mut self) {
        close(&self.shared);
    }
}

impl CompletionPort {
    /// Makes a port that lets `limit` threads run at a time; 0 asks for as many as there are
    /// processors ([`Rule::C01`](crate::Rule::C01)).
    #[must_use]
    pub fn new(limit: u32) -> Self {
        Self::builder().limit(limit).build()
    }

    /// Begins a port with a name, a profile or a wait strategy.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// How many threads the port lets run at a time.
    #[must_use]
    pub fn limit(&self) -> u32 {
        self.shared().lock().machine.limit().get()
    }

    /// How many packets are queued: those that were handed over do not count
    /// ([`Rule::L09`](crate::Rule::L09)).
    #[must_use]
    pub fn depth(&self) -> usize {
        self.shared().lock().machine.depth()
    }

    /// Whether the port is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.shared().lock().machine.is_closed()
    }

    /// The name that the port was given.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.shared().name.as_deref()
    }

    /// Associates `device` with this port under `key`: from here on each completion on it makes a
    /// packet with that key ([`Rule::P01`](crate::Rule::P01)).
    ///
    /// # Errors
    ///
    /// [`AssociateError`] if the device has a port already, or this port is closed. The device
    /// stays as it was.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::Status;
    /// use iocp_sim::threads::{AssociateError, CompletionPort, Device};
    ///
    /// let port = CompletionPort::new(1);
    /// let socket = Device::new();
    /// port.associate(&socket, 7)?;
    /// assert_eq!(port.associate(&socket, 8), Err(AssociateError::Associated));
    ///
    /// socket.complete(0, 512, Status::SUCCESS);
    /// let packet = port.get()?;
    /// assert_eq!((packet.key, packet.information), (7, 512));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn associate(&self, device: &Device, key: u64) -> Result<(), AssociateError> {
        device.associate(self.shared(), key)
    }

    /// Replaces whatever association `device` has by one with this port under `key`
    /// ([`Rule::A13`](crate::Rule::A13), from Windows 8.1 on). Packets that are queued stay where
    /// they are ([`Rule::A14`](crate::Rule::A14)).
    ///
    /// # Errors
    ///
    /// [`AssociateError`] if this port is closed, or its profile is older.
    pub fn replace(&self, device: &Device, key: u64) -> Result<(), AssociateError> {
        device.replace(self.shared(), key)
    }

    /// Posts a packet: to the newest waiting thread if a slot is free, else to the queue
    /// ([`Rule::C09`](crate::Rule::C09)). It never waits, and the calling thread does not belong
    /// to the port because of it ([`Rule::T03`](crate::Rule::T03)).
    ///
    /// # Errors
    ///
    /// [`PostError`], with the packet, if the port is closed ([`Rule::T08`](crate::Rule::T08)).
    pub fn post(&self, packet: Packet) -> Result<(), PostError> {
        let mut state = self.shared().lock();
        if state.queue_posted(packet) {
            return Ok(());
        }
        match finish(state, Event::Post { packet }) {
            Ok(Answer::Done) => Ok(()),
            _ => Err(PostError(packet)),
        }
    }

    /// Posts packets in their order, many under one lock. Packets of others may come between.
    ///
    /// # Errors
    ///
    /// [`PostManyError`] if the port is closed, or is closed meanwhile.
    pub fn post_many(&self, packets: &[Packet]) -> Result<(), PostManyError> {
        let mut posted = 0;
        for some in packets.chunks(POSTED_AT_ONCE) {
            let mut heard = Heard::default();
            let mut state = self.shared().lock();
            let done = some.iter().take_while(|&&packet| {
                state.queue_posted(packet)
                    || state.step(Event::Post { packet }, None, &mut heard, None)
                        == Ok(Answer::Done)
            });
            let done = done.count();
            drop(state);
            heard.wake();
            posted += done;
            if done < some.len() {
                return Err(PostManyError { posted });
            }
        }
        Ok(())
    }

    /// Gets a packet, and waits for one as long as it takes ([`Rule::G13`](crate::Rule::G13)).
    ///
    /// The thread gives up its slot first. It takes the oldest packet if it may run; if not it
    /// waits, and the last to wait is the first to be released
    /// ([`Rule::C05`](crate::Rule::C05), [`Rule::W01`](crate::Rule::W01)).
    ///
    /// It sleeps as [`std::thread::park`] does. An `unpark` that something else sends to the thread
    /// does not end the wait, and is used up by it.
    ///
    /// # Errors
    ///
    /// [`GetError::Abandoned`], [`GetError::Closed`], [`GetError::Blocking`].
    pub fn get(&self) -> Result<Packet, GetError> {
        self.single(None, Wait::Forever)
    }

    /// Gets a packet, and waits for one until `timeout` has passed. A timeout of 0 does not wait.
    ///
    /// A thread that got nothing runs, and so counts ([`Rule::C13`](crate::Rule::C13)).
    ///
    /// # Errors
    ///
    /// As [`CompletionPort::get`], and [`GetError::Timeout`].
    pub fn get_timeout(&self, timeout: Duration) -> Result<Packet, GetError> {
        let (deadline, wait) = deadline(timeout);
        self.single(deadline, wait)
    }

    /// Gets a packet if one can be had at once.
    ///
    /// There may be packets in the queue, and none for this thread: if the limit is reached
    /// ([`Rule::C16`](crate::Rule::C16)).
    ///
    /// # Errors
    ///
    /// As [`CompletionPort::get`], and [`GetError::Timeout`] when there is none.
    pub fn poll(&self) -> Result<Packet, GetError> {
        self.single(None, Wait::Poll)
    }

    /// Gets up to `max` packets at once, into `packets`, which is emptied first, and says how many.
    ///
    /// It waits for one packet, never for more ([`Rule::E02`](crate::Rule::E02)); `None` waits as
    /// long as it takes. However many come, the thread counts once
    /// ([`Rule::E10`](crate::Rule::E10)).
    ///
    /// # Errors
    ///
    /// As [`CompletionPort::get_timeout`], and [`GetError::NoRoom`] if `max` is 0,
    /// [`GetError::NoBatches`] on Windows XP.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::Packet;
    /// use iocp_sim::threads::CompletionPort;
    ///
    /// let port = CompletionPort::new(1);
    /// port.post_many(&[Packet { key: 1, ..Packet::default() }; 3])?;
    /// let mut packets = Vec::with_capacity(8);
    /// assert_eq!(port.get_many(&mut packets, 8, None)?, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_many(
        &self,
        packets: &mut Vec<Packet>,
        max: u32,
        timeout: Option<Duration>,
    ) -> Result<usize, GetError> {
        self.many(packets, timeout, |wait| Call::batch(max, false, wait))
    }

    /// Gets packets as [`CompletionPort::get_many`] does, but alertably: user APCs that are counted
    /// for the thread ([`Thread::queue_apc`](super::Thread::queue_apc)) end the wait, and stand
    /// before a packet for a thread that comes from elsewhere ([`Rule::E07`](crate::Rule::E07),
    /// [`Rule::E08`](crate::Rule::E08), [`Rule::E09`](crate::Rule::E09)).
    ///
    /// # Errors
    ///
    /// As [`CompletionPort::get_many`], and [`GetError::Apc`]: the caller runs its APCs, after
    /// [`Thread::run_apcs`](super::Thread::run_apcs).
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::threads::{CompletionPort, GetError, Thread};
    ///
    /// let port = CompletionPort::new(1);
    /// let me = Thread::current();
    /// me.queue_apc();
    /// let mut packets = Vec::new();
    /// assert_eq!(port.get_many_alertable(&mut packets, 8, None), Err(GetError::Apc));
    /// me.run_apcs();
    /// ```
    pub fn get_many_alertable(
        &self,
        packets: &mut Vec<Packet>,
        max: u32,
        timeout: Option<Duration>,
    ) -> Result<usize, GetError> {
        self.many(packets, timeout, |wait| Call::batch(max, true, wait))
    }

    /// Copies the five structures: devices with their keys, queued packets (the next to leave
    /// first), and waiting (the next to be released first), released and paused threads. Threads
    /// and devices have numbers of this port.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.shared().lock().machine.snapshot()
    }

    /// The number that the calling thread has in [`CompletionPort::snapshot`], while it belongs to
    /// this port.
    #[must_use]
    pub fn this_thread(&self) -> Option<crate::ThreadId> {
        let thread = with_member(|member| member.at(self.shared()))?;
        self.shared().lock().machine.is_associated(thread).then_some(thread)
    }

    /// Records what happens from here on, up to `capacity` events, in the place of any recording
    /// that is under way; further events are counted.
    ///
    /// Most events take 4 bytes, a post of a packet with a context 20, none more than 36, and the
    /// coming of a thread some 12. Room for 12 an event, up to 16 MiB, is made at once.
    #[must_use]
    pub fn record(&self, capacity: usize) -> Recording {
        Recording::begin(self.shared(), capacity)
    }

    /// Closes the port, as dropping its last handle does, and says whether it was open.
    ///
    /// Waiting threads return [`GetError::Abandoned`] and no thread belongs to the port any more
    /// ([`Rule::K01`](crate::Rule::K01), [`Rule::K11`](crate::Rule::K11)); on Windows XP nobody is
    /// woken ([`Rule::K02`](crate::Rule::K02)). Nobody can get what is still queued. Devices stay
    /// associated, to no avail ([`Rule::K10`](crate::Rule::K10)).
    pub fn close(&self) -> bool {
        close(self.shared())
    }

    fn many(
        &self,
        packets: &mut Vec<Packet>,
        timeout: Option<Duration>,
        call: impl FnOnce(Wait) -> Call,
    ) -> Result<usize, GetError> {
        packets.clear();
        let (deadline, wait) = timeout.map_or((None, Wait::Forever), deadline);
        self.batch(call(wait), deadline, packets)?;
        Ok(packets.len())
    }

    pub(super) fn over(shared: Shared) -> Self {
        Self { handle: Arc::new(Handle { shared: Arc::new(shared) }) }
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.handle.shared
    }
}

fn close(shared: &Arc<Shared>) -> bool {
    shared.step(Event::Close) == Ok(Answer::Done)
}
