//! Writes exports of many scenarios into a folder, for readers that are not ours:
//! `cargo xtask readers` runs it and them.
//!
//! `exports FOLDER scenarios` takes the lessons and the litmus scenarios; `exports FOLDER SEED
//! FIRST COUNT` takes random programs, those of the property test. Which program has which number
//! depends on the seed alone. Beside the exports of a scenario lies the scenario.

#[path = "../../model-tests/properties/program.rs"]
#[expect(dead_code, reason = "the property test uses more of it")]
mod program;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use iocp_sim::sim::{Graph, Run, Scenario, graph, run};
use iocp_sim_views::{dot, limits, mermaid, page, perfetto, svg_story};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// How an export is made, by the end of its file's name.
type Writer = fn(&Scenario, &Run) -> Result<String, Box<dyn Error>>;

/// The most pictures of a strip: the random programs are long, and each picture is like the next.
const PICTURES: usize = 40;

const WRITERS: [(&str, Writer); 6] = [
    ("html", |_, run| Ok(page::html(&run.trace, limits::usual(&run.trace).as_slice()))),
    ("mmd", |_, run| Ok(mermaid(&run.trace))),
    ("svg", |_, run| Ok(svg_story(&run.trace, PICTURES))),
    ("perfetto.json", |_, run| Ok(perfetto(&run.trace))),
    ("dot", |scenario, run| Ok(dot(&graph(scenario, &run.trace, Graph::CAP), &run.trace))),
    ("trace.json", |_, run| Ok(serde_json::to_string(&run.trace)?)),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [folder, "scenarios"] => write_scenarios(Path::new(folder)),
        [folder, seed, first, count] => {
            let (first, count): (u64, u64) = (first.parse()?, count.parse()?);
            write_programs(Path::new(folder), seed.parse()?, first..first + count)
        }
        _ => Err("usage: exports FOLDER (scenarios | SEED FIRST COUNT)".into()),
    }
}

fn write_scenarios(folder: &Path) -> Result<(), Box<dyn Error>> {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    for place in ["lessons", "litmus"] {
        for entry in fs::read_dir(scenarios.join(place))? {
            let path: PathBuf = entry?.path();
            let name = path.file_stem().ok_or("a scenario has a name")?.to_string_lossy();
            write(folder, &format!("{place}-{name}"), &fs::read_to_string(&path)?)?;
        }
    }
    Ok(())
}

fn write_programs(
    folder: &Path,
    seed: u64,
    numbers: std::ops::Range<u64>,
) -> Result<(), Box<dyn Error>> {
    let programs = program::programs();
    for number in numbers {
        let rng_seed =
            RngSeed::Fixed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number));
        let config = Config { rng_seed, failure_persistence: None, ..Config::default() };
        let tree = programs.new_tree(&mut TestRunner::new(config));
        let tree = tree.map_err(|reason| reason.to_string())?;
        write(folder, &format!("program-{seed}-{number}"), &tree.current().to_string())?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    fs::write(folder.join(format!("{name}.scenario")), text)?;
    let scenario = Scenario::parse(text).map_err(|error| format!("{name}: {error}"))?;
    let run = run(&scenario);
    for (end, writer) in WRITERS {
        fs::write(folder.join(format!("{name}.{end}")), writer(&scenario, &run)?)?;
    }
    Ok(())
}
