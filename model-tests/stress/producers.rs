//! Threads that post: each sends packets with rising numbers to all ports.

use std::sync::atomic::Ordering;
use std::thread;

use iocp_sim::threads::Device;
use iocp_sim::{Packet, Status};

use crate::random::Random;
use crate::scene::{PORTS, Scene};

/// A producer lets the consumers of a port catch up when more packets are under way: so many at
/// one time, and so many at another. With few of them packets are handed over to waiting threads,
/// with many they are taken from the queue.
const UNDER_WAY: [u64; 4] = [0, 3, 30, 300];

/// Every so many packets a producer takes another of these.
const PHASE: u64 = 1000;

const MANY_AT_ONCE: u64 = 32;

/// Posts all packets of a producer, by posts of one and of many, and by completions.
pub(crate) fn produce(scene: &Scene, producer: usize) {
    let mut random = Random::new(scene.seed, producer as u64);
    let key = producer as u64;
    let devices = [(); PORTS].map(|()| Device::new());
    for (port, device) in scene.ports.iter().zip(&devices) {
        port.associate(device, key).expect("the port is open");
    }
    let mut number = 0;
    while number < scene.each {
        let under_way = UNDER_WAY[(number / PHASE) as usize % UNDER_WAY.len()];
        let at = random.below(PORTS as u64) as usize;
        while scene.under_way[at].load(Ordering::Relaxed) > under_way {
            if scene.failed() {
                return;
            }
            thread::yield_now();
        }
        let count = match random.percent(20) {
            true => (1 + random.below(MANY_AT_ONCE)).min(scene.each - number),
            false => 1,
        };
        let packet = |context| Packet { key, context, information: at as u64, ..Packet::default() };
        scene.under_way[at].fetch_add(count, Ordering::Relaxed);
        let posted = if count > 1 {
            let packets: Vec<Packet> = (number..number + count).map(packet).collect();
            scene.ports[at].post_many(&packets).is_ok()
        } else if random.percent(30) {
            devices[at].complete(number, at as u64, Status::SUCCESS)
        } else {
            scene.ports[at].post(packet(number)).is_ok()
        };
        assert!(posted || scene.failed(), "the port is open");
        number += count;
    }
}
