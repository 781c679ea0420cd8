//! How many instructions does each common call take? `cargo xtask instructions` runs this under
//! callgrind.
//!
//! `count` says what it was built with and which workloads there are. `count WORKLOAD TIMES` does
//! one of them, and says of how many units it was: packets, pairs of calls or steps. Two runs of
//! different length tell what a unit takes, since the start is the same in both.

mod cycle;

use std::env;
use std::hint::black_box;

use anyhow::{Context, Result};
use iocp_sim::threads::{CompletionPort, Device, blocking};
use iocp_sim::{Packet, Status};

/// How many packets a batch has.
const BATCH: usize = 64;

/// Does something so often, and says of how many units it was.
type Workload = fn(usize) -> usize;

const WORKLOADS: [(&str, Workload); 6] = [
    ("post-get", post_get),
    ("post-get-recorded", post_get_recorded),
    ("block-unblock", block_unblock),
    ("post-many-get-many", post_many_get_many),
    ("complete-get", complete_get),
    ("step", steps),
];

fn main() -> Result<()> {
    let mut words = env::args().skip(1);
    let Some(name) = words.next() else {
        println!("{}\n{}", env!("COMPILER"), env!("TARGET"));
        WORKLOADS.iter().for_each(|(name, _)| println!("{name}"));
        return Ok(());
    };
    let found = WORKLOADS.iter().find(|(known, _)| *known == name);
    let (_, workload) = found.with_context(|| format!("there is no workload {name}"))?;
    let times = words.next().context("how many times?")?.parse().context("that is no number")?;
    println!("{}", workload(times));
    Ok(())
}

fn packet() -> Packet {
    black_box(Packet { key: 1, ..Packet::default() })
}

/// A pair: nobody waits, so the packet goes through the queue.
fn post_get(times: usize) -> usize {
    pairs(&CompletionPort::new(1), times)
}

fn pairs(port: &CompletionPort, times: usize) -> usize {
    for _ in 0..times {
        port.post(packet()).expect("the port is open");
        let _ = black_box(port.get()).expect("a packet is there");
    }
    times
}

/// The same while somebody records. The room is the same for however many.
fn post_get_recorded(times: usize) -> usize {
    let port = CompletionPort::new(1);
    let recording = port.record(100_000);
    pairs(&port, times);
    assert_eq!(recording.finish().missed, 0);
    times
}

/// A pair, by a thread that a port counts, while nobody waits.
fn block_unblock(times: usize) -> usize {
    let port = CompletionPort::new(1);
    port.post(packet()).expect("the port is open");
    let _ = port.get().expect("a packet is there");
    for _ in 0..times {
        blocking(|| black_box(()));
    }
    times
}

/// A packet among those that are posted and taken at once.
fn post_many_get_many(times: usize) -> usize {
    let port = CompletionPort::new(1);
    let posted = [packet(); BATCH];
    let mut taken = Vec::with_capacity(BATCH);
    for _ in 0..times {
        port.post_many(&posted).expect("the port is open");
        let count = port.get_many(black_box(&mut taken), BATCH as u32, None);
        assert_eq!(count, Ok(BATCH));
    }
    times * BATCH
}

/// A pair: a request completes on a device of the port.
fn complete_get(times: usize) -> usize {
    let (port, device) = (CompletionPort::new(1), Device::new());
    port.associate(&device, 1).expect("a new device has no port");
    for _ in 0..times {
        assert!(device.complete(black_box(1), 512, Status::SUCCESS));
        let _ = black_box(port.get()).expect("a packet is there");
    }
    times
}

/// A step of the machine alone, with its driver left out.
fn steps(times: usize) -> usize {
    let mut machine = cycle::small();
    let cycle = black_box(cycle::cycle());
    for _ in 0..times {
        for event in cycle {
            let _ = black_box(machine.step(event, &mut ()));
        }
    }
    assert!(machine == cycle::small(), "it ends where it began");
    times * cycle.len()
}
