//! A timer whose only means to wait is a port: a request is a packet, and the time-out of the next
//! get is the nearest deadline. What is due is posted to the port of whoever asked.
//!
//! ```text
//! cargo run --example timer
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim::Packet;
use iocp_sim::threads::{CompletionPort, GetError};

fn main() {
    for (name, due, came) in run([("tea", 400), ("egg", 250), ("toast", 100), ("coffee", 300)]) {
        println!("{name:8} due after {due:4} ms, came after {came:7.2?}");
    }
}

/// What was ordered, for when, and when it came.
pub(crate) type Came = (&'static str, u64, Duration);

/// Orders things for so many milliseconds from now, and tells how they come.
pub(crate) fn run<const N: usize>(orders: [(&'static str, u64); N]) -> [Came; N] {
    let (requests, events) = (CompletionPort::new(1), CompletionPort::new(1));
    let begun = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| keep_time(&requests, &events, begun));
        let mut key = 0..;
        let packets = orders.map(|(_, due)| {
            let key = key.next().expect("there are as many keys as orders");
            Packet { key, context: due, ..Packet::default() }
        });
        requests.post_many(&packets).expect("the timer is there");
        let came = orders.map(|_| {
            let packet = events.get().expect("the port is open");
            let (name, due) = orders[packet.key as usize];
            (name, due, begun.elapsed())
        });
        requests.close();
        came
    })
}

/// Posts each request to `events` when it is due, until its own port is closed.
fn keep_time(requests: &CompletionPort, events: &CompletionPort, begun: Instant) {
    let mut due = BinaryHeap::new();
    loop {
        let next = due.peek().map(|&Reverse((due, _))| Duration::from_millis(due));
        let wait = next.map_or(Duration::MAX, |next| next.saturating_sub(begun.elapsed()));
        match requests.get_timeout(wait) {
            Ok(Packet { key, context, .. }) => due.push(Reverse((context, key))),
            Err(GetError::Timeout) => {
                let Some(Reverse((_, key))) = due.pop() else { continue };
                events.post(Packet { key, ..Packet::default() }).expect("somebody waits for it");
            }
            Err(_) => return,
        }
    }
}
