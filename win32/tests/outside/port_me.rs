//! `examples/port-me`, moved as its page says: through the line of Cargo.toml, through bare names,
//! and as C with both libraries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::build::{self, built, is_here, package, said};

const SAID: &str = "sum 500500\nbatch [1, 2, 3]\ntimed out true\nclosed: error Err(6)\n";
const SAID_IN_C: &str = "sum 500500\nbatch 1 2 3\ntimed out 1\nclosed: error 6\n";

fn example() -> PathBuf {
    package().join("../examples/port-me")
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
    assert_eq!(said(build::cargo(&folder).args(["run", "--quiet", "--offline"])), SAID);
}

#[test]
fn bare_names_run_the_program_as_it_is() {
    let folder = copy("as-it-is");
    let library = build::libraries(&["bare-names"]).join("libiocp_sim_win32.so");
    let mut cargo = build::cargo(&folder);
    let path = library.parent().expect("it lies in a folder");
    let flag = format!("-Clink-arg={} -Clink-arg=-Wl,-rpath,{}", library.display(), path.display());
    cargo.env("RUSTFLAGS", flag).env("CARGO_TARGET_DIR", built().join("target-as-it-is"));
    assert_eq!(said(cargo.args(["run", "--quiet", "--offline"])), SAID);
}

#[test]
fn c_is_built_by_both_compilers_with_both_libraries() {
    let folder = build::libraries(&[]);
    for compiler in build::compilers() {
        for library in build::linked(&folder) {
            let program = built().join(format!("port-me-{compiler}"));
            let mut build = build::compiler(compiler, &example().join("main.c"), &program);
            said(build.args(library));
            assert_eq!(said(&mut Command::new(&program)), SAID_IN_C);
        }
    }
}
