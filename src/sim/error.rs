//! What is wrong with a scenario that cannot be read, and where. How it is shown is decided by
//! those who show it.

use std::error::Error;
use std::fmt;

use super::scenario::Span;

/// U+FEFF, with which some editors begin a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// How many columns of a line an excerpt has at most.
const WIDTH: usize = 80;

/// How many columns of a long line are shown before the fault, where there is room.
const BEFORE: usize = 40;

/// A fault that keeps a scenario from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    /// The words at fault. A fault of the whole file stands at its first column.
    pub span: Span,
    /// What is wrong, without a capital and a stop.
    pub message: String,
    /// What was meant, or is expected.
    pub help: Option<String>,
    /// The text round the fault.
    pub excerpt: Excerpt,
}

/// At most 80 columns of one line, with the fault in them. Tabs are shown as blanks and other
/// control characters as U+FFFD, so that each character takes a column; `…` stands for what was
/// cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The text.
    pub text: String,
    /// The column of the fault in it, counted from 1; one past its end where something is missing.
    pub column: usize,
    /// How many of its characters are at fault; none where something is missing.
    pub length: usize,
}

impl ScenarioError {
    /// A fault of `line`, which is the whole line that `span` is in.
    pub(super) fn new(span: Span, line: &str, message: String, help: Option<String>) -> Self {
        Self { span, message, help, excerpt: Excerpt::new(line, span) }
    }

    /// The text round the fault, and the column of the fault in it, counted from 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::sim::Scenario;
    ///
    /// let error = Scenario::parse("port P\npots P").unwrap_err();
    /// let (text, column) = error.excerpt();
    /// assert_eq!((text, column), ("pots P", 1));
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2, column 1: there is no keyword `pots`; did you mean `post`?"
    /// );
    /// ```
    #[must_use]
    pub fn excerpt(&self) -> (&str, usize) {
        (&self.excerpt.text, self.excerpt.column)
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.span.line, self.span.column, self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

impl Error for ScenarioError {}

impl Excerpt {
    /// The text round `span` in `text`, which is a whole scenario.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::sim::{Excerpt, Span};
    ///
    /// let text = "port P\r\npost P # here\r\n";
    /// let excerpt = Excerpt::of(text, Span { line: 2, column: 6, length: 1 });
    /// assert_eq!((excerpt.text.as_str(), excerpt.column), ("post P # here", 6));
    /// ```
    #[must_use]
    pub fn of(text: &str, span: Span) -> Self {
        let line = lines(text).nth(span.line.saturating_sub(1));
        Self::new(line.unwrap_or_default(), span)
    }

    fn new(line: &str, span: Span) -> Self {
        let total = line.chars().count();
        // A fault may stand behind the last character: that column is shown too.
        let column = span.column.clamp(1, total + 1);
        let start = column.saturating_sub(BEFORE + 1).min((total + 1).saturating_sub(WIDTH));
        let mut text: Vec<char> = line.chars().skip(start).take(WIDTH).map(shown).collect();
        if start + text.len() < total {
            text[WIDTH - 1] = '…';
        }
        if start > 0 {
            text[0] = '…';
        }
        let column = column - start;
        Self {
            text: text.into_iter().collect(),
            column,
            length: span.length.min(WIDTH + 1 - column),
        }
    }
}

/// The lines of a scenario, as spans count them and their columns: a mark at the start of the
/// file, and what ends a line, are not part of them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// The character that takes one column in the place of `character`.
fn shown(character: char) -> char {
    match character {
        '\t' => ' ',
        control if control.is_control() => char::REPLACEMENT_CHARACTER,
        visible => visible,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(line: &str, column: usize, length: usize) -> Excerpt {
        Excerpt::new(line, Span { line: 1, column, length })
    }

    #[test]
    fn a_short_line_is_shown_as_it_is() {
        let whole = excerpt("A:\tgot\u{1b}", 4, 3);
        assert_eq!(whole, Excerpt { text: "A: got\u{fffd}".to_owned(), column: 4, length: 3 });
    }

    #[test]
    #[cfg_attr(miri, ignore = "the lines are long")]
    fn every_fault_of_a_line_of_any_length_is_within_eighty_columns() {
        for total in [0, 1, 78, 79, 80, 81, 82, 120, 161, 400] {
            let line: String =
                (0..total).map(|n| char::from(b'a' + u8::try_from(n % 26).unwrap())).collect();
            for column in 1..=total + 1 {
                let shown = excerpt(&line, column, 200);
                let text: Vec<char> = shown.text.chars().collect();
                assert!(text.len() <= WIDTH);
                assert!(shown.column <= WIDTH && shown.column + shown.length <= WIDTH + 1);
                let cut = text.get(shown.column - 1).copied();
                assert!(cut == line.chars().nth(column - 1) || cut == Some('…'));
                assert!(total >= WIDTH || shown.text == line);
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "the lines are long")]
    fn a_cut_line_says_so_at_both_ends() {
        let line = format!("{}fault{}", "é".repeat(5_000_000), "é".repeat(5_000_000));
        let shown = excerpt(&line, 5_000_001, 5);
        assert!(shown.text.starts_with('…') && shown.text.ends_with('…'));
        let fault: String = shown.text.chars().skip(shown.column - 1).take(shown.length).collect();
        assert_eq!(fault, "fault");
    }
}
