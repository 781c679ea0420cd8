//! The command `iocp-sim`: it shows what a completion port does, and decides nothing.

mod check;
mod exit;
mod explain;
mod report;
mod story;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Shows a Windows I/O completion port at work, step by step, with the rule for every move.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Tells a scenario step by step: what happens, the five structures, and why.
    Explain(explain::Explain),
    /// Runs scenarios and says whether all that they expect holds.
    Check(check::Check),
}

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    let code = match command {
        Command::Explain(explain) => explain.run(),
        Command::Check(check) => check.run(),
    };
    ExitCode::from(code.number())
}
