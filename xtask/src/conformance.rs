//! `cargo xtask conformance`: one body of cases, on every arm that can run here.
//!
//! Each case runs in a process of its own, with an end to whatever hangs. A difference must be
//! explained in a table, and an explanation must be of a difference.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;

use crate::command::{self, Captured};
use crate::program;
use crate::wine::Wine;

const TABLE: &str = "win32/tests/conformance/known-differences.toml";
const WORDS: [&str; 6] =
    ["test", "--package", "iocp-sim-win32", "--test", "conformance", "--no-run"];
const LIMIT: Duration = Duration::from_secs(60);
/// What the runner of tests says of one that passed.
const ONE_PASSED: &str = "test result: ok. 1 passed";
/// How often a case may fail for want of time, where nobody can see whether a thread waits.
const TRIES: usize = 3;
/// How often a known difference may fail to show, where a race decides: one that never shows in so
/// many is none any more.
const RACES: usize = 12;

/// Runs the cases of win32/tests/conformance on every arm that can run here.
#[derive(Args, Default)]
pub(crate) struct Options {
    /// Runs only the cases whose names have this in them.
    #[arg(long)]
    only: Option<String>,
}

/// Who runs the cases.
enum Arm {
    /// This library; on Windows it is Windows.
    Here {
        program: PathBuf,
    },
    Wine {
        wine: Wine,
        program: PathBuf,
    },
}

/// What a case came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    Hung,
}

/// The table of the differences that are known.
#[derive(Deserialize)]
struct Table {
    differences: Vec<Difference>,
}

/// A difference that is known.
#[derive(Deserialize)]
struct Difference {
    arm: String,
    /// The first numbers of the versions that are meant.
    versions: Vec<String>,
    reason: String,
    source: String,
    cases: Vec<String>,
}

/// A case on an arm, when all is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Passes,
    Differs,
    Fails(Outcome),
    DiffersNoMore,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let table = fs::read_to_string(crate::root().join(TABLE)).context(TABLE)?;
    let table: Table = toml::from_str(&table).context(TABLE)?;
    for difference in &table.differences {
        ensure!(!difference.reason.is_empty() && !difference.source.is_empty(), "{TABLE}");
    }
    let (arms, skipped) = arms()?;
    let cases = arms[0].cases(options.only.as_deref())?;
    ensure!(!cases.is_empty(), "no case has that in its name");
    let all = options.only.is_none();
    let mut columns = Vec::new();
    for arm in &arms {
        let started = Instant::now();
        let known = table.cases(arm);
        for case in known.keys().filter(|_| all) {
            ensure!(cases.contains(case), "{TABLE} has a case that is none: {case}");
        }
        let mut column = Vec::new();
        for case in &cases {
            column.push(arm.cell(case, known.contains_key(case))?);
        }
        println!(
            "== {}: {} cases in {:.1} s",
            arm.name(),
            cases.len(),
            started.elapsed().as_secs_f64()
        );
        columns.push(column);
    }
    print(&arms, &cases, &columns);
    for reason in skipped {
        println!("skipped {reason}");
    }
    verdict(&arms, &cases, &columns)
}

/// The arms, of which the first is always there, and why others are not.
fn arms() -> Result<(Vec<Arm>, Vec<String>)> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(crate::root()).args(WORDS);
    let mut arms = vec![Arm::Here { program: program::build(&mut cargo)? }];
    let mut skipped = Vec::new();
    if !cfg!(windows) {
        match Wine::find() {
            Ok(wine) => {
                let program = wine.build(&WORDS)?;
                arms.push(Arm::Wine { wine, program });
            }
            Err(reason) => skipped.push(format!("wine: {reason}")),
        }
    }
    Ok((arms, skipped))
}

impl Arm {
    fn name(&self) -> String {
        match self {
            Arm::Here { .. } if cfg!(windows) => "windows".to_owned(),
            Arm::Here { .. } => "iocp-sim".to_owned(),
            Arm::Wine { wine, .. } => format!("wine {}", wine.version()),
        }
    }

    /// The names of the cases.
    fn cases(&self, only: Option<&str>) -> Result<Vec<String>> {
        let listed = self.run(&["--list"])?.context("the list of cases hangs")?;
        let names = listed.stdout.lines().filter_map(|line| line.trim_end().strip_suffix(": test"));
        let names = names.filter(|name| only.is_none_or(|only| name.contains(only)));
        Ok(names.map(ToOwned::to_owned).collect())
    }

    fn run(&self, words: &[&str]) -> Result<Option<Captured>> {
        match self {
            Arm::Here { program } => command::capture(Command::new(program).args(words), LIMIT),
            Arm::Wine { wine, program } => wine.run(program, words, LIMIT),
        }
    }

