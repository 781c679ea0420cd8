//! `iocp-sim lessons`: which lessons there are, and the text of each.

use std::io;

use clap::Args;
use iocp_sim::sim::{Scenario, lesson, lesson_names};

use crate::exit::Code;
use crate::layout::Layout;
use crate::output;
use crate::paint::{HEAD, QUIET, painted};
use crate::report;

/// Lists the lessons in the order in which they are best read, or prints one's text.
#[derive(Args)]
pub(crate) struct Lessons {
    /// A lesson whose text to print, as a start for a scenario of your own.
    name: Option<String>,
}

impl Lessons {
    pub(crate) fn run(&self) -> io::Result<Code> {
        let Some(name) = &self.name else {
            output::print(&list(Layout::of_terminal(false)))?;
            return Ok(Code::HOLDS);
        };
        let Some(text) = lesson(name) else {
            let names = lesson_names().collect::<Vec<_>>().join(", ");
            report::plain(&format!("there is no lesson `{name}`\nThe lessons are {names}."));
            return Ok(Code::UNUSABLE);
        };
        output::print(text)?;
        Ok(Code::HOLDS)
    }
}

/// The lesson after this one.
pub(crate) fn next(name: &str) -> Option<&'static str> {
    lesson_names().skip_while(|known| *known != name).nth(1)
}

fn list(layout: Layout) -> String {
    let widest = lesson_names().map(str::len).max().unwrap_or(0);
    let indent = " ".repeat(2 + widest + 2);
    let mut text = String::new();
    for name in lesson_names() {
        let scenario = lesson(name).map(Scenario::parse).and_then(Result::ok);
        let scenario = scenario.expect("every lesson can be read, as a test holds");
        let title = scenario.title.unwrap_or_default();
        text += &format!("  {}  {title}\n", painted(HEAD, &format!("{name:<widest$}")));
        let question = layout.fold(&scenario.question.unwrap_or_default(), &indent, &indent);
        text += &question.lines().map(|line| painted(QUIET, line) + "\n").collect::<String>();
    }
    let first = lesson_names().next().unwrap_or_default();
    text + &format!(
        "\n  iocp-sim explain {first:<12}  tells the first; each names the next\n  \
         iocp-sim lessons {first:<12}  prints its text, as a start for your own\n"
    )
}
