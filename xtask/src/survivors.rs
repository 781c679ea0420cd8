//! Surviving mutants beside their explanations in `model-tests/mutants.md`.
//!
//! An explanation is a line that is one code span, `` `file: description` ``, with its reason in
//! the lines below. Line and column numbers are left out, so that an unrelated edit does not
//! unsettle it; a text that survives twice needs two explanations.

use anyhow::{Result, ensure};

/// How the survivors of a run match the explanations.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// Survivors that have an explanation.
    pub(crate) explained: usize,
    /// Survivors that have none, with line and column.
    pub(crate) unexplained: Vec<String>,
    /// Explanations whose mutant does not survive.
    pub(crate) stale: Vec<String>,
}

/// Compares cargo-mutants' lines with the mutants that [`explained`] found.
pub(crate) fn compare(missed: &[String], explained: &[String]) -> Comparison {
    let mut comparison = Comparison { stale: explained.to_vec(), ..Comparison::default() };
    for mutant in missed {
        let text = without_position(mutant);
        match comparison.stale.iter().position(|explanation| *explanation == text) {
            Some(index) => {
                comparison.stale.remove(index);
                comparison.explained += 1;
            }
            None => comparison.unexplained.push(mutant.clone()),
        }
    }
    comparison
}

/// Returns the mutants that the page explains, and refuses one without a reason.
pub(crate) fn explained(page: &str) -> Result<Vec<String>> {
    let mut mutants = Vec::new();
    let mut without_reason = None;
    for line in page.lines().map(str::trim) {
        if let Some(mutant) = mutant(line) {
            require_reason(without_reason.replace(mutant))?;
            mutants.push(mutant.to_owned());
        } else if line.starts_with('#') {
            require_reason(without_reason.take())?;
        } else if !line.is_empty() {
            without_reason = None;
        }
    }
    require_reason(without_reason)?;
    Ok(mutants)
}

fn require_reason(mutant: Option<&str>) -> Result<()> {
    ensure!(mutant.is_none(), "no reason below `{}`", mutant.unwrap_or_default());
    Ok(())
}

/// Returns the mutant of a line that is one code span, such as `` `src/a.rs: replace b` ``.
fn mutant(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['#', '*', '-', ' ']);
    let span = line.strip_prefix('`')?.strip_suffix('`')?;
    let named = span.contains(".rs: ") && !span.contains('`');
    named.then_some(span)
}

/// Turns `src/a.rs:12:5: replace b` into `src/a.rs: replace b`, whatever the separators.
fn without_position(line: &str) -> String {
    let Some((position, description)) = line.split_once(": ") else {
        return line.to_owned();
    };
    let file =
        position.trim_end_matches(|character: char| character.is_ascii_digit() || character == ':');
    format!("{}: {description}", file.replace('\\', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Surviving mutants

`src/machine/limit.rs: replace < with <= in has_room`

The count is never equal here.

* `src/slots.rs: replace g with ()`
  Only memory is given back later.
";

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|&line| line.to_owned()).collect()
    }

    #[test]
    fn each_explained_mutant_is_read() {
        let expected = [
            "src/machine/limit.rs: replace < with <= in has_room",
            "src/slots.rs: replace g with ()",
        ];
        assert_eq!(explained(PAGE).unwrap(), expected);
    }

    #[test]
    fn prose_with_code_in_it_is_no_mutant() {
        assert!(explained("`src/a.rs: f` and `src/b.rs: g`\n`limit.rs`\n").unwrap().is_empty());
    }

    #[test]
    fn a_mutant_without_a_reason_is_refused() {
        for page in
            ["`src/a.rs: f`\n", "`src/a.rs: f`\n\n`src/b.rs: g`\nwhy\n", "`a.rs: f`\n# B\nx"]
        {
            let error = explained(page).unwrap_err();
            assert!(error.to_string().starts_with("no reason below"), "{page}");
        }
    }

    #[test]
    fn positions_do_not_matter() {
        let missed = lines(&["src/machine/limit.rs:12:9: replace < with <= in has_room"]);
        let explained = lines(&["src/machine/limit.rs: replace < with <= in has_room"]);
        let expected = Comparison { explained: 1, ..Comparison::default() };
        assert_eq!(compare(&missed, &explained), expected);
    }

    #[test]
    fn one_explanation_covers_one_survivor() {
        let missed = lines(&["a.rs:1:1: f", "a.rs:2:1: f"]);
        let comparison = compare(&missed, &lines(&["a.rs: f"]));
        assert_eq!(comparison.explained, 1);
        assert_eq!(comparison.unexplained, ["a.rs:2:1: f"]);
    }

    #[test]
    fn an_explanation_without_its_survivor_is_stale() {
        assert_eq!(compare(&[], &lines(&["a.rs: f"])).stale, ["a.rs: f"]);
    }
}
