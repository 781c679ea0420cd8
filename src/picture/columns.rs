//! The five columns, each drawn in the width that it gets.
//!
//! A column starts where it started in the step before, as long as names are short: so the eye
//! sees what moved. Threads that run or pause are given what they need; the queue and the waiting
//! threads share what is left.

use super::labels::{self, columns, cut_to, first_that_fits, stack, widest};
use super::running::Running;
use super::{Column, GAP, Pen};
use crate::trace::PortState;

const DEVICES_USUAL: usize = 12;
const QUEUE_USUAL: usize = 24;
const QUEUE_LEAST: usize = 19;
const WAITING_USUAL: usize = 17;
const WAITING_LEAST: usize = 13;
const KEY_MOST: usize = 6;

/// What the tube takes beside its length: the exit and the gap.
const TUBE_EDGES: usize = 4;

/// What the cup takes beside its inside: the bottom, a blank and the gap.
const CUP_EDGES: usize = 5;

const DEVICE_ROWS: usize = 6;

/// Draws the five structures in `width` columns.
pub(super) fn fit(
    state: &PortState,
    holds: &dyn Fn(&str) -> Vec<String>,
    pen: Pen,
    width: usize,
) -> [Column; 5] {
    let devices = devices(state, pen);
    let room = width - devices.width - QUEUE_LEAST - WAITING_LEAST;
    let running = Running::of(state, holds, pen);
    let (released, paused) = running.fit(room);
    let shared = width - devices.width - released.width - paused.width;
    let waiting = waiting(state, pen, waiting_width(shared, running.name));
    let queue = queue(state, pen, shared - waiting.width);
    [devices, queue, waiting, released, paused]
}

/// The share of the waiting threads: room for two names and the count of the others, at least.
fn waiting_width(shared: usize, name: usize) -> usize {
    let share = shared * WAITING_USUAL / (QUEUE_USUAL + WAITING_USUAL);
    let two_names = 2 * (name + 2) + "+9".len() + CUP_EDGES;
    share.max(two_names).min(shared - QUEUE_LEAST)
}

fn devices(state: &PortState, pen: Pen) -> Column {
    let names: Vec<_> = state.devices.iter().map(|(name, _)| labels::name(name, pen.cut)).collect();
    let key = |key: u64| cut_to(&key.to_string(), KEY_MOST, pen.cut);
    let keys: Vec<_> = state.devices.iter().map(|device| key(device.1)).collect();
    let (name_width, key_width) = (widest(&names), widest(&keys));
    let pairs = names.iter().zip(&keys);
    let rows = pairs.map(|(name, key)| format!("{name:name_width$} {key:>key_width$}")).collect();
    Column {
        head: "devices",
        body: stack(rows, DEVICE_ROWS),
        caption: if names.is_empty() { "none".to_owned() } else { String::new() },
        width: DEVICES_USUAL.max(name_width + 1 + key_width + GAP),
    }
}

fn queue(state: &PortState, pen: Pen, width: usize) -> Column {
    let names: Vec<_> = state.queue.iter().map(|p| labels::name(&p.name(), pen.cut)).collect();
    let length = width - TUBE_EDGES;
    let edge = pen.edge.to_string().repeat(length);
    let inside = format!("{}{}", tube(&names, pen, length), pen.exit);
    let count = names.len();
    let caption = names.first().map_or_else(
        || "empty".to_owned(),
        |first| {
            let short = format!("{count}, {first} first");
            first_that_fits([format!("{count} queued, {first} first"), short], width - GAP, pen.cut)
        },
    );
    Column { head: "completion queue", body: vec![edge.clone(), inside, edge], caption, width }
}

/// What is in the tube: the next to leave on the right, free places on the left.
fn tube(names: &[String], pen: Pen, length: usize) -> String {
    let place = (widest(names) + 2).max(4);
    let places = length / place;
    let free = places.saturating_sub(names.len());
    let shown = (0..=names.len().min(places))
        .rev()
        .find(|&shown| shown * place + columns(&unseen(names.len() - shown, pen)) <= length)
        .unwrap_or(0);
    let mut text = unseen(names.len() - shown, pen);
    text.extend((0..free).map(|_| format!(" {:<1$}", pen.free, place - 1)));
    text.extend(names[..shown].iter().rev().map(|name| format!("{name:>0$} ", place - 1)));
    format!("{text:>length$}")
}

/// Stands in the tube for the packets that it has no room for.
fn unseen(packets: usize, pen: Pen) -> String {
    if packets == 0 { String::new() } else { format!(" {} +{packets} ", pen.cut) }
}

fn waiting(state: &PortState, pen: Pen, width: usize) -> Column {
    let [top, bottom] = pen.cup_corners;
    let edge = pen.edge.to_string().repeat(width - CUP_EDGES + 1);
    let names: Vec<_> = state.waiting.iter().map(|name| labels::name(name, pen.cut)).collect();
    let inside = cup(&names, pen, width - CUP_EDGES);
    let next =
        |name: &String| format!("{} next", cut_to(name, width - GAP - " next".len(), pen.cut));
    Column {
        head: "waiting",
        body: vec![
            format!("{top}{edge}"),
            format!("{} {inside}", pen.side),
            format!("{bottom}{edge}"),
        ],
        caption: names.first().map_or_else(|| "nobody".to_owned(), next),
        width,
    }
}

/// What is in the cup: the next to leave on the right.
fn cup(names: &[String], pen: Pen, room: usize) -> String {
    let Some(next) = names.first() else { return String::new() };
    let holding = |shown: usize| {
        let seen: Vec<_> = names[..shown].iter().rev().map(String::as_str).collect();
        hidden(names.len() - shown) + &seen.join("  ")
    };
    let most = names.len().min(room);
    let fitting = (1..=most).rev().map(holding).find(|text| columns(text) <= room);
    fitting.unwrap_or_else(|| {
        let others = hidden(names.len() - 1);
        let left = room.saturating_sub(columns(&others));
        others + &cut_to(next, left, pen.cut)
    })
}

/// Stands in the cup for the threads that it has no room for.
fn hidden(threads: usize) -> String {
    if threads == 0 { String::new() } else { format!("+{threads}  ") }
}
