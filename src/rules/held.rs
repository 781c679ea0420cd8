//! The book without what is only planned and without prose, for where every byte is loaded over a
//! network. It is cut out of SPEC.md as the library is built: there is still one copy.

const WHOLE: &[u8] = include_bytes!("../../SPEC.md");

const CUT: ([u8; WHOLE.len()], usize) = cut();

static BYTES: [u8; CUT.1] = first(&CUT.0);

/// The rules that hold, a paragraph each.
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
        keeps = if begins(at) { !is_planned(at, end) } else { keeps };
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

const fn is_planned(mut at: usize, end: usize) -> bool {
    const MARK: &[u8] = b"(Planned)";
    while at + MARK.len() <= end {
        let mut same = 0;
        while same < MARK.len() && WHOLE[at + same] == MARK[same] {
            same += 1;
        }
        if same == MARK.len() {
            return true;
        }
        at += 1;
    }
    false
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
    use super::super::Rule;
    use super::*;

    #[test]
    fn every_rule_that_holds_is_kept_as_the_book_has_it_and_no_other() {
        let kept = super::super::read(BOOK);
        let ids: Vec<&str> = kept.iter().map(|&(id, _)| id).collect();
        let held = Rule::ALL.iter().filter(|rule| !rule.is_planned());
        assert_eq!(ids, held.map(|rule| rule.id()).collect::<Vec<_>>());
        for (id, entry) in kept {
            let whole = id.parse::<Rule>().expect("it is a rule").entry();
            assert_eq!((&entry.sentence, &entry.why), (&whole.sentence, &whole.why), "{id}");
            assert_eq!(entry.evidence, whole.evidence, "{id}");
        }
        assert!(BOOK.len() < WHOLE.len() * 3 / 4, "{} bytes", BOOK.len());
    }
}
