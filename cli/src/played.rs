//! What is read and run before it is told, played or exported.

use std::path::Path;

use iocp_sim::sim::{Run, Scenario, Way, replay, run_with};

use crate::exit::Code;
use crate::input::{self, Input};
use crate::progress::Progress;
use crate::report::{self, Depth, Source};

/// A scenario that was run.
pub(crate) struct Played {
    pub(crate) source: Source,
    pub(crate) scenario: Scenario,
    pub(crate) run: Run,
}

/// Reads a lesson, a scenario or a trace, and runs it. What keeps it from being run is reported,
/// and gives the exit code.
pub(crate) fn played(path: &Path) -> Result<Played, Code> {
    let input = input::lesson_or_file(path).map_err(|message| {
        report::plain(&message);
        Code::UNUSABLE
    })?;
    match input {
        Input::Scenario(source) => explored(source),
        Input::Trace(source, trace) => {
            // What plays is the machine, and not the file.
            let (scenario, run) = replay(*trace).map_err(|error| {
                report::plain(&format!("{}: this trace can not be played: {error}", source.name()));
                Code::UNUSABLE
            })?;
            Ok(Played { source, scenario, run })
        }
    }
}

/// Reports what did not hold and what was not seen, and gives the exit code.
pub(crate) fn judged(source: &Source, run: &Run) -> Code {
    report::outcome(source, run, Depth::Whole);
    if run.is_undecided() {
        report::incomplete(source, run);
    }
    if run.trace.steps.len() < run.steps {
        report::cut(source, run);
        return Code::of(run).and(Code::INCOMPLETE);
    }
    Code::of(run)
}

fn explored(source: Source) -> Result<Played, Code> {
    let scenario = Scenario::from_bytes(source.bytes()).map_err(|error| {
        report::unreadable(&source, &error);
        Code::UNUSABLE
    })?;
    let mut progress = Progress::new(source.name());
    let way = Way::Exhaustive { cap: Way::CAP };
    let run = run_with(&scenario, way, &mut |states| progress.show(states));
    progress.clear();
    Ok(Played { source, scenario, run })
}
