//! `cargo xtask mutants`: changes the object in small ways and asks which changes no test sees.
//!
//! cargo-mutants makes the changes; only the rule tests and the property tests judge them, but for
//! the shortcuts, which no rule can tell from the steps: their own tests hold them. A mutant that
//! survives must be explained in `model-tests/mutants.md`, and an explanation without its survivor
//! is stale; either fails the run.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::command;
use crate::survivors::{self, Comparison};

/// Mutates the structures and the machine, and checks that every survivor is explained.
///
/// PROPTEST_CASES says on how many random programs the property tests judge a mutant; where it is
/// not set they take 1000, a quarter of what they take otherwise.
#[derive(Args)]
pub(crate) struct Options {
    /// Lets the tests of one mutant take so long; one that takes longer is caught.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    timeout: u32,
}

const EXPLANATIONS: &str = "model-tests/mutants.md";
const SHORTCUTS: &str = "src/machine/shortcuts.rs";
const RUNS: [Run; 2] = [
    Run {
        name: "object",
        words: &[
            "-f=src/structures/*.rs",
            "-f=src/structures.rs",
            "-f=src/machine/*.rs",
            "-f=src/machine.rs",
            "-f=src/chain.rs",
            "-f=src/slots.rs",
            "-e=src/machine/shortcuts.rs",
        ],
        // Given to the build as well, so that no other test is built for each mutant.
        judges: &["--cargo-arg=--test=rules", "--cargo-arg=--test=properties"],
    },
    Run { name: "shortcuts", words: &["-f", SHORTCUTS], judges: &["--cargo-arg=--lib"] },
];

/// What is mutated, and which tests judge it.
struct Run {
    name: &'static str,
    words: &'static [&'static str],
    judges: &'static [&'static str],
}
const CASES_VARIABLE: &str = "PROPTEST_CASES";
/// Random programs for each mutant: more of them cost time, and catch no further mutant.
const CASES: &str = "1000";
const PROBE_LIMIT: Duration = Duration::from_secs(60);

/// Exit codes of cargo-mutants that mean a whole run: all caught, some missed, some timed out.
const WHOLE_RUN: [i32; 3] = [0, 2, 3];

pub(crate) fn run(options: &Options) -> Result<()> {
    install()?;
    let output = crate::target_directory().join("mutants");

    let text = match fs::read_to_string(crate::root().join(EXPLANATIONS)) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        outcome => outcome.with_context(|| format!("cannot read {EXPLANATIONS}"))?,
    };
    let explained = survivors::explained(&text).context(EXPLANATIONS)?;
    let mut results = Results::default();
    for run in &RUNS {
        let output = output.join(run.name);
        fs::create_dir_all(&output)?;
        mutate(options, run, &output)?;
        results.read(&output.join("mutants.out"))?;
    }
    let comparison = survivors::compare(&results.missed, &explained);
    report(&results, &comparison)
}

fn install() -> Result<()> {
    if command::succeeds(Command::new("cargo").args(["mutants", "--version"]), PROBE_LIMIT) {
        return Ok(());
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["install", "cargo-mutants", "--version", "^27", "--locked"]);
    println!("{}", command::shown(&cargo));
    command::run(&mut cargo)
}

fn mutate(options: &Options, run: &Run, output: &Path) -> Result<()> {
    let mut cargo = Command::new("cargo");
    // The two jobs would wait for each other in a shared target directory.
    cargo.current_dir(crate::root()).env_remove("CARGO_TARGET_DIR");
    if env::var_os(CASES_VARIABLE).is_none() {
        cargo.env(CASES_VARIABLE, CASES);
    }
    cargo.args(["mutants", "--package", "iocp-sim"]);
    cargo.args(run.words);
    cargo.args(["-j", "2", "--timeout", &options.timeout.to_string(), "--output"]).arg(output);
    cargo.args(run.judges);
    println!("{}", command::shown(&cargo));
    let status = cargo.status().context("cannot run cargo mutants")?;
    let whole = status.code().is_some_and(|code| WHOLE_RUN.contains(&code));
    ensure!(whole, "cargo mutants did not finish its run ({status})");
    Ok(())
}

/// The lists that cargo-mutants leaves behind, a mutant a line.
#[derive(Default)]
struct Results {
    caught: Vec<String>,
    timed_out: Vec<String>,
    unviable: Vec<String>,
    missed: Vec<String>,
}

impl Results {
    /// Adds what a run left in `folder`.
    fn read(&mut self, folder: &Path) -> Result<()> {
        let lists = [
            ("caught.txt", &mut self.caught),
            ("timeout.txt", &mut self.timed_out),
            ("unviable.txt", &mut self.unviable),
            ("missed.txt", &mut self.missed),
        ];
        for (name, list) in lists {
            let text = fs::read_to_string(folder.join(name))
                .with_context(|| format!("cannot read {name} of {}", folder.display()))?;
            list.extend(text.lines().map(str::to_owned));
        }
        Ok(())
    }

    /// Returns the number of mutants that a test failed on or did not end with.
    fn caught(&self) -> usize {
        self.caught.len() + self.timed_out.len()
    }

    fn total(&self) -> usize {
        self.caught() + self.unviable.len() + self.missed.len()
    }
}

fn report(results: &Results, comparison: &Comparison) -> Result<()> {
    println!(
        "{} mutants, {} caught, {} unviable, {} explained, {} unexplained",
        results.total(),
        results.caught(),
        results.unviable.len(),
        comparison.explained,
        comparison.unexplained.len(),
    );
    for mutant in &comparison.unexplained {
        println!("unexplained: {mutant}");
    }
    for mutant in &comparison.stale {
        println!("stale explanation: {mutant}");
    }
    ensure!(results.total() > 0, "nothing was mutated");
    ensure!(comparison.unexplained.is_empty(), "a survivor is not explained in {EXPLANATIONS}");
    ensure!(comparison.stale.is_empty(), "{EXPLANATIONS} explains what does not survive");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(missed: &[&str]) -> Results {
        let missed = missed.iter().map(|&line| line.to_owned()).collect();
        let caught = vec!["src/slots.rs:1:1: replace f with ()".to_owned()];
        Results { caught, timed_out: Vec::new(), unviable: Vec::new(), missed }
    }

    #[test]
    fn a_run_without_survivors_passes() {
        let results = results(&[]);
        assert!(report(&results, &survivors::compare(&results.missed, &[])).is_ok());
    }

    #[test]
    fn an_unexplained_survivor_fails_the_run() {
        let results = results(&["src/slots.rs:9:5: replace g with ()"]);
        assert!(report(&results, &survivors::compare(&results.missed, &[])).is_err());
    }

    #[test]
    fn a_stale_explanation_fails_the_run() {
        let stale = ["src/slots.rs: replace g with ()".to_owned()];
        let results = results(&[]);
        assert!(report(&results, &survivors::compare(&results.missed, &stale)).is_err());
    }
}
