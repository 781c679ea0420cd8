//! Short runs of the machine and of real threads, small enough for Miri, which `cargo xtask verify
//! --deep` runs them under.

use std::num::NonZeroU32;
use std::thread;
use std::time::Duration;

use iocp_sim::threads::{CompletionPort, Device, GetError, blocking, leave};
use iocp_sim::{
    Call, DeviceId, Elsewhere, Event, Ledger, Limit, Machine, Packet, Profile, Status, ThreadId,
    Wait,
};

fn packet(key: u64) -> Packet {
    Packet { key, ..Packet::default() }
}

/// What three threads and a device do, chosen by a number.
fn event(choice: u64) -> Event {
    let thread = ThreadId((choice / 16 % 3) as u32);
    let device = DeviceId(0);
    match choice % 16 {
        0..=2 => Event::Get { thread, call: Call::single(Wait::Timed) },
        3 => Event::Get { thread, call: Call::batch(3, true, Wait::Timed) },
        4 => Event::Get { thread, call: Call::single(Wait::Poll) },
        5..=7 => Event::Post { packet: packet(choice) },
        8 => Event::Complete { device, context: 0, status: Status::SUCCESS, information: 1 },
        9 => Event::Block { thread },
        10 => Event::Unblock { thread },
        11 => Event::Suspend { thread },
        12 => Event::Resume { thread },
        13 => Event::TimedOut { thread },
        14 => Event::QueueApc { thread },
        _ => Event::Exit { thread },
    }
}

#[test]
fn a_machine_keeps_its_invariants_through_a_short_life() {
    for profile in [Profile::Xp, Profile::Windows11] {
        let mut machine = Machine::new(profile, Limit::new(1, NonZeroU32::MIN));
        let mut ledger = Ledger::default();
        let (device, key, elsewhere) = (DeviceId(0), 1, Elsewhere::Unbound);
        ledger.step(&mut machine, Event::Associate { device, key, elsewhere }).unwrap();
        let mut seed = 1_u64;
        for _ in 0..300 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let event = event(seed >> 33);
            // What can not happen changes nothing; the ledger takes only what can.
            if machine.clone().step(event, &mut ()).is_ok() {
                ledger.step(&mut machine, event).unwrap();
            }
        }
        ledger.step(&mut machine, Event::Close).unwrap();
        ledger.step(&mut machine, Event::CloseDevice { device }).unwrap();
        assert!(machine.is_closed());
    }
}

#[test]
fn threads_share_packets_blocks_and_a_device_and_all_of_them_end() {
    let port = CompletionPort::new(1);
    let device = Device::new();
    port.associate(&device, 9).unwrap();
    let recording = port.record(10_000);
    let workers: Vec<_> = (0..3)
        .map(|_| {
            let port = port.clone();
            thread::spawn(move || {
                let mut got = 0;
                while let Ok(Packet { key: 1.., .. }) = port.get() {
                    got += 1;
                    blocking(thread::yield_now);
                }
                got
            })
        })
        .collect();
    for key in 1..=10 {
        port.post(packet(key)).unwrap();
        assert!(device.complete(0, key, Status::SUCCESS));
    }
    port.post_many(&[packet(0); 3]).unwrap();
    let got: u32 = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
    assert_eq!(got, 20);
    recording.finish().replay().unwrap();
}

#[test]
fn a_time_out_a_close_and_a_switch_end_calls_and_leave_no_threads_behind() {
    let (first, second) = (CompletionPort::new(1), CompletionPort::new(1));
    assert_eq!(first.get_timeout(Duration::from_millis(1)), Err(GetError::Timeout));
    assert_eq!(second.poll(), Err(GetError::Timeout));
    assert_eq!(first.snapshot().released, []);
    leave();
    let waiting = {
        let first = first.clone();
        thread::spawn(move || first.get())
    };
    while first.snapshot().waiting.is_empty() {
        thread::yield_now();
    }
    assert!(first.close());
    assert_eq!(waiting.join().unwrap(), Err(GetError::Abandoned));
    assert_eq!(first.poll(), Err(GetError::Closed));
}
