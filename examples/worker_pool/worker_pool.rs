//! A pool of workers that is fed by posts. With `--watch` it shows the port while they work.
//!
//! ```text
//! cargo run -p iocp-sim-win32 --example worker_pool -- --watch
//! ```
//!
//! Windows does not tell what is in a port, so that there `--watch` only says so. The same in C is
//! `examples/c/worker_pool.c`.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, ptr, thread};

use iocp_sim_win32::Win32::Foundation::{
    CloseHandle, FALSE, GetLastError, HANDLE, INVALID_HANDLE_VALUE, TRUE, WAIT_OBJECT_0,
};
use iocp_sim_win32::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatus, PostQueuedCompletionStatus,
};
use iocp_sim_win32::Win32::System::Threading::{
    CreateEventA, INFINITE, ResetEvent, SetEvent, Sleep, WaitForSingleObject,
};
use iocp_sim_win32::core::BOOL;

#[cfg(not(windows))]
pub(crate) mod view;

const WORKERS: u32 = 8;
const LIMIT: u32 = 2;

/// The keys of packets. The bytes of a job are its number.
const JOB: usize = 1;
const QUIT: usize = 2;

/// What a job computes before its wait, and again after it.
const COMPUTES: Duration = Duration::from_millis(150);
/// How many milliseconds some of the jobs sleep.
const SLEEPS_MS: u32 = 500;

/// How often the feeder looks what there is to do, in milliseconds.
const TICK_MS: u32 = 100;
/// It posts by waves, one each so many ticks.
const WAVE_TICKS: usize = 6;
const WAVES: [u32; 5] = [3, 7, 1, 5, 0];
/// Answers come each so many ticks, for a tick.
const ANSWER_TICKS: usize = 10;

fn main() -> ExitCode {
    let Some(options) = Options::parse(env::args().skip(1)) else {
        eprintln!("usage: worker_pool [--watch [--ascii]] [--jobs NUMBER]");
        return ExitCode::from(2);
    };
    let said = match options.watch {
        true => view::watched(&options, &mut io::stdout(), io::stdout().is_terminal()),
        false => run(&options, |_| Ok(())),
    };
    match said.and_then(|said| writeln!(io::stdout(), "{said}")) {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads has had enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("worker_pool: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What was asked for on the command line.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) jobs: u32,
    pub(crate) watch: bool,
    pub(crate) ascii: bool,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = Self { jobs: 40, watch: false, ascii: false };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--watch" => options.watch = true,
                "--ascii" => options.ascii = true,
                "--jobs" => options.jobs = words.next()?.parse().ok()?,
                _ => return None,
            }
        }
        Some(options)
    }
}

/// Does the jobs, shows the pool at each tick, and says how it went.
pub(crate) fn run(
    options: &Options,
    show: impl FnMut(&Pool) -> io::Result<()>,
) -> io::Result<String> {
    let pool = Pool::new();
    let fed = thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| pool.work());
        }
        let fed = pool.feed(options.jobs, show);
        // Whoever waits for an answer goes on, also if nobody can be shown anything any more.
        pool.answers.set(true);
        (0..WORKERS).for_each(|_| pool.port.post(QUIT, 0));
        fed
    });
    fed?;
    let (done, most) = (read(&pool.done), read(&pool.most_computing));
    Ok(format!(
        "Jobs done: {done}. At most {most} workers computed at a time, with a limit of {LIMIT}."
    ))
}

/// The port, and what its workers do.
pub(crate) struct Pool {
    port: Port,
    /// Is set while there are answers for the jobs that wait for one.
    answers: Event,
    computing: AtomicU32,
    most_computing: AtomicU32,
    asleep: AtomicU32,
    waiting: AtomicU32,
    done: AtomicU32,
}

impl Pool {
    fn new() -> Self {
        Self {
            port: Port::new(LIMIT),
            answers: Event::new(),
            computing: AtomicU32::new(0),
            most_computing: AtomicU32::new(0),
            asleep: AtomicU32::new(0),
            waiting: AtomicU32::new(0),
            done: AtomicU32::new(0),
        }
    }

