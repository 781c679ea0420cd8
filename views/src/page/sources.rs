//! What the keys of sources in the evidence of rules stand for, as the section Sources of the
//! book has it.

use std::collections::BTreeMap;

/// The sources that these texts name by key.
pub(super) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<&'static str, String> {
    let mut found = BTreeMap::new();
    for text in texts {
        let words = text.split(|letter: char| !(letter.is_alphanumeric() || "-:".contains(letter)));
        for word in words {
            let key = word.trim_end_matches(':');
            let entry = sources().find(|(known, _)| *known == key);
            found.extend(entry.map(|(key, what)| (key, described(key, what))));
        }
    }
    found
}

/// A source with whose it is.
fn described(key: &str, what: &str) -> String {
    let from = FROM.iter().find(|(start, _)| key.starts_with(start));
    from.map_or_else(|| what.to_owned(), |(_, from)| format!("{from}: {what}"))
}

const FROM: [(&str, &str); 4] = [
    ("ms:", "Microsoft's documentation"),
    ("wt:", "conformance test of Wine"),
    ("wi:", "Wine"),
    ("ro:", "ReactOS"),
];

/// One source a line: its key, a blank, and what it is.
const SOURCES: &str = include_str!("sources.txt");

fn sources() -> impl Iterator<Item = (&'static str, &'static str)> {
    SOURCES.lines().filter_map(|line| line.split_once(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table in the book, in its order.
    fn in_the_book() -> Vec<(String, String)> {
        let book = include_str!("../../../SPEC.md");
        let (_, section) = book.split_once("\n## Sources\n").expect("the book has the section");
        let rows = section.lines().filter_map(|line| line.strip_prefix("| "));
        let cells = rows.filter_map(|row| row.strip_suffix(" |")?.split_once(" | "));
        let keyed = cells.filter(|(key, _)| key.contains(':'));
        keyed.map(|(key, what)| (key.to_owned(), what.to_owned())).collect()
    }

    #[test]
    fn the_sources_are_those_of_the_book() {
        let here = sources().map(|(key, what)| (key.to_owned(), what.to_owned()));
        assert!(here.eq(in_the_book()));
    }

    #[test]
    fn a_key_is_found_among_words() {
        let texts = ["documented (ms:create, ms:iocp: its example); recalled (Richter)."];
        let keys: Vec<_> = of(texts.into_iter()).into_keys().collect();
        assert_eq!(keys, ["ms:create", "ms:iocp"]);
    }
}
