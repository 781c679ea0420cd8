//! Functions that are not implemented: each of `support.toml` links, fails as it should, and says
//! so once.

#![cfg(not(windows))]

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::process::{Command, Output};
use std::{env, fs};

use iocp_sim_win32::Win32::Foundation::{ERROR_CALL_NOT_IMPLEMENTED, GetLastError, SetLastError};

/// An error that none of these functions sets.
const OTHER_ERROR: u32 = 77;

/// Makes a function that calls each twice with nothing but zeros, and returns their names.
macro_rules! failures {
    ($($($module:ident)::+ { $($name:ident($($hole:tt)*) = $failed:expr;)* })*) => {
        pub(super) fn call() -> Vec<&'static str> {
            let mut names = Vec::new();
            $({
                use $($module)::+ as place;
                $(
                    for _ in 0..2 {
                        // SAFETY: a function that does nothing may be given any zeros.
                        super::fails(stringify!($name), $failed, || unsafe {
                            place::$name($(std::mem::zeroed::<$hole>()),*)
                        });
                    }
                    names.push(stringify!($name));
                )*
            })*
            names
        }
    };
}

mod functions;
mod undeclared;

/// Calls a function that has to fail in this way.
fn fails<R: PartialEq + Debug>(name: &str, failed: R, call: impl Fn() -> R) {
    // SAFETY: the call has no places.
    unsafe { SetLastError(OTHER_ERROR) };
    assert_eq!(call(), failed, "{name}");
    let wanted = if name.starts_with("Nt") { OTHER_ERROR } else { ERROR_CALL_NOT_IMPLEMENTED };
    // SAFETY: the call has no places.
    assert_eq!(unsafe { GetLastError() }, wanted, "{name}");
}

/// What the table says is not here.
fn absent() -> BTreeSet<String> {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/support.toml");
    let table = fs::read_to_string(table).expect("it is there");
    let rows = table.lines().filter_map(|line| line.strip_suffix(" = \"not implemented\""));
    rows.filter(|name| !name.starts_with('#')).map(ToOwned::to_owned).collect()
}

/// Runs a test of this program in a process of its own.
fn run(test: &str, is_quiet: bool) -> Output {
    let mut command = Command::new(env::current_exe().expect("a test is a program"));
    command.args(["--exact", test, "--ignored", "--nocapture"]).env_remove("IOCP_SIM_QUIET");
    if is_quiet {
        command.env("IOCP_SIM_QUIET", "1");
    }
    command.output().expect("it runs")
}

fn said(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().filter(|line| line.starts_with("iocp-sim: ")).map(ToOwned::to_owned).collect()
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn call_all() {
    let names = [functions::call(), undeclared::call()].concat();
    let called: BTreeSet<String> = names.iter().map(ToString::to_string).collect();
    assert_eq!(called.len(), names.len());
    assert_eq!(called, absent());
}

#[test]
fn each_fails_and_says_so_once() {
    let output = run("call_all", false);
    assert!(output.status.success(), "{output:?}");
    let names = absent();
    let lines = said(&output);
    let wanted = names.iter().map(|name| format!("iocp-sim: {name} is not implemented, and fails"));
    assert_eq!(lines.iter().cloned().collect::<BTreeSet<_>>(), wanted.collect());
    assert_eq!(lines.len(), names.len());
}

#[test]
fn nothing_is_said_where_quiet_is_asked_for() {
    let output = run("call_all", true);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(said(&output), Vec::<String>::new());
}
