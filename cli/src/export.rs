//! `iocp-sim export`: a trace in a form that other programs show.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use iocp_sim::sim::{Graph, graph};
use iocp_sim::trace::Trace;
use iocp_sim_views::limits::{self, NoOther, OtherLimit};
use iocp_sim_views::{dot, mermaid, page, perfetto, svg_step, svg_story};

use crate::exit::Code;
use crate::input::STANDARD;
use crate::output;
use crate::played::{self, Played};
use crate::report;

/// The most pictures of a strip.
const PICTURES: usize = 400;
/// The most states of a graph: more than anybody looks at, or Graphviz draws.
const STATES: usize = 10_000;
/// The most limits that a page has buttons for, besides its own.
const LIMITS: usize = 8;
/// The most that all traces of a page hold together: three times what one does.
const PAGE: usize = 3 * Trace::MOST;

/// Writes a trace in a form that other programs show.
#[derive(Args)]
pub(crate) struct Export {
    #[command(flatten)]
    kind: Kind,
    /// The name of a lesson, or a file with a scenario or a trace; `-` reads standard input.
    #[arg(value_name = "NAME|FILE|TRACE")]
    scenario: PathBuf,
    /// The file to write; what was there is replaced, at once and whole. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The step of a picture, 0 before the first; all of them where it is not said.
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Up to 8 limits to compare with, on a page about one port; 1 or 2 where it is not said, 0 for
    /// none.
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    limits: Option<Vec<u32>>,
    /// The most states of a graph, up to 10000; 500 where it is not said.
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
        let unusable = |why: &str| {
            report::plain(why);
            Ok(Code::UNUSABLE)
        };
        if let Err(why) = self.check() {
            return unusable(&why);
        }
        let Played { source, scenario, run } = match played::played(&self.scenario) {
            Ok(played) => played,
            Err(code) => return Ok(code),
        };
        let steps = run.trace.steps.len();
        if let Some(step) = self.step.filter(|&step| step > steps) {
            return unusable(&format!("there is no step {step}: {steps} is the last"));
        }
        let others = match self.others(&run.trace) {
            Ok(others) => others,
            Err(why) => return unusable(&why),
        };
        let graph = self.kind.dot.then(|| graph(&scenario, &run.trace, self.states().get()));
        let written = self.write(&self.text(&run.trace, &others, graph.as_ref())?);
        let mut code = played::judged(&source, &run);
        if let Some(graph) = graph.filter(|graph| self.is_cut_for_its_size(graph)) {
            report::cut_graph(&source, graph.nodes.len());
            code = code.and(Code::INCOMPLETE);
        }
        match written {
            Ok(()) => Ok(code),
            Err(why) => {
                report::plain(&why);
                Ok(code.and(Code::UNUSABLE))
            }
        }
    }

    /// Checks what can be checked before anything is read.
    fn check(&self) -> Result<(), String> {
        if self.states.is_some() && !self.kind.dot {
            return Err("--states is for --dot alone".to_owned());
        }
        if self.step.is_some() && !self.kind.svg {
            return Err("--step is for --svg alone".to_owned());
        }
        if self.states().get() > STATES {
            return Err(format!("--states {}: a graph has at most {STATES} states", self.states()));
        }
        let Some(limits) = &self.limits else { return Ok(()) };
        if !self.kind.html {
            return Err("--limits is for --html alone".to_owned());
        }
        if limits.len() > LIMITS {
            let count = limits.len();
            return Err(format!("--limits has {count} limits: a page has at most {LIMITS}"));
        }
        let mut numbered = limits.iter().enumerate();
        match numbered.find(|&(at, limit)| limits[..at].contains(limit)) {
            Some((_, limit)) => Err(format!("--limits has {limit} twice: name each limit once")),
            None => Ok(()),
        }
    }

    /// The most states of a graph.
    fn states(&self) -> NonZeroUsize {
        const CAP: NonZeroUsize = NonZeroUsize::new(Graph::CAP).expect("it is not zero");
        self.states.unwrap_or(CAP)
    }

    fn is_cut_for_its_size(&self, graph: &Graph) -> bool {
        graph.is_cut() && graph.nodes.len() < self.states().get()
    }

    /// The same steps under the limits that were asked for.
    fn others(&self, trace: &Trace) -> Result<Vec<OtherLimit>, String> {
        let Some(limits) = &self.limits else {
            return Ok(limits::usual(trace).into_iter().filter(|_| self.kind.html).collect());
        };
        let mut weight = trace.weight();
        let mut others = Vec::new();
        for &limit in limits.iter().filter(|&&limit| limit > 0) {
            let other = limits::with_limit(trace, None, limit).map_err(|error| match error {
                NoOther::WhichPort => {
                    let ports = trace.ports.len();
                    format!(
                        "--limits is for a page about one port, and here are {ports}: leave it out"
                    )
                }
                error => format!("--limits {limit}: {error}"),
            })?;
            if trace.ports.iter().any(|own| own.name == other.port && own.limit == other.limit) {
                return Err(format!("--limits {limit}: this is its own limit, which a page has"));
            }
            weight += other.trace.weight();
            if weight > PAGE {
                return Err(format!(
                    "--limits {limit}: the page would hold more than {PAGE} names and packets; \
                     name fewer limits"
                ));
            }
            others.push(other);
        }
        Ok(others)
    }

    fn text(
        &self,
        trace: &Trace,
        others: &[OtherLimit],
        graph: Option<&Graph>,
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
        if let Some(graph) = graph {
            return Ok(dot(graph, trace));
        }
        let json = serde_json::to_string_pretty(trace);
        Ok(json.map_err(io::Error::other)? + "\n")
    }

    /// Prints the export, or writes it to a file and says so.
    fn write(&self, text: &str) -> Result<(), String> {
        let Some(path) = self.output.as_ref().filter(|path| path.as_os_str() != STANDARD) else {
            return output::print(text)
                .map_err(|error| format!("the output could not be written: {error}"));
        };
        output::replace(path, text)
            .map_err(|error| format!("`{}` could not be written: {error}", path.display()))?;
        // Where this can not be said, the file is there none the less.
        let _ = writeln!(anstream::stderr(), "{}: {} bytes written", path.display(), text.len());
        Ok(())
    }
}
