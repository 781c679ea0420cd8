//! `iocp-sim rules`: the rules of the book, in a table or one by one.

mod card;

use std::io;

use clap::Args;
use iocp_sim::Rule;
use iocp_sim::rules::Kind;

use crate::exit::Code;
use crate::layout::Layout;
use crate::output;
use crate::paint::{HEAD, RULE, painted};
use crate::report;

/// Lists the rules, finds those with a word in them, or shows one whole.
#[derive(Args)]
pub(crate) struct Rules {
    /// Ids, each shown whole; or words that the listed rules have in them.
    #[arg(value_name = "ID|TEXT")]
    words: Vec<String>,
}

/// How many ids are offered in place of one that is unknown.
const NEAR: usize = 4;

impl Rules {
    pub(crate) fn run(&self) -> io::Result<Code> {
        let layout = Layout::of_terminal(false);
        let text = match self.text(layout) {
            Ok(text) => text,
            Err(message) => {
                report::plain(&message);
                return Ok(Code::UNUSABLE);
            }
        };
        output::print(&text)?;
        Ok(Code::HOLDS)
    }

    fn text(&self, layout: Layout) -> Result<String, String> {
        if self.words.is_empty() {
            return Ok(table(Rule::ALL, layout));
        }
        if self.words.iter().all(|word| family(word).is_some()) {
            return self.words.iter().map(|id| Ok(card::card(known(id)?, layout))).collect();
        }
        let text = self.words.join(" ");
        let found: Vec<Rule> =
            Rule::ALL.iter().copied().filter(|rule| contains(*rule, &text)).collect();
        if found.is_empty() {
            return Err(format!("no rule has `{text}` in its words; `iocp-sim rules` lists all"));
        }
        Ok(table(&found, layout))
    }
}

fn known(id: &str) -> Result<Rule, String> {
    id.parse().map_err(|_| {
        let near: Vec<&str> = near(id).iter().map(|rule| rule.id()).collect();
        format!("there is no rule `{id}`; near it are {}", near.join(", "))
    })
}

/// The letters and the number of what looks like an id; the letters begin some rule's.
fn family(word: &str) -> Option<(String, u32)> {
    let digits = word.find(|letter: char| letter.is_ascii_digit())?;
    let letters = word[..digits].to_ascii_uppercase();
    let number = word[digits..].parse().ok()?;
    let has_rules = Rule::ALL.iter().any(|rule| parts(*rule).0 == letters);
    has_rules.then_some((letters, number))
}

fn parts(rule: Rule) -> (&'static str, u32) {
    let id = rule.id();
    let digits = id.find(|letter: char| letter.is_ascii_digit()).unwrap_or(id.len());
    (&id[..digits], id[digits..].parse().unwrap_or_default())
}

/// The rules of the same letters whose numbers are nearest.
fn near(id: &str) -> Vec<Rule> {
    let Some((letters, number)) = family(id) else { return Vec::new() };
    let same = |rule: &Rule| parts(*rule).0 == letters;
    let mut near: Vec<Rule> = Rule::ALL.iter().copied().filter(same).collect();
    near.sort_by_key(|rule| parts(*rule).1.abs_diff(number));
    near.truncate(NEAR);
    near.sort_by_key(|rule| parts(*rule).1);
    near
}

/// Whether the words of a rule contain `text`; capitals make no difference.
fn contains(rule: Rule, text: &str) -> bool {
    let entry = rule.entry();
    let text = text.to_lowercase();
    let words = [&entry.sentence, &entry.detail, &entry.why, &entry.evidence, &entry.profile];
    words.iter().any(|words| words.to_lowercase().contains(&text))
}

/// A line for each rule, under the titles of their sections.
fn table(rules: &[Rule], layout: Layout) -> String {
    let mut text = String::new();
    let mut section = "";
    for &rule in rules {
        let entry = rule.entry();
        if entry.section != section {
            section = &entry.section;
            text += &format!("\n{}\n", painted(HEAD, section));
        }
        let planned = if rule.is_planned() { "(planned) " } else { "" };
        let left = format!("  {:<6}{:<12}", rule.id(), kind(rule.kind()));
        let sentence = format!("{planned}{}", entry.sentence);
        let sentence = layout.cut(&sentence, layout.width - left.chars().count());
        let (id, rest) = left.split_at("  ".len() + rule.id().len());
        text += &format!("{}{rest}{sentence}\n", painted(RULE, id));
    }
    let planned = rules.iter().filter(|rule| rule.is_planned()).count();
    let planned = if planned > 0 { format!(", {planned} planned") } else { String::new() };
    let rules = if rules.len() == 1 { "1 rule".into() } else { format!("{} rules", rules.len()) };
    text + &format!("\n{rules}{planned}. `iocp-sim rules W01` shows one whole.\n")
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Move => "move",
        Kind::Result => "result",
        Kind::Refusal => "refusal",
        Kind::Consequence => "consequence",
        Kind::Structure => "structure",
        Kind::Call => "call",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_told_from_a_word() {
        assert_eq!(family("w01"), Some(("W".to_owned(), 1)));
        assert_eq!(family("INV3"), Some(("INV".to_owned(), 3)));
        assert_eq!(family("Win32"), None);
        assert_eq!(family("newest"), None);
        assert_eq!(family("8.1"), None);
    }

    #[test]
    fn near_ids_have_the_same_letters_and_the_nearest_numbers() {
        let near: Vec<&str> = near("W99").iter().map(|rule| rule.id()).collect();
        assert_eq!(near, ["W05", "W06", "W07", "W08"]);
    }

    #[test]
    fn words_are_found_whatever_their_capitals() {
        assert!(contains(Rule::W01, "NEWEST") && !contains(Rule::W01, "unheard-of"));
    }
}
