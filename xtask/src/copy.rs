//! A copy of the workspace's sources to plant faults in.
//!
//! The copy is kept from run to run, and a file is written only when its contents differ, so that
//! cargo builds again only what a fault touches. The workspace itself is never written to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Variables that would make git look at the workspace's repository instead of the copy.
const REPOSITORY_VARIABLES: [&str; 3] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"];

/// Makes the files under `copy` equal to the sources under `root`.
pub(crate) fn refresh(root: &Path, copy: &Path) -> Result<()> {
    fs::create_dir_all(copy).with_context(|| format!("cannot make {}", copy.display()))?;
    let wanted = sources(root)?;
    for stale in walk(copy)?.difference(&wanted) {
        fs::remove_file(copy.join(stale))?;
    }
    for path in &wanted {
        let contents =
            fs::read(root.join(path)).with_context(|| format!("cannot read {}", path.display()))?;
        write_if_different(&copy.join(path), &contents)?;
    }
    Ok(())
}

/// Returns a git command that works in `copy` and knows of no repository around it.
pub(crate) fn git_in(copy: &Path) -> Command {
    let mut git = git();
    git.current_dir(copy);
    if let Some(parent) = copy.parent() {
        git.env("GIT_CEILING_DIRECTORIES", parent);
    }
    git
}

fn git() -> Command {
    let mut git = Command::new("git");
    for variable in REPOSITORY_VARIABLES {
        git.env_remove(variable);
    }
    git
}

/// Returns the files that make up the workspace, relative to its root.
fn sources(root: &Path) -> Result<BTreeSet<PathBuf>> {
    let files = match known_to_git(root) {
        Some(files) if files.contains(Path::new("Cargo.toml")) => files,
        Some(_) | None => walk(root)?,
    };
    ensure!(files.contains(Path::new("Cargo.toml")), "{} has no Cargo.toml", root.display());
    Ok(files)
}

/// Returns what git tracks or would track; `None` without git or outside a repository.
fn known_to_git(root: &Path) -> Option<BTreeSet<PathBuf>> {
    let listing = git()
        .current_dir(root)
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .output()
        .ok()?;
    if !listing.status.success() {
        return None;
    }
    let names = String::from_utf8(listing.stdout).ok()?;
    let files = names.split_terminator('\0').map(PathBuf::from);
    Some(files.filter(|path| root.join(path).is_file()).collect())
}

/// Returns every file under `folder`, but for build results and repositories.
fn walk(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    let mut pending = vec![PathBuf::new()];
    while let Some(relative) = pending.pop() {
        for entry in fs::read_dir(folder.join(&relative))? {
            let entry = entry?;
            let path = relative.join(entry.file_name());
            if !entry.file_type()?.is_dir() {
                files.insert(path);
            } else if !path.ends_with("target") && !path.ends_with(".git") {
                pending.push(path);
            }
        }
    }
    Ok(files)
}

fn write_if_different(path: &Path, contents: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|present| present == contents) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder for one test.
    fn scratch(name: &str) -> PathBuf {
        let folder = crate::target_directory().join("xtask-tests").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_walk_leaves_out_build_results_and_repositories() {
        let folder = scratch("walk");
        for path in ["Cargo.toml", "src/lib.rs", "target/debug/lib", ".git/HEAD"] {
            write_if_different(&folder.join(path), b"text").unwrap();
        }
        let expected = ["Cargo.toml", "src/lib.rs"].map(PathBuf::from);
        assert_eq!(walk(&folder).unwrap(), BTreeSet::from(expected));
    }

    #[test]
    fn a_refresh_undoes_a_fault_and_leaves_equal_files_alone() {
        let copy = scratch("refresh");
        refresh(crate::root(), &copy).unwrap();
        let untouched = copy.join("xtask/Cargo.toml");
        let written = fs::metadata(&untouched).unwrap().modified().unwrap();
        fs::write(copy.join("Cargo.toml"), "a fault").unwrap();
        fs::write(copy.join("stale.rs"), "left behind").unwrap();

        refresh(crate::root(), &copy).unwrap();

        let original = fs::read(crate::root().join("Cargo.toml")).unwrap();
        assert_eq!(fs::read(copy.join("Cargo.toml")).unwrap(), original);
        assert!(!copy.join("stale.rs").exists());
        assert_eq!(fs::metadata(&untouched).unwrap().modified().unwrap(), written);
    }
}
