//! How programs outside of this workspace are built with this library.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

pub(crate) fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where these tests build, beside what cargo builds.
pub(crate) fn built() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside")
}

/// Where cargo builds the library for C: where `cargo xtask install-c` does too, so that what both
/// need is built once.
fn target() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    target.expect("it lies in the target directory").join("c")
}

/// Runs a command, and returns what it said.
pub(crate) fn said(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{stderr}");
    String::from_utf8(output.stdout).expect("it is UTF-8")
}

/// Whether a tool is here. If it is not, that is said.
pub(crate) fn is_here(tool: &str) -> bool {
    let is_here = Command::new(tool).arg("--version").output().is_ok();
    if !is_here {
        println!("skipped: there is no {tool}");
    }
    is_here
}

pub(crate) fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", target());
    cargo.env_remove("RUSTFLAGS");
    cargo
}

/// Builds the libraries for C, with the names that begin with `iocpsim_` or with bare ones.
pub(crate) fn libraries(features: &[&str]) -> PathBuf {
    static BUILT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    // Both kinds are built in one place, so the one is put away before the other is built. Each is
    // put away once: another test may run a program that needs it.
    let mut ready = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = built().join(if features.is_empty() { "prefixed" } else { "bare" });
    if ready.contains(&folder) {
        return folder;
    }
    fs::create_dir_all(&folder).expect("it can be made");
    let mut cargo = cargo(package());
    cargo.args(["rustc", "--quiet", "--lib", "--crate-type", "staticlib,cdylib"]);
    said(cargo.arg("--features").arg(features.join(",")));
    for file in ["libiocp_sim_win32.a", "libiocp_sim_win32.so"] {
        let made = target().join("debug").join(file);
        // A program that has the other one loaded keeps it.
        let _ = fs::remove_file(folder.join(file));
        fs::copy(made, folder.join(file)).expect("it can be copied");
    }
    ready.push(folder.clone());
    folder
}

/// The compilers of C that are here.
pub(crate) fn compilers() -> Vec<&'static str> {
    ["gcc", "clang"].into_iter().filter(|compiler| is_here(compiler)).collect()
}

/// A compiler that makes a program of a source; what it is linked with is to be added.
pub(crate) fn compiler(compiler: &str, source: &Path, program: &Path) -> Command {
    let mut command = Command::new(compiler);
    command.args(["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror"]);
    command.arg("-I").arg(package().join("include")).arg(source).arg("-o").arg(program);
    command
}

/// The words that link the shared library, and those that link the static one.
pub(crate) fn linked(folder: &Path) -> [Vec<String>; 2] {
    let folder = folder.display();
    let shared = format!("-L{folder} -liocp_sim_win32 -Wl,-rpath,{folder} -lpthread");
    let fixed = format!("{folder}/libiocp_sim_win32.a -lpthread -ldl -lm");
    [shared, fixed].map(|words| words.split(' ').map(ToOwned::to_owned).collect())
}
