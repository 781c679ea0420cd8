//! A trace that comes from elsewhere, held against the machine: it is played anew, and all that it
//! says must be what the machine comes to.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::mem;

use super::error::ScenarioError;
use super::record::own;
use super::run::{Run, run};
use super::scenario::{Act, Scenario, Statement};
use crate::trace::{Line, Step, ThreadHead, Trace};

/// Why a trace can not be played as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    /// The number of the step at fault, counted from 1; `None` where it is what stands before the
    /// first.
    pub step: Option<usize>,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(step) = self.step {
            write!(f, "step {step}: ")?;
        }
        f.write_str(&self.why)
    }
}

impl std::error::Error for Unplayable {}

/// Plays `trace` anew. The run has the trace itself, with its own lines, texts and programs; the
/// scenario is the one that it tells, whose steps stand in those lines.
///
/// What can not be made anew from the steps is believed: the number of ends, why the trace stops,
/// and what the programs of threads have besides these steps.
///
/// # Errors
///
/// [`Unplayable`], which says where the trace differs from what the machine comes to: it was
/// changed, or is of another version of this library.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Scenario, replay, run};
///
/// let scenario = Scenario::parse("port P\nthread A\n\nA: get P  # and waits\npost P\n")?;
/// let trace = run(&scenario).trace;
/// let (retold, again) = replay(trace.clone())?;
/// assert_eq!(again.trace, trace);
/// assert_eq!(retold.statements[0].span.line, 4);
///
/// let mut changed = trace;
/// changed.steps[1].says = "Nothing happens.".to_owned();
/// let error = replay(changed).unwrap_err();
/// assert_eq!(error.step, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay(trace: Trace) -> Result<(Scenario, Run), Unplayable> {
    let scenario = retold(&trace)?;
    check_programs(&trace, &scenario)?;
    let mut run = run(&scenario);
    compare(&trace, &run)?;
    run.trace = trace;
    Ok((scenario, run))
}

/// The scenario that the trace tells, its steps in their own words and lines.
fn retold(trace: &Trace) -> Result<Scenario, Unplayable> {
    let mut text = trace.declarations();
    let declared = text.lines().count();
    for Step { text: step, notes, .. } in &trace.steps {
        let _ = writeln!(text, "{step}");
        for note in notes {
            let _ = writeln!(text, "note {note}");
        }
    }
    if trace.steps.is_empty() {
        // A scenario has at least one step.
        text += "advance 0\n";
    }
    let mut scenario =
        Scenario::parse(&text).map_err(|error| unreadable(trace, declared, &error))?;
    if trace.steps.is_empty() {
        scenario.statements.clear();
    }
    let statements = mem::take(&mut scenario.statements);
    scenario.statements = placed(trace, &scenario, statements)?;
    Ok(scenario)
}

/// The fault of a trace that is no scenario, at the step that has that line.
fn unreadable(trace: &Trace, declared: usize, error: &ScenarioError) -> Unplayable {
    let mut line = declared;
    let step = trace.steps.iter().position(|step| {
        line += 1 + step.notes.len();
        line >= error.span.line
    });
    let step = step.filter(|_| error.span.line > declared).map(|index| index + 1);
    let what = if step.is_some() { "its text or note" } else { "what it declares" };
    Unplayable { step, why: format!("{what} can not be read: {}", told(error)) }
}

/// What is wrong, without its place: the text stands in no file.
fn told(error: &ScenarioError) -> String {
    let help = error.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
    format!("{}{help}", error.message)
}

