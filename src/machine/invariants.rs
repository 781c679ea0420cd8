//! What holds after every step, and a ledger that watches what one state can not show.

use std::collections::VecDeque;
use std::fmt;

use super::{Event, Item, Machine, Move, Outcome, Place, Sink};
use crate::ids::ThreadId;
use crate::rules::Rule;

/// An invariant that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The invariant.
    pub rule: Rule,
    /// What was found.
    pub found: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} does not hold: {}", self.rule, self.found)
    }
}

impl std::error::Error for Broken {}

fn hold(holds: bool, rule: Rule, found: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken { rule, found: found() }) }
}

impl Machine {
    /// Checks the invariants that a state alone can break: INV1 to INV3, and [`Rule::P07`].
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check_invariants(&self) -> Result<(), Broken> {
        self.check_counted()?;
        let idle = self.has_free_slot() && !self.completions.is_empty();
        hold(!idle || self.waiting.is_empty(), Rule::INV2, || {
            "a slot is free, a packet is queued and a thread waits".to_owned()
        })?;
        for thread in self.waiting.iter() {
            let condition = self.conditions.of(thread);
            let in_call = condition.call.is_some();
            hold(in_call && condition.suspended == 0, Rule::INV3, || {
                format!("{thread:?} waits outside a call, or is suspended")
            })?;
            hold(!self.released.contains(thread), Rule::P07, || {
                format!("{thread:?} waits and is released")
            })?;
        }
        self.check_paused()
    }

    fn check_counted(&self) -> Result<(), Broken> {
        for thread in self.released.iter() {
            hold(self.must_run(thread).is_ok(), Rule::INV1, || {
                format!("{thread:?} counts and does not run")
            })?;
        }
        Ok(())
    }

    fn check_paused(&self) -> Result<(), Broken> {
        for thread in self.paused.iter() {
            let elsewhere = self.released.contains(thread) || self.waiting.contains(thread);
            hold(!elsewhere, Rule::P07, || format!("{thread:?} is paused and elsewhere"))?;
            hold(self.must_run(thread).is_err(), Rule::INV1, || {
                format!("{thread:?} runs and does not count")
            })?;
        }
        Ok(())
    }
}

/// Keeps account of one port from its beginning, and checks what only a history can show: INV4,
/// INV5 and INV6.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// The packets in the queue by number, the next to leave first.
    queued: VecDeque<u64>,
    /// The waiting threads, the next to leave last.
    waiting: Vec<ThreadId>,
    entered: u64,
    delivered: u64,
    discarded: u64,
    /// The active count before the step.
    active: usize,
    /// The rule by which a thread began to count last in the step.
    raised_by: Option<Rule>,
    broken: Option<Broken>,
}

impl Ledger {
    /// Opens the account of a port that has a history already.
    #[must_use]
    pub fn of(machine: &Machine) -> Self {
        let snapshot = machine.snapshot();
        let queued: VecDeque<u64> = snapshot.queue.iter().map(|&(n, _)| n).collect();
        let waiting = snapshot.waiting.into_iter().rev().collect();
        let entered = queued.len() as u64;
        Self { queued, waiting, entered, active: machine.active(), ..Self::default() }
    }

    /// Steps `machine`, and checks every invariant.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    ///
    /// # Panics
    ///
    /// When the event can not happen.
    pub fn step(&mut self, machine: &mut Machine, event: Event) -> Result<(), Broken> {
        self.begin(machine);
        let answer = machine.step(event, self);
        let _ = answer.unwrap_or_else(|misuse| panic!("{event:?} can not happen: {misuse}"));
        let queue: Vec<u64> = machine.snapshot().queue.iter().map(|&(n, _)| n).collect();
        self.check(machine, &queue)
    }

    /// Notes the active count before a step.
    pub fn begin(&mut self, machine: &Machine) {
        self.active = machine.active();
        self.raised_by = None;
    }

    /// Checks every invariant after a step whose moves this ledger was told; `queue` has the
    /// numbers of the queued packets as the moves gave them.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self, machine: &Machine, queue: &[u64]) -> Result<(), Broken> {
        self.broken.clone().map_or(Ok(()), Err)?;
        machine.check_invariants()?;
        let accounted = self.delivered + self.discarded + machine.completions.len() as u64;
        hold(self.entered == accounted, Rule::INV4, || {
            format!("{} packets came and {accounted} are accounted for", self.entered)
        })?;
        hold(self.queued == queue, Rule::INV5, || {
            format!("packets came in the order {:?} and are {queue:?}", self.queued)
        })?;
        hold(machine.waiting.iter().eq(self.waiting.iter().rev().copied()), Rule::INV5, || {
            format!("threads came in the order {:?}", self.waiting)
        })?;
        let over = machine.active() > self.active.max(machine.limit().get() as usize);
        hold(!over || self.raised_by.is_some_and(may_exceed), Rule::INV6, || {
            format!("the active count rose to {} by {:?}", machine.active(), self.raised_by)
        })
    }

    fn expect(&mut self, holds: bool, rule: Rule, found: impl FnOnce() -> String) {
        if let Err(broken) = hold(holds, rule, found) {
            self.broken.get_or_insert(broken);
        }
    }

    fn packet_moved(&mut self, n: u64, from: Place, to: Place) {
        if from == Place::Queue {
            let head = self.queued.pop_front();
            self.expect(head == Some(n), Rule::INV5, || format!("{n} left before {head:?}"));
        } else {
            self.entered += 1;
            let overtakes = to != Place::Queue && !self.queued.is_empty();
            self.expect(!overtakes, Rule::Q07, || format!("{n} overtook the queue"));
        }
        match to {
            Place::Queue => self.queued.push_back(n),
            Place::Discarded => self.discarded += 1,
            _ => self.delivered += 1,
        }
    }

    fn thread_moved(&mut self, thread: ThreadId, moved: Move) {
        if moved.from == moved.to {
            return;
        }
        if moved.from == Place::Waiting {
            let newest = self.waiting.last().copied();
            self.expect(newest == Some(thread) || moved.rule != Rule::W01, Rule::INV5, || {
                format!("{thread:?} was released before {newest:?}")
            });
            self.waiting.retain(|&waiting| waiting != thread);
        }
        match moved.to {
            Place::Waiting => self.waiting.push(thread),
            Place::Released => self.raised_by = Some(moved.rule),
            _ => {}
        }
    }
}

impl Sink for Ledger {
    fn moved(&mut self, moved: Move) {
        match moved.item {
            Item::Packet { n, .. } => self.packet_moved(n, moved.from, moved.to),
            Item::Thread(thread) => self.thread_moved(thread, moved),
            Item::Device(_) | Item::Port => {}
        }
    }

    fn returned(&mut self, _: ThreadId, _: Outcome, _: Rule) {}
}

/// INV6: whether a rule lets a thread count whatever the limit.
fn may_exceed(rule: Rule) -> bool {
    matches!(rule, Rule::C11 | Rule::C13 | Rule::C14 | Rule::W06 | Rule::P04)
}
