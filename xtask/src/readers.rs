//! `cargo xtask readers`: exports of many scenarios, each read by a reader that is not ours.
//!
//! The lessons, the litmus scenarios and random programs are exported in batches; Node runs
//! `views/browser/readers.mjs` on each, and what could be read is deleted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{command, program};

/// How many programs are exported before they are read. Each has some 500 KB of exports.
const BATCH: u64 = 100;

/// How long Node may take for a batch.
const LIMIT: Duration = Duration::from_secs(600);

/// How long `npm ci` may take.
const INSTALL_LIMIT: Duration = Duration::from_secs(300);

/// Exports many scenarios, and reads each export with a reader of its language.
#[derive(Args)]
pub(crate) struct Options {
    /// How many random programs there are.
    #[arg(long, default_value_t = 200)]
    count: u64,
    /// The seed of the programs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { count: 200, seed: 1 }
    }
}

/// Why nothing was read, where a tool is missing.
pub(crate) type Skipped = Option<String>;

/// Exports and reads; gives the reason where there is no Node or none of its packages.
pub(crate) fn run(options: &Options) -> Result<Skipped> {
    if let Some(reason) = install()? {
        return Ok(Some(reason));
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "-p", "iocp-sim-views", "--example", "exports"]);
    let exports = program::build(cargo.current_dir(crate::root()))?;
    let folder = crate::target_directory().join("readers");
    let started = Instant::now();
    batch(&exports, &folder, &["scenarios".to_owned()])?;
    println!("readers: the lessons and the litmus scenarios were read");
    let mut first = 0;
    while first < options.count {
        let count = BATCH.min(options.count - first);
        batch(&exports, &folder, &[options.seed, first, count].map(|number| number.to_string()))?;
        first += count;
        let took = started.elapsed().as_secs_f64();
        println!("readers: {first} of {} programs were read, {took:.0} s", options.count);
    }
    Ok(None)
}

/// Fails where nothing was read: whoever asks for it wants it.
pub(crate) fn ensure_not_skipped(skipped: Skipped) -> Result<()> {
    match skipped {
        None => Ok(()),
        Some(reason) => bail!("nothing was read: {reason}"),
    }
}

/// Installs the pinned readers where they are missing or of other versions.
pub(crate) fn install() -> Result<Skipped> {
    let browser = browser();
    let mut node = Command::new("node");
    if !command::succeeds(node.arg("--version"), Duration::from_secs(60)) {
        return Ok(Some("Node is not installed".to_owned()));
    }
    // What was installed last is what the lock asks for.
    let modules = browser.join("node_modules");
    let (wanted, installed) = (browser.join("package-lock.json"), modules.join(".installed"));
    let wanted = fs::read(&wanted).with_context(|| format!("no {}", wanted.display()))?;
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(None);
    }
    println!("npm ci in views/browser");
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&browser);
    match command::capture(&mut npm, INSTALL_LIMIT) {
        Ok(Some(captured)) if captured.success => {
            fs::write(installed, wanted)?;
            Ok(None)
        }
        Ok(Some(captured)) => {
            let last = captured.stderr.lines().last().unwrap_or_default().to_owned();
            Ok(Some(format!("the packages of views/browser can not be installed: {last}")))
        }
        Ok(None) => Ok(Some("the packages of views/browser were not there in time".to_owned())),
        Err(error) => Ok(Some(format!("npm can not be started: {error:#}"))),
    }
}

/// Exports into an empty folder, has it read, and deletes it.
fn batch(exports: &Path, folder: &Path, arguments: &[String]) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    command::run(Command::new(exports).arg(folder).args(arguments))?;
    let mut node = Command::new("node");
    node.arg("readers.mjs").arg(folder).current_dir(browser());
    let Some(read) = command::capture(&mut node, LIMIT)? else {
        bail!("the readers took more than {} s on {}", LIMIT.as_secs(), folder.display());
    };
    if read.success {
        return Ok(fs::remove_dir_all(folder)?);
    }
    let kept = match keep_failed(&read.stdout, folder) {
        Ok(Some(kept)) => format!("an export can not be read; it is in {}", kept.display()),
        Ok(None) => format!("the readers could not be run on {}", folder.display()),
        Err(error) => format!("an export can not be read, and not be kept: {error:#}"),
    };
    bail!("{kept}\n{}{}", read.stdout, read.stderr)
}

/// Keeps the scenarios whose exports could not be read, with those exports, if there are any.
fn keep_failed(output: &str, folder: &Path) -> Result<Option<PathBuf>> {
    if failed(output).next().is_none() {
        return Ok(None);
    }
    let kept = folder.with_file_name("readers-failed");
    if kept.exists() {
        fs::remove_dir_all(&kept)?;
    }
    fs::create_dir_all(&kept)?;
    for name in failed(output) {
        let scenario = name.split_once('.').map_or(name, |(stem, _)| stem);
        for file in [name.to_owned(), format!("{scenario}.scenario")] {
            fs::copy(folder.join(&file), kept.join(&file))
                .with_context(|| format!("{file} can not be kept"))?;
        }
    }
    Ok(Some(kept))
}

/// The files that the readers could not read.
fn failed(output: &str) -> impl Iterator<Item = &str> {
    let lines = output.lines().filter_map(|line| line.strip_prefix("FAILED "));
    lines.filter_map(|line| Some(line.split_once(": ")?.0))
}

fn browser() -> PathBuf {
    crate::root().join("views/browser")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_that_failed_are_read_from_what_the_readers_say() {
        let output = "FAILED program-1-7.dot: syntax error: line 3\n1 .dot\nFAILED b.svg: x\n";
        assert_eq!(failed(output).collect::<Vec<_>>(), ["program-1-7.dot", "b.svg"]);
    }

    #[test]
    fn the_usual_number_of_programs_is_the_one_of_the_command_line() {
        use clap::Parser;
        #[derive(Parser)]
        struct Line {
            #[command(flatten)]
            options: Options,
        }
        let Options { count, seed } = Line::parse_from(["readers"]).options;
        let usual = Options::default();
        assert_eq!((count, seed), (usual.count, usual.seed));
    }
}
