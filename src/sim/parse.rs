//! Reading a scenario: its text goes in, the syntax tree comes out, or the first fault. Whether
//! what a scenario tells can happen is not asked here.

mod expectations;
mod fault;
mod groups;
mod keywords;
mod line;
mod names;
mod near;
mod opening;
#[cfg(test)]
mod refusals;
mod steps;
#[cfg(test)]
mod tests;
mod values;

use std::num::NonZeroU32;

use self::expectations::conditions;
use self::fault::{Fault, misplaced};
use self::groups::{OpenGroup, no_group, quantifier};
use self::keywords::{DEVICE_VERBS, GROUPS, STARTS, THREAD_VERBS};
pub(super) use self::line::parts;
use self::line::{Kind, Line, Token};
use self::names::{Named, Names, Sort};
use self::opening::Headers;
use self::steps::{step_by_name, step_from_outside};
pub(super) use self::values::UNITS;
use super::error::{ScenarioError, lines};
use super::scenario::{Act, Scenario, Span, Statement, Step};
use crate::machine::Profile;

/// How many processors there are where none are named.
const PROCESSORS: NonZeroU32 = NonZeroU32::new(4).expect("four is not zero");

impl Scenario {
    /// How many bytes a scenario has at most: 1 MiB.
    pub const LARGEST: usize = 1 << 20;

    /// Reads a scenario.
    ///
    /// # Errors
    ///
    /// The first fault: a line that the language does not have, a name that stands for nothing or
    /// for another kind of thing, a number out of range; or a scenario without a step.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::sim::Scenario;
    ///
    /// let scenario = Scenario::parse(
    ///     "port P
    ///      thread A
    ///      A: get P
    ///      post P key=1          # someone outside
    ///      expect A got key=1",
    /// )?;
    /// assert_eq!(scenario.threads, ["A"]);
    /// assert_eq!(scenario.statements.len(), 3);
    ///
    /// let error = Scenario::parse("thread A\nA: get P").unwrap_err();
    /// assert_eq!((error.span.line, error.span.column), (2, 8));
    /// assert_eq!(error.message, "there is no port `P`");
    /// # Ok::<(), iocp_sim::sim::ScenarioError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let mut reader = Reader::new();
        for (number, line) in (1..).zip(lines(text)) {
            reader.read(Line::new(number, line)).map_err(|fault| fault.on(number, line))?;
        }
        reader.finish(text)
    }

    /// Reads a scenario from the bytes of a file.
    ///
    /// # Errors
    ///
    /// More than 1 MiB; bytes that are not UTF-8, or NUL among them; and whatever
    /// [`Scenario::parse`] refuses.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::sim::Scenario;
    ///
    /// assert!(Scenario::from_bytes(b"port P\r\npost P\r\n").is_ok());
    ///
    /// let error = Scenario::from_bytes(b"\x7fELF\x02\x01\x01\x00").unwrap_err();
    /// assert_eq!(error.message, "a NUL byte: this is a binary file, and no scenario");
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ScenarioError> {
        if bytes.len() > Self::LARGEST {
            let message = format!("the file has {} bytes, which is too large", bytes.len());
            let help = format!("a scenario has at most {} bytes (1 MiB)", Self::LARGEST);
            return Err(whole(message, help));
        }
        let text = str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?;
        text.find('\0').map_or_else(|| Self::parse(text), |nul| Err(not_text(bytes, nul)))
    }
}

/// A scenario as far as it has been read.
struct Reader {
    scenario: Scenario,
    headers: Headers,
    names: Names,
    group: Option<OpenGroup>,
    /// Whether only outcomes of it stand between the last group and the next line.
    after_group: bool,
}

impl Reader {
    fn new() -> Self {
        let scenario = Scenario {
            title: None,
            question: None,
            profile: Profile::Windows11,
            processors: PROCESSORS,
            ports: Vec::new(),
            threads: Vec::new(),
            devices: Vec::new(),
            statements: Vec::new(),
        };
        Self {
            scenario,
            headers: Headers::default(),
            names: Names::default(),
            group: None,
            after_group: false,
        }
    }

    fn read(&mut self, mut line: Line<'_>) -> Result<(), Fault> {
        if line.is_at_end() {
            return Ok(());
        }
        if let Some(group) = &mut self.group {
            if let Some(statement) = group.read(&mut line, &self.names)? {
                self.scenario.statements.push(statement);
                (self.group, self.after_group) = (None, true);
            }
            return Ok(());
        }
        let act = self.statement(&mut line)?;
        line.finish()?;
        self.after_group = matches!(act, Some(Act::Outcome(..)));
        let (span, text) = line.taken();
        let statement = |act| Statement { span, text: text.to_owned(), act };
        self.scenario.statements.extend(act.map(statement));
        Ok(())
    }

