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

/// What may stand before `fn`. The last three are the kinds of exports of win32.
const QUALIFIERS: [&str; 8] =
    ["pub", "pub(crate)", "pub(super)", "const", "unsafe", "win32", "native", "plain"];

/// What the list should have in it.
pub(crate) fn list(root: &Path) -> String {
    let mut lines = BTreeSet::new();
    for path in rust_files(&root.join("src")) {
        let file = name(root, &path);
        if !file.starts_with("src/rules") && !file.ends_with("/tests.rs") {
            gather(&path, &file, labelled, &mut lines);
        }
    }
    for path in rust_files(&root.join("win32/src")) {
        gather(&path, &name(root, &path), linked, &mut lines);
    }
    for folder in ["tests/rules", "win32/tests"] {
        for path in rust_files(&root.join(folder)) {
            gather(&path, &name(root, &path), shown, &mut lines);
        }
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

/// A function: the comments and attributes before it, and its lines.
struct Function<'a, 'c> {
    before: &'c [&'a str],
    lines: &'c [&'a str],
}

/// Puts in a line for each id that `find` finds in a function.
fn gather(
    path: &Path,
    file: &str,
    find: fn(&Function) -> Vec<String>,
    lines: &mut BTreeSet<String>,
) {
    let text = fs::read_to_string(path).expect("a source file is UTF-8");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<&str> = text.lines().collect();
    for (name, function) in functions(&code) {
        lines.extend(find(&function).iter().map(|id| format!("{id} {file} {name}")));
    }
}

/// The rules that code of the library acts on: what it moves, returns and refuses carries them.
fn labelled(function: &Function) -> Vec<String> {
    ids_after(&without_comments(function.lines), "Rule::")
}

/// The rules that code of win32 acts on: nothing carries them, so its comments link to them.
fn linked(function: &Function) -> Vec<String> {
    ids_after(&[function.before, function.lines].concat().concat(), "Rule::")
}

/// The rules that an example shows, by `check(Rule::…` or `shows![…]`.
fn shown(function: &Function) -> Vec<String> {
    let body: String = without_comments(function.lines).split_whitespace().collect();
    let mut ids = ids_after(&body, "check(Rule::");
    for list in body.split("shows![").skip(1) {
        let list = list.split(']').next().unwrap_or_default();
        ids.extend(list.split(',').filter(|id| !id.is_empty()).map(ToOwned::to_owned));
    }
    ids
}

fn without_comments(lines: &[&str]) -> String {
    let code = lines.iter().map(|line| {
        let code = line.split(" // ").next().unwrap_or_default();
        if code.trim_start().starts_with("//") { "" } else { code.trim_end() }
    });
    code.collect()
}

fn ids_after(text: &str, mark: &str) -> Vec<String> {
    text.split(mark).skip(1).filter_map(id).map(ToOwned::to_owned).collect()
}

/// The functions with their lines.
fn functions<'a, 'c>(code: &'c [&'a str]) -> impl Iterator<Item = (&'a str, Function<'a, 'c>)> {
    (0..code.len()).filter_map(|first| {
        let line = code[first].trim_end();
        let (qualifiers, rest) = line.trim_start().split_once("fn ")?;
        if !qualifiers.split_whitespace().all(|word| QUALIFIERS.contains(&word)) {
            return None;
        }
        let name = rest.split(['(', '<']).next()?;
        let last = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
        let length = match line.ends_with('}') {
            true => 1,
            false => code[first..].iter().position(|line| line.trim_end() == last)? + 1,
        };
        let above =
            |line: &&&str| ["//", "#["].iter().any(|begin| line.trim_start().starts_with(begin));
        let above = code[..first].iter().rev().take_while(above).count();
        let function =
            Function { before: &code[first - above..first], lines: &code[first..first + length] };
        Some((name, function))
    })
}

/// The id of a rule at the beginning of `text`: capitals, then digits.
fn id(text: &str) -> Option<&str> {
    let digits = text.find(|letter: char| !letter.is_ascii_uppercase())?;
    let length = text[digits..].find(|letter: char| !letter.is_ascii_digit())?;
    (digits > 0 && length > 0).then(|| &text[..digits + length])
}
