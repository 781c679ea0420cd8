//! Threads, packets and words, at a place.

use std::fmt;

use iocp_sim::trace::Trace;

use crate::does::Does;
use crate::letters::escaped;

/// The colours there are.
const COLOURS: usize = 6;
/// The letters that fit into a token.
const LETTERS: usize = 3;

/// Lines of at most so many letters, broken at blanks where there are any.
pub(super) fn folded(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let word = cut(word, most);
        let line = lines.last_mut().expect("there is always a line");
        let length = line.chars().count();
        if length > 0 && length + 1 + word.chars().count() > most {
            lines.push(word);
        } else {
            if length > 0 {
                line.push(' ');
            }
            line.push_str(&word);
        }
    }
    lines
}

/// `text` cut in the middle to so many letters: its end says as much as its beginning.
pub(super) fn cut(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let head = most / 2;
    let tail = most.saturating_sub(head + 1);
    let (head, tail) = (&letters[..head], &letters[letters.len() - tail..]);
    head.iter().chain(&['…']).chain(tail).collect()
}

/// Words at a place.
pub(super) struct Text<'a> {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) class: &'a str,
    pub(super) text: &'a str,
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, y, class, text } = self;
        writeln!(f, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>", escaped(text))
    }
}

/// A thread at a place, given by its middle.
pub(super) struct Thread<'a> {
    pub(super) trace: &'a Trace,
    pub(super) name: &'a str,
    pub(super) does: Does,
    pub(super) x: usize,
    pub(super) y: usize,
}

impl fmt::Display for Thread<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { trace, name, does, x, y } = *self;
        let number = trace.threads.iter().position(|thread| thread.name == name).unwrap_or(0);
        let (colour, class) = (
            number % COLOURS,
            match does {
                Does::Waits => "waiting",
                Does::Runs | Does::RunsOver => "released",
                Does::Pauses => "paused",
            },
        );
        let whole = escaped(name);
        write!(f, "<g class=\"thread {class} t{colour}\"><title>{whole}, {class}</title>")?;
        if does == Does::RunsOver {
            write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"21\" class=\"ring\"/>")?;
        }
        write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" class=\"body\"/>")?;
        if does == Does::Pauses {
            write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" class=\"cover\"/>")?;
            write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" class=\"back\"/>")?;
        }
        let size = if name.chars().count() > 1 { 11 } else { 15 };
        let (y, short) = (y + 5, escaped(&cut(name, LETTERS)));
        writeln!(
            f,
            "<text x=\"{x}\" y=\"{y}\" class=\"name\" style=\"font-size:{size}px\">{short}</text>\
             </g>"
        )
    }
}

/// A packet at a place, given by its middle.
pub(super) struct Packet<'a> {
    pub(super) name: &'a str,
    pub(super) x: usize,
    pub(super) y: usize,
}

impl fmt::Display for Packet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, x, y } = self;
        let (left, top, below, name) = (x - 19, y - 12, y + 4, escaped(name));
        writeln!(
            f,
            "<g class=\"token\"><rect x=\"{left}\" y=\"{top}\" width=\"38\" height=\"24\" rx=\"4\" \
             class=\"packet\"/><text x=\"{x}\" y=\"{below}\" class=\"name small\">{name}</text></g>"
        )
    }
}
