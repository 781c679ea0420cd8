//! `cargo xtask stress`: the stress test again and again, each time with another seed.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;

use crate::command;

/// Runs the stress test several times, with another seed each time.
#[derive(Args)]
pub(crate) struct Options {
    /// How many times.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    times: u64,
    /// The first seed; each run takes the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Builds it as a release.
    #[arg(long)]
    release: bool,
}

/// The test gives up by itself when nothing goes on for a minute; this is for what it can not see.
const LIMIT: Duration = Duration::from_secs(600);

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut build = test(options);
    build.arg("--no-run");
    println!("{}", command::shown(&build));
    command::run(&mut build)?;

    let mut failed = Vec::new();
    for (number, seed) in (1..=options.times).zip(options.seed..) {
        let mut test = test(options);
        test.args(["--", "--nocapture"]).env("STRESS_SEED", seed.to_string());
        let begun = Instant::now();
        let said = command::capture(&mut test, LIMIT)?;
        let passed = said.as_ref().is_some_and(|said| said.success);
        let outcome = if passed { "passed" } else { "FAILED" };
        let seconds = begun.elapsed().as_secs_f64();
        println!("{number} of {}: seed {seed} {outcome} in {seconds:.1} s", options.times);
        if !passed {
            let said = said.map(|said| said.stdout + &said.stderr);
            println!("{}", said.as_deref().unwrap_or("it did not end in time"));
            failed.push(seed);
        }
    }
    println!("{}", verdict(options.times, &failed));
    ensure!(failed.is_empty(), "the stress test failed");
    Ok(())
}

/// The command that builds the test, and runs it.
fn test(options: &Options) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(crate::root()).args(["test", "--package", "iocp-sim", "--test", "stress"]);
    if options.release {
        command.arg("--release");
    }
    command
}

fn verdict(times: u64, failed: &[u64]) -> String {
    let passed = times - failed.len() as u64;
    let seeds: Vec<String> = failed.iter().map(u64::to_string).collect();
    let failed = if failed.is_empty() { "" } else { ", failed with the seeds " };
    format!("stress: {passed} of {times}{failed}{}", seeds.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_counts_the_runs_that_passed_and_names_the_seeds_of_the_others() {
        assert_eq!(verdict(20, &[]), "stress: 20 of 20");
        assert_eq!(verdict(20, &[3, 7]), "stress: 18 of 20, failed with the seeds 3, 7");
    }

    #[test]
    fn the_command_names_the_test_and_the_profile() {
        let shown = |release| command::shown(&test(&Options { times: 1, seed: 1, release }));
        assert_eq!(shown(false), "cargo test --package iocp-sim --test stress");
        assert_eq!(shown(true), "cargo test --package iocp-sim --test stress --release");
    }
}