    /// Whether a case that fails may have wanted time only.
    fn is_blind(&self) -> bool {
        matches!(self, Arm::Wine { .. }) || cfg!(windows)
    }

    fn outcome(&self, case: &str) -> Result<(Outcome, String)> {
        Ok(match self.run(&["--exact", case])? {
            None => (Outcome::Hung, String::new()),
            // Wine may end a program that it broke as if all were well.
            Some(run) if run.success && run.stdout.contains(ONE_PASSED) => {
                (Outcome::Passed, String::new())
            }
            Some(run) => (Outcome::Failed, run.stdout + &run.stderr),
        })
    }

    fn cell(&self, case: &str, is_known: bool) -> Result<Cell> {
        let tries = match (is_known, self.is_blind()) {
            (true, _) => RACES,
            (false, true) => TRIES,
            (false, false) => 1,
        };
        let mut last = (Outcome::Failed, String::new());
        for _ in 0..tries {
            last = self.outcome(case)?;
            if (last.0 == Outcome::Passed) != is_known {
                break;
            }
        }
        let (outcome, said) = last;
        let cell = Cell::of(outcome, is_known);
        if let Cell::Fails(_) = cell {
            println!("{} on {}:\n{said}", case, self.name());
        }
        Ok(cell)
    }
}

impl Table {
    /// The cases that are known to differ on an arm, with the reasons.
    fn cases(&self, arm: &Arm) -> BTreeMap<String, &str> {
        let name = arm.name();
        let (arm, version) = name.split_once(' ').unwrap_or((&name, ""));
        let number = version.split('.').next().unwrap_or_default();
        let meant = self.differences.iter().filter(|difference| {
            difference.arm == arm && difference.versions.iter().any(|version| version == number)
        });
        let cases = meant.flat_map(|difference| {
            difference.cases.iter().map(|case| (case.clone(), difference.reason.as_str()))
        });
        cases.collect()
    }
}

impl Cell {
    fn of(outcome: Outcome, is_known: bool) -> Self {
        match (outcome, is_known) {
            (Outcome::Passed, false) => Cell::Passes,
            (Outcome::Passed, true) => Cell::DiffersNoMore,
            (_, true) => Cell::Differs,
            (outcome, false) => Cell::Fails(outcome),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Cell::Passes => "ok",
            Cell::Differs => "differs",
            Cell::Fails(Outcome::Hung) => "HANGS",
            Cell::Fails(_) => "FAILS",
            Cell::DiffersNoMore => "DIFFERS NO MORE",
        }
    }

    fn is_right(self) -> bool {
        matches!(self, Cell::Passes | Cell::Differs)
    }
}

/// Prints the matrix of cases and arms.
fn print(arms: &[Arm], cases: &[String], columns: &[Vec<Cell>]) {
    let width = cases.iter().map(String::len).max().unwrap_or_default();
    let names: Vec<String> = arms.iter().map(|arm| format!("{:<16}", arm.name())).collect();
    println!("{:width$}  {}", "case", names.join(" ").trim_end());
    for (row, case) in cases.iter().enumerate() {
        let cells = columns.iter().map(|column| format!("{:<16}", column[row].word()));
        println!("{case:width$}  {}", cells.collect::<Vec<_>>().join(" ").trim_end());
    }
}

/// Fails unless every cell is right.
fn verdict(arms: &[Arm], cases: &[String], columns: &[Vec<Cell>]) -> Result<()> {
    let mut wrong = Vec::new();
    for (arm, column) in arms.iter().zip(columns) {
        let count = |wanted| column.iter().filter(|cell| **cell == wanted).count();
        let (passed, differs) = (count(Cell::Passes), count(Cell::Differs));
        println!("{}: {passed} ok, {differs} differ as is known, of {}", arm.name(), cases.len());
        let bad = cases.iter().zip(column).filter(|(_, cell)| !cell.is_right());
        wrong.extend(bad.map(|(case, cell)| format!("{} on {}: {case}", cell.word(), arm.name())));
    }
    ensure!(wrong.is_empty(), "{} cells are not explained:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_difference_must_differ() {
        assert!(Cell::of(Outcome::Failed, true).is_right());
        assert!(Cell::of(Outcome::Hung, true).is_right());
        assert!(!Cell::of(Outcome::Passed, true).is_right());
        assert!(!Cell::of(Outcome::Hung, false).is_right());
    }

    #[test]
    fn the_table_can_be_read() {
        let table = fs::read_to_string(crate::root().join(TABLE)).unwrap();
        let table: Table = toml::from_str(&table).unwrap();
        let mut cases: Vec<&String> = table.differences.iter().flat_map(|d| &d.cases).collect();
        let count = cases.len();
        cases.sort();
        cases.dedup();
        assert_eq!(cases.len(), count);
    }
}
