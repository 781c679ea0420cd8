//! A small model, and a cycle of events through it that ends where it began.

use std::num::NonZeroU32;

use iocp_sim::{
    Call, DeviceId, Elsewhere, Event, Limit, Machine, Packet, Profile, Status, ThreadId, Wait,
};

const A: ThreadId = ThreadId(0);
const B: ThreadId = ThreadId(1);
const C: ThreadId = ThreadId(2);
const D: ThreadId = ThreadId(3);
const DEVICE: DeviceId = DeviceId(0);

/// A port with four threads, of which A and B run while C and D wait, and a device.
pub(crate) fn small() -> Machine {
    let mut machine = Machine::new(Profile::Windows11, Limit::new(2, NonZeroU32::MIN));
    let associate = Event::Associate { device: DEVICE, key: 1, elsewhere: Elsewhere::Unbound };
    let polls = [A, B, C, D].map(|thread| get(thread, Wait::Poll));
    let waits = [C, D].map(|thread| get(thread, Wait::Forever));
    for event in [associate].into_iter().chain(polls).chain(waits) {
        let _ = machine.step(event, &mut ()).expect("it can happen");
    }
    machine
}

/// Steps of every common kind, which end where they began.
pub(crate) fn cycle() -> [Event; 11] {
    let (context, status, information) = (1, Status::SUCCESS, 512);
    [
        get(A, Wait::Forever), // waits
        post(),                // to A
        Event::Block { thread: B },
        post(), // to D
        Event::Unblock { thread: B },
        post(),                // to the queue, since three run
        get(D, Wait::Forever), // waits, though a packet is queued
        get(A, Wait::Forever), // takes it
        get(B, Wait::Poll),    // in vain
        Event::Complete { device: DEVICE, context, status, information }, // to the queue
        get(A, Wait::Poll),    // takes it
    ]
}

fn get(thread: ThreadId, wait: Wait) -> Event {
    Event::Get { thread, call: Call::single(wait) }
}

fn post() -> Event {
    Event::Post { packet: Packet { key: 1, ..Packet::default() } }
}
