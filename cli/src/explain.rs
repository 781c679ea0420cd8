//! `iocp-sim explain`: tells a lesson or a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use iocp_sim::sim::{Run, Scenario, lesson, lesson_names, run};

use crate::exit::Code;
use crate::report::{self, Source};
use crate::story::{Layout, tell};

#[derive(Args)]
pub(crate) struct Explain {
    /// The name of a lesson, or a file.
    #[arg(value_name = "NAME|FILE")]
    scenario: PathBuf,
    /// Draws with ASCII alone, as is done by itself where the locale is not UTF-8.
    #[arg(long)]
    ascii: bool,
    /// The first step to tell.
    #[arg(long, value_name = "N", default_value_t = 1)]
    from: usize,
    /// The last step to tell.
    #[arg(long, value_name = "N", default_value_t = usize::MAX)]
    to: usize,
}

impl Explain {
    /// Tells the scenario, and gives the exit code.
    pub(crate) fn run(&self) -> Code {
        let (name, bytes) = match read(&self.scenario) {
            Ok(read) => read,
            Err(message) => {
                report::plain(&message);
                return Code::UNUSABLE;
            }
        };
        let source = Source::new(&name, &bytes);
        match Scenario::from_bytes(&bytes) {
            Ok(scenario) => self.tell(&run(&scenario), &source),
            Err(error) => {
                report::unreadable(&source, &error);
                Code::UNUSABLE
            }
        }
    }

    fn tell(&self, run: &Run, source: &Source) -> Code {
        let layout = Layout::of_terminal(self.ascii);
        let story = tell(run, layout, self.from..=self.to);
        let mut out = io::stdout().lock();
        // A reader that has seen enough, such as `head`, is no error.
        let _ = out.write_all(story.as_bytes()).and_then(|()| out.flush());
        drop(out);
        report::outcome(source, run);
        Code::of(run)
    }
}

/// A lesson of that name, else the file.
fn read(scenario: &Path) -> Result<(String, Vec<u8>), String> {
    let name = scenario.display().to_string();
    if let Some(text) = lesson(&name) {
        return Ok((format!("{name}.scenario"), text.as_bytes().to_vec()));
    }
    match std::fs::read(scenario) {
        Ok(bytes) => Ok((name, bytes)),
        Err(error) => {
            let lessons = lesson_names().collect::<Vec<_>>().join(", ");
            let fault = format!("`{name}` is no lesson, and no file could be read: {error}.");
            Err(format!("{fault}\nThe lessons are {lessons}."))
        }
    }
}
