//! What each thread does after a step, read off the steps up to it.

use iocp_sim::trace::{Step, Trace};

/// The threads, as far as the story has been followed.
pub(crate) struct Whereabouts(Vec<Thread>);

#[derive(Clone, Default)]
struct Thread {
    /// The get that has not returned.
    get: Option<String>,
    blocks: usize,
    suspensions: usize,
    ended: bool,
}

/// What a thread does: threads that do the same are named together.
#[derive(PartialEq, Eq)]
enum Doing {
    Waits(String),
    Has(Vec<String>),
    Blocked,
    Suspended,
    Ended,
    Runs,
    /// It belongs to no port, and holds nothing.
    Outside,
}

impl Whereabouts {
    pub(crate) fn new(trace: &Trace) -> Self {
        Self(vec![Thread::default(); trace.threads.len()])
    }

    /// Follows the story by one step.
    pub(crate) fn follow(&mut self, trace: &Trace, step: &Step) {
        let name = |number: usize| trace.threads[number].name.as_str();
        if let Some((actor, act)) = step.event.split_once(": ") {
            let own = (0..self.0.len()).find(|&number| name(number) == actor);
            if let Some(number) = own.filter(|_| step.refused.is_none()) {
                self.0[number].act(act);
            }
        }
        for result in &step.results {
            if let Some(number) = (0..self.0.len()).find(|&number| name(number) == result.thread) {
                self.0[number].get = None;
            }
        }
    }

    /// What the threads do after `step`, the last one followed.
    pub(crate) fn told(&self, trace: &Trace, step: &Step) -> Vec<String> {
        let mut groups: Vec<(Doing, Vec<&str>)> = Vec::new();
        for (number, thread) in self.0.iter().enumerate() {
            let name = trace.threads[number].name.as_str();
            let held = step.holds[number].iter().map(|packet| packet.name()).collect();
            let runs = step.state.iter().any(|port| port.released.iter().any(|one| one == name));
            let doing = thread.doing(held, runs);
            match groups.iter_mut().find(|(known, _)| *known == doing) {
                Some((_, names)) => names.push(name),
                None => groups.push((doing, vec![name])),
            }
        }
        groups.iter().map(|(doing, names)| doing.said_of(names)).collect()
    }
}

impl Thread {
    fn act(&mut self, act: &str) {
        match act.split(' ').next().unwrap_or_default() {
            "get" => self.get = Some(act.to_owned()),
            "block" => self.blocks += 1,
            "unblock" => self.blocks = self.blocks.saturating_sub(1),
            "suspend" => self.suspensions += 1,
            "resume" => self.suspensions = self.suspensions.saturating_sub(1),
            "exit" => self.ended = true,
            _ => {}
        }
    }

    fn doing(&self, held: Vec<String>, runs: bool) -> Doing {
        match &self.get {
            _ if self.ended => Doing::Ended,
            _ if self.suspensions > 0 => Doing::Suspended,
            Some(get) => Doing::Waits(get.clone()),
            None if self.blocks > 0 => Doing::Blocked,
            None if !held.is_empty() => Doing::Has(held),
            None if runs => Doing::Runs,
            None => Doing::Outside,
        }
    }
}

impl Doing {
    fn said_of(&self, names: &[&str]) -> String {
        let s = if names.len() == 1 { "s" } else { "" };
        let who = names.join(" ");
        match self {
            Self::Waits(get) => format!("{who} wait{s} in {get}"),
            Self::Has(packets) if packets.len() > 3 => format!("{who} has {}", packets.len()),
            Self::Has(packets) => format!("{who} has {}", packets.join(" ")),
            Self::Blocked => format!("{who} blocked"),
            Self::Suspended => format!("{who} suspended"),
            Self::Ended => format!("{who} ended"),
            Self::Runs => format!("{who} run{s}"),
            Self::Outside => format!("{who} outside"),
        }
    }
}
