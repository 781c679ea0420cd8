//! The features are those of windows-sys, one for one. `BLESS=1` writes them anew.

mod source;

use std::fs;

const MARK: &str = "\
# The features of windows-sys, under its names. `BLESS=1` lets the test of features write them.
";

/// The lines that declare the features of windows-sys here.
fn wanted() -> String {
    let manifest = source::of_windows_sys().join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("it is there");
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
    let text = fs::read_to_string(source::manifest()).expect("it is there");
    let (own, kept) = text.split_once(MARK).expect("the mark is there");
    let wanted = wanted();
    if std::env::var_os("BLESS").is_some() {
        fs::write(source::manifest(), format!("{own}{MARK}{wanted}")).expect("it can be written");
    } else {
        assert!(kept == wanted, "the features are not those of windows-sys: use BLESS=1");
    }
    assert!(wanted.lines().count() > 240);
}
