//! What is shown beside the picture: why, what each thread runs, the steps.

use iocp_sim::Rule;
use iocp_sim::trace::{Move, Step};
use iocp_sim_views::lead;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::look::Look;
use super::player::{Mode, Pane, Player, Score};
use crate::layout::Layout;

/// What Tab chose, in lines no wider than `width`.
pub(super) fn pane(player: &Player, look: Look, pane: Pane, width: usize) -> Vec<Line<'static>> {
    match pane {
        Pane::Why => why(player, look, width),
        Pane::Programs => programs(player, look, width),
        Pane::Steps => steps(player, look, width),
    }
}

/// What the author says of the step, its rule with the reason, and the moves with theirs.
fn why(player: &Player, look: Look, width: usize) -> Vec<Line<'static>> {
    if let Mode::Predict(_) = player.mode {
        return folded("", "Why it is so is said once you have answered.", "", width, look);
    }
    let Some(step) = player.tale().step(player.at) else {
        let key = if look.ascii { "the right arrow" } else { "→" };
        let text = format!("Nothing has happened yet. Press {key} for the first step.");
        return folded("", &text, "", width, look);
    };
    let mut lines = Vec::new();
    for note in player.tale().trace.notes(step) {
        lines.extend(folded("note", &note, "     ", width, look));
    }
    let Some(rule) = lead(step) else { return lines };
    lines.extend(folded(rule.id(), rule.sentence(), "     ", width, look));
    lines.extend(folded("why", &rule.entry().why, "     ", width, look));
    lines.extend(step.moves.iter().map(|moved| row(moved, look, width)));
    for other in others(step, rule) {
        lines.extend(folded(other.id(), other.sentence(), "     ", width, look));
    }
    lines.extend(folded("from", &rule.entry().evidence, "     ", width, look));
    lines
}

fn others(step: &Step, first: Rule) -> Vec<Rule> {
    let moves = step.moves.iter().map(|moved| moved.rule);
    let results = step.results.iter().map(|result| result.rule);
    let mut others: Vec<Rule> = Vec::new();
    for rule in moves.chain(results) {
        if rule != first && !others.contains(&rule) {
            others.push(rule);
        }
    }
    others
}

fn row(moved: &Move, look: Look, width: usize) -> Line<'static> {
    let arrow = if look.ascii { "->" } else { "→" };
    let item = match &moved.with {
        Some(packet) => format!("{} + {packet}", moved.item),
        None => moved.item.clone(),
    };
    let way = match (moved.from.as_str(), moved.to.as_str()) {
        (from, to) if from == to => format!("stays {to}"),
        (_, "done") => "done".to_owned(),
        ("outside", to) => format!("comes {arrow} {to}"),
        (from, "outside") => format!("{from} {arrow} leaves"),
        (from, to) => format!("{from} {arrow} {to}"),
    };
    let room = width.saturating_sub(moved.rule.id().len() + 1);
    let left = layout(look, width).cut(&format!("     {item:<7} {way}"), room);
    Line::from(vec![
        Span::raw(format!("{left:<room$} ")),
        Span::styled(moved.rule.id(), look.rule()),
    ])
}

/// What each thread runs, with a mark at the line that it began last.
fn programs(player: &Player, look: Look, width: usize) -> Vec<Line<'static>> {
    let tale = player.tale();
    let pc = tale.step(player.at).map(|step| step.pc.as_slice()).unwrap_or_default();
    let mut lines = Vec::new();
    for (number, thread) in tale.trace.threads.iter().enumerate() {
        let here = pc.get(number).copied().unwrap_or(0);
        let doing = tale.doing(player.at, &thread.name);
        let name = layout(look, width).cut(&thread.name, 12);
        lines.push(Line::styled(format!(" {name} runs"), look.thread(number, doing)));
        for line in around(&thread.program, here) {
            let (mark, style) = if line.line == here && here > 0 {
                (look.pointer(), look.head())
            } else {
                (" ", Style::new())
            };
            // What comes would answer what is asked.
            let hidden = player.predicts() && line.line > here;
            let text = if hidden { "..." } else { line.text.as_str() };
            let text = layout(look, width).cut(text, width.saturating_sub(5));
            lines.push(Line::styled(format!("  {mark} {text}"), style));
        }
    }
    lines
}

/// The lines of a program around the current one.
fn around(program: &[iocp_sim::trace::Line], here: usize) -> &[iocp_sim::trace::Line] {
    const BEFORE: usize = 2;
    const ALL: usize = 6;
    let at = program.iter().position(|line| line.line == here).unwrap_or(0);
    let first = at.saturating_sub(BEFORE).min(program.len().saturating_sub(ALL));
    &program[first..program.len().min(first + ALL)]
}

/// The steps around the one that is shown.
fn steps(player: &Player, look: Look, width: usize) -> Vec<Line<'static>> {
    const BEFORE: usize = 4;
    const ALL: usize = 40;
    let tale = player.tale();
    let first = player.at.saturating_sub(BEFORE).max(1);
    let steps = tale.trace.steps.iter().skip(first - 1).take(ALL);
    steps
        .map(|step| {
            let here = step.n == player.at;
            let mark = if here { look.pointer() } else { " " };
            // What comes tells what came of what is asked.
            let hidden = player.predicts() && step.n > player.at;
            let event = if hidden { "..." } else { step.event.as_str() };
            let text = format!(" {mark} {:>3}  {event}", step.n);
            let style = match (here, step.n < player.at) {
                (true, _) => look.chosen(),
                (false, true) => Style::new(),
                (false, false) => look.quiet(),
            };
            Line::styled(layout(look, width).cut(&text, width), style)
        })
        .collect()
}

