//! How a port is made.

use std::num::NonZeroU32;

use super::port::CompletionPort;
use super::state::Shared;
use super::waiter::WaitStrategy;
use crate::machine::{Limit, Machine, Profile};

/// How a port is made.
///
/// # Examples
///
/// ```
/// use iocp_sim::Profile;
/// use iocp_sim::threads::{CompletionPort, WaitStrategy};
///
/// let port = CompletionPort::builder()
///     .limit(2)
///     .name("requests")
///     .profile(Profile::Windows10)
///     .wait_strategy(WaitStrategy::Spin { turns: 64 })
///     .build();
/// assert_eq!(port.limit(), 2);
/// assert_eq!(port.name(), Some("requests"));
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    limit: u32,
    name: Option<String>,
    profile: Profile,
    strategy: WaitStrategy,
}

impl Builder {
    pub(super) fn new() -> Self {
        let (profile, strategy) = (Profile::Windows11, WaitStrategy::default());
        Self { limit: 0, name: None, profile, strategy }
    }

    /// How many threads the port lets run at a time; 0, as it is in the beginning, asks for as
    /// many as there are processors ([`Rule::C01`](crate::Rule::C01)): as many as
    /// [`std::thread::available_parallelism`] gives, which, other than Windows, heeds an affinity
    /// and a quota.
    #[must_use]
    pub fn limit(mut self, limit: u32) -> Self {
        self.limit = limit;
        self
    }

    /// A name, for whoever looks at the port.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The version of Windows whose rules hold; Windows 11 in the beginning.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// How waiting threads wait; [`WaitStrategy::Park`] in the beginning.
    #[must_use]
    pub fn wait_strategy(mut self, strategy: WaitStrategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// Makes the port.
    #[must_use]
    pub fn build(self) -> CompletionPort {
        let processors = if self.limit == 0 { processors() } else { NonZeroU32::MIN };
        let machine = Machine::new(self.profile, Limit::new(self.limit, processors));
        CompletionPort::over(Shared::new(self.name, self.strategy, machine))
    }
}

/// How many processors there are, as far as the host says.
fn processors() -> NonZeroU32 {
    let count = std::thread::available_parallelism().ok();
    let count = count.and_then(|count| u32::try_from(count.get()).ok());
    count.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
}
