//! How calls say how long they wait.

use std::time::{Duration, SystemTime};

use windows_sys::Win32::System::Threading::INFINITE;

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

/// From the first day of Windows to that of Unix.
pub(super) const FROM_1601_TO_1970: Duration = Duration::from_secs(11_644_473_600);

fn hundreds_of_ns(count: u64) -> Duration {
    let (seconds, rest) = (count / 10_000_000, count % 10_000_000);
    Duration::new(seconds, u32::try_from(rest * 100).expect("it is less than a second"))
}
