//! Reads SPEC.md, which has the text of every rule.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Rule;
#[cfg(target_family = "wasm")]
use super::held::BOOK;

#[cfg(not(target_family = "wasm"))]
static BOOK: &str = include_str!("../../SPEC.md");

/// The text of one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The rule in one to three sentences.
    pub sentence: String,
    /// Whether the book marks it as planned.
    pub planned: bool,
    /// What the sentence leaves out; empty where nothing is.
    pub detail: String,
    /// The reason, or what a program sees of it.
    pub why: String,
    /// Where it is known from, and how surely.
    pub evidence: String,
    /// Where versions of Windows differ; empty where they do not.
    pub profile: String,
    /// The title of the section it stands in.
    pub section: String,
}

pub(super) fn entry(rule: Rule) -> &'static Entry {
    static ENTRIES: OnceLock<HashMap<&str, Entry>> = OnceLock::new();
    let entries = ENTRIES.get_or_init(|| read(BOOK).into_iter().collect());
    entries.get(rule.id()).unwrap_or_else(|| OMITTED.get_or_init(omitted))
}

/// What stands for the rules that the book of this build lacks.
static OMITTED: OnceLock<Entry> = OnceLock::new();

fn omitted() -> Entry {
    let sentence = "SPEC.md has the text of this rule; this build leaves it out.".to_owned();
    Entry { sentence, ..Entry::default() }
}

/// Reads the rules of a book, in its order.
pub fn read(book: &str) -> Vec<(&str, Entry)> {
    let mut entries: Vec<(&str, Entry)> = Vec::new();
    let mut section = "";
    let mut open = false;
    let mut field = "";
    for line in book.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title;
        }
        if let Some((id, text)) = begin(line) {
            let planned = text.starts_with("(Planned)");
            let section = section.to_owned();
            entries.push((id, Entry { planned, section, ..Entry::default() }));
            (open, field) = (true, "");
            append(&mut entries, field, text.trim_start_matches("(Planned)"));
        } else if line.trim().is_empty() {
            open = false;
        } else if open {
            let (name, text) = begin_field(line).unwrap_or((field, line));
            field = name;
            append(&mut entries, field, text);
        }
    }
    entries
}

/// The id and the first words of a rule that begins on this line.
fn begin(line: &str) -> Option<(&str, &str)> {
    let (id, text) = line.strip_prefix("**")?.split_once("** ")?;
    let digits = id.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let is_id = digits.len() < id.len() && !digits.is_empty();
    (is_id && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some((id, text))
}

fn begin_field(line: &str) -> Option<(&str, &str)> {
    let (name, text) = line.split_once(": ")?;
    ["Detail", "Why", "Evidence", "Profile"].contains(&name).then_some((name, text))
}

fn append(entries: &mut [(&str, Entry)], field: &str, text: &str) {
    let Some((_, entry)) = entries.last_mut() else { return };
    let target = match field {
        "Detail" => &mut entry.detail,
        "Why" => &mut entry.why,
        "Evidence" => &mut entry.evidence,
        "Profile" => &mut entry.profile,
        _ => &mut entry.sentence,
    };
    if !target.is_empty() {
        target.push(' ');
    }
    target.push_str(text.trim());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_runs_to_the_blank_line_and_its_fields_over_lines() {
        let book = "## 1. One\n\n**W01** First. And\nmore.\nDetail: exact.\nWhy: because\nit is.\n\
                    Evidence: documented.\n\nWhy: not a rule.\n**L02** (Planned) Later.\nWhy: x.\n";
        let read = read(book);
        assert_eq!(read[0].0, "W01");
        assert_eq!(read[0].1.sentence, "First. And more.");
        assert_eq!(read[0].1.why, "because it is.");
        assert_eq!(read[0].1.detail, "exact.");
        assert_eq!(read[0].1.section, "1. One");
        assert_eq!(read[1].1.sentence, "Later.");
        assert!(read[1].1.planned && !read[0].1.planned);
    }

    #[test]
    fn bold_words_are_no_rules() {
        assert_eq!(begin("**bold** text"), None);
        assert_eq!(begin("**W1x** text"), None);
        assert_eq!(begin("**INV1** text"), Some(("INV1", "text")));
    }
}
