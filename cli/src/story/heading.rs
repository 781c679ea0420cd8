//! What stands before the first step: the title, the question, who takes part.

use std::num::NonZeroU32;

use iocp_sim::Profile;
use iocp_sim::sim::{Run, Told};
use iocp_sim::trace::{PortHead, Trace};

use crate::layout::Layout;
use crate::paint::{HEAD, painted};

pub(super) fn heading(run: &Run, layout: Layout) -> String {
    let trace = &run.trace;
    let title = layout.fold(&trace.title, "  ", "  ");
    let mut text = format!("\n{}\n\n", painted(HEAD, title.trim_end()));
    if let Some(question) = &trace.question {
        text += &(layout.fold(question, "  ", "  ") + "\n");
    }
    text += &(layout.fold(&cast(trace), "  ", "  ") + "\n");
    if let Some(which) = which_end(run) {
        text += &(layout.fold(&which, "  ", "  ") + "\n");
    }
    text
}

/// Which of several ends is told.
fn which_end(run: &Run) -> Option<String> {
    let this = match run.told {
        Told::Only | Told::Stopped => return None,
        Told::Witness => "the first in which the first `sometimes` holds",
        Told::First => "the first that was found",
    };
    let ways = match (run.complete, run.ends) {
        (true, 1) => "in one way".to_owned(),
        (true, ends) => format!("in {ends} ways"),
        (false, 1) => "in one way at least".to_owned(),
        (false, ends) => format!("in {ends} ways at least"),
    };
    Some(format!("The groups can end {ways}; this is {this}."))
}

/// Who takes part: "One port, P, limit 1. Threads A B. Device sock. 4 processors, Windows 11."
fn cast(trace: &Trace) -> String {
    let threads: Vec<&str> = trace.threads.iter().map(|thread| thread.name.as_str()).collect();
    let devices: Vec<&str> = trace.devices.iter().map(String::as_str).collect();
    let parts = [
        ports(&trace.ports),
        named("Thread", &threads),
        named("Device", &devices),
        format!("{}, Windows {}.", processors(trace.processors), version(trace.profile)),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn ports(ports: &[PortHead]) -> String {
    const NUMBERS: [&str; 7] = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
    let each: Vec<String> =
        ports.iter().map(|PortHead { name, limit }| format!("{name} limit {limit}")).collect();
    match ports {
        [] => "No port.".to_owned(),
        [PortHead { name, limit }] => format!("One port, {name}, limit {limit}."),
        [..] => {
            let count = NUMBERS.get(ports.len() - 2).map(|&number| number.to_owned());
            let count = count.unwrap_or_else(|| ports.len().to_string());
            format!("{count} ports: {}.", each.join(", "))
        }
    }
}

fn named(what: &str, names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => format!("{what} {only}."),
        [..] => format!("{what}s {}.", names.join(" ")),
    }
}

fn processors(count: NonZeroU32) -> String {
    match count.get() {
        1 => "1 processor".to_owned(),
        count => format!("{count} processors"),
    }
}

fn version(profile: Profile) -> &'static str {
    match profile {
        Profile::Xp => "XP",
        Profile::Vista => "Vista",
        _ => profile.name(),
    }
}
