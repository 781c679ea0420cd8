//! The timeline: a row for each thread, then how much is queued and how many run.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::look::Look;
use super::player::Player;
use super::tale::{Doing, Tale};
use iocp_sim::trace::PortState;

/// The columns before the first step.
const LABEL: usize = 12;
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

/// The line above the rows: what their marks mean, and how many lines above it are not shown.
pub(super) fn legend(look: Look, width: usize, more: usize) -> Line<'static> {
    let marks = [
        (Doing::Waits, "waits"),
        (Doing::Runs, "runs"),
        (Doing::Pauses, "paused"),
        (Doing::RunsOver, "over the limit"),
    ];
    let marks: Vec<String> = marks
        .iter()
        .map(|(doing, word)| format!("{} {word}", look.stretch(*doing).to_string().repeat(2)))
        .collect();
    let marks = format!(" {}  ", marks.join("   "));
    let more = if more > 0 { self::more(look, more) } else { String::new() };
    let rule = width.saturating_sub(marks.chars().count() + more.chars().count());
    Line::from(vec![
        Span::styled(marks + &look.line().repeat(rule), look.quiet()),
        Span::styled(more, look.head()),
    ])
}

/// So many lines are below.
pub(super) fn more(look: Look, lines: usize) -> String {
    let s = if lines == 1 { "" } else { "s" };
    let down = if look.ascii { "down" } else { "↓" };
    format!(" {lines} more line{s}: {down} ")
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
    let ports = tale.state(0);
    let each = ports.len() > 1 && rows.len() + 2 * ports.len() < height;
    let counted: Vec<Option<usize>> =
        if each { (0..ports.len()).map(Some).collect() } else { vec![None] };
    for port in counted {
        rows.push(queued_row(player, look, &window, port));
        rows.push(active_row(player, look, &window, port));
    }
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

/// The states of one port, or of all of them, after a step.
fn of_port(tale: &Tale, at: usize, port: Option<usize>) -> &[PortState] {
    let state = tale.state(at);
    port.map_or(state, |port| &state[port..=port])
}

/// What a row of counts is about: "queued", and at which port if there are several.
fn counted(tale: &Tale, what: &str, port: Option<usize>) -> Span<'static> {
    let name = match (port, tale.state(0).len()) {
        (Some(port), _) => format!("{what} {}", tale.state(0)[port].port),
        (None, 0 | 1) => what.to_owned(),
        (None, _) => format!("all {what}"),
    };
    label(&name, Style::new())
}

fn queued_row(player: &Player, look: Look, window: &Window, port: Option<usize>) -> Line<'static> {
    let tale = player.tale();
    let count = |at| of_port(tale, at, port).iter().map(|port| port.queue.len()).sum::<usize>();
    // While it is asked what comes, the height of what is shown does not tell it.
    let shown = |at: &usize| *at <= player.at || !player.predicts();
    let most = window.steps().filter(shown).map(count).max().unwrap_or(0);
    let cells = window
        .steps()
        .map(|at| cell(player, look, window, at, look.level(count(at), most), Style::new()));
    Line::from_iter([counted(tale, "queued", port)].into_iter().chain(cells))
}

/// A full column is as many as the limits allow, or as there are.
fn active_row(player: &Player, look: Look, window: &Window, port: Option<usize>) -> Line<'static> {
    let tale = player.tale();
    let cells = window.steps().map(|at| {
        let ports = of_port(tale, at, port);
        if ports.iter().any(|port| port.released.len() > port.limit as usize) {
            return cell(player, look, window, at, '!', look.alarm());
        }
        let count = ports.iter().map(|port| port.released.len()).sum();
        let limits = ports.iter().map(|port| port.limit as usize).sum::<usize>();
        let most = limits.min(tale.trace.threads.len());
        cell(player, look, window, at, look.level(count, most), Style::new())
    });
    Line::from_iter([counted(tale, "active", port)].into_iter().chain(cells))
}

/// The numbers of the steps, the one that is shown in brackets around its place.
fn numbers(player: &Player, look: Look, window: &Window) -> Line<'static> {
    let width = LABEL + window.column * (window.last - window.first + 1);
    let mut row: Vec<char> = " ".repeat(width + 8).chars().collect();
    let here = format!("[{}]", player.at);
    let start = LABEL + (player.at - window.first) * window.column - 1;
    row.splice(start..start + here.len(), here.chars());
    let last = window.last.to_string().len();
    let stride = (last + 2).div_ceil(window.column).max(1);
    let stride = if window.column == WIDEST { stride } else { stride.next_multiple_of(5) };
    for at in window.steps().filter(|at| at % stride == 0) {
        let text = at.to_string();
        let start = LABEL + (at - window.first) * window.column;
        if row[start - 1..start + text.len() + 1].iter().all(|column| *column == ' ') {
            row.splice(start..start + text.len(), text.chars());
        }
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
    let cut: String = name.chars().take(LABEL - 2).collect();
    let gap = LABEL - 1 - cut.chars().count();
    // The blank before the name and those behind it are not part of it.
    Span::styled(
        format!(" {cut}{}", " ".repeat(gap)),
        style.remove_modifier(
            ratatui::style::Modifier::REVERSED | ratatui::style::Modifier::UNDERLINED,
        ),
    )
}
