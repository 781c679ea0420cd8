//! Programs for Windows, built here and run by Wine: the tools that takes, a prefix of our own, and
//! an end to whatever hangs.
//!
//! Wine is another implementation of the calls of Windows. What it decides otherwise is not
//! written here.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::command::{self, Captured};
use crate::program;

/// What programs are built for.
pub(crate) const TARGET: &str = "x86_64-pc-windows-gnu";

const COMPILER: &str = "x86_64-w64-mingw32-gcc";
const PROBE_LIMIT: Duration = Duration::from_secs(60);
const PREFIX_LIMIT: Duration = Duration::from_secs(180);

/// Wine, with all that it takes to build for it.
pub(crate) struct Wine {
    version: String,
    /// Where what it installs and what we build lies.
    folder: PathBuf,
}

impl Wine {
    /// Finds the tools. What is missing is said in words that tell what to install.
    pub(crate) fn find() -> std::result::Result<Self, String> {
        let version = said(Command::new("wine").arg("--version").env("WINEDEBUG", "-all"));
        let server = said(Command::new("wineserver").arg("--version"));
        let compiler = said(Command::new(COMPILER).arg("--version"));
        let missing =
            missing(has_target(), compiler.is_some(), version.is_some(), server.is_some());
        match version {
            Some(version) if missing.is_empty() => {
                let version = version.trim().trim_start_matches("wine-").to_owned();
                Ok(Self { version, folder: crate::target_directory() })
            }
            _ => Err(missing.join("; ")),
        }
    }

    /// The version, as Wine says it.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Builds for Windows what the words of cargo say, and returns the program. It has a target
    /// directory of its own, since this target shares nothing with the others.
    pub(crate) fn build(&self, words: &[&str]) -> Result<PathBuf> {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(crate::root()).args(words).args(["--target", TARGET]);
        cargo.env("CARGO_TARGET_DIR", self.folder.join("windows"));
        let program = program::build(&mut cargo)?;
        self.complete(program.parent().expect("a program lies in a folder"))?;
        Ok(program)
    }

