//! A trace as one page that needs no network and opens from a disk.
//!
//! The page holds a compressed trace and a player. The player only undoes the compression: what
//! it shows at a step depends on the trace alone.

mod asked;
#[cfg(test)]
mod decode;
mod delta;
mod encode;
mod form;
mod lesson;
mod sources;
mod table;
#[cfg(test)]
mod tests;

use iocp_sim::trace::Trace;

use crate::letters::escaped;
use crate::limits::OtherLimit;

/// The version of the form in which a page holds its traces.
const VERSION: &str = "iocp-sim-page/3";

const TEMPLATE: &str = include_str!("../page/player.html");

const FRAME: &str = include_str!("../page/frame.html");

const STYLES: [&str; 8] = [
    include_str!("../page/colours.css"),
    include_str!("../page/page.css"),
    include_str!("../page/stage.css"),
    include_str!("../page/tokens.css"),
    include_str!("../page/rail.css"),
    include_str!("../page/narrow.css"),
    include_str!("../page/contrast.css"),
    include_str!("../page/print.css"),
];

const SCRIPTS: [&str; 22] = [
    include_str!("../page/dom.js"),
    include_str!("../page/data.js"),
    include_str!("../page/counts.js"),
    include_str!("../page/names.js"),
    include_str!("../page/skeleton.js"),
    include_str!("../page/stage.js"),
    include_str!("../page/lanes.js"),
    include_str!("../page/place.js"),
    include_str!("../page/motion.js"),
    include_str!("../page/trails.js"),
    include_str!("../page/told.js"),
    include_str!("../page/predict.js"),
    include_str!("../page/ending.js"),
    include_str!("../page/why.js"),
    include_str!("../page/programs.js"),
    include_str!("../page/steps.js"),
    include_str!("../page/meters.js"),
    include_str!("../page/timeline.js"),
    include_str!("../page/compare.js"),
    include_str!("../page/print.js"),
    include_str!("../page/controls.js"),
    include_str!("../page/mount.js"),
];

/// The page that plays `trace`, and the same steps under other limits beside it.
///
/// # Panics
///
/// If a step has a thread or a device that is not declared, a name behind the end of its sentence,
/// or not the line of every thread. No trace is like that which a run made, or which was read from
/// elsewhere and then held against the machine by [`replay`](iocp_sim::sim::replay).
#[must_use]
pub fn html(trace: &Trace, others: &[OtherLimit]) -> String {
    let data = data(trace, others);
    let parts = [escaped(&trace.title), style(), inert(&data), script()];
    let mut rest = TEMPLATE;
    let mut page = String::with_capacity(data.len() + (1 << 17));
    for (mark, part) in ["@TITLE@", "@STYLE@", "@DATA@", "@SCRIPT@"].iter().zip(&parts) {
        let (before, after) = rest.split_once(mark).expect("the template has every mark in order");
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page + rest
}

/// The player without a trace, for a page that has it in a frame:
/// `iocpSim.show(data, step, onStep)` plays what [`data`] made, and `iocpSim.facts()` tells what
/// stands in the lanes.
#[must_use]
pub fn frame() -> String {
    let parts = ["the player", &style(), &script()];
    let marks = ["@TITLE@", "@STYLE@", "@SCRIPT@"];
    let page = marks.iter().zip(parts);
    page.fold(FRAME.to_owned(), |page, (mark, part)| page.replacen(mark, part, 1))
}

/// What the player is mounted with: the traces in the page's own form, as JSON.
///
/// # Panics
///
/// As [`html`] does.
#[must_use]
pub fn data(trace: &Trace, others: &[OtherLimit]) -> String {
    let page = encode::page(trace, others);
    serde_json::to_string(&page).expect("numbers and texts can be written")
}

/// The style sheet of the player.
#[must_use]
pub fn style() -> String {
    STYLES.concat()
}

/// The player: `iocpSimPlayer.mount(element, data, options)`.
#[must_use]
pub fn script() -> String {
    format!("(() => {{\n'use strict';\n{}}})();\n", SCRIPTS.concat())
}

/// JSON that ends no script and begins no comment, wherever it stands.
fn inert(json: &str) -> String {
    let json = json.replace('<', "\\u003c").replace('>', "\\u003e");
    json.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
