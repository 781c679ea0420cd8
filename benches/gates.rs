//! Is it right? Asked of the very build that is measured, before anything is.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Result, ensure};
use iocp_sim::Packet;
use iocp_sim::threads::{CompletionPort, WaitStrategy};

use crate::harness::progress;
use crate::queues::{self, SPIN, Watched, packet};

const PRODUCERS: u64 = 4;
const CONSUMERS: u64 = 6;
const LIMIT: u32 = 2;

/// Runs the gates, and says what they were.
pub(crate) fn run(count: u64) -> Result<&'static str> {
    for strategy in [WaitStrategy::Park, SPIN] {
        progress("gate: order of the packets, none lost");
        packets_keep_the_order_of_each_producer_and_none_is_lost(strategy, count)?;
        progress("gate: order of the threads");
        the_last_to_wait_is_the_first_released(strategy)?;
        progress("gate: limit");
        no_more_threads_than_the_limit_run(strategy, count)?;
    }
    progress("");
    Ok("first in first out for each producer, last in first out, limit, none lost")
}

/// Posts `each` packets from every producer, with the producer as context, and then one to stop for
/// each consumer.
fn produce(port: &CompletionPort, each: u64) {
    thread::scope(|scope| {
        for producer in 0..PRODUCERS {
            scope.spawn(move || {
                for number in 1..=each {
                    let packet = Packet { key: number, context: producer, ..Packet::default() };
                    port.post(packet).expect("the port is open");
                }
            });
        }
    });
    (0..CONSUMERS).for_each(|_| port.post(packet(0)).expect("the port is open"));
}

fn packets_keep_the_order_of_each_producer_and_none_is_lost(
    strategy: WaitStrategy,
    count: u64,
) -> Result<()> {
    let port = &queues::ours(LIMIT, strategy);
    let each = count / PRODUCERS;
    let counts = thread::scope(|scope| {
        let consume = || {
            let mut last = HashMap::new();
            let mut count = 0;
            while let Ok(packet) = port.get()
                && packet.key != 0
            {
                let before = last.insert(packet.context, packet.key).unwrap_or(0);
                ensure!(before < packet.key, "{} came after {before}", packet.key);
                count += 1;
            }
            Ok(count)
        };
        let consumers: Vec<_> = (0..CONSUMERS).map(|_| scope.spawn(consume)).collect();
        produce(port, each);
        let joined = consumers.into_iter().map(|consumer| consumer.join().expect("it ends"));
        joined.collect::<Result<Vec<u64>>>()
    })?;
    let taken: u64 = counts.iter().sum();
    ensure!(taken == each * PRODUCERS, "{taken} packets of {} came", each * PRODUCERS);
    Ok(())
}

fn the_last_to_wait_is_the_first_released(strategy: WaitStrategy) -> Result<()> {
    let port = &queues::ours(CONSUMERS as u32, strategy);
    let order = &AtomicU64::new(0);
    let turns = thread::scope(|scope| {
        let mut waiting = Vec::new();
        for number in 0..CONSUMERS as usize {
            waiting.push(scope.spawn(|| {
                let got = port.get().expect("the port is open");
                // Who is released says so before the next one is.
                (got.key, order.fetch_add(1, Ordering::Relaxed))
            }));
            while port.waiting() <= number {
                thread::yield_now();
            }
        }
        for turn in 0..CONSUMERS {
            port.post(packet(turn)).expect("the port is open");
            while order.load(Ordering::Relaxed) <= turn {
                thread::yield_now();
            }
        }
        let joined = waiting.into_iter().map(|thread| thread.join().expect("it ends"));
        joined.collect::<Vec<_>>()
    });
    let expected: Vec<_> = (0..CONSUMERS).rev().map(|turn| (turn, turn)).collect();
    ensure!(turns == expected, "threads that began to wait in order were released as {turns:?}");
    Ok(())
}

fn no_more_threads_than_the_limit_run(strategy: WaitStrategy, count: u64) -> Result<()> {
    let port = &queues::ours(LIMIT, strategy);
    let (running, most) = (&AtomicU64::new(0), &AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..CONSUMERS {
            scope.spawn(move || {
                while port.get().is_ok_and(|packet| packet.key != 0) {
                    let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                    most.fetch_max(now, Ordering::SeqCst);
                    if now == u64::from(LIMIT) {
                        // Gives another one the time to come, were it let.
                        thread::yield_now();
                    }
                    running.fetch_sub(1, Ordering::SeqCst);
                }
            });
        }
        produce(port, count / PRODUCERS / 4);
    });
    let most = most.load(Ordering::SeqCst);
    ensure!(most <= u64::from(LIMIT), "{most} threads ran at a time, and the limit is {LIMIT}");
    Ok(())
}
