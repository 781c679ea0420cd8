//! What differs between the arms: how a case knows that a thread waits. And what stays for ever.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::calls::Handle;

/// How long an arm that can not be seen into is given to get where it should be.
#[cfg(windows)]
const A_WHILE: Duration = Duration::from_millis(100);
/// How long nothing may happen, where nothing should.
const QUIET: Duration = Duration::from_millis(60);
/// How long something may take that must happen.
const LONG: Duration = Duration::from_secs(5);

/// Names the rules that a case shows. On the arm that has them a wrong name does not compile.
macro_rules! shows {
    ($($rule:ident),* $(,)?) => {
        #[cfg(not(windows))]
        const _: &[iocp_sim::Rule] = &[$(iocp_sim::Rule::$rule),*];
    };
}

/// Waits until so many threads wait on a port.
///
/// This library can be seen into. Any other arm gets a while; a case that fails there for want of
/// time is tried again by whoever runs it.
pub(crate) fn settle(port: Handle, waiting: usize) {
    #[cfg(windows)]
    {
        let _ = (port, waiting);
        std::thread::sleep(A_WHILE);
    }
    #[cfg(not(windows))]
    settles(port, |snapshot| snapshot.waiting.len() == waiting);
}

/// Waits until so many threads wait on a port, run for it, and are paused for it.
///
/// Any other arm gets a while, as in [`settle`].
pub(crate) fn settle_all(port: Handle, waiting: usize, released: usize, paused: usize) {
    #[cfg(windows)]
    {
        let _ = (port, waiting, released, paused);
        std::thread::sleep(A_WHILE);
    }
    #[cfg(not(windows))]
    settles(port, |snapshot| {
        let lists = [&snapshot.waiting, &snapshot.released, &snapshot.paused];
        lists.map(Vec::len) == [waiting, released, paused]
    });
}

#[cfg(not(windows))]
fn settles(port: Handle, is_settled: impl Fn(&iocp_sim::Snapshot) -> bool) {
    let deadline = std::time::Instant::now() + LONG;
    loop {
        let snapshot = iocp_sim_win32::snapshot(port.raw()).expect("it is the handle of a port");
        if is_settled(&snapshot) {
            return;
        }
        assert!(std::time::Instant::now() < deadline, "it does not settle: {snapshot:?}");
        std::thread::yield_now();
    }
}

/// What must come.
pub(crate) fn comes<T>(receiver: &Receiver<T>) -> T {
    receiver.recv_timeout(LONG).expect("it comes")
}

/// Nothing comes.
pub(crate) fn nothing_comes<T: std::fmt::Debug>(receiver: &Receiver<T>) {
    nothing_comes_within(receiver, QUIET);
}

/// Nothing comes in that time.
pub(crate) fn nothing_comes_within<T: std::fmt::Debug>(receiver: &Receiver<T>, time: Duration) {
    match receiver.recv_timeout(time) {
        Err(RecvTimeoutError::Timeout) => {}
        other => panic!("{other:?} came"),
    }
}

/// Keeps something for ever: a call may come to it late, or a thread end that has it. Tools that
/// look for lost memory find it here.
pub(crate) fn kept<T>(value: T) -> &'static T {
    let place: &'static T = Box::leak(Box::new(value));
    is_kept(place);
    place
}

/// Keeps what is at a place, if nobody frees it.
pub(crate) fn is_kept<T>(place: *const T) {
    static KEPT: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    KEPT.lock().expect("nobody panics here").push(place.expose_provenance());
}
