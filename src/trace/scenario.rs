//! A trace as the scenario that it tells: one order, without groups.

use std::fmt::Write;

use super::Trace;

impl Trace {
    /// A scenario that plays the first `steps` steps of the trace, with their notes; behind the
    /// last step stands in notes too what the trace does not tell ([`Trace::remarks`]).
    #[must_use]
    pub fn scenario(&self, steps: usize) -> String {
        let mut text = self.beginning(steps);
        if steps >= self.steps.len() {
            self.remarks().iter().for_each(|remark| note(&mut text, remark));
        }
        text
    }

    /// The scenario to which steps are added, to ask: what if?
    pub(crate) fn beginning(&self, steps: usize) -> String {
        let mut text = self.declarations();
        for step in self.steps.iter().take(steps) {
            let _ = writeln!(text, "{}", step.event);
            step.notes.iter().for_each(|words| note(&mut text, words));
        }
        text
    }

    /// The header and what is declared, as every scenario of this trace begins.
    #[must_use]
    pub fn declarations(&self) -> String {
        let mut text = format!("title {}\n", self.title);
        if let Some(question) = &self.question {
            let _ = writeln!(text, "question {question}");
        }
        let _ = writeln!(text, "profile {}\nprocessors {}", self.profile, self.processors);
        for port in &self.ports {
            let _ = writeln!(text, "port {} limit {}", port.name, port.limit);
        }
        let threads: Vec<&str> = self.threads.iter().map(|thread| thread.name.as_str()).collect();
        let devices: Vec<&str> = self.devices.iter().map(String::as_str).collect();
        for (keyword, names) in [("thread", threads), ("device", devices)] {
            if !names.is_empty() {
                let _ = writeln!(text, "{keyword} {}", names.join(" "));
            }
        }
        text
    }
}

fn note(text: &mut String, words: &str) {
    let _ = writeln!(text, "note {words}");
}