/// The statements in the lines of the trace, if they are its steps and notes.
fn placed(
    trace: &Trace,
    names: &Scenario,
    statements: Vec<Statement>,
) -> Result<Vec<Statement>, Unplayable> {
    let mut rest = statements.into_iter();
    let mut placed = Vec::with_capacity(rest.len());
    for step in &trace.steps {
        let mut found = rest.next().filter(|found| match &found.act {
            Act::Step(act) => found.text == step.text && act.text(names) == step.event,
            _ => false,
        });
        let statement = found.as_mut().ok_or_else(|| differs(step.n, "text"))?;
        statement.span.line = step.line;
        placed.extend(found);
        for note in &step.notes {
            let found = rest.next().filter(|found| found.act == Act::Note(note.clone()));
            placed.push(found.ok_or_else(|| differs(step.n, "note"))?);
        }
    }
    Ok(placed)
}

/// Checks that each program has the steps of its thread, in its words, and that a line is there
/// once.
fn check_programs(trace: &Trace, scenario: &Scenario) -> Result<(), Unplayable> {
    check_words(trace)?;
    let mut lines = lines(trace)?;
    for (step, (span, text, act)) in trace.steps.iter().zip(scenario.steps()) {
        let by = act.actor().map(|thread| scenario.thread_name(thread));
        let own = by.map(|thread| Own { thread, text: own(text) });
        // What a step has taken is there for no other.
        if lines.insert(span.line, None) != own.map(Some) || span.line == 0 {
            return Err(differs(step.n, "line"));
        }
    }
    Ok(())
}

/// A step as the program of its thread has it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Own<'a> {
    thread: &'a str,
    text: &'a str,
}

/// The lines of all programs, each with its thread and its text.
fn lines(trace: &Trace) -> Result<BTreeMap<usize, Option<Own<'_>>>, Unplayable> {
    let mut lines = BTreeMap::new();
    for ThreadHead { name, program } in &trace.threads {
        if !program.is_sorted_by(|before, after| before.line < after.line) {
            return Err(heading(format!("the `lines` of {name} are not in order")));
        }
        for Line { line, text } in program {
            let taken = lines.insert(*line, Some(Own { thread: name, text }));
            if taken.is_some() || *line == 0 {
                return Err(heading(format!("`lines` of {name} can not have line {line}")));
            }
        }
    }
    Ok(lines)
}

/// Checks that programs are steps, those that did not happen too.
fn check_words(trace: &Trace) -> Result<(), Unplayable> {
    let programs = trace.threads.iter();
    let lines = programs.flat_map(|ThreadHead { name, program }| {
        program.iter().map(move |line| (name.as_str(), format!("{name}: {}", line.text)))
    });
    let lines: Vec<(&str, String)> = lines.collect();
    if lines.is_empty() {
        return Ok(());
    }
    let text: String = lines.iter().map(|(_, text)| format!("{text}\n")).collect();
    let read = Scenario::parse(&(trace.declarations() + &text))
        .map_err(|error| heading(format!("a `program` can not be read: {}", told(&error))))?;
    let steps = read.steps().map(|(_, text, step)| {
        (step.actor().map_or("", |thread| read.thread_name(thread)), text.to_owned())
    });
    if steps.eq(lines.iter().cloned()) {
        return Ok(());
    }
    Err(heading("a `program` has something else in it than steps of its thread".to_owned()))
}

/// Checks that the run came to all that the trace says.
fn compare(trace: &Trace, run: &Run) -> Result<(), Unplayable> {
    let played = &run.trace;
    if (&trace.title, &trace.question) != (&played.title, &played.question) {
        return Err(heading(changed("its title and question are")));
    }
    if (trace.profile, trace.processors) != (played.profile, played.processors) {
        return Err(heading(changed("its profile and processors are")));
    }
    let names = |trace: &Trace| trace.threads.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    if trace.ports != played.ports
        || names(trace) != names(played)
        || trace.devices != played.devices
    {
        return Err(heading(changed("its ports, threads and devices are")));
    }
    for (step, same) in trace.steps.iter().zip(&played.steps) {
        if let Some(field) = difference(step, same) {
            return Err(differs(same.n, field));
        }
    }
    if trace.steps.len() == played.steps.len() {
        return Ok(());
    }
    let step = Some(played.steps.len() + 1);
    let cut = "there is more before it than a trace holds";
    Err(match &run.stop {
        Some(stop) if played.steps.len() == run.steps => {
            Unplayable { step, why: format!("it can not happen: {}", stop.why) }
        }
        _ => Unplayable { step, why: cut.to_owned() },
    })
}

