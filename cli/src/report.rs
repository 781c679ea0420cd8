//! Errors, drawn where they stand in the scenario.

use std::fmt;
use std::io::Write;

use iocp_sim::sim::{Excerpt, Failure, Run, ScenarioError, Span, Stop, Way};
use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteHandlerOpts, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};

use crate::layout::locale_is_utf8;
use crate::output;
use crate::paint::{ALARM, label};

/// The most characters of what was found instead, so that an error takes no more than a screen.
const FOUND_MOST: usize = 480;
/// The columns of a message.
const WIDTH: usize = 79;
/// The most failures that are told of one scenario.
const FAILURES_MOST: usize = 100;
/// The most lines of a counterexample, among many files.
const COUNTEREXAMPLE_MOST: usize = 12;

/// A scenario as it is named to the reader.
pub(crate) struct Source {
    name: String,
    bytes: Vec<u8>,
    text: String,
}

impl Source {
    pub(crate) fn new(name: &str, bytes: Vec<u8>) -> Self {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Self { name: name.to_owned(), bytes, text }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The text of a stretch of one line.
    pub(crate) fn stretch(&self, span: Span) -> String {
        let line = self.text.lines().nth(span.line - 1).unwrap_or_default();
        line.chars().skip(span.column - 1).take(span.length).collect()
    }

    fn report(&self, span: Span, excerpt: Excerpt, message: String, help: Option<String>) {
        let label = if help.is_none() { "here" } else { "this" };
        let report = Report { name: self.name.clone(), span, excerpt, message, help, label };
        print(&format!("{:?}", miette::Report::new(report)));
    }
}

/// Decides how errors are drawn, once.
pub(crate) fn set_up() {
    let color = output::errors_are_coloured();
    let unicode = locale_is_utf8();
    // It fails where it was called before: then all is decided.
    let _ = miette::set_hook(Box::new(move |_| {
        let options = MietteHandlerOpts::new().color(color).unicode(unicode);
        Box::new(options.terminal_links(false).build())
    }));
}

/// Where errors can not be written they are lost, and the exit code still tells.
fn print(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// A message without a place, folded like all that is told.
pub(crate) fn plain(message: &str) {
    let message = textwrap::fill(&format!("Error: {message}"), WIDTH);
    print(&label(ALARM, &message));
}

/// A scenario that could not be read.
pub(crate) fn unreadable(source: &Source, error: &ScenarioError) {
    let excerpt = error.excerpt.clone();
    source.report(error.span, excerpt, error.message.clone(), error.help.clone());
}

/// How much is reported of a scenario.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// The first hundred failures, each with its whole counterexample.
    Whole,
    /// The first failure, one screen at most: there are other scenarios.
    First,
}

/// What did not hold, and the step that could not happen.
pub(crate) fn outcome(source: &Source, run: &Run, depth: Depth) {
    let shown = if depth == Depth::Whole { FAILURES_MOST } else { 1 };
    run.failures.iter().take(shown).for_each(|one| failure(source, one, depth));
    let more = run.failures.len().saturating_sub(shown);
    if more > 0 {
        let (name, s) = (source.name(), if more == 1 { "" } else { "s" });
        let advice = match depth {
            Depth::Whole => "mend these first",
            Depth::First => "check it alone to see all",
        };
        plain(&format!("{name}: {more} more failure{s}; {advice}"));
    }
    if let Some(one) = &run.stop {
        stop(source, one, depth);
    }
}

fn failure(source: &Source, failure: &Failure, depth: Depth) {
    let Failure { span, after, found, of, counterexample } = failure;
    let ends = of.map_or(String::new(), |(failing, ends)| format!(", in {failing} of {ends} ends"));
    let message = format!("this does not hold after step {after}{ends}");
    let help = format!("found: {}", shortened(found));
    source.report(*span, Excerpt::of(&source.text, *span), message, Some(help));
    show(source, counterexample.as_deref(), depth);
}

fn stop(source: &Source, stop: &Stop, depth: Depth) {
    let message = format!("this step can not happen: {}", stop.why);
    let advice = "the story ends before it; take the step out, or make it possible first";
    source.report(stop.span, Excerpt::of(&source.text, stop.span), message, Some(advice.into()));
    show(source, stop.counterexample.as_deref(), depth);
}

/// The trace was cut: says how far it goes.
pub(crate) fn cut(source: &Source, run: &Run) {
    let (told, all) = (run.trace.steps.len(), run.steps);
    let advice = "tell a shorter scenario, or `check` this one";
    let why = "it would grow too large";
    plain(&format!(
        "{}: the trace is cut after step {told} of {all}: {why}; {advice}",
        source.name
    ));
}

/// The graph was cut, though it has fewer states than were asked for.
pub(crate) fn cut_graph(source: &Source, states: usize) {
    let (name, s) = (source.name(), if states == 1 { "" } else { "s" });
    plain(&format!("{name}: the graph is cut after {states} state{s}: it would grow too large"));
}

/// The search was cut short: says how far it came, and what to do.
pub(crate) fn incomplete(source: &Source, run: &Run) {
    let s = if run.ends == 1 { "" } else { "s" };
    let states = if run.states == 1 { "state" } else { "states" };
    let seen = format!("{} {states} and {} end{s} were seen", run.states, run.ends);
    let advice = match run.way {
        Way::Exhaustive { cap } if run.states < cap => {
            "together they hold more than is kept; make the group smaller, or try `check --random`"
        }
        _ => "raise the cap with `check --cap`, or try `check --random`",
    };
    plain(&format!("{}: not every interleaving was tried: {seen}; {advice}", source.name));
}

fn shortened(found: &str) -> String {
    if found.chars().count() <= FOUND_MOST {
        return found.to_owned();
    }
    found.chars().take(FOUND_MOST).chain(" …".chars()).collect()
}

/// A scenario that shows it, to be copied into a file.
fn show(source: &Source, counterexample: Option<&str>, depth: Depth) {
    let Some(text) = counterexample else { return };
    if depth == Depth::First && text.lines().count() > COUNTEREXAMPLE_MOST {
        let name = source.name();
        plain(&format!("{name}: check it alone to see a scenario that shows it"));
        return;
    }
    let lines: String = text.lines().map(|line| format!("    {line}\n")).collect();
    print(&format!("  this scenario shows it:\n\n{lines}"));
}

#[derive(Debug)]
struct Report {
    name: String,
    span: Span,
    excerpt: Excerpt,
    message: String,
    help: Option<String>,
    label: &'static str,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, span: Span { line, column, .. }, message, .. } = self;
        write!(f, "{name}, line {line}, column {column}: {message}")
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some(self.label.to_owned()), self.fault());
        Some(Box::new(std::iter::once(label)))
    }
}

impl Report {
    /// The fault within the excerpt, in bytes.
    fn fault(&self) -> SourceSpan {
        let byte = |characters: usize| {
            self.excerpt.text.chars().take(characters).map(char::len_utf8).sum::<usize>()
        };
        let start = self.excerpt.column.saturating_sub(1);
        let end = start + self.span.length;
        (byte(start), byte(end) - byte(start)).into()
    }
}

/// The excerpt stands for the whole file, in which a line may be too long to be shown.
impl SourceCode for Report {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let data = self.excerpt.text.as_bytes();
        let span = (0, data.len()).into();
        let (line, column) = (self.span.line - 1, self.span.column - 1);
        let name = self.name.clone();
        Ok(Box::new(MietteSpanContents::new_named(name, data, span, line, column, 1)))
    }
}
