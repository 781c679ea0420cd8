//! Handles of ports: how they are made, what they tell, and what they are.

use std::collections::BTreeSet;
use std::error::Error;
use std::thread;

use iocp_sim::threads::{
    AssociateError, Builder, CompletionPort, Device, Difference, Entry, GetError, PostError,
    PostManyError, Recorded, Recording, WaitStrategy,
};
use iocp_sim::{Profile, Snapshot};

use crate::crew::{Worker, packet, queued};

#[test]
fn what_is_shared_between_threads_can_be() {
    fn shared<T: Send + Sync + 'static>() {}
    fn error<T: Error + Send + Sync + 'static>() {}
    shared::<CompletionPort>();
    shared::<Builder>();
    shared::<Device>();
    shared::<Recording>();
    shared::<Recorded>();
    shared::<Entry>();
    shared::<WaitStrategy>();
    error::<GetError>();
    error::<PostError>();
    error::<PostManyError>();
    error::<AssociateError>();
    error::<Difference>();
}

/// L01, C01.
#[test]
fn a_new_port_is_empty_and_lets_as_many_threads_run_as_there_are_processors() {
    let processors = thread::available_parallelism().unwrap().get();
    let port = CompletionPort::builder().build();
    assert_eq!(port.limit() as usize, processors);
    assert_eq!(CompletionPort::new(0).limit() as usize, processors);
    let Snapshot { limit, closed, destroyed, devices, queue, waiting, released, paused } =
        port.snapshot();
    assert_eq!((limit, closed, destroyed), (port.limit(), false, false));
    assert_eq!((devices, queue, waiting), (vec![], vec![], vec![]));
    assert_eq!((released, paused), (vec![], vec![]));
}

/// C02, L04.
#[test]
fn the_largest_limit_is_legal() {
    let port = CompletionPort::new(u32::MAX);
    let crew: [Worker; 4] = Worker::crew();
    for worker in &crew {
        port.post(packet(1)).unwrap();
        worker.gets(&port).unwrap();
    }
    assert_eq!(port.snapshot().released.len(), 4);
    assert_eq!(port.limit(), u32::MAX);
}

#[test]
fn a_name_is_for_whoever_looks() {
    assert_eq!(CompletionPort::new(1).name(), None);
    let port = CompletionPort::builder().name("requests").profile(Profile::Vista).build();
    assert_eq!(port.name(), Some("requests"));
    assert!(format!("{port:?}").contains("requests"));
}

#[test]
fn clones_are_handles_to_one_port() {
    let port = CompletionPort::new(1);
    let clone = port.clone();
    clone.post(packet(1)).unwrap();
    assert_eq!(port.get(), Ok(packet(1)));
    assert_eq!(clone.this_thread(), port.this_thread());
    assert!(clone.this_thread().is_some());
}

/// T02.
#[test]
fn packets_of_one_poster_keep_their_order_among_those_of_others() {
    let port = CompletionPort::new(1);
    thread::scope(|scope| {
        for poster in 0..4 {
            let port = &port;
            scope.spawn(move || {
                let own: Vec<_> = (0..1000).map(|n| packet(n * 4 + poster)).collect();
                port.post_many(&own[..600]).unwrap();
                own[600..].iter().for_each(|&packet| port.post(packet).unwrap());
            });
        }
    });
    let all = queued(&port);
    assert_eq!(all.len(), 4000);
    for poster in 0..4 {
        assert!(all.iter().filter(|key| *key % 4 == poster).is_sorted());
    }
}

#[test]
fn threads_that_spin_take_turns_with_threads_that_come_later() {
    for turns in [0, 1, 10_000_000] {
        let strategy = WaitStrategy::Spin { turns };
        let port = CompletionPort::builder().limit(1).wait_strategy(strategy).build();
        let crew: [Worker; 2] = Worker::crew();
        let gets = crew.each_ref().map(|worker| worker.waits(&port));
        port.post(packet(1)).unwrap();
        let [first, second] = gets;
        assert_eq!(second.done(), Ok(packet(1)));
        port.close();
        assert_eq!(first.done(), Err(GetError::Abandoned));
    }
}

#[test]
fn every_error_says_something_of_its_own() {
    use AssociateError::{Associated, NotInThisProfile, PortClosed, PortOfDeviceClosed};
    use GetError::{Abandoned, Blocking, Closed, NoBatches, NoRoom, Timeout};
    let gets = [Timeout, Abandoned, Closed, Blocking, NoRoom, NoBatches].map(|e| e.to_string());
    let associates =
        [PortClosed, Associated, PortOfDeviceClosed, NotInThisProfile].map(|e| e.to_string());
    let posts = [PostError(packet(1)).to_string(), PostManyError { posted: 7 }.to_string()];
    assert!(posts[1].contains("7 packets"));
    let different: BTreeSet<_> = gets.iter().chain(&associates[1..]).chain(&posts).collect();
    assert_eq!(different.len(), 11);
}
