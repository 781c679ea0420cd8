//! Writes the page and the trace of each scenario that is named, and of every lesson, to a folder.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

use iocp_sim::sim::{Scenario, lesson, lesson_names, run};
use iocp_sim_views::{limits, page};

fn main() {
    let mut arguments = env::args().skip(1);
    let Some(folder) = arguments.next().map(PathBuf::from) else {
        eprintln!("usage: pages FOLDER [SCENARIO...]");
        process::exit(2);
    };
    for name in lesson_names() {
        write(&folder, name, lesson(name).expect("a lesson has a text"));
    }
    for path in arguments.map(PathBuf::from) {
        let name = path.file_stem().expect("it is a file").to_string_lossy();
        write(&folder, &name, &fs::read_to_string(&path).expect("it can be read"));
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    let trace = run(&Scenario::parse(text).expect("it is a scenario")).trace;
    let others: Vec<_> = limits::usual(&trace).into_iter().collect();
    let json = serde_json::to_string(&trace).expect("a trace can be written");
    fs::write(folder.join(format!("{name}.html")), page::html(&trace, &others)).expect("it is");
    fs::write(folder.join(format!("{name}.trace.json")), json).expect("it can be written");
}
