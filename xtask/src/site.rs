//! `cargo xtask site`: the static site: the lessons, the playground with the machine in it, the
//! rules.

mod rules;
mod serve;
mod wasm;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use iocp_sim::sim::{Scenario, lesson, lesson_names, run};
use iocp_sim::trace::Trace;
use iocp_sim_views::{limits, page};

pub(crate) use self::serve::Server;
pub(crate) use self::wasm::buildable;

/// Makes the static site: the lessons as pages, the playground with the machine as WebAssembly,
/// and the rules.
#[derive(Args)]
pub(crate) struct Options {
    /// Where the site goes.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Serves it on this machine until it is interrupted.
    #[arg(long)]
    serve: bool,
    /// The port to serve it on; any free one by itself.
    #[arg(long, value_name = "PORT", default_value_t = 0, requires = "serve")]
    port: u16,
}

/// The files that are written by hand.
const ASSETS: [(&str, &str); 5] = [
    ("site.css", include_str!("../../playground/site/site.css")),
    ("playground.html", include_str!("../../playground/site/playground.html")),
    ("playground.css", include_str!("../../playground/site/playground.css")),
    ("playground.js", include_str!("../../playground/site/playground.js")),
    ("worker.js", include_str!("../../playground/site/worker.js")),
];

const INDEX: &str = include_str!("../../playground/site/index.html");

pub(crate) fn run_command(options: &Options) -> Result<()> {
    let folder = options.out.clone().unwrap_or_else(|| crate::target_directory().join("site"));
    make(&folder)?;
    if options.serve {
        let server = Server::bind(options.port)?;
        println!("serving at http://{}/ until it is interrupted", server.address());
        server.serve(&folder)?;
    }
    Ok(())
}

/// Makes the site in a folder, and says what it holds.
pub(crate) fn make(folder: &Path) -> Result<()> {
    let module = wasm::build()?;
    let lessons = folder.join("lessons");
    fs::create_dir_all(&lessons).with_context(|| format!("cannot make {}", lessons.display()))?;
    let mut list = String::new();
    for name in lesson_names() {
        let trace = told(name)?;
        let others = other_limits(&trace);
        write(&lessons.join(format!("{name}.html")), page::html(&trace, &others).as_bytes())?;
        list += &entry(name, &trace);
    }
    write(&folder.join("index.html"), index(&list).as_bytes())?;
    write(&folder.join("player.html"), page::frame().as_bytes())?;
    write(&folder.join("rules.html"), rules::page().as_bytes())?;
    for (name, text) in ASSETS {
        write(&folder.join(name), text.as_bytes())?;
    }
    let bytes = fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
    write(&folder.join("playground.wasm"), &bytes)?;
    let kilobytes = bytes.len().div_ceil(1000);
    println!("the site is in {} (playground.wasm: {kilobytes} kB)", folder.display());
    Ok(())
}

fn told(name: &str) -> Result<Trace> {
    let text = lesson(name).context("a lesson has a text")?;
    let scenario = Scenario::parse(text).with_context(|| format!("the lesson {name}"))?;
    Ok(run(&scenario).trace)
}

/// A lesson about one port is shown under another limit too.
fn other_limits(trace: &Trace) -> Vec<limits::OtherLimit> {
    limits::usual(trace).into_iter().collect()
}

fn entry(name: &str, trace: &Trace) -> String {
    let (title, question) = (escaped(&trace.title), trace.question.as_deref().map(escaped));
    format!(
        "<li><a href=\"lessons/{name}.html\">{title}</a> \
         <a class=\"try\" href=\"playground.html#lesson={name}\" \
         aria-label=\"{title}, in the playground\">change it</a><span>{}</span></li>\n",
        question.unwrap_or_default()
    )
}

fn index(list: &str) -> String {
    let readme = include_str!("../../README.md");
    let diagram = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let diagram = escaped(diagram.unwrap_or_default());
    INDEX.replace("<!--lessons-->", list).replace("<!--diagram-->", &diagram)
}

/// Text as HTML has it.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_page_has_every_lesson_and_the_picture() {
        let list: String = lesson_names().map(|name| entry(name, &told(name).unwrap())).collect();
        let index = index(&list);
        assert!(lesson_names().all(|name| index.contains(&format!("lessons/{name}.html"))));
        assert!(index.contains("completion queue") && !index.contains("<!--"));
    }
}
