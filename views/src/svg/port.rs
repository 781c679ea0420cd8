//! The five structures of one port, side by side.

use std::fmt::Write;

use iocp_sim::trace::{PortState, Step, Trace};

use super::tokens::{Packet, Text, Thread, cut};
use crate::does::Does;

/// How high a port is.
pub(super) const HEIGHT: usize = 330;

/// The left edges of the five.
const DEVICES: usize = 24;
const QUEUE: usize = 210;
const WAITING: usize = 380;
const RELEASED: usize = 560;
const PAUSED: usize = 790;

/// The bottom of tube, cup and stack.
const FLOOR: usize = 296;
/// The height of a token with its gap.
const ROW: usize = 40;
/// How many tokens a structure shows; more are counted.
const MOST: usize = 5;

/// Draws a port.
pub(super) fn port(body: &mut String, trace: &Trace, step: Option<&Step>, state: &PortState) {
    heads(body, state);
    devices(body, state);
    queue(body, state);
    waiting(body, trace, state);
    released(body, trace, step, state);
    paused(body, trace, step, state);
}

fn heads(body: &mut String, state: &PortState) {
    let count = |list: usize, one: &str| match list {
        0 => "empty".to_owned(),
        number => format!("{number} {one}"),
    };
    let active = format!("{} active, limit {}", state.released.len(), state.limit);
    let rows = [
        (DEVICES, "Device list", count(state.devices.len(), "associated")),
        (QUEUE, "Completion queue", count(state.queue.len(), "queued")),
        (WAITING, "Waiting threads", count(state.waiting.len(), "waiting")),
        (RELEASED, "Released threads", active),
        (PAUSED, "Paused threads", count(state.paused.len(), "paused")),
    ];
    for (x, head, text) in &rows {
        let _ = write!(body, "{}", Text { x: *x, y: 24, class: "head", text: head });
        let _ = write!(body, "{}", Text { x: *x, y: 44, class: "soft", text });
    }
    let end = match (state.closed, state.destroyed) {
        (false, false) => "",
        (true, false) => ", closed",
        (_, true) => ", destroyed",
    };
    let name = format!("port {}{end}", cut(&state.port, 24));
    let class = if end.is_empty() { "soft small" } else { "alarm small" };
    let _ = write!(body, "{}", Text { x: DEVICES, y: HEIGHT - 12, class, text: &name });
}

/// How many of a list are shown, and the words for the others.
fn shown(count: usize) -> (usize, Option<String>) {
    if count <= MOST { (count, None) } else { (MOST - 1, Some(format!("+{}", count - (MOST - 1)))) }
}

fn devices(body: &mut String, state: &PortState) {
    let (number, more) = shown(state.devices.len());
    for (row, (name, key)) in state.devices.iter().take(number).enumerate() {
        let y = 62 + row * ROW;
        let _ = writeln!(
            body,
            "<rect x=\"{DEVICES}\" y=\"{y}\" width=\"150\" height=\"30\" rx=\"6\" class=\"thin\"/>"
        );
        let (text, x) = (cut(name, 10), DEVICES + 10);
        let _ = write!(body, "{}", Text { x, y: y + 20, class: "", text: &text });
        let key = cut(&format!("key {key}"), 10);
        let _ = write!(body, "{}", Text { x: x + 76, y: y + 20, class: "soft mono", text: &key });
    }
    if let Some(more) = more {
        let y = 82 + number * ROW;
        let _ = write!(body, "{}", Text { x: DEVICES + 10, y, class: "soft", text: &more });
    }
}

/// A tube that is open at both ends; the head, which leaves next, is at the top.
fn queue(body: &mut String, state: &PortState) {
    let (left, right) = (QUEUE + 6, QUEUE + 116);
    let _ = writeln!(body, "<path d=\"M{left} 62V{FLOOR}M{right} 62V{FLOOR}\" class=\"ink\"/>");
    let (number, more) = shown(state.queue.len());
    for (row, packet) in state.queue.iter().take(number).enumerate() {
        let y = 84 + row * ROW;
        let _ = write!(body, "{}", Packet { name: &packet.name(), x: left + 30, y });
        let key = cut(&format!("key {}", packet.key), 7);
        let _ =
            write!(body, "{}", Text { x: left + 54, y: y + 4, class: "soft small", text: &key });
    }
    if let Some(more) = more {
        let y = 88 + number * ROW;
        let _ = write!(body, "{}", Text { x: left + 16, y, class: "soft", text: &more });
    }
    if !state.queue.is_empty() {
        let x = right + 4;
        let _ = write!(body, "{}", Text { x, y: 88, class: "soft small", text: "head" });
    }
}

