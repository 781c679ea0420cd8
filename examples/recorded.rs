//! A pool of four workers that counts primes and now and then waits for a disk. What happens at its
//! port is recorded, and written to a file that is played, told and drawn as any scenario is.
//!
//! ```text
//! cargo run --example recorded --features serde
//! cargo run -p iocp-sim-cli -- play recorded.json
//! ```

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use iocp_sim::Packet;
use iocp_sim::recordings::Untold;
use iocp_sim::threads::{CompletionPort, blocking};
use iocp_sim::trace::Trace;

/// The key of a task, of one that waits for the disk first, and of the end.
const COUNT: u64 = 1;
const READ: u64 = 2;
const STOP: u64 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let (found, trace) = run(12)?;
    let file = "recorded.json";
    serde_json::to_writer(BufWriter::new(File::create(file)?), &trace)?;
    println!("{found} primes, in {} steps of the port, which are in {file}.", trace.steps.len());
    println!("Play it:        cargo run -p iocp-sim-cli -- play {file}");
    println!("Read it:        cargo run -p iocp-sim-cli -- explain {file}");
    println!("Make a page:    cargo run -p iocp-sim-cli -- export {file} --html -o recorded.html");
    Ok(())
}

/// Lets the pool do so many tasks; gives the number of primes that it found, and what happened.
pub(crate) fn run(tasks: u64) -> Result<(u64, Trace), Untold> {
    let port = CompletionPort::builder().limit(2).name("pool").build();
    let recording = port.record(10_000);
    let workers: Vec<JoinHandle<u64>> = (1..=4).map(|number| worker(number, &port)).collect();
    for task in 1..=tasks {
        let key = if task % 3 == 0 { READ } else { COUNT };
        let information = 1_000 * task;
        port.post(Packet { key, information, ..Packet::default() }).expect("the port is open");
    }
    for _ in &workers {
        port.post(Packet { key: STOP, ..Packet::default() }).expect("the port is open");
    }
    let found = workers.into_iter().map(|worker| worker.join().expect("no worker panics")).sum();
    Ok((found, recording.finish().trace()?))
}

/// The threads have names, and so have those of the recording.
fn worker(number: u32, port: &CompletionPort) -> JoinHandle<u64> {
    let port = port.clone();
    let thread = thread::Builder::new().name(format!("worker-{number}"));
    let work = move || {
        let mut found = 0;
        while let Ok(Packet { key, information, .. }) = port.get() {
            match key {
                STOP => break,
                READ => blocking(|| thread::sleep(Duration::from_millis(2))),
                _ => {}
            }
            found += primes_below(information);
        }
        found
    };
    thread.spawn(work).expect("there is room for a thread")
}

fn primes_below(end: u64) -> u64 {
    let is_prime =
        |&number: &u64| (2..).take_while(|by| by * by <= number).all(|by| number % by != 0);
    (2..end).filter(is_prime).count() as u64
}
