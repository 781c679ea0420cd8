//! A pool of workers that wait for something else in the middle of each task: with a port, which
//! releases another worker meanwhile, and with a queue, which knows nothing of who runs.
//!
//! ```text
//! cargo run --release --example thread_pool
//! ```

use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim::Packet;
use iocp_sim::threads::{CompletionPort, blocking};

const WORKERS: usize = 16;
const COMPUTES: Duration = Duration::from_micros(100);
const WAITS: Duration = Duration::from_micros(400);

/// The key of a packet that asks a worker to stop.
const STOP: u64 = 0;
const TASK: u64 = 1;

fn main() {
    run(1000);
}

pub(crate) fn run(tasks: usize) {
    let processors = CompletionPort::new(0).limit();
    println!("{tasks} tasks, each computes {COMPUTES:?}, waits {WAITS:?}, computes {COMPUTES:?};");
    println!("{WORKERS} workers, {processors} processors\n");
    println!("                                    tasks a second   most at once");
    report("a port, limit 1", tasks, with_port(1, tasks, Told::Yes));
    report("a port, a processor for each", tasks, with_port(0, tasks, Told::Yes));
    report("the same, not told of the waits", tasks, with_port(0, tasks, Told::No));
    report("a queue, no port", tasks, with_queue(tasks));
}

/// How long it took, and how many workers computed at once at most.
type Outcome = (Duration, usize);

fn report(name: &str, tasks: usize, (took, most): Outcome) {
    let rate = tasks as f64 / took.as_secs_f64();
    println!("{name:36}{rate:14.0}{most:15}");
}

/// Whether the port is told that a worker waits, by `blocking`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    Yes,
    No,
}

/// Workers that get their tasks from a port; a limit of 0 is the number of processors.
pub(crate) fn with_port(limit: u32, tasks: usize, told: Told) -> Outcome {
    let port = CompletionPort::new(limit);
    let packet = |key| Packet { key, ..Packet::default() };
    let wait = || match told {
        Told::Yes => blocking(|| thread::sleep(WAITS)),
        Told::No => thread::sleep(WAITS),
    };
    pool(
        || port.get().is_ok_and(|packet| packet.key != STOP),
        wait,
        || {
            port.post_many(&vec![packet(TASK); tasks]).expect("the port is open");
            port.post_many(&[packet(STOP); WORKERS]).expect("the port is open");
        },
    )
}

/// Workers that take their tasks from a list, all of them at once.
pub(crate) fn with_queue(tasks: usize) -> Outcome {
    let queue = Mutex::new(VecDeque::from(vec![(); tasks]));
    let next = || queue.lock().expect("nobody panics with it").pop_front().is_some();
    pool(next, || thread::sleep(WAITS), || {})
}

/// Runs the workers until there is no next task for any of them.
fn pool(next: impl Fn() -> bool + Sync, wait: impl Fn() + Sync, begin: impl FnOnce()) -> Outcome {
    let computing = Computing::new();
    let worker = || {
        while next() {
            computing.for_a_while();
            wait();
            computing.for_a_while();
        }
    };
    begin();
    let begun = Instant::now();
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(worker);
        }
    });
    (begun.elapsed(), computing.most.into_inner())
}

/// How many workers compute, and what it is to compute.
struct Computing {
    turns: u64,
    now: AtomicUsize,
    most: AtomicUsize,
}

impl Computing {
    /// Finds out how much work it is: the same for each task, however many run.
    fn new() -> Self {
        const TURNS: u64 = 100_000;
        let measure = |_| {
            let begun = Instant::now();
            work(TURNS);
            begun.elapsed()
        };
        let fastest = (0..5).map(measure).min().expect("it was measured");
        let turns = TURNS as f64 * COMPUTES.as_secs_f64() / fastest.as_secs_f64();
        Self { turns: turns as u64, now: AtomicUsize::new(0), most: AtomicUsize::new(0) }
    }

    fn for_a_while(&self) {
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(now, Ordering::Relaxed);
        work(self.turns);
        self.now.fetch_sub(1, Ordering::Relaxed);
    }
}

fn work(turns: u64) {
    for turn in 0..turns {
        black_box(turn);
    }
}
