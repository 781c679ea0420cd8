//! A handler that waits for what another handler makes, at a port that lets one thread run. Unless
//! it says that it waits, the other one is not released.
//!
//! ```text
//! cargo run --example blocking_handler
//! ```

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim::Packet;
use iocp_sim::threads::{CompletionPort, blocking};

/// The key of a request that waits, of one that makes what it waits for, and of the end.
const WAITS: u64 = 1;
const MAKES: u64 = 2;
const STOP: u64 = 3;

fn main() {
    let patience = Duration::from_millis(300);
    println!("the handler waits, and does not say so:");
    println!("  {:?}\n", serve(patience, |wait| wait()));
    println!("the handler waits inside `blocking`:");
    println!("  {:?}", serve(patience, |wait| blocking(wait)));
}

/// What the handler that waited found.
pub(crate) type Found = Result<&'static str, RecvTimeoutError>;

/// Lets two workers serve two requests. `waits` runs the wait of the first one.
pub(crate) fn serve(patience: Duration, waits: fn(&dyn Fn() -> Found) -> Found) -> Found {
    let begun = Instant::now();
    let says = |what: &str| println!("  {:4} ms: {what}", begun.elapsed().as_millis());
    let port = CompletionPort::new(1);
    for key in [WAITS, MAKES, STOP, STOP] {
        port.post(Packet { key, ..Packet::default() }).expect("the port is open");
    }
    let (maker, made) = channel();
    let (results, result) = channel();
    let made = Mutex::new(made);
    let work = || {
        while let Ok(packet) = port.get() {
            match packet.key {
                WAITS => {
                    says("one handler begins to wait");
                    let wait = || made.lock().expect("one waits").recv_timeout(patience);
                    let found = waits(&wait);
                    says("it goes on");
                    results.send(found).expect("it is awaited");
                }
                MAKES => {
                    says("the other handler makes it");
                    maker.send("what was made").expect("it is awaited");
                }
                _ => return,
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    result.recv().expect("the handler has sent it")
}
