//! The hashes that traces are known to have.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use iocp_sim::trace::Trace;

/// Hashes by the whole paths of their scenarios.
pub(super) struct Hashes(HashMap<PathBuf, String>);

impl Hashes {
    /// Reads a file with a hash and a path on each line; paths begin at the folder of the file.
    pub(super) fn read(file: &Path) -> Result<Self, String> {
        let name = file.display();
        let text = fs::read_to_string(file).map_err(|error| format!("`{name}`: {error}"))?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let mut hashes = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let (hash, path) = line.split_once(' ').ok_or_else(|| {
                format!("`{name}`, line {number}: a hash and a path were expected")
            })?;
            if let Ok(path) = folder.join(path).canonicalize() {
                hashes.insert(path, hash.to_owned());
            }
        }
        Ok(Self(hashes))
    }

    /// Says how the trace of a scenario differs from the one that was known, if it does.
    pub(super) fn difference(&self, file: &Path, trace: &Trace) -> Option<String> {
        let found = format!("{:016x}", trace.hash());
        let known = file.canonicalize().ok().and_then(|path| self.0.get(&path).cloned());
        match known {
            Some(known) if known == found => None,
            Some(known) => Some(format!("its trace has the hash {found}, and had {known}")),
            None => Some(format!("its trace has the hash {found}, and none is known")),
        }
    }
}
