//! The close of a port, and who learns of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim::threads::{
    AssociateError, CompletionPort, Device, Entry, GetError, PostError, PostManyError,
};
use iocp_sim::{Item, Place, Profile, Rule, Snapshot, Status};

use crate::crew::{LONG, STRATEGIES, Worker, packet, queued, shows, until, until_waiting};

/// K01, G04, E12, K11.
#[test]
fn every_waiting_thread_returns_when_the_port_is_closed() {
    for strategy in STRATEGIES {
        let port = CompletionPort::builder().limit(2).wait_strategy(strategy).build();
        let recording = port.record(100);
        let [single, batch, timed, runs] = Worker::crew();
        assert!(runs.polls(&port).is_err());
        let single = single.waits(&port);
        let begin = |worker: &Worker, get: fn(&CompletionPort) -> Result<(), GetError>| {
            let port = port.clone();
            worker.begins(move || get(&port))
        };
        let batch = begin(&batch, |port| port.get_many(&mut Vec::new(), 8, None).map(drop));
        let timed = begin(&timed, |port| port.get_timeout(LONG).map(drop));
        until_waiting(&port, 3);
        assert!(port.close());
        assert_eq!(single.done(), Err(GetError::Abandoned));
        assert_eq!(batch.done(), Err(GetError::Abandoned));
        assert_eq!(timed.done(), Err(GetError::Abandoned));
        let Snapshot { closed, destroyed, waiting, released, .. } = port.snapshot();
        assert!(closed);
        assert!(destroyed);
        assert_eq!((waiting.len(), released.len()), (0, 0));
        shows(recording, &[Rule::K10, Rule::K01, Rule::K11, Rule::G04, Rule::E12, Rule::L10]);
    }
}

/// K07, L11.
#[test]
fn packets_that_are_queued_at_the_close_go_to_nobody() {
    let port = CompletionPort::new(1);
    let recording = port.record(100);
    let [runs, waits] = Worker::crew();
    assert!(runs.polls(&port).is_err());
    let get = waits.waits(&port);
    port.post_many(&[1, 2].map(packet)).unwrap();
    assert!(port.close());
    assert_eq!(get.done(), Err(GetError::Abandoned));
    assert_eq!(queued(&port), []);
    shows(recording, &[Rule::K01, Rule::L11]);
}

/// K09.
#[test]
fn a_thread_that_was_handed_a_packet_returns_it_in_spite_of_the_close() {
    for strategy in STRATEGIES {
        let port = CompletionPort::builder().limit(1).wait_strategy(strategy).build();
        let worker = Worker::new();
        let get = worker.waits(&port);
        port.post(packet(1)).unwrap();
        port.close();
        assert_eq!(get.done(), Ok(packet(1)));
    }
}

/// L20, G05, T08, A20, K06.
#[test]
fn a_closed_port_refuses_everything() {
    let port = CompletionPort::new(1);
    port.post(packet(1)).unwrap();
    assert!(port.close());
    assert!(!port.close());
    let closed = port.snapshot();
    assert_eq!(port.get(), Err(GetError::Closed));
    assert_eq!(port.poll(), Err(GetError::Closed));
    assert_eq!(port.get_timeout(LONG), Err(GetError::Closed));
    assert_eq!(port.get_many(&mut Vec::new(), 8, None), Err(GetError::Closed));
    assert_eq!(port.post(packet(2)), Err(PostError(packet(2))));
    assert_eq!(port.post_many(&[packet(2)]), Err(PostManyError { posted: 0 }));
    assert_eq!(port.post_many(&[]), Ok(()));
    assert_eq!(port.associate(&Device::new(), 1), Err(AssociateError::PortClosed));
    assert_eq!(port.replace(&Device::new(), 1), Err(AssociateError::PortClosed));
    assert_eq!(port.snapshot(), closed);
    assert_eq!(port.this_thread(), None);
}

/// K04: a device tells whether its port is closed.
#[test]
fn the_last_handle_closes_the_port_and_no_other_does() {
    let (port, other) = (CompletionPort::new(1), CompletionPort::new(1));
    let device = Device::new();
    port.associate(&device, 1).unwrap();
    let last = port.clone();
    drop(port);
    assert_eq!(other.associate(&device, 1), Err(AssociateError::Associated));
    last.post(packet(1)).unwrap();
    assert_eq!(last.get(), Ok(packet(1)));
    drop(last);
    assert_eq!(other.associate(&device, 1), Err(AssociateError::PortOfDeviceClosed));
}

