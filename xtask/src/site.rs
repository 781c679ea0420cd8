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

/// Where the files lie that are written by hand. Those of these names are filled in first.
const BY_HAND: &str = "playground/site";
const FILLED: [&str; 2] = ["index.html", "rules.html"];

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
    let by_hand = crate::root().join(BY_HAND);
    let files = fs::read_dir(&by_hand).with_context(|| format!("no {}", by_hand.display()))?;
    for file in files {
        let file = file?;
        let (path, name) = (file.path(), file.file_name());
        if !FILLED.iter().any(|&filled| name == filled) {
            let copied = fs::copy(&path, folder.join(&name));
            copied.with_context(|| format!("cannot copy {}", path.display()))?;
        }
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
         aria-label=\"change it: {title}\">change it</a><span>{}</span></li>\n",
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
    const LANGUAGE: &str = include_str!("../../playground/site/language.html");

    /// What stands between these tags, as text.
    fn between<'a>(start: &'a str, end: &'a str) -> impl Iterator<Item = String> + 'a {
        let parts = LANGUAGE.split(start).skip(1).filter_map(move |part| part.split(end).next());
        parts.map(|text| text.split_once('>').map_or(text, |(_, text)| text).replace("&lt;", "<"))
    }

    #[test]
    fn what_the_page_of_the_language_shows_is_of_the_language() {
        let samples: Vec<String> = between("<pre class=\"sample\"", "</pre>").collect();
        assert!(!samples.is_empty());
        for sample in samples {
            let run = run(&Scenario::parse(&sample).unwrap_or_else(|error| panic!("{error}")));
            assert!(run.failures.is_empty() && run.stop.is_none(), "{sample}");
        }
        const CAST: &str = "port P\nport Q\nthread A B C\ndevice sock file\n";
        const GROUP: &str = "concurrently\npost P\nand\npost P\nend\n";
        for line in between("<dt", "</dt>") {
            let text = match line.split(' ').next().unwrap_or_default() {
                "title" | "question" | "profile" | "processors" => {
                    format!("{line}\n{CAST}post P\n")
                }
                "port" | "thread" | "device" => format!("port Z\n{line}\npost Z\n"),
                "always" | "sometimes" | "never" => format!("{CAST}{GROUP}{line}\n"),
                _ => format!("{CAST}post P\n{line}\n"),
            };
            Scenario::parse(&text).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }

    #[test]
    fn the_page_of_the_language_has_every_word_of_it() {
        let book = include_str!("../../SPEC.md");
        let (_, appendix) = book.split_once("## Appendix A.").unwrap();
        let grammar = appendix.split("```").nth(1).unwrap();
        let words = grammar.split(|letter: char| !letter.is_ascii_lowercase());
        let reserved = words.filter(|word| word.len() > 1 && !Scenario::is_name(word));
        let missing: Vec<&str> = reserved.filter(|word| !LANGUAGE.contains(word)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
