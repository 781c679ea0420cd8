//! What the project asks of itself, held by a test: the book, the enum and the examples agree,
//! floors hold, files and functions stay small.

#[path = "tidy/places.rs"]
mod places;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use iocp_sim::Rule;
use iocp_sim::rules::Kind;

const FILE_LINES: usize = 400;
const FUNCTION_LINES: usize = 60;
const COLUMNS: usize = 100;

#[derive(Clone)]
struct File {
    path: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file of the workspace, with its path from the root.
fn rust_files() -> Vec<File> {
    let mut files = Vec::new();
    let folders = [
        "src",
        "views",
        "playground",
        "playground",
        "cli",
        "xtask",
        "tests",
        "model-tests",
        "examples",
        "win32",
        "benches",
    ];
    for folder in folders {
        collect(&root().join(folder), &mut files);
    }
    assert!(files.len() > 20, "the files were not found");
    files
}

fn collect(folder: &Path, files: &mut Vec<File>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("it is readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file is UTF-8");
            let path = path.strip_prefix(root()).expect("it is below the root");
            files.push(File { path: path.to_string_lossy().replace('\\', "/"), text });
        }
    }
}

fn files_below(prefix: &str) -> Vec<File> {
    rust_files().into_iter().filter(|file| file.path.starts_with(prefix)).collect()
}

/// The lines of code: comments, and the unit tests at the end of a file, left out.
fn code(file: &File) -> String {
    let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The ids that stand behind `prefix` in `text`.
fn ids_after<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    let ends = |letter: char| !letter.is_ascii_alphanumeric();
    text.split(prefix).skip(1).filter_map(|rest| rest.split(ends).next()).collect()
}

fn assert_none(wrong: &[String], what: &str) {
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

#[test]
fn the_book_and_the_enum_have_the_same_rules_in_the_same_order() {
    let book = fs::read_to_string(root().join("SPEC.md")).expect("SPEC.md is there");
    let in_book: Vec<&str> = iocp_sim::rules::read(&book).into_iter().map(|(id, _)| id).collect();
    let in_enum: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(in_book, in_enum);
}

#[test]
fn every_rule_has_a_sentence_a_reason_and_evidence_and_says_whether_it_is_planned() {
    for &rule in Rule::ALL {
        let entry = rule.entry();
        assert_eq!(entry.planned, rule.is_planned(), "{rule}");
        assert!(!entry.sentence.is_empty(), "{rule} has no sentence");
        assert!(entry.sentence.len() <= 260, "{rule} can not be read out: {}", entry.sentence);
        assert!(!entry.why.is_empty(), "{rule} has no reason");
        assert!(!entry.evidence.is_empty(), "{rule} has no evidence");
    }
}

#[test]
fn every_rule_that_labels_something_is_cited_in_code() {
    let cited: String = files_below("src/").iter().map(code).collect();
    let cited = ids_after(&cited, "Rule::");
    let labels = |rule: &&Rule| matches!(rule.kind(), Kind::Move | Kind::Result | Kind::Refusal);
    let silent = Rule::ALL.iter().filter(labels).filter(|rule| !rule.is_planned());
    let silent: Vec<String> =
        silent.filter(|rule| !cited.contains(rule.id())).map(ToString::to_string).collect();
    assert_none(&silent, "rules that no code cites");
}

#[test]
fn every_rule_of_a_call_is_cited_in_win32() {
    let list = places::list(root());
    let cited: BTreeSet<&str> = list
        .lines()
        .filter(|line| line.contains(" win32/src/"))
        .filter_map(|line| line.split(' ').next())
        .collect();
    let held = Rule::ALL.iter().filter(|rule| rule.kind() == Kind::Call && !rule.is_planned());
    let silent: Vec<String> =
        held.filter(|rule| !cited.contains(rule.id())).map(ToString::to_string).collect();
    assert_none(&silent, "rules of calls that no code of win32 links to");
}

#[test]
fn no_planned_rule_labels_anything() {
    let files = [files_below("src/"), files_below("win32/src/")].concat();
    let cited: String = files.iter().map(code).collect();
    let cited = ids_after(&cited, "Rule::");
    let early: Vec<String> = Rule::ALL
        .iter()
        .filter(|rule| rule.is_planned() && cited.contains(rule.id()))
        .map(ToString::to_string)
        .collect();
    assert_none(&early, "rules that are planned in the book and cited in code");
}

#[test]
fn every_rule_has_an_example_unless_it_is_planned_or_a_matter_of_structure() {
    let list = places::list(root());
    let shown = |folder: &str| -> BTreeSet<&str> {
        let lines = list
            .lines()
            .filter(|line| line.split(' ').nth(1).is_some_and(|file| file.starts_with(folder)));
        lines.filter_map(|line| line.split(' ').next()).collect()
    };
    let (by_rules, by_win32) = (shown("tests/rules/"), shown("win32/tests/"));
    let is_shown = |rule: &Rule| match rule.kind() {
        Kind::Structure => true,
        Kind::Call => by_win32.contains(rule.id()),
        Kind::Move | Kind::Result | Kind::Refusal | Kind::Consequence => {
            by_rules.contains(rule.id())
        }
    };
    let held = Rule::ALL.iter().filter(|rule| !rule.is_planned());
    let missing: Vec<String> = held
        .filter(|rule| !is_shown(rule))
        .map(|rule| format!("{rule} {:?}", rule.kind()))
        .collect();
    assert_none(&missing, "rules without an example in tests/rules, or a case in win32/tests");
}

#[test]
fn every_id_that_is_cited_is_one_of_a_rule() {
    let list = places::list(root());
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let unknown: Vec<String> = lines
        .filter(|line| line.split(' ').next().is_none_or(|id| id.parse::<Rule>().is_err()))
        .map(ToOwned::to_owned)
        .collect();
    assert_none(&unknown, "citations of no rule");
}

#[test]
fn the_changelog_counts_the_rules_as_they_are() {
    let planned = Rule::ALL.iter().filter(|rule| rule.is_planned()).count();
    let (all, held) = (Rule::ALL.len(), Rule::ALL.len() - planned);
    let count = format!("{all} of them, of which {held} hold here and {planned} are planned");
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).expect("it is there");
    assert!(changelog.contains(&count), "CHANGELOG.md does not say: {count}");
}

