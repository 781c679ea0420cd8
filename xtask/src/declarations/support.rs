//! The functions in `win32/support.toml`, in their order.

use std::fs;

use anyhow::{Context, Result};

/// The name of each function, and whether it is here, in whole or in part.
pub(super) fn table() -> Result<Vec<(String, bool)>> {
    let text = fs::read_to_string(crate::root().join("win32/support.toml"));
    let text = text.context("win32/support.toml")?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.filter_map(|line| line.split_once(" = "));
    Ok(rows.map(|(name, says)| (name.to_owned(), says != "\"not implemented\"")).collect())
}
