//! What one thread does to another: APCs, suspension, ends, and the end of a pause, against posts,
//! deadlines and switches of port.

use std::time::Duration;

use iocp_sim::threads::{CompletionPort, GetError, Pause, Thread, leave};
use iocp_sim::{Packet, ThreadId};
use loom::thread::{self, JoinHandle};

use crate::account::{ROOM, check_end, check_recorded, packet, told};
use crate::explore::explore;

const WHILE: Duration = Duration::from_secs(1);

/// What a thread had, and the threads that it began.
type Begun<T> = (T, Vec<JoinHandle<()>>);

/// Runs something in a thread that is not woken while it joins others, which loom does not allow.
fn apart<T: Send + 'static>(act: impl FnOnce() -> Begun<T> + Send + 'static) -> T {
    let (had, others) = thread::spawn(act).join().unwrap();
    others.into_iter().for_each(|other| other.join().unwrap());
    had
}

fn other(act: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    thread::spawn(act)
}

fn suspends_and_resumes(thread: Thread) -> JoinHandle<()> {
    other(move || {
        thread.suspend();
        thread.resume();
    })
}

fn posts(port: &CompletionPort) -> JoinHandle<()> {
    let port = port.clone();
    other(move || port.post(packet(1)).unwrap())
}

fn alertable(port: &CompletionPort, timeout: Option<Duration>) -> Result<Packet, GetError> {
    let mut packets = Vec::new();
    port.get_many_alertable(&mut packets, 1, timeout).map(|_| packets[0])
}

/// One gets alertably, one posts, one queues an APC to it.
fn an_apc_and_a_packet(comes_from_here: bool) -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let a = port.clone();
    let got = apart(move || {
        let me = Thread::current();
        if comes_from_here {
            assert!(a.poll().is_err());
        }
        let b = me.clone();
        let others = vec![posts(&a), other(move || b.queue_apc())];
        let got = [(); 2].map(|()| {
            let got = alertable(&a, None);
            if got == Err(GetError::Apc) {
                me.run_apcs();
            }
            got
        });
        assert_eq!(alertable(&a, Some(Duration::ZERO)), Err(GetError::Timeout));
        (got, others)
    });
    check_end(&port, &recording.finish(), [1], &[&got[0], &got[1]]);
    vec![format!("{}, {}", told(got[0]), told(got[1]))]
}

#[test]
fn an_apc_meets_a_packet_and_neither_is_lost() {
    for comes_from_here in [false, true] {
        let model = move || an_apc_and_a_packet(comes_from_here);
        explore("an APC against a packet", 3, &["1, Apc", "Apc, 1"], model);
    }
}

/// One runs its APC in a wait of its own while another is queued.
fn an_apc_while_others_are_run() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let a = port.clone();
    let got = apart(move || {
        let me = Thread::current();
        assert!(a.poll().is_err());
        me.queue_apc();
        let b = me.clone();
        let others = vec![other(move || b.queue_apc())];
        me.run_apcs();
        let got = alertable(&a, Some(Duration::ZERO));
        (got, others)
    });
    check_end(&port, &recording.finish(), [], &[&got]);
    vec![told(got)]
}

#[test]
fn an_apc_that_comes_while_others_are_run_is_pending_or_was_run() {
    let title = "an APC against the run of another";
    explore(title, 3, &["Apc", "Timeout"], an_apc_while_others_are_run);
}

/// One runs its APC while it is suspended and resumed.
fn an_apc_in_a_suspension() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let a = port.clone();
    let got = apart(move || {
        let me = Thread::current();
        assert!(a.poll().is_err());
        me.queue_apc();
        let others = vec![suspends_and_resumes(me.clone())];
        me.run_apcs();
        (alertable(&a, Some(Duration::ZERO)), others)
    });
    check_end(&port, &recording.finish(), [], &[&got]);
    vec![told(got)]
}