    /// Makes a program for Windows of a source in C. It needs no DLL beside it.
    pub(crate) fn compile(&self, source: &Path) -> Result<PathBuf> {
        let name = source.file_stem().context("a source has a name")?;
        let program = self.folder.join("windows-c").join(name).with_extension("exe");
        fs::create_dir_all(program.parent().expect("it lies in a folder"))?;
        let mut compiler = Command::new(COMPILER);
        compiler.args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]).arg(source);
        command::run(compiler.args(["-static", "-lpthread", "-o"]).arg(&program))?;
        Ok(program)
    }

    /// The variables with which another program runs Wine in our prefix, which is there then.
    pub(crate) fn variables(&self) -> Result<Vec<(OsString, OsString)>> {
        self.make_prefix()?;
        let command = self.command("wine");
        let set = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
        Ok(set.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// Runs a program for Windows and keeps what it says; `None` if it was killed at the limit.
    pub(crate) fn run(
        &self,
        program: &Path,
        words: &[impl AsRef<OsStr>],
        limit: Duration,
    ) -> Result<Option<Captured>> {
        self.make_prefix()?;
        let mut wine = self.command("wine");
        wine.current_dir(crate::root()).arg(program).args(words);
        self.capture(&mut wine, limit)
    }

    /// What a program under Wine calls an absolute path of ours.
    pub(crate) fn path(path: &Path) -> String {
        format!("Z:{}", path.display())
    }

    /// Puts beside a program the DLL that Wine 8 lacks.
    fn complete(&self, folder: &Path) -> Result<()> {
        let mut compiler = Command::new(COMPILER);
        compiler.args(["-shared", "-O2", "-s", "-o"]).arg(folder.join("bcryptprimitives.dll"));
        compiler.arg(crate::root().join("xtask/wine/bcryptprimitives.c")).arg("-ladvapi32");
        command::run(&mut compiler)
    }

    fn prefix(&self) -> PathBuf {
        self.folder.join("wine-prefix")
    }

    /// Makes the prefix, unless it is there. The file that is looked for is written last.
    fn make_prefix(&self) -> Result<()> {
        if self.prefix().join("system.reg").exists() {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        let mut boot = self.command("wine");
        boot.args(["wineboot", "--init"]);
        let made = self.capture(&mut boot, PREFIX_LIMIT)?.context("Wine hangs at its start")?;
        ensure!(made.success, "Wine makes no prefix: {}", made.stderr);
        // The registry is written when the server ends.
        self.command("wineserver").arg("-w").status()?;
        Ok(())
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.env("WINEPREFIX", self.prefix()).env("WINEDEBUG", "-all");
        // Nothing here needs .NET or HTML, and Wine would ask for them.
        command.env("WINEDLLOVERRIDES", "mscoree=;mshtml=").env_remove("DISPLAY");
        // A program of Windows can not run this cargo.
        command.env_remove("CARGO");
        command
    }

    /// Programs that Wine leaves running keep a pipe open for ever, so what is said goes to files.
    fn capture(&self, command: &mut Command, limit: Duration) -> Result<Option<Captured>> {
        let [stdout, stderr] = ["wine-stdout", "wine-stderr"].map(|name| self.folder.join(name));
        command.stdin(Stdio::null()).stdout(File::create(&stdout)?).stderr(File::create(&stderr)?);
        let child = command.spawn();
        let mut child = child.with_context(|| format!("cannot run {}", command::shown(command)))?;
        let Some(status) = wait(&mut child, limit)? else {
            self.stop();
            child.kill()?;
            child.wait()?;
            return Ok(None);
        };
        let read = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let (stdout, stderr) = (read(stdout)?, read(stderr)?);
        Ok(Some(Captured { success: status.success(), stdout, stderr }))
    }

    /// Ends whatever runs in this prefix, and in no other.
    fn stop(&self) {
        // If nothing runs there it fails, and that is as well.
        let _ = command::capture(self.command("wineserver").arg("-k"), PROBE_LIMIT);
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        if self.prefix().exists() {
            self.stop();
        }
    }
}

/// Whether the compiler has a standard library for Windows.
pub(crate) fn has_target() -> bool {
    let folder = said(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    folder.is_some_and(|folder| Path::new(folder.trim()).exists())
}

/// What is to be installed.
fn missing(target: bool, compiler: bool, wine: bool, server: bool) -> Vec<String> {
    let rows = [
        (target, format!("the Rust target is missing: `rustup target add {TARGET}`")),
        (compiler, format!("{COMPILER} is missing: `apt-get install gcc-mingw-w64-x86-64`")),
        (wine && server, "Wine is missing: `apt-get install wine wine64`".to_owned()),
    ];
    rows.into_iter().filter(|(found, _)| !found).map(|(_, words)| words).collect()
}

/// What a command says if it succeeds.
fn said(command: &mut Command) -> Option<String> {
    let captured = command::capture(command, PROBE_LIMIT).ok()??;
    captured.success.then_some(captured.stdout)
}

/// Waits for the child; `None` at the limit.
fn wait(child: &mut Child, limit: Duration) -> Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_with_the_command_that_installs_it() {
        assert_eq!(missing(true, true, true, true), Vec::<String>::new());
        let missing = missing(false, true, true, false);
        assert_eq!(missing.len(), 2);
        assert!(missing[0].contains("rustup target add x86_64-pc-windows-gnu"));
        assert!(missing[1].contains("apt-get install wine"));
    }

    #[test]
    fn a_path_lies_on_the_drive_of_the_whole_system() {
        assert_eq!(Wine::path(Path::new("/tmp/results.json")), "Z:/tmp/results.json");
    }

    #[cfg(unix)]
    #[test]
    fn a_child_is_waited_for_until_the_limit() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(wait(&mut child, Duration::from_millis(50)).unwrap().is_none());
        child.kill().unwrap();
        assert!(wait(&mut child, Duration::from_secs(30)).unwrap().is_some());
    }
}
