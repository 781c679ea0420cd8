//! `iocp-sim play`: a lesson, a scenario or a trace in the terminal, one step at a time.

mod keys;
mod look;
mod pages;
mod player;
mod screen;
mod tale;
mod terminal;
mod timeline;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;

use self::look::Look;
use self::player::Player;
use crate::exit::Code;
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
    /// Asks which thread gets a packet before it is shown.
    #[arg(long)]
    predict: bool,
}

impl Play {
    pub(crate) fn run(&self) -> io::Result<Code> {
        if !(io::stdout().is_terminal() && io::stdin().is_terminal()) {
            let name = self.scenario.display();
            report::plain(&format!(
                "play needs a terminal, and this is none; `iocp-sim explain {name}` prints the \
                 same steps"
            ));
            return Ok(Code::UNUSABLE);
        }
        let Played { source, run } = match played::played(&self.scenario) {
            Ok(played) => played,
            Err(code) => return Ok(code),
        };
        if run.trace.steps.is_empty() {
            return Ok(played::judged(&source, &run));
        }
        let look = Look::of_terminal(self.ascii || !locale_is_utf8());
        let mut player = Player::new(run.trace.clone(), self.step);
        if self.predict {
            player.predict();
        }
        terminal::play(&mut player, look)?;
        Ok(played::judged(&source, &run))
    }
}
