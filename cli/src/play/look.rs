//! Colours and characters of the player. Colour says who; the form says in what state.

use std::io;

use anstream::{AutoStream, ColorChoice};
use ratatui::style::{Color, Modifier, Style};

use super::tale::Doing;

/// How the player is drawn.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) ascii: bool,
    pub(super) colour: bool,
}

/// Threads have these in turn. Red is for what is over the limit.
const THREADS: [Color; 6] =
    [Color::Blue, Color::Yellow, Color::Green, Color::Magenta, Color::Cyan, Color::Gray];

impl Look {
    pub(super) fn of_terminal(ascii: bool) -> Self {
        Self { ascii, colour: AutoStream::choice(&io::stdout()) != ColorChoice::Never }
    }

    fn coloured(self, style: Style, colour: Color) -> Style {
        if self.colour { style.fg(colour) } else { style }
    }

    pub(super) fn head(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(super) fn rule(self) -> Style {
        self.coloured(self.head(), Color::Cyan)
    }

    pub(super) fn alarm(self) -> Style {
        self.coloured(self.head(), Color::Red)
    }

    pub(super) fn good(self) -> Style {
        self.coloured(self.head(), Color::Green)
    }

    /// A thread's name: plain while it waits, reversed while it runs, dim while it is paused.
    pub(super) fn thread(self, number: usize, doing: Doing) -> Style {
        let style = match doing {
            Doing::Waits | Doing::Elsewhere => Style::new(),
            Doing::Runs | Doing::RunsOver => {
                Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
            }
            Doing::Pauses => Style::new().add_modifier(Modifier::DIM | Modifier::UNDERLINED),
        };
        self.coloured(style, THREADS[number % THREADS.len()])
    }

    pub(super) fn line(self) -> &'static str {
        if self.ascii { "-" } else { "─" }
    }

    pub(super) fn pointer(self) -> &'static str {
        if self.ascii { ">" } else { "▸" }
    }

    pub(super) fn up_rule(self) -> &'static str {
        if self.ascii { "|" } else { "│" }
    }

    /// A stretch of a thread's row in the timeline.
    pub(super) fn stretch(self, doing: Doing) -> char {
        match (doing, self.ascii) {
            (Doing::Waits, false) => '─',
            (Doing::Waits, true) => '-',
            (Doing::Runs, false) => '█',
            (Doing::Runs, true) => '#',
            (Doing::RunsOver, _) => '!',
            (Doing::Pauses, false) => '╍',
            (Doing::Pauses, true) => '~',
            (Doing::Elsewhere, _) => ' ',
        }
    }

    /// A column of a count, whose most is `most`.
    pub(super) fn level(self, count: usize, most: usize) -> char {
        const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        if self.ascii {
            return match count {
                0 => '.',
                1..=9 => char::from_digit(count as u32, 10).unwrap_or('+'),
                _ => '+',
            };
        }
        BARS[(count * 8).div_ceil(most.max(1)).min(8)]
    }
}
