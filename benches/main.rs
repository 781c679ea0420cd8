//! `cargo xtask bench`: iocp-sim beside its peers, in ratios taken within one run.
//!
//! Each other file answers the question in its head. `docs/performance.md` says how it is measured
//! and what was found.

mod children;
mod contended;
mod cycle;
mod depth;
mod face;
mod gates;
mod growth;
mod harness;
mod host;
mod model;
mod native;
mod pause;
#[path = "../model-tests/exhaustive/program.rs"]
mod program;
mod queues;
mod recorded;
#[path = "../model-tests/exhaustive/search.rs"]
mod search;
mod seeded;
mod table;
mod uncontended;
mod wake;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use crate::harness::{Scale, Workload};
use crate::host::Host;
use crate::table::{Memory, Results};

/// Measures iocp-sim beside its peers, after checking that it is right.
#[derive(Parser)]
#[command(name = "iocp-sim-bench", args_conflicts_with_subcommands = true)]
struct CommandLine {
    /// Few rounds, for a first look.
    #[arg(long)]
    quick: bool,
    /// Only these, such as P1,P5; M is for memory and G for growth.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Where the results are written as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(subcommand)]
    child: Option<Child>,
}

#[derive(clap::Subcommand)]
enum Child {
    /// Is another process of this program.
    #[command(subcommand, hide = true)]
    Child(children::Child),
}

/// A workload, made when it is its turn; `None` where this system has nothing to compare with.
type Make = fn(Scale) -> Option<Workload<'static>>;

const WORKLOADS: [(&str, Make); 21] = [
    ("P1", |scale| Some(uncontended::pair(scale))),
    ("P2", |scale| Some(uncontended::system(scale))),
    ("P3", |scale| Some(uncontended::get_many(scale))),
    ("P4", |scale| Some(uncontended::many_many(scale))),
    ("P5", |scale| Some(contended::crowds(scale))),
    ("P7", |scale| Some(contended::limited(scale))),
    ("P8", |scale| Some(wake::hot(scale))),
    ("P9", |scale| Some(wake::cold(scale))),
    ("P10", |scale| Some(wake::crowded(scale))),
    ("P11", |scale| Some(depth::deep(scale))),
    ("P12", |scale| Some(pause::unnoticed(scale))),
    ("R1", |scale| Some(recorded::pairs(scale))),
    ("R2", |scale| Some(recorded::full_pairs(scale))),
    ("R3", |scale| Some(recorded::pauses(scale))),
    ("W1", face::pairs),
    ("W2", face::batches),
    ("W3", face::events),
    ("S1", |scale| Some(model::steps(scale))),
    ("S2", |scale| Some(model::large_model(scale))),
    ("S4", |scale| Some(model::exhaustive(scale))),
    ("S5", |scale| Some(model::determinism(scale))),
];

fn main() -> Result<()> {
    let line = CommandLine::parse();
    match line.child {
        Some(Child::Child(child)) => children::run(&child),
        None => measure(&line),
    }
}

fn measure(line: &CommandLine) -> Result<()> {
    let scale = if line.quick { Scale::Quick } else { Scale::Full };
    let wanted = |id: &str| line.only.is_empty() || line.only.iter().any(|only| only == id);
    for only in &line.only {
        let known = ["M", "G"].into_iter().chain(WORKLOADS.map(|(id, _)| id)).any(|id| id == only);
        let ids = WORKLOADS.map(|(id, _)| id).join(", ");
        ensure!(known, "there is no workload {only}; there are {ids}, M and G");
    }
    let gates = gates::run(scale.pick(40_000, 200_000)).context("a gate is not passed")?;
    let mut rows = Vec::new();
    for (_, make) in WORKLOADS.into_iter().filter(|(id, _)| wanted(id)) {
        if let Some(mut workload) = make(scale) {
            let readings = workload.run();
            rows.extend(table::rows(&workload, &readings));
        }
    }
    let memory = if wanted("M") { memory() } else { Vec::new() };
    let growth = if wanted("G") { growth::all(scale) } else { Vec::new() };
    let results = Results { host: Host::this(), quick: line.quick, gates, rows, memory, growth };
    print!("{}", results.text());
    if let Some(path) = &line.json {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
        }
        let json = serde_json::to_string_pretty(&results)?;
        fs::write(path, json).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// What one thing takes, of many.
fn memory() -> Vec<Memory> {
    let each = |what, kind: &str, count: u32| {
        let [bytes, _] = children::memory(&format!("{kind}:{count}"));
        Memory { what, bytes: bytes / f64::from(count) }
    };
    let found = vec![
        each("a packet in a queue", "queue:ours", 1_000_000),
        each("a device of a machine", "machine:devices", 1_000_000),
        each("a thread of a machine, waiting", "machine:threads", 1_000_000),
        each("a device of a port for threads", "port:devices", 1_000_000),
        each("a thread that waits at a port, with its stack", "port:threads", 1_000),
        each("a thread that waits for a condition, with its stack", "condition:threads", 1_000),
    ];
    found.into_iter().filter(|memory| !memory.bytes.is_nan()).collect()
}
