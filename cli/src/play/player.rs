//! The player: what is shown, and what each key does. It has no terminal.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use iocp_sim::sim::{Choices, branch, choices};
use iocp_sim::trace::Trace;
use iocp_sim_views::{Prediction, prediction};

use self::predict::Guess;
pub(super) use self::predict::Score;
use super::keys::Key;
use super::tale::{Left, Tale};

/// How far PgUp and PgDn go.
const STRIDE: usize = 10;
/// How long a step is shown at speed 1 while it runs.
const BEAT: Duration = Duration::from_millis(3000);

/// What is played, and where.
pub(super) struct Player {
    /// The trace that was asked for, then one for each what if.
    tales: Vec<Tale>,
    pub(super) at: usize,
    pub(super) mode: Mode,
    pub(super) pane: Pane,
    /// How far what Tab chose is scrolled.
    pub(super) scroll: usize,
    pub(super) speed: u32,
    pub(super) runs: bool,
    predicts: bool,
    guesses: BTreeMap<(usize, usize), Guess>,
    /// The questions that were passed without an answer.
    skipped: BTreeSet<(usize, usize)>,
    /// The lesson that comes after this one.
    pub(super) next: Option<&'static str>,
    /// What came of the latest key, in words.
    pub(super) told: Option<String>,
}

/// What the keys are for.
pub(super) enum Mode {
    /// Going from step to step.
    Look,
    Help,
    /// The number of a step, as far as it was typed.
    GoTo(String),
    WhatIf(WhatIf),
    /// The name of a file, as far as it was typed, and whether it is asked if the file that has it
    /// may be replaced.
    Save {
        name: String,
        replace: bool,
    },
    /// The question before the next step.
    Predict(Prediction),
}

/// The steps to choose from.
pub(super) struct WhatIf {
    pub(super) choices: Choices,
    pub(super) chosen: usize,
    /// A step that is typed instead, and what is wrong with it.
    pub(super) typed: String,
    pub(super) wrong: Option<String>,
}

/// What is shown beside the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    Why,
    Programs,
    Steps,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    GoOn,
    Quit,
    /// Play the next lesson.
    Next,
}

impl Player {
    pub(super) fn new(trace: Trace, at: usize, predicts: bool) -> Self {
        let tale = Tale::new(trace, None);
        let at = at.min(tale.last());
        Self {
            tales: vec![tale],
            at,
            mode: Mode::Look,
            pane: Pane::Why,
            scroll: 0,
            speed: 2,
            runs: false,
            predicts,
            guesses: BTreeMap::new(),
            skipped: BTreeSet::new(),
            next: None,
            told: None,
        }
    }

    pub(super) fn tale(&self) -> &Tale {
        self.tales.last().expect("the first is never undone")
    }

    /// The steps that were chosen, the first first.
    pub(super) fn branches(&self) -> impl Iterator<Item = &Left> {
        self.tales.iter().filter_map(|tale| tale.left.as_ref())
    }

    /// Whose time it is while it runs: another step, speed or start begins it anew.
    pub(super) fn beats_from(&self) -> (usize, usize, u32, bool) {
        (self.tales.len(), self.at, self.speed, self.runs)
    }

    /// How long the step is shown before the next one, while it runs.
    pub(super) fn beat(&self) -> Option<Duration> {
        self.runs.then(|| BEAT / self.speed)
    }

    /// The time of a step is over.
    pub(super) fn tick(&mut self) {
        if self.runs {
            self.forward();
            self.runs &= self.at < self.tale().last() && matches!(self.mode, Mode::Look);
        }
    }

    pub(super) fn press(&mut self, key: Key) -> Then {
        self.told = None;
        if key == Key::Interrupt {
            return Then::Quit;
        }
        match std::mem::replace(&mut self.mode, Mode::Look) {
            Mode::Look => return self.look(key),
            // Any key leaves the help.
            Mode::Help => {}
            Mode::GoTo(typed) => self.go_to(typed, key),
            Mode::WhatIf(what_if) => self.what_if(what_if, key),
            Mode::Save { name, replace } => self.save(name, replace, key),
            Mode::Predict(asked) => return self.answer(asked, key),
        }
        Then::GoOn
    }

