//! The hash of every scenario's trace, the same in every build, process and platform.
//!
//! The hashes stand in `scenarios/hashes.txt`, which `BLESS=1 cargo test --test hashes` writes.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use iocp_sim::sim::{Scenario, run};

fn scenarios(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("it is readable").path()).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| if path.is_dir() { scenarios(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "scenario"))
        .collect()
}

#[test]
fn every_scenario_has_the_trace_that_it_had() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut hashes = String::new();
    for path in scenarios(&root) {
        let bytes = fs::read(&path).expect("it is readable");
        let scenario = Scenario::from_bytes(&bytes).unwrap_or_else(|error| panic!("{error}"));
        let name = path.strip_prefix(&root).expect("it is below").to_string_lossy();
        let hash = run(&scenario).trace.hash();
        let _ = writeln!(hashes, "{hash:016x} {}", name.replace('\\', "/"));
    }
    let known = root.join("hashes.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&known, &hashes).expect("the folder can be written to");
    }
    let known = fs::read_to_string(known).expect("the hashes are there");
    assert_eq!(hashes, known, "if the change is meant: BLESS=1 cargo test --test hashes");
}
