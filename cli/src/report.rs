//! Errors, drawn where they stand in the scenario.

use std::fmt;

use iocp_sim::sim::{Excerpt, Failure, Run, ScenarioError, Span, Stop};
use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};

/// A file as it is named to the reader.
pub(crate) struct Source {
    name: String,
    text: String,
}

impl Source {
    pub(crate) fn new(name: &str, bytes: &[u8]) -> Self {
        Self { name: name.to_owned(), text: String::from_utf8_lossy(bytes).into_owned() }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The text of a stretch of one line.
    pub(crate) fn stretch(&self, span: Span) -> String {
        let line = self.text.lines().nth(span.line - 1).unwrap_or_default();
        line.chars().skip(span.column - 1).take(span.length).collect()
    }

    fn report(&self, span: Span, excerpt: Excerpt, message: String, help: Option<String>) {
        let label = if help.is_none() { "here" } else { "this" };
        let report = Report { name: self.name.clone(), span, excerpt, message, help, label };
        eprintln!("{:?}", miette::Report::new(report));
    }
}

/// A message without a place.
pub(crate) fn plain(message: &str) {
    eprintln!("Error: {message}");
}

/// A scenario that could not be read.
pub(crate) fn unreadable(source: &Source, error: &ScenarioError) {
    let excerpt = error.excerpt.clone();
    source.report(error.span, excerpt, error.message.clone(), error.help.clone());
}

/// What did not hold, and the step that could not happen.
pub(crate) fn outcome(source: &Source, run: &Run) {
    run.failures.iter().for_each(|one| failure(source, one));
    if let Some(one) = &run.stop {
        stop(source, one);
    }
}

fn failure(source: &Source, failure: &Failure) {
    let Failure { span, after, found, of, counterexample } = failure;
    let ends = of.map_or(String::new(), |(failing, ends)| format!(", in {failing} of {ends} ends"));
    let message = format!("this does not hold after step {after}{ends}");
    let help = format!("found: {found}{}", shown(counterexample.as_deref()));
    source.report(*span, Excerpt::of(&source.text, *span), message, Some(help));
}

fn stop(source: &Source, stop: &Stop) {
    let message = format!("this step can not happen: {}", stop.why);
    let advice = "the story ends before it; take the step out, or make it possible first";
    let help = format!("{advice}{}", shown(stop.counterexample.as_deref()));
    source.report(stop.span, Excerpt::of(&source.text, stop.span), message, Some(help));
}

/// A scenario that shows it, to be copied into a file.
fn shown(counterexample: Option<&str>) -> String {
    counterexample.map_or(String::new(), |text| format!("\nthis scenario shows it:\n\n{text}"))
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
