//! The keys of the player, whatever terminal they come from.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    Enter,
    Escape,
    Tab,
    Backspace,
    Interrupt,
    /// Stop the process until it is called to the foreground again.
    Stop,
    Char(char),
}

impl Key {
    /// The key that an event is about.
    pub(super) fn of(event: &Event) -> Option<Self> {
        let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event else { return None };
        if *kind == KeyEventKind::Release {
            return None;
        }
        Some(match code {
            KeyCode::Char('c') if modifiers.contains(KeyModifiers::CONTROL) => Self::Interrupt,
            KeyCode::Char('z') if modifiers.contains(KeyModifiers::CONTROL) => Self::Stop,
            KeyCode::Char(_) if modifiers.contains(KeyModifiers::CONTROL) => return None,
            KeyCode::Char(letter) => Self::Char(*letter),
            KeyCode::Left => Self::Left,
            KeyCode::Right => Self::Right,
            KeyCode::Up => Self::Up,
            KeyCode::Down => Self::Down,
            KeyCode::Home => Self::Home,
            KeyCode::End => Self::End,
            KeyCode::PageUp => Self::PageUp,
            KeyCode::PageDown => Self::PageDown,
            KeyCode::Enter => Self::Enter,
            KeyCode::Esc => Self::Escape,
            KeyCode::Tab | KeyCode::BackTab => Self::Tab,
            KeyCode::Backspace => Self::Backspace,
            _ => return None,
        })
    }
}

/// Every key and what it does, as the help has them.
pub(super) const HELP: [(&str, &str); 16] = [
    ("→  l", "one step forward"),
    ("←  h", "one step back"),
    ("Home  End", "before the first step, the last step"),
    ("PgUp  PgDn", "ten steps"),
    ("g", "go to a step by its number"),
    ("space", "run, and stand still"),
    ("1 … 9", "the speed: steps in three seconds"),
    ("w", "what if: choose another step from here on"),
    ("u", "undo the latest what if"),
    ("s", "save what is played as a scenario"),
    ("p", "predict: be asked what comes before it is shown"),
    ("n", "at the end: the next lesson"),
    ("Tab", "why, the programs, the steps"),
    ("↑  ↓", "move in what Tab chose"),
    ("?", "these keys"),
    ("q  Esc", "quit"),
];
