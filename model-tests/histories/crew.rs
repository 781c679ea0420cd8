//! Threads that post and get at random, at two ports that are recorded.

use std::any::Any;
use std::mem;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use iocp_sim::threads::{
    CompletionPort, Device, GetError, Recorded, WaitStrategy, blocking, leave,
};
use iocp_sim::{Packet, Profile, Status};

use crate::random::Random;

/// What a run looks like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) limit: u32,
    pub(crate) workers: u64,
    pub(crate) posters: u64,
    pub(crate) profile: Profile,
    pub(crate) strategy: WaitStrategy,
    /// How many packets in 100 a poster posts before one of the ports is closed.
    pub(crate) close_at: u64,
}

/// How many packets each poster posts.
const POSTS: u64 = 300;

/// How many things each worker does, if its port is not closed before.
const STEPS: u64 = 400;

/// More events than a run has.
const ROOM: usize = 100_000;

/// Longer than a run takes, on a machine that does a lot besides.
const LONG: Duration = Duration::from_secs(60);

/// How a thread ends that panics on purpose.
struct Planned;

/// What happened at a port.
pub(crate) struct Run {
    pub(crate) recorded: Recorded,
    /// The packets that the threads got.
    pub(crate) got: Vec<Packet>,
}

/// Runs a crew to its end, and tells what happened at both ports.
pub(crate) fn run(shape: Shape, seed: u64) -> [Run; 2] {
    let builder = CompletionPort::builder().profile(shape.profile).wait_strategy(shape.strategy);
    let ports = [shape.limit, 1].map(|limit| builder.clone().limit(limit).build());
    let recordings = ports.each_ref().map(|port| port.record(ROOM));
    let got: Arc<[Mutex<Vec<Packet>>; 2]> = Arc::default();
    let random = move |stream| Random::new(seed, stream);
    let workers: Vec<JoinHandle<()>> = (0..shape.workers)
        .map(|stream| {
            let (ports, got) = (ports.clone(), Arc::clone(&got));
            let worker = Worker { ports, got, at: stream as usize % 2, shape };
            thread::spawn(move || worker.work(random(stream)))
        })
        .collect();
    let posters: Vec<JoinHandle<()>> = (0..shape.posters)
        .map(|poster| {
            let ports = ports.clone();
            thread::spawn(move || post(&ports, poster, random(1000 + poster), shape.close_at))
        })
        .collect();
    posters.into_iter().for_each(|thread| joined(thread, &ports));
    for port in &ports {
        port.close();
    }
    workers.into_iter().for_each(|thread| joined(thread, &ports));
    drop(ports);
    let recorded = recordings.map(|recording| recording.finish());
    let got = got.each_ref().map(|got| mem::take(&mut *got.lock().expect("all threads ended")));
    let [here, there] = got;
    let [one, other] = recorded;
    [Run { recorded: one, got: here }, Run { recorded: other, got: there }]
}

/// Waits for the end of a thread, by a panic perhaps, if it was planned.
fn joined(thread: JoinHandle<()>, ports: &[CompletionPort; 2]) {
    let begun = Instant::now();
    while !thread.is_finished() {
        let snapshots = || ports.each_ref().map(|port| port.snapshot());
        assert!(begun.elapsed() < LONG, "a thread does not end: {:#?}", snapshots());
        thread::sleep(Duration::from_micros(100));
    }
    if let Err(end) = thread.join() {
        let end: Box<dyn Any + Send> = end;
        assert!(end.is::<Planned>(), "a thread failed, see above");
    }
}

/// Posts packets with their numbers, by posts and by completions on a device at each port.
fn post(ports: &[CompletionPort; 2], key: u64, mut random: Random, close_at: u64) {
    let devices = [(); 2].map(|()| Device::new());
    for (device, port) in devices.iter().zip(ports) {
        // It may be closed already.
        let _ = port.associate(device, key);
    }
    for context in 0..POSTS {
        let to = random.below(2) as usize;
        let packet = Packet { key, context, ..Packet::default() };
        // What a closed port refuses is lost, and no error here.
        match random.below(4) {
            0 => drop(ports[to].post_many(&[packet])),
            1 => drop(devices[to].complete(context, 0, Status::SUCCESS)),
            _ => drop(ports[to].post(packet)),
        }
        if key == 0 && context * 100 == POSTS * close_at {
            ports[to].close();
        }
        (0..random.below(8)).for_each(|_| thread::yield_now());
    }
}

struct Worker {
    ports: [CompletionPort; 2],
    got: Arc<[Mutex<Vec<Packet>>; 2]>,
    at: usize,
    shape: Shape,
}

impl Worker {
    fn work(mut self, mut random: Random) {
        for _ in 0..STEPS {
            if random.percent(10) {
                self.at = 1 - self.at;
            }
            match self.get(&mut random) {
                Ok(packets) => self.keep(packets),
                Err(GetError::Abandoned | GetError::Closed) => break,
                Err(GetError::Timeout | GetError::NoRoom) => {}
                Err(wrong) => panic!("{wrong}"),
            }
            self.pause(&mut random);
        }
        if random.percent(20) {
            resume_unwind(Box::new(Planned));
        }
    }

    fn keep(&self, packets: Vec<Packet>) {
        self.got[self.at].lock().expect("no thread panics with it").extend(packets);
    }

    /// Gets in one of the ways there are; on Windows XP in none that lasts for ever.
    fn get(&self, random: &mut Random) -> Result<Vec<Packet>, GetError> {
        let port = &self.ports[self.at];
        let timeout = Duration::from_micros(random.below(200));
        let one = |packet| vec![packet];
        let old = self.shape.profile == Profile::Xp;
        match random.below(100) {
            0..15 => port.poll().map(one),
            15..45 => port.get_timeout(timeout).map(one),
            _ if old => port.get_timeout(timeout).map(one),
            45..75 => port.get().map(one),
            random => {
                let (max, timeout) = (random as u32 % 7, (random % 2 == 0).then_some(timeout));
                let mut packets = Vec::new();
                port.get_many(&mut packets, max, timeout)?;
                Ok(packets)
            }
        }
    }

    /// Leaves and blocks now and then, within another wait or not, and may try to get meanwhile.
    fn pause(&self, random: &mut Random) {
        if random.percent(5) {
            leave();
        }
        if random.percent(70) {
            return;
        }
        blocking(|| {
            (0..random.below(4)).for_each(|_| thread::yield_now());
            if random.percent(20) {
                blocking(thread::yield_now);
            }
            if random.percent(10) {
                assert_eq!(self.ports[self.at].poll(), Err(GetError::Blocking));
            }
        });
    }
}
