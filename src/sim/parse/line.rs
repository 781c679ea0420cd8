//! One line, read from left to right: words, the five signs, and text to the end of the line.

use super::fault::{Fault, quoted};
use super::keywords::TEXTS;
use crate::sim::scenario::Span;
use crate::trace::is_of_text;

/// What separates words.
const BLANKS: [char; 2] = [' ', '\t'];

/// A line, and how far it has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    number: usize,
    whole: &'a str,
    /// Where the last token that was taken ends.
    byte: usize,
    column: usize,
}

/// A word or a sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    pub(super) column: usize,
    pub(super) length: usize,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Anything up to a blank, a sign or a comment: whether it means something is for its place
    /// to say.
    Word,
    Colon,
    Equals,
    Comma,
    Open,
    Close,
    /// The end of the line, or the start of its comment. It stands behind the last token.
    End,
}

/// The words and signs of `line`, and its comment without the blanks at its end. The text behind
/// `title`, `question` and `note` is one part.
pub(in crate::sim) fn parts(line: &str) -> (Vec<&str>, &str) {
    let mut line = Line::new(1, line);
    let mut parts = Vec::new();
    while !line.is_at_end() {
        let part = line.take();
        parts.push(part.text);
        if TEXTS.contains(&part.text) && parts.len() == 1 {
            parts.push(line.rest().trim_end_matches(BLANKS));
            return (parts, "");
        }
    }
    (parts, line.rest().trim_end_matches([' ', '\t', '\r']))
}

impl<'a> Line<'a> {
    pub(super) fn new(number: usize, whole: &'a str) -> Self {
        Self { number, whole, byte: 0, column: 1 }
    }

    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The column behind the last token that was taken.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> Token<'a> {
        let rest = self.rest();
        let (kind, bytes) = first_of(rest);
        if kind == Kind::End {
            return Token { kind, text: "", column: self.column, length: 0 };
        }
        let text = &rest[..bytes];
        let length = text.chars().count();
        let column = self.column_of(rest);
        *self = Self { byte: self.offset(rest) + bytes, column: column + length, ..*self };
        Token { kind, text, column, length }
    }

    /// The next token, which stays where it is.
    pub(super) fn peek(&self) -> Token<'a> {
        let mut ahead = *self;
        ahead.take()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.peek().kind == Kind::End
    }

    /// Takes the next token if it is of this kind.
    pub(super) fn take_if(&mut self, kind: Kind) -> Option<Token<'a>> {
        (self.peek().kind == kind).then(|| self.take())
    }

    /// Takes a sign that must follow.
    pub(super) fn sign(&mut self, kind: Kind, sign: &'static str) -> Result<Token<'a>, Fault> {
        let token = self.peek();
        let missing = || Fault::at(token, format!("`{sign}` is missing here"));
        self.take_if(kind).ok_or_else(missing)
    }

    /// Takes what is left as text, which must be there. A `#` in it is text.
    pub(super) fn text(&mut self, keyword: Token<'_>) -> Result<&'a str, Fault> {
        let next = self.peek();
        if !self.whole[self.byte..].is_empty() && !self.whole[self.byte..].starts_with(BLANKS) {
            let message = format!("a blank is missing after {}", keyword.quoted());
            return Err(Fault::at(Token { column: self.column, length: 1, ..next }, message));
        }
        let rest = self.rest();
        let text = rest.trim_end_matches(BLANKS);
        let (column, length) = (self.column_of(rest), text.chars().count());
        if text.is_empty() {
            return Err(Fault::at(next, format!("text is missing after {}", keyword.quoted())));
        }
        if let Some(at) = text.chars().position(|letter| !is_of_text(letter)) {
            let control = Token { column: column + at, length: 1, ..next };
            return Err(Fault::at(control, "a control character is not text"));
        }
        *self = Self { byte: self.offset(rest) + text.len(), column: column + length, ..*self };
        Ok(text)
    }

    /// Checks that nothing is left.
    pub(super) fn finish(&self) -> Result<(), Fault> {
        let token = self.peek();
        let surplus = || Fault::at(token, format!("{} is too much here", token.quoted()));
        if token.kind == Kind::End { Ok(()) } else { Err(surplus()) }
    }

    /// What was taken from `column` on.
    pub(super) fn span_from(&self, column: usize) -> Span {
        Span { line: self.number, column, length: self.column - column }
    }

    /// What was taken so far, and where.
    pub(super) fn taken(&self) -> (Span, &'a str) {
        let taken = &self.whole[..self.byte];
        let text = taken.trim_start_matches(BLANKS);
        (self.span_from(1 + taken.len() - text.len()), text)
    }

    /// What is left, from the next token on.
    fn rest(&self) -> &'a str {
        self.whole[self.byte..].trim_start_matches(BLANKS)
    }

    /// Where `rest`, what is left of the line, begins.
    fn offset(&self, rest: &str) -> usize {
        self.whole.len() - rest.len()
    }

    /// The column of `rest`: only blanks, of one byte each, lie between.
    fn column_of(&self, rest: &str) -> usize {
        self.column + self.offset(rest) - self.byte
    }
}

impl Token<'_> {
    pub(super) fn quoted(&self) -> String {
        quoted(self.text)
    }

    /// The column behind it.
    pub(super) fn end(&self) -> usize {
        self.column + self.length
    }
}

/// The kind of the token that `rest` begins with, and its length in bytes.
fn first_of(rest: &str) -> (Kind, usize) {
    let kind = rest.chars().next().map_or(Kind::End, kind_of);
    match kind {
        Kind::Word => {
            let is_end = |c| BLANKS.contains(&c) || kind_of(c) != Kind::Word;
            (kind, rest.find(is_end).unwrap_or(rest.len()))
        }
        Kind::Colon | Kind::Equals | Kind::Comma | Kind::Open | Kind::Close => (kind, 1),
        Kind::End => (kind, 0),
    }
}

fn kind_of(character: char) -> Kind {
    match character {
        ':' => Kind::Colon,
        '=' => Kind::Equals,
        ',' => Kind::Comma,
        '[' => Kind::Open,
        ']' => Kind::Close,
        '#' => Kind::End,
        _ => Kind::Word,
    }
}