/// A cup that is open at the top; the newest, which leaves next, is at the top.
fn waiting(body: &mut String, trace: &Trace, state: &PortState) {
    let (left, right) = (WAITING + 2, WAITING + 120);
    let _ = writeln!(
        body,
        "<path d=\"M{left} 62V{}Q{left} {FLOOR} {} {FLOOR}H{}Q{right} {FLOOR} {right} {}V62\" \
         class=\"ink\"/>",
        FLOOR - 10,
        left + 10,
        right - 10,
        FLOOR - 10
    );
    let (number, more) = shown(state.waiting.len());
    let foot = usize::from(more.is_some());
    for (row, name) in state.waiting.iter().take(number).enumerate() {
        let y = FLOOR - 24 - (number - 1 - row + foot) * ROW;
        let (x, does) = (left + 30, Does::Waits);
        let _ = write!(body, "{}", Thread { trace, name, does, x, y });
        if row == 0 {
            let text = "next";
            let _ = write!(body, "{}", Text { x: x + 26, y: y + 5, class: "soft", text });
        }
    }
    if let Some(more) = more {
        let _ =
            write!(body, "{}", Text { x: left + 20, y: FLOOR - 14, class: "soft", text: &more });
    }
}

/// A stack on the floor; the line is the limit.
fn released(body: &mut String, trace: &Trace, step: Option<&Step>, state: &PortState) {
    let limit = state.limit as usize;
    let (number, more) = shown(state.released.len());
    let is_over = state.released.len() > limit;
    let place = |row: usize| FLOOR - 24 - row * ROW;
    for (row, name) in state.released.iter().take(number).enumerate() {
        let does = Does::running(row, state);
        let (x, y) = (RELEASED + 40, place(row));
        let _ = write!(body, "{}", Thread { trace, name, does, x, y });
        held(body, trace, step, name, x, y);
        if does == Does::RunsOver {
            let _ = write!(body, "{}", Text { x: x + 110, y: y + 5, class: "alarm", text: "over" });
        }
    }
    if let Some(more) = more {
        let y = place(number) + 5;
        // Those over the limit who are counted alone are no less over it.
        let over = state.released.len().saturating_sub(limit.max(number));
        let (class, text) = match over {
            0 => ("soft", more),
            _ => ("alarm", format!("{more}, {over} over limit {limit}")),
        };
        let _ = write!(body, "{}", Text { x: RELEASED + 30, y, class, text: &text });
    }
    if limit < MOST {
        let y = place(limit) + ROW / 2;
        let class = if is_over { "limit over" } else { "limit" };
        let end = RELEASED + 200;
        let _ = writeln!(body, "<path d=\"M{RELEASED} {y}H{end}\" class=\"{class}\"/>");
        let text = format!("limit {limit}");
        let _ =
            write!(body, "{}", Text { x: end - 44, y: y + 15, class: "soft small", text: &text });
    }
}

fn paused(body: &mut String, trace: &Trace, step: Option<&Step>, state: &PortState) {
    let (number, more) = shown(state.paused.len());
    for (row, name) in state.paused.iter().take(number).enumerate() {
        let (x, y, does) = (PAUSED + 30, FLOOR - 24 - row * ROW, Does::Pauses);
        let _ = write!(body, "{}", Thread { trace, name, does, x, y });
        held(body, trace, step, name, x, y);
    }
    if let Some(more) = more {
        let y = FLOOR - 19 - number * ROW;
        let _ = write!(body, "{}", Text { x: PAUSED + 20, y, class: "soft", text: &more });
    }
    let end = PAUSED + 120;
    let _ = writeln!(body, "<path d=\"M{PAUSED} {FLOOR}H{end}\" class=\"dash\"/>");
}

/// The packets that a thread has in hand: two at most, and how many more.
fn held(body: &mut String, trace: &Trace, step: Option<&Step>, name: &str, x: usize, y: usize) {
    let number = trace.threads.iter().position(|thread| thread.name == name);
    let held = number.zip(step).and_then(|(number, step)| step.holds.get(number));
    let held = held.map(Vec::as_slice).unwrap_or_default();
    let fits = if held.len() > 2 { 1 } else { held.len() };
    for (place, packet) in held.iter().take(fits).enumerate() {
        let name = packet.name();
        let _ = write!(body, "{}", Packet { name: &name, x: x + 42 + place * 42, y: y + 6 });
    }
    if held.len() > fits {
        let text = format!("+{}", held.len() - fits);
        let _ = write!(body, "{}", Text { x: x + 68, y: y + 10, class: "soft", text: &text });
    }
}
