//! `cargo xtask verify`: every check, in order, each with its command and its time.
//!
//! It stops at the first part that fails. A part whose tool is missing is skipped, and the last
//! lines say so again.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;

use crate::browser::Browser;
use crate::suite::Suite;
use crate::wine::{self, Wine};
use crate::{command, conformance, faults, instructions, memory, readers};

/// Runs every check of the project and prints how long each took.
#[derive(Args)]
pub(crate) struct Options {
    /// Adds the checks that take long or need further tools.
    #[arg(long)]
    deep: bool,
    /// Runs only the parts of these names.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

const PROBE_LIMIT: Duration = Duration::from_secs(60);

/// A check of its own, with the tool it cannot do without.
struct Part {
    name: &'static str,
    depth: Depth,
    work: Work,
    need: Option<Need>,
}

#[derive(PartialEq, Eq)]
enum Depth {
    Always,
    Deep,
}

enum Work {
    /// Variables as name and value, then the words of a command.
    Command(&'static [(&'static str, &'static str)], &'static str),
    Loom,
    Faults,
    Instructions,
    Conformance,
    Sanitizer,
    Valgrind,
    Readers,
    Browser,
}

/// What a part can not do without, and what to say if it is not there.
struct Need {
    probe: Probe,
    reason: &'static str,
}

/// What shows that a tool is there.
enum Probe {
    /// A command that succeeds.
    Command(&'static str),
    /// The standard library for Windows.
    WindowsTarget,
    /// A host that the sanitizer is there for.
    SanitizedHost,
}

const PARTS: &[Part] = &[
    Part {
        name: "fmt",
        depth: Depth::Always,
        work: Work::Command(&[], "cargo fmt --all --check"),
        need: Some(Need {
            probe: Probe::Command("cargo fmt --version"),
            reason: "rustfmt is not installed",
        }),
    },
    Part {
        name: "clippy",
        depth: Depth::Always,
        work: Work::Command(&[], "cargo clippy --workspace --all-targets -- -D warnings"),
        need: Some(Need {
            probe: Probe::Command("cargo clippy --version"),
            reason: "clippy is not installed",
        }),
    },
    Part {
        name: "tests",
        depth: Depth::Always,
        work: Work::Command(&[], "cargo test --workspace"),
        need: None,
    },
    Part {
        name: "docs",
        depth: Depth::Always,
        work: Work::Command(&[("RUSTDOCFLAGS", "-D warnings")], "cargo doc --workspace --no-deps"),
        need: None,
    },
    Part {
        name: "scenarios",
        depth: Depth::Always,
        work: Work::Command(
            &[],
            "cargo run --quiet --release -- check scenarios --hashes scenarios/hashes.txt",
        ),
        need: None,
    },
    Part {
        name: "windows",
        depth: Depth::Always,
        work: Work::Command(
            &[],
            "cargo check --package iocp-sim-bench --package iocp-sim-win32 --lib --bins --tests \
             --target x86_64-pc-windows-gnu",
        ),
        need: Some(Need {
            probe: Probe::WindowsTarget,
            reason: "the target x86_64-pc-windows-gnu is not installed",
        }),
    },
    Part { name: "loom", depth: Depth::Always, work: Work::Loom, need: None },
    Part {
        name: "faults",
        depth: Depth::Always,
        work: Work::Faults,
        need: Some(Need { probe: Probe::Command("git --version"), reason: "git is not installed" }),
    },
    Part {
        name: "miri",
        depth: Depth::Deep,
        work: Work::Command(
            &[],
            "rustup run nightly cargo miri test -p iocp-sim --lib --test small -- chain slots \
             structures machine threads",
        ),
        need: Some(Need {
            probe: Probe::Command("rustup run nightly cargo miri --version"),
            reason: "the nightly toolchain has no Miri",
        }),
    },
    Part {
        name: "instructions",
        depth: Depth::Deep,
        work: Work::Instructions,
        need: Some(Need {
            probe: Probe::Command("valgrind --version"),
            reason: "valgrind is not installed",
        }),
    },
    Part { name: "conformance", depth: Depth::Deep, work: Work::Conformance, need: None },
    Part {
        name: "sanitizer",
        depth: Depth::Deep,
        work: Work::Sanitizer,
        need: Some(Need {
            probe: Probe::SanitizedHost,
            reason: "the sanitizer is used on Linux on x86-64",
        }),
    },
    Part {
        name: "valgrind",
        depth: Depth::Deep,
        work: Work::Valgrind,
        need: Some(Need {
            probe: Probe::Command("valgrind --version"),
            reason: "valgrind is not installed",
        }),
    },
    Part { name: "readers", depth: Depth::Deep, work: Work::Readers, need: None },
    Part { name: "browser", depth: Depth::Deep, work: Work::Browser, need: None },
];

pub(crate) fn run(options: &Options) -> Result<()> {
    let known: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
    let unknown = options.only.iter().find(|name| !known.contains(&name.as_str()));
    ensure!(unknown.is_none(), "{unknown:?} is none of {}", known.join(", "));
    let parts = PARTS.iter().filter(|part| part.is_chosen(options));
    let mut results = Vec::new();
    for part in parts {
        let started = Instant::now();
        let outcome = part.run();
        let took = started.elapsed();
        if let Outcome::Done = outcome {
            println!("== {}: passed in {:.1} s\n", part.name, took.as_secs_f64());
        }
        let failed = matches!(outcome, Outcome::Failed(_));
        results.push(PartResult { name: part.name, took, outcome });
        if failed {
            break;
        }
    }
    for line in table(&results) {
        println!("{line}");
    }
    match results.pop() {
        Some(PartResult { name, outcome: Outcome::Failed(error), .. }) => Err(error.context(name)),
        _ => Ok(()),
    }
}

struct PartResult {
    name: &'static str,
    took: Duration,
    outcome: Outcome,
}

enum Outcome {
    Done,
    Skipped(String),
    Failed(anyhow::Error),
}

impl Part {
    fn is_chosen(&self, options: &Options) -> bool {
        match options.only.is_empty() {
            true => options.deep || self.depth == Depth::Always,
            false => options.only.iter().any(|name| name == self.name),
        }
    }

