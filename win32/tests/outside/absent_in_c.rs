//! Functions that are not implemented link from C too, under both kinds of names, and fail there.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::build::{self, built, is_here, package, said};

/// What a C library has too, so that it must not be exported by its bare name.
const IN_C: [&str; 6] = ["bind", "connect", "htons", "recv", "select", "socket"];

/// Writes the header that lists all functions of `support.toml`, and returns its folder.
fn names() -> PathBuf {
    let table = fs::read_to_string(package().join("support.toml")).expect("it is there");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let names = rows.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    let names: String = names.map(|name| format!("NAME({name})\n")).collect();
    fs::create_dir_all(built()).expect("it can be made");
    fs::write(built().join("names.h"), names).expect("it can be written");
    built()
}

fn checks(features: &[&str], words: &[&str], kind: &str) {
    let (folder, names) = (build::libraries(features), names());
    for compiler in build::compilers() {
        for library in build::linked(&folder) {
            let program = built().join(format!("absent-{kind}-{compiler}"));
            let source = package().join("tests/c/absent.c");
            let mut build = build::compiler(compiler, &source, &program);
            said(build.arg("-I").arg(&names).args(words).args(library));
            let mut run = Command::new(&program);
            let output = run.env_remove("IOCP_SIM_QUIET").output().expect("it runs");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{compiler}: {said}");
            let lines = said.matches("iocp-sim: CreateFileA is not implemented").count();
            assert_eq!(lines, 1, "{said}");
        }
    }
}

#[test]
fn all_functions_link_under_names_of_our_own() {
    checks(&[], &[], "prefixed");
}

#[test]
fn all_functions_link_under_the_names_of_windows() {
    checks(&["bare-names"], &["-DIOCPSIM_BARE_NAMES"], "bare");
}

#[test]
fn no_function_of_a_c_library_is_hidden_by_a_bare_name() {
    if !is_here("nm") {
        return;
    }
    let library = build::libraries(&["bare-names"]).join("libiocp_sim_win32.so");
    let exported = said(Command::new("nm").args(["-D", "--defined-only"]).arg(library));
    let exported: Vec<&str> = exported.lines().filter_map(|line| line.split(' ').nth(2)).collect();
    assert!(exported.contains(&"CreateFileA"));
    for name in IN_C {
        assert!(!exported.contains(&name), "{name}");
        assert!(exported.contains(&&*format!("iocpsim_{name}")), "{name}");
    }
}
