//! The kinds of objects: when each is signalled, and what a satisfied wait takes of it.
//!
//! An object does not know who waits for it.

use std::num::NonZeroU32;

use super::WaiterId;

/// How often its owner can take a mutex.
pub(crate) const RECURSION_LIMIT: u32 = i32::MAX.cast_unsigned();

/// What lies outside, such as a completion port: it is signalled by itself, and no wait takes
/// anything of it (L14, U07).
pub(crate) trait Probe {
    fn is_signalled(&self) -> bool;
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Object<P> {
    Event {
        reset: Reset,
        signal: Signal,
    },
    Semaphore {
        count: u32,
        max: u32,
    },
    Mutex(Mutex),
    Timer {
        reset: Reset,
        signal: Signal,
    },
    Thread(Life),
    /// Never signalled: the process that all this runs in.
    Never,
    Outside(P),
}

/// Whether a satisfied wait unsets what it waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reset {
    Auto,
    Manual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Signal {
    Set,
    Unset,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Life {
    Running,
    Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mutex {
    Free,
    /// Free, and its last owner went without releasing it.
    Abandoned,
    Owned {
        owner: WaiterId,
        recursion: NonZeroU32,
    },
}

/// What a satisfied wait has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Nothing that anybody owns, or what the waiter owns already.
    Plain,
    /// A mutex that the waiter has begun to own.
    Owned,
    /// The same, and the mutex was abandoned.
    OwnedAbandoned,
}

impl<P> Object<P> {
    pub(super) fn owner(&self) -> Option<WaiterId> {
        match self {
            Self::Mutex(Mutex::Owned { owner, .. }) => Some(*owner),
            Self::Mutex(Mutex::Free | Mutex::Abandoned)
            | Self::Event { .. }
            | Self::Semaphore { .. }
            | Self::Timer { .. }
            | Self::Thread(_)
            | Self::Never
            | Self::Outside(_) => None,
        }
    }

    /// Whether it is a mutex that `who` has taken as often as can be.
    pub(super) fn is_exhausted_by(&self, who: WaiterId) -> bool {
        matches!(self, Self::Mutex(Mutex::Owned { owner, recursion })
            if *owner == who && recursion.get() >= RECURSION_LIMIT)
    }

    /// Takes what a satisfied wait of `who` takes. The object is signalled for it.
    pub(super) fn take(&mut self, who: WaiterId) -> Taken {
        match self {
            Self::Event { reset, signal } | Self::Timer { reset, signal } => {
                if *reset == Reset::Auto {
                    *signal = Signal::Unset;
                }
                Taken::Plain
            }
            Self::Semaphore { count, .. } => {
                *count -= 1;
                Taken::Plain
            }
            Self::Mutex(mutex) => mutex.take(who),
            Self::Thread(_) | Self::Never | Self::Outside(_) => Taken::Plain,
        }
    }
}

impl<P: Probe> Object<P> {
    /// Whether a waiter that owns nothing could take it.
    pub(super) fn is_signalled(&self) -> bool {
        match self {
            Self::Event { signal, .. } | Self::Timer { signal, .. } => *signal == Signal::Set,
            Self::Semaphore { count, .. } => *count > 0,
            Self::Mutex(mutex) => matches!(mutex, Mutex::Free | Mutex::Abandoned),
            Self::Thread(life) => *life == Life::Ended,
            Self::Never => false,
            Self::Outside(probe) => probe.is_signalled(),
        }
    }

    /// Whether `who` could take it: a mutex is signalled for its owner.
    pub(super) fn is_signalled_for(&self, who: WaiterId) -> bool {
        self.owner() == Some(who) || self.is_signalled()
    }
}

impl Mutex {
    fn take(&mut self, who: WaiterId) -> Taken {
        let (recursion, taken) = match *self {
            Self::Free => (NonZeroU32::MIN, Taken::Owned),
            Self::Abandoned => (NonZeroU32::MIN, Taken::OwnedAbandoned),
            Self::Owned { owner, recursion } => {
                assert_eq!(owner, who, "a mutex is signalled for its owner only");
                assert!(recursion.get() < RECURSION_LIMIT, "a wait that passes it is refused");
                (recursion.saturating_add(1), Taken::Plain)
            }
        };
        *self = Self::Owned { owner: who, recursion };
        taken
    }
}