/// The first field in which two steps differ.
fn difference(step: &Step, same: &Step) -> Option<&'static str> {
    let equal = [
        ("n", step.n == same.n),
        ("at_ns", step.at_ns == same.at_ns),
        ("line", step.line == same.line),
        ("text", step.text == same.text),
        ("event", step.event == same.event),
        ("refused", step.refused == same.refused),
        ("moves", step.moves == same.moves),
        ("results", step.results == same.results),
        ("state", step.state == same.state),
        ("holds", step.holds == same.holds),
        ("pc", step.pc == same.pc),
        ("says", step.says == same.says),
        ("names", step.names == same.names),
        ("note", step.notes == same.notes),
    ];
    equal.into_iter().find(|(_, equal)| !equal).map(|(field, _)| field)
}

fn differs(step: usize, field: &str) -> Unplayable {
    Unplayable { step: Some(step), why: changed(&format!("its `{field}` is")) }
}

fn changed(what: &str) -> String {
    format!(
        "{what} not what the machine comes to: this trace was changed, or is of another version"
    )
}

fn heading(why: String) -> Unplayable {
    Unplayable { step: None, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(text: &str) -> Trace {
        run(&Scenario::parse(text).expect("it is a scenario")).trace
    }

    #[test]
    #[cfg_attr(miri, ignore = "the story is long")]
    fn a_trace_that_was_cut_is_played_anew_with_the_note_at_its_end() {
        let posts = "post P\nnote One more.\n".repeat(3000);
        let mut cut = trace(&format!("port P\n{posts}"));
        assert!(cut.steps.len() < 3000);
        let last = cut.steps.last_mut().expect("it has steps");
        assert_eq!(last.notes, ["One more."]);
        last.notes.push("The story goes on.".to_owned());
        let steps = cut.steps.len();
        let (scenario, run) = replay(cut).expect("it is as the machine has it");
        assert_eq!((run.trace.steps.len(), run.steps), (steps, steps));
        assert_eq!(scenario.statements.len(), 2 * steps + 1);
    }

    #[test]
    fn a_step_that_can_not_happen_is_named() {
        let mut changed = trace("port P\nthread A B\nA: get P\nB: get P\n");
        // A waits, and can not block.
        changed.steps[1].event = "A: block".to_owned();
        changed.steps[1].text = "A: block".to_owned();
        let [a, b] = changed.threads.as_mut_slice() else { panic!("there are two") };
        a.program.append(&mut b.program);
        a.program[1].text = "block".to_owned();
        let error = replay(changed).unwrap_err();
        assert_eq!(error.step, Some(2));
        assert!(error.why.starts_with("it can not happen: "), "{}", error.why);
    }

    #[test]
    fn a_line_stands_in_one_program_and_is_one_step() {
        let whole = trace("port P\nthread A B\nA: get P\nB: get P\npost P\n");
        let with = |change: fn(&mut Trace)| {
            let mut changed = whole.clone();
            change(&mut changed);
            replay(changed).map(drop)
        };
        assert_eq!(with(|_| ()), Ok(()));
        for change in [
            (|trace| trace.steps[2].line = 3) as fn(&mut Trace),
            |trace| trace.steps[2].line = 0,
            |trace| trace.threads[1].program[0].line = 3,
            |trace| trace.threads.swap(0, 1),
            |trace| drop(trace.threads[0].program.pop()),
            |trace| trace.threads[0].program[0].text = "get P # once".to_owned(),
        ] {
            assert!(with(change).is_err());
        }
    }
}
