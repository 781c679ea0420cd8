//! `cargo xtask faults`: plants one fault at a time and requires the tests to catch it.
//!
//! A fault is caught when the tests that judge it build and fail, and print a minimal program, or
//! a panic where they are those of loom. A fault that does not apply or does not build is broken,
//! which fails the run as a missed one does. The sources without a fault must pass first, else
//! every fault would look caught.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::minimal_program::{self, MinimalProgram};
use crate::patch::{self, Patch};
use crate::suite::Suite;
use crate::{command, copy, program};

/// Plants faults in a copy of the sources, one at a time, and checks that tests catch each.
#[derive(Args, Default)]
pub(crate) struct Options {
    /// Plants only the fault with this number.
    #[arg(long, value_name = "NN")]
    only: Option<u32>,
    /// Prints the minimal program that caught each fault.
    #[arg(long)]
    show: bool,
}

const BUILD_LIMIT: Duration = Duration::from_secs(900);
const TEST_LIMIT: Duration = Duration::from_secs(300);
const APPLY_LIMIT: Duration = Duration::from_secs(60);

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut patches = patch::read_all(&crate::root().join("xtask/faults"))?;
    patches.retain(|patch| options.only.is_none_or(|number| number == patch.number));
    ensure!(!patches.is_empty(), "no fault has that number");
    let bench = Bench::new();
    let width = patches.iter().map(|patch| patch.fault.len()).max().unwrap_or(0);

    for suite in Suite::ALL {
        if patches.iter().any(|patch| patch.suite == suite) {
            control(&bench, suite, width)?;
        }
    }
    let mut caught = 0;
    for patch in &patches {
        let started = Instant::now();
        let verdict = bench.judge(patch)?;
        report(patch, &verdict, started.elapsed(), width, options.show);
        if let Verdict::Caught(_) = verdict {
            caught += 1;
        }
    }
    println!("{caught} of {} caught", patches.len());
    ensure!(caught == patches.len(), "some faults are not caught");
    Ok(())
}

