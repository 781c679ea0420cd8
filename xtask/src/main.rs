//! `cargo xtask`: the commands that check iocp-sim. Continuous integration runs the same ones.
//!
//! `verify` runs every check, `faults` proves that the tests notice planted faults,
//! `mutants` compares the mutants that survive the tests with their written explanations,
//! `stress` runs the stress test again and again, `conformance` runs one body of cases on this
//! library and on another implementation, `bench` measures, `instructions` counts what the common
//! calls take, `citations` lists where the rules are cited, `declarations` writes what follows from
//! windows-sys, `install-c` installs what programs in C need, `site` makes the static site, and
//! `readers` has exports read by others.
//! Nothing here is part of the library.

mod bench;
mod browser;
mod citations;
mod command;
mod conformance;
mod copy;
mod counts;
mod declarations;
mod faults;
mod install;
mod instructions;
mod memory;
mod minimal_program;
mod mutants;
mod patch;
#[path = "../../tests/tidy/places.rs"]
mod places;
mod program;
mod readers;
mod site;
mod slowdown;
mod stress;
mod suite;
mod survivors;
mod verify;
mod wine;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Checks iocp-sim, and checks its checks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct CommandLine {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Verify(verify::Options),
    Faults(faults::Options),
    Mutants(mutants::Options),
    Stress(stress::Options),
    Bench(bench::Options),
    Instructions(instructions::Options),
    Conformance(conformance::Options),
    InstallC(install::Options),
    Readers(readers::Options),
    Site(site::Options),
    /// Writes the list of the functions and tests that cite each rule.
    Citations,
    /// Writes what follows from the declarations of windows-sys: the functions of `win32` that are
    /// not implemented, and the modules that Rust finds all of them in.
    Declarations,
}

fn main() -> ExitCode {
    let outcome = match CommandLine::parse().task {
        Task::Verify(options) => verify::run(&options),
        Task::Faults(options) => faults::run(&options),
        Task::Mutants(options) => mutants::run(&options),
        Task::Stress(options) => stress::run(&options),
        Task::Bench(options) => bench::run(&options),
        Task::Instructions(options) => instructions::run(&options),
        Task::Conformance(options) => conformance::run(&options),
        Task::InstallC(options) => install::run(&options),
        Task::Readers(options) => readers::run(&options).and_then(readers::ensure_not_skipped),
        Task::Site(options) => site::run_command(&options),
        Task::Citations => citations::run(),
        Task::Declarations => declarations::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// The workspace's target directory.
fn target_directory() -> PathBuf {
    let chosen = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root().join(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn the_root_holds_the_workspace() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[workspace]"));
    }
}
