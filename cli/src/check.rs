//! `iocp-sim check`: runs scenarios and says whether all that they expect holds.

mod files;
mod hashes;

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use iocp_sim::sim::{Quantifier, Run, Scenario, Tally, Way, run_with};

use self::files::files;
use self::hashes::Hashes;
use crate::exit::Code;
use crate::paint::{ALARM, painted};
use crate::progress::Progress;
use crate::report::{self, Depth, Source};
use crate::{input, output};

/// The columns of the word that says how a scenario ended.
const WORD: usize = 11;
/// The columns of what was seen of it.
const SEEN: usize = 20;

/// Runs scenarios, in every interleaving, and says whether all that they expect holds.
#[derive(Args)]
pub(crate) struct Check {
    /// Files, and folders with `.scenario` files in them.
    #[arg(value_name = "FILE|FOLDER", required = true)]
    paths: Vec<PathBuf>,
    /// The most states of concurrent groups to look at, for each file.
    #[arg(long, value_name = "N", default_value_t = Way::CAP)]
    cap: usize,
    /// Tries so many random interleavings of each group instead of all.
    #[arg(long, value_name = "N", conflicts_with = "cap")]
    random: Option<NonZeroUsize>,
    /// Where the random choice starts: the same seed, the same choice.
    #[arg(long, value_name = "S", default_value_t = 0, requires = "random")]
    seed: u64,
    /// Prints an end for each `sometimes`, as a scenario; done by itself for a single file.
    #[arg(long)]
    witness: bool,
    /// A file of lines with a hash and a path: each trace must have the hash it is known to have.
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    hashes: Option<PathBuf>,
}

/// How many scenarios ended in each way.
#[derive(Default)]
struct Count {
    hold: usize,
    fail: usize,
    impossible: usize,
    incomplete: usize,
    unreadable: usize,
}

impl Check {
    pub(crate) fn run(&self) -> io::Result<Code> {
        let hashes = self.hashes.as_deref().map(Hashes::read).transpose();
        let (files, hashes) = match files(&self.paths).and_then(|files| Ok((files, hashes?))) {
            Ok(both) => both,
            Err(message) => {
                report::plain(&message);
                return Ok(Code::UNUSABLE);
            }
        };
        let mut worst = Code::HOLDS;
        let mut count = Count::default();
        for file in &files {
            let code = match self.check(file, hashes.as_ref(), files.len() == 1)? {
                Some(code) => count.add(code),
                None => {
                    count.unreadable += 1;
                    Code::UNUSABLE
                }
            };
            worst = worst.and(code);
        }
        if files.len() > 1 {
            let walks = self.random.map(|walks| {
                format!("; {} for each, seed {}", counted(walks.get(), "random walk"), self.seed)
            });
            output::print(&format!("{}{}\n", count.told(), walks.unwrap_or_default()))?;
        }
        Ok(worst)
    }

    /// Checks one file; `None` where it can not be read.
    fn check(&self, file: &Path, hashes: Option<&Hashes>, alone: bool) -> io::Result<Option<Code>> {
        let unreadable = |name: &str| {
            let word = painted(ALARM, &format!("{:<WORD$}", "unreadable"));
            let seen = if alone { String::new() } else { format!("{:<SEEN$} ", "") };
            output::print(&format!("{word} {seen}{name}\n"))
        };
        let source = match input::file(file) {
            Ok(source) => source,
            Err(message) => {
                unreadable(&file.display().to_string())?;
                report::plain(&message);
                return Ok(None);
            }
        };
        let scenario = match Scenario::from_bytes(source.bytes()) {
            Ok(scenario) => scenario,
            Err(error) => {
                unreadable(source.name())?;
                report::unreadable(&source, &error);
                return Ok(None);
            }
        };
        let way = match self.random {
            Some(walks) => Way::Random { walks: walks.get(), seed: self.seed },
            None => Way::Exhaustive { cap: self.cap },
        };
        let mut progress = Progress::new(source.name());
        let run = run_with(&scenario, way, &mut |states| progress.show(states));
        progress.clear();
        let code = self.tell(&run, &source, alone)?;
        match hashes.and_then(|hashes| hashes.difference(file, &run.trace)) {
            Some(difference) => {
                report::plain(&format!("`{}`: {difference}", source.name()));
                Ok(Some(code.and(Code::FAILS)))
            }
            None => Ok(Some(code)),
        }
    }

    fn tell(&self, run: &Run, source: &Source, alone: bool) -> io::Result<Code> {
        let code = Code::of(run);
        let word = painted(code.style(), &format!("{:<WORD$}", code.word()));
        let mut text = if alone {
            format!("{word} {}: {}{}\n", source.name(), seen(run), searched(run))
        } else {
            format!("{word} {:<SEEN$} {}\n", seen(run), source.name())
        };
        if alone || self.witness {
            text.extend(run.tallies.iter().map(|tally| tally_line(tally, source)));
            text.extend(run.tallies.iter().filter_map(|tally| witness(tally, source)));
        }
        output::print(&text)?;
        let depth = if alone { Depth::Whole } else { Depth::First };
        report::outcome(source, run, depth);
        if code == Code::INCOMPLETE {
            report::incomplete(source, run);
        }
        Ok(code)
    }
}

impl Count {
    fn add(&mut self, code: Code) -> Code {
        match code {
            Code::HOLDS => self.hold += 1,
            Code::FAILS => self.fail += 1,
            Code::INCOMPLETE => self.incomplete += 1,
            _ => self.impossible += 1,
        }
        code
    }

    fn told(&self) -> String {
        let Self { hold, fail, impossible, incomplete, unreadable } = *self;
        let all = hold + fail + impossible + incomplete + unreadable;
        let others = [
            (fail, "failed"),
            (impossible, "impossible"),
            (incomplete, "incomplete"),
            (unreadable, "unreadable"),
        ];
        let others = others.iter().filter(|(number, _)| *number > 0);
        let others: String = others.map(|(number, word)| format!(", {number} {word}")).collect();
        format!("{hold} of {all} scenarios hold{others}")
    }
}

fn seen(run: &Run) -> String {
    if run.states == 0 {
        return counted(run.steps, "step");
    }
    format!("{}, {}", counted(run.ends, "end"), counted(run.states, "state"))
}

/// How the interleavings were searched, where there are any.
fn searched(run: &Run) -> String {
    match run.way {
        _ if run.states == 0 => String::new(),
        Way::Random { walks, seed } => {
            format!(", {} from seed {seed}", counted(walks, "random walk"))
        }
        Way::Exhaustive { .. } if run.complete => ", every interleaving".to_owned(),
        Way::Exhaustive { .. } => ", stopped at the cap".to_owned(),
    }
}

fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn tally_line(tally: &Tally, source: &Source) -> String {
    let (claim, held, ends) = (claim(tally, source), tally.held, tally.ends);
    format!("{:WORD$} {claim}: held in {held} of {}\n", "", counted(ends, "end"))
}

/// An end in which a `sometimes` holds.
fn witness(tally: &Tally, source: &Source) -> Option<String> {
    let scenario = tally.witness.as_ref()?;
    let lines: String = scenario.lines().map(|line| format!("    {line}\n")).collect();
    Some(format!("\n  an end of `{}`:\n\n{lines}", claim(tally, source)))
}

/// An outcome as it was written.
fn claim(tally: &Tally, source: &Source) -> String {
    let word = match tally.quantifier {
        Quantifier::Always => "always",
        Quantifier::Sometimes => "sometimes",
        Quantifier::Never => "never",
    };
    format!("{word} {}", source.stretch(tally.span))
}
