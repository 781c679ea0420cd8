//! Where the source of windows-sys lies, for tests that read it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the windows-sys that this package is built with.
pub(crate) fn of_windows_sys() -> PathBuf {
    // Packages for other platforms need not have been downloaded.
    let host = said(Command::new("rustc").args(["--print", "host-tuple"]));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--offline"]);
    cargo.args(["--filter-platform", host.trim(), "--manifest-path"]).arg(manifest());
    let metadata = said(&mut cargo);
    let paths = metadata.split("\"manifest_path\":\"").skip(1);
    let mut paths = paths.filter_map(|rest| rest.split('"').next());
    let path = paths.find(|path| path.contains("windows-sys-0.61"));
    let path = PathBuf::from(path.expect("windows-sys is a dependency").replace(r"\\", r"\"));
    path.parent().expect("a manifest lies in a folder").to_owned()
}

/// The manifest of this package.
pub(crate) fn manifest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")
}

fn said(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    String::from_utf8(output.stdout).expect("it is UTF-8")
}
