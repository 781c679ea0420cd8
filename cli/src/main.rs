//! The command `iocp-sim`: it shows what a completion port does, and decides nothing.

mod check;
mod exit;
mod explain;
mod export;
mod fmt;
mod input;
mod layout;
mod lessons;
mod output;
mod paint;
mod play;
mod played;
mod progress;
mod report;
mod rules;
mod shell;
mod start;
mod story;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::exit::Code;
use crate::output::Color;

/// Shows a Windows I/O completion port at work, step by step, with the rule for every move.
#[derive(Parser)]
#[command(version, name = "iocp-sim", after_help = exit::CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Colours: `auto`, `always` or `never`; `auto` is on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    color: Color,
}

#[derive(Subcommand)]
enum Command {
    Explain(explain::Explain),
    Play(play::Play),
    Export(export::Export),
    Check(check::Check),
    Lessons(lessons::Lessons),
    Rules(rules::Rules),
    Fmt(fmt::Fmt),
    Completions(shell::Completions),
    Man(shell::Manual),
}

fn main() -> ExitCode {
    let Arguments { command, color } = Arguments::parse();
    color.set();
    report::set_up();
    let code = match command {
        None => start::run(),
        Some(Command::Explain(explain)) => explain.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Export(export)) => export.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Lessons(lessons)) => lessons.run(),
        Some(Command::Rules(rules)) => rules.run(),
        Some(Command::Fmt(fmt)) => fmt.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(manual)) => manual.run(),
    };
    let code = code.unwrap_or_else(|error| {
        report::plain(&format!("the output could not be written: {error}"));
        Code::UNUSABLE
    });
    ExitCode::from(code.number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