    /// Reads a line that is not empty. Headers and declarations are no statements, and a group is
    /// one when it ends.
    fn statement(&mut self, line: &mut Line<'_>) -> Result<Option<Act>, Fault> {
        let mut ahead = *line;
        let first = ahead.take();
        if self.header(&mut ahead, first)? {
            *line = ahead;
            return Ok(None);
        }
        if first.text == "note" {
            let text = ahead.text(first)?.to_owned();
            *line = ahead;
            return Ok(Some(Act::Note(text)));
        }
        if ahead.peek().kind == Kind::Colon {
            return step(line, &self.names).map(|step| Some(Act::Step(step)));
        }
        if first.text == "concurrently" {
            self.group = Some(OpenGroup::begin(&ahead, first)?);
            *line = ahead;
            return Ok(None);
        }
        if self.declaration(&mut ahead, first)? {
            *line = ahead;
            return Ok(None);
        }
        self.act(line).map(Some)
    }

    /// Reads an expectation, an outcome or a step.
    fn act(&self, line: &mut Line<'_>) -> Result<Act, Fault> {
        let mut ahead = *line;
        let first = ahead.take();
        let act = if first.text == "expect" {
            Act::Expect(conditions(&mut ahead, &self.names)?)
        } else if let Some(quantifier) = quantifier(first.text) {
            self.check_outcome(first)?;
            Act::Outcome(quantifier, conditions(&mut ahead, &self.names)?)
        } else {
            return step(line, &self.names).map(Act::Step);
        };
        *line = ahead;
        Ok(act)
    }

    fn check_outcome(&self, first: Token<'_>) -> Result<(), Fault> {
        if self.after_group {
            return Ok(());
        }
        let help = "only outcomes, comments and blank lines stand between it and the group's `end`";
        Err(Fault::at(first, "an outcome stands directly after a group").help(help))
    }

    /// The scenario of `text`, if that was all of it.
    fn finish(self, text: &str) -> Result<Scenario, ScenarioError> {
        if let Some(group) = &self.group {
            return Err(group.lacks_end(text));
        }
        let mut statements = self.scenario.statements.iter();
        if statements.any(|statement| matches!(statement.act, Act::Step(_) | Act::Group(_))) {
            return Ok(self.scenario);
        }
        let help = "a step is a line such as `post P` or `A: get P`".to_owned();
        Err(whole("the scenario is empty: it has no step".to_owned(), help))
    }
}

/// Reads a step.
fn step(line: &mut Line<'_>, names: &Names) -> Result<Step, Fault> {
    let mut ahead = *line;
    let first = ahead.take();
    if ahead.peek().kind == Kind::Colon {
        return step_by_name(line, names);
    }
    let step = step_from_outside(&mut ahead, names, first)?;
    *line = ahead;
    step.ok_or_else(|| not_a_start(first, names))
}

/// The fault of a line that begins with something else than lines do.
fn not_a_start(first: Token<'_>, names: &Names) -> Fault {
    let word = first.quoted();
    if ["and", "end"].contains(&first.text) {
        return no_group(first);
    }
    for (verbs, noun) in [(THREAD_VERBS, "thread"), (DEVICE_VERBS, "device")] {
        if verbs.contains(&first.text) {
            let help = format!("write `NAME: {}`", first.text);
            return Fault::at(first, format!("{word} lacks its {noun}")).help(help);
        }
    }
    if let Some(named) = names.get(first) {
        let message = format!("{word} is a {}, and no line begins so", named.sort().noun());
        return Fault::at(first, message).help(use_of(named));
    }
    let actors = names.of(&[Sort::Thread, Sort::Device]);
    Fault::at(first, misplaced(first))
        .help("a line begins with a keyword, or with a thread or device and a colon")
        .near(first, STARTS.iter().chain(GROUPS).copied().chain(actors))
}

/// How a declared name is used at the start of a line.
fn use_of(named: Named) -> &'static str {
    match named {
        Named::Port(_) => "a port follows its verb, as in `post P`",
        Named::Thread(_) | Named::Device(_) => "a colon follows it, as in `A: get P`",
    }
}

/// A fault of the whole file.
fn whole(message: String, help: String) -> ScenarioError {
    ScenarioError::new(Span { line: 1, column: 1, length: 0 }, "", message, Some(help))
}

/// The fault of a byte that no text has. What stands before it is text.
fn not_text(bytes: &[u8], at: usize) -> ScenarioError {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let (count, last) = lines(&before).fold((0, ""), |(count, _), line| (count + 1, line));
    let span = Span { line: count, column: 1 + last.chars().count(), length: 1 };
    let message = match bytes[at] {
        0 => "a NUL byte: this is a binary file, and no scenario".to_owned(),
        byte => format!("the byte 0x{byte:02X} is not UTF-8"),
    };
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let help = is_utf16.then(|| "the file is UTF-16; save it as UTF-8".to_owned());
    let text = String::from_utf8_lossy(bytes);
    let line = lines(&text).nth(count - 1).unwrap_or_default();
    ScenarioError::new(span, line, message, help)
}
