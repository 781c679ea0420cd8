//! `iocp-sim export`: a trace in a form that other programs show.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use iocp_sim::sim::{Graph, Scenario, graph};
use iocp_sim::trace::Trace;
use iocp_sim_views::limits::{self, OtherLimit};
use iocp_sim_views::{dot, mermaid, page, perfetto, svg_step, svg_story};

use crate::exit::Code;
use crate::output;
use crate::played::{self, Played};
use crate::report;

/// The most pictures of a strip.
const PICTURES: usize = 400;

/// Writes a trace in a form that other programs show.
#[derive(Args)]
pub(crate) struct Export {
    #[command(flatten)]
    kind: Kind,
    /// The name of a lesson, or a file with a scenario or a trace; `-` reads standard input.
    #[arg(value_name = "NAME|FILE|TRACE")]
    scenario: PathBuf,
    /// The file to write; what was there is replaced, at once and whole.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The step of a picture, 0 before the first; all of them where it is not said.
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Limits to compare with, on a page about one port; 1 or 2 where it is not said, 0 for none.
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    limits: Option<Vec<u32>>,
    /// The most states of a graph, 500 where it is not said.
    #[arg(long, value_name = "N")]
    states: Option<NonZeroUsize>,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Kind {
    /// A page that plays it: one file, without a network.
    #[arg(long)]
    html: bool,
    /// Pictures of the five structures, one below the other; with `--step` only one.
    #[arg(long)]
    svg: bool,
    /// A sequence diagram, for Mermaid.
    #[arg(long)]
    mermaid: bool,
    /// A timeline as Chrome's trace events, for ui.perfetto.dev.
    #[arg(long)]
    perfetto: bool,
    /// The explored states as a graph, for Graphviz.
    #[arg(long)]
    dot: bool,
    /// The trace itself, in the form of docs/trace.schema.json.
    #[arg(long)]
    json: bool,
}

impl Export {
    /// Writes the export, and gives the exit code.
    pub(crate) fn run(&self) -> io::Result<Code> {
        if self.states.is_some() && !self.kind.dot {
            report::plain("--states is for --dot alone");
            return Ok(Code::UNUSABLE);
        }
        if self.step.is_some() && !self.kind.svg {
            report::plain("--step is for --svg alone");
            return Ok(Code::UNUSABLE);
        }
        if self.limits.is_some() && !self.kind.html {
            report::plain("--limits is for --html alone");
            return Ok(Code::UNUSABLE);
        }
        let Played { source, scenario, run } = match played::played(&self.scenario) {
            Ok(played) => played,
            Err(code) => return Ok(code),
        };
        let steps = run.trace.steps.len();
        if let Some(step) = self.step.filter(|&step| step > steps) {
            report::plain(&format!("there is no step {step}: {steps} is the last"));
            return Ok(Code::UNUSABLE);
        }
        let others = match self.others(&run.trace) {
            Ok(others) => others,
            Err(why) => {
                report::plain(&why);
                return Ok(Code::UNUSABLE);
            }
        };
        let written = self.write(&self.text(&scenario, &run.trace, &others)?);
        let code = played::judged(&source, &run);
        match written {
            Ok(()) => Ok(code),
            Err(why) => {
                report::plain(&why);
                Ok(code.and(Code::UNUSABLE))
            }
        }
    }

    /// The same steps under the limits that were asked for.
    fn others(&self, trace: &Trace) -> Result<Vec<OtherLimit>, String> {
        let Some(limits) = &self.limits else {
            return Ok(limits::usual(trace).into_iter().filter(|_| self.kind.html).collect());
        };
        let wanted = limits.iter().filter(|&&limit| limit > 0);
        let others = wanted.map(|&limit| {
            let other = limits::with_limit(trace, None, limit);
            other.map_err(|error| format!("--limits {limit}: {error}"))
        });
        others.collect()
    }

    fn text(
        &self,
        scenario: &Scenario,
        trace: &Trace,
        others: &[OtherLimit],
    ) -> io::Result<String> {
        if self.kind.html {
            return Ok(page::html(trace, others));
        }
        if self.kind.svg {
            let step = self.step.and_then(|step| svg_step(trace, step));
            return Ok(step.unwrap_or_else(|| svg_story(trace, PICTURES)));
        }
        if self.kind.mermaid {
            return Ok(mermaid(trace));
        }
        if self.kind.perfetto {
            return Ok(perfetto(trace) + "\n");
        }
        if self.kind.dot {
            let cap = self.states.map_or(Graph::CAP, NonZeroUsize::get);
            return Ok(dot(&graph(scenario, trace, cap), trace));
        }
        let json = serde_json::to_string_pretty(trace);
        Ok(json.map_err(io::Error::other)? + "\n")
    }

    /// Prints the export, or writes it to a file and says so.
    fn write(&self, text: &str) -> Result<(), String> {
        let Some(path) = &self.output else {
            return output::print(text)
                .map_err(|error| format!("the output could not be written: {error}"));
        };
        replace(path, text)
            .map_err(|error| format!("`{}` could not be written: {error}", path.display()))?;
        // Where this can not be said, the file is there none the less.
        let _ = writeln!(anstream::stderr(), "{}: {} bytes written", path.display(), text.len());
        Ok(())
    }
}

/// Puts `text` into a file. Whoever reads it meanwhile sees what was there, or all of `text`: it is
/// written beside the file, and then takes its name.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    // A link stays a link, and what is no file (such as /dev/stdout) can not be replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&target).is_ok_and(|there| !there.is_file()) {
        return fs::write(&target, text);
    }
    let name = target.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = target.with_file_name(beside);
    let written = write_beside(&beside, &target, text).and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // The error of the writing says more than one of the cleaning.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Writes a file that was not there, with the rights of the one that it will replace.
fn write_beside(beside: &Path, target: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(beside)?;
    if let Ok(there) = fs::metadata(target) {
        file.set_permissions(there.permissions())?;
    }
    file.write_all(text.as_bytes())
}
