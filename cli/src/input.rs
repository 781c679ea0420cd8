//! Where a scenario is read from: a lesson, a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use iocp_sim::sim::{lesson, lesson_names};

use crate::report::Source;

/// The name that stands for standard input.
pub(crate) const STANDARD: &str = "-";

/// The most bytes that are read: more than a scenario may have, so that the library refuses what
/// is too large, and little enough for a file without end.
const MOST: u64 = 64 << 20;

/// The scenario of that name: a lesson, else a file.
pub(crate) fn lesson_or_file(path: &Path) -> Result<Source, String> {
    let name = path.display().to_string();
    if let Some(text) = lesson(&name) {
        return Ok(Source::new(&format!("{name}.scenario"), text.as_bytes().to_vec()));
    }
    file(path).map_err(|error| {
        let names = lesson_names().collect::<Vec<_>>().join(", ");
        format!("`{}` is no lesson, and {error}\nThe lessons are {names}.", shortened(&name))
    })
}

/// The scenario in a file, or on standard input.
pub(crate) fn file(path: &Path) -> Result<Source, String> {
    let name = path.display().to_string();
    let (name, read) = if name == STANDARD {
        ("standard input".to_owned(), bytes(io::stdin().lock()))
    } else {
        let read = File::open(path).and_then(bytes);
        (name, read)
    };
    match read {
        Ok(bytes) => Ok(Source::new(&name, bytes)),
        Err(error) => Err(format!("no file `{}` could be read: {error}", shortened(&name))),
    }
}

fn bytes(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A name as it is told: its end says most.
fn shortened(name: &str) -> String {
    let length = name.chars().count();
    if length <= 200 {
        return name.to_owned();
    }
    format!("…{}", name.chars().skip(length - 199).collect::<String>())
}
