//! A terminal without a window: what the player writes, a screen is made of.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

/// How long something may take to appear; it decides nothing but when a test has failed.
const LIMIT: Duration = Duration::from_secs(30);

/// The screen, and whether the program still writes.
struct Seen {
    parser: Parser,
    open: bool,
}

/// The player in a terminal.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn some(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).expect("a terminal has a size")
}

impl Terminal {
    /// Starts `iocp-sim play` with these arguments.
    pub(crate) fn play(arguments: &[&str], columns: u16, rows: u16) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).expect("there is a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_iocp-sim"));
        command.arg("play");
        command.args(arguments);
        command.cwd(env!("CARGO_TARGET_TMPDIR"));
        for (name, value) in [("LC_ALL", "C.UTF-8"), ("TERM", "xterm-256color")] {
            command.env(name, value);
        }
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        let child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let parser = Parser::new(some(rows), some(columns), 0);
        let seen = Arc::new((Mutex::new(Seen { parser, open: true }), Condvar::new()));
        let mut output = pair.master.try_clone_reader().expect("it can be read");
        let told = Arc::clone(&seen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let read = output.read(&mut bytes).unwrap_or(0);
                let mut seen = told.0.lock().expect("nobody panicked");
                seen.parser.process(&bytes[..read]);
                seen.open = read > 0;
                told.1.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        let keys = pair.master.take_writer().expect("it can be written to");
        Self { child, master: pair.master, keys, seen }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("it reads");
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let mut seen = self.seen.0.lock().expect("nobody panicked");
        seen.parser.screen_mut().set_size(some(rows), some(columns));
        drop(seen);
        self.master.resize(size(columns, rows)).expect("it can have any size");
    }

    /// What is on the screen, without the blanks at the ends of lines.
    pub(crate) fn screen(&self) -> String {
        shown(&self.seen.0.lock().expect("nobody panicked"))
    }

    pub(crate) fn has_colour(&self) -> bool {
        let seen = self.seen.0.lock().expect("nobody panicked");
        let (rows, columns) = seen.parser.screen().size();
        let cells =
            (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        cells
            .filter_map(|(row, column)| seen.parser.screen().cell(row, column))
            .any(|cell| cell.fgcolor() != vt100::Color::Default)
    }

    /// Waits until this stands on the screen.
    pub(crate) fn wait(&self, text: &str) {
        let what = format!("{text:?}");
        self.wait_for(&what, |screen| screen.contains(text));
    }

    /// The screen once nothing more is written for a while: for a person who will look at it.
    pub(crate) fn settled(&self) -> String {
        let mut before = String::new();
        while before != self.screen() {
            before = self.screen();
            thread::sleep(Duration::from_millis(300));
        }
        before
    }

    pub(crate) fn wait_for(&self, what: &str, holds: impl Fn(&str) -> bool) {
        let end = Instant::now() + LIMIT;
        let mut seen = self.seen.0.lock().expect("nobody panicked");
        while !holds(&shown(&seen)) {
            let left = end.saturating_duration_since(Instant::now());
            if !seen.open || left.is_zero() {
                let screen = shown(&seen);
                drop(seen);
                panic!("{what} is not on the screen:\n{screen}");
            }
            seen = self.seen.1.wait_timeout(seen, left).expect("nobody panicked").0;
        }
    }

    /// Sends the player a signal, by its name.
    pub(crate) fn signal(&self, name: &str) {
        let process = self.child.process_id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.expect("there is a command for it").success());
    }

    /// Waits until the process is stopped.
    pub(crate) fn is_stopped(&self) {
        let end = Instant::now() + LIMIT;
        let process = self.child.process_id().expect("it runs").to_string();
        loop {
            let told = Command::new("ps").args(["-o", "stat=", "-p", &process]).output();
            if told.expect("there is a command for it").stdout.trim_ascii().starts_with(b"T") {
                return;
            }
            assert!(Instant::now() < end, "it goes on");
            thread::yield_now();
        }
    }

    pub(crate) fn stop_with_signal(&mut self) {
        self.signal("TSTP");
    }

    pub(crate) fn stop_with_key(&mut self) {
        self.press("\x1a");
    }

    /// Whether the terminal is as it was before: its own screen, with a cursor.
    pub(crate) fn is_left(&self) -> bool {
        let seen = self.seen.0.lock().expect("nobody panicked");
        let screen = seen.parser.screen();
        !screen.alternate_screen() && !screen.hide_cursor()
    }

    /// Takes the terminal away, and waits for the end.
    pub(crate) fn hang_up(mut self) {
        let end = Instant::now() + LIMIT;
        let process = self.child.process_id().expect("it runs");
        // Its own end is open as long as somebody reads: so the hang-up is said, not made.
        self.signal("HUP");
        while self.child.try_wait().expect("it can be asked").is_none() {
            assert!(Instant::now() < end, "process {process} does not end");
            thread::yield_now();
        }
    }

    /// Waits for the end, and gives the exit code.
    pub(crate) fn ends(&mut self) -> u32 {
        let end = Instant::now() + LIMIT;
        let mut seen = self.seen.0.lock().expect("nobody panicked");
        while seen.open {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "it does not end:\n{}", shown(&seen));
            seen = self.seen.1.wait_timeout(seen, left).expect("nobody panicked").0;
        }
        drop(seen);
        self.child.wait().expect("it ended").exit_code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ = self.child.kill();
    }
}

fn shown(seen: &Seen) -> String {
    let screen = seen.parser.screen();
    let (_, columns) = screen.size();
    let rows: Vec<String> =
        screen.rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect();
    rows.join("\n").trim_end().to_owned() + "\n"
}
