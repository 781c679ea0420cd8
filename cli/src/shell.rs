//! `iocp-sim completions` and `iocp-sim man`: what a shell and `man` want to know of the command.

use std::io;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::exit::Code;
use crate::{Arguments, output, report};

/// Prints completions for a shell.
#[derive(Args)]
#[command(after_help = INSTALLED)]
pub(crate) struct Completions {
    #[arg(value_enum)]
    shell: Shell,
}

const INSTALLED: &str = "\
bash:  iocp-sim completions bash > ~/.local/share/bash-completion/completions/iocp-sim
zsh:   iocp-sim completions zsh > _iocp-sim       (in a folder of $fpath)
fish:  iocp-sim completions fish > ~/.config/fish/completions/iocp-sim.fish";

impl Completions {
    pub(crate) fn run(&self) -> io::Result<Code> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "iocp-sim", &mut text);
        print(&text)
    }
}

/// Prints the manual page, as `man` reads it.
#[derive(Args)]
pub(crate) struct Manual {
    /// A command whose own page to print.
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl Manual {
    pub(crate) fn run(&self) -> io::Result<Code> {
        let mut all = Arguments::command();
        // Only then do commands know their whole name and the options that all have.
        all.build();
        let page = match &self.command {
            None => &all,
            Some(name) => match all.find_subcommand(name) {
                Some(command) => command,
                None => {
                    report::plain(&format!("there is no command `{name}`"));
                    return Ok(Code::UNUSABLE);
                }
            },
        };
        let mut text = Vec::new();
        clap_mangen::Man::new(page.clone()).render(&mut text)?;
        print(&text)
    }
}

fn print(text: &[u8]) -> io::Result<Code> {
    output::print(&String::from_utf8_lossy(text))?;
    Ok(Code::HOLDS)
}
