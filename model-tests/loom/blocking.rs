//! Pauses against posts and gets.

use iocp_sim::threads::{CompletionPort, blocking};
use loom::thread;

use crate::account::{ROOM, by, check_end, most_active, packet, told, watch};
use crate::explore::explore;

/// The main thread holds the only slot, and waits outside the port for a thread that needs it.
fn a_wait_for_a_thread_of_the_pool() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    port.post(packet(1)).unwrap();
    let first = port.get();
    let (a, b) = (port.clone(), port.clone());
    let getter = thread::spawn(move || a.get());
    let poster = thread::spawn(move || b.post(packet(2)));
    watch(&port, 2);
    let second = blocking(|| getter.join().unwrap());
    poster.join().unwrap().unwrap();
    let recorded = recording.finish();
    check_end(&port, &recorded, [1, 2], &[&first, &second]);
    vec![format!("2 by {}", by(&recorded, 2)), format!("{} active", most_active(&recorded))]
}

#[test]
fn a_blocked_thread_makes_room_for_the_one_it_waits_for() {
    let title = "a pause that waits for another thread";
    let sometimes = ["2 by C09", "2 by C10", "2 by Q01", "1 active", "2 active"];
    explore(title, 2, &sometimes, a_wait_for_a_thread_of_the_pool);
}

fn a_pause_and_another_get() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let (a, b) = (port.clone(), port.clone());
    let a = thread::spawn(move || {
        let got = a.get();
        blocking(|| blocking(|| ()));
        got
    });
    let b = thread::spawn(move || b.get());
    watch(&port, 2);
    port.post(packet(1)).unwrap();
    port.post(packet(2)).unwrap();
    let (a, b) = (a.join().unwrap(), b.join().unwrap());
    let recorded = recording.finish();
    check_end(&port, &recorded, [1, 2], &[&a, &b]);
    let who = format!("A got {}, B got {}", told(a), told(b));
    let active = format!("{} active", most_active(&recorded));
    vec![who, format!("2 by {}", by(&recorded, 2)), active]
}

#[test]
fn a_block_and_an_unblock_meet_posts() {
    let who = ["A got 1, B got 2", "A got 2, B got 1"];
    let rules = ["2 by C09", "2 by C10", "2 by C18", "2 by Q01"];
    let sometimes = [&who[..], &rules[..], &["1 active", "2 active"]].concat();
    explore("a block and an unblock against posts", 2, &sometimes, a_pause_and_another_get);
}