#[test]
fn the_list_of_citations_is_as_the_code_has_it() {
    let kept = fs::read_to_string(root().join(places::LIST)).expect("the list is there");
    let kept: BTreeSet<&str> = kept.lines().collect();
    let found = places::list(root());
    let found: BTreeSet<&str> = found.lines().collect();
    let stale = kept.difference(&found).map(|line| format!("- {line}"));
    let missing = found.difference(&kept).map(|line| format!("+ {line}"));
    let wrong: Vec<String> = stale.chain(missing).collect();
    assert_none(&wrong, "the list is stale; `cargo xtask citations` renews it");
}

#[test]
fn files_and_functions_and_lines_stay_small() {
    let mut wrong = Vec::new();
    for File { path, text } in rust_files() {
        let lines = text.lines().count();
        if lines > FILE_LINES {
            wrong.push(format!("{path}: {lines} lines"));
        }
        for (number, line) in (1..).zip(text.lines()) {
            if line.chars().count() > COLUMNS {
                wrong.push(format!("{path}:{number}: {} columns", line.chars().count()));
            }
        }
        for (number, length) in functions(&text) {
            if length > FUNCTION_LINES {
                wrong.push(format!("{path}:{number}: a function of {length} lines"));
            }
        }
    }
    assert_none(&wrong, "too large");
}

/// The first line and the length of every function, by its indentation: rustfmt has been here.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut functions = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let begins = ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn ", "const fn "];
        if !begins.iter().any(|begin| code.starts_with(begin)) || code.ends_with(';') {
            continue;
        }
        let indent = line.len() - code.len();
        let end = lines[number..].iter().position(|line| {
            line.trim_end() == format!("{}}}", " ".repeat(indent)) || line.ends_with(" {}")
        });
        functions.push((number + 1, end.map_or(1, |end| end + 1)));
    }
    functions
}

#[test]
fn every_file_begins_by_saying_what_it_is() {
    let wrong: Vec<String> = rust_files()
        .into_iter()
        .filter(|file| !file.text.starts_with("//! "))
        .map(|file| file.path)
        .collect();
    assert_none(&wrong, "files without a head comment");
}

#[test]
fn a_module_names_only_modules_on_lower_floors() {
    let above = ["trace", "picture", "sim", "threads", "recordings"];
    let beside = ["rules", "structures", "machine"];
    let floors = [
        ("src/rules", [&beside[1..], &above].concat()),
        ("src/slots", [&beside[..], &above].concat()),
        ("src/chain", [&beside[..], &above].concat()),
        ("src/structures", [&["rules", "machine"], &above[..]].concat()),
        ("src/machine", above.to_vec()),
        ("src/trace", above[1..].to_vec()),
        ("src/picture", above[2..].to_vec()),
        ("src/sim", above[3..].to_vec()),
        ("src/threads", vec!["sim", "recordings"]),
    ];
    let mut wrong = Vec::new();
    for (lower, uppers) in floors {
        for file in files_below(lower) {
            for upper in &uppers {
                if code(&file).contains(&format!("crate::{upper}")) {
                    wrong.push(format!("{} names {upper}", file.path));
                }
            }
        }
    }
    assert_none(&wrong, "against the floors");
}

