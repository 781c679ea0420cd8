//! One way through a scenario, written as a scenario without groups.

use std::fmt::Write;

use super::scenario::Scenario;

/// The first `count` statements of `scenario` in this `order`, and a last line; `None` where there
/// was no group in the first place.
pub(super) fn unfold(
    scenario: &Scenario,
    count: usize,
    order: &[Vec<usize>],
    last: &str,
) -> Option<String> {
    if order.is_empty() {
        return None;
    }
    let played = scenario.played(count, order).into_iter();
    let steps: String = played.map(|(_, _, step)| step.text(scenario) + "\n").collect();
    Some(format!("{}{steps}{last}\n", head(scenario)))
}

/// The header and the declarations.
fn head(scenario: &Scenario) -> String {
    let Scenario { title, question, profile, processors, ports, threads, devices, .. } = scenario;
    let mut head = String::new();
    for (keyword, text) in [("title", title), ("question", question)] {
        if let Some(text) = text {
            let _ = writeln!(head, "{keyword} {text}");
        }
    }
    let _ = writeln!(head, "profile {profile}\nprocessors {processors}");
    for port in ports {
        let _ = writeln!(head, "port {} limit {}", port.name, port.limit);
    }
    for (keyword, names) in [("thread", threads), ("device", devices)] {
        if !names.is_empty() {
            let _ = writeln!(head, "{keyword} {}", names.join(" "));
        }
    }
    head
}
