//! The vocabulary of these tests: workers that do as they are told, and waits for a state.

use std::any::Any;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use iocp_sim::threads::{CompletionPort, Entry, GetError, Recorded, Recording, WaitStrategy};
use iocp_sim::{Packet, Rule, Snapshot};

use crate::told::told;

/// Longer than anything takes here, on a machine that does a lot besides.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// Both ways to wait.
pub(crate) const STRATEGIES: [WaitStrategy; 2] =
    [WaitStrategy::Park, WaitStrategy::Spin { turns: 64 }];

/// What a get returns.
pub(crate) type Got = Result<Packet, GetError>;

pub(crate) fn packet(key: u64) -> Packet {
    Packet { key, ..Packet::default() }
}

/// The keys of the queued packets, the next to leave first.
pub(crate) fn queued(port: &CompletionPort) -> Vec<u64> {
    port.snapshot().queue.iter().map(|(_, packet)| packet.key).collect()
}

/// Waits until the port is in a state, and fails with the state it is in if that takes too long.
pub(crate) fn until(port: &CompletionPort, holds: impl Fn(&Snapshot) -> bool) {
    let begun = Instant::now();
    loop {
        let snapshot = port.snapshot();
        if holds(&snapshot) {
            return;
        }
        assert!(begun.elapsed() < LONG, "this is how it stays: {snapshot:#?}");
        thread::yield_now();
    }
}

pub(crate) fn until_waiting(port: &CompletionPort, threads: usize) {
    until(port, |snapshot| snapshot.waiting.len() == threads);
}

/// Ends a recording, which must replay and be told as a scenario, and fails unless each of the
/// rules moved something or returned a call in it.
pub(crate) fn shows(recording: Recording, rules: &[Rule]) {
    let recorded = recording.finish();
    assert_eq!(recorded.missed, 0);
    assert_eq!(recorded.replay(), Ok(()));
    told(&recorded).unwrap_or_else(|wrong| panic!("{wrong}: {:#?}", recorded.entries()));
    for &rule in rules {
        assert!(fired(&recorded, rule), "{rule} did nothing: {:#?}", recorded.entries());
    }
}

pub(crate) fn fired(recorded: &Recorded, rule: Rule) -> bool {
    recorded.entries().iter().any(|entry| match entry {
        Entry::Event(_) => false,
        Entry::Move(moved) => moved.rule == rule,
        Entry::Return(_, _, by) => *by == rule,
    })
}

/// A thread that does one thing after the other, as it is told.
pub(crate) struct Worker {
    orders: Sender<Order>,
    thread: JoinHandle<()>,
}

type Order = Box<dyn FnOnce() + Send>;

/// What a worker has begun.
pub(crate) struct Begun<R>(Receiver<R>);

impl Worker {
    pub(crate) fn new() -> Self {
        let (orders, received) = mpsc::channel::<Order>();
        let thread = thread::spawn(move || received.into_iter().for_each(|order| order()));
        Self { orders, thread }
    }

    pub(crate) fn crew<const N: usize>() -> [Self; N] {
        [(); N].map(|()| Self::new())
    }

    pub(crate) fn begins<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Begun<R> {
        let (sender, receiver) = mpsc::channel();
        let order = move || {
            // A test that has failed listens no more.
            let _ = sender.send(work());
        };
        self.orders.send(Box::new(order)).expect("the worker is there");
        Begun(receiver)
    }

    pub(crate) fn does<R: Send + 'static>(&self, work: impl FnOnce() -> R + Send + 'static) -> R {
        self.begins(work).done()
    }

    pub(crate) fn gets(&self, port: &CompletionPort) -> Got {
        self.begins_to_get(port).done()
    }

    pub(crate) fn begins_to_get(&self, port: &CompletionPort) -> Begun<Got> {
        let port = port.clone();
        self.begins(move || port.get())
    }

    /// Begins a get, and sees the worker among the waiting threads.
    pub(crate) fn waits(&self, port: &CompletionPort) -> Begun<Got> {
        let before = port.snapshot().waiting.len();
        let get = self.begins_to_get(port);
        until_waiting(port, before + 1);
        get
    }

    pub(crate) fn polls(&self, port: &CompletionPort) -> Got {
        let port = port.clone();
        self.does(move || port.poll())
    }

    /// Begins a block, which ends when the second value is dropped.
    pub(crate) fn blocks(&self, port: &CompletionPort) -> (Begun<()>, Sender<()>) {
        let before = port.snapshot().paused.len();
        let (end, ended) = mpsc::channel();
        let block = self.begins(move || {
            iocp_sim::threads::blocking(|| {
                let _ = ended.recv();
            });
        });
        until(port, |snapshot| snapshot.paused.len() == before + 1);
        (block, end)
    }

    /// Ends the thread, and waits for its end.
    pub(crate) fn exits(self) {
        drop(self.orders);
        self.thread.join().expect("it does not panic");
    }

    /// Ends the thread as a panic does, but in silence.
    pub(crate) fn panics(self) {
        self.orders.send(Box::new(|| resume_unwind(Box::new("planned")))).expect("it is there");
        let end: Box<dyn Any + Send> = self.thread.join().expect_err("it panicked");
        assert!(end.is::<&str>());
    }
}

impl<R> Begun<R> {
    /// Whether it has ended. What it gave is dropped then.
    pub(crate) fn is_done(&self) -> bool {
        self.0.try_recv().is_ok()
    }

    pub(crate) fn done(self) -> R {
        self.0.recv_timeout(LONG).expect("it ends")
    }
}
