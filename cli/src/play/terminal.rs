//! The terminal: keys come in, screens go out, and it is left as it was found.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::crossterm::event;

use super::keys::Key;
use super::look::Look;
use super::player::{Player, Then};
use super::screen::screen;

/// How long a signal may have to wait for the end.
const PATIENCE: Duration = Duration::from_millis(100);

/// Plays until the player quits, or is told by a signal to end.
pub(super) fn play(player: &mut Player, look: Look) -> io::Result<()> {
    let ends = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&ends))?;
    }
    // From here on a panic restores the terminal too.
    let mut terminal = ratatui::try_init()?;
    let outcome = turns(&mut terminal, player, look, &ends);
    ratatui::restore();
    outcome
}

fn turns(
    terminal: &mut ratatui::DefaultTerminal,
    player: &mut Player,
    look: Look,
    ends: &AtomicBool,
) -> io::Result<()> {
    let mut shown = Instant::now();
    while !ends.load(Ordering::Relaxed) {
        terminal.draw(|frame| screen(frame, player, look))?;
        // Whatever was pressed meanwhile is done before the next screen.
        while waits_for_key(player, shown, ends)? {
            let key = Key::of(&event::read()?);
            if key.map(|key| player.press(key)) == Some(Then::Quit) {
                return Ok(());
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
    Ok(())
}

/// Waits until there is a key, and says whether there is: the time of a step may be over before.
fn waits_for_key(player: &Player, shown: Instant, ends: &AtomicBool) -> io::Result<bool> {
    loop {
        let left = player.beat().map(|beat| beat.saturating_sub(shown.elapsed()));
        if left == Some(Duration::ZERO) || ends.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if event::poll(left.map_or(PATIENCE, |left| left.min(PATIENCE)))? {
            return Ok(true);
        }
    }
}
