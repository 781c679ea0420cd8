//! What is said of a get: how the thread comes to it, and how it ends or waits.

use super::Teller;
use super::phrases::{packets, queued};
use crate::ids::ThreadId;
use crate::machine::{Item, Outcome, Place};
use crate::rules::Rule;
use crate::sim::scenario::PortId;
use crate::sim::world::Numbered;

impl Teller<'_> {
    pub(super) fn get(&self, thread: ThreadId, port: PortId) -> Vec<String> {
        if self.returned(thread).is_some_and(|got| got.outcome == Some(Outcome::Closed)) {
            let (name, port) = (self.thread(thread), self.port(port));
            return vec![format!(
                "{name} asks, but the handle of {port} is closed: the call fails."
            )];
        }
        let (left, begin) = self.begin_get(thread, port);
        let end = match self.returned(thread).and_then(|returned| returned.outcome) {
            None => self.wait(thread, port),
            Some(outcome) => self.end_get(thread, port, outcome),
        };
        vec![left, format!("{begin} and {end}"), self.over(port)]
    }

    /// How the thread leaves another port, if it does, and the beginning of the sentence:
    /// "D is done with p1, asks again,".
    fn begin_get(&self, thread: ThreadId, port: PortId) -> (String, String) {
        let name = self.thread(thread);
        let done: Vec<Numbered> = self.happened.done.iter().map(|done| done.packet).collect();
        let done = (!done.is_empty()).then(|| format!("{name} is done with {}", packets(&done)));
        let (here, old) = (self.port(port), self.left_port(thread));
        let comes = self.thread_moves(thread).any(|moved| moved.from == Place::Outside);
        match (done, old, comes) {
            (done, Some(old), _) => {
                let asks = done.map_or(format!("{name} asks {here}"), |done| {
                    format!("{done} and asks {here}")
                });
                let takes_over = self.successor(old);
                let left = format!("{asks}, so it leaves {}. {takes_over}", self.port(old));
                (left.trim_end().to_owned(), format!("{name} comes to {here}"))
            }
            (Some(done), None, _) => (String::new(), format!("{done}, asks again,")),
            (None, None, true) => (String::new(), format!("{name} comes to {here}")),
            (None, None, false) => (String::new(), format!("{name} asks {here}")),
        }
    }

    fn left_port(&self, thread: ThreadId) -> Option<PortId> {
        let mut moves = self.happened.moves.iter();
        let left = moves.find(|(_, moved)| {
            moved.item == Item::Thread(thread)
                && (moved.rule, moved.to) == (Rule::C06, Place::Outside)
        });
        left.map(|&(port, _)| port)
    }

    fn wait(&self, thread: ThreadId, port: PortId) -> String {
        let snapshot = self.world.machine(port).snapshot();
        if !snapshot.queue.is_empty() {
            let queued = queued(snapshot.queue.len());
            return format!("must wait, although {queued}: the limit is reached.");
        }
        let newest = match snapshot.waiting.len() {
            0 | 1 => String::new(),
            _ => format!(" {} is the newest waiting thread.", self.thread(thread)),
        };
        let full = self.world.machine(port).active() >= snapshot.limit as usize;
        let also = if full { ", and no slot is free" } else { "" };
        format!("waits: no packet is queued{also}.{newest}")
    }

    fn end_get(&self, thread: ThreadId, port: PortId, outcome: Outcome) -> String {
        let snapshot = self.world.machine(port).snapshot();
        match outcome {
            Outcome::Packets(_) => {
                let got = self.returned(thread).map_or(&[][..], |returned| &returned.packets);
                let got = packets(got);
                match snapshot.waiting.is_empty() {
                    true => format!("takes {got} at once."),
                    false => format!("takes {got} itself. Nobody is woken."),
                }
            }
            Outcome::Timeout if snapshot.queue.is_empty() => {
                "finds nothing, and does not wait.".to_owned()
            }
            Outcome::Timeout => {
                let queued = queued(snapshot.queue.len());
                format!("gets nothing, although {queued}: the limit is reached.")
            }
            Outcome::Apc => {
                "gets no packet: an APC was pending, and the call ends for it.".to_owned()
            }
            Outcome::Abandoned | Outcome::Closed => "finds the port closed.".to_owned(),
        }
    }
}
