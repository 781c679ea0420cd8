//! Names cut to the room that there is.

/// How many columns a name may take anywhere.
const LONGEST: usize = 8;

/// How many columns of a name are left while there is a shorter way to say what its thread holds.
const LEAST_BESIDE_ONE: usize = 3;
const LEAST_BESIDE_SEVERAL: usize = 4;

/// The name of anything.
pub(super) fn name(text: &str, cut: char) -> String {
    cut_to(text, LONGEST, cut)
}

/// A thread with the packets in its hand, in at most `width` columns.
pub(super) fn thread(thread: &str, packets: &[String], width: usize, cut: char) -> String {
    let thread = name(thread, cut);
    if packets.is_empty() {
        return cut_to(&thread, width, cut);
    }
    let least = if packets.len() == 1 { LEAST_BESIDE_ONE } else { LEAST_BESIDE_SEVERAL };
    let fits = |hand: &String| columns(hand) + 1 + least.min(columns(&thread)) <= width;
    match hands(packets, cut).into_iter().find(fits) {
        Some(hand) => format!("{} {hand}", cut_to(&thread, width - columns(&hand) - 1, cut)),
        None => cut_to(&thread, width, cut),
    }
}

/// Cuts the middle out of a text that is too long: names often differ only in their last letters.
pub(super) fn cut_to(text: &str, width: usize, cut: char) -> String {
    let length = columns(text);
    if length <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let tail = (kept / 2).min(2);
    let head = text.chars().take(kept - tail);
    head.chain([cut]).chain(text.chars().skip(length - tail)).take(width).collect()
}

/// The first text that fits, or the last one cut.
pub(super) fn first_that_fits<const N: usize>(
    texts: [String; N],
    width: usize,
    cut: char,
) -> String {
    let fits = texts.iter().find(|text| columns(text) <= width);
    fits.or(texts.last()).map_or_else(String::new, |text| cut_to(text, width, cut))
}

/// At most `most` rows: what does not fit is counted in the last of them.
pub(super) fn stack(rows: Vec<String>, most: usize) -> Vec<String> {
    if rows.len() <= most {
        return rows;
    }
    let hidden = rows.len() - (most - 1);
    rows.into_iter().take(most - 1).chain([format!("+{hidden}")]).collect()
}

/// How many columns the widest text takes.
pub(super) fn widest<'t>(texts: impl IntoIterator<Item = &'t String>) -> usize {
    texts.into_iter().map(|text| columns(text)).max().unwrap_or(0)
}

pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}

/// The ways to say what a hand holds, the best first.
fn hands(packets: &[String], cut: char) -> Vec<String> {
    let count = packets.len();
    match packets {
        [] => Vec::new(),
        [only] => vec![name(only, cut), "+1".to_owned()],
        [first, .., last] => {
            let (first, last) = (name(first, cut), name(last, cut));
            let run = follow_each_other(packets).then(|| format!("{first}-{last}"));
            let others = [format!("{first} +{}", count - 1), format!("+{count}")];
            run.into_iter().chain(others).collect()
        }
    }
}

fn follow_each_other(packets: &[String]) -> bool {
    let number = |packet: &String| packet.strip_prefix('p')?.parse::<u64>().ok();
    packets.windows(2).all(|pair| match (number(&pair[0]), number(&pair[1])) {
        (Some(one), Some(next)) => one.checked_add(1) == Some(next),
        _ => false,
    })
}
