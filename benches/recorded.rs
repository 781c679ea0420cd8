//! What does a recording cost those who use the port?
//!
//! Each round has a recording of its own, with room for all of it: it grows and is written to
//! memory that is new to the process, as a recording that is used once does. Beginning and ending
//! it is not measured.

use std::hint::black_box;
use std::time::Instant;

use iocp_sim::Packet;
use iocp_sim::threads::{CompletionPort, blocking};

use crate::harness::{Case, Quantity, Scale, Unit, Workload};
use crate::queues::packet;
use crate::uncontended::port;

/// What a recording is held against.
const PEER: &str = "unrecorded";

/// R1: post and get, of packets with a key.
pub(crate) fn pairs<'a>(scale: Scale) -> Workload<'a> {
    let quantity = Quantity::new("a packet", Unit::Nanoseconds).ratio(PEER, 1.1);
    workload(scale, "R1", "post, get; recorded", quantity, |port, number| {
        post_and_get(port, packet(number));
    })
}

/// R2: post and get, of packets with a context and an information as well.
pub(crate) fn full_pairs<'a>(scale: Scale) -> Workload<'a> {
    let quantity = Quantity::new("a packet", Unit::Nanoseconds).ratio(PEER, 1.1);
    workload(
        scale,
        "R2",
        "post, get with a context and an information",
        quantity,
        |port, number| {
            post_and_get(
                port,
                Packet { context: 0x7F00_0000_1000, information: 512, ..packet(number) },
            );
        },
    )
}

/// R3: block and unblock, with nobody waiting.
pub(crate) fn pauses<'a>(scale: Scale) -> Workload<'a> {
    let quantity = Quantity::new("both", Unit::Nanoseconds);
    workload(scale, "R3", "block, unblock; recorded", quantity, |_, _| blocking(|| black_box(())))
}

fn post_and_get(port: &CompletionPort, packet: Packet) {
    port.post(packet).expect("the port is open");
    let _ = black_box(port.get()).expect("a packet is there");
}

fn workload<'a>(
    scale: Scale,
    id: &'static str,
    what: &'static str,
    quantity: Quantity,
    act: impl Fn(&CompletionPort, u64) + Copy + 'a,
) -> Workload<'a> {
    let count = scale.pick(100_000, 400_000);
    let recorded = move || {
        let port = used();
        let recording = port.record(2 * count as usize);
        let time = each(&port, count, act);
        assert_eq!(recording.finish().missed, 0);
        time
    };
    let unrecorded = move || each(&used(), count, act);
    Workload {
        id,
        what,
        quantities: vec![quantity],
        cases: vec![Case::one("recorded", recorded), Case::one(PEER, unrecorded)],
        rounds: scale.pick(7, 21),
    }
}

/// A port that counts the calling thread.
fn used() -> CompletionPort {
    let port = port();
    post_and_get(&port, packet(1));
    port
}

fn each(port: &CompletionPort, count: u64, act: impl Fn(&CompletionPort, u64)) -> f64 {
    let begun = Instant::now();
    (0..count).for_each(|number| act(port, number));
    begun.elapsed().as_nanos() as f64 / count as f64
}
