//! The timeline: a row for each thread, then how much is queued and how many run.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::look::Look;
use super::player::Player;
use super::tale::{Doing, Tale};

/// The columns before the first step.
const LABEL: usize = 10;
/// The most columns of a step.
const WIDEST: usize = 4;
/// The rows that are not about a thread: queued, active, the numbers.
const OTHERS: usize = 3;

/// The steps that are drawn, and how wide each is.
struct Window {
    first: usize,
    last: usize,
    column: usize,
}

impl Window {
    /// As many steps around the one that is shown as there is room for.
    fn around(at: usize, last: usize, width: usize) -> Self {
        let room = width.saturating_sub(LABEL).max(8);
        let column = (room / (last + 1)).clamp(1, WIDEST);
        let shown = (room / column).min(last + 1);
        let first = at.saturating_sub(shown / 2).min(last + 1 - shown);
        Self { first, last: first + shown - 1, column }
    }

    fn steps(&self) -> impl Iterator<Item = usize> {
        self.first..=self.last
    }
}

/// The rows, no more than `height`.
pub(super) fn rows(player: &Player, look: Look, width: usize, height: usize) -> Vec<Line<'static>> {
    let tale = player.tale();
    let window = Window::around(player.at, tale.last(), width);
    let threads = &tale.trace.threads;
    let room = height.saturating_sub(OTHERS);
    let shown = if threads.len() <= room { threads.len() } else { room.saturating_sub(1) };
    let mut rows: Vec<Line<'static>> = Vec::new();
    for (number, thread) in threads.iter().enumerate().take(shown) {
        rows.push(thread_row(player, look, &window, number, &thread.name));
    }
    let more = threads.len() - shown;
    if more > 0 && room > 0 {
        rows.push(Line::styled(format!(" +{more} more threads"), look.quiet()));
    }
    let queued = |at| tale.queued(at);
    let active = |at| tale.active(at);
    rows.push(count_row(player, look, &window, "queued", &queued));
    rows.push(count_row(player, look, &window, "active", &active));
    rows.push(numbers(player, look, &window));
    rows.truncate(height);
    rows
}

/// What comes later is shown lightly, and not at all before a prediction.
fn veil(player: &Player, look: Look, at: usize, style: Style) -> Option<Style> {
    match (at > player.at, player.predicts()) {
        (false, _) => Some(style),
        (true, false) => Some(look.quiet()),
        (true, true) => None,
    }
}

fn thread_row(
    player: &Player,
    look: Look,
    window: &Window,
    number: usize,
    name: &str,
) -> Line<'static> {
    let tale = player.tale();
    let here = tale.doing(player.at, name);
    let mut spans = vec![label(name, look.thread(number, here))];
    for at in window.steps() {
        let doing = tale.doing(at, name);
        let style = match doing {
            Doing::RunsOver => look.alarm(),
            // Reversed, a full block would be an empty one.
            _ => look.thread(number, Doing::Waits),
        };
        spans.push(cell(player, look, window, at, look.stretch(doing), style));
    }
    Line::from(spans)
}

fn cell(
    player: &Player,
    look: Look,
    window: &Window,
    at: usize,
    mark: char,
    style: Style,
) -> Span<'static> {
    match veil(player, look, at, style) {
        Some(style) => Span::styled(mark.to_string().repeat(window.column), style),
        None => Span::raw(" ".repeat(window.column)),
    }
}

fn count_row(
    player: &Player,
    look: Look,
    window: &Window,
    name: &str,
    count: &dyn Fn(usize) -> usize,
) -> Line<'static> {
    let most = window.steps().map(count).max().unwrap_or(0);
    let mut spans = vec![label(name, Style::new())];
    for at in window.steps() {
        let over = name == "active" && is_over(player.tale(), at);
        let style = if over { look.alarm() } else { Style::new() };
        let mark = if over { '!' } else { look.level(count(at), most) };
        spans.push(cell(player, look, window, at, mark, style));
    }
    Line::from(spans)
}

fn is_over(tale: &Tale, at: usize) -> bool {
    tale.state(at).iter().any(|port| port.released.len() > port.limit as usize)
}

/// The numbers of the steps, the one that is shown in brackets.
fn numbers(player: &Player, look: Look, window: &Window) -> Line<'static> {
    let width = LABEL + window.column * (window.last - window.first + 1);
    let mut row: Vec<char> = " ".repeat(width + 8).chars().collect();
    let mut put = |at: usize, text: &str| {
        let start = LABEL + (at - window.first) * window.column;
        let free = row[start.saturating_sub(1)..start + text.len() + 1].iter().all(|c| *c == ' ');
        if free {
            row.splice(start..start + text.len(), text.chars());
        }
    };
    let here = format!("[{}]", player.at);
    put(player.at, &here);
    let last = window.last.to_string().len();
    let stride = (last + 2).div_ceil(window.column).max(1);
    let stride = if window.column == WIDEST { stride } else { stride.next_multiple_of(5) };
    for at in window.steps().filter(|at| at % stride == 0) {
        put(at, &at.to_string());
    }
    let text: String = row.into_iter().collect();
    let text = text.trim_end();
    let start = text.find('[').unwrap_or(0);
    let end = text.find(']').map_or(0, |end| end + 1).max(start);
    Line::from(vec![
        Span::styled(text[..start].to_owned(), look.quiet()),
        Span::styled(text[start..end].to_owned(), look.head()),
        Span::styled(text[end..].to_owned(), look.quiet()),
    ])
}

fn label(name: &str, style: Style) -> Span<'static> {
    let cut: String = name.chars().take(LABEL - 3).collect();
    let gap = LABEL - 1 - cut.chars().count();
    // The blank before the name and those behind it are not part of it.
    Span::styled(
        format!(" {cut}{}", " ".repeat(gap)),
        style.remove_modifier(
            ratatui::style::Modifier::REVERSED | ratatui::style::Modifier::UNDERLINED,
        ),
    )
}