#[test]
fn the_two_drivers_do_not_meet_and_one_file_names_the_primitives_of_threads() {
    let mut wrong = Vec::new();
    for (driver, other) in [("src/sim", "crate::threads"), ("src/threads", "crate::sim")] {
        let meets = files_below(driver).into_iter().filter(|file| code(file).contains(other));
        wrong.extend(meets.map(|file| format!("{} names {other}", file.path)));
    }
    for file in files_below("src/").iter().filter(|file| file.path != "src/threads/sync.rs") {
        let primitives = ["parking_lot::", "crossbeam_utils::", "loom::", "std::sync::Mutex"];
        let named = primitives.iter().filter(|name| code(file).contains(*name));
        wrong.extend(named.map(|name| format!("{} names {name}", file.path)));
    }
    assert_none(&wrong, "drivers and primitives");
}

#[test]
fn the_five_structures_do_not_know_each_other() {
    let names = ["devices", "completions", "waiting", "released", "paused"];
    let mut stems = BTreeSet::new();
    for file in files_below("src/structures/") {
        let stem =
            file.path.trim_start_matches("src/structures/").trim_end_matches(".rs").to_owned();
        for other in names.iter().filter(|other| **other != stem) {
            let code = code(&file);
            let named = [format!("super::{other}"), format!("structures::{other}")];
            assert!(!named.iter().any(|name| code.contains(name)), "{stem} names {other}");
        }
        stems.insert(stem);
    }
    assert_eq!(stems, names.map(ToOwned::to_owned).into(), "the folder is the diagram");
}

#[test]
fn the_machine_has_no_clock_no_lock_no_thread_no_randomness_and_no_hash_map() {
    let absent = [
        "HashMap",
        "HashSet",
        "Instant",
        "SystemTime",
        "Duration",
        "Mutex",
        "RwLock",
        "Atomic",
        "std::thread",
        "std::io",
        "std::fs",
        "println!",
        "unsafe",
        "Condvar",
        "RefCell",
        "dyn Sink",
    ];
    let mut wrong = Vec::new();
    for folder in ["src/structures", "src/machine", "src/chain", "src/slots", "src/ids"] {
        for file in files_below(folder) {
            let code = code(&file);
            let found = absent.iter().filter(|name| code.contains(*name));
            wrong.extend(found.map(|name| format!("{}: {name}", file.path)));
        }
    }
    assert_none(&wrong, "in the machine");
}

#[test]
fn the_limit_is_compared_in_one_place() {
    let mut wrong = Vec::new();
    for file in files_below("src/machine") {
        let decides =
            file.path != "src/machine/limit.rs" && file.path != "src/machine/invariants.rs";
        let compares = ["limit.get() >", "limit.get() <", "< self.limit", "> self.limit"];
        if decides && compares.iter().any(|text| code(&file).contains(text)) {
            wrong.push(file.path);
        }
    }
    assert_none(&wrong, "files that compare with the limit");
}

#[test]
fn nothing_is_left_open() {
    let marks =
        [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("to", "do!("), concat!("XX", "X")];
    let wrong: Vec<String> = rust_files()
        .into_iter()
        .filter(|file| marks.iter().any(|mark| file.text.contains(mark)))
        .map(|file| file.path)
        .collect();
    assert_none(&wrong, "open ends");
}

#[test]
fn unsafe_code_stands_where_it_must_and_nowhere_else() {
    // The last is a program for Windows, as a stranger wrote it.
    let places = ["win32/", "benches/native.rs", "examples/port-me/", "examples/worker_pool/"];
    let may = |file: &File| places.iter().any(|place| file.path.starts_with(place));
    let (blocks, functions) = (concat!("uns", "afe {"), concat!("uns", "afe fn"));
    let has = |file: &File| [blocks, functions].iter().any(|text| code(file).contains(text));
    let wrong = rust_files().into_iter().filter(|file| !may(file) && has(file));
    assert_none(&wrong.map(|file| file.path).collect::<Vec<_>>(), "unsafe code");
    let win32 = fs::read_to_string(root().join("win32/Cargo.toml")).expect("it is there");
    for lint in ["undocumented_unsafe_blocks = \"warn\"", "unsafe_op_in_unsafe_fn = \"deny\""] {
        assert!(win32.contains(lint), "{lint}");
    }
}

#[test]
fn the_library_forbids_unsafe_code_and_has_two_dependencies_at_most() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("it is there");
    assert!(lib.contains("#![forbid(unsafe_code)]"));
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("it is there");
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let required = section.lines().filter(|line| !line.contains("optional = true"));
    let names = required.filter_map(|line| line.split_once(" =")).map(|(name, _)| name);
    let others: Vec<&str> =
        names.filter(|name| !["parking_lot", "crossbeam-utils"].contains(name)).collect();
    assert_eq!(others, Vec::<&str>::new());
}
