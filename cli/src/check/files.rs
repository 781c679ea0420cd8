//! Which files are checked.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

/// The files, and those below the folders in the order of their names.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            collect(path, &mut files)?;
            if files.len() == before {
                return Err(format!("`{}` has no .scenario file in it", path.display()));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let unreadable = |error| format!("`{}` can not be read: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let entries: Result<Vec<DirEntry>, _> = entries.collect();
    let mut entries = entries.map_err(unreadable)?;
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        // A link to a folder is not followed: it may lead back here.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if !is_hidden {
                collect(&path, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "scenario") {
            files.push(path);
        }
    }
    Ok(())
}
