//! The peers: queues that give a packet to one of those who ask, behind one face.

use std::collections::VecDeque;
#[cfg(target_os = "linux")]
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, mpsc};

use iocp_sim::Packet;
use iocp_sim::threads::{CompletionPort, WaitStrategy};

/// A queue between threads.
pub(crate) trait Queue: Sync {
    fn put(&self, packet: Packet);

    /// Takes the packet at the head, and waits for one as long as it takes.
    fn take(&self) -> Packet;

    /// Takes the packet at the head, if there is one.
    fn try_take(&self) -> Option<Packet>;
}

/// What a packet with this key is.
pub(crate) fn packet(key: u64) -> Packet {
    Packet { key, ..Packet::default() }
}

impl Queue for CompletionPort {
    #[inline]
    fn put(&self, packet: Packet) {
        self.post(packet).expect("the port is open");
    }

    #[inline]
    fn take(&self) -> Packet {
        self.get().expect("the port is open")
    }

    #[inline]
    fn try_take(&self) -> Option<Packet> {
        self.poll().ok()
    }
}

/// A port whose waiting threads look for a packet so often before they sleep.
pub(crate) const SPIN: WaitStrategy = WaitStrategy::Spin { turns: 64 };

/// A port of ours.
pub(crate) fn ours(limit: u32, strategy: WaitStrategy) -> CompletionPort {
    CompletionPort::builder().limit(limit).wait_strategy(strategy).build()
}

/// A channel, with both of its ends in one hand.
pub(crate) struct Channel<S, R>(pub(crate) S, pub(crate) R);

pub(crate) fn crossbeam()
-> Channel<crossbeam_channel::Sender<Packet>, crossbeam_channel::Receiver<Packet>> {
    let (sender, receiver) = crossbeam_channel::unbounded();
    Channel(sender, receiver)
}

pub(crate) fn crossbeam_bounded(
    room: usize,
) -> Channel<crossbeam_channel::Sender<Packet>, crossbeam_channel::Receiver<Packet>> {
    let (sender, receiver) = crossbeam_channel::bounded(room);
    Channel(sender, receiver)
}

pub(crate) fn flume() -> Channel<flume::Sender<Packet>, flume::Receiver<Packet>> {
    let (sender, receiver) = flume::unbounded();
    Channel(sender, receiver)
}

pub(crate) fn kanal() -> Channel<kanal::Sender<Packet>, kanal::Receiver<Packet>> {
    let (sender, receiver) = kanal::unbounded();
    Channel(sender, receiver)
}

/// The receiver of the standard library is for one thread; these cases have one.
pub(crate) fn mpsc() -> Channel<mpsc::Sender<Packet>, Mutex<mpsc::Receiver<Packet>>> {
    let (sender, receiver) = mpsc::channel();
    Channel(sender, Mutex::new(receiver))
}

/// Lets a channel be a queue; `had` makes a packet or none of what its receiver says at once.
macro_rules! channel {
    ($sender:ty, $receiver:ty, $had:expr) => {
        impl Queue for Channel<$sender, $receiver> {
            #[inline]
            fn put(&self, packet: Packet) {
                self.0.send(packet).expect("the channel is open");
            }

            #[inline]
            fn take(&self) -> Packet {
                self.1.recv().expect("the channel is open")
            }

            #[inline]
            fn try_take(&self) -> Option<Packet> {
                $had(self.1.try_recv())
            }
        }
    };
}

channel!(crossbeam_channel::Sender<Packet>, crossbeam_channel::Receiver<Packet>, Result::ok);
channel!(flume::Sender<Packet>, flume::Receiver<Packet>, Result::ok);
channel!(kanal::Sender<Packet>, kanal::Receiver<Packet>, |had: Result<_, _>| {
    had.expect("the channel is open")
});

/// The least that passes packets: a lock and a queue. Who waits asks again and again.
#[derive(Default)]
pub(crate) struct Bare(parking_lot::Mutex<VecDeque<Packet>>);

impl Bare {
    /// Puts several under one lock.
    pub(crate) fn put_many(&self, packets: &[Packet]) {
        self.0.lock().extend(packets);
    }

    /// Takes up to `max` under one lock.
    pub(crate) fn take_many(&self, packets: &mut Vec<Packet>, max: usize) {
        let mut queue = self.0.lock();
        let count = queue.len().min(max);
        packets.clear();
        packets.extend(queue.drain(..count));
    }
}

impl Queue for Bare {
    #[inline]
    fn put(&self, packet: Packet) {
        self.0.lock().push_back(packet);
    }

    fn take(&self) -> Packet {
        loop {
            match self.try_take() {
                Some(packet) => return packet,
                None => std::thread::yield_now(),
            }
        }
    }

    #[inline]
    fn try_take(&self) -> Option<Packet> {
        self.0.lock().pop_front()
    }
}

/// The queue of a textbook: a lock, a queue, and a condition to wait for.
#[derive(Default)]
pub(crate) struct Textbook {
    guarded: Mutex<Guarded>,
    filled: Condvar,
}

/// What the lock of a [`Textbook`] guards.
#[derive(Default)]
struct Guarded {
    queue: VecDeque<Packet>,
    waiting: usize,
}

impl Textbook {
    fn lock(&self) -> MutexGuard<'_, Guarded> {
        self.guarded.lock().expect("nobody panics")
    }
}

impl Queue for Textbook {
    #[inline]
    fn put(&self, packet: Packet) {
        self.lock().queue.push_back(packet);
        self.filled.notify_one();
    }

    #[inline]
    fn take(&self) -> Packet {
        let mut guarded = self.lock();
        loop {
            if let Some(packet) = guarded.queue.pop_front() {
                return packet;
            }
            guarded.waiting += 1;
            guarded = self.filled.wait(guarded).expect("nobody panics");
            guarded.waiting -= 1;
        }
    }

    #[inline]
    fn try_take(&self) -> Option<Packet> {
        self.lock().queue.pop_front()
    }
}

/// A queue that can tell how many threads wait.
pub(crate) trait Watched: Queue {
    fn waiting(&self) -> usize;
}

impl Watched for CompletionPort {
    fn waiting(&self) -> usize {
        self.snapshot().waiting.len()
    }
}

impl Watched for Textbook {
    fn waiting(&self) -> usize {
        self.lock().waiting
    }
}

/// The least that wakes a thread: a word, a call that waits while it is 0, and one that wakes.
/// It has room for one packet, and passes on its key alone, which is small.
#[cfg(target_os = "linux")]
#[derive(Default)]
pub(crate) struct Futex(std::sync::atomic::AtomicU32);

#[cfg(target_os = "linux")]
impl Queue for Futex {
    fn put(&self, packet: Packet) {
        use rustix::thread::futex::{Flags, wake};
        self.0.store(packet.key as u32 + 1, Ordering::Release);
        wake(&self.0, Flags::PRIVATE, 1).expect("a word can be woken");
    }

    fn take(&self) -> Packet {
        use rustix::thread::futex::{Flags, wait};
        loop {
            if let Some(packet) = self.try_take() {
                return packet;
            }
            // It is not 0 any more, or somebody woke us: in either case we look.
            let _ = wait(&self.0, Flags::PRIVATE, 0, None);
        }
    }

    fn try_take(&self) -> Option<Packet> {
        let key = self.0.swap(0, Ordering::Acquire).checked_sub(1)?;
        Some(packet(key.into()))
    }
}
