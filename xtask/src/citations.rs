//! `cargo xtask citations`: writes where the rules are cited, for `Rule::citations`.

use std::fs;

use anyhow::{Context, Result};

use crate::places;

pub(crate) fn run() -> Result<()> {
    let path = crate::root().join(places::LIST);
    let list = places::list(crate::root());
    fs::write(&path, &list).with_context(|| format!("cannot write {}", path.display()))?;
    println!("{}: {} lines", places::LIST, list.lines().count());
    Ok(())
}
