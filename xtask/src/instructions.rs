//! `cargo xtask instructions`: counts what the common calls take, and fails if it has become more.
//!
//! The counts are those of callgrind, which runs a program on a processor of its own making, so
//! they are the same in each run and whatever else the machine does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::counts::{self, Counts, Verdict};
use crate::{command, copy, program, slowdown};

/// Counts the instructions of the common calls and compares them with a baseline.
#[derive(Args, Default)]
pub(crate) struct Options {
    /// Makes what is counted the baseline.
    #[arg(long)]
    bless: bool,
    /// Plants a slow-down in a copy of the sources and requires the comparison to catch it.
    #[arg(long)]
    prove: bool,
}

const BASELINE: &str = "benches/instructions.toml";

/// How often a workload is done in the shorter and in the longer run. Both have as many digits, so
/// that they are read alike.
const TIMES: [u32; 2] = [1000, 3000];

/// The workload that the planted slow-down is for, and by how much.
const PLANTED: (&str, f64) = ("post-get", 0.10);

/// A run takes about a second.
const LIMIT: Duration = Duration::from_secs(300);

pub(crate) fn run(options: &Options) -> Result<()> {
    if let Some(reason) = compare(options)? {
        println!("skipped: {reason}");
    }
    Ok(())
}

/// Compares, and proves that a slow-down would be caught. Says why there was nothing to compare
/// with, if there was not.
pub(crate) fn prove() -> Result<Option<String>> {
    compare(&Options { bless: false, prove: true })
}

fn compare(options: &Options) -> Result<Option<String>> {
    let mut valgrind = Command::new("valgrind");
    let found = command::succeeds(valgrind.arg("--version"), LIMIT);
    ensure!(found, "valgrind is missing: `apt-get install valgrind`");
    let folder = crate::target_directory().join("instructions");
    fs::create_dir_all(&folder)?;

    let now = count(&build(crate::root(), None)?, &folder, None)?;
    let path = crate::root().join(BASELINE);
    if options.bless {
        now.write(&path)?;
        println!("{BASELINE} is written");
    }
    let baseline = Counts::read(&path)?;
    if let Some(reason) = baseline.apart(&now) {
        return Ok(Some(format!("{reason}; --bless makes this the baseline")));
    }
    judge(&baseline, &now)?;
    if options.prove {
        proof(&baseline, &now, &folder)?;
    }
    Ok(None)
}

/// Prints the table, and fails if something takes more.
fn judge(baseline: &Counts, now: &Counts) -> Result<()> {
    let rows = baseline.compare(now);
    for line in counts::table(&rows) {
        println!("{line}");
    }
    let have = |verdict| rows.iter().any(|row| row.verdict() == verdict);
    if have(Verdict::Less) {
        println!("some take less: --bless makes this the baseline");
    }
    ensure!(!have(Verdict::Unknown), "baseline and workloads differ: --bless, if that is meant");
    ensure!(!have(Verdict::More), "some calls take over 5 % more instructions than the baseline");
    Ok(())
}

/// Plants the slow-down in a copy and requires the comparison to catch it.
fn proof(baseline: &Counts, now: &Counts, folder: &Path) -> Result<()> {
    let (workload, share) = PLANTED;
    let before = now.instructions.get(workload).context("the workload of the proof is gone")?;
    let work = folder.join("work");
    copy::refresh(crate::root(), &work)?;
    slowdown::plant(&work, slowdown::turns(*before, share))?;
    let slow = count(&build(&work, Some(&folder.join("target")))?, folder, Some(workload))?;

    let planted = slow.instructions[workload] / before;
    println!("planted in {workload}: {:+.1} %", (planted - 1.0) * 100.0);
    ensure!(planted >= 1.0 + share, "what is planted is too little to prove anything");
    let rows = baseline.compare(&slow);
    let row = rows.iter().find(|row| row.workload == workload);
    let caught = row.is_some_and(|row| row.verdict() == Verdict::More);
    ensure!(caught, "the planted slow-down is not caught: is the baseline too old? --bless");
    println!("planted in {workload}: caught");
    Ok(())
}

