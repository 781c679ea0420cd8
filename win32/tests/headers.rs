//! The C headers: they compile without a warning, under both spellings of their names, and their
//! numbers are those of windows-sys.

#![cfg(unix)]

mod source;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const C: [&[&str]; 3] = [&["-std=c11"], &["-std=c17", "-DUNICODE"], &["-std=c11", "-fshort-wchar"]];
const CPP: [&[&str]; 2] = [&["-std=c++17"], &["-std=c++20", "-DUNICODE"]];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The compilers that are here. One that is not is no failure: `verify --deep` says so.
fn compilers(names: &[&'static str]) -> Vec<&'static str> {
    let is_here = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    names.iter().filter(is_here).copied().collect()
}

fn compiles(compiler: &str, language: &str, words: &[&str]) {
    let mut command = Command::new(compiler);
    command.args(words).args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]);
    for include in ["include", "include/case"] {
        command.arg("-I").arg(folder(include));
    }
    command.args(["-x", language]).arg(folder("tests/c/all_headers.c"));
    let output = command.output().expect("it was found");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{command:?}\n{said}");
}

#[test]
fn the_headers_compile_as_c() {
    for compiler in compilers(&["gcc", "clang"]) {
        C.iter().for_each(|words| compiles(compiler, "c", words));
    }
}

#[test]
fn the_headers_compile_as_cpp() {
    for compiler in compilers(&["g++", "clang++"]) {
        CPP.iter().for_each(|words| compiles(compiler, "c++", words));
    }
}

/// The numbers of windows-sys, by their names.
fn numbers() -> BTreeMap<String, u32> {
    let file = source::of_windows_sys().join("src/Windows/Win32/Foundation/mod.rs");
    let text = fs::read_to_string(file).expect("it is there");
    let constants = text.lines().filter_map(|line| line.strip_prefix("pub const "));
    let numbers = constants.filter_map(|line| {
        let (name, rest) = line.split_once(": ")?;
        let (_, value) = rest.split_once(" = ")?;
        let value = value.trim_end_matches([';', ' ']).trim_end_matches(" as _");
        let value = value.trim_end_matches("u32").trim_end_matches('_');
        let number = match value.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => value.parse().ok()?,
        };
        Some((name.to_owned(), number))
    });
    numbers.collect()
}

#[test]
fn the_codes_in_the_headers_are_those_of_windows_sys() {
    let numbers = numbers();
    let mut compared = 0;
    for header in ["winerror.h", "ntstatus.h", "winnt.h", "winbase.h", "handleapi.h"] {
        let text = fs::read_to_string(folder("include").join(header)).expect("it is there");
        for line in text.lines().filter_map(|line| line.strip_prefix("#define ")) {
            let Some((name, value)) = line.split_once(' ') else { continue };
            let Some(wanted) = numbers.get(name) else { continue };
            let value = value.rsplit(')').find(|part| !part.is_empty()).expect("it has a value");
            let number = match value.strip_prefix("0x") {
                Some(digits) => u32::from_str_radix(digits, 16).expect(line),
                None => value.parse().unwrap_or_else(|_| panic!("{line}")),
            };
            assert_eq!(number, *wanted, "{header}: {name}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared} were compared");
}
