//! A trace as text, one line a step, and its hash.

use super::{Move, ResultKind, Step, ThreadResult, Trace};

impl Trace {
    /// One line a step: its number, the time, the event, the moves, the results and the refusal.
    /// SPEC.md has the exact form.
    #[must_use]
    pub fn text(&self) -> String {
        self.steps.iter().map(|step| step.text_line() + "\n").collect()
    }

    /// The FNV-1a hash of 64 bits over [`Trace::text`]: the same on every platform.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.text().bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        })
    }
}

impl Step {
    fn text_line(&self) -> String {
        let Self { n, at_ns, event, .. } = self;
        let mut parts = vec![format!("{n} {at_ns} {event}")];
        parts.extend(self.moves.iter().map(move_text));
        parts.extend(self.results.iter().map(result_text));
        parts.extend(self.refused.iter().map(|rule| format!("refused {rule}")));
        parts.join(" | ")
    }
}

fn move_text(moved: &Move) -> String {
    let Move { port, item, with, from, to, rule } = moved;
    let with = with.as_ref().map_or(String::new(), |packet| format!("+{packet}"));
    format!("{port}: {item}{with} {from}->{to} {rule}")
}

fn result_text(result: &ThreadResult) -> String {
    let ThreadResult { thread, kind, packets, rule } = result;
    let packets: String = packets
        .iter()
        .map(|packet| {
            let (name, status) = (packet.name(), packet.status.0);
            format!(" {name},key={},bytes={},status={status:#010x}", packet.key, packet.bytes)
        })
        .collect();
    format!("{thread} {}{packets} {rule}", kind.name())
}

impl ResultKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Got, Self::Timeout, Self::Abandoned, Self::Closed, Self::Apc, Self::Refused];

    /// The word that expectations and traces use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Got => "got",
            Self::Timeout => "timeout",
            Self::Abandoned => "abandoned",
            Self::Closed => "closed",
            Self::Apc => "apc",
            Self::Refused => "refused",
        }
    }
}
