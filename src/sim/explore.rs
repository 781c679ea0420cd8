//! Every interleaving of a concurrent group, or many at random.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::scenario::Branch;
use super::world::World;

/// How the interleavings of groups are searched.
pub struct Search<'a> {
    way: Way,
    /// Is told how many states have been seen, from time to time.
    progress: &'a mut dyn FnMut(usize),
    states: usize,
    complete: bool,
}

/// Which interleavings are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// All of them, until so many states have been seen.
    Exhaustive {
        /// The most states.
        cap: usize,
    },
    /// So many, chosen by a generator that starts from the seed.
    Random {
        /// How many from each state that a group starts in.
        walks: usize,
        /// The seed.
        seed: u64,
    },
}

impl Way {
    /// The most states that a search looks at where nobody says otherwise.
    pub const CAP: usize = 200_000;
}

/// How many states pass between two reports of progress.
const REPORT: usize = 10_000;

/// A state that a scenario can be in after some of its statements.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) world: World,
    /// Whether the step before was refused.
    pub(super) refused: bool,
    /// For each group so far, the branches whose steps happened, in order.
    pub(super) order: Vec<Vec<usize>>,
}

/// A state within a group.
#[derive(Clone)]
struct Node {
    end: End,
    /// How many steps of each branch have happened.
    positions: Vec<usize>,
}

impl<'a> Search<'a> {
    /// A search that reports its progress.
    pub fn new(way: Way, progress: &'a mut dyn FnMut(usize)) -> Self {
        Self { way, progress, states: 0, complete: true }
    }

    /// Which interleavings are tried.
    #[must_use]
    pub fn way(&self) -> Way {
        self.way
    }

    /// How many states were seen.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states
    }

    /// Whether every interleaving was seen.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The states in which a group can end, when it begins in any of `fronts`.
    ///
    /// A step that can not happen yet is held back; where no branch can go on, the group ends.
    pub(super) fn ends(&mut self, fronts: Vec<End>, branches: &[Branch]) -> Vec<End> {
        let mut ends = Vec::new();
        let mut seen = HashSet::new();
        for (number, front) in (0..).zip(fronts) {
            let mut end = front;
            end.order.push(Vec::new());
            let first = Node { end, positions: vec![0; branches.len()] };
            match self.way {
                Way::Exhaustive { cap } => self.exhaust(first, branches, cap, &mut seen, &mut ends),
                Way::Random { walks, seed } => {
                    let mut generator = SplitMix64(seed ^ number);
                    for _ in 0..walks {
                        ends.push(self.walk(first.clone(), branches, &mut generator));
                    }
                    self.complete = false;
                }
            }
        }
        let mut known = HashSet::new();
        ends.retain(|end| known.insert(fingerprint(&(&end.world, end.refused))));
        ends
    }

    /// Depth first, in the order of the branches.
    fn exhaust(
        &mut self,
        first: Node,
        branches: &[Branch],
        cap: usize,
        seen: &mut HashSet<u128>,
        ends: &mut Vec<End>,
    ) {
        let mut open = vec![first];
        while let Some(node) = open.pop() {
            let mark = fingerprint(&(&node.end.world, node.end.refused, &node.positions));
            if !seen.insert(mark) {
                continue;
            }
            if self.states >= cap {
                self.complete = false;
                return;
            }
            self.count_state();
            let mut next = node.successors(branches);
            if next.is_empty() {
                ends.push(node.end);
            }
            next.reverse();
            open.extend(next.into_iter().map(|(_, node)| node));
        }
    }

    fn walk(&mut self, mut node: Node, branches: &[Branch], random: &mut SplitMix64) -> End {
        loop {
            self.count_state();
            let mut next = node.successors(branches);
            if next.is_empty() {
                return node.end;
            }
            let chosen = random.below(next.len());
            node = next.swap_remove(chosen).1;
        }
    }

    fn count_state(&mut self) {
        self.states += 1;
        if self.states.is_multiple_of(REPORT) {
            (self.progress)(self.states);
        }
    }
}

impl Node {
    /// What can happen next, one for each branch that can go on, in the order of the branches.
    fn successors(&self, branches: &[Branch]) -> Vec<(usize, Node)> {
        let numbered = branches.iter().enumerate();
        numbered
            .filter_map(|(number, branch)| Some((number, self.follow(number, branch)?)))
            .collect()
    }

    fn follow(&self, number: usize, branch: &Branch) -> Option<Node> {
        let step = &branch.steps.get(self.positions[number])?.step;
        let mut next = self.clone();
        let happened = next.end.world.step(step).ok()?;
        next.end.refused = happened.refused.is_some();
        next.end.order.last_mut().expect("a group is under way").push(number);
        next.positions[number] += 1;
        Some(next)
    }
}

/// Two hashes of 64 bits: among a million states, two that differ share it once in 10^26 runs.
fn fingerprint(value: &impl Hash) -> u128 {
    let [low, high] = [0_u64, 1].map(|salt| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        value.hash(&mut hasher);
        u128::from(hasher.finish())
    });
    high << 64 | low
}

/// The generator of Steele, Lea and Flood: the same numbers on every platform.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number under `bound`, which is small: the bias of the remainder does not matter here.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_published_numbers() {
        let mut generator = SplitMix64(1_234_567);
        let numbers = [generator.next(), generator.next(), generator.next()];
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
