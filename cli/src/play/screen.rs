//! The screen: where everything stands, for any size of a terminal.

use iocp_sim::sim::Choices;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::keys::HELP;
use super::look::Look;
use super::pages::{self, layout};
use super::pictures::pictures;
use super::player::{Mode, Pane, Player, WhatIf};
use super::timeline;
use crate::layout::clean;

/// From so many columns on there is room for a rail at the right.
const WIDE: u16 = 112;
const RAIL: u16 = 40;
/// The lines below the pictures that are kept for what is said of the step, if there is room for a
/// port beside them.
const PANE: usize = 10;
const ONE_PORT: usize = 7;
const KEYS: &str =
    " ←→ step  space run  g go  w what if  u undo p predict  tab pane  ? keys  q quit";
const ASCII_KEYS: &str =
    " <> step  space run  g go  w what if  u undo p predict  tab pane  ? keys  q quit";

const QUESTION_KEYS: &str =
    " a key in brackets answers  s skips  esc leaves it  tab pane  ? keys  q quit";

/// Draws everything, and says how far what Tab chose can be scrolled.
pub(super) fn screen(frame: &mut Frame<'_>, player: &Player, look: Look) -> usize {
    let area = frame.area();
    if area.height < 8 || area.width < 30 {
        let text = format!("play needs 30 columns and 8 lines; here are {}", size(area));
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return player.scroll;
    }
    let rail = if area.width >= WIDE { RAIL } else { 0 };
    let main = Rect { width: area.width - rail, height: area.height - 1, ..area };
    let (lines, mut most) = main_lines(player, look, main, rail > 0);
    put(frame, main, lines);
    if rail > 0 {
        let rail = Rect { x: main.width, y: 2, width: rail, height: area.height - 3 };
        let lines;
        (lines, most) = rail_lines(player, look, rail);
        put(frame, rail, lines);
    }
    let wide = Rect { height: 2, ..area };
    put(frame, wide, vec![title(player, look, area.width.into()), ruler(look, area.width.into())]);
    let below = Rect { y: area.height - 1, height: 1, ..area };
    put(frame, below, vec![below_all(player, look)]);
    match &player.mode {
        Mode::Help => over(frame, area, look, " The keys ", &help(look)),
        Mode::WhatIf(what_if) => {
            over(frame, area, look, " What if? ", &offered(what_if, player, look, area));
        }
        Mode::Save { name, replace } => {
            over(frame, area, look, " Save ", &saving(name, *replace, player, look, area));
        }
        _ => {}
    }
    most
}

fn size(area: Rect) -> String {
    format!("{} columns and {} lines", area.width, area.height)
}

fn put(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'static>>) {
    frame.render_widget(Paragraph::new(lines), area);
}

fn ruler(look: Look, width: usize) -> Line<'static> {
    Line::styled(look.line().repeat(width), look.quiet())
}

fn title(player: &Player, look: Look, width: usize) -> Line<'static> {
    let trace = &player.tale().trace;
    let limits: Vec<String> = match trace.ports.as_slice() {
        [only] => vec![format!("limit {}", only.limit)],
        ports => ports.iter().map(|port| format!("{} limit {}", port.name, port.limit)).collect(),
    };
    let limits = limits.join(", ");
    let limits =
        if limits.len() > width / 3 { format!("{} ports", trace.ports.len()) } else { limits };
    let mut right = vec![limits, format!("step {} of {}", player.at, player.tale().last())];
    let branches = player.branches().count();
    if branches > 0 {
        let after = player.branches().last().map_or(0, |left| left.after);
        right.insert(0, format!("what if after {after}"));
    }
    if player.predicts() {
        let score = player.score();
        right.push(format!("predict {}/{}", score.right, score.answered));
    }
    if player.runs {
        right.push(format!("runs, speed {}", player.speed));
    }
    let right = layout(look, width).cut(&format!("{} ", right.join("   ")), width);
    let room = width.saturating_sub(right.chars().count());
    let left =
        layout(look, width).cut(&format!(" {}", clean(&trace.title)), room.saturating_sub(2));
    let left = Span::styled(left, look.head());
    let gap = " ".repeat(room.saturating_sub(left.width()));
    Line::from(vec![left, Span::raw(gap), Span::raw(right)])
}

