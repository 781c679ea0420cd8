//! Posts against gets.

use iocp_sim::threads::{CompletionPort, WaitStrategy};
use loom::thread;

use crate::account::{ROOM, by, check_end, packet, told, watch};
use crate::explore::explore;

/// One thread gets, one posts, one looks.
fn one_post_and_one_get(strategy: WaitStrategy) -> Vec<String> {
    let port = CompletionPort::builder().limit(1).wait_strategy(strategy).build();
    let recording = port.record(ROOM);
    let (a, b) = (port.clone(), port.clone());
    let getter = thread::spawn(move || a.get());
    let poster = thread::spawn(move || b.post(packet(1)));
    watch(&port, 1);
    poster.join().unwrap().unwrap();
    let got = getter.join().unwrap();
    let recorded = recording.finish();
    check_end(&port, &recorded, [1], &[&got]);
    assert_eq!(told(got), "1");
    vec![format!("by {}", by(&recorded, 1))]
}

#[test]
fn a_post_meets_a_get() {
    let sometimes = ["by C09", "by Q01"];
    explore("a post against a get", 3, &sometimes, || one_post_and_one_get(WaitStrategy::Park));
}

#[test]
fn a_post_meets_a_get_that_looks_before_it_sleeps() {
    let sometimes = ["by C09", "by Q01"];
    explore("a post against a get that spins", 3, &sometimes, || {
        one_post_and_one_get(WaitStrategy::Spin { turns: 2 })
    });
}

/// Without a recording, which sees every step, the shorter ways are taken.
#[test]
fn posts_meet_gets_that_nobody_records() {
    let sometimes = ["got [1, 2]"];
    explore("posts against gets, unrecorded", 3, &sometimes, || {
        let port = CompletionPort::new(1);
        let (a, b) = (port.clone(), port.clone());
        let getter = thread::spawn(move || [(); 2].map(|()| a.get().unwrap().key));
        let poster = thread::spawn(move || b.post(packet(2)));
        port.post(packet(1)).unwrap();
        poster.join().unwrap().unwrap();
        let mut keys = getter.join().unwrap();
        keys.sort_unstable();
        assert_eq!(port.snapshot().queue, []);
        vec![format!("got {keys:?}")]
    });
}

/// Two threads get, another one and the main one post.
fn two_posts_and_two_gets(limit: u32) -> Vec<String> {
    let port = CompletionPort::new(limit);
    let recording = port.record(ROOM);
    let (a, b, c) = (port.clone(), port.clone(), port.clone());
    let a = thread::spawn(move || a.get());
    let b = thread::spawn(move || b.get());
    let poster = thread::spawn(move || c.post(packet(1)));
    watch(&port, limit as usize);
    port.post(packet(2)).unwrap();
    poster.join().unwrap().unwrap();
    let (a, b) = (a.join().unwrap(), b.join().unwrap());
    let recorded = recording.finish();
    check_end(&port, &recorded, [1, 2], &[&a, &b]);
    let who = format!("A got {}, B got {}", told(a), told(b));
    vec![who, format!("by {}", by(&recorded, 1)), format!("by {}", by(&recorded, 2))]
}

#[test]
fn two_posts_meet_two_gets_under_a_limit_of_one() {
    let sometimes = ["A got 1, B got 2", "A got 2, B got 1", "by C09", "by C18", "by Q01"];
    explore("two posts against two gets, limit 1", 2, &sometimes, || two_posts_and_two_gets(1));
}

#[test]
fn two_posts_meet_two_gets_under_a_limit_of_two() {
    let sometimes = ["A got 1, B got 2", "A got 2, B got 1", "by C09", "by Q01"];
    explore("two posts against two gets, limit 2", 2, &sometimes, || two_posts_and_two_gets(2));
}
