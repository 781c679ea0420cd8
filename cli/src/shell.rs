//! `iocp-sim completions` and `iocp-sim man`: what a shell and `man` want to know of the command.

use std::io;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::exit::Code;
use crate::{Arguments, output};

/// Prints completions for a shell; the help says where they go.
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

pub(crate) fn man() -> io::Result<Code> {
    let mut text = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut text)?;
    print(&text)
}

fn print(text: &[u8]) -> io::Result<Code> {
    output::print(&String::from_utf8_lossy(text))?;
    Ok(Code::HOLDS)
}
