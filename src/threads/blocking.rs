//! Waits outside the port, which free the thread's slot.

use std::sync::Arc;

use super::member::{Home, with_member};
use super::state::Shared;
use crate::ids::ThreadId;
use crate::machine::Event;

/// Runs `wait`, in which the calling thread waits for something other than a port: a lock, a
/// channel, a file, a sleep.
///
/// Meanwhile the thread is paused: it does not count against the limit of the port it belongs to,
/// and the newest waiting thread may be released in its place ([`Rule::C10`](crate::Rule::C10)).
/// When `wait` returns, or panics, the thread counts again at once, even if that exceeds the
/// limit ([`Rule::C11`](crate::Rule::C11)). Calls nest ([`Rule::C31`](crate::Rule::C31)). A
/// thread that belongs to no port just runs `wait`.
///
/// Within `wait` the thread can post, and can not get
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

/// The pause of the calling thread, which ends when this is dropped.
struct Pause(Option<(Arc<Shared>, ThreadId)>);

impl Pause {
    fn begin() -> Self {
        let home = with_member(|member| {
            let Home { port, thread } = member.home.as_ref()?;
            Some((Arc::clone(port), *thread))
        });
        if let Some((port, thread)) = &home {
            let answer = port.step(Event::Block { thread: *thread });
            let _ = answer.expect("a thread that runs this code can wait");
        }
        Self(home)
    }
}

impl Drop for Pause {
    fn drop(&mut self) {
        if let Some((port, thread)) = self.0.take() {
            let answer = port.step(Event::Unblock { thread });
            let _ = answer.expect("the thread was blocked");
        }
    }
}