/// The sentence of the step, or the question before the next one.
pub(super) fn sentence(player: &Player, look: Look, width: usize) -> Vec<Line<'static>> {
    if let Mode::Predict(asked) = &player.mode {
        let mut lines = folded("", &asked.text, "", width, look);
        let answers = asked.answers.iter();
        let offered: Vec<String> =
            answers.map(|answer| format!("[{}] {}", answer.key, answer.text)).collect();
        let offered = format!("{}  [s] skip it", offered.join("  "));
        lines.extend(folded("", &offered, "", width, look));
        return lines;
    }
    let Some(step) = player.tale().step(player.at) else {
        let trace = &player.tale().trace;
        let text = trace.question.as_deref().unwrap_or("Before the first step.");
        return folded("", text, "", width, look);
    };
    let mut lines = named(&step.says, step, player, look, width);
    if let Some(guess) = player.guess().filter(|_| player.predicts()) {
        let (said, right) = (guess.said(), guess.right());
        let (mark, style) = match (guess.hits(), look.ascii) {
            (true, false) => ("✓", look.good()),
            (true, true) => ("yes:", look.good()),
            (false, false) => ("✗", look.alarm()),
            (false, true) => ("no:", look.alarm()),
        };
        let words = match guess.hits() {
            true => format!(" {mark} As you said: {said}."),
            false => format!(" {mark} You said: {said}. Right is: {right}."),
        };
        lines.insert(0, Line::styled(words, style));
    }
    if player.at == player.tale().last() {
        lines.extend(
            folded("", &ending(player), "", width, look)
                .into_iter()
                .map(|line| line.style(look.good())),
        );
    }
    lines
}

/// What is said at the last step: the score, and what comes after.
fn ending(player: &Player) -> String {
    if player.branches().count() > 0 {
        return "The end of this what if: w chooses what comes next, u goes back.".to_owned();
    }
    let Score { right, answered, skipped } = player.score();
    let answers = (answered > 0).then(|| format!("{right} of {answered} answers right"));
    let skipped = (skipped > 0).then(|| format!("{skipped} skipped"));
    let score: Vec<String> = answers.into_iter().chain(skipped).collect();
    let end = if player.tale().trace.stops.is_some() { "Here the trace stops" } else { "The end" };
    let mut words = match score.is_empty() {
        true => vec![format!("{end}.")],
        false => vec![format!("{end}: {}.", score.join(", "))],
    };
    words.extend(player.next.map(|next| format!("n plays the next lesson, {next}.")));
    words.join(" ")
}

/// The sentence with the names of threads in their colours.
fn named(says: &str, step: &Step, player: &Player, look: Look, width: usize) -> Vec<Line<'static>> {
    let letters: Vec<char> = says.chars().collect();
    let tale = player.tale();
    let thread_at = |start: usize| {
        let name = step.names.iter().find(|name| name.start == start)?;
        let text: String = letters.get(start..start + name.length)?.iter().collect();
        let number = tale.trace.threads.iter().position(|thread| thread.name == text)?;
        Some((number, tale.doing(player.at, &text), text))
    };
    let mut at = 0;
    let mut lines = Vec::new();
    for line in layout(look, width).fold(says, " ", " ").lines() {
        let mut spans = vec![Span::raw(" ")];
        let mut plain = String::new();
        let text: Vec<char> = line.chars().skip(1).collect();
        let mut column = 0;
        while column < text.len() {
            // A line that was broken lost the blank at its end.
            while letters.get(at).is_some_and(|letter| *letter != text[column]) {
                at += 1;
            }
            if let Some((number, doing, name)) = thread_at(at) {
                spans.push(Span::raw(std::mem::take(&mut plain)));
                at += name.chars().count();
                column += name.chars().count();
                spans.push(Span::styled(name, look.thread(number, doing)));
                continue;
            }
            plain.push(text[column]);
            at += 1;
            column += 1;
        }
        spans.push(Span::raw(plain));
        lines.push(Line::from(spans));
    }
    lines
}

/// `text` folded, its first word before it; the other lines are indented by `indent`.
pub(super) fn folded(
    label: &str,
    text: &str,
    indent: &str,
    width: usize,
    look: Look,
) -> Vec<Line<'static>> {
    let first = if label.is_empty() { " ".to_owned() } else { format!(" {label:<5}") };
    let rest = format!(" {indent}");
    let folded = layout(look, width).fold(text, &first, &rest);
    let style = if label.parse::<Rule>().is_ok() { look.rule() } else { look.quiet() };
    let lines = folded.lines().enumerate().map(|(number, line)| match number {
        0 if !label.is_empty() => {
            let end = first.trim_end().len();
            Line::from(vec![
                Span::styled(line[..end].to_owned(), style),
                Span::raw(line[end..].to_owned()),
            ])
        }
        _ => Line::raw(line.to_owned()),
    });
    lines.collect()
}

pub(super) fn layout(look: Look, width: usize) -> Layout {
    Layout { ascii: look.ascii, width: width.max(12) }
}
