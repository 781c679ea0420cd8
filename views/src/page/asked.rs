//! The questions of a trace in the form in which a page holds them.

use iocp_sim::trace::{Step, Trace};

use super::form::{Answer, Asked};
use super::table::{HOLE, Table};
use crate::prediction;
use crate::predictions::Words;

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
        let Words { before, packet, after } = asked.words;
        let hole = packet.map_or_else(String::new, |_| HOLE.to_string());
        let text = before + &hole + &after;
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
