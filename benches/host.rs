//! What the machine is, and what the system counts.

use std::fs;
use std::num::NonZeroUsize;

use serde::Serialize;

/// The machine and the build that a table speaks of.
#[derive(Debug, Serialize)]
pub(crate) struct Host {
    pub(crate) date: String,
    pub(crate) processor: String,
    pub(crate) processors: usize,
    pub(crate) system: String,
    pub(crate) compiler: &'static str,
    pub(crate) target: &'static str,
}

impl Host {
    pub(crate) fn this() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
            processor: processor().unwrap_or_else(|| "unknown".to_owned()),
            processors,
            system: system(),
            compiler: env!("COMPILER"),
            target: env!("TARGET"),
        }
    }

    /// One line.
    pub(crate) fn line(&self) -> String {
        let Self { date, processor, processors, system, compiler, target } = self;
        format!("{date} · {processor}, {processors} processors · {system} · {compiler}, {target}")
    }
}

fn processor() -> Option<String> {
    let from_variable = || std::env::var("PROCESSOR_IDENTIFIER").ok();
    let Ok(text) = fs::read_to_string("/proc/cpuinfo") else { return from_variable() };
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim().to_owned())
}

fn system() -> String {
    if cfg!(windows) {
        return match crate::native::is_wine() {
            true => crate::native::name().to_owned(),
            false => "Windows".to_owned(),
        };
    }
    match fs::read_to_string("/proc/sys/kernel/osrelease") {
        Ok(release) => format!("Linux {}", release.trim()),
        Err(_) => std::env::consts::OS.to_owned(),
    }
}

/// How often the calling thread gave the processor away or lost it; 0 where nobody counts.
pub(crate) fn context_switches() -> u64 {
    // Under Wine there is such a file, and it speaks of a thread of Wine's server.
    if !cfg!(target_os = "linux") {
        return 0;
    }
    let Ok(text) = fs::read_to_string("/proc/thread-self/status") else { return 0 };
    let counts = text.lines().filter_map(|line| line.split_once("_ctxt_switches:"));
    counts.filter_map(|(_, count)| count.trim().parse::<u64>().ok()).sum()
}

/// How many bytes of memory the process has in use, where the system says so.
pub(crate) fn resident() -> Option<f64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

/// Lets the calling thread run on this processor alone, counted from 0, where that can be asked
/// for.
pub(crate) fn pin(processor: usize) {
    #[cfg(target_os = "linux")]
    {
        let mut processors = rustix::thread::CpuSet::new();
        processors.set(processor);
        rustix::thread::sched_setaffinity(None, &processors).expect("there is such a processor");
    }
    #[cfg(windows)]
    crate::native::pin(processor);
    #[cfg(not(any(target_os = "linux", windows)))]
    let _ = processor;
}
