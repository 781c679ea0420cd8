//! The port of the pool and what its workers do, as they are at each tick.

use std::io::{self, Write};

use iocp_sim_win32::{Style, picture};

use super::{LIMIT, Options, Pool, WORKERS, read, run};

/// Another screen, on which lines are cut at the edge and no cursor is seen; and back.
const OTHER_SCREEN: &str = "\x1b[?1049h\x1b[?7l\x1b[?25l";
const OWN_SCREEN: &str = "\x1b[?25h\x1b[?7h\x1b[?1049l";
/// To the first place, with the line there made empty.
const HOME: &str = "\x1b[H\x1b[K";
const TO_NEXT_LINE: &str = "\n\x1b[K";
const END: &str = "\x1b[J";

const SEPARATOR: &str = "--------------------------------------------------\n";

const LEGEND: &str = "  \
  A job enters the queue on the left. While fewer than 2 threads are released,
  the newest of the waiting threads gets the oldest job. A thread that sleeps
  or waits is paused; when it comes back it runs at once, outside the wall if
  there is no free slot.
";

/// Runs the pool and shows it: in one place on a terminal, and as one frame after the other
/// elsewhere.
pub(crate) fn watched(
    options: &Options,
    out: &mut impl Write,
    terminal: bool,
) -> io::Result<String> {
    if !terminal {
        return run(options, |pool| {
            out.write_all(format!("{SEPARATOR}{}", frame(pool, options, 80)).as_bytes())
        });
    }
    let mut screen = Screen::open(out)?;
    run(options, |pool| screen.show(&frame(pool, options, width())))
}

fn frame(pool: &Pool, options: &Options, width: usize) -> String {
    let style = Style { ascii: options.ascii, width };
    let port = picture(pool.port.0, style).expect("the port is open");
    let [done, computing, asleep, waiting] =
        [&pool.done, &pool.computing, &pool.asleep, &pool.waiting].map(read);
    format!(
        "  {WORKERS} workers, limit {LIMIT}, {done} of {} jobs done\n\n\
         {port}\n  \
         {computing} compute, {asleep} sleep, {waiting} wait for an answer\n\n\
         {LEGEND}",
        options.jobs
    )
}

/// The other screen of a terminal, which gives the own one back at its end.
struct Screen<'o, W: Write>(&'o mut W);

impl<'o, W: Write> Screen<'o, W> {
    fn open(out: &'o mut W) -> io::Result<Self> {
        on_signals(leave_screen as *const () as libc::sighandler_t);
        out.write_all(OTHER_SCREEN.as_bytes())?;
        Ok(Self(out))
    }

    fn show(&mut self, frame: &str) -> io::Result<()> {
        let frame = format!("{HOME}{}{END}", frame.replace('\n', TO_NEXT_LINE));
        self.0.write_all(frame.as_bytes())?;
        self.0.flush()
    }
}

impl<W: Write> Drop for Screen<'_, W> {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing back.
        let _ = self.0.write_all(OWN_SCREEN.as_bytes()).and_then(|()| self.0.flush());
        on_signals(libc::SIG_DFL);
    }
}

fn on_signals(handler: libc::sighandler_t) {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler is none, or only does what a handler may.
        unsafe { libc::signal(signal, handler) };
    }
}

/// Gives the terminal back before a signal ends the program.
extern "C" fn leave_screen(signal: libc::c_int) {
    // SAFETY: these may be called in a handler of signals.
    unsafe {
        libc::write(libc::STDOUT_FILENO, OWN_SCREEN.as_ptr().cast(), OWN_SCREEN.len());
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

fn width() -> usize {
    // SAFETY: all zeros are a size, and the call fills it in.
    let (known, size) = unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        (libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &raw mut size), size)
    };
    if known == 0 { size.ws_col.into() } else { 80 }
}
