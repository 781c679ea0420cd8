//! Waits outside the port, which free the thread's slot.

use super::member::{Home, with_member};

/// Runs `wait`, in which the calling thread waits for something other than a port: a channel, a
/// file, a sleep, another job, a lock that is held for long. A wait that is over at once is not
/// worth it.
///
/// Meanwhile the thread is paused: it does not count against the limit of the port it belongs to,
/// and the newest waiting thread may be released in its place ([`Rule::C10`](crate::Rule::C10)).
/// When `wait` returns, or panics, the thread counts again at once, even if that exceeds the
/// limit ([`Rule::C11`](crate::Rule::C11)). Calls nest ([`Rule::C31`](crate::Rule::C31)). A
/// thread that belongs to no port just runs `wait`.
///
/// A job that waits for another job of the same pool without saying so may wait for ever: nobody
/// is released to run the other one.
///
/// Within `wait` the thread can post, and can not get, from whatever port
/// ([`GetError::Blocking`](super::GetError::Blocking)).
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use iocp_sim::Packet;
/// use iocp_sim::threads::{CompletionPort, blocking};
///
/// let port = CompletionPort::new(1);
/// port.post(Packet::default())?;
/// port.get()?;
/// assert_eq!(port.snapshot().released.len(), 1);
/// blocking(|| {
///     assert_eq!(port.snapshot().released.len(), 0);
///     std::thread::sleep(Duration::from_millis(1));
/// });
/// assert_eq!(port.snapshot().released.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blocking<R>(wait: impl FnOnce() -> R) -> R {
    let _pause = Pause::begin();
    wait()
}

/// The pause of the calling thread, which ends when this is dropped. Meanwhile the thread keeps
/// the port it belongs to, for it can neither get nor leave.
struct Pause;

impl Pause {
    fn begin() -> Self {
        with_member(|member| {
            member.block();
            let Some(Home { port, thread }) = &member.home else { return };
            while !port.pause(*thread) {
                member.waiter.sleep_while_held();
            }
        });
        Self
    }
}

impl Drop for Pause {
    fn drop(&mut self) {
        with_member(|member| {
            member.unblock();
            if let Some(Home { port, thread }) = &member.home {
                port.unpause(*thread);
            }
        });
    }
}

/// Makes the calling thread belong to no port.
///
/// A thread counts against the limit of the port that it called last, also after a poll in vain,
/// until it waits, gets from another port, or ends. One that calls a port now and then, and works
/// for itself in between, gives its slot away by this, as if it had gone to another port
/// ([`Rule::C06`](crate::Rule::C06)). Windows has no such call.
///
/// Inside [`blocking`] it does nothing: there the thread does not count anyway.
///
/// # Examples
///
/// ```
/// use iocp_sim::threads::{CompletionPort, leave};
///
/// let port = CompletionPort::new(1);
/// assert!(port.poll().is_err());
/// assert_eq!(port.snapshot().released.len(), 1); // it runs, and so it counts
/// leave();
/// assert_eq!(port.snapshot().released.len(), 0);
/// ```
pub fn leave() {
    with_member(|member| {
        if member.blocked == 0 {
            member.leave();
        }
    });
}