    fn look(&mut self, key: Key) -> Then {
        let runs = std::mem::replace(&mut self.runs, false);
        match key {
            Key::Right | Key::Char('l') => self.forward(),
            Key::Left | Key::Char('h') => self.go(self.at.saturating_sub(1)),
            Key::Home => self.go(0),
            Key::End => self.go(self.tale().last()),
            Key::PageUp => self.go(self.at.saturating_sub(STRIDE)),
            Key::PageDown => self.go(self.at + STRIDE),
            Key::Up => self.scroll = self.scroll.saturating_sub(1),
            Key::Down => self.scroll += 1,
            Key::Tab => self.next_pane(),
            Key::Char(' ') => self.runs = !runs && self.at < self.tale().last(),
            Key::Char(digit @ '1'..='9') => {
                self.speed = digit.to_digit(10).expect("it is a digit");
                self.runs = runs;
            }
            Key::Char('g') => self.mode = Mode::GoTo(String::new()),
            Key::Char('w') => self.mode = Mode::WhatIf(self.ask_what_if()),
            Key::Char('u') => self.undo(),
            Key::Char('s') => {
                self.mode = Mode::Save { name: "whatif.scenario".to_owned(), replace: false };
            }
            Key::Char('p') => self.predict(),
            Key::Char('n') => match self.next {
                Some(_) if self.at == self.tale().last() => return Then::Next,
                Some(next) => {
                    self.told = Some(format!("At its end n plays the next lesson, {next}."));
                }
                None => self.told = Some("There is no next lesson.".to_owned()),
            },
            Key::Char('?') => self.mode = Mode::Help,
            Key::Char('q') | Key::Escape => return Then::Quit,
            _ => {}
        }
        Then::GoOn
    }

    fn next_pane(&mut self) {
        self.scroll = 0;
        self.pane = match self.pane {
            Pane::Why => Pane::Programs,
            Pane::Programs => Pane::Steps,
            Pane::Steps => Pane::Why,
        };
    }

    fn go(&mut self, at: usize) {
        self.at = at.min(self.tale().last());
        self.scroll = 0;
    }

    /// One step, or the question before it.
    fn forward(&mut self) {
        let next = self.at + 1;
        let question = (self.tales.len(), next);
        let done = self.guesses.contains_key(&question) || self.skipped.contains(&question);
        match prediction(&self.tale().trace, next) {
            Some(asked) if self.predicts && !done => {
                self.scroll = 0;
                self.mode = Mode::Predict(asked);
            }
            _ => self.go(next),
        }
    }

    fn go_to(&mut self, mut typed: String, key: Key) {
        match key {
            Key::Char(digit) if digit.is_ascii_digit() && typed.len() < 18 => typed.push(digit),
            Key::Backspace => drop(typed.pop()),
            Key::Escape => return,
            Key::Enter => {
                let last = self.tale().last();
                match typed.parse::<usize>() {
                    Ok(at) if at <= last => self.go(at),
                    Ok(at) => {
                        self.told = Some(format!("There is no step {at}: {last} is the last."))
                    }
                    Err(_) => {}
                }
                return;
            }
            _ => {}
        }
        self.mode = Mode::GoTo(typed);
    }

    fn ask_what_if(&self) -> WhatIf {
        let choices = choices(&self.tale().trace, self.at);
        WhatIf { choices, chosen: 0, typed: String::new(), wrong: None }
    }

    fn what_if(&mut self, mut what_if: WhatIf, key: Key) {
        let count = what_if.choices.offered.len();
        match key {
            Key::Escape => return,
            Key::Up => what_if.chosen = what_if.chosen.saturating_sub(1),
            Key::Down => what_if.chosen = (what_if.chosen + 1).min(count.saturating_sub(1)),
            Key::PageUp => what_if.chosen = what_if.chosen.saturating_sub(STRIDE),
            Key::PageDown => {
                what_if.chosen = (what_if.chosen + STRIDE).min(count.saturating_sub(1))
            }
            Key::Backspace => drop(what_if.typed.pop()),
            Key::Char(letter) if what_if.typed.len() < 200 => what_if.typed.push(letter),
            Key::Enter => {
                let offered =
                    what_if.choices.offered.get(what_if.chosen).map(|choice| &choice.event);
                let typed = what_if.typed.trim();
                let step = if typed.is_empty() { offered.cloned() } else { Some(typed.to_owned()) };
                match step.map(|step| self.go_on_with(&step)) {
                    Some(Err(why)) => what_if.wrong = Some(why),
                    Some(Ok(())) | None => return,
                }
            }
            _ => {}
        }
        if key != Key::Enter {
            what_if.wrong = None;
        }
        self.mode = Mode::WhatIf(what_if);
    }

    /// Plays the trace that goes on with `step` from here.
    fn go_on_with(&mut self, step: &str) -> Result<(), String> {
        let after = self.at;
        let run = branch(&self.tale().trace, after, step).map_err(|error| error.to_string())?;
        let left = Left { after, chosen: step.to_owned() };
        self.tales.push(Tale::new(run.trace, Some(left)));
        self.go(after + 1);
        Ok(())
    }

    fn undo(&mut self) {
        if self.tales.len() == 1 {
            self.told = Some("There is no what if to undo.".to_owned());
            return;
        }
        let left = self.tales.pop().and_then(|tale| tale.left);
        let (after, chosen) = left.map_or((0, String::new()), |left| (left.after, left.chosen));
        self.guesses.retain(|(tale, _), _| *tale <= self.tales.len());
        self.skipped.retain(|(tale, _)| *tale <= self.tales.len());
        self.go(after);
        self.told = Some(format!("Undone: {chosen}"));
    }
}

mod predict;
mod save;
#[cfg(test)]
mod tests;
