//! Ports whose limit is reached, and who is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use crate::actors::Actor;
use crate::arm::{comes, nothing_comes, settle};
use crate::calls::{FOREVER, Got, Handle, get, port, post};

/// A packet of this key that was posted.
pub(crate) fn packet(key: usize) -> Got {
    Got::packet(key, 0, 0)
}

/// A port of limit 1 where one thread runs, another one waits, and packet 2 is queued.
pub(crate) struct Busy {
    pub(crate) port: Handle,
    /// Who holds the slot.
    pub(crate) runs: Actor,
    /// Who waits.
    pub(crate) waits: Actor,
    got: Receiver<Got>,
}

impl Busy {
    pub(crate) fn new() -> Self {
        let (port, runs, waits) = (port(1), Actor::new(), Actor::new());
        post(port, 1);
        assert_eq!(runs.does(move || get(port, FOREVER)), packet(1));
        let got = waits.risks(move || get(port, FOREVER));
        settle(port, 1);
        post(port, 2);
        nothing_comes(&got);
        Self { port, runs, waits, got }
    }

    /// The thread that waited takes the place of the one that ran.
    pub(crate) fn is_replaced(&self) {
        assert_eq!(comes(&self.got), packet(2));
    }

    /// The thread that runs has its slot, and takes the packet itself.
    pub(crate) fn is_not_replaced(&self) {
        nothing_comes(&self.got);
        let port = self.port;
        assert_eq!(self.runs.does(move || get(port, FOREVER)), packet(2));
    }

    /// Nothing has come to the thread that waits.
    pub(crate) fn waits_on(&self) {
        nothing_comes(&self.got);
    }

    /// Lets another thread wait, and posts packet 3: it comes if there is a slot.
    pub(crate) fn third(&self) -> (Actor, Receiver<Got>) {
        let (third, port) = (Actor::new(), self.port);
        let got = third.risks(move || get(port, FOREVER));
        settle(port, 1);
        post(port, 3);
        (third, got)
    }
}

/// What a thread runs that calls nothing, until it is told to stop.
#[derive(Clone)]
pub(crate) struct Spin(Arc<AtomicBool>);

impl Spin {
    pub(crate) fn new() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }

    pub(crate) fn run(&self) {
        while self.0.load(Ordering::SeqCst) {
            std::hint::spin_loop();
        }
    }

    pub(crate) fn stop(&self) {
        self.0.store(false, Ordering::SeqCst);
    }
}
