//! Where the code cites the rules and the examples show them, found by reading the source as text.
//!
//! It takes the code to be laid out by rustfmt: a function ends where a brace stands as far to the
//! right as its first line. `cargo xtask citations` writes what is found here, `tidy` compares.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The file that has the citations, from the root.
pub(crate) const LIST: &str = "src/rules/citations.txt";

const HEAD: &str = "\
# Where the rules are cited in the code and shown by the examples: rule, file, function.
# Written by `cargo xtask citations`; do not edit.
";

/// What the list should have in it.
pub(crate) fn list(root: &Path) -> String {
    let mut lines = BTreeSet::new();
    for path in rust_files(&root.join("src")) {
        let file = name(root, &path);
        if !file.starts_with("src/rules") && !file.ends_with("/tests.rs") {
            gather(&path, &file, "Rule::", &mut lines);
        }
    }
    for path in rust_files(&root.join("tests/rules")) {
        gather(&path, &name(root, &path), "check(Rule::", &mut lines);
    }
    lines.into_iter().fold(HEAD.to_owned(), |list, line| list + &line + "\n")
}

/// Every Rust file below `folder`.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it is readable").path());
    let below = |path: PathBuf| if path.is_dir() { rust_files(&path) } else { vec![path] };
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    paths.flat_map(below).filter(is_rust).collect()
}

fn name(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).expect("it is below the root");
    path.to_string_lossy().replace('\\', "/")
}

/// Puts in a line for each id that stands behind `mark`, with the function that it stands in.
fn gather(path: &Path, file: &str, mark: &str, lines: &mut BTreeSet<String>) {
    let text = fs::read_to_string(path).expect("a source file is UTF-8");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<&str> = text.lines().map(without_comment).collect();
    for (name, body) in functions(&code) {
        let body: String = body.concat().split_whitespace().collect();
        let ids = body.split(mark).skip(1).filter_map(id);
        lines.extend(ids.map(|id| format!("{id} {file} {name}")));
    }
}

fn without_comment(line: &str) -> &str {
    let code = line.split(" // ").next().unwrap_or_default();
    if code.trim_start().starts_with("//") { "" } else { code.trim_end() }
}

/// The functions with their lines.
fn functions<'a, 'c>(code: &'c [&'a str]) -> impl Iterator<Item = (&'a str, &'c [&'a str])> {
    (0..code.len()).filter_map(|first| {
        let line = code[first];
        let begin = line.trim_start();
        let words = ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn ", "const fn "];
        let rest = words.iter().find_map(|words| begin.strip_prefix(words))?;
        let name = rest.split(['(', '<']).next()?;
        let last = format!("{}}}", &line[..line.len() - begin.len()]);
        let length = match line.ends_with('}') {
            true => 1,
            false => code[first..].iter().position(|line| *line == last)? + 1,
        };
        Some((name, &code[first..first + length]))
    })
}

/// The id of a rule at the beginning of `text`: capitals, then digits.
fn id(text: &str) -> Option<&str> {
    let digits = text.find(|letter: char| !letter.is_ascii_uppercase())?;
    let length = text[digits..].find(|letter: char| !letter.is_ascii_digit())?;
    (digits > 0 && length > 0).then(|| &text[..digits + length])
}
