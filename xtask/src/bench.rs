//! `cargo xtask bench`: measures, here and under Wine.
//!
//! What is measured, and how, is the package `iocp-sim-bench`. Under Wine the system has a port of
//! its own, beside which ours stands.

use std::path::{Path, PathBuf, absolute};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::command;
use crate::wine::Wine;

/// Measures iocp-sim beside its peers, and under Wine beside the port of the system.
#[derive(Args)]
pub(crate) struct Options {
    /// Few rounds, for a first look.
    #[arg(long)]
    quick: bool,
    /// Only these, such as P1,P5; M is for memory and G for growth.
    #[arg(long, value_delimiter = ',', value_name = "P1,P5")]
    only: Vec<String>,
    /// Where the results are written as JSON; those of Wine lie beside. It is
    /// bench/results.json in the target directory unless said otherwise.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Runs it for Windows under Wine and not here: there the port of the system is a peer.
    #[arg(long)]
    wine: bool,
}

/// The workloads in which the system's own port takes part.
const UNDER_WINE: [&str; 6] = ["P1", "P2", "P3", "P5", "P7", "P9"];

const QUICK_LIMIT: Duration = Duration::from_secs(300);
const FULL_LIMIT: Duration = Duration::from_secs(1800);

pub(crate) fn run(options: &Options) -> Result<()> {
    let json = match &options.json {
        Some(path) => absolute(path)?,
        None => crate::target_directory().join("bench/results.json"),
    };
    if options.wine {
        let wine = match Wine::find() {
            Ok(wine) => wine,
            Err(missing) => bail!("{missing}"),
        };
        let only = if options.only.is_empty() { &words(&UNDER_WINE) } else { &options.only };
        return under_wine(&wine, options.quick, only, &beside(&json));
    }
    let wine = Wine::find();
    here(options.quick, &options.only, &json, wine.as_ref().ok())?;
    let only = of_interest(&options.only);
    if only.is_empty() || cfg!(windows) {
        return Ok(());
    }
    match wine {
        Ok(wine) => under_wine(&wine, options.quick, &only, &beside(&json)),
        Err(missing) => {
            println!("\nnot run under Wine: {missing}");
            Ok(())
        }
    }
}

fn here(quick: bool, only: &[String], json: &Path, wine: Option<&Wine>) -> Result<()> {
    let cargo = |words: &[&str]| {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(crate::root()).args(words);
        cargo
    };
    command::run(&mut cargo(&["build", "--release", "--package", "iocp-sim-bench"]))?;
    // Run by cargo, it knows which one to build its debug version with.
    let run = ["run", "--quiet", "--release", "--package", "iocp-sim-bench"];
    let mut run = cargo(&run);
    run.args(["--bin", "iocp-sim-bench", "--"]).args(arguments(quick, only));
    if let Some(wine) = wine {
        // It runs this one in turn with its own cases.
        let pairs = wine.compile(&crate::root().join("benches/pairs.c"))?;
        run.envs(wine.variables()?).env("IOCP_SIM_BENCH_PAIRS", pairs);
    }
    command::run(run.arg("--json").arg(json))
}

fn under_wine(wine: &Wine, quick: bool, only: &[String], json: &Path) -> Result<()> {
    let build = ["build", "--release", "--package", "iocp-sim-bench", "--bin", "iocp-sim-bench"];
    let program = wine.build(&build)?;
    let mut arguments = arguments(quick, only);
    arguments.extend(["--json".to_owned(), Wine::path(json)]);
    let limit = if quick { QUICK_LIMIT } else { FULL_LIMIT };
    let ended = wine.run(&program, &arguments, limit)?;
    let ended = ended.with_context(|| format!("under Wine it does not end in {limit:?}"))?;
    println!("\nWine {}\n\n{}", wine.version(), ended.stdout.trim_end());
    ensure!(ended.success, "it failed under Wine:\n{}", ended.stderr);
    Ok(())
}

/// What the program is told, but for the file.
fn arguments(quick: bool, only: &[String]) -> Vec<String> {
    let mut arguments = Vec::new();
    if quick {
        arguments.push("--quick".to_owned());
    }
    if !only.is_empty() {
        arguments.extend(["--only".to_owned(), only.join(",")]);
    }
    arguments
}

/// Which workloads are run under Wine as well, if these are asked for.
fn of_interest(only: &[String]) -> Vec<String> {
    let mut found = words(&UNDER_WINE);
    found.retain(|id| only.is_empty() || only.contains(id));
    found
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// The file of Wine's results: `results-wine.json` beside `results.json`.
fn beside(json: &Path) -> PathBuf {
    let mut name = json.file_stem().unwrap_or_default().to_owned();
    name.push("-wine");
    if let Some(extension) = json.extension() {
        name.push(".");
        name.push(extension);
    }
    json.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_are_passed_on() {
        assert_eq!(arguments(true, &words(&["P1", "P5"])), ["--quick", "--only", "P1,P5"]);
        assert_eq!(arguments(false, &[]), Vec::<String>::new());
    }

    #[test]
    fn under_wine_runs_what_is_asked_for_and_of_interest_there() {
        assert_eq!(of_interest(&words(&["P4", "P5", "S1"])), ["P5"]);
        assert_eq!(of_interest(&words(&["S1"])), Vec::<String>::new());
        assert_eq!(of_interest(&[]), UNDER_WINE);
    }

    #[test]
    fn the_results_of_wine_lie_beside_the_others() {
        assert_eq!(beside(Path::new("a.b/results.json")), Path::new("a.b/results-wine.json"));
        assert_eq!(beside(Path::new("a.b/results")), Path::new("a.b/results-wine"));
    }
}
