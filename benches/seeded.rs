//! A random walk of a port, from a seed, and the hash of all that it told.

use std::fmt::Write;
use std::num::NonZeroU32;

use iocp_sim::sim::{Scenario, Way, lesson, lesson_names, run_with};
use iocp_sim::{
    Call, DeviceId, Elsewhere, Event, Limit, Machine, Packet, Profile, Status, ThreadId, Told, Wait,
};

/// The seed of all that is random here.
const SEED: u64 = 0x10C9;

/// How many events the walk has.
const EVENTS: u32 = 100_000;

/// SplitMix64: numbers that look random and are the same everywhere.
pub(crate) struct Generator(u64);

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number under `end`.
    #[inline]
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u32
    }
}

/// The hash of what a walk of the machine told, and of the traces of all lessons, their groups in a
/// random order.
pub(crate) fn hash() -> u64 {
    let mut hash = Fnv::default();
    walk(&mut hash);
    for name in lesson_names() {
        let text = lesson(name).expect("a lesson that is listed is there");
        let scenario = Scenario::parse(text).expect("a lesson can be read");
        let run = run_with(&scenario, Way::Random { walks: 8, seed: SEED }, &mut |_| {});
        hash.add(&run.trace.hash().to_le_bytes());
    }
    hash.0
}

fn walk(hash: &mut Fnv) {
    let mut machine = Machine::new(Profile::Windows11, Limit::new(2, NonZeroU32::MIN));
    let mut generator = Generator::new(SEED);
    let (mut told, mut text) = (Told::default(), String::new());
    for _ in 0..EVENTS {
        let answer = machine.step(any(&mut generator), &mut told);
        text.clear();
        let _ = write!(text, "{answer:?} {told:?}");
        hash.add(text.as_bytes());
        told.moves.clear();
        told.returns.clear();
    }
}

/// Any event but a close of the port; many of them can not happen, which is told too.
fn any(generator: &mut Generator) -> Event {
    let thread = ThreadId(generator.below(6));
    let device = DeviceId(generator.below(3));
    let number = u64::from(generator.below(1000));
    let wait = [Wait::Poll, Wait::Timed, Wait::Forever][generator.below(3) as usize];
    let packet = Packet { key: number, ..Packet::default() };
    match generator.below(18) {
        0..4 => Event::Get { thread, call: Call::single(wait) },
        4 => Event::Get { thread, call: Call::batch(3, true, wait) },
        5..8 => Event::Post { packet },
        8 => Event::Associate { device, key: number, elsewhere: Elsewhere::Unbound },
        9 => Event::CloseDevice { device },
        10 => {
            let (context, information) = (number, number);
            Event::Complete { device, context, status: Status::SUCCESS, information }
        }
        11 => Event::TimedOut { thread },
        12 => Event::Block { thread },
        13 => Event::Unblock { thread },
        14 => Event::Suspend { thread },
        15 => Event::Resume { thread },
        16 => Event::QueueApc { thread },
        _ => Event::Exit { thread },
    }
}

/// FNV-1a, which is the same everywhere.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}
