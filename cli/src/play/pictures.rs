//! The pictures of the ports, with the names of threads in their colours.

use iocp_sim::picture::{Style as PictureStyle, draw};
use iocp_sim::trace::PortState;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::look::Look;
use super::pages::layout;
use super::player::{Mode, Player};

/// The least that a picture needs.
const NARROWEST: u16 = 80;

/// The ports in their order: those in which something moved first find room, then the others, and
/// there is a line for each that does not.
pub(super) fn pictures(
    player: &Player,
    look: Look,
    width: usize,
    room: usize,
) -> Vec<Line<'static>> {
    let tale = player.tale();
    let state = tale.state(player.at);
    let moved = |port: &PortState| {
        let step = tale.step(player.at);
        step.is_some_and(|step| step.moves.iter().any(|moved| moved.port == port.port))
    };
    let mut order: Vec<usize> = (0..state.len()).collect();
    order.sort_by_key(|&port| !moved(&state[port]));
    let mut shown = vec![Vec::new(); state.len()];
    let mut left = room;
    for (rank, &port) in order.iter().enumerate() {
        let mut picture = picture(player, look, &state[port], width);
        if state.len() > 1 {
            let title = format!("  port {}", state[port].port);
            picture.insert(0, Line::styled(title, look.head()));
        }
        let others = order.len() - rank - 1;
        if rank > 0 && picture.len() + others > left {
            picture = vec![folded(&state[port], look, width)];
        }
        if rank > 0 && left <= 1 && others > 0 {
            let more = format!("  and {} more ports", others + 1);
            shown.push(vec![Line::styled(more, look.quiet())]);
            break;
        }
        left = left.saturating_sub(picture.len());
        shown[port] = picture;
    }
    shown.concat()
}

/// A port in one line.
fn folded(port: &PortState, look: Look, width: usize) -> Line<'static> {
    let (queued, waiting) = (port.queue.len(), port.waiting.len());
    let (runs, paused) = (port.released.len(), port.paused.len());
    let text = format!(
        "  port {}: {queued} queued, {waiting} waiting, {runs} of {} run, {paused} paused",
        port.port, port.limit
    );
    Line::styled(layout(look, width).cut(&text, width), look.quiet())
}

fn picture(player: &Player, look: Look, port: &PortState, width: usize) -> Vec<Line<'static>> {
    let tale = player.tale();
    let holds = |name: &str| tale.holds(player.at, name);
    let width = width.max(NARROWEST.into());
    let drawn = draw(port, &holds, PictureStyle { ascii: look.ascii, width });
    let heads = drawn.iter().position(|line| line.contains("completion queue")).unwrap_or(0);
    let threads = drawn.get(heads).and_then(|line| line.find("waiting")).unwrap_or(0);
    let asking = matches!(player.mode, Mode::Predict(_));
    let lines = drawn.iter().map(|line| if asking { without_next(line) } else { line.clone() });
    let lines: Vec<String> = lines.collect();
    let lines = lines.iter().enumerate();
    lines.map(|(number, line)| words(player, look, line, number <= heads, threads)).collect()
}

/// The line without "C next": who is next is what is asked.
fn without_next(line: &str) -> String {
    let Some(end) = line.find(" next").map(|at| at + " next".len()) else {
        return line.to_owned();
    };
    let start = line[..end - " next".len()].rfind(' ').map_or(0, |at| at + 1);
    let blank = " ".repeat(line[start..end].chars().count());
    format!("{}{blank}{}", &line[..start], &line[end..])
}

/// A line of a picture: the names of threads in their colours, what moved underlined.
fn words(player: &Player, look: Look, line: &str, head: bool, threads: usize) -> Line<'static> {
    if head {
        return Line::styled(line.to_owned(), look.quiet());
    }
    let tale = player.tale();
    let moves = tale.step(player.at).map(|step| step.moves.as_slice()).unwrap_or_default();
    let mut spans = Vec::new();
    for (column, word) in split(line) {
        let number = tale.trace.threads.iter().position(|thread| thread.name == word);
        let moved =
            moves.iter().any(|moved| moved.item == word || moved.with.as_deref() == Some(word));
        let mut style = match number.filter(|_| column >= threads) {
            Some(number) => look.thread(number, tale.doing(player.at, word)),
            None if ["over", "▒▒▒▒▒", "%%%%%"].contains(&word) => look.alarm(),
            None => Style::new(),
        };
        if moved {
            style = style.add_modifier(ratatui::style::Modifier::UNDERLINED);
        }
        spans.push(Span::styled(word.to_owned(), style));
    }
    Line::from(spans)
}

/// Words and what is between them, each with its column.
fn split(line: &str) -> Vec<(usize, &str)> {
    let is_word = |letter: char| letter.is_alphanumeric() || "_…~▒%".contains(letter);
    let mut parts = Vec::new();
    let (mut start, mut column, mut begin) = (0, 0, 0);
    let mut before = None;
    for (at, letter) in line.char_indices() {
        if before.is_some_and(|before| before != is_word(letter)) {
            parts.push((begin, &line[start..at]));
            (start, begin) = (at, column);
        }
        before = Some(is_word(letter));
        column += 1;
    }
    parts.push((begin, &line[start..]));
    parts
}
