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

/// The ends that were found, each once.
#[derive(Default)]
struct Ends {
    found: Vec<End>,
    known: HashSet<u128>,
    /// How much the worlds of the ends hold together.
    weight: usize,
}

impl Ends {
    /// The most that the worlds of all ends may hold: some 200 MB.
    const MOST: usize = 4_000_000;

    fn add(&mut self, end: End) {
        if self.known.insert(fingerprint(&(&end.world, end.refused))) {
            let order: usize = end.order.iter().map(Vec::len).sum();
            self.weight += end.world.weight() + order / 8;
            self.found.push(end);
        }
    }

    fn is_full(&self) -> bool {
        self.weight > Self::MOST
    }
}

/// The way that is being searched: from the start of a group to the state that is looked at.
#[derive(Default)]
struct Path {
    turns: Vec<Turn>,
    /// How much the worlds on it hold together.
    weight: usize,
}

impl Path {
    /// The most that its worlds may hold: some 200 MB.
    const MOST: usize = 4_000_000;

    fn push(&mut self, node: Node) {
        self.weight += node.world.weight();
        self.turns.push(Turn { node, next: 0, moved: false });
    }

    fn pop(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.weight -= turn.node.world.weight();
        Some(turn)
    }

    /// The branches that were taken on it.
    fn taken(&self) -> Vec<usize> {
        self.turns.iter().filter_map(|turn| turn.next.checked_sub(1)).collect()
    }

    fn is_full(&self) -> bool {
        self.weight > Self::MOST
    }
}

/// A state on the way that is being searched.
struct Turn {
    node: Node,
    /// The branch that is tried next.
    next: usize,
    /// Whether any branch could go on.
    moved: bool,
}

/// A state within a group.
#[derive(Clone)]
struct Node {
    world: World,
    refused: bool,
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
        let mut ends = Ends::default();
        let mut seen = HashSet::new();
        for (number, front) in (0..).zip(fronts) {
            let End { world, refused, order } = front;
            let first = Node { world, refused, positions: vec![0; branches.len()] };
            let group = Group { branches, before: &order };
            match self.way {
                Way::Exhaustive { cap } => self.exhaust(first, &group, cap, &mut seen, &mut ends),
                Way::Random { walks, seed } => {
                    self.complete = false;
                    let mut generator = SplitMix64(seed ^ number);
                    for _ in 0..walks {
                        let choose = &mut |next| generator.below(next);
                        ends.add(self.walk(first.clone(), &group, Vec::new(), choose));
                        if ends.is_full() {
                            break;
                        }
                    }
                }
            }
        }
        ends.found
    }

    /// Depth first, in the order of the branches. One way is kept under way at a time, so that
    /// memory grows with its length and not with the branches beside it; a way whose worlds hold
    /// too much is cut short.
    fn exhaust(
        &mut self,
        first: Node,
        group: &Group<'_>,
        cap: usize,
        seen: &mut HashSet<u128>,
        ends: &mut Ends,
    ) {
        if !seen.insert(first.mark()) {
            return;
        }
        let mut path = Path::default();
        if self.states >= cap {
            return self.cut_short(first, group, &path, ends);
        }
        self.count_state();
        path.push(first);
        while let Some(turn) = path.turns.last_mut() {
            let Some((number, node)) = turn.node.successor_from(turn.next, group.branches) else {
                if let Some(Turn { node, moved: false, .. }) = path.pop() {
                    ends.add(group.end(node, path.taken()));
                }
                continue;
            };
            (turn.next, turn.moved) = (number + 1, true);
            if !seen.insert(node.mark()) {
                continue;
            }
            if self.states >= cap || ends.is_full() || path.is_full() {
                return self.cut_short(node, group, &path, ends);
            }
            self.count_state();
            path.push(node);
        }
    }

    /// Gives up, but for one end: what follows a group needs one, even where not all are seen.
    fn cut_short(&mut self, node: Node, group: &Group<'_>, path: &Path, ends: &mut Ends) {
        self.complete = false;
        let seen = self.states;
        ends.add(self.walk(node, group, path.taken(), &mut |_| 0));
        self.states = seen;
    }

    /// Goes one way to its end, by the choice among so many branches that were not found to be
    /// held back.
    fn walk(
        &mut self,
        mut node: Node,
        group: &Group<'_>,
        mut taken: Vec<usize>,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> End {
        loop {
            self.count_state();
            let mut able: Vec<usize> = (0..group.branches.len()).collect();
            let number = loop {
                if able.is_empty() {
                    return group.end(node, taken);
                }
                let number = able.remove(choose(able.len()));
                if node.advance(number, &group.branches[number]) {
                    break number;
                }
            };
            taken.push(number);
        }
    }

    fn count_state(&mut self) {
        self.states += 1;
        if self.states.is_multiple_of(REPORT) {
            (self.progress)(self.states);
        }
    }
}

/// A concurrent group, and the order of those before it.
struct Group<'a> {
    branches: &'a [Branch],
    before: &'a [Vec<usize>],
}

impl Group<'_> {
    fn end(&self, Node { world, refused, .. }: Node, taken: Vec<usize>) -> End {
        let mut order = self.before.to_vec();
        order.push(taken);
        End { world, refused, order }
    }
}

impl Node {
    /// What can happen next in the first branch that can go on, from the one with this number on.
    fn successor_from(&self, first: usize, branches: &[Branch]) -> Option<(usize, Self)> {
        let mut rest = branches.iter().enumerate().skip(first);
        rest.find_map(|(number, branch)| Some((number, self.follow(number, branch)?)))
    }

    fn mark(&self) -> u128 {
        fingerprint(&(&self.world, self.refused, &self.positions))
    }

    fn follow(&self, number: usize, branch: &Branch) -> Option<Node> {
        branch.steps.get(self.positions[number])?;
        let mut next = self.clone();
        next.advance(number, branch).then_some(next)
    }

    /// Does the next step of a branch. If it can not happen, or there is none, nothing changes.
    fn advance(&mut self, number: usize, branch: &Branch) -> bool {
        let Some(one) = branch.steps.get(self.positions[number]) else { return false };
        let Ok(happened) = self.world.step(&one.step) else { return false };
        self.refused = happened.refused.is_some();
        self.positions[number] += 1;
        true
    }
}

/// Two hashes of 64 bits: among a million states, two that differ share it once in 10^26 runs.
pub(super) fn fingerprint(value: &impl Hash) -> u128 {
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
