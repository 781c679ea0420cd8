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
    let mut run = run_with(&scenario, way, &mut |states| progress.show(states));
    progress.clear();
    remark(&source, &mut run);
    Ok(Played { source, scenario, run })
}

/// Notes with the last step what the trace does not tell, for whatever shows the trace alone.
fn remark(source: &Source, run: &mut Run) {
    let mut notes = Vec::new();
    if run.is_undecided() {
        notes.push(match run.ends {
            1 => "This is the one end that was seen, and there may be more.".to_owned(),
            ends => format!("This is one of {ends} ends that were seen, and there may be more."),
        });
    }
    match (run.steps - run.trace.steps.len(), &run.stop) {
        (0, None) => {}
        (0, Some(stop)) => {
            let (step, why) = (source.stretch(stop.span), stop.why);
            notes.push(format!("The story can not go on with `{step}`: {why}."));
        }
        (1, _) => notes.push("The story goes on for 1 step, too many for a trace.".to_owned()),
        (more, _) => {
            notes.push(format!("The story goes on for {more} steps, too many for a trace."));
        }
    }
    if let Some(last) = run.trace.steps.last_mut() {
        last.notes.extend(notes);
    }
}
