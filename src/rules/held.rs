//! The rules that a trace can carry, for where every byte is loaded over a network. They are cut
//! out of SPEC.md as the library is built: there is still one copy.

use super::{Kind, Rule};

const WHOLE: &[u8] = include_bytes!("../../SPEC.md");

const CUT: ([u8; WHOLE.len()], usize) = cut();

static BYTES: [u8; CUT.1] = first(&CUT.0);

/// Those rules, a paragraph each.
pub(super) static BOOK: &str = match str::from_utf8(&BYTES) {
    Ok(text) => text,
    Err(_) => panic!("SPEC.md is UTF-8"),
};

#[allow(long_running_const_eval, reason = "it reads 200 kB, letter by letter")]
const fn cut() -> ([u8; WHOLE.len()], usize) {
    let mut kept = [0; WHOLE.len()];
    let (mut length, mut at, mut keeps) = (0, 0, false);
    while at < WHOLE.len() {
        let end = line_end(at);
        if begins(at) {
            keeps = matches!(rule(at + 2), Some(rule) if can_be_carried(rule));
        }
        let ends = end == at + 1;
        while keeps && at < end {
            kept[length] = WHOLE[at];
            length += 1;
            at += 1;
        }
        keeps = keeps && !ends;
        at = end;
    }
    (kept, length)
}

/// The place behind the line feed that ends the line.
const fn line_end(mut at: usize) -> usize {
    while at < WHOLE.len() && WHOLE[at] != b'\n' {
        at += 1;
    }
    if at < WHOLE.len() { at + 1 } else { at }
}

/// Whether a rule begins here.
const fn begins(at: usize) -> bool {
    at + 2 < WHOLE.len() && WHOLE[at] == b'*' && WHOLE[at + 1] == b'*'
}

/// Whether a move, a return or a refusal can carry the rule.
const fn can_be_carried(rule: Rule) -> bool {
    !rule.is_planned() && matches!(rule.kind(), Kind::Move | Kind::Result | Kind::Refusal)
}

/// The rule whose id stands here.
const fn rule(at: usize) -> Option<Rule> {
    let mut number = 0;
    while number < Rule::ALL.len() {
        let rule = Rule::ALL[number];
        if stands(rule.id().as_bytes(), at) {
            return Some(rule);
        }
        number += 1;
    }
    None
}

/// Whether these letters stand here, and end with the bold type.
const fn stands(id: &[u8], at: usize) -> bool {
    let mut letters = 0;
    while letters < id.len() && at + letters < WHOLE.len() && WHOLE[at + letters] == id[letters] {
        letters += 1;
    }
    letters == id.len() && at + letters < WHOLE.len() && WHOLE[at + letters] == b'*'
}

const fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut first = [0; N];
    let mut at = 0;
    while at < N {
        first[at] = bytes[at];
        at += 1;
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_that_a_trace_can_carry_is_kept_as_the_book_has_it_and_no_other() {
        let kept = super::super::read(BOOK);
        let ids: Vec<&str> = kept.iter().map(|&(id, _)| id).collect();
        let carried = Rule::ALL.iter().filter(|rule| can_be_carried(**rule));
        assert_eq!(ids, carried.map(|rule| rule.id()).collect::<Vec<_>>());
        for (id, entry) in kept {
            let whole = id.parse::<Rule>().expect("it is a rule").entry();
            assert_eq!((&entry.sentence, &entry.why), (&whole.sentence, &whole.why), "{id}");
            assert_eq!(entry.evidence, whole.evidence, "{id}");
        }
        assert!(BOOK.len() < WHOLE.len() / 4, "{} bytes", BOOK.len());
    }
}
