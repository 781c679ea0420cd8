//! The terminal: keys come in, screens go out, and it is left as it was found.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::{event, execute};

use super::keys::Key;
use super::look::Look;
use super::player::{Player, Then};
use super::screen::screen;

/// How long keys are waited for at a time.
const PATIENCE: Duration = Duration::from_secs(3600);
/// How long it is looked whether there are more keys.
const LOOK: Duration = Duration::from_millis(1);

/// The terminal was somebody else's meanwhile, and has to be drawn anew.
static AGAIN: AtomicBool = AtomicBool::new(false);

/// Plays until the player quits, or goes on to the next lesson.
pub(super) fn play(player: &mut Player, look: Look) -> io::Result<Then> {
    #[cfg(unix)]
    listen_to_signals()?;
    // From here on a panic restores the terminal too.
    let mut terminal = ratatui::try_init()?;
    let outcome = turns(&mut terminal, player, look);
    leave();
    outcome
}

/// Gives the terminal back. Where it is gone there is nothing to give.
fn leave() {
    let _ = ratatui::try_restore();
    let _ = execute!(io::stdout(), Show);
}

/// Ends at once when the terminal is gone, or somebody wants it, and stands aside while the process
/// is stopped. Another thread does it: whoever waits for keys of a terminal that is gone may wait,
/// or turn round, for ever.
#[cfg(unix)]
fn listen_to_signals() -> io::Result<()> {
    use std::sync::Once;

    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    static LISTENS: Once = Once::new();
    if LISTENS.is_completed() {
        return Ok(());
    }
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT])?;
    LISTENS.call_once(|| {
        std::thread::spawn(move || {
            for signal in signals.forever() {
                match signal {
                    SIGTSTP => {
                        leave();
                        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
                    }
                    SIGCONT => come_back(),
                    _ => end(signal),
                }
            }
        });
    });
    Ok(())
}

/// Takes the terminal again, and has the other thread draw it: a change of size is what it hears.
#[cfg(unix)]
fn come_back() {
    use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
    let _ = enable_raw_mode();
    let _ = execute!(io::stdout(), EnterAlternateScreen);
    AGAIN.store(true, Ordering::SeqCst);
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGWINCH);
}

/// What was typed for the player is not for the shell.
#[cfg(unix)]
fn end(signal: i32) {
    leave();
    let _ = rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush);
    std::process::exit(128 + signal);
}

/// Stops the process as the terminal does it for other programs.
fn stop() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
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
        if AGAIN.swap(false, Ordering::SeqCst) {
            let size = terminal.size()?;
            terminal.resize(size.into())?;
        }
        let mut most = 0;
        terminal.draw(|frame| most = screen(frame, player, look))?;
        player.scroll = player.scroll.min(most);
        // Whatever was pressed meanwhile is done before the next screen.
        let before = player.beats_from();
        while waits_for_key(player, shown)? {
            let then = match Key::of(&event::read()?) {
                None => Then::GoOn,
                Some(Key::Stop) => {
                    stop();
                    Then::GoOn
                }
                Some(key) => player.press(key),
            };
            if then != Then::GoOn {
                return Ok(then);
            }
            if !event::poll(LOOK)? {
                break;
            }
        }
        // Keys that change nothing leave the step its time.
        if player.beats_from() != before {
            shown = Instant::now();
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
