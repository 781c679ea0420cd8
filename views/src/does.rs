//! What a thread does at a port: where it stands says whether it waits, runs or pauses, and in
//! which place it runs whether it is over the limit.

use iocp_sim::trace::PortState;

/// What a thread does at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    /// It waits for a packet.
    Waits,
    /// It runs, and is within the limit.
    Runs,
    /// It runs, and others that ran before it take up the limit.
    RunsOver,
    /// It does not count, since it waits elsewhere or is suspended.
    Pauses,
}

impl Does {
    /// What the thread does that is in this place among the released ones of a port.
    pub(crate) fn running(place: usize, port: &PortState) -> Self {
        let is_within = u32::try_from(place).is_ok_and(|place| place < port.limit);
        if is_within { Self::Runs } else { Self::RunsOver }
    }

    /// Every thread of a port with what it does, the released ones first.
    pub(crate) fn all(port: &PortState) -> impl Iterator<Item = (&str, Self)> {
        let released = port.released.iter().enumerate();
        let released = released.map(|(place, name)| (name, Self::running(place, port)));
        let waiting = port.waiting.iter().map(|name| (name, Self::Waits));
        let paused = port.paused.iter().map(|name| (name, Self::Pauses));
        released.chain(waiting).chain(paused).map(|(name, does)| (name.as_str(), does))
    }
}
