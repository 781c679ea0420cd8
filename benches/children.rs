//! Other processes of this program: one that fills its memory with one thing alone, one that posts
//! and gets and nothing else, and one that makes the same trace.

use std::fs::File;
use std::hint::black_box;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};
use iocp_sim::threads::{CompletionPort, Device, WaitStrategy};
use iocp_sim::{DeviceId, Elsewhere, Event, Limit, Machine, Profile, ThreadId};

use crate::host;
use crate::model;
use crate::queues::{self, Bare, Queue, Textbook, Watched, packet};
use crate::seeded;

/// What a process is for that this program begins.
#[derive(clap::Subcommand)]
pub(crate) enum Child {
    /// Posts and gets so many packets, and nothing else: something to count calls of.
    Uncontended { packets: u64 },
    /// Fills memory with one thing, and says how many bytes it took, and how many are left of them
    /// when it is gone.
    Memory { what: String },
    /// Prints the hash of the traces of one seed.
    TraceHash,
}

pub(crate) fn run(child: &Child) -> Result<()> {
    match child {
        Child::Uncontended { packets } => uncontended(*packets),
        Child::TraceHash => println!("{:016x}", seeded::hash()),
        Child::Memory { what } => {
            let [full, left] = fill(what)?;
            println!("{full} {left}");
        }
    }
    Ok(())
}

fn uncontended(packets: u64) {
    let port = queues::ours(1, WaitStrategy::Park);
    for key in 0..packets {
        port.put(packet(key));
        black_box(port.take());
    }
}

/// What another process says of its memory; nothing where the system does not tell.
pub(crate) fn memory(what: &str) -> [f64; 2] {
    ask(what).unwrap_or([f64::NAN; 2])
}

fn ask(what: &str) -> Option<[f64; 2]> {
    host::resident()?;
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).args(["child", "memory", what]).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).ok()?;
    let (full, left) = text.trim().split_once(' ')?;
    Some([full.parse().ok()?, left.parse().ok()?])
}

fn fill(what: &str) -> Result<[f64; 2]> {
    let words: Vec<&str> = what.split(':').collect();
    let [kind, name, count] = words[..] else { bail!("{what} is not of the form kind:name:count") };
    let count: u64 = count.parse().context("the last word is a number")?;
    match (kind, name) {
        ("queue", "ours") => queue(&queues::ours(1, WaitStrategy::Park), count),
        ("queue", "Mutex + VecDeque") => queue(&Bare::default(), count),
        ("queue", "crossbeam") => queue(&queues::crossbeam(), count),
        ("machine", "devices") => whole(|| model_devices(count)),
        ("machine", "threads") => whole(|| model_threads(count)),
        ("machine", "both") => whole(model::large),
        ("port", "devices") => whole(|| devices(count)),
        ("port", "threads") => threads(&queues::ours(1, WaitStrategy::Park), count),
        ("condition", "threads") => threads(&Textbook::default(), count),
        _ => bail!("{what} is nothing that memory is filled with"),
    }
}

/// Fills a queue and drains it.
fn queue(queue: &impl Queue, depth: u64) -> Result<[f64; 2]> {
    let before = resident()?;
    (0..depth).for_each(|key| queue.put(packet(key)));
    let full = resident()?;
    while queue.try_take().is_some() {}
    Ok([full - before, resident()? - before])
}

/// Makes something and drops it.
fn whole<T>(make: impl FnOnce() -> T) -> Result<[f64; 2]> {
    let before = resident()?;
    let made = black_box(make());
    let full = resident()?;
    drop(made);
    Ok([full - before, resident()? - before])
}

fn resident() -> Result<f64> {
    host::resident().context("this system does not say how much memory a process has")
}

fn model_devices(count: u64) -> Machine {
    let mut machine = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
    for number in 0..u32::try_from(count).expect("devices are fewer than 2^32") {
        let (device, elsewhere) = (DeviceId(number), Elsewhere::Unbound);
        let event = Event::Associate { device, key: u64::from(number), elsewhere };
        let _ = machine.step(event, &mut ()).expect("a device can be associated");
    }
    machine
}

fn model_threads(count: u64) -> Machine {
    let mut machine = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
    for number in 0..u32::try_from(count).expect("threads are fewer than 2^32") {
        let event = model::get(ThreadId(number), iocp_sim::Wait::Forever);
        let _ = machine.step(event, &mut ()).expect("a thread can get");
    }
    machine
}

fn devices(count: u64) -> (CompletionPort, Vec<Device>) {
    let port = CompletionPort::new(1);
    let devices: Vec<Device> = (0..count).map(|_| Device::new()).collect();
    for (key, device) in (0..).zip(&devices) {
        port.associate(device, key).expect("a new device has no port");
    }
    (port, devices)
}

/// What threads take that wait.
fn threads(queue: &impl Watched, count: u64) -> Result<[f64; 2]> {
    let count = usize::try_from(count).expect("threads are few");
    let before = resident()?;
    let full = thread::scope(|scope| {
        (0..count).for_each(|_| drop(scope.spawn(|| queue.take())));
        while queue.waiting() < count {
            thread::yield_now();
        }
        let full = resident();
        (0..count).for_each(|_| queue.put(packet(1)));
        full
    })?;
    Ok([full - before, resident()? - before])
}

/// How many calls of the system another process makes in all, that posts and gets so many packets;
/// nothing where there is no strace to count them.
pub(crate) fn calls(packets: u64) -> Option<f64> {
    let program = std::env::current_exe().ok()?;
    let mut strace = Command::new("strace");
    strace.args(["-f", "-c", "-U", "calls,name"]).arg(program);
    let output = strace.args(["child", "uncontended", &packets.to_string()]).output().ok()?;
    let text = String::from_utf8(output.stderr).ok()?;
    let total = text.lines().find(|line| line.trim_end().ends_with(" total"))?;
    total.split_whitespace().next()?.parse().ok()
}

/// The program for Windows that makes two calls over and over, where somebody has built it and Wine
/// can run it.
const PAIRS: &str = "IOCP_SIM_BENCH_PAIRS";

/// What two calls take under Wine, in nanoseconds, as a program in C finds it: of a `port`, a post
/// and a get; of an `event`, to set it and to wait for it.
pub(crate) fn wine_pairs(of: &str, count: u64) -> Option<f64> {
    let program = PathBuf::from(std::env::var_os(PAIRS)?);
    // What Wine leaves running would keep a pipe open.
    let said = program.with_extension("said");
    let mut wine = Command::new("wine");
    wine.arg(&program).args([of, &count.to_string()]).stderr(Stdio::null());
    let status = wine.stdout(File::create(&said).ok()?).status().ok()?;
    assert!(status.success(), "{} fails under Wine", program.display());
    std::fs::read_to_string(said).ok()?.trim().parse().ok()
}

/// The hashes of the traces of one seed as another process makes them, and a debug build.
pub(crate) fn hashes() -> Vec<u64> {
    let mut other = Command::new(std::env::current_exe().expect("this program has a path"));
    other.args(["child", "trace-hash"]);
    let mut commands = vec![other];
    // Cargo names itself to what it runs.
    if let Some(cargo) = std::env::var_os("CARGO") {
        let mut debug = Command::new(cargo);
        debug.args(["run", "--quiet", "--package", "iocp-sim-bench", "--bin", "trace-hash"]);
        commands.push(debug);
    }
    let hash = |mut command: Command| {
        let output = command.output().expect("it can be run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        u64::from_str_radix(&text, 16).expect("it prints a hash")
    };
    commands.into_iter().map(hash).collect()
}
