//! The tests of `win32` under tools that watch its memory: the address sanitizer of the compiler,
//! and valgrind.

use std::process::Command;

use anyhow::Result;

use crate::{command, program};

/// What the sanitizer is run for. It is named, so that what runs while building is built without
/// the flag.
const TARGET: &str = "x86_64-unknown-linux-gnu";

const CALLS: &str = "IOCP_SIM_CALLS";

/// The tests that hand over pointers and race with closing. The random caller makes a million
/// calls.
pub(crate) fn sanitizer() -> Command {
    let mut cargo = tests(&["conformance", "devices", "hostile", "random_caller"]);
    cargo.args(["--target", TARGET]).env(CALLS, "1000000");
    // The flag is not stable, and nothing built with it can be used elsewhere.
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    cargo.env("CARGO_TARGET_DIR", crate::target_directory().join("sanitizer"));
    cargo
}

/// Runs the random caller, for fewer calls since each takes long, and the tests of bad arguments.
/// An error fails, and so does memory that nothing points to any more.
pub(crate) fn valgrind() -> Result<()> {
    for test in ["random_caller", "hostile"] {
        let program = program::build(tests(&[test]).arg("--no-run"))?;
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--quiet", "--error-exitcode=1", "--leak-check=full"]);
        valgrind.args(["--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"]);
        command::run(valgrind.arg(program).env(CALLS, "10000"))?;
    }
    Ok(())
}

fn tests(names: &[&str]) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(crate::root()).args(["test", "--package", "iocp-sim-win32"]);
    names.iter().for_each(|name| _ = cargo.args(["--test", name]));
    cargo
}
