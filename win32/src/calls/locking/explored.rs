//! All that a few threads can do with the word of a lock, in every order.
//!
//! A step is one atomic operation on the word, or what happens under the lock of all waits. Each
//! thread takes the lock and gives it back without end, so that the search ends where there are no
//! new states.

use std::collections::{HashSet, VecDeque};
use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::{Came, Give, Given, Left, Protocol, Take, Woken};

/// Where a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::calls) enum At<H> {
    Outside,
    /// It looks whether it can have the lock.
    Coming(H, Came),
    /// It is about to wait.
    Queueing(H),
    Asleep(H),
    Holding(H),
    /// It holds the lock, and has begun to give it back.
    Giving(H),
    /// It holds the lock, and is about to wake those who wait to hold it so.
    Waking(H, H),
}

/// The word, where the threads are, and who waits, the oldest first.
pub(in crate::calls) struct World<P: Protocol> {
    pub(in crate::calls) word: u32,
    pub(in crate::calls) threads: Vec<At<P::Hold>>,
    queue: VecDeque<usize>,
    protocol: PhantomData<P>,
}

/// Whether threads are woken by somebody who has nothing to do with the lock, as happens where
/// its memory was used for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::calls) enum Strangers {
    None,
    Come,
}

impl<P: Protocol<Hold: Hash + Debug>> World<P> {
    /// Every state that one step of this thread leads to.
    fn steps(&self, who: usize, holds: &[P::Hold], strangers: Strangers) -> Vec<Self> {
        match self.threads[who] {
            At::Outside => {
                let comes = |hold: &P::Hold| self.with(who, At::Coming(*hold, Came::First));
                holds.iter().map(comes).collect()
            }
            At::Coming(hold, came) => vec![match P::take(self.word, hold, came) {
                Take::Has(word) => self.with(who, At::Holding(hold)).of(word),
                Take::Marks(word) => self.with(who, At::Coming(hold, Came::Again)).of(word),
                Take::Waits => self.with(who, At::Queueing(hold)),
            }],
            At::Queueing(hold) if P::must_wait(self.word, hold) => {
                let mut next = self.with(who, At::Asleep(hold));
                next.queue.push_back(who);
                vec![next]
            }
            At::Queueing(hold) => vec![self.with(who, At::Coming(hold, Came::Again))],
            At::Asleep(hold) => match strangers {
                Strangers::None => Vec::new(),
                Strangers::Come => vec![self.woken_by_a_stranger(who, hold)],
            },
            At::Holding(hold) | At::Giving(hold) => vec![match P::give(self.word, hold) {
                Give::Gives(word) => self.with(who, At::Outside).of(word),
                Give::Wakes(next) => self.with(who, At::Waking(hold, next)),
                Give::NotHeld => panic!("it is held: {self:?}"),
            }],
            At::Waking(hold, next) => vec![self.wakes(who, hold, next)],
        }
    }

    fn wakes(&self, who: usize, hold: P::Hold, next: P::Hold) -> Self {
        let mut after = self.with(who, At::Outside);
        let is_next = |other: &usize| self.threads[*other] == At::Asleep(next);
        let waiting: Vec<usize> = self.queue.iter().copied().filter(is_next).collect();
        let count = waiting.len().min(P::queue(next).at_once as usize);
        let left = if count == waiting.len() { Left::Nobody } else { Left::Others };
        for other in &waiting[..count] {
            after.threads[*other] = At::Coming(next, Came::Woken);
        }
        after.queue.retain(|other| !waiting[..count].contains(other));
        match P::woke(self.word, hold, next, Woken { count: count as u32, left }) {
            Given::Gone(word) => after.of(word),
            Given::Held(word) => after.with(who, At::Giving(hold)).of(word),
        }
    }

    fn woken_by_a_stranger(&self, who: usize, hold: P::Hold) -> Self {
        let mut next = self.with(who, At::Coming(hold, Came::Woken));
        next.queue.retain(|other| *other != who);
        next
    }

    fn with(&self, who: usize, at: At<P::Hold>) -> Self {
        let mut next = self.clone();
        next.threads[who] = at;
        next
    }

    fn of(mut self, word: u32) -> Self {
        self.word = word;
        self
    }

    /// The ways in which the lock is held.
    fn holds(&self) -> Vec<P::Hold> {
        let holds = self.threads.iter().filter_map(|at| match *at {
            At::Holding(hold) | At::Giving(hold) | At::Waking(hold, _) => Some(hold),
            At::Outside | At::Coming(..) | At::Queueing(_) | At::Asleep(_) => None,
        });
        holds.collect()
    }

    fn check(&self, exclude: impl Fn(P::Hold, P::Hold) -> bool) {
        let holds = self.holds();
        for (number, one) in holds.iter().enumerate() {
            let others = &holds[number + 1..];
            assert!(!others.iter().any(|other| exclude(*one, *other)), "both hold it: {self:?}");
        }
        let is_awake = |at: &At<P::Hold>| !matches!(at, At::Asleep(_) | At::Outside);
        let wakes = self.threads.iter().any(is_awake);
        assert!(self.queue.is_empty() || wakes, "nobody is on the way to wake them: {self:?}");
    }
}

/// Goes through all states that so many threads can reach, and says how many there are.
pub(in crate::calls) fn explore<P: Protocol<Hold: Hash + Debug>>(
    free: u32,
    threads: usize,
    holds: &[P::Hold],
    strangers: Strangers,
    exclude: impl Fn(P::Hold, P::Hold) -> bool,
    check: impl Fn(&World<P>),
    check_step: impl Fn(&World<P>, &World<P>, usize),
) -> usize {
    let threads = vec![At::Outside; threads];
    let first = World { word: free, threads, queue: VecDeque::new(), protocol: PhantomData };
    let mut seen = HashSet::from([first.clone()]);
    let mut open = vec![first];
    let mut slept = false;
    while let Some(world) = open.pop() {
        world.check(&exclude);
        check(&world);
        slept |= !world.queue.is_empty();
        for who in 0..world.threads.len() {
            for next in world.steps(who, holds, strangers) {
                check_step(&world, &next, who);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    assert!(slept, "nobody ever slept");
    seen.len()
}

impl<P: Protocol> Clone for World<P> {
    fn clone(&self) -> Self {
        let (threads, queue) = (self.threads.clone(), self.queue.clone());
        Self { word: self.word, threads, queue, protocol: PhantomData }
    }
}

impl<P: Protocol> PartialEq for World<P> {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word && self.threads == other.threads && self.queue == other.queue
    }
}

impl<P: Protocol> Eq for World<P> {}

impl<P: Protocol<Hold: Hash>> Hash for World<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.word, &self.threads, &self.queue).hash(state);
    }
}

impl<P: Protocol<Hold: Debug>> Debug for World<P> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:#x} {:?} {:?}", self.word, self.threads, self.queue)
    }
}
