//! What the exports of a trace say, held against the trace.

mod dot;
mod perfetto;
#[path = "../../src/renamed.rs"]
mod renamed;

use std::fs;
use std::path::Path;

use iocp_sim::sim::{Run, Scenario, run};

/// A scenario that was run, with its name.
struct Sample {
    name: String,
    scenario: Scenario,
    run: Run,
}

fn sample(name: &str, text: &str) -> Sample {
    let scenario = Scenario::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let run = run(&scenario);
    Sample { name: name.to_owned(), scenario, run }
}

/// Every lesson and every litmus scenario.
fn samples() -> Vec<Sample> {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let mut paths = Vec::new();
    for folder in ["lessons", "litmus"] {
        let entries = fs::read_dir(scenarios.join(folder)).expect("the folder is there");
        paths.extend(entries.map(|entry| entry.expect("it is readable").path()));
    }
    paths.sort();
    assert!(paths.len() > 80, "the scenarios were not found");
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("a scenario is UTF-8");
        sample(&path.display().to_string(), &text)
    };
    paths.iter().map(read).collect()
}

/// A scenario whose title and names are what a writer of another language trips over.
fn hostile() -> Sample {
    let long = "x".repeat(63);
    let text = format!(
        "title \"><script>alert(1)</script> \\N \\ &lt; }} ]}}; #é中\u{1F600} {long}\n\
         question end \"; \\\"\n\
         port subgraph limit 1\n\
         port {long}P\n\
         thread q1 node graph {long}\n\
         device digraph\n\
         associate digraph subgraph key=1\n\
         q1: get subgraph\n\
         node: get subgraph\n\
         digraph: complete bytes=1\n\
         post subgraph key=0xffffffffffffffff\n\
         node: block\n\
         node: unblock\n\
         {long}: get {long}P\n\
         note --> ]]> \" \\\n\
         close subgraph\n"
    );
    sample("hostile", &text)
}
