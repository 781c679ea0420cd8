//! How wide text is, which characters it may use, and where its lines are broken.

use std::io::stdout;

use textwrap::core::display_width;

/// The columns of anything that is not a terminal.
const WIDTH: usize = 80;
/// The most columns in which a line is read well.
const WIDEST: usize = 120;

/// How text is laid out.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) ascii: bool,
    pub(crate) width: usize,
}

impl Layout {
    /// What the terminal has room for and can show.
    pub(crate) fn of_terminal(ascii: bool) -> Self {
        let columns =
            terminal_size::terminal_size_of(stdout()).map_or(WIDTH, |(width, _)| width.0.into());
        Self { ascii: ascii || !locale_is_utf8(), width: columns.clamp(WIDTH, WIDEST) }
    }

    pub(crate) fn line(self) -> &'static str {
        if self.ascii { "-" } else { "─" }
    }

    pub(crate) fn arrow(self) -> &'static str {
        if self.ascii { "->" } else { "→" }
    }

    pub(crate) fn dot(self) -> &'static str {
        if self.ascii { "." } else { "·" }
    }

    /// `text` folded at the width, the first line behind `first`, the others behind `rest`.
    pub(crate) fn fold(self, text: &str, first: &str, rest: &str) -> String {
        let text = clean(text);
        let options = textwrap::Options::new(self.width - 1).initial_indent(first);
        textwrap::fill(&text, options.subsequent_indent(rest).break_words(false)) + "\n"
    }

    /// `text` cut to so many columns.
    pub(crate) fn cut(self, text: &str, columns: usize) -> String {
        if display_width(text) <= columns {
            return text.to_owned();
        }
        let mark = if self.ascii { "..." } else { "…" };
        let room = columns.saturating_sub(display_width(mark));
        let mut kept = String::new();
        for letter in text.chars() {
            kept.push(letter);
            if display_width(&kept) > room {
                kept.pop();
                break;
            }
        }
        format!("{}{mark}", kept.trim_end())
    }
}

/// What a scenario says must neither move the cursor nor turn the order of letters.
pub(crate) fn clean(text: &str) -> String {
    let turns = |letter: char| matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.replace(|letter: char| letter.is_control() || turns(letter), " ")
}

/// The first of these variables that is set names the locale, as POSIX has it.
pub(crate) fn locale_is_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    if cfg!(windows) && set.is_none() {
        return true;
    }
    set.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}
