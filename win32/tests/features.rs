//! The features are those of windows-sys, one for one. `BLESS=1` writes them anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MARK: &str = "\
# The features of windows-sys, under its names. `BLESS=1` lets the test of features write them.
";

fn manifest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")
}

/// The manifest of the windows-sys that this package is built with.
fn manifest_of_windows_sys() -> PathBuf {
    // Packages for other platforms need not have been downloaded.
    let host = said(Command::new("rustc").args(["--print", "host-tuple"]));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--offline"]);
    cargo.args(["--filter-platform", host.trim(), "--manifest-path"]).arg(manifest());
    let metadata = said(&mut cargo);
    let paths = metadata.split("\"manifest_path\":\"").skip(1);
    let mut paths = paths.filter_map(|rest| rest.split('"').next());
    let path = paths.find(|path| path.contains("windows-sys-0.61"));
    PathBuf::from(path.expect("windows-sys is a dependency").replace(r"\\", r"\"))
}

fn said(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    String::from_utf8(output.stdout).expect("it is UTF-8")
}

/// The lines that declare the features of windows-sys here.
fn wanted() -> String {
    let manifest = fs::read_to_string(manifest_of_windows_sys()).expect("it is there");
    let features = manifest.split("[features]\n").nth(1).expect("it has features");
    let features = features.split("\n[").next().expect("a split has a first part");
    let own = |line: &&str| !line.is_empty() && !line.starts_with("default ");
    let lines = features.lines().filter(own).map(|line| {
        let (name, others) = line.split_once(" = [").expect("a feature is a list");
        let others = others.trim_end_matches(']');
        let comma = if others.is_empty() { "" } else { ", " };
        format!("{name} = [{others}{comma}\"windows-sys/{name}\"]\n")
    });
    lines.collect()
}

#[test]
fn the_features_are_those_of_windows_sys() {
    let text = fs::read_to_string(manifest()).expect("it is there");
    let (own, kept) = text.split_once(MARK).expect("the mark is there");
    let wanted = wanted();
    if std::env::var_os("BLESS").is_some() {
        fs::write(manifest(), format!("{own}{MARK}{wanted}")).expect("it can be written");
    } else {
        assert!(kept == wanted, "the features are not those of windows-sys: use BLESS=1");
    }
    assert!(wanted.lines().count() > 240);
}