/// Builds the program that does the workloads. The copy has a target directory of its own: cargo
/// would take its build for that of the workspace.
fn build(sources: &Path, target: Option<&Path>) -> Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(sources).args(["build", "--quiet", "--release"]);
    cargo.args(["--package", "iocp-sim-bench", "--bin", "count"]);
    if let Some(target) = target {
        // The workspace was built just before, so all that is needed is here.
        cargo.arg("--offline").env("CARGO_TARGET_DIR", target);
    }
    program::build(&mut cargo)
}

/// Counts all workloads, or one.
fn count(program: &Path, folder: &Path, only: Option<&str>) -> Result<Counts> {
    let listed = ended(&mut Command::new(program))?;
    let mut lines = listed.lines().map(ToOwned::to_owned);
    let compiler = lines.next().context("the program does not say what built it")?;
    let target = lines.next().context("the program does not say what it is built for")?;
    let mut instructions = BTreeMap::new();
    for workload in lines.filter(|name| only.is_none_or(|only| only == name)) {
        let [shorter, longer] = TIMES.map(|times| callgrind(program, &workload, times, folder));
        let ((few, less), (many, more)) = (shorter?, longer?);
        let each = (more - less) as f64 / (many - few) as f64;
        instructions.insert(workload, (each * 10.0).round() / 10.0);
    }
    Ok(Counts { compiler, target, instructions })
}

/// Runs a workload; returns its units, and the instructions of the whole program.
fn callgrind(program: &Path, workload: &str, times: u32, folder: &Path) -> Result<(u64, u64)> {
    let file = folder.join("callgrind.out");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind"]);
    valgrind.arg(format!("--callgrind-out-file={}", file.display()));
    valgrind.arg(program).args([workload, &times.to_string()]);
    let said = ended(&mut valgrind)?;
    let units = said.trim().parse().with_context(|| format!("{said} is no number of units"))?;
    let profile = fs::read_to_string(&file)?;
    Ok((units, total(&profile).context("callgrind does not say how many instructions")?))
}

/// The sum of all counts, as a profile of callgrind states it.
fn total(profile: &str) -> Option<u64> {
    let number = profile.lines().find_map(|line| line.strip_prefix("totals: "))?;
    number.trim().parse().ok()
}

/// What a command says that has to succeed.
fn ended(command: &mut Command) -> Result<String> {
    let ended = command::capture(command, LIMIT)?;
    let ended = ended.with_context(|| format!("{} hangs", command::shown(command)))?;
    ensure!(ended.success, "{} failed:\n{}", command::shown(command), ended.stderr);
    Ok(ended.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(pair: f64) -> Counts {
        let instructions = BTreeMap::from([("pair".to_owned(), pair)]);
        Counts { compiler: "rustc".to_owned(), target: "x86_64".to_owned(), instructions }
    }

    #[test]
    fn the_total_is_read_from_a_profile() {
        let profile = "version: 1\nevents: Ir\n\nfn=(1) main\n7 totals\n\ntotals: 5365379\n";
        assert_eq!(total(profile), Some(5_365_379));
        assert_eq!(total("version: 1\nevents: Ir\n"), None);
    }

    #[test]
    fn more_than_the_baseline_fails_and_less_passes() {
        assert!(judge(&counts(100.0), &counts(106.0)).is_err());
        assert!(judge(&counts(100.0), &counts(104.0)).is_ok());
        assert!(judge(&counts(100.0), &counts(80.0)).is_ok());
    }

    #[test]
    fn a_workload_that_the_baseline_does_not_know_fails() {
        let empty = Counts { instructions: BTreeMap::new(), ..counts(0.0) };
        assert!(judge(&empty, &counts(100.0)).is_err());
    }

    #[test]
    fn the_planted_workload_is_in_the_baseline() {
        let baseline = Counts::read(&crate::root().join(BASELINE)).unwrap();
        assert!(baseline.instructions.contains_key(PLANTED.0));
    }
}
