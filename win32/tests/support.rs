//! `support.toml` says what is true: what it calls done or partial is exported and found by name,
//! and nothing else is; all is declared for C.

#![cfg(not(windows))]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::fs;
use std::path::PathBuf;

use iocp_sim_win32::Win32::System::LibraryLoader::{GetModuleHandleA, GetProcAddress};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The functions with what the table says of them.
fn table() -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder().join("support.toml")).expect("it is there");
    let mut table = BTreeMap::new();
    let lines = text.lines().filter(|line| !line.starts_with(['#', '[']) && !line.is_empty());
    for line in lines {
        let (name, says) = line.split_once(" = ").expect(line);
        let says = says.trim_matches('"');
        let knows = ["done", "not implemented"].contains(&says) || says.starts_with("partial: ");
        assert!(knows, "{line}");
        assert!(table.insert(name.to_owned(), says.to_owned()).is_none(), "{name} stands twice");
    }
    table
}

/// What the table says is there, in whole or in part.
fn supported() -> BTreeSet<String> {
    let rows = table().into_iter().filter(|(_, says)| says != "not implemented");
    rows.map(|(name, _)| name).collect()
}

/// The words behind `mark` in every file of a folder with this ending.
fn words(folder: PathBuf, ending: &str, mark: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it can be read").path();
        if path.is_file() && path.to_string_lossy().ends_with(ending) {
            let text = fs::read_to_string(path).expect("it is UTF-8");
            let ends = |letter: char| !letter.is_alphanumeric() && letter != '_';
            let words = text.split(mark).skip(1).filter_map(|rest| rest.split(ends).next());
            found.extend(words.map(ToOwned::to_owned));
        }
    }
    found
}

#[test]
fn what_is_supported_is_what_is_exported() {
    let mut exported = BTreeSet::new();
    for kind in ["win32 fn ", "native fn ", "plain fn ", "prefixed fn ", "endless fn "] {
        exported.append(&mut words(folder().join("src/calls"), ".rs", kind));
    }
    assert_eq!(exported, supported());
}

#[test]
fn all_is_declared_for_c() {
    let mut declared = words(folder().join("include"), ".h", "IOCPSIM_NAME(");
    declared.remove("name");
    // What a C library has too is called so in the text.
    declared.append(&mut words(folder().join("include"), ".h", "WINAPI iocpsim_"));
    assert_eq!(declared, table().into_keys().collect());
}

#[test]
fn what_is_supported_and_nothing_else_is_found_by_its_name() {
    for (name, says) in table() {
        let name = CString::new(name).expect("it has no zero");
        let libraries = [c"kernelbase.dll", c"ntdll.dll", c"ws2_32.dll", c"ucrtbase.dll"];
        // SAFETY: the names end with zeros.
        let found = libraries.iter().filter(|library| unsafe {
            let library = GetModuleHandleA(library.as_ptr().cast());
            GetProcAddress(library, name.as_ptr().cast()).is_some()
        });
        assert_eq!(found.count(), usize::from(says != "not implemented"), "{name:?}");
    }
}
