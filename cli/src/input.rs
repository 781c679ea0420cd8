//! Where a scenario is read from: a lesson, a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use iocp_sim::sim::{Scenario, lesson, lesson_names, run};
use iocp_sim::trace::Trace;

use crate::report::Source;

/// The name that stands for standard input.
pub(crate) const STANDARD: &str = "-";

/// The most bytes that are read: more than a scenario may have, so that the library refuses what
/// is too large, and little enough for a file without end.
const MOST: u64 = 64 << 20;

/// The most bytes of a trace that are read: more than any has that this program writes.
const MOST_OF_TRACE: u64 = 1 << 30;

/// The scenario of that name: a lesson, else a file with a scenario or a trace.
pub(crate) fn lesson_or_file(path: &Path) -> Result<Source, String> {
    let name = path.display().to_string();
    if let Some(text) = lesson(&name) {
        return Ok(Source::new(&format!("{name}.scenario"), text.as_bytes().to_vec()));
    }
    let source = file(path).map_err(|error| {
        let names = lesson_names().collect::<Vec<_>>().join(", ");
        format!("`{}` is no lesson, and {error}\nThe lessons are {names}.", shortened(&name))
    })?;
    if is_trace(source.bytes()) { retold(&source) } else { Ok(source) }
}

/// A trace is read as the scenario that it tells: what plays it is the machine, not the file.
fn retold(source: &Source) -> Result<Source, String> {
    let read: Result<Trace, _> = serde_json::from_slice(source.bytes());
    let trace = read.map_err(|error| {
        format!("{}: this is no trace as `explain --format json` prints it: {error}", source.name())
    })?;
    let text = trace.scenario(trace.steps.len());
    let why = match Scenario::parse(&text) {
        Ok(scenario) if run(&scenario).trace.text() == trace.text() => {
            return Ok(Source::new(source.name(), text.into_bytes()));
        }
        Ok(_) => "its steps do not come to what it says came of them".to_owned(),
        Err(error) => format!("as a scenario, {}", error.message),
    };
    Err(format!("{}: this trace can not be played: {why}", source.name()))
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
    }
    Ok(bytes)
}

/// Whether this begins as a trace does, and as no scenario can.
fn is_trace(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// A name as it is told: its end says most.
fn shortened(name: &str) -> String {
    let length = name.chars().count();
    if length <= 200 {
        return name.to_owned();
    }
    format!("…{}", name.chars().skip(length - 199).collect::<String>())
}
