//! `iocp-sim play`: a lesson, a scenario or a trace in the terminal, one step at a time.

mod keys;
mod look;
mod pages;
mod pictures;
mod player;
mod screen;
mod tale;
mod terminal;
mod timeline;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use iocp_sim::sim::lesson_names;

use self::look::Look;
use self::player::{Player, Then};
use crate::exit::Code;
use crate::input::{STANDARD, lesson_or_file};
use crate::layout::locale_is_utf8;
use crate::played::{self, Played};
use crate::report;

/// Plays a scenario in the terminal: forwards, backwards, and what would have been otherwise.
#[derive(Args)]
pub(crate) struct Play {
    /// The name of a lesson, or a file with a scenario or a trace.
    #[arg(value_name = "NAME|FILE|TRACE")]
    scenario: PathBuf,
    /// Draws with ASCII alone, as is done by itself where the locale is not UTF-8.
    #[arg(long)]
    ascii: bool,
    /// The step to begin at; 0 is before the first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    step: usize,
    /// Asks what comes before it is shown.
    #[arg(long)]
    predict: bool,
}

impl Play {
    pub(crate) fn run(&self) -> io::Result<Code> {
        let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
        if dumb || !(io::stdout().is_terminal() && io::stdin().is_terminal()) {
            // Where the name is wrong, no other command helps.
            let is_file = self.scenario.as_os_str() != STANDARD;
            if let Some(message) = is_file.then(|| lesson_or_file(&self.scenario).err()).flatten() {
                report::plain(&message);
                return Ok(Code::UNUSABLE);
            }
            let name = self.scenario.display();
            let this = if dumb { "this one is dumb" } else { "this is none" };
            report::plain(&format!(
                "play needs a terminal, and {this}; `iocp-sim explain {name}` prints the same steps"
            ));
            return Ok(Code::UNUSABLE);
        }
        let look = Look::of_terminal(self.ascii || !locale_is_utf8());
        let (mut name, mut at) = (self.scenario.clone(), self.step);
        let mut predicts = self.predict;
        loop {
            let Played { source, run, .. } = match played::played(&name) {
                Ok(played) => played,
                Err(code) => return Ok(code),
            };
            if run.trace.steps.is_empty() {
                return Ok(played::judged(&source, &run));
            }
            let mut player = Player::new(run.trace.clone(), at, predicts);
            player.next = next_lesson(&name);
            if at > player.at {
                player.told = Some(format!("There is no step {at}: {} is the last.", player.at));
            }
            if terminal::play(&mut player, look)? != Then::Next {
                return Ok(played::judged(&source, &run));
            }
            (name, at) = (player.next.unwrap_or_default().into(), 0);
            predicts = player.predicts();
        }
    }
}

/// The lesson after the one of this name, if it is one.
fn next_lesson(name: &Path) -> Option<&'static str> {
    let mut names = lesson_names().skip_while(|lesson| Path::new(lesson) != name);
    names.nth(1)
}
