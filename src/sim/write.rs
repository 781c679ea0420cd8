//! Writing a scenario: the one form in which every scenario can be written. It changes blanks,
//! spellings and what goes without saying, and nothing that a scenario means.

mod conditions;
mod steps;

use std::collections::BTreeMap;

use super::error::{ScenarioError, lines};
use super::parse::parts;
use super::scenario::{Act, Branch, Quantifier, Scenario, Statement};

/// What stands before the lines of a group.
const INDENT: &str = "    ";

/// What stands between a statement and its comment.
const GAP: &str = "  ";

impl Scenario {
    /// The scenario of `text` in its canonical form.
    ///
    /// Words are separated by one blank, the lines of a group are indented by four, and a comment
    /// stands two behind its statement. Options and attributes have a fixed order, and attributes
    /// that say the default are left out; numbers are decimal, and a duration has the largest unit
    /// that is exact. Comments stay, and of several blank lines one. Lines end with LF.
    ///
    /// # Errors
    ///
    /// Whatever [`Scenario::parse`] refuses.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::sim::Scenario;
    ///
    /// let text = "\nport P\r\nthread  A # the worker\r\n\r\n\r\nA:get P alertable timeout 1000ms";
    /// let canonical = "port P\nthread A  # the worker\n\nA: get P timeout 1s alertable\n";
    /// assert_eq!(Scenario::canonical(text)?, canonical);
    /// assert_eq!(Scenario::canonical(canonical)?, canonical);
    /// # Ok::<(), iocp_sim::sim::ScenarioError>(())
    /// ```
    pub fn canonical(text: &str) -> Result<String, ScenarioError> {
        let scenario = Self::parse(text)?;
        let statements = statements(&scenario);
        let mut page = Page::default();
        for (number, line) in (1..).zip(lines(text)) {
            let (words, comment) = parts(line);
            match statements.get(&number) {
                Some(statement) => page.line(statement, comment),
                None => page.line(&opening(&scenario, &words), comment),
            }
        }
        Ok(page.text)
    }
}

/// A scenario as far as it is written.
#[derive(Default)]
struct Page {
    text: String,
    /// Whether blank lines were left out after the last line.
    gap: bool,
    in_group: bool,
}

impl Page {
    fn line(&mut self, statement: &str, comment: &str) {
        if statement.is_empty() && comment.is_empty() {
            self.gap = true;
            return;
        }
        if self.gap && !self.text.is_empty() {
            self.text.push('\n');
        }
        self.gap = false;
        // `and` and `end` stand as far to the left as `concurrently`.
        self.in_group &= statement != "end";
        let indent = if self.in_group && statement != "and" { INDENT } else { "" };
        let gap = if statement.is_empty() || comment.is_empty() { "" } else { GAP };
        self.text.extend([indent, statement, gap, comment, "\n"]);
        self.in_group |= statement == "concurrently";
    }
}

/// The canonical texts of the statements of a scenario and of the steps of its groups, by line.
fn statements(scenario: &Scenario) -> BTreeMap<usize, String> {
    let mut texts = BTreeMap::new();
    for Statement { span, act, .. } in &scenario.statements {
        texts.insert(span.line, act_text(act, scenario));
        let branches: &[Branch] = if let Act::Group(branches) = act { branches } else { &[] };
        for step in branches.iter().flat_map(|branch| &branch.steps) {
            texts.insert(step.span.line, step.step.text(scenario));
        }
    }
    texts
}

fn act_text(act: &Act, names: &Scenario) -> String {
    match act {
        Act::Step(step) => step.text(names),
        Act::Expect(all) => format!("expect {}", conditions::joined(all, names)),
        Act::Note(text) => format!("note {text}"),
        Act::Group(_) => "concurrently".to_owned(),
        Act::Outcome(quantifier, all) => {
            let quantifier = match quantifier {
                Quantifier::Always => "always",
                Quantifier::Sometimes => "sometimes",
                Quantifier::Never => "never",
            };
            format!("{quantifier} {}", conditions::joined(all, names))
        }
    }
}

/// The canonical text of a line that is no statement: a header, a declaration, a line of a group
/// without a step, or nothing.
fn opening(scenario: &Scenario, words: &[&str]) -> String {
    match *words {
        ["profile", _] => format!("profile {}", scenario.profile),
        ["processors", _] => format!("processors {}", scenario.processors),
        ["port", name, "limit", _] => {
            let mut ports = scenario.ports.iter();
            let port = ports.find(|port| port.name == name).expect("the parser declared it");
            format!("port {name} limit {}", port.limit)
        }
        _ => words.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNTIDY: &str = "\u{feff}\r\n\t# about \t\r\n title  two  words # no comment \r\n\r\n \r\n\
        processors\t0x2\r\nprofile 10#ten\r\nport P limit 0x0 # none\r\nport Q\r\nthread A  B\r\n\
        device D\r\n\r\nconcurrently # in any order\r\n# first\r\nA:get P poll max 0x2\r\n\r\n\
        # last\r\nand\r\n\t\tpost P status=SUCCESS bytes=0x10 key=0 #p1\r\nend #\r\n\
        sometimes A  got key=0,bytes=16 and P queue [ ]\r\nnever refused\r\n\
        note  as  written \r\n  # the end\r\n\r\n";

    const TIDY: &str = "# about
title two  words # no comment

processors 2
profile 10  #ten
port P limit 0  # none
port Q
thread A B
device D

concurrently  # in any order
    # first
    A: get P max 2 poll

    # last
and
    post P bytes=16  #p1
end  #
sometimes A got key=0 bytes=16 and P queue []
never refused
note as  written
# the end
";

    #[test]
    fn an_untidy_scenario_is_tidied_and_a_tidy_one_stays() {
        assert_eq!(Scenario::canonical(UNTIDY).unwrap(), TIDY);
        assert_eq!(Scenario::canonical(TIDY).unwrap(), TIDY);
    }

    #[test]
    fn a_carriage_return_at_the_end_of_a_comment_is_no_part_of_it() {
        let tidy = "port P  # a\rb\npost P\n";
        assert_eq!(Scenario::canonical("port P # a\rb \r \r\r\npost P\r\n").unwrap(), tidy);
        assert_eq!(Scenario::canonical(tidy).unwrap(), tidy);
    }

    #[test]
    fn what_cannot_be_read_cannot_be_written() {
        let text = "port P\npots P";
        assert_eq!(Scenario::canonical(text).unwrap_err(), Scenario::parse(text).unwrap_err());
    }
}
