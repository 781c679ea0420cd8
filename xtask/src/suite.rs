//! The tests that judge planted faults, and how cargo builds each of them.

use std::path::Path;
use std::process::Command;

/// A test of `model-tests` that has to catch faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suite {
    /// Random programs, held against a second implementation and the invariants.
    Properties,
    /// Every interleaving of a few threads: it is built with `--cfg loom`.
    Loom,
}

impl Suite {
    pub(crate) const ALL: [Suite; 2] = [Suite::Properties, Suite::Loom];

    /// The name that cargo knows it by.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Suite::Properties => "properties",
            Suite::Loom => "loom",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.name() == name)
    }

    /// Returns `cargo test` for this suite alone. Since the flags differ, each suite needs a
    /// target directory of its own, else everything is built again and again.
    pub(crate) fn cargo_test(self, target: &Path) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.env("CARGO_TARGET_DIR", target);
        cargo.args(["test", "-p", "iocp-sim", "--test", self.name()]);
        if self == Suite::Loom {
            cargo.arg("--release").env("RUSTFLAGS", "--cfg loom");
            // Linking takes longer with it than the tests do without it.
            cargo.env("CARGO_PROFILE_RELEASE_LTO", "off");
        }
        cargo
    }
}