/// The left side, or all of it where there is no rail; and how far its pane can be scrolled.
fn main_lines(
    player: &Player,
    look: Look,
    area: Rect,
    has_rail: bool,
) -> (Vec<Line<'static>>, usize) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let mut lines = vec![Line::default(), Line::default(), event(player, look, width)];
    let sentence = pages::sentence(player, look, width);
    lines.extend(sentence);
    if height > 20 {
        lines.push(Line::default());
    }
    let (threads, ports) = (player.tale().trace.threads.len(), player.tale().state(0).len());
    let rows = if has_rail {
        (threads + 2 * ports + 1).clamp(3, (height / 2).max(3))
    } else {
        (threads + 3).min(8)
    };
    let room = height.saturating_sub(lines.len() + rows + 1);
    // Below the pictures there is room for what is said of the step.
    let said = if has_rail { 0 } else { PANE.min(room.saturating_sub(ONE_PORT)) };
    let pictures = pictures(player, look, width, room - said);
    lines.extend(pictures);
    let timeline = timeline::rows(player, look, width, rows);
    let free = height.saturating_sub(lines.len() + timeline.len() + 1);
    let (mut middle, most) = if has_rail {
        (vec![Line::default(), counts(player, look)], 0)
    } else {
        let gap: Vec<Line<'static>> = (free > 6).then(Line::default).into_iter().collect();
        let all = pages::pane(player, look, player.pane, width);
        let most = (gap.len() + all.len()).saturating_sub(free);
        let shown = all.into_iter().skip(player.scroll.min(most));
        (gap.into_iter().chain(shown).collect(), most)
    };
    let more = middle.len().saturating_sub(free);
    middle.truncate(free);
    middle.resize(free, Line::default());
    lines.extend(middle);
    lines.push(timeline::legend(look, width, more));
    lines.extend(timeline);
    lines.truncate(height);
    (lines, most)
}

fn event(player: &Player, look: Look, width: usize) -> Line<'static> {
    if let Mode::Predict(asked) = &player.mode {
        return Line::styled(format!(" {}: what comes next?", asked.place), look.head());
    }
    let Some(step) = player.tale().step(player.at) else {
        return Line::styled(" Before the first step", look.head());
    };
    let time = if step.at_ns > 0 { format!("  at {} ns", step.at_ns) } else { String::new() };
    let text = format!(" {}  {}{time}", step.n, clean(&step.text));
    Line::styled(layout(look, width).cut(&text, width), look.head())
}

/// What was counted, and the line that makes the limit's purpose visible.
fn counts(player: &Player, look: Look) -> Line<'static> {
    let tale = player.tale();
    let counts = tale.counts(player.at);
    let (queued, idle) = (tale.queued(player.at), tale.idle(player.at));
    let s = |n: usize| if n == 1 { "" } else { "s" };
    let mut text = format!(
        "  {} packet{} handed out, {} wake-up{}",
        counts.handed,
        s(counts.handed),
        counts.woken,
        s(counts.woken)
    );
    if queued > 0 && idle > 0 {
        text +=
            &format!("; {idle} of {} processors idle while {queued} queue", tale.trace.processors);
    }
    Line::styled(text, look.quiet())
}

/// The rail: why, the programs and the steps, the one that Tab chose with the most room; and how
/// far that one can be scrolled.
fn rail_lines(player: &Player, look: Look, area: Rect) -> (Vec<Line<'static>>, usize) {
    let (width, height) = (usize::from(area.width) - 2, usize::from(area.height));
    let (mut lines, mut most) = (Vec::new(), 0);
    for pane in [Pane::Why, Pane::Programs, Pane::Steps] {
        let chosen = pane == player.pane;
        let room = if chosen { height / 2 } else { height / 4 };
        let name = match pane {
            Pane::Why => " Why",
            Pane::Programs => " Programs",
            Pane::Steps => " Steps",
        };
        let mark = if chosen { look.pointer() } else { " " };
        lines.push(Line::styled(format!("{mark}{name}"), look.head()));
        let all = pages::pane(player, look, pane, width);
        let room = room.saturating_sub(1);
        let hidden = all.len().saturating_sub(room);
        if chosen {
            most = hidden;
        }
        let skipped = if chosen { player.scroll.min(most) } else { 0 };
        let mut shown: Vec<Line<'static>> = all.into_iter().skip(skipped).collect();
        let below = shown.len().saturating_sub(room);
        shown.resize(room, Line::default());
        if chosen && below > 0 {
            let head = lines.last_mut().expect("the name of the pane");
            head.push_span(Span::styled(timeline::more(look, below), look.quiet()));
        }
        lines.extend(shown);
    }
    lines.resize(height, Line::default());
    let edge = Span::styled(look.up_rule(), look.quiet());
    let framed = lines.into_iter().map(|line| {
        let style = line.style;
        let inner = line.spans.into_iter().map(|span| span.patch_style(style));
        Line::from([edge.clone()].into_iter().chain(inner).collect::<Vec<_>>())
    });
    (framed.collect(), most)
}

fn below_all(player: &Player, look: Look) -> Line<'static> {
    match &player.mode {
        Mode::GoTo(typed) => Line::raw(format!(" go to step: {typed}_   enter goes, esc stays")),
        Mode::Save { replace: true, .. } => Line::raw(" y replaces it, esc does not"),
        Mode::Save { .. } => Line::raw(" enter saves, esc does not"),
        mode => match (&player.told, mode) {
            (Some(told), _) => Line::styled(format!(" {told}"), look.head()),
            (None, Mode::Predict(_)) => Line::styled(QUESTION_KEYS, look.quiet()),
            (None, _) => Line::styled(if look.ascii { ASCII_KEYS } else { KEYS }, look.quiet()),
        },
    }
}

