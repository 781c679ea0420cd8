//! The close against gets, waiting and on their way.

use iocp_sim::threads::{CompletionPort, Entry, Recorded};
use iocp_sim::{Event, Outcome};
use loom::thread;

use crate::account::{ROOM, by, check_end, packet, told, watch};
use crate::explore::explore;

/// What became of the packet with key 1.
fn fate(posted: bool, recorded: &Recorded) -> String {
    if posted { format!("1 by {}", by(recorded, 1)) } else { "1 refused".to_owned() }
}

fn one_get() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let (a, b, c) = (port.clone(), port.clone(), port.clone());
    let getter = thread::spawn(move || a.get());
    let poster = thread::spawn(move || b.post(packet(1)));
    let closer = thread::spawn(move || c.close());
    watch(&port, 1);
    let posted = poster.join().unwrap().is_ok();
    assert!(closer.join().unwrap());
    let got = getter.join().unwrap();
    let recorded = recording.finish();
    check_end(&port, &recorded, posted.then_some(1), &[&got]);
    assert!(port.snapshot().destroyed);
    vec![format!("{}, {}", told(got), fate(posted, &recorded))]
}

#[test]
fn a_close_meets_a_get_and_a_post() {
    let got = ["1, 1 by C09", "1, 1 by Q01"];
    let got_none = ["Abandoned, 1 refused", "Closed, 1 refused", "Closed, 1 by L11"];
    let sometimes = [&got[..], &got_none[..]].concat();
    explore("a close against a get and a post", 2, &sometimes, one_get);
}

fn two_gets_and_two_closes() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let (a, b, c, d) = (port.clone(), port.clone(), port.clone(), port.clone());
    let a = thread::spawn(move || a.get());
    let b = thread::spawn(move || b.get());
    let poster = thread::spawn(move || c.post(packet(1)));
    let closer = thread::spawn(move || d.close());
    let closed_here = port.close();
    assert_ne!(closer.join().unwrap(), closed_here, "a port is closed once");
    let posted = poster.join().unwrap().is_ok();
    let (a, b) = (a.join().unwrap(), b.join().unwrap());
    let recorded = recording.finish();
    check_end(&port, &recorded, posted.then_some(1), &[&a, &b]);
    assert!(port.snapshot().destroyed);
    let mut both = [told(a), told(b)];
    both.sort_unstable();
    vec![both.join(" and "), fate(posted, &recorded)]
}

#[test]
fn two_closes_meet_two_gets_and_a_post() {
    let gets = ["Abandoned and Abandoned", "Abandoned and Closed", "Closed and Closed"];
    let fates = ["1 by C09", "1 by Q01", "1 by L11", "1 refused"];
    let sometimes = [&["1 and Abandoned", "1 and Closed"], &gets[..], &fates[..]].concat();
    explore("two closes against two gets and a post", 2, &sometimes, two_gets_and_two_closes);
}

/// Whether the port was found closed after the thread was admitted and before it could enter.
fn closed_at_the_door(recorded: &Recorded) -> bool {
    recorded.entries().windows(2).any(|pair| {
        matches!(pair[0], Entry::Event(Event::Enter { .. }))
            && matches!(pair[1], Entry::Return(_, Outcome::Abandoned, _))
    })
}

/// A thread that belongs to another port is admitted, leaves, enters, and waits.
fn a_get_from_another_port(watchers: usize) -> Vec<String> {
    let (port, other) = (CompletionPort::new(1), CompletionPort::new(1));
    let recording = port.record(ROOM);
    let (a, b, c, d) = (port.clone(), port.clone(), port.clone(), other.clone());
    let getter = thread::spawn(move || {
        let nothing = d.poll();
        assert_eq!(told(nothing), "Timeout");
        let got = a.get();
        (got, d.this_thread().is_some())
    });
    let poster = thread::spawn(move || b.post(packet(1)));
    let closer = thread::spawn(move || c.close());
    for _ in 0..watchers {
        watch(&port, 1);
    }
    let posted = poster.join().unwrap().is_ok();
    assert!(closer.join().unwrap());
    let (got, stayed) = getter.join().unwrap();
    let recorded = recording.finish();
    check_end(&port, &recorded, posted.then_some(1), &[&got]);
    let door = if closed_at_the_door(&recorded) { " at the door" } else { "" };
    let stays = if stayed { "stays" } else { "left" };
    vec![format!("{}{door}, {stays}", told(got)), fate(posted, &recorded)]
}

#[test]
fn a_close_meets_a_get_between_admission_and_waiting() {
    let title = "a close against a get from another port";
    let gets = ["1, left", "Abandoned, left", "Abandoned at the door, left", "Closed, stays"];
    let fates = ["1 by C09", "1 by Q01", "1 by L11", "1 refused"];
    let sometimes = [gets, fates].concat();
    explore(title, 3, &sometimes, || a_get_from_another_port(0));
    explore(&format!("{title}, watched"), 2, &sometimes, || a_get_from_another_port(1));
}