/// K02, P07.
#[test]
fn on_windows_xp_waiting_threads_wait_on_for_the_devices_that_are_left() {
    let port = CompletionPort::builder().limit(1).profile(Profile::Xp).build();
    let recording = port.record(100);
    let device = Device::new();
    port.associate(&device, 7).unwrap();
    let [forever, timed] = Worker::crew();
    let forever = forever.waits(&port);
    let begun = {
        let port = port.clone();
        timed.begins(move || port.get_timeout(LONG))
    };
    until_waiting(&port, 2);
    assert!(port.close());
    assert_eq!(port.snapshot().waiting.len(), 2);
    assert!(device.complete(0, 512, Status::SUCCESS));
    assert_eq!(begun.done().map(|packet| (packet.key, packet.information)), Ok((7, 512)));
    timed.exits();
    assert!(device.complete(0, 513, Status::SUCCESS));
    assert_eq!(forever.done().map(|packet| packet.information), Ok(513));
    drop(device);
    assert!(port.snapshot().destroyed);
    shows(recording, &[Rule::K02, Rule::W01, Rule::L10, Rule::L12]);
}

/// C13, L10.
#[test]
fn on_windows_xp_a_time_out_ends_the_wait_at_a_closed_port() {
    let port = CompletionPort::builder().limit(1).profile(Profile::Xp).build();
    let worker = Worker::new();
    let get = {
        let port = port.clone();
        worker.begins(move || {
            let got = port.get_timeout(Duration::from_millis(50));
            (got, port.get())
        })
    };
    port.close();
    // The get may begin after the close.
    let (first, second) = get.done();
    assert!([Err(GetError::Timeout), Err(GetError::Closed)].contains(&first));
    assert_eq!(second, Err(GetError::Closed));
    assert!(port.snapshot().destroyed);
}

/// K06: a call that races the close learns of it in either way, and no packet is given twice.
#[test]
fn gets_that_race_the_close_end_as_abandoned_or_as_closed() {
    for strategy in STRATEGIES {
        for packets in 0..100 {
            let port = CompletionPort::builder().limit(2).wait_strategy(strategy).build();
            let got: Arc<[AtomicBool]> = (0..packets).map(|_| AtomicBool::new(false)).collect();
            let crew: [Worker; 4] = Worker::crew();
            let ends = crew.each_ref().map(|worker| {
                let (port, got) = (port.clone(), Arc::clone(&got));
                worker.begins(move || get_all(&port, &got))
            });
            for key in 0..packets {
                port.post(packet(key)).unwrap();
            }
            assert!(port.close());
            for end in ends {
                assert!([GetError::Abandoned, GetError::Closed].contains(&end.done()));
            }
        }
    }
}

/// Gets packets until there is an error, each of them as the only one who gets it.
fn get_all(port: &CompletionPort, got: &[AtomicBool]) -> GetError {
    loop {
        match port.get() {
            Ok(packet) => assert!(!got[packet.key as usize].swap(true, Ordering::Relaxed)),
            Err(error) => return error,
        }
    }
}

/// T08.
#[test]
fn posts_that_race_the_close_say_how_many_were_in_time() {
    let many = vec![packet(1); 20_000];
    let begun = Instant::now();
    loop {
        let port = CompletionPort::new(1);
        let recording = port.record(100_000);
        let posted = thread::scope(|scope| {
            let poster = scope.spawn(|| port.post_many(&many));
            until(&port, |snapshot| !snapshot.queue.is_empty());
            port.close();
            poster.join().expect("it does not panic")
        });
        let entries = recording.finish().entries();
        let came = entries.iter().filter(|entry| match entry {
            Entry::Move(moved) => {
                matches!(moved.item, Item::Packet { .. }) && moved.to == Place::Queue
            }
            Entry::Event(_) | Entry::Return(..) => false,
        });
        let posted = posted.map_or_else(|PostManyError { posted }| posted, |()| many.len());
        assert_eq!(came.count(), posted);
        if posted < many.len() {
            return;
        }
        assert!(begun.elapsed() < LONG, "the close never came in between");
    }
}
