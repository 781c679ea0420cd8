//! `iocp-sim check`: runs scenarios and says whether all that they expect holds.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use iocp_sim::sim::{Quantifier, Run, Scenario, Tally, Way, run_with};

use crate::exit::Code;
use crate::report::{self, Source};

/// Runs scenarios, every interleaving of their concurrent groups, and checks what they expect.
#[derive(Args)]
pub(crate) struct Check {
    /// Files, and folders with `.scenario` files in them.
    #[arg(value_name = "FILE|FOLDER", required = true)]
    paths: Vec<PathBuf>,
    /// The most states of concurrent groups to look at, for each file.
    #[arg(long, value_name = "N", default_value_t = Way::CAP)]
    cap: usize,
    /// Tries so many random interleavings of each group instead of all.
    #[arg(long, value_name = "N")]
    random: Option<usize>,
    /// Where the random choice starts: the same seed, the same choice.
    #[arg(long, value_name = "S", default_value_t = 0, requires = "random")]
    seed: u64,
    /// Prints an end for each `sometimes`, as a scenario; done by itself for a single file.
    #[arg(long)]
    witness: bool,
}

impl Check {
    pub(crate) fn run(&self) -> Code {
        let files = match files(&self.paths) {
            Ok(files) => files,
            Err(message) => {
                report::plain(&message);
                return Code::UNUSABLE;
            }
        };
        let mut worst = Code::HOLDS;
        let mut held = 0;
        for file in &files {
            let code = self.check(file, files.len() == 1);
            held += usize::from(code == Code::HOLDS);
            worst = worst.and(code);
        }
        println!("{held} of {} scenarios hold", files.len());
        worst
    }

    fn check(&self, file: &Path, alone: bool) -> Code {
        let name = file.display().to_string();
        let bytes = match std::fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                report::plain(&format!("`{name}` can not be read: {error}"));
                return Code::UNUSABLE;
            }
        };
        let source = Source::new(&name, &bytes);
        let scenario = match Scenario::from_bytes(&bytes) {
            Ok(scenario) => scenario,
            Err(error) => {
                report::unreadable(&source, &error);
                return Code::UNUSABLE;
            }
        };
        let way = match self.random {
            Some(walks) => Way::Random { walks, seed: self.seed },
            None => Way::Exhaustive { cap: self.cap },
        };
        let mut progress = Progress { name: name.clone(), shown: false };
        let run = run_with(&scenario, way, &mut |states| progress.show(states));
        progress.clear();
        self.tell(&run, &source, way, alone)
    }

    fn tell(&self, run: &Run, source: &Source, way: Way, alone: bool) -> Code {
        let code = Code::of(run);
        println!("{:<11} {}: {}", code.word(), source.name(), summary(run, way));
        for tally in &run.tallies {
            println!("            {}", tally_line(tally, source));
            if let Some(witness) = tally.witness.as_ref().filter(|_| self.witness || alone) {
                print!("\n{}\n", indented(witness));
            }
        }
        report::outcome(source, run);
        code
    }
}

fn summary(run: &Run, way: Way) -> String {
    let steps = run.trace.steps.len();
    if run.states == 0 {
        return format!("{steps} steps");
    }
    let (ends, states) = (run.ends, run.states);
    match way {
        Way::Random { walks, seed } => {
            format!("{ends} ends in {walks} random walks from seed {seed}, {states} states")
        }
        Way::Exhaustive { .. } if run.complete => {
            format!("{ends} ends in all interleavings, {states} states")
        }
        Way::Exhaustive { cap } => {
            format!(
                "stopped at the cap of {cap} states, {ends} ends so far; raise it with --cap, or try --random"
            )
        }
    }
}

fn tally_line(tally: &Tally, source: &Source) -> String {
    let word = match tally.quantifier {
        Quantifier::Always => "always",
        Quantifier::Sometimes => "sometimes",
        Quantifier::Never => "never",
    };
    let text = source.stretch(tally.span);
    format!("{word} {text}: held in {} of {} ends", tally.held, tally.ends)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// The files, and those below the folders in the order of their names.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            collect(path, &mut files)?;
            if files.len() == before {
                return Err(format!("`{}` has no .scenario file in it", path.display()));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let unreadable = |error| format!("`{}` can not be read: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(unreadable)?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "scenario") {
            files.push(path);
        }
    }
    Ok(())
}

/// A line that grows old on a terminal, and is nothing elsewhere.
struct Progress {
    name: String,
    shown: bool,
}

impl Progress {
    fn show(&mut self, states: usize) {
        let mut err = io::stderr();
        if err.is_terminal() {
            let _ = write!(err, "\r{}: {states} states ", self.name);
            self.shown = true;
        }
    }

    fn clear(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}