    /// Posts the jobs in waves, and answers those that ask, until all are done.
    fn feed(&self, jobs: u32, mut show: impl FnMut(&Self) -> io::Result<()>) -> io::Result<()> {
        let mut numbers = 0..jobs;
        for tick in 0.. {
            if read(&self.done) == jobs {
                break;
            }
            let wave =
                if tick % WAVE_TICKS == 0 { WAVES[tick / WAVE_TICKS % WAVES.len()] } else { 0 };
            numbers.by_ref().take(wave as usize).for_each(|job| self.port.post(JOB, job));
            self.answers.set(tick % ANSWER_TICKS == 0);
            show(self)?;
            sleep(TICK_MS);
        }
        Ok(())
    }

    fn work(&self) {
        while let (JOB, job) = self.port.get() {
            self.compute();
            self.pause_in_job(job);
            self.compute();
            self.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn compute(&self) {
        counted(&self.computing, || {
            self.most_computing.fetch_max(read(&self.computing), Ordering::Relaxed);
            let begun = Instant::now();
            while begun.elapsed() < COMPUTES {
                thread::yield_now();
            }
        });
    }

    /// Some jobs sleep, some wait for an answer, and the others do neither.
    fn pause_in_job(&self, job: u32) {
        match job % 3 {
            1 => counted(&self.asleep, || sleep(SLEEPS_MS)),
            2 => counted(&self.waiting, || self.answers.wait()),
            _ => {}
        }
    }
}

fn read(count: &AtomicU32) -> u32 {
    count.load(Ordering::Relaxed)
}

/// Does something, and is counted meanwhile.
fn counted(count: &AtomicU32, act: impl FnOnce()) {
    count.fetch_add(1, Ordering::Relaxed);
    act();
    count.fetch_sub(1, Ordering::Relaxed);
}

fn sleep(milliseconds: u32) {
    // SAFETY: it takes no pointer.
    unsafe { Sleep(milliseconds) };
}

fn must(succeeded: BOOL, what: &str) {
    // SAFETY: it takes no pointer.
    assert_eq!(succeeded, TRUE, "{what}: error {}", unsafe { GetLastError() });
}

/// A completion port, closed at its end.
struct Port(HANDLE);

// SAFETY: a handle is a number that any thread may use.
unsafe impl Send for Port {}
// SAFETY: as for Send.
unsafe impl Sync for Port {}

impl Port {
    fn new(limit: u32) -> Self {
        // SAFETY: no other port is named.
        let port =
            unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, ptr::null_mut(), 0, limit) };
        must(BOOL::from(!port.is_null()), "make a port");
        Self(port)
    }

    fn post(&self, key: usize, bytes: u32) {
        // SAFETY: the pointer is null.
        must(unsafe { PostQueuedCompletionStatus(self.0, bytes, key, ptr::null()) }, "post");
    }

    /// Key and bytes of the next packet.
    fn get(&self) -> (usize, u32) {
        let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
        // SAFETY: the results have places.
        let got = unsafe {
            GetQueuedCompletionStatus(self.0, &mut bytes, &mut key, &mut overlapped, INFINITE)
        };
        must(got, "get");
        (key, bytes)
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        // SAFETY: nobody uses the handle after this.
        must(unsafe { CloseHandle(self.0) }, "close");
    }
}

/// An event that stays as it is set, closed at its end.
struct Event(HANDLE);

// SAFETY: a handle is a number that any thread may use.
unsafe impl Send for Event {}
// SAFETY: as for Send.
unsafe impl Sync for Event {}

impl Event {
    fn new() -> Self {
        // SAFETY: the pointers are null.
        let event = unsafe { CreateEventA(ptr::null(), TRUE, FALSE, ptr::null()) };
        must(BOOL::from(!event.is_null()), "make an event");
        Self(event)
    }

    fn set(&self, signaled: bool) {
        // SAFETY: they take no pointer.
        must(unsafe { if signaled { SetEvent(self.0) } else { ResetEvent(self.0) } }, "set");
    }

    fn wait(&self) {
        // SAFETY: it takes no pointer.
        let ended = unsafe { WaitForSingleObject(self.0, INFINITE) };
        must(BOOL::from(ended == WAIT_OBJECT_0), "wait");
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: nobody uses the handle after this.
        must(unsafe { CloseHandle(self.0) }, "close");
    }
}

#[cfg(windows)]
mod view {
    use std::io::{self, Write};

    use super::{Options, run};

    pub(crate) fn watched(
        options: &Options,
        _out: &mut impl Write,
        _terminal: bool,
    ) -> io::Result<String> {
        eprintln!("There is no view: Windows does not tell what is in a port.");
        run(options, |_| Ok(()))
    }
}
