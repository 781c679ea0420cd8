//! `examples/port-me`, moved as its page says: through the line of Cargo.toml, through bare names,
//! and as C with both libraries.

#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SAID: &str = "sum 500500\nbatch [1, 2, 3]\ntimed out true\nclosed: error Err(6)\n";
const SAID_IN_C: &str = "sum 500500\nbatch 1 2 3\ntimed out 1\nclosed: error 6\n";

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn example() -> PathBuf {
    package().join("../examples/port-me")
}

/// Where this test builds, beside what cargo builds.
fn built() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("port-me")
}

/// Runs a command, and returns what it said.
fn said(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{stderr}");
    String::from_utf8(output.stdout).expect("it is UTF-8")
}

fn is_here(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

/// A copy of the example in a folder of its own.
fn copy(name: &str) -> PathBuf {
    let folder = built().join(name);
    fs::create_dir_all(folder.join("src")).expect("it can be made");
    for file in ["Cargo.toml", "port.diff", "src/main.rs"] {
        fs::copy(example().join(file), folder.join(file)).expect("it can be copied");
    }
    // The versions that this workspace has are at hand.
    let lock = folder.join("Cargo.lock");
    fs::copy(package().join("../Cargo.lock"), lock).expect("it can be copied");
    folder
}

fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", built().join("target"));
    cargo.env_remove("RUSTFLAGS");
    cargo
}

/// Builds the libraries for C, with the names that begin with `iocpsim_` or with bare ones.
fn libraries(features: &[&str]) -> PathBuf {
    let folder = built().join(if features.is_empty() { "prefixed" } else { "bare" });
    let mut cargo = cargo(package());
    cargo.args(["rustc", "--quiet", "--lib", "--crate-type", "staticlib,cdylib"]);
    cargo.arg("--features").arg(features.join(",")).arg("--target-dir").arg(&folder);
    said(&mut cargo);
    folder.join("debug")
}

/// Applies the diff, whose path leads from the example to this package.
fn patch(folder: &Path) {
    said(Command::new("patch").args(["-p1", "-i", "port.diff"]).current_dir(folder));
    let manifest = folder.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("it is there");
    let text = text.replace("../../win32", &package().display().to_string());
    fs::write(manifest, text).expect("it can be written");
}

#[test]
fn one_line_of_the_manifest_moves_the_program() {
    if !is_here("patch") {
        return;
    }
    let folder = copy("one-line");
    patch(&folder);
    let lines = fs::read_to_string(folder.join("port.diff")).expect("it is there");
    assert_eq!(lines.lines().filter(|line| line.starts_with("+w")).count(), 1);
    assert_eq!(said(cargo(&folder).args(["run", "--quiet", "--offline"])), SAID);
}

#[test]
fn bare_names_run_the_program_as_it_is() {
    let folder = copy("as-it-is");
    let library = libraries(&["bare-names"]).join("libiocp_sim_win32.so");
    let mut cargo = cargo(&folder);
    let path = library.parent().expect("it lies in a folder");
    let flag = format!("-Clink-arg={} -Clink-arg=-Wl,-rpath,{}", library.display(), path.display());
    cargo.env("RUSTFLAGS", flag).env("CARGO_TARGET_DIR", built().join("target-as-it-is"));
    assert_eq!(said(cargo.args(["run", "--quiet", "--offline"])), SAID);
}

#[test]
fn c_is_built_by_both_compilers_with_both_libraries() {
    let folder = libraries(&[]);
    for compiler in ["gcc", "clang"].into_iter().filter(|compiler| is_here(compiler)) {
        let program = built().join(compiler);
        let search = format!("-L{}", folder.display());
        let archive = folder.join("libiocp_sim_win32.a");
        let run_path = format!("-Wl,-rpath,{}", folder.display());
        let shared: [&OsStr; 3] = [search.as_ref(), "-liocp_sim_win32".as_ref(), run_path.as_ref()];
        let fixed: [&OsStr; 4] =
            [archive.as_ref(), "-lpthread".as_ref(), "-ldl".as_ref(), "-lm".as_ref()];
        for library in [&shared[..], &fixed[..]] {
            let mut build = Command::new(compiler);
            build.args(["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror"]);
            build.arg("-I").arg(package().join("include")).arg(example().join("main.c"));
            said(build.arg("-o").arg(&program).args(library).arg("-lpthread"));
            assert_eq!(said(&mut Command::new(&program)), SAID_IN_C);
        }
    }
}
