//! The questions before the steps, and what came of them.

use iocp_sim_views::Prediction;

use super::{Mode, Player, Then};
use crate::play::keys::Key;

/// A question, and the place of the answer that was given.
pub(in crate::play) struct Guess {
    pub(super) asked: Prediction,
    pub(super) said: usize,
}

impl Guess {
    pub(in crate::play) fn hits(&self) -> bool {
        self.said == self.asked.right
    }

    pub(in crate::play) fn said(&self) -> &str {
        &self.asked.answers[self.said].text
    }

    pub(in crate::play) fn right(&self) -> &str {
        &self.asked.answers[self.asked.right].text
    }
}

/// What came of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::play) struct Score {
    pub(in crate::play) right: usize,
    pub(in crate::play) answered: usize,
    pub(in crate::play) skipped: usize,
}

impl Player {
    pub(in crate::play) fn predicts(&self) -> bool {
        self.predicts
    }

    pub(in crate::play) fn predict(&mut self) {
        self.predicts = !self.predicts;
        let on = if self.predicts { "on" } else { "off" };
        self.told = Some(format!("Predict is {on}."));
    }

    pub(in crate::play) fn score(&self) -> Score {
        let right = self.guesses.values().filter(|guess| guess.hits()).count();
        Score { right, answered: self.guesses.len(), skipped: self.skipped.len() }
    }

    /// The prediction about the step that is shown.
    pub(in crate::play) fn guess(&self) -> Option<&Guess> {
        self.guesses.get(&(self.tales.len(), self.at))
    }

    fn skip(&mut self, question: (usize, usize)) -> Then {
        self.skipped.insert(question);
        self.go(self.at + 1);
        Then::GoOn
    }

    /// An answer, or a key that leaves the question standing.
    pub(super) fn answer(&mut self, asked: Prediction, key: Key) -> Then {
        let question = (self.tales.len(), self.at + 1);
        match key {
            Key::Escape | Key::Left => return Then::GoOn,
            Key::Enter => return self.skip(question),
            Key::Char(letter) => match answered(&asked, letter) {
                Some(said) => {
                    self.guesses.insert(question, Guess { asked, said });
                    self.go(self.at + 1);
                    return Then::GoOn;
                }
                None if letter == 's' => return self.skip(question),
                None if letter == 'q' => return Then::Quit,
                None if letter == '?' => {
                    self.mode = Mode::Help;
                    return Then::GoOn;
                }
                None => self.told = Some("That is none of the answers.".to_owned()),
            },
            Key::Tab => self.next_pane(),
            Key::Up => self.scroll = self.scroll.saturating_sub(1),
            Key::Down => self.scroll += 1,
            _ => self.told = Some("Answer first, or skip the question with s.".to_owned()),
        }
        self.mode = Mode::Predict(asked);
        Then::GoOn
    }
}

/// The place of the answer that a key gives: its own key, or the first letter of one thread alone.
pub(super) fn answered(asked: &Prediction, key: char) -> Option<usize> {
    let same = |letter: char| letter.eq_ignore_ascii_case(&key);
    let by_key = asked.answers.iter().position(|answer| same(answer.key));
    let begins = |place: &usize| {
        let thread = asked.answers[*place].thread.as_deref();
        thread.and_then(|name| name.chars().next()).is_some_and(same)
    };
    let mut by_name = (0..asked.answers.len()).filter(begins);
    by_key.or_else(|| by_name.next().filter(|_| by_name.next().is_none()))
}
