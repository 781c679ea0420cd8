//! The columns of the released and of the paused threads, which share the right half.

use super::labels::{self, columns, first_that_fits, stack, widest};
use super::{Column, GAP, Pen};
use crate::trace::{Packet, PortState};

const RELEASED_USUAL: usize = 18;
const PAUSED_USUAL: usize = 7;
const CAPTION_MOST: usize = 20;

/// The columns that a thread and what it holds may take.
const CELL_LEAST: usize = 6;
const CELL_MOST: usize = 26;

const SLOT_ROWS: usize = 4;
const PAUSED_ROWS: usize = 5;

/// The threads that got out of the port: released within the limit, released over it, paused.
pub(super) struct Running<'s> {
    pen: Pen,
    limit: usize,
    within: Vec<Hand<'s>>,
    over: Vec<Hand<'s>>,
    paused: Vec<Hand<'s>>,
    /// The columns of the widest name of a thread, wherever in the port it is.
    pub(super) name: usize,
    /// The columns of a thread with one packet, whoever it is: boxes keep their size by it.
    usual: usize,
}

/// A thread and the packets in its hand.
struct Hand<'s> {
    thread: &'s str,
    packets: Vec<String>,
}

impl<'s> Running<'s> {
    pub(super) fn of(state: &'s PortState, holds: &dyn Fn(&str) -> Vec<String>, pen: Pen) -> Self {
        let hand = |name: &'s String| Hand { thread: name, packets: holds(name) };
        let limit = usize::try_from(state.limit).unwrap_or(usize::MAX);
        let mut within: Vec<_> = state.released.iter().map(hand).collect();
        let over = within.split_off(limit.min(within.len()));
        let paused: Vec<_> = state.paused.iter().map(hand).collect();
        let threads = state.waiting.iter().chain(&state.released).chain(&state.paused);
        let names: Vec<_> = threads.map(|name| labels::name(name, pen.cut)).collect();
        let name = widest(&names).max(1);
        let held = within.iter().chain(&over).chain(&paused).flat_map(|hand| &hand.packets);
        let queued: Vec<_> = state.queue.iter().map(Packet::name).collect();
        let packet = widest(held.chain(&queued)).clamp(2, 8);
        Self { pen, limit, within, over, paused, name, usual: name + 1 + packet }
    }

    /// Draws both columns in `room` columns, with names cut as little as possible.
    pub(super) fn fit(&self, room: usize) -> (Column, Column) {
        let drawn = |cell| (self.released(cell), self.paused(cell));
        let fits = |pair: &(Column, Column)| pair.0.width + pair.1.width <= room;
        let roomy = (CELL_LEAST..=CELL_MOST).rev().map(drawn).find(fits);
        roomy.unwrap_or_else(|| drawn(CELL_LEAST))
    }

    fn released(&self, cell: usize) -> Column {
        let slots = self.slots(cell);
        let blank = " ".repeat(columns(&slots[0]));
        let over = self.over(cell);
        let row = |at: usize| {
            let slot = slots.get(at).unwrap_or(&blank);
            let outside = over.get(at).map_or("", |outside| outside);
            format!("{slot}{} {outside}", self.pen.wall).trim_end().to_owned()
        };
        let body: Vec<_> = (0..slots.len().max(over.len())).map(row).collect();
        let caption = self.count();
        let width = RELEASED_USUAL.max(widest(&body).max(columns(&caption)) + GAP);
        Column { head: "released", body, caption, width }
    }

    /// The box: a row for each slot. Of a high limit only the first free slots are drawn.
    fn slots(&self, cell: usize) -> Vec<String> {
        let pen = self.pen;
        let threads = stack(self.labels(&self.within, cell), SLOT_ROWS);
        let width = widest(&threads).max(self.usual.min(cell));
        let rows = self.limit.min(SLOT_ROWS).max(threads.len());
        let free = pen.free.to_string();
        let inside = threads.iter().chain(std::iter::repeat(&free)).take(rows);
        let [top_left, top_right, bottom_left, bottom_right] = pen.box_corners;
        let more = self.limit > rows.max(self.within.len());
        let edge = |edge: char| edge.to_string().repeat(width + 2);
        let top = format!("{top_left}{}{top_right}", edge(pen.edge));
        let last = if more { pen.open_edge } else { pen.edge };
        let bottom = format!("{bottom_left}{}{bottom_right}", edge(last));
        let inside = inside.map(|text| format!("{side} {text:width$} {side}", side = pen.side));
        [top].into_iter().chain(inside).chain([bottom]).collect()
    }

    /// The threads outside the wall, hatched above and below.
    fn over(&self, cell: usize) -> Vec<String> {
        let threads = stack(self.labels(&self.over, cell), SLOT_ROWS);
        if threads.is_empty() {
            return threads;
        }
        let hatch = self.pen.hatch.to_string().repeat(widest(&threads).max(5));
        [hatch.clone()].into_iter().chain(threads).chain([hatch]).collect()
    }

    fn count(&self) -> String {
        let over = self.over.len();
        let active = format!("{} of {}", self.within.len() + over, self.limit);
        if over == 0 {
            return first_that_fits([active], CAPTION_MOST, self.pen.cut);
        }
        let texts = [format!("{active}, {over} over"), format!("{over} over")];
        first_that_fits(texts, CAPTION_MOST, self.pen.cut)
    }

    /// The paused threads, from the row in which the slots begin.
    fn paused(&self, cell: usize) -> Column {
        let threads = stack(self.labels(&self.paused, cell), PAUSED_ROWS);
        let body: Vec<_> = [String::new()].into_iter().chain(threads).collect();
        let count = self.paused.len();
        let caption = if count == 0 { "nobody".to_owned() } else { count.to_string() };
        let width = PAUSED_USUAL.max(self.usual.min(cell)).max(widest(&body));
        Column { head: "paused", body, caption, width }
    }

    fn labels(&self, hands: &[Hand], cell: usize) -> Vec<String> {
        let label = |hand: &Hand| labels::thread(hand.thread, &hand.packets, cell, self.pen.cut);
        hands.iter().map(label).collect()
    }
}
