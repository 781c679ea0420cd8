//! Expectations: what a thread got, and what the structures of a port hold.

use std::collections::BTreeSet;
use std::mem::discriminant;

use super::fault::Fault;
use super::keywords::{ATTRIBUTES, PARTS, RESULTS};
use super::line::{Kind, Line, Token};
use super::names::{Named, Names, Sort};
use super::values::{attribute, number};
use crate::sim::scenario::{Condition, Pattern, PortHas, Span, ThreadIs};

/// Conditions that are joined by `and`, each with the place of its text.
pub(super) fn conditions(
    line: &mut Line<'_>,
    names: &Names,
) -> Result<Vec<(Span, Condition)>, Fault> {
    let mut all = Vec::new();
    loop {
        let column = line.peek().column;
        let condition = condition(line, names)?;
        all.push((line.span_from(column), condition));
        let and = line.take();
        if and.kind == Kind::End {
            return Ok(all);
        }
        if and.text != "and" {
            return Err(Fault::unexpected(and, &["and"]));
        }
    }
}

fn condition(line: &mut Line<'_>, names: &Names) -> Result<Condition, Fault> {
    let name = line.take();
    if name.text == "refused" {
        return Ok(Condition::Refused);
    }
    match names.find(name, &[Sort::Thread, Sort::Port], &["refused"])? {
        Named::Thread(thread) => Ok(Condition::Thread(thread, thread_is(line)?)),
        Named::Port(port) => Ok(Condition::Port(port, port_has(line, names)?)),
        device @ Named::Device(_) => Err(device.instead(name, "a thread or port")),
    }
}

fn thread_is(line: &mut Line<'_>) -> Result<ThreadIs, Fault> {
    let result = line.take();
    Ok(match result.text {
        "got" => got(line)?,
        "timeout" => ThreadIs::Timeout,
        "abandoned" => ThreadIs::Abandoned,
        "closed" => ThreadIs::Closed,
        "apc" => ThreadIs::Apc,
        "refused" => ThreadIs::Refused,
        "waiting" => ThreadIs::Waiting,
        _ => return Err(Fault::unexpected(result, RESULTS)),
    })
}

fn got(line: &mut Line<'_>) -> Result<ThreadIs, Fault> {
    if line.peek().kind == Kind::Open {
        return Ok(ThreadIs::GotList(packets(line)?));
    }
    if !goes_on(line) {
        return Ok(ThreadIs::Got);
    }
    let first = line.peek();
    if let Some(digits) = numbered(first) {
        line.take();
        return alone(line, packet_number(line, first, digits)?);
    }
    let mut pattern = Pattern::default();
    loop {
        attribute(line, &mut pattern, ATTRIBUTES)?;
        if line.take_if(Kind::Comma).is_none() && !goes_on(line) {
            return Ok(ThreadIs::GotOne(pattern));
        }
    }
}

/// Checks that nothing follows a packet that is named by its number.
fn alone(line: &Line<'_>, packet: Pattern) -> Result<ThreadIs, Fault> {
    let next = line.peek();
    let message = "one packet has one number, and no attributes beside it";
    let surplus = || Fault::at(next, message).help("several stand in brackets, as in `[p1 p2]`");
    if goes_on(line) { Err(surplus()) } else { Ok(ThreadIs::GotOne(packet)) }
}

fn port_has(line: &mut Line<'_>, names: &Names) -> Result<Vec<PortHas>, Fault> {
    let mut parts: Vec<PortHas> = Vec::new();
    loop {
        let name = line.take();
        let part = part(line, names, name)?;
        if parts.iter().any(|other| discriminant(other) == discriminant(&part)) {
            return Err(Fault::twice(name));
        }
        parts.push(part);
        if !goes_on(line) {
            return Ok(parts);
        }
    }
}