#[test]
fn a_suspended_thread_runs_its_apcs_when_it_is_resumed() {
    explore("an APC against a suspension", 3, &["Timeout"], an_apc_in_a_suspension);
}

/// One gets, one suspends and resumes it, one posts.
fn a_suspension_and_a_packet() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let a = port.clone();
    let got = apart(move || {
        let others = vec![posts(&a), suspends_and_resumes(Thread::current())];
        (a.get(), others)
    });
    check_end(&port, &recording.finish(), [1], &[&got]);
    vec![told(got)]
}

#[test]
fn a_suspension_meets_a_packet_and_the_packet_is_got() {
    explore("a suspension against a packet", 3, &["1"], a_suspension_and_a_packet);
}

/// One gets with a deadline, which passes; one suspends and resumes it, and may post meanwhile.
fn a_suspension_and_a_deadline(posts: bool) -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let a = port.clone();
    let got = apart(move || {
        assert!(a.poll().is_err());
        let (me, b, c) = (Thread::current(), a.clone(), a.clone());
        let suspends = other(move || {
            me.suspend();
            if posts {
                b.post(packet(1)).unwrap();
            }
            me.resume();
        });
        let clock = other(move || c.time_out(ThreadId(0)));
        (a.get_timeout(WHILE), vec![suspends, clock])
    });
    check_end(&port, &recording.finish(), posts.then_some(1), &[&got]);
    vec![told(got)]
}

#[test]
fn a_deadline_that_passes_in_a_suspension_is_noticed_after_it() {
    let title = "a suspension against a deadline";
    explore(title, 3, &["Timeout"], || a_suspension_and_a_deadline(false));
    explore(title, 2, &["1", "Timeout"], || a_suspension_and_a_deadline(true));
}

/// One gets, one ends it, one posts.
fn an_end_and_a_packet() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let a = port.clone();
    let got = apart(move || {
        let me = Thread::current();
        let ends = other(move || {
            me.end();
        });
        let others = vec![posts(&a), ends];
        (a.get(), others)
    });
    check_end(&port, &recording.finish(), [1], &[&got]);
    vec![told(got)]
}

#[test]
fn an_end_meets_a_packet_and_the_packet_is_got_or_queued() {
    explore("an end against a packet", 3, &["1", "Ended"], an_end_and_a_packet);
}

/// One, suspended now and then, goes from one port to another, and leaves that.
fn a_suspension_and_a_switch() -> Vec<String> {
    let (old, new) = (CompletionPort::new(1), CompletionPort::new(1));
    let recordings = [old.record(ROOM), new.record(ROOM)];
    let (a, b) = (old.clone(), new.clone());
    let got = apart(move || {
        assert!(a.poll().is_err());
        let others = vec![suspends_and_resumes(Thread::current())];
        let got = b.poll();
        leave();
        assert!(b.this_thread().is_none());
        (got, others)
    });
    recordings.into_iter().for_each(|recording| check_recorded(&recording.finish()));
    for port in [old, new] {
        let end = port.snapshot();
        assert!(end.released.is_empty() && end.paused.is_empty(), "{end:?}");
    }
    vec![told(got)]
}

#[test]
fn a_suspension_meets_a_switch_of_port() {
    explore("a suspension against a switch", 3, &["Timeout"], a_suspension_and_a_switch);
}

/// One pauses, one ends the pause, one suspends and resumes it.
fn a_pause_that_others_end() -> Vec<String> {
    let port = CompletionPort::new(1);
    let recording = port.record(ROOM);
    let a = port.clone();
    let got = apart(move || {
        assert!(a.poll().is_err());
        let me = Thread::current();
        let others = vec![suspends_and_resumes(me.clone()), other(move || me.end_pause())];
        drop(Pause::begin());
        (a.poll(), others)
    });
    check_end(&port, &recording.finish(), [], &[&got]);
    vec![told(got)]
}

#[test]
fn a_pause_ends_once_whoever_ends_it() {
    explore("the end of a pause by others", 3, &["Timeout"], a_pause_that_others_end);
}
