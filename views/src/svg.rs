//! A step of a trace as a picture, and a trace as a strip of pictures.
//!
//! The queue is a tube, the waiting threads are a cup, the limit is a line that one can be above.
//! Colour says who; a letter repeats it; the form says in what state.

mod port;
mod tokens;

use std::fmt::Write;

use iocp_sim::trace::{PortState, Step, Trace};

use self::port::{HEIGHT as PORT_HEIGHT, port};
use self::tokens::{Text, folded};
use crate::letters::{escaped, shortened};

/// How wide a picture is.
const WIDTH: usize = 960;
/// The height of the words above the ports.
const HEAD: usize = 108;
/// The gap between two pictures of a strip.
const GAP: usize = 24;
/// The letters of a line of the sentence, how high it is, how many fit into the head, and how
/// many there are at most.
const LINE: usize = 92;
const LINE_HEIGHT: usize = 26;
const HEAD_LINES: usize = 2;
const MOST_LINES: usize = 12;

/// The letters of the line above the sentence.
const EYEBROW: usize = 110;

const STYLE: &str = include_str!("svg/style.css");

/// One step as a picture; 0 is before the first. `None` where there is no such step.
#[must_use]
pub fn svg_step(trace: &Trace, n: usize) -> Option<String> {
    let step = match n.checked_sub(1) {
        Some(at) => Some(trace.steps.get(at)?),
        None => None,
    };
    let mut body = String::new();
    let height = picture(&mut body, trace, step, 0);
    let says = step.map_or_else(|| "Before the first step.".to_owned(), |step| step.says.clone());
    Some(document(&format!("{}, step {n}", trace.title), &says, height, &body))
}

/// The steps of a trace one below the other, `most` of them at most: the last line says how many
/// more there are.
#[must_use]
pub fn svg_story(trace: &Trace, most: usize) -> String {
    let mut body = String::new();
    let mut top = 0;
    for step in trace.steps.iter().take(most) {
        top += picture(&mut body, trace, Some(step), top) + GAP;
    }
    let more = trace.steps.len().saturating_sub(most);
    let left_out = (more > 0).then(|| format!("{more} more steps are left out"));
    let words: Vec<String> = left_out.into_iter().chain(trace.remarks()).collect();
    // Behind the last picture there is no gap, behind the last words there is room.
    let bottom = if words.is_empty() { GAP } else { 0 };
    for words in words {
        for line in folded(&words, LINE) {
            let _ = write!(body, "{}", Text { x: 24, y: top + 16, class: "soft", text: &line });
            top += LINE_HEIGHT;
        }
        top += 40 - LINE_HEIGHT;
    }
    let what = match &trace.question {
        Some(question) => question.clone(),
        None => format!("{} steps", trace.steps.len()),
    };
    document(&trace.title, &what, top.saturating_sub(bottom).max(40), &body)
}

fn document(title: &str, description: &str, height: usize, body: &str) -> String {
    let (title, description) = (escaped(title), escaped(description));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"desc\">{description}</desc>\n\
         <style>{STYLE}</style>\n\
         <defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\"><rect width=\"3\" height=\"6\" class=\"hatch\"/></pattern>\
         </defs>\n<rect width=\"{WIDTH}\" height=\"{height}\" class=\"paper\"/>\n{body}</svg>\n"
    )
}

/// Draws one step below `top`, and says how high it is.
fn picture(body: &mut String, trace: &Trace, step: Option<&Step>, top: usize) -> usize {
    let before;
    let ports: &[PortState] = match step {
        Some(step) => &step.state,
        None => {
            before = trace.start();
            &before
        }
    };
    let _ = writeln!(body, "<g class=\"step\" transform=\"translate(0 {top})\">");
    let head = words(body, trace, step);
    for (number, state) in ports.iter().enumerate() {
        let _ = writeln!(body, "<g transform=\"translate(0 {})\">", head + number * PORT_HEIGHT);
        port(body, trace, step, state);
        body.push_str("</g>\n");
    }
    body.push_str("</g>\n");
    head + ports.len() * PORT_HEIGHT
}

/// Writes the words above the ports, and says how high they are.
fn words(body: &mut String, trace: &Trace, step: Option<&Step>) -> usize {
    let (eyebrow, says) = match step {
        Some(step) => {
            let of = trace.steps.len();
            (format!("Step {} of {of}: {}", step.n, step.event), step.says.as_str())
        }
        None => (trace.title.clone(), "Before the first step."),
    };
    let eyebrow = shortened(&eyebrow, EYEBROW);
    let _ = write!(body, "{}", Text { x: 24, y: 28, class: "soft mono", text: &eyebrow });
    let mut lines = folded(says, LINE);
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES - 1);
        lines.push("…".to_owned());
    }
    for (number, line) in lines.iter().enumerate() {
        let y = 58 + LINE_HEIGHT * number;
        let _ = write!(body, "{}", Text { x: 24, y, class: "says", text: line });
    }
    if let Some(rule) = step.and_then(crate::lead) {
        let _ = write!(body, "{}", Text { x: WIDTH - 64, y: 28, class: "rule", text: rule.id() });
    }
    HEAD + LINE_HEIGHT * lines.len().saturating_sub(HEAD_LINES)
}
