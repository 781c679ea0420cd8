//! The terminal: keys come in, screens go out, and it is left as it was found.

use std::io;
use std::time::{Duration, Instant};

use ratatui::crossterm::event;

use super::keys::Key;
use super::look::Look;
use super::player::{Player, Then};
use super::screen::screen;

/// How long keys are waited for at a time.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Plays until the player quits, or goes on to the next lesson.
pub(super) fn play(player: &mut Player, look: Look) -> io::Result<Then> {
    #[cfg(unix)]
    end_on_signals()?;
    // From here on a panic restores the terminal too.
    let mut terminal = ratatui::try_init()?;
    let outcome = turns(&mut terminal, player, look);
    ratatui::restore();
    outcome
}

/// Ends at once when the terminal is gone, or somebody wants it. Another thread does it: whoever
/// waits for keys of a terminal that is gone may wait, or turn round, for ever.
#[cfg(unix)]
fn end_on_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Where the terminal is gone there is nothing to restore.
            let _ = ratatui::try_restore();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

fn turns(
    terminal: &mut ratatui::DefaultTerminal,
    player: &mut Player,
    look: Look,
) -> io::Result<Then> {
    // The first look begins to listen for changes of size: none may come between it and the screen.
    event::poll(Duration::ZERO)?;
    let mut shown = Instant::now();
    loop {
        let mut most = 0;
        terminal.draw(|frame| most = screen(frame, player, look))?;
        player.scroll = player.scroll.min(most);
        // Whatever was pressed meanwhile is done before the next screen.
        while waits_for_key(player, shown)? {
            let key = Key::of(&event::read()?);
            match key.map_or(Then::GoOn, |key| player.press(key)) {
                Then::GoOn => {}
                end => return Ok(end),
            }
            shown = Instant::now();
            if !event::poll(Duration::ZERO)? {
                break;
            }
        }
        if player.beat().is_some_and(|beat| shown.elapsed() >= beat) {
            player.tick();
            shown = Instant::now();
        }
    }
}

/// Waits until there is a key, and says whether there is: the time of a step may be over before.
fn waits_for_key(player: &Player, shown: Instant) -> io::Result<bool> {
    loop {
        let left = player.beat().map(|beat| beat.saturating_sub(shown.elapsed()));
        if left == Some(Duration::ZERO) {
            return Ok(false);
        }
        if event::poll(left.map_or(PATIENCE, |left| left.min(PATIENCE)))? {
            return Ok(true);
        }
    }
}