fn help(look: Look) -> Vec<Line<'static>> {
    let ascii = |keys: &str| {
        let words = [("→", "right"), ("←", "left"), ("↑", "up"), ("↓", "down"), ("…", "to")];
        words.iter().fold(keys.to_owned(), |keys, (from, to)| keys.replace(from, to))
    };
    HELP.iter()
        .map(|(keys, what)| {
            let keys = if look.ascii { ascii(keys) } else { (*keys).to_owned() };
            Line::from(vec![
                Span::styled(format!(" {keys:<12}"), look.head()),
                Span::raw(format!(" {what} ")),
            ])
        })
        .chain([
            Line::raw(" Bars: queued, full is the most that queued; active, full is the limit."),
            Line::styled(" Any key closes this.", look.quiet()),
        ])
        .collect()
}

/// The columns inside of a box.
fn inside(area: Rect) -> usize {
    usize::from(area.width).saturating_sub(8).clamp(20, 72)
}

/// What is played as a scenario: the end of the file's name, and what keeps it from being written.
fn saving(
    name: &str,
    replace: bool,
    player: &Player,
    look: Look,
    area: Rect,
) -> Vec<Line<'static>> {
    let width = inside(area);
    let letters: Vec<char> = name.chars().collect();
    let room = width.saturating_sub(" as: ".len() + 2);
    let end: String = letters[letters.len().saturating_sub(room)..].iter().collect();
    let mut lines = vec![
        Line::raw(" What is played is saved as a scenario."),
        Line::raw(format!(" as: {end}{}", if replace { "" } else { "_" })),
    ];
    let wrong = match (replace, player.told.as_deref()) {
        (true, _) => "There is such a file already. y replaces it.",
        (false, told) => told.unwrap_or_default(),
    };
    lines.extend(folded_at(wrong, width, look, look.alarm()));
    lines
}

fn folded_at(text: &str, width: usize, look: Look, style: Style) -> Vec<Line<'static>> {
    let lines = layout(look, width).fold(text, " ", " ");
    lines.lines().map(|line| Line::styled(line.to_owned(), style)).collect()
}

/// The steps to choose from, around the one that is chosen.
fn offered(what_if: &WhatIf, player: &Player, look: Look, area: Rect) -> Vec<Line<'static>> {
    let width = inside(area);
    let wrong = what_if.wrong.as_deref().unwrap_or("enter goes on with it, esc does not");
    let style = if what_if.wrong.is_some() { look.alarm() } else { look.quiet() };
    let last = folded_at(wrong, width, look, style);
    let room = usize::from(area.height).saturating_sub(last.len() + 9).clamp(1, 16);
    let first = what_if.chosen.saturating_sub(room / 2);
    let Choices { offered, all } = &what_if.choices;
    let first = first.min(offered.len().saturating_sub(room));
    let mut lines = vec![Line::raw(format!(" Instead of what comes after step {}:", player.at))];
    let shown = offered.iter().enumerate().skip(first).take(room);
    for (number, choice) in shown {
        let chosen = number == what_if.chosen && what_if.typed.is_empty();
        let mark = if chosen { look.pointer() } else { " " };
        let style = if chosen { look.chosen() } else { Style::new() };
        let step = layout(look, width).cut(&choice.event, width - 3);
        lines.push(Line::styled(format!(" {mark} {step:<40}"), style));
    }
    let more = match (offered.len().saturating_sub(first + room), all) {
        (0, true) => String::new(),
        (0, false) => "   and others, which are too many for a list".to_owned(),
        (more, true) => format!("   and {more} more"),
        (more, false) => format!("   and {more} more, and others"),
    };
    lines.push(Line::styled(more, look.quiet()));
    let typed: Vec<char> = what_if.typed.chars().collect();
    let end: String =
        typed[typed.len().saturating_sub(width.saturating_sub(22))..].iter().collect();
    lines.push(Line::raw(format!(" or type any step: {end}_")));
    lines.extend(last);
    lines
}

/// A box over everything else.
fn over(frame: &mut Frame<'_>, area: Rect, look: Look, title: &str, lines: &[Line<'static>]) {
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(44);
    let width = u16::try_from(widest + 4).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let at = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    let inner = usize::from(width) - 2;
    let side = look.up_rule();
    let (top, bottom) = if look.ascii { ("++", "++") } else { ("┌┐", "└┘") };
    let edge = |corners: &str, text: &str| {
        let (first, last) = (corners.chars().next(), corners.chars().last());
        let line = look.line().repeat(inner.saturating_sub(text.chars().count()));
        Line::raw(format!("{}{text}{line}{}", first.unwrap_or('+'), last.unwrap_or('+')))
    };
    let mut framed = vec![edge(top, title)];
    for line in lines.iter().take(usize::from(height) - 2) {
        let mut spans = vec![Span::raw(side)];
        let gap = inner.saturating_sub(line.width());
        spans.extend(line.spans.iter().cloned().map(|span| span.patch_style(line.style)));
        spans.extend([Span::raw(" ".repeat(gap)), Span::raw(side)]);
        framed.push(Line::from(spans));
    }
    framed.push(edge(bottom, ""));
    frame.render_widget(Clear, at);
    put(frame, at, framed);
}
