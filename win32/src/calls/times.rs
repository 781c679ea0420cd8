//! How calls say how long they wait.

use std::time::{Duration, SystemTime};

use windows_sys::Win32::System::Threading::INFINITE;

use crate::clockwork::Moment;
use crate::waits::Until;

/// How long a call waits; `None` is for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timeout(pub(super) Option<Duration>);

impl Timeout {
    pub(super) fn milliseconds(milliseconds: u32) -> Self {
        Self(match milliseconds {
            INFINITE => None,
            _ => Some(Duration::from_millis(u64::from(milliseconds))),
        })
    }

    /// What a native time-out says: none is for ever, a negative one a span, any other a moment
    /// since 1601, both in 100 ns.
    pub(super) fn native(timeout: Option<i64>) -> Self {
        Self(timeout.map(|timeout| match timeout {
            ..0 => hundreds_of_ns(timeout.unsigned_abs()),
            0.. => {
                let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
                let now = now.unwrap_or_default() + FROM_1601_TO_1970;
                hundreds_of_ns(timeout.unsigned_abs()).saturating_sub(now)
            }
        }))
    }

    pub(super) fn until(self) -> Until {
        self.0.map_or(Until::Forever, Until::after)
    }
}

/// A time of the system's clock, in 100 ns since 1601, in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileTime {
    pub(super) low: u32,
    pub(super) high: u32,
}

/// The time of the system's clock.
pub(super) fn now() -> FileTime {
    // Of a time before 1970 it is enough that it is early.
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let time = hundreds_of_ns_in(time + FROM_1601_TO_1970);
    let [low, high] = [time, time >> 32].map(|half| half as u32);
    FileTime { low, high }
}

/// When a timer is due: below zero it is a span from now on, and else a moment of the system's
/// clock since 1601, both in 100 ns.
pub(super) fn moment(due: i64) -> Moment {
    let time = hundreds_of_ns(due.unsigned_abs());
    match due {
        ..0 => Moment::after(time),
        0.. => Moment::OfSystem(SystemTime::UNIX_EPOCH - FROM_1601_TO_1970 + time),
    }
}

/// How many 100 ns there are in a time.
pub(super) fn hundreds_of_ns_in(time: Duration) -> i64 {
    i64::try_from(time.as_nanos() / 100).unwrap_or(i64::MAX)
}

/// From the first day of Windows to that of Unix.
pub(super) const FROM_1601_TO_1970: Duration = Duration::from_secs(11_644_473_600);

fn hundreds_of_ns(count: u64) -> Duration {
    let (seconds, rest) = (count / 10_000_000, count % 10_000_000);
    Duration::new(seconds, u32::try_from(rest * 100).expect("it is less than a second"))
}
