//! A program that cargo builds: where it lies.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::command;

/// Runs a build, with what the compiler says let through, and returns the program it built.
pub(crate) fn build(cargo: &mut Command) -> Result<PathBuf> {
    cargo.args(["--message-format", "json-render-diagnostics"]);
    let shown = command::shown(cargo);
    let built = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let built = built.with_context(|| format!("cannot run {shown}"))?;
    ensure!(built.status.success(), "{shown} failed ({})", built.status);
    executable(&String::from_utf8_lossy(&built.stdout)).context("cargo names no program")
}

/// Returns the program named last in cargo's JSON messages.
pub(crate) fn executable(messages: &str) -> Option<PathBuf> {
    const FIELD: &str = "\"executable\":\"";
    let (_, rest) = messages.rsplit_once(FIELD)?;
    let (path, _) = rest.split_once('"')?;
    Some(PathBuf::from(path.replace(r"\\", r"\")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_read_from_cargos_messages() {
        let messages = r#"{"target":{"name":"iocp_sim"},"executable":null}
{"target":{"name":"properties"},"executable":"C:\\target\\properties-1.exe","fresh":true}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some(PathBuf::from(r"C:\target\properties-1.exe")));
    }
}
