//! The questions of a trace in the form in which a page holds them.

use iocp_sim::trace::{Step, Trace};

use super::form::{Answer, Asked};
use super::table::{HOLE, Table};
use crate::prediction;

/// Lists of answers, each once, in the order in which they were met first.
#[derive(Default)]
pub(super) struct Questions {
    /// What the lists have, as texts: their numbers are those of the lists.
    texts: Table,
    answers: Vec<Vec<Answer>>,
}

impl Questions {
    /// What is asked before a step, without the step, which the page has.
    pub(super) fn before(
        &mut self,
        trace: &Trace,
        step: &Step,
        texts: &mut Table,
    ) -> Option<Asked> {
        let asked = prediction(trace, step.n)?;
        let answers = asked.answers.into_iter();
        let answers = answers.map(|one| Answer(one.key, one.text, one.thread.is_some())).collect();
        let text = asked.text.strip_prefix(&step.event).unwrap_or(&asked.text);
        let (text, packet) = holed(text.trim_start_matches(['.', ' ']));
        Some(Asked(texts.number(&text), self.number(answers), asked.right, packet))
    }

    fn number(&mut self, answers: Vec<Answer>) -> usize {
        let mut text = String::new();
        for Answer(key, says, _) in &answers {
            text.push(*key);
            text.push_str(says);
            text.push('\n');
        }
        let number = self.texts.number(&text);
        if number == self.answers.len() {
            self.answers.push(answers);
        }
        number
    }

    pub(super) fn answers(self) -> Vec<Vec<Answer>> {
        self.answers
    }
}

/// A question with a hole for the packet at its end, and the number of that packet.
fn holed(text: &str) -> (String, Option<u64>) {
    let last = text.strip_suffix('?').and_then(|text| text.rsplit_once(" p"));
    let packet = last.and_then(|(_, digits)| digits.parse().ok());
    match last.filter(|_| packet.is_some()) {
        Some((words, _)) => (format!("{words} {HOLE}?"), packet),
        None => (text.to_owned(), None),
    }
}
