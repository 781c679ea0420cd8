//! The name that was probably meant: the nearest by the letters that differ.

/// Longer words are not compared, so that an error costs little whatever the text.
const LONGEST: usize = 64;

/// The nearest to `word` of those that are known, if it is near at all; of equally near ones the
/// first. Capitals make no difference.
pub(super) fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = folded(word).filter(|letters| !letters.is_empty())?;
    let distances = known.into_iter().filter(|&name| name != word).filter_map(|name| {
        let other = folded(name)?;
        let distance = distance(&letters, &other);
        is_near(distance, letters.len().min(other.len())).then_some((distance, name))
    });
    distances.min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
}

fn folded(word: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = word.chars().take(LONGEST + 1).collect();
    let short = letters.len() <= LONGEST;
    short.then(|| letters.into_iter().map(|letter| letter.to_ascii_lowercase()).collect())
}

/// Whether words are near that differ so much; `length` is that of the shorter one. Between words
/// of one or two letters, such as names often are, a changed letter says nothing.
fn is_near(distance: usize, length: usize) -> bool {
    match length {
        0..=2 => distance == 0,
        3 => distance <= 1,
        _ => distance <= 2 && 2 * distance < length,
    }
}

/// How many letters must be put in, taken out, changed or swapped with their neighbour to make
/// `target` of `source` (Damerau, no letter being touched twice).
fn distance(source: &[char], target: &[char]) -> usize {
    let mut before_last = Vec::new();
    let mut last: Vec<usize> = (0..=target.len()).collect();
    for (row, &letter) in source.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, &other) in target.iter().enumerate() {
            let changed = last[column] + usize::from(letter != other);
            let mut least = changed.min(last[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && letter == target[column - 1] && source[row - 1] == other {
                least = least.min(before_last[column - 1] + 1);
            }
            current.push(least);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[target.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_counts_letters_and_swapped_neighbours() {
        let cases = [("", "", 0), ("", "abc", 3), ("pots", "post", 1), ("got", "get", 1)];
        let more = [("kitten", "sitting", 3), ("ab", "ba", 1), ("queue", "ueue", 1), ("a", "b", 1)];
        for (source, target, expected) in cases.into_iter().chain(more) {
            let (source, target) = (folded(source).unwrap(), folded(target).unwrap());
            assert_eq!(distance(&source, &target), expected);
            assert_eq!(distance(&target, &source), expected);
        }
    }

    #[test]
    fn a_near_name_is_found_and_a_far_one_is_not() {
        let known = ["post", "port", "queue", "waiting", "P"];
        let cases = [
            ("pots", Some("post")),
            ("WAITING", Some("waiting")),
            ("wiating", Some("waiting")),
            ("quue", Some("queue")),
            ("p", Some("P")),
            ("Q", None),
            ("PQ", None),
            ("P1", None),
            ("ost", Some("post")),
            ("pxxt", None),
            ("wtng", None),
            ("post", Some("port")),
            ("", None),
        ];
        for (word, expected) in cases {
            assert_eq!(near(word, known), expected, "{word}");
        }
    }

    #[test]
    fn a_name_of_two_letters_is_near_only_in_other_capitals() {
        assert_eq!(near("w12", ["W1", "w1"]), None);
        assert_eq!(near("w1", ["W", "W2", "W1"]), Some("W1"));
    }

    #[test]
    #[cfg_attr(miri, ignore = "the word is long")]
    fn a_huge_word_is_near_to_nothing() {
        let huge = "a".repeat(10_000_000);
        assert_eq!(near(&huge, [huge.as_str(), "a", &huge[1..]]), None);
    }
}
