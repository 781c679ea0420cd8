//! Threads that go from one port to another.

use iocp_sim::threads::CompletionPort;
use loom::thread;

use crate::account::{ROOM, by, check_end, check_snapshot, packet, told, watch};
use crate::explore::explore;

/// One thread gets from one port and then from another; a second one waits at the first.
fn a_switch_and_posts_to_both() -> Vec<String> {
    let (left, right) = (CompletionPort::new(1), CompletionPort::new(1));
    let recordings = (left.record(ROOM), right.record(ROOM));
    let (a, b, c, d) = (left.clone(), right.clone(), left.clone(), right.clone());
    let a = thread::spawn(move || (a.get(), b.get()));
    let b = thread::spawn(move || c.get());
    let poster = thread::spawn(move || d.post(packet(3)));
    watch(&left, 1);
    left.post(packet(1)).unwrap();
    left.post(packet(2)).unwrap();
    poster.join().unwrap().unwrap();
    let ((first, third), second) = (a.join().unwrap(), b.join().unwrap());
    let (on_left, on_right) = (recordings.0.finish(), recordings.1.finish());
    check_end(&left, &on_left, [1, 2], &[&first, &second]);
    check_end(&right, &on_right, [3], &[&third]);
    let who = format!("A got {}, B got {}", told(first), told(second));
    vec![who, format!("2 by {}", by(&on_left, 2)), format!("3 by {}", by(&on_right, 3))]
}

#[test]
fn a_thread_that_switches_meets_posts_to_both_ports() {
    let who = ["A got 1, B got 2", "A got 2, B got 1"];
    let left = ["2 by C06", "2 by C09", "2 by C18", "2 by Q01"];
    let sometimes = [&who[..], &left[..], &["3 by C09", "3 by Q01"]].concat();
    explore("a switch against posts to both ports", 2, &sometimes, a_switch_and_posts_to_both);
}

/// Two threads go past each other from port to port.
fn two_switches() -> Vec<String> {
    let (left, right) = (CompletionPort::new(1), CompletionPort::new(1));
    let recordings = (left.record(ROOM), right.record(ROOM));
    let (a, b, c, d) = (left.clone(), right.clone(), left.clone(), right.clone());
    let (e, f) = (left.clone(), right.clone());
    let a = thread::spawn(move || (a.get(), b.get()));
    let b = thread::spawn(move || (d.get(), c.get()));
    let watcher = thread::spawn(move || {
        check_snapshot(&e.snapshot(), 1);
        check_snapshot(&f.snapshot(), 1);
    });
    for (port, key) in [(&left, 1), (&right, 3), (&left, 2), (&right, 4)] {
        port.post(packet(key)).unwrap();
    }
    watcher.join().unwrap();
    let ((a1, a2), (b1, b2)) = (a.join().unwrap(), b.join().unwrap());
    let (on_left, on_right) = (recordings.0.finish(), recordings.1.finish());
    check_end(&left, &on_left, [1, 2], &[&a1, &b2]);
    check_end(&right, &on_right, [3, 4], &[&a2, &b1]);
    vec![format!("A got {} {}, B got {} {}", told(a1), told(a2), told(b1), told(b2))]
}

#[test]
fn two_threads_switch_past_each_other() {
    let sometimes = ["A got 1 3, B got 4 2", "A got 1 4, B got 3 2", "A got 2 4, B got 3 1"];
    explore("two switches past each other", 2, &sometimes, two_switches);
}

/// A thread goes and comes back, and may find its number taken by another one.
fn there_and_back() -> Vec<String> {
    let (left, right) = (CompletionPort::new(1), CompletionPort::new(1));
    let recordings = (left.record(ROOM), right.record(ROOM));
    let (a, b, c) = (left.clone(), right.clone(), left.clone());
    let a = thread::spawn(move || {
        let first = (a.get(), a.this_thread());
        let between = b.get();
        let last = (a.get(), a.this_thread());
        assert_eq!(b.this_thread(), None);
        (first, between, last)
    });
    let b = thread::spawn(move || c.get());
    watch(&left, 1);
    right.post(packet(4)).unwrap();
    left.post_many(&[packet(1), packet(2), packet(3)]).unwrap();
    let ((first, between, last), other) = (a.join().unwrap(), b.join().unwrap());
    let (on_left, on_right) = (recordings.0.finish(), recordings.1.finish());
    check_end(&left, &on_left, [1, 2, 3], &[&first.0, &last.0, &other]);
    check_end(&right, &on_right, [4], &[&between]);
    let number = if first.1 == last.1 { "its number" } else { "another number" };
    let who = format!("A got {} {}, B got {}", told(first.0), told(last.0), told(other));
    vec![who, number.to_owned()]
}

#[test]
fn a_thread_comes_back_to_its_first_port() {
    let who = ["A got 1 2, B got 3", "A got 1 3, B got 2", "A got 2 3, B got 1"];
    let sometimes = [&who[..], &["its number", "another number"]].concat();
    explore("there and back", 2, &sometimes, there_and_back);
}
