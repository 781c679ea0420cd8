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

/// The functions that a header declares, as mingw would have them written.
fn prototypes(header: &str) -> Vec<String> {
    let of_host = |text: &&str| text.starts_with("int WINAPI iocpsim_select(");
    let labelled = header.split(";").filter_map(|text| {
        let (text, _) = text.split_once("IOCPSIM_NAME(")?;
        text.rsplit("\n\n").next()
    });
    let ours = header.split("\n\n").filter(|text| text.contains("WINAPI iocpsim_"));
    let ours = ours.filter(|text| !of_host(text)).map(|text| text.trim_end_matches(';'));
    let all = labelled.chain(ours).filter(|text| !text.contains('#'));
    all.map(|text| text.replace("iocpsim_", "") + ";\n").collect()
}

#[test]
fn the_declarations_agree_with_those_of_mingw() {
    let Some(compiler) = compilers(&["x86_64-w64-mingw32-gcc"]).pop() else {
        println!("skipped: there is no x86_64-w64-mingw32-gcc");
        return;
    };
    let headers = fs::read_dir(folder("include")).expect("it is there");
    let headers = headers.map(|entry| entry.expect("it can be read").path());
    let texts = headers.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).unwrap());
    let declared: Vec<String> = texts.flat_map(|text| prototypes(&text)).collect();
    assert!(declared.len() > 240, "{} were found", declared.len());
    let text = fs::read_to_string(folder("tests/c/mingw.c")).expect("it is there");
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mingw.c");
    fs::write(&source, text + &declared.concat()).expect("it can be written");
    let mut command = Command::new(compiler);
    command.args(["-Wall", "-Wextra", "-Wno-attributes", "-fsyntax-only"]).arg(source);
    let output = command.output().expect("it was found");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The modules of windows-sys that the headers have numbers of.
const MODULES: [&str; 9] = [
    "Foundation",
    "Networking/WinSock",
    "Security",
    "Storage/FileSystem",
    "System/Memory",
    "System/Pipes",
    "System/SystemServices",
    "System/Threading",
    "System/WindowsProgramming",
];

/// The numbers of windows-sys, by their names.
fn numbers() -> BTreeMap<String, u32> {
    let folder = source::of_windows_sys().join("src/Windows/Win32");
    let files = MODULES.map(|module| folder.join(module).join("mod.rs"));
    let texts = files.map(|file| fs::read_to_string(file).expect("it is there"));
    let constants = texts.iter().flat_map(|text| text.lines());
    let constants = constants.filter_map(|line| line.strip_prefix("pub const "));
    let numbers = constants.filter_map(|line| {
        let (name, rest) = line.split_once(": ")?;
        let (_, value) = rest.split_once(" = ")?;
        let value = value.trim_end_matches([';', ' ']).trim_end_matches(" as _");
        let ends = ["u32", "i32", "u16", "i16", "u8"];
        let value = ends.iter().find_map(|end| value.strip_suffix(end)).unwrap_or(value);
        Some((name.to_owned(), number(value.trim_end_matches('_'))?))
    });
    numbers.collect()
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok().or_else(|| text.parse::<i32>().ok().map(i32::cast_unsigned)),
    }
}

#[test]
fn the_numbers_in_the_headers_are_those_of_windows_sys() {
    let numbers = numbers();
    let mut compared = 0;
    for header in fs::read_dir(folder("include")).expect("it is there") {
        let path = header.expect("it can be read").path();
        let text = if path.is_file() { fs::read_to_string(&path).unwrap() } else { continue };
        for line in text.lines().filter_map(|line| line.strip_prefix("#define ")) {
            let Some((name, value)) = line.split_once(' ') else { continue };
            let Some(wanted) = numbers.get(name) else { continue };
            // What is made of other numbers is as right as they are.
            let is_made = ["|", "~", "NULL"].iter().any(|part| value.contains(part));
            if is_made || value.starts_with(|letter: char| letter.is_alphabetic()) {
                continue;
            }
            let value = value.rsplit(['(', ')']).find(|part| !part.is_empty());
            let found = number(value.expect("it has a value"));
            assert_eq!(found, Some(*wanted), "{}: {line}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared} were compared");
}
