//! A planted fault on disk: `NN-name.patch`, a unified diff below a line `fault: what it breaks`.
//!
//! A second line `test: loom` says that the loom tests are to catch it, and not the property tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::suite::Suite;

/// A fault to plant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Patch {
    pub(crate) number: u32,
    /// What it breaks, in words.
    pub(crate) fault: String,
    /// The tests that are to catch it.
    pub(crate) suite: Suite,
    pub(crate) path: PathBuf,
    /// The files it changes, relative to the root of the workspace.
    pub(crate) changes: Vec<PathBuf>,
}

/// Reads the patches of a folder, in the order of their numbers.
pub(crate) fn read_all(folder: &Path) -> Result<Vec<Patch>> {
    let entries = fs::read_dir(folder)
        .with_context(|| format!("cannot read the faults in {}", folder.display()))?;
    let mut patches = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "patch") {
            let text = fs::read_to_string(&path)?;
            patches.push(parse(&path, &text)?);
        }
    }
    patches.sort_by_key(|patch| patch.number);
    for pair in patches.windows(2) {
        ensure!(pair[0].number != pair[1].number, "two faults have number {:02}", pair[0].number);
    }
    ensure!(!patches.is_empty(), "no patch in {}", folder.display());
    Ok(patches)
}

fn parse(path: &Path, text: &str) -> Result<Patch> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let number = name
        .split_once('-')
        .and_then(|(digits, _)| digits.parse().ok())
        .with_context(|| format!("{name} is not named NN-name.patch"))?;
    let fault = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("fault: "))
        .with_context(|| format!("the first line of {name} is not `fault: what it breaks`"))?;
    let suite = match text.lines().nth(1).and_then(|line| line.strip_prefix("test: ")) {
        None => Suite::Properties,
        Some(test) => Suite::named(test.trim())
            .with_context(|| format!("the second line of {name} names no test that judges"))?,
    };
    let changes: Vec<PathBuf> = text.lines().filter_map(changed_file).collect();
    ensure!(!changes.is_empty(), "{name} changes no file: no line begins with `+++ b/`");
    Ok(Patch { number, fault: fault.trim().to_owned(), suite, path: path.to_owned(), changes })
}

/// Returns the file named by a diff's `+++` line; a time stamp may follow after a tab.
fn changed_file(line: &str) -> Option<PathBuf> {
    let name = line.strip_prefix("+++ b/")?;
    Some(PathBuf::from(name.split('\t').next().unwrap_or(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "fault: FIFO becomes LIFO in the queue
--- a/src/structures/completions.rs
+++ b/src/structures/completions.rs\t2000-01-01
@@ -1 +1 @@
-push_back
+push_front
";

    #[test]
    fn the_first_line_names_the_fault() {
        let patch = parse(Path::new("faults/07-lifo.patch"), TEXT).unwrap();
        assert_eq!(patch.number, 7);
        assert_eq!(patch.fault, "FIFO becomes LIFO in the queue");
        assert_eq!(patch.changes, [PathBuf::from("src/structures/completions.rs")]);
        assert_eq!(patch.suite, Suite::Properties);
    }

    #[test]
    fn the_second_line_may_name_the_test_that_judges() {
        let with = |test: &str| TEXT.replace("\n---", &format!("\ntest: {test}\n---"));
        let patch = parse(Path::new("faults/07-lifo.patch"), &with("loom")).unwrap();
        assert_eq!(patch.suite, Suite::Loom);
        let error = parse(Path::new("07-lifo.patch"), &with("none")).unwrap_err();
        assert!(error.to_string().contains("second line of 07-lifo.patch"));
    }

    #[test]
    fn a_patch_without_a_number_is_refused() {
        let error = parse(Path::new("lifo.patch"), TEXT).unwrap_err();
        assert_eq!(error.to_string(), "lifo.patch is not named NN-name.patch");
    }

    #[test]
    fn a_patch_without_a_fault_line_is_refused() {
        let (_, diff) = TEXT.split_once('\n').unwrap();
        let error = parse(Path::new("07-lifo.patch"), diff).unwrap_err();
        assert!(error.to_string().contains("first line of 07-lifo.patch"));
    }

    #[test]
    fn a_patch_that_changes_nothing_is_refused() {
        assert!(parse(Path::new("07-lifo.patch"), "fault: nothing\n").is_err());
    }
}
