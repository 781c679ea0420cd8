//! `iocp-sim rules`: the table, a rule whole, and words that are looked for.

use iocp_sim::Rule;

use crate::{Ended, flat, run};

#[test]
fn the_table_has_every_rule_on_a_line_that_fits() {
    let Ended { code, out, .. } = run(&["rules"]);
    assert_eq!(code, 0);
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    for rule in Rule::ALL {
        let begin = format!("  {:<6}", rule.id());
        let line = out.lines().find(|line| line.starts_with(&begin)).unwrap_or_default();
        assert_eq!(line.contains("(planned)"), rule.is_planned(), "{rule}: {line}");
    }
}

#[test]
fn a_rule_is_shown_whole_and_where_it_is_kept() {
    let Ended { code, out, .. } = run(&["rules", "w01"]);
    assert_eq!(code, 0);
    let entry = Rule::W01.entry();
    for words in [&entry.sentence, &entry.detail, &entry.why, &entry.evidence, &entry.section] {
        assert!(flat(&out).contains(words.as_str()), "{words}: {out}");
    }
    assert!(out.contains("src/machine/") && out.contains("tests/rules/waiting.rs"), "{out}");
    let lessons = out.lines().find(|line| line.starts_with("  lessons")).unwrap_or_default();
    assert!(lessons.contains("lifo"), "{out}");

    let both = run(&["rules", "W01", "C05"]).out;
    assert!(both.starts_with(&out) && both.contains("  C05  "), "{both}");
}

#[test]
fn words_are_looked_for_whatever_their_capitals() {
    let Ended { code, out, .. } = run(&["rules", "NEWEST", "waiting", "Thread"]);
    assert_eq!(code, 0);
    assert!(out.contains("  C09  ") && !out.contains("  Q01  "), "{out}");
    let none = run(&["rules", "unheard-of"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(none.err.contains("`unheard-of`"), "{}", none.err);
}

#[test]
fn an_unknown_id_ends_with_2_and_names_near_ones() {
    let Ended { code, out, err } = run(&["rules", "W99"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("`W99`") && err.contains("W08"), "{err}");
}