/// Requires the sources without a fault to pass.
fn control(bench: &Bench, suite: Suite, width: usize) -> Result<()> {
    let started = Instant::now();
    copy::refresh(crate::root(), &bench.work)?;
    let tests = match bench.build(suite, Registry::Online)? {
        Build::Tests(tests) => tests,
        Build::Failed(text) => bail!("the tests without a fault do not build:\n{text}"),
    };
    match bench.test(suite, &tests)? {
        Answer::Passed => {}
        Answer::Failed(text) => bail!("the tests without a fault fail:\n{text}"),
        Answer::None => bail!("the tests without a fault do not end in {TEST_LIMIT:?}"),
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("--  {:width$}  passes  {seconds:6.1} s  {}", "no fault", suite.name());
    Ok(())
}

fn report(patch: &Patch, verdict: &Verdict, took: Duration, width: usize, show: bool) {
    let (word, detail) = match verdict {
        Verdict::Caught(program) => ("caught", steps(program)),
        Verdict::Missed(reason) => ("MISSED", reason.clone()),
        Verdict::Broken(reason) => ("BROKEN", reason.clone()),
    };
    let (number, fault, seconds) = (patch.number, &patch.fault, took.as_secs_f64());
    println!("{number:02}  {fault:width$}  {word}  {seconds:6.1} s  {detail}");
    if let Verdict::Caught(program) = verdict
        && show
    {
        for line in &program.lines {
            println!("    {line}");
        }
    }
}

fn steps(program: &MinimalProgram) -> String {
    match program.steps {
        0 => program.lines[0].clone(),
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    }
}

/// What came of one fault.
enum Verdict {
    Caught(MinimalProgram),
    Missed(String),
    Broken(String),
}

/// Whether cargo may ask the registry for a dependency.
enum Registry {
    Online,
    Offline,
}

enum Build {
    /// The program that runs the tests.
    Tests(PathBuf),
    Failed(String),
}

enum Answer {
    Passed,
    Failed(String),
    None,
}

/// The copy that faults are planted in, and its build results.
struct Bench {
    folder: PathBuf,
    work: PathBuf,
}

impl Bench {
    fn new() -> Bench {
        let folder = crate::target_directory().join("faults");
        Bench { work: folder.join("work"), folder }
    }

    /// Never one of the workspace's own: cargo can not tell the copy from the workspace, and would
    /// take a build with a fault for one without.
    fn target(&self, suite: Suite) -> PathBuf {
        match suite {
            Suite::Properties => self.folder.join("target"),
            Suite::Loom => self.folder.join("target-loom"),
        }
    }

    fn judge(&self, patch: &Patch) -> Result<Verdict> {
        copy::refresh(crate::root(), &self.work)?;
        if let Some(reason) = self.plant(patch)? {
            return Ok(Verdict::Broken(reason));
        }
        let tests = match self.build(patch.suite, Registry::Offline)? {
            Build::Tests(tests) => tests,
            Build::Failed(text) => {
                return Ok(Verdict::Broken(format!("does not build:\n{text}")));
            }
        };
        Ok(match self.test(patch.suite, &tests)? {
            Answer::Passed => Verdict::Missed("the tests pass".to_owned()),
            Answer::None => Verdict::Missed(format!("the tests do not end in {TEST_LIMIT:?}")),
            Answer::Failed(text) => failure(patch.suite, &text),
        })
    }

    /// Applies the patch to the copy; returns the reason if that cannot be done.
    fn plant(&self, patch: &Patch) -> Result<Option<String>> {
        let read = |path: &PathBuf| fs::read(self.work.join(path)).ok();
        let before: Vec<_> = patch.changes.iter().map(read).collect();
        let mut git = copy::git_in(&self.work);
        git.arg("apply").arg(&patch.path);
        let applied = command::capture(&mut git, APPLY_LIMIT)?.context("git apply hangs")?;
        if !applied.success {
            return Ok(Some(format!("does not apply: {}", applied.stderr.trim())));
        }
        // Inside a repository, git passes over files it does not know and still succeeds.
        let unchanged = patch.changes.iter().zip(before).find(|(path, old)| read(path) == *old);
        Ok(unchanged.map(|(path, _)| format!("leaves {} as it was", path.display())))
    }

    fn build(&self, suite: Suite, registry: Registry) -> Result<Build> {
        let mut cargo = suite.cargo_test(&self.target(suite));
        cargo.current_dir(&self.work);
        cargo.args(["--no-run", "--message-format", "json-render-diagnostics"]);
        if let Registry::Offline = registry {
            cargo.arg("--offline");
        }
        let built = command::capture(&mut cargo, BUILD_LIMIT)?.context("the build hangs")?;
        if !built.success {
            return Ok(Build::Failed(built.stderr));
        }
        let tests =
            program::executable(&built.stdout).context("cargo names no program of the tests")?;
        Ok(Build::Tests(tests))
    }

    /// Runs the tests as `cargo test` would; cargo itself would outlive its time limit's kill.
    fn test(&self, suite: Suite, tests: &Path) -> Result<Answer> {
        let mut tests = Command::new(tests);
        tests.current_dir(&self.work).env("CARGO_MANIFEST_DIR", &self.work);
        if suite == Suite::Loom {
            // An abort loses what is captured.
            tests.arg("--nocapture");
        }
        Ok(match command::capture(&mut tests, TEST_LIMIT)? {
            None => Answer::None,
            Some(ended) if ended.success => Answer::Passed,
            Some(ended) => Answer::Failed(ended.stdout + &ended.stderr),
        })
    }
}

/// Tells a test failure that shows something from other ways to end badly.
fn failure(suite: Suite, output: &str) -> Verdict {
    match suite {
        Suite::Properties => failed_property(output),
        Suite::Loom => match minimal_program::find_panic(output) {
            Some(panic) => Verdict::Caught(panic),
            None => Verdict::Missed("the tests end badly, and none of them panicked".to_owned()),
        },
    }
}

fn failed_property(output: &str) -> Verdict {
    if !output.contains("test result: FAILED") {
        return Verdict::Missed("the tests ended without a result".to_owned());
    }
    match minimal_program::find(output) {
        Some(program) => Verdict::Caught(program),
        None => Verdict::Missed("the tests fail and print no minimal program".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_with_a_program_is_a_catch() {
        let output = "minimal program:\n post\n\ntest result: FAILED. 0 passed";
        let verdict = failure(Suite::Properties, output);
        assert!(matches!(verdict, Verdict::Caught(program) if program.steps == 1));
    }

    #[test]
    fn an_abort_is_not_a_catch() {
        let verdict = failure(Suite::Properties, "minimal program:\n post\n");
        assert!(matches!(verdict, Verdict::Missed(_)));
    }

    #[test]
    fn a_failure_without_a_program_is_not_a_catch() {
        for suite in Suite::ALL {
            let verdict = failure(suite, "test result: FAILED. 0 passed");
            assert!(matches!(verdict, Verdict::Missed(_)));
        }
    }

    #[test]
    fn a_panic_of_a_loom_test_is_a_catch_even_if_it_aborts() {
        let output = "thread 'posts::a_post' (7) panicked at rt.rs:2:3:\ndeadlock\naborting.\n";
        assert!(matches!(failure(Suite::Loom, output), Verdict::Caught(_)));
    }
}
