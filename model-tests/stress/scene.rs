//! What all threads share: the ports, and the account of what was got.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use iocp_sim::threads::{CompletionPort, WaitStrategy};

pub(crate) const PRODUCERS: usize = 8;
pub(crate) const CONSUMERS: usize = 16;
pub(crate) const PORTS: usize = 3;

/// The port whose threads neither block nor poll nor time out.
pub(crate) const CALM: usize = 2;

pub(crate) struct Scene {
    pub(crate) seed: u64,
    /// How many packets each producer posts.
    pub(crate) each: u64,
    pub(crate) ports: [CompletionPort; PORTS],
    /// How many packets of each port were posted, or will be at once, and are not got.
    pub(crate) under_way: [AtomicU64; PORTS],
    pub(crate) counts: Counts,
    /// Whether a packet was got, producer after producer.
    got: Vec<AtomicBool>,
    got_in_all: AtomicU64,
    failed: AtomicBool,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Scene {
    pub(crate) fn new(seed: u64, each: u64) -> Self {
        let [one, two, calm] = [1, 2, 4].map(|limit| CompletionPort::builder().limit(limit));
        let spinning = two.wait_strategy(WaitStrategy::Spin { turns: 16 });
        let packets = PRODUCERS as u64 * each;
        Self {
            seed,
            each,
            ports: [one, spinning, calm].map(|builder| builder.build()),
            under_way: Default::default(),
            counts: Counts::default(),
            got: (0..packets).map(|_| AtomicBool::new(false)).collect(),
            got_in_all: AtomicU64::new(0),
            failed: AtomicBool::new(false),
            threads: Mutex::default(),
        }
    }

    pub(crate) fn packets(&self) -> u64 {
        self.got.len() as u64
    }

    pub(crate) fn got_in_all(&self) -> u64 {
        self.got_in_all.load(Ordering::Relaxed)
    }

    /// Enters a packet as got.
    pub(crate) fn got(&self, port: usize, producer: usize, number: u64) {
        assert!(number < self.each);
        let packet = producer * self.each as usize + number as usize;
        let before = self.got[packet].swap(true, Ordering::Relaxed);
        assert!(!before, "packet {number} of producer {producer} was got twice");
        self.under_way[port].fetch_sub(1, Ordering::Relaxed);
        self.got_in_all.fetch_add(1, Ordering::Relaxed);
    }

    /// Does something, and says so if it fails.
    pub(crate) fn alarmed<R>(&self, work: impl FnOnce() -> R) -> R {
        let _alarm = Alarm(&self.failed);
        work()
    }

    pub(crate) fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Lets every thread end.
    pub(crate) fn give_up(&self) {
        self.failed.store(true, Ordering::Relaxed);
        for port in &self.ports {
            port.close();
        }
    }

    pub(crate) fn add_thread(&self, thread: JoinHandle<()>) {
        self.threads.lock().expect("no thread panics with it").push(thread);
    }

    pub(crate) fn next_thread(&self) -> Option<JoinHandle<()>> {
        self.threads.lock().expect("no thread panics with it").pop()
    }
}

/// Sounds when a thread panics.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// How often something happened.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) gets: AtomicU64,
    pub(crate) batches: AtomicU64,
    pub(crate) timeouts: AtomicU64,
    pub(crate) polls_in_vain: AtomicU64,
    pub(crate) blocks: AtomicU64,
    pub(crate) switches: AtomicU64,
    pub(crate) ends: AtomicU64,
    pub(crate) panics: AtomicU64,
}

impl Counts {
    /// What never happened.
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let counts = [
            ("gets", &self.gets),
            ("batches", &self.batches),
            ("timeouts", &self.timeouts),
            ("polls in vain", &self.polls_in_vain),
            ("blocks", &self.blocks),
            ("switches", &self.switches),
            ("ends", &self.ends),
            ("panics", &self.panics),
        ];
        let never = counts.into_iter().filter(|(_, count)| count.load(Ordering::Relaxed) == 0);
        never.map(|(name, _)| name).collect()
    }
}

pub(crate) fn count(one_of_counts: &AtomicU64) {
    one_of_counts.fetch_add(1, Ordering::Relaxed);
}
