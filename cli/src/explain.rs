//! `iocp-sim explain`: tells a lesson or a file.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use iocp_sim::sim::{Run, lesson};

use crate::exit::Code;
use crate::layout::Layout;
use crate::played::{self, Played};
use crate::report::{self, Depth, Source};
use crate::story::{Part, tell};
use crate::{input, lessons, output};

/// Tells a scenario step by step: what happens, the five structures, and why.
#[derive(Args)]
pub(crate) struct Explain {
    /// The name of a lesson, or a file with a scenario or a trace; `-` reads standard input.
    #[arg(value_name = "NAME|FILE|TRACE")]
    scenario: PathBuf,
    /// Draws with ASCII alone, as is done by itself where the locale is not UTF-8.
    #[arg(long)]
    ascii: bool,
    /// The first step to tell.
    #[arg(long, value_name = "N")]
    from: Option<usize>,
    /// The last step to tell.
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// `text`, or `json`: the whole trace, in the form of docs/trace.schema.json.
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    format: Format,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

impl Explain {
    /// Tells the scenario, and gives the exit code.
    pub(crate) fn run(&self) -> io::Result<Code> {
        if self.format == Format::Json && (self.from.is_some() || self.to.is_some()) {
            report::plain("JSON is printed whole: leave out --from and --to");
            return Ok(Code::UNUSABLE);
        }
        match played::played(&self.scenario) {
            Ok(Played { source, run, .. }) => self.tell(&run, &source),
            Err(code) => Ok(code),
        }
    }

    fn tell(&self, run: &Run, source: &Source) -> io::Result<Code> {
        match (self.format, self.part(run)) {
            (Format::Json, _) => {
                let json = serde_json::to_string_pretty(&run.trace);
                output::print(&(json.map_err(io::Error::other)? + "\n"))?;
            }
            (Format::Text, Ok(part)) => {
                let layout = Layout::of_terminal(self.ascii);
                output::print(&tell(run, layout, &part, &self.next(&part)))?;
            }
            (Format::Text, Err(message)) => {
                report::plain(&message);
                report::outcome(source, run, Depth::Whole);
                return Ok(Code::UNUSABLE);
            }
        }
        Ok(played::judged(source, run))
    }

    /// Which steps are told.
    fn part(&self, run: &Run) -> Result<Part, String> {
        let steps = run.trace.steps.len();
        let (from, to) = (self.from.unwrap_or(1).max(1), self.to.unwrap_or(steps).min(steps));
        if self.from.is_some() && from > steps {
            return Err(format!("there is no step {from}: there are {}", counted_steps(steps)));
        }
        if self.to.is_some() && from > to {
            return Err(format!("no step is from {from} and to {to}"));
        }
        Ok(Part { from, to, of: steps })
    }

    /// How to read on.
    fn next(&self, part: &Part) -> Vec<String> {
        let name = self.scenario.display().to_string();
        let is_lesson = lesson(&name).is_some();
        if part.to < part.of {
            let can_be_read_again = Path::new(&name) != Path::new(input::STANDARD);
            let next = format!("iocp-sim explain {name} --from {}", part.to + 1);
            return can_be_read_again.then_some(next).into_iter().collect();
        }
        let next = lessons::next(&name).filter(|_| is_lesson);
        next.map(|next| format!("iocp-sim explain {next}")).into_iter().collect()
    }
}

fn counted_steps(steps: usize) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}
