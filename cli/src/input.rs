//! Where a scenario is read from: a lesson, a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use iocp_sim::sim::{lesson, lesson_names};
use iocp_sim::trace::Trace;

use crate::report::Source;

/// The name that stands for standard input.
pub(crate) const STANDARD: &str = "-";

/// The most bytes that are read: more than a scenario may have, so that the library refuses what
/// is too large, and little enough for a file without end.
const MOST: u64 = 64 << 20;

/// The most bytes of a trace that are read: more than any has that this program writes.
const MOST_OF_TRACE: u64 = 1 << 30;

/// What was read.
pub(crate) enum Input {
    Scenario(Source),
    /// The source has the name of the trace alone.
    Trace(Source, Box<Trace>),
}

/// What has that name: a lesson, else a file with a scenario or a trace.
pub(crate) fn lesson_or_file(path: &Path) -> Result<Input, String> {
    let name = path.display().to_string();
    if let Some(text) = lesson(&name) {
        let source = Source::new(&format!("{name}.scenario"), text.as_bytes().to_vec());
        return Ok(Input::Scenario(source));
    }
    let source = file(path).map_err(|error| {
        let names = lesson_names().collect::<Vec<_>>().join(", ");
        format!("`{}` is no lesson, and {error}\nThe lessons are {names}.", shortened(&name))
    })?;
    if is_utf_16(source.bytes()) {
        return Err(format!("{}: the file is UTF-16; save it as UTF-8", source.name()));
    }
    if is_trace(source.bytes()) { trace(&source) } else { Ok(Input::Scenario(source)) }
}

fn trace(source: &Source) -> Result<Input, String> {
    let read: Result<Trace, _> = serde_json::from_slice(json(source.bytes()));
    let trace = read.map_err(|error| {
        format!("{}: this is no trace as `explain --format json` prints it: {error}", source.name())
    })?;
    Ok(Input::Trace(Source::new(source.name(), Vec::new()), Box::new(trace)))
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
    let mut from = from.take(MOST);
    from.read_to_end(&mut bytes)?;
    if is_trace(&bytes) && from.limit() == 0 {
        from.set_limit(MOST_OF_TRACE - MOST + 1);
        from.read_to_end(&mut bytes)?;
        if from.limit() == 0 {
            return Err(io::Error::other("it has more than 1 GiB"));
        }
    } else if from.limit() == 0 {
        return Err(io::Error::other("it has more than 64 MiB"));
    }
    Ok(bytes)
}

/// Whether this begins as a trace does, and as no scenario can.
fn is_trace(bytes: &[u8]) -> bool {
    json(bytes).trim_ascii_start().starts_with(b"{")
}

/// Whether this begins as a text does in which a letter has two bytes.
fn is_utf_16(bytes: &[u8]) -> bool {
    let begins = |beginning: &[u8]| bytes.starts_with(beginning);
    begins(b"\xff\xfe") || begins(b"\xfe\xff") || begins(b"{\0") || begins(b"\0{")
}

/// The bytes without the mark with which some editors begin a file.
fn json(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// A name as it is told: its end says most.
fn shortened(name: &str) -> String {
    let length = name.chars().count();
    if length <= 200 {
        return name.to_owned();
    }
    format!("…{}", name.chars().skip(length - 199).collect::<String>())
}
