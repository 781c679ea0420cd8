//! `cargo xtask declarations`: writes what follows from the declarations of windows-sys and from
//! `win32/support.toml`: the functions that are not implemented, the modules through which Rust
//! finds all of them, and the lists that tests go through.
//!
//! A test holds the files to what would be written. Functions that windows-sys does not declare
//! are written by hand, in `win32/src/absent/undeclared.rs`.

mod absent;
mod faces;
mod failure;
mod lists;
mod modules;
mod support;
mod windows_sys;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use self::windows_sys::Declaration;

/// A folder that has nothing but what is written here.
const FOLDER: &str = "win32/src/absent/declared";

/// Writes the files.
pub(crate) fn run() -> Result<()> {
    let folder = crate::root().join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).context(FOLDER)?;
    }
    fs::create_dir_all(&folder).context(FOLDER)?;
    for (path, text) in files()? {
        fs::write(crate::root().join(&path), text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The files, by their paths from the root.
fn files() -> Result<BTreeMap<PathBuf, String>> {
    let modules = modules::open()?;
    let all = windows_sys::declarations(&modules)?;
    let mut known: Vec<(&Declaration, bool)> = Vec::new();
    for (name, is_here) in support::table()? {
        known.extend(all.get(&name).map(|declaration| (declaration, is_here)));
    }
    known.sort_by_key(|(declaration, _)| (&declaration.module, &declaration.name));
    let every: Vec<&Declaration> = known.iter().map(|(declaration, _)| *declaration).collect();
    let missing = known.iter().filter(|(_, is_here)| !is_here);
    let missing: Vec<&Declaration> = missing.map(|(declaration, _)| *declaration).collect();
    let mut files = BTreeMap::new();
    for (name, text) in absent::files(&missing) {
        files.insert(Path::new(FOLDER).join(name), text);
    }
    files.insert("win32/src/absent/declared.rs".into(), absent::index(&missing));
    files.insert("win32/src/faces.rs".into(), faces::file(&modules, &every));
    files.insert("win32/tests/signatures/functions.rs".into(), lists::signatures(&every));
    files.insert("win32/tests/absent/functions.rs".into(), lists::failures(&missing));
    Ok(files)
}

/// Puts words into lines of at most 100 columns, each of which begins in this way.
fn filled(begin: &str, words: impl IntoIterator<Item = String>) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && begin.len() + line.len() + 1 + word.len() > 100 {
            lines += &format!("{begin}{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &word;
    }
    if line.is_empty() { lines } else { format!("{lines}{begin}{line}\n") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn what_is_written_is_what_is_there() {
        let files = files().unwrap();
        for (path, text) in &files {
            let kept = fs::read_to_string(crate::root().join(path)).unwrap_or_default();
            let is_equal = kept.lines().eq(text.lines());
            assert!(is_equal, "{} is stale: `cargo xtask declarations`", path.display());
        }
        let kept = fs::read_dir(crate::root().join(FOLDER)).unwrap();
        let kept: BTreeSet<PathBuf> =
            kept.map(|entry| Path::new(FOLDER).join(entry.unwrap().file_name())).collect();
        let written = files.into_keys().filter(|path| path.starts_with(FOLDER));
        assert_eq!(kept, written.filter(|path| path.parent() == Some(Path::new(FOLDER))).collect());
    }

    #[test]
    fn lines_are_filled_up_to_the_limit() {
        let words = (0..60).map(|word| format!("w{word}"));
        let text = filled("    ", words);
        assert!(text.lines().all(|line| line.len() <= 100 && line.starts_with("    w")));
        assert_eq!(text.lines().count(), 3);
    }
}
