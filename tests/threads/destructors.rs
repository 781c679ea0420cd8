//! Ports that are called from the destructor of a thread-local value, while the thread ends.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use iocp_sim::threads::{CompletionPort, GetError, blocking};
use iocp_sim::{Snapshot, ThreadId};

use crate::crew::{Got, LONG, packet, until_waiting};

/// Calls the port when its thread ends.
struct Caller {
    port: CompletionPort,
    answers: Sender<Answers>,
}

/// What a get said, where its thread then was, and what a poll said afterwards.
type Answers = (Got, Snapshot, Got);

impl Drop for Caller {
    fn drop(&mut self) {
        let got = self.port.get();
        blocking(|| {});
        let after = self.port.snapshot();
        let _ = self.answers.send((got, after, self.port.poll()));
    }
}

thread_local! {
    static CALLER: RefCell<Option<Caller>> = const { RefCell::new(None) };
}

/// Begins a thread that does `before`, and `after` once its caller is there, and ends.
fn begin(
    port: &CompletionPort,
    before: fn(&CompletionPort),
    after: fn(&CompletionPort),
) -> (JoinHandle<()>, Receiver<Answers>) {
    let (answers, received) = mpsc::channel();
    let port = port.clone();
    let thread = thread::spawn(move || {
        before(&port);
        let caller = Caller { port: port.clone(), answers };
        CALLER.with_borrow_mut(|slot| *slot = Some(caller));
        after(&port);
    });
    (thread, received)
}

fn polls(port: &CompletionPort) {
    assert_eq!(port.poll(), Err(GetError::Timeout));
}

/// In one of these the thread's own value of this library is gone when it calls, and it comes and
/// leaves in one call; in another one it is still there. Which is which is up to the platform.
#[test]
fn a_thread_gets_while_it_ends_and_leaves_nothing_behind() {
    let stays: fn(&CompletionPort) = |_| {};
    let mut released = BTreeSet::new();
    for (before, after) in [(stays, stays), (polls, stays), (stays, polls)] {
        let port = CompletionPort::new(1);
        let (thread, answers) = begin(&port, before, after);
        until_waiting(&port, 1);
        port.post_many(&[1, 2].map(packet)).unwrap();
        let (got, snapshot, polled) = answers.recv_timeout(LONG).unwrap();
        thread.join().unwrap();
        assert_eq!((got, polled), (Ok(packet(1)), Ok(packet(2))));
        released.insert(snapshot.released);
        let Snapshot { waiting, released, paused, .. } = port.snapshot();
        assert_eq!((waiting.len(), released.len(), paused.len()), (0, 0, 0));
    }
    assert_eq!(released, [vec![], vec![ThreadId(0)]].into());
}
