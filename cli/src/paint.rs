//! Colours, put on text that is laid out already. None of them says what the words do not.

use anstyle::{AnsiColor, Style};

/// Titles and the heads of steps.
pub(crate) const HEAD: Style = Style::new().bold();
/// The id of a rule.
pub(crate) const RULE: Style = AnsiColor::Cyan.on_default();
/// What is read second.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// What is over the limit, and what fails.
pub(crate) const ALARM: Style = AnsiColor::Red.on_default().bold();
/// What holds.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What is neither.
pub(crate) const DOUBT: Style = AnsiColor::Yellow.on_default();

const RELEASED: Style = Style::new().bold();
const PAUSED: Style = Style::new().dimmed();

pub(crate) fn painted(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

/// `text` with the first word of it painted.
pub(crate) fn label(style: Style, text: &str) -> String {
    let start = text.len() - text.trim_start().len();
    let length = text[start..].find(' ').unwrap_or(text.len() - start);
    let (before, rest) = text.split_at(start);
    let (word, after) = rest.split_at(length);
    format!("{before}{}{after}", painted(style, word))
}

/// The lines of a picture: released threads bold, paused ones dim, those over the limit red.
pub(crate) fn picture(lines: &[String]) -> Vec<String> {
    let columns = lines.iter().position(|line| line.contains("completion queue")).and_then(|at| {
        let column = |head| lines[at].find(head);
        Some((at, column("released")?, column("paused")?))
    });
    let Some((heads, released, paused)) = columns else { return lines.to_vec() };
    let paint = |(at, line): (usize, &String)| {
        if at == heads {
            return painted(QUIET, line);
        }
        let (left, rest) = split(line, released);
        let (middle, right) = split(rest, paused - released);
        let middle = if at + 1 == lines.len() { caption(middle) } else { slots(middle) };
        let right = if right.trim().is_empty() { right.to_owned() } else { painted(PAUSED, right) };
        format!("{left}{middle}{right}")
    };
    lines.iter().enumerate().map(paint).collect()
}

/// The first `columns` characters, and the others.
fn split(line: &str, columns: usize) -> (&str, &str) {
    let at = line.char_indices().nth(columns).map_or(line.len(), |(at, _)| at);
    line.split_at(at)
}

/// A row of the released threads, split at the wall.
fn slots(row: &str) -> String {
    let Some(wall) = row.find(['┃', '#']) else { return row.to_owned() };
    let (within, outside) = row.split_at(wall);
    let (wall, over) = split(outside, 1);
    format!("{}{wall}{}", names(RELEASED, within), names(ALARM, over))
}

/// Paints what is neither a border nor a blank.
fn names(style: Style, row: &str) -> String {
    let border = |letter: char| " │|┌┐└┘─╌+-·.".contains(letter);
    let Some(first) = row.find(|letter| !border(letter)) else { return row.to_owned() };
    let text = row.trim_end_matches(border);
    format!("{}{}{}", &row[..first], painted(style, &text[first..]), &row[text.len()..])
}

/// What stands under the released threads: "2 of 1, 1 over".
fn caption(text: &str) -> String {
    let Some(end) = text.find("over").map(|at| at + "over".len()) else { return text.to_owned() };
    let start = text[..end].find(", ").map_or(0, |comma| comma + 2);
    format!("{}{}{}", &text[..start], painted(ALARM, &text[start..end]), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: [&str; 5] = [
        "  devices     completion queue        waiting          released          paused",
        "  socket 1    ────────────────────    ╭─────────────   ┌──────┐┃ ▒▒▒▒▒",
        "  file   2     ·   ·   ·   p5  p4 ▸   │ A  B           │ C p3 │┃ D p2    E",
        "              ────────────────────    ╰─────────────   └──────┘┃ ▒▒▒▒▒",
        "              2 queued, p4 first      B next           2 of 1, 1 over    1",
    ];

    #[test]
    fn colours_change_no_letter_and_fall_on_the_right_ones() {
        let lines = PICTURE.map(str::to_owned);
        let painted = picture(&lines);
        let plain: Vec<String> =
            painted.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert_eq!(plain, lines);
        assert!(painted[2].contains("│ \u{1b}[1mC p3\u{1b}[0m │"), "{:?}", painted[2]);
        assert!(painted[2].contains("\u{1b}[1m\u{1b}[31mD p2\u{1b}[0m"), "{:?}", painted[2]);
        assert!(painted[2].contains("\u{1b}[2mE\u{1b}[0m"), "{:?}", painted[2]);
        assert!(painted[4].contains(", \u{1b}[1m\u{1b}[31m1 over\u{1b}[0m"), "{:?}", painted[4]);
        assert!(painted[2].contains("│ A  B  "), "what waits is plain");
    }

    #[test]
    fn a_label_is_the_first_word() {
        assert_eq!(label(QUIET, "  why  it is so"), "  \u{1b}[2mwhy\u{1b}[0m  it is so");
    }
}
