//! The machine as WebAssembly: what it takes to build it, and where it lies then.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::command;

const TARGET: &str = "wasm32-unknown-unknown";
const PROBE_LIMIT: Duration = Duration::from_secs(60);

/// A Debian that has no rustup has these packages, from which the standard library is built.
const DEBIAN: [&str; 3] = ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld"];

const MISSING: &str = "the playground needs the standard library for WebAssembly. Install it \
     with\n  \
     rustup target add wasm32-unknown-unknown\n\
     or, on Debian without rustup, with\n  \
     apt-get install cargo-web rustc-web rust-web-src lld";

/// How the target can be built for.
enum Way {
    /// The standard library is installed.
    Installed,
    /// It is built from its sources, by the compiler of the distribution.
    FromSource,
}

/// Whether the machine can be built for a browser; what to install if not, in one line.
pub(crate) fn buildable() -> std::result::Result<(), String> {
    let one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    way().map(drop).map_err(one_line)
}

fn way() -> std::result::Result<Way, String> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", TARGET]);
    let said = command::capture(&mut rustc, PROBE_LIMIT).ok().flatten();
    let folder = said.filter(|said| said.success).map(|said| PathBuf::from(said.stdout.trim()));
    if folder.is_some_and(|folder| folder.is_dir()) {
        return Ok(Way::Installed);
    }
    let sources = Path::new("/usr/lib/rustlib/src/rust/library").is_dir()
        || Path::new("/usr/src/rustc").is_dir();
    if sources && DEBIAN.iter().all(|program| Path::new(program).exists()) {
        return Ok(Way::FromSource);
    }
    Err(MISSING.to_owned())
}

/// Builds the module, and says where it is.
pub(super) fn build() -> Result<PathBuf> {
    let folder = crate::target_directory().join("wasm");
    let way = match way() {
        Ok(way) => way,
        Err(missing) => bail!(missing),
    };
    let mut cargo = match way {
        Way::Installed => Command::new("cargo"),
        Way::FromSource => {
            let mut cargo = Command::new(DEBIAN[0]);
            cargo.env("RUSTC", DEBIAN[1]).env("RUSTC_BOOTSTRAP", "1");
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
            cargo
        }
    };
    cargo.current_dir(crate::root()).env("CARGO_TARGET_DIR", &folder);
    cargo.args(["rustc", "--quiet", "--profile", "wasm", "--target", TARGET]);
    cargo.args(["--package", "iocp-sim-playground", "--lib", "--crate-type", "cdylib"]);
    if matches!(way, Way::FromSource) {
        cargo.arg("-Zbuild-std=std,panic_abort");
    }
    command::run(&mut cargo).context("the machine could not be built for a browser")?;
    Ok(folder.join(TARGET).join("wasm").join("iocp_sim_playground.wasm"))
}
