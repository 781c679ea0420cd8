//! The modules of windows-sys that `win32` always has open, since its functions need their types.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;

use anyhow::{Context, Result};

/// The path of a module of windows-sys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Module(Vec<String>);

impl Module {
    pub(super) fn new<'a>(parts: impl IntoIterator<Item = &'a str>) -> Self {
        Self(parts.into_iter().map(ToOwned::to_owned).collect())
    }

    /// The feature that opens it.
    pub(super) fn feature(&self) -> String {
        self.0.join("_")
    }

    /// What it is called in the module above.
    pub(super) fn name(&self) -> &str {
        self.0.last().expect("a path has a part")
    }

    pub(super) fn parts(&self) -> &[String] {
        &self.0
    }

    pub(super) fn is_child_of(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() + 1 && self.0.starts_with(&other.0)
    }

    fn and_those_above(self) -> impl Iterator<Item = Self> {
        (1..=self.0.len()).map(move |length| Self(self.0[..length].to_vec()))
    }
}

impl fmt::Display for Module {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.join("::"))
    }
}

/// The modules that the features open which the manifest asks of windows-sys.
pub(super) fn open() -> Result<BTreeSet<Module>> {
    let manifest = fs::read_to_string(crate::root().join("win32/Cargo.toml"));
    let manifest: toml::Table = toml::from_str(&manifest.context("win32/Cargo.toml")?)?;
    let features = manifest["dependencies"]["windows-sys"]["features"].as_array();
    let features = features.context("windows-sys has features")?.iter();
    let features = features.filter_map(toml::Value::as_str).chain(["Win32_Foundation"]);
    let modules = features.map(|feature| Module::new(feature.split('_')));
    Ok(modules.flat_map(Module::and_those_above).collect())
}