fn part(line: &mut Line<'_>, names: &Names, name: Token<'_>) -> Result<PortHas, Fault> {
    let thread = |token: Token<'_>| names.thread(token);
    Ok(match name.text {
        "devices" => PortHas::Devices(list(line, |token| names.device(token))?),
        "queue" => PortHas::Queue(packets(line)?),
        "waiting" => PortHas::Waiting(list(line, thread)?),
        "released" => PortHas::Released(list(line, thread)?),
        "paused" => PortHas::Paused(list(line, thread)?),
        "active" => PortHas::Active(number(line.take(), "active")?),
        _ => return Err(Fault::unexpected(name, PARTS)),
    })
}

/// Whether the condition has a further word.
fn goes_on(line: &Line<'_>) -> bool {
    let next = line.peek();
    next.kind == Kind::Word && next.text != "and"
}

/// Names in brackets, none of them twice.
fn list<T: Copy + Ord>(
    line: &mut Line<'_>,
    resolve: impl Fn(Token<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    line.sign(Kind::Open, "[")?;
    let (mut items, mut seen) = (Vec::new(), BTreeSet::new());
    while line.take_if(Kind::Close).is_none() {
        let name = not_a_comma(within(line)?, "names")?;
        line.take();
        let item = resolve(name)?;
        if !seen.insert(item) {
            return Err(Fault::twice(name));
        }
        items.push(item);
    }
    Ok(items)
}

/// Packets in brackets.
fn packets(line: &mut Line<'_>) -> Result<Vec<Pattern>, Fault> {
    line.sign(Kind::Open, "[")?;
    let mut items = Vec::new();
    while line.take_if(Kind::Close).is_none() {
        not_a_comma(within(line)?, "packets")?;
        items.push(packet(line)?);
    }
    Ok(items)
}

/// The next token, if the list is not broken off before it.
fn within<'a>(line: &Line<'a>) -> Result<Token<'a>, Fault> {
    let next = line.peek();
    let open = || Fault::at(next, "`]` is missing here");
    if next.kind == Kind::End || next.text == "and" { Err(open()) } else { Ok(next) }
}

fn not_a_comma<'a>(token: Token<'a>, things: &str) -> Result<Token<'a>, Fault> {
    let message = || format!("blanks separate {things}, not `,`");
    if token.kind == Kind::Comma { Err(Fault::at(token, message())) } else { Ok(token) }
}

/// A packet of a list: its number, or attributes joined by commas.
fn packet(line: &mut Line<'_>) -> Result<Pattern, Fault> {
    let first = line.peek();
    if let Some(digits) = numbered(first) {
        line.take();
        return packet_number(line, first, digits);
    }
    if !ATTRIBUTES.contains(&first.text) {
        return Err(Fault::unexpected(first, &["pN", "key", "bytes", "status"]));
    }
    let mut pattern = Pattern::default();
    loop {
        attribute(line, &mut pattern, ATTRIBUTES)?;
        if !is_joined(line)? {
            return Ok(pattern);
        }
    }
}

fn packet_number(line: &Line<'_>, first: Token<'_>, digits: &str) -> Result<Pattern, Fault> {
    let digits = Token { text: digits, ..first };
    let n = number(digits, "the number of a packet")?;
    let next = line.peek();
    if n == 0 {
        return Err(Fault::at(first, "packets are counted from 1"));
    }
    if next.kind == Kind::Comma {
        let message = "a packet has a number or attributes; blanks separate packets";
        return Err(Fault::at(next, message));
    }
    Ok(Pattern { n: Some(n), ..Pattern::default() })
}

/// Takes the comma that joins a further attribute. A blank beside it may be meant to separate
/// packets, so none is allowed.
fn is_joined(line: &mut Line<'_>) -> Result<bool, Fault> {
    let end = line.column();
    let Some(comma) = line.take_if(Kind::Comma) else { return Ok(false) };
    let next = line.peek();
    if comma.column != end || (next.kind == Kind::Word && next.column != comma.end()) {
        let message = "a blank beside the comma: blanks separate packets";
        return Err(Fault::at(comma, message).help("commas join the attributes of one packet"));
    }
    Ok(true)
}

/// The digits of `pN`.
fn numbered<'a>(token: Token<'a>) -> Option<&'a str> {
    let digits = token.text.strip_prefix('p')?;
    let all = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    all.then_some(digits)
}
