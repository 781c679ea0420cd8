//! The command as a user runs it: what it prints, and how it ends.

mod check;
mod explain;
mod export;
mod fmt;
mod json;
mod rules;
mod start;
mod story;
mod traces;

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;

/// How the command ended, and what it printed.
#[derive(Debug, PartialEq, Eq)]
struct Ended {
    code: i32,
    out: String,
    err: String,
}

/// The command, with nothing of the environment that decides what it prints.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("iocp-sim").expect("the command was built");
    command.args(arguments).env("LC_ALL", "C.UTF-8").current_dir(env!("CARGO_TARGET_TMPDIR"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

fn ended(command: &mut Command) -> Ended {
    let output = command.output().expect("it ran");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints UTF-8");
    let code = output.status.code().expect("it ended");
    Ended { code, out: text(output.stdout), err: text(output.stderr) }
}

fn run(arguments: &[&str]) -> Ended {
    ended(&mut command(arguments))
}

/// Runs the command on a file of this name that holds `text`.
fn run_on(arguments: &[&str], name: &str, text: &[u8]) -> Ended {
    let path = file(name, text);
    let path = path.to_str().expect("the path is UTF-8");
    run(&[arguments, &[path]].concat())
}

/// A file that holds `text`, in the folder for temporary files of this test run.
fn file(name: &str, text: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
    fs::write(&path, text).expect("the folder is there");
    path
}

/// `text` without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether `text` takes no more than a screen of 24 lines of 80 columns.
fn fits_a_screen(text: &str) -> bool {
    text.lines().count() <= 24 && text.lines().all(|line| line.chars().count() <= 160)
}