    fn run(&self) -> Outcome {
        println!("== {}: {}", self.name, self.work.shown());
        let missing = self.need.as_ref().filter(|need| !need.probe.succeeds());
        let outcome = match missing {
            Some(need) => Ok(Outcome::Skipped(need.reason.to_owned())),
            None => self.work.run(),
        };
        if let Ok(Outcome::Skipped(reason)) = &outcome {
            println!("== {}: skipped, {reason}\n", self.name);
        }
        outcome.unwrap_or_else(Outcome::Failed)
    }
}

impl Probe {
    fn succeeds(&self) -> bool {
        match self {
            Probe::Command(words) => command::succeeds(&mut split(words), PROBE_LIMIT),
            Probe::WindowsTarget => wine::has_target(),
            Probe::SanitizedHost => cfg!(all(target_os = "linux", target_arch = "x86_64")),
        }
    }
}

impl Work {
    fn command(variables: &[(&str, &str)], words: &str) -> Command {
        let mut command = split(words);
        command.current_dir(crate::root()).envs(variables.iter().copied());
        command
    }

    /// Prints bound, executions and seconds of each model.
    fn loom() -> Command {
        let mut command = Suite::Loom.cargo_test(&crate::target_directory().join("loom"));
        command.current_dir(crate::root()).args(["--", "--nocapture"]);
        command
    }

    fn shown(&self) -> String {
        match self {
            Work::Loom => command::shown(&Work::loom()),
            Work::Command(variables, words) => command::shown(&Work::command(variables, words)),
            Work::Faults => "cargo xtask faults".to_owned(),
            Work::Instructions => "cargo xtask instructions --prove".to_owned(),
            Work::Conformance => "cargo xtask conformance".to_owned(),
            Work::Sanitizer => command::shown(&memory::sanitizer()),
            Work::Valgrind => "valgrind random_caller, hostile".to_owned(),
            Work::Readers => "cargo xtask readers".to_owned(),
            Work::Browser => "node page.mjs, playground.mjs".to_owned(),
        }
    }

    fn run(&self) -> Result<Outcome> {
        match self {
            Work::Loom => command::run(&mut Work::loom())?,
            Work::Command(variables, words) => command::run(&mut Work::command(variables, words))?,
            Work::Faults => faults::run(&faults::Options::default())?,
            Work::Instructions => {
                if let Some(reason) = instructions::prove()? {
                    return Ok(Outcome::Skipped(reason));
                }
            }
            // Without another arm it would show what the tests show.
            Work::Conformance => match Wine::find() {
                Ok(_) => conformance::run(&conformance::Options::default())?,
                Err(reason) => return Ok(Outcome::Skipped(reason)),
            },
            Work::Sanitizer => command::run(&mut memory::sanitizer())?,
            Work::Valgrind => memory::valgrind()?,
            Work::Readers => {
                if let Some(reason) = readers::run(&readers::Options::default())? {
                    return Ok(Outcome::Skipped(reason));
                }
            }
            Work::Browser => match Browser::find() {
                Ok(browser) => browser.run()?,
                Err(reason) => return Ok(Outcome::Skipped(reason)),
            },
        }
        Ok(Outcome::Done)
    }
}

/// Makes a command of words that have no spaces of their own.
fn split(words: &str) -> Command {
    let mut words = words.split(' ');
    let mut command = Command::new(words.next().expect("a split yields at least one word"));
    command.args(words);
    command
}

/// Returns the closing lines: parts and times, their sum, then the reasons of what was skipped.
fn table(results: &[PartResult]) -> Vec<String> {
    let width = results.iter().map(|result| result.name.len()).max().unwrap_or(0).max(8);
    let mut lines: Vec<String> = results.iter().map(|result| row(result, width)).collect();
    let total: Duration = results.iter().map(|result| result.took).sum();
    lines.push(format!("{:width$} {:7.1} s", "total", total.as_secs_f64()));
    for result in results {
        if let Outcome::Skipped(reason) = &result.outcome {
            lines.push(format!("skipped {}: {reason}", result.name));
        }
    }
    lines
}

fn row(result: &PartResult, width: usize) -> String {
    let word = match result.outcome {
        Outcome::Done => "passed",
        Outcome::Skipped(_) => "skipped",
        Outcome::Failed(_) => "FAILED",
    };
    format!("{:width$} {:7.1} s  {word}", result.name, result.took.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skipped_part_is_named_in_the_last_line() {
        let took = Duration::from_millis(1500);
        let results = [
            PartResult { name: "miri", took, outcome: Outcome::Skipped("no Miri".to_owned()) },
            PartResult { name: "tests", took, outcome: Outcome::Done },
        ];
        assert_eq!(
            table(&results),
            [
                "miri         1.5 s  skipped",
                "tests        1.5 s  passed",
                "total        3.0 s",
                "skipped miri: no Miri",
            ]
        );
    }

    #[test]
    fn a_part_is_shown_with_its_variables() {
        let docs = PARTS.iter().find(|part| part.name == "docs").unwrap();
        assert_eq!(docs.work.shown(), "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps");
    }
}
