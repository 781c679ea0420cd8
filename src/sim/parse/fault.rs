//! A fault within one line, before it is known which line that is.

use super::keywords::is_keyword;
use super::line::{Kind, Token};
use super::near::near;
use crate::sim::error::ScenarioError;
use crate::sim::scenario::Span;

/// How much of a word a message quotes.
const QUOTED: usize = 40;

/// What is wrong, and where in the line.
#[derive(Debug)]
pub(super) struct Fault {
    column: usize,
    length: usize,
    message: String,
    help: Option<String>,
}

impl Fault {
    pub(super) fn at(token: Token<'_>, message: impl Into<String>) -> Self {
        let Token { column, length, .. } = token;
        Self { column, length, message: message.into(), help: None }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Names the nearest to `token` of the `known` names, if one is near.
    pub(super) fn near<'a>(
        self,
        token: Token<'_>,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        match near(token.text, known) {
            Some(name) if token.kind == Kind::Word => self.help(format!("did you mean `{name}`?")),
            _ => self,
        }
    }

    /// A token in a place where one of the keywords `expected` belongs.
    pub(super) fn unexpected(token: Token<'_>, expected: &[&'static str]) -> Self {
        Self::at(token, misplaced(token))
            .help(format!("expected {}", listed(expected)))
            .near(token, expected.iter().copied())
    }

    /// Something that may stand once, and stands again.
    pub(super) fn twice(token: Token<'_>) -> Self {
        Self::at(token, format!("{} stands here twice", token.quoted()))
    }

    /// The fault as that of the line with this number.
    pub(super) fn on(self, number: usize, line: &str) -> ScenarioError {
        let span = Span { line: number, column: self.column, length: self.length };
        ScenarioError::new(span, line, self.message, self.help)
    }
}

/// What is wrong with a token that no keyword of its place agrees with.
pub(super) fn misplaced(token: Token<'_>) -> String {
    match token.kind {
        Kind::End => "the line ends too early".to_owned(),
        Kind::Word if !is_keyword(token.text) => format!("there is no keyword {}", token.quoted()),
        Kind::Word | Kind::Colon | Kind::Equals | Kind::Comma | Kind::Open | Kind::Close => {
            format!("{} does not fit here", token.quoted())
        }
    }
}

/// `word` as messages quote it: not long, and nothing in it that a terminal obeys.
pub(super) fn quoted(word: &str) -> String {
    let mut text = String::from("`");
    for character in word.chars().take(QUOTED) {
        if character.is_control() || character.is_whitespace() {
            text.extend(character.escape_unicode());
        } else {
            text.push(character);
        }
    }
    let cut = word.chars().nth(QUOTED).is_some();
    text + if cut { "…`" } else { "`" }
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}
