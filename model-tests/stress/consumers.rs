//! Threads that get. Each lives for some hundred gets, and is replaced when it ends.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use iocp_sim::Packet;
use iocp_sim::threads::{GetError, blocking};

use crate::random::Random;
use crate::scene::{CALM, CONSUMERS, PORTS, PRODUCERS, Scene, count};

/// So many consumers of each port never leave it, so that none of its packets is left behind.
const RESIDENTS: usize = 2;

/// How a consumer panics on purpose.
pub(crate) struct Planned;

/// Begins all consumers.
pub(crate) fn begin(scene: &Arc<Scene>) {
    for place in 0..CONSUMERS {
        let random = Random::new(scene.seed, 1000 + place as u64);
        let latest = [[None; PRODUCERS]; PORTS];
        begin_life(scene, Place { place, at: place % PORTS, latest, random });
    }
}

/// The place of a consumer, which is handed on: what it got comes before what its successor gets.
struct Place {
    place: usize,
    at: usize,
    /// The number of the latest packet from each port by each producer.
    latest: [[Option<u64>; PRODUCERS]; PORTS],
    random: Random,
}

enum End {
    Closed,
    Ends,
    Panics,
}

/// Begins a thread, which begins its successor before it ends.
fn begin_life(scene: &Arc<Scene>, mut place: Place) {
    let shared = Arc::clone(scene);
    let thread = thread::spawn(move || {
        let end = shared.alarmed(|| Life { scene: &shared, place: &mut place }.live());
        if let End::Closed = end {
            return;
        }
        begin_life(&shared, place);
        match end {
            End::Panics => {
                count(&shared.counts.panics);
                resume_unwind(Box::new(Planned));
            }
            End::Ends | End::Closed => count(&shared.counts.ends),
        }
    });
    scene.add_thread(thread);
}

struct Life<'a> {
    scene: &'a Scene,
    place: &'a mut Place,
}

impl Life<'_> {
    fn live(&mut self) -> End {
        let mut packets = Vec::new();
        for _ in 0..200 + self.place.random.below(1000) {
            let is_resident = self.place.place < RESIDENTS * PORTS;
            if !is_resident && self.place.random.percent(2) {
                self.place.at = self.place.random.below(PORTS as u64) as usize;
                count(&self.scene.counts.switches);
            }
            packets.clear();
            match self.get(&mut packets) {
                Ok(()) => packets.iter().for_each(|packet| self.take(*packet)),
                Err(GetError::Timeout) if self.place.at != CALM => {}
                Err(GetError::Abandoned | GetError::Closed) => return End::Closed,
                Err(wrong) => panic!("{wrong}"),
            }
            if self.place.at != CALM {
                self.pause();
            }
        }
        if self.place.random.percent(30) { End::Panics } else { End::Ends }
    }

    fn get(&mut self, packets: &mut Vec<Packet>) -> Result<(), GetError> {
        let Place { random, at, .. } = self.place;
        let (port, counts) = (&self.scene.ports[*at], &self.scene.counts);
        let timeout = Duration::from_micros(random.below(300));
        let way = random.below(100);
        if way < 20 {
            let timeout = (way < 10 && *at != CALM).then_some(timeout);
            let max = 1 + random.below(16) as u32;
            count(&counts.batches);
            return port.get_many(packets, max, timeout).map(drop);
        }
        let got = match way {
            20..35 if *at != CALM => port.poll().inspect_err(|_| count(&counts.polls_in_vain)),
            35..50 if *at != CALM => {
                port.get_timeout(timeout).inspect_err(|_| count(&counts.timeouts))
            }
            _ => port.get(),
        };
        count(&counts.gets);
        packets.push(got?);
        Ok(())
    }

    /// Enters a packet as got, and sees that it came in order.
    fn take(&mut self, packet: Packet) {
        let (at, producer, number) = (self.place.at, packet.key as usize, packet.context);
        assert_eq!(packet.information, at as u64, "it was posted to another port: {packet:?}");
        let latest = self.place.latest[at][producer].replace(number);
        assert!(latest < Some(number), "{packet:?} came after {latest:?}");
        self.scene.got(at, producer, number);
    }

    /// Blocks in one case of ten, for no time or a short one, within another wait or not.
    fn pause(&mut self) {
        let random = &mut self.place.random;
        if !random.percent(10) {
            return;
        }
        count(&self.scene.counts.blocks);
        blocking(|| match random.below(10) {
            0..6 => thread::yield_now(),
            6..8 => blocking(thread::yield_now),
            _ => thread::sleep(Duration::from_micros(random.below(50))),
        });
    }
}
